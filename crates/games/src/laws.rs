//! The laws of the house, checked at every decision of random games. One line of test a game.
//!
//! * Listed actions are legal, listed once, and survive serde; the sampler and the fallback keep to the list;
//!   where all actions can be named, those not listed are refused.
//! * What nature draws is possible and survives serde.
//! * Complete: an observation and the secret make the same position again. Leakproof: with any other
//!   secret the observation is still the same.
//! * What a seat is shown depends on its observation alone: where another secret or other luck leaves the observation as it is, they
//!   leave the scene through the seat's eyes as it is. With another secret that holds for the caption too.
//! * People are offered the legal actions, in words that differ and on cells that there are.
//! * Payoffs stay in range and the game ends within its bound.
//! * The tape of the game replays to the same scenes byte for byte, and its audit passes.
use crate::any::Entry;
use crate::game::{Game, Turn};
use crate::luck::{Luck, Sprint};
use crate::scene::{Scene, View};
use crate::seat::{Joint, Seat};
use crate::tape::{ActLine, ChanceLine, Entrant, FORMAT, Header, Line, Over, Tape};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::to_raw_value;
use std::fmt::Debug;

/// How hard to look.
pub struct Laws<'a, G: Game> {
    pub config: G::Config,
    pub games: u64,
    /// No game has more decisions than this.
    pub most_decisions: u64,
    /// Every action there is, if they can be named; else empty.
    pub universe: &'a [G::Action],
}

impl<G: Game> Default for Laws<'_, G> {
    fn default() -> Self {
        Laws { config: G::Config::default(), games: 40, most_decisions: 1_000, universe: &[] }
    }
}

impl<G: Game> Laws<'_, G> {
    /// Panics with the law that does not hold.
    #[track_caller]
    pub fn check(&self) {
        let mut decisions = 0;
        for seed in 0..self.games {
            decisions += self.check_game(seed);
        }
        println!("{}: laws hold at {decisions} decisions of {} games", G::NAME, self.games);
    }

    fn check_game(&self, seed: u64) -> u64 {
        let luck = Luck::new(seed);
        let mut rng = Sprint::new(seed);
        let mut game = G::new(&self.config).expect("the configuration is playable");
        // Another game at the same stage, for other secrets.
        let mut other = game.clone();
        let mut other_rng = Sprint::new(seed ^ 0xfeed);
        let (mut chances, mut decisions) = (0, 0);
        let (mut lines, mut scenes) = (Vec::new(), Vec::new());
        let mut brief = None;
        loop {
            match game.turn() {
                Turn::Chance => {
                    let chance = game.draw(&mut luck.nature(chances));
                    chances += 1;
                    assert!(game.possible(&chance), "what nature draws is possible: {chance:?}");
                    survives(&chance);
                    lines.push(Line::Chance(ChanceLine { chance: to_raw_value(&chance).unwrap() }));
                    game.settle(&chance);
                }
                Turn::Act(seats) => {
                    assert!(!seats.is_empty(), "somebody acts");
                    let told = serde_json::to_string(&game.brief()).unwrap();
                    assert_eq!(brief.get_or_insert_with(|| told.clone()), &told, "the brief never changes");
                    settle_all(&mut other, &mut other_rng);
                    let mut joint = Joint::EMPTY;
                    for seat in seats.iter() {
                        self.check_actions(&game, seat, luck, decisions);
                        joint.set(seat, game.sample(seat, &mut rng, &mut Vec::new()));
                    }
                    for seat in Seat::first(G::SEATS) {
                        check_knowledge(&game, seat, &other);
                    }
                    for seat in seats.iter() {
                        check_same_future(&game, seat, &joint);
                        check_views(&game, seat, &joint, &other);
                    }
                    in_range(&game);
                    scenes.push(scene_text(&game.scene()));
                    lines.push(Line::Act(ActLine {
                        act: joint.iter().map(|(seat, action)| (seat, Some(to_raw_value(&action).unwrap()))).collect(),
                        ..ActLine::default()
                    }));
                    game.play(&joint);
                    decisions += 1;
                    assert!(decisions <= self.most_decisions, "the game ends within {} decisions", self.most_decisions);
                    play_on(&mut other, &mut other_rng);
                }
                Turn::Over => break,
            }
        }
        in_range(&game);
        scenes.push(scene_text(&game.scene()));
        self.check_tape(seed, lines, &scenes, decisions);
        decisions
    }

    fn check_actions(&self, game: &G, seat: Seat, luck: Luck, decision: u64) {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        assert!(!legal.is_empty(), "an acting seat can act");
        assert!(game.at_least(seat) <= legal.len(), "a lower bound: {} of {}", game.at_least(seat), legal.len());
        for (i, action) in legal.iter().enumerate() {
            assert!(game.check(seat, *action).is_ok(), "a listed action is legal: {action:?}: {:?}", game.check(seat, *action));
            assert!(!legal[..i].contains(action), "an action is listed once: {action:?}");
            survives(action);
        }
        for action in self.universe {
            assert_eq!(game.check(seat, *action).is_ok(), legal.contains(action), "an action that is not listed is not legal: {action:?}");
        }
        check_choices(game, seat, &legal);
        let sampled = game.sample(seat, &mut Sprint::new(decision), &mut Vec::new());
        assert!(game.check(seat, sampled).is_ok(), "a sampled action is legal: {sampled:?}");
        if let Some(action) = game.fallback(seat, &mut luck.fallback(seat.0, decision)) {
            assert!(game.check(seat, action).is_ok(), "the fallback is legal: {action:?}");
        }
    }

    fn check_tape(&self, seed: u64, lines: Vec<Line>, scenes: &[String], decisions: u64) {
        let entry = Entry::of::<G>();
        let config = to_raw_value(&self.config).unwrap();
        let seats = (0..G::SEATS).map(|i| Entrant::new(format!("bot {i}"))).collect();
        let header = Header { tape: FORMAT, game: G::NAME.into(), rules: G::RULES, config, seed: Some(seed), seats, parent: None };
        let blank = Over { payoffs: [0.0f32; 0].into(), points: [0i32; 0].into(), reason: String::new(), clock_ms: None };
        let mut tape = Tape { header, lines, over: blank };
        let mut replay = tape.replay_at(&entry).expect("the header is good");
        let mut shown = Vec::new();
        loop {
            if replay.game().turn() != Turn::Chance {
                shown.push(scene_text(&replay.game().scene()));
            }
            if !replay.step().expect("the tape replays") {
                break;
            }
        }
        assert!(shown == scenes, "the tape replays to the same scenes");
        tape.over = Over::of(replay.game());
        let text = tape.text();
        let read = Tape::read(text.as_bytes()).expect("what was written can be read");
        assert_eq!(read.text(), text, "a tape is its text");
        let verified = read.verify_at(&entry).expect("the audit passes");
        assert_eq!(verified.decisions, decisions);
    }
}

/// People can tell the actions apart, and find them on the board.
fn check_choices<G: Game>(game: &G, seat: Seat, legal: &[G::Action]) {
    let (width, height) = (game.scene().width, game.scene().height);
    let mut labels: Vec<String> = Vec::with_capacity(legal.len());
    for action in legal {
        let choice = game.choice(seat, *action);
        for spot in [choice.from, choice.to].into_iter().flatten() {
            assert!(spot.x < width && spot.y < height, "a choice is on the board: {choice:?}");
        }
        labels.push(choice.label);
    }
    labels.sort_unstable();
    assert!(labels.windows(2).all(|pair| pair[0] != pair[1]), "no two actions have the same words");
    if let Some(range) = game.range(seat) {
        let named = (range.least..=range.most)
            .map(|number| serde_json::from_str::<G::Action>(&range.action(number)).expect("a number is an action"));
        assert!(named.eq(legal.iter().copied()), "the numbers are the legal actions");
    }
}

fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).expect("it serializes");
    let back: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text} is read again: {error}"));
    assert_eq!(&back, value, "serde keeps it");
}

fn scene_text(scene: &Scene) -> String {
    serde_json::to_string(scene).expect("scenes serialize")
}

/// A scene without the words about what happened before it.
fn still(game: &impl Game) -> Scene {
    Scene { caption: String::new(), aside: None, mark: None, ..game.scene() }
}

fn in_range<G: Game>(game: &G) {
    let (low, high) = G::PAYOFF;
    let payoffs = game.payoffs();
    assert_eq!(payoffs.len(), G::SEATS);
    assert_eq!(game.points().len(), G::SEATS);
    assert!(payoffs.iter().all(|payoff| (low..=high).contains(payoff)), "payoffs in range: {payoffs:?}");
}

fn check_knowledge<G: Game>(game: &G, seat: Seat, other: &G) {
    let seen = game.observe(seat);
    survives(&seen);
    let brief = game.brief();
    if let Turn::Act(seats) = game.turn()
        && seats.contains(seat)
    {
        let same = G::assume(&brief, seat, &seen, &game.secret());
        assert_eq!(same.turn(), game.turn(), "the assumed position has the same turn");
        assert_eq!(still(&same), still(game), "the assumed position looks the same");
        assert_eq!(same.payoffs(), game.payoffs(), "the assumed position has the same payoffs");
        for seat in seats.iter() {
            let (mut a, mut b) = (Vec::new(), Vec::new());
            game.legal(seat, &mut a);
            same.legal(seat, &mut b);
            assert_eq!(a, b, "the assumed position has the same actions");
        }
        let guess = G::assume(&brief, seat, &seen, &other.secret());
        assert_eq!(guess.observe(seat), seen, "an observation does not depend on the secret");
    }
}

/// The assumed position also goes on as the real one does.
fn check_same_future<G: Game>(game: &G, seat: Seat, joint: &Joint<G::Action>) {
    let mut same = G::assume(&game.brief(), seat, &game.observe(seat), &game.secret());
    let mut real = game.clone();
    for side in [&mut same, &mut real] {
        side.play(joint);
        let mut rng = Sprint::new(u64::from(seat.0));
        settle_all(side, &mut rng);
    }
    assert_eq!(same.turn(), real.turn(), "the assumed position goes on as the real one: whose turn");
    assert_eq!(still(&same), still(&real), "the assumed position goes on as the real one");
}

/// What the seats are shown of a position, and of what follows from it, with this secret and this luck or with others.
fn check_views<G: Game>(game: &G, seat: Seat, joint: &Joint<G::Action>, other: &G) {
    let (brief, seen) = (game.brief(), game.observe(seat));
    let real = G::assume(&brief, seat, &seen, &game.secret());
    let guess = G::assume(&brief, seat, &seen, &other.secret());
    for everyone in Seat::first(G::SEATS) {
        alike(&real, &guess, everyone, true);
    }
    let next = |from: &G, luck: u64| {
        let mut next = from.clone();
        next.play(joint);
        settle_all(&mut next, &mut Sprint::new(luck));
        next
    };
    let [after, other_secret, other_luck] = [next(&real, 1), next(&guess, 1), next(&real, 2)];
    for everyone in Seat::first(G::SEATS) {
        alike(&after, &other_secret, everyone, true);
        alike(&after, &other_luck, everyone, false);
    }
    let spectator = |game: &G| scene_text(&game.scene().seen_by(View::Spectator));
    assert_eq!(spectator(&real), spectator(&guess), "a spectator is shown no secret");
}

/// Equal observations, equal scenes.
fn alike<G: Game>(a: &G, b: &G, seat: Seat, told: bool) {
    if a.observe(seat) == b.observe(seat) {
        let [a, b] = [a, b].map(|game| if told { game.scene() } else { still(game) }.seen_by(View::Seat(seat)));
        assert_eq!(a, b, "what a seat is shown depends on what it observes alone");
    }
}

fn settle_all<G: Game>(game: &mut G, rng: &mut Sprint) {
    while game.turn() == Turn::Chance {
        let chance = game.draw(rng);
        game.settle(&chance);
    }
}

/// One random decision further, if there is one.
fn play_on<G: Game>(game: &mut G, rng: &mut Sprint) {
    if let Turn::Act(seats) = game.turn() {
        let mut joint = Joint::EMPTY;
        for seat in seats.iter() {
            joint.set(seat, game.sample(seat, rng, &mut Vec::new()));
        }
        game.play(&joint);
    }
}
