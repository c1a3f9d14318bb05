//! The Horde as Java classes and as native bots: the same moves with the same chances.
use bots::microchess::atlas::Atlas;
use bots::microchess::handshake::{Shaker, serving, sign};
use bots::microchess::horde::choices;
use bots::microchess::strategy::Menu;
use bots::microchess::titfortat::{CREEDS, faithful};
use bots::microchess::utility::Personality;
use games::luck::pick;
use games::microchess::{Board, Cell, Colour, Microchess, Move, Observation, Outcome, Piece};
use games::tape::Line;
use games::{Game, Joint, Luck, Player, Rng, Seat, Start, Turn};
use runner::{Bot, Chair, Course, InProcess, Java, Limits, Program, Recipe, Record, Table};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const POSITIONS: usize = 1_000;
/// Enough that one of fourteen moves is missed once in 10^8 times.
const DRAWS: u32 = 300;
const GAME_LENGTH: u8 = 30;

/// Whether there is a Java to test with; if not, it says so.
fn is_ready() -> bool {
    Java::usual().map_err(|fault| println!("skipped: {fault}")).is_ok()
}

#[derive(Clone, Copy)]
struct Position {
    board: Board,
    played: u8,
}

impl Position {
    fn mover(&self) -> Colour {
        if self.played.is_multiple_of(2) { Colour::White } else { Colour::Black }
    }

    fn left(&self) -> u8 {
        GAME_LENGTH - self.played
    }

    /// As the driver reads it.
    fn line(&self) -> String {
        let id = |cell: Cell| if cell.is_gone() { 0 } else { cell.0 + 1 };
        let cells = [Colour::White, Colour::Black].map(|colour| [self.board.king(colour), self.board.rook(colour)].map(id));
        format!("{} {} {} {} {}\n", cells[0][0], cells[0][1], cells[1][0], cells[1][1], self.played)
    }
}

/// Positions out of random games, at random moments of them: full boards, endings, last moves.
fn sampled() -> Vec<Position> {
    let config = games::microchess::Config::default();
    let luck = Luck::new(456);
    (0..POSITIONS as u64)
        .map(|k| {
            let mut dice = luck.nature(k);
            let mut game = Microchess::new(&config).unwrap();
            let start = game.draw(&mut dice);
            game.settle(&start);
            let moment = dice.next_u32() % u32::from(GAME_LENGTH);
            let mut at = Position { board: *game.board(), played: 0 };
            for played in 0..=moment as u8 {
                let Turn::Act(seats) = game.turn() else { break };
                at = Position { board: *game.board(), played };
                let seat = seats.iter().next().unwrap();
                let step = *pick(&mut dice, &at.board.moves(at.mover()));
                game.play(&Joint::solo(seat, step));
            }
            at
        })
        .collect()
}

/// How often each move was made in a position.
type Votes = BTreeMap<Move, u32>;

/// How well votes fit a model that gives each move of a position its chance.
struct Fit {
    /// A move that should have come and did not, or the other way round.
    stranger: Option<(String, Move)>,
    /// Pearson's statistic over all positions, in standard deviations from what it should be.
    z: f64,
    /// The largest of a single position.
    worst: f64,
}

impl Fit {
    fn of(positions: &[Position], votes: &[Votes], model: impl Fn(&Position) -> Vec<(Move, f64)>) -> Fit {
        let (mut stranger, mut sum, mut freedom, mut worst) = (None, 0.0, 0.0, 0.0f64);
        for (position, votes) in positions.iter().zip(votes) {
            let expected = model(position);
            let total: f64 = expected.iter().map(|(_, weight)| weight).sum();
            let known = |step: &Move| expected.iter().any(|(other, _)| other == step);
            let odd =
                votes.keys().find(|step| !known(step)).or(expected.iter().map(|(step, _)| step).find(|step| !votes.contains_key(step)));
            stranger = stranger.or(odd.map(|step| (position.board.to_string(), *step)));
            let pearson: f64 = expected
                .iter()
                .map(|(step, weight)| {
                    let due = f64::from(DRAWS) * weight / total;
                    (f64::from(votes.get(step).copied().unwrap_or(0)) - due).powi(2) / due
                })
                .sum();
            sum += pearson;
            freedom += expected.len() as f64 - 1.0;
            worst = worst.max(pearson);
        }
        let z = if freedom == 0.0 { 0.0 } else { (sum - freedom) / f64::sqrt(2.0 * freedom) };
        Fit { stranger, z, worst }
    }

    /// False alarms come less than once in a million runs: six deviations over all, and in one position what thirteen degrees of freedom
    /// exceed once in 10^12.
    fn holds(&self) -> bool {
        self.stranger.is_none() && self.z.abs() < 6.0 && self.worst < 90.0
    }

    #[track_caller]
    fn must_hold(&self, name: &str) {
        let Fit { stranger, z, worst } = self;
        println!("{name:12} z {z:6.2}, worst {worst:6.1}");
        assert!(self.holds(), "{name}: {stranger:?}, z {z}, worst {worst}");
    }
}

fn evenly(menu: Menu) -> Vec<(Move, f64)> {
    menu.moves().iter().map(|step| (*step, 1.0)).collect()
}

/// Asks the driver; an answer for each line.
fn ballot(questions: String) -> Vec<String> {
    let java = Java::usual().unwrap();
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Ballot.java");
    let driver = java.team_of_file(&driver, Course::default()).unwrap();
    let mut command = java.run(&[&driver.classes], &Course { memory: 400, ..Course::default() }).unwrap();
    let mut child = command.arg("Ballot").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()).unwrap());
    let out = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn java_classes_and_native_bots_move_with_the_same_chances() {
    if !is_ready() {
        return;
    }
    let positions = sampled();
    let answers = ballot(format!("{DRAWS}\n") + &positions.iter().map(Position::line).collect::<String>());
    assert_eq!(answers.len(), POSITIONS);
    let mut votes: BTreeMap<String, Vec<Votes>> = BTreeMap::new();
    for (position, answer) in positions.iter().zip(&answers) {
        let mut parts = answer.split('|');
        let native = sign(&position.board, position.mover(), position.played);
        assert_eq!(parts.next().unwrap(), format!("sign {native}"), "{}", position.line());
        for part in parts {
            let words: Vec<&str> = part.split(' ').collect();
            let counted = words[1..].chunks(2).map(|pair| (pair[0].parse().unwrap(), pair[1].parse().unwrap())).collect();
            votes.entry(words[0].to_string()).or_default().push(counted);
        }
    }
    let of = |personality| move |p: &Position| evenly(choices(personality, &p.board, p.mover(), p.left(), true));
    for personality in Personality::ALL {
        Fit::of(&positions, &votes[personality.name()], of(personality)).must_hold(personality.name());
    }
    let keeps = |trusting| move |p: &Position| evenly(faithful(trusting, &p.board, p.mover(), p.left(), true));
    Fit::of(&positions, &votes["trusting"], keeps(true)).must_hold("trusting");
    Fit::of(&positions, &votes["doubting"], keeps(false)).must_hold("doubting");
    let agent = |p: &Position| evenly(Menu::best(Atlas::shared(), serving(true), &p.board, p.mover(), p.left()));
    Fit::of(&positions, &votes["Agent"], agent).must_hold("Agent");

    // What is not so is found out: a king a fifth more likely to move, captures in the engine's order, another personality,
    // and one position in a thousand.
    let biased = |p: &Position| {
        Menu::all(&p.board, p.mover()).moves().iter().map(|step| (*step, if step.piece == Piece::King { 1.2 } else { 1.0 })).collect()
    };
    let fit = Fit::of(&positions, &votes["Nihilist"], biased);
    assert!(fit.stranger.is_none() && fit.z > 6.0 && !fit.holds(), "z {}", fit.z);
    let ordered = |p: &Position| evenly(Menu::monkey(&p.board, p.mover())).into_iter().take(1).collect();
    assert!(Fit::of(&positions, &votes["Monkey"], ordered).stranger.is_some());
    assert!(!Fit::of(&positions, &votes["Realist"], of(Personality::Scrapper)).holds());
    let mut spoilt = votes["Nihilist"].clone();
    let one = spoilt.iter_mut().min_by_key(|votes| votes.len()).unwrap();
    let taken = one.values().next().unwrap() - 1;
    *one.values_mut().next().unwrap() -= taken;
    *one.values_mut().last().unwrap() += taken;
    let fit = Fit::of(&positions, &spoilt, of(Personality::Nihilist));
    assert!(fit.stranger.is_none() && !fit.holds(), "worst {}", fit.worst);
    spoilt[POSITIONS / 2].pop_first();
    assert!(Fit::of(&positions, &spoilt, of(Personality::Nihilist)).stranger.is_some());
}

#[test]
fn trust_moves_alike_in_java_and_here() {
    if !is_ready() {
        return;
    }
    let mut dice = Luck::new(7).nature(0);
    let series: Vec<Vec<Outcome>> = (0..300).map(|_| (0..40).map(|_| *pick(&mut dice, &Outcome::ALL)).collect()).collect();
    let number = |outcome: &Outcome| match outcome {
        Outcome::Win => '1',
        Outcome::Loss => '2',
        Outcome::Tie => '3',
        Outcome::Draw => '4',
    };
    let line =
        |games: &Vec<Outcome>| format!("trust {}\n", games.iter().map(|outcome| number(outcome).to_string()).collect::<Vec<_>>().join(" "));
    let answers = ballot("1\n".to_string() + &series.iter().map(line).collect::<String>());
    let (mut ups, mut downs, mut games) = (0.0, 0.0, 0.0);
    for (series, answer) in series.iter().zip(&answers) {
        for (creed, part) in CREEDS.iter().zip(answer.split('|')) {
            let mut words = part.split(' ');
            assert_eq!(words.next(), Some(creed.name));
            let java: Vec<i32> = words.map(|word| word.parse().unwrap()).collect();
            let mut trust = creed.start;
            for (outcome, java) in series.iter().zip(java) {
                trust = creed.after(trust, *outcome);
                if creed.twitch > 0 {
                    let twitch = java - trust;
                    assert!(twitch.abs() <= 1, "{}: {twitch}", creed.name);
                    (ups, downs, games) = (ups + f64::from(twitch.max(0)), downs + f64::from((-twitch).max(0)), games + 1.0);
                    trust = java;
                } else if creed.forever {
                    assert_eq!(java > 0, trust > 0, "{}: {series:?}", creed.name);
                } else {
                    assert_eq!(java, trust, "{}: {series:?}", creed.name);
                }
            }
        }
    }
    // Up and not down, once in 20 games each.
    let chance = 0.05 * 0.95;
    for count in [ups, downs] {
        let z = (count - games * chance) / f64::sqrt(games * chance * (1.0 - chance));
        assert!(z.abs() < 6.0, "{count} twitches of {games} games");
    }
}

/// What the first seat's bot was shown and did in a game, from its tape.
fn replayed(tape: &games::Tape, seat: Seat, mut each: impl FnMut(&Observation, Move)) -> Observation {
    let mut game = Microchess::new(&serde_json::from_str(tape.header.config.get()).unwrap()).unwrap();
    for line in &tape.lines {
        match line {
            Line::Chance(line) => game.settle(&serde_json::from_str(line.chance.get()).unwrap()),
            Line::Act(line) => {
                let (who, action) = &line.act[0];
                let step: Move = serde_json::from_str(action.as_ref().unwrap().get()).unwrap();
                if *who == seat {
                    each(&game.observe(seat), step);
                }
                game.play(&Joint::solo(*who, step));
            }
            Line::Forfeit(_) => panic!("nobody forfeits"),
        }
    }
    game.observe(seat)
}

/// Plays a series of a Java team against a native bot; a native twin, shown the same, must choose from moves that hold what the
/// team did. How many moves left no choice, and what the team got a game.
fn shadowed(team: &str, mut twin: Shaker, opponent: &str) -> (usize, f32, Shaker) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{team}.java"));
    let (_, text) = runner::team_sdk().into_iter().find(|(name, _)| *name == format!("{team}.java")).unwrap();
    std::fs::write(&file, text).unwrap();
    let entry = games::find("microchess").unwrap();
    runner::use_launcher(env!("CARGO_BIN_EXE_jailer"));
    let recipe = Recipe::find(&file, entry).unwrap();
    let mut table = Table::new(entry, "{}").unwrap();
    table.record = Record::Moves;
    table.limits.each = Some(Duration::from_secs(20));
    let command = recipe.errand(None).unwrap();
    let mut java = Program::start(team, command, entry, &table.config, Limits::grants("microchess"), None).unwrap();
    let mut other = InProcess(bots::find("microchess", opponent).unwrap().summon());
    java.prepare_for_series().unwrap().verdict.unwrap();
    other.prepare_for_series().unwrap().verdict.unwrap();
    twin.prepare_for_series();
    let (mut forced, mut payoff) = (0, 0.0);
    const GAMES: u64 = 60;
    for k in 0..GAMES {
        let seat = Seat((k % 2) as u8);
        let mut chairs =
            [Chair { name: team, bot: &mut java as &mut dyn Bot, seed: k }, Chair { name: opponent, bot: &mut other, seed: k }];
        chairs.rotate_left(seat.index());
        let played = table.play(Luck::new(k / 2), &mut chairs).unwrap();
        assert!(played.fouls.is_empty(), "{:?}", played.fouls);
        let tape = played.tape.unwrap();
        let config = serde_json::from_str(tape.header.config.get()).unwrap();
        let mut fresh = Microchess::new(&config).unwrap();
        if let Line::Chance(line) = &tape.lines[0] {
            fresh.settle(&serde_json::from_str(line.chance.get()).unwrap());
        }
        twin.prepare_for_match(&Start { brief: &config, seat, seen: &fresh.observe(seat), seed: 0 });
        let end = replayed(&tape, seat, |seen, step| {
            let signs = twin.handshake().gives();
            let menu = twin.choices(seen);
            assert!(menu.moves().contains(&step), "{team} v {opponent}, game {k}: {seen:?}, {step}, {:?}", twin.handshake());
            assert!(!signs || menu.moves() == [step] || twin.handshake().has_failed(), "a sign is no choice");
            forced += usize::from(menu.moves().len() == 1);
            twin.makes(seen, step);
        });
        twin.match_over(&end, &played.over.payoffs);
        payoff += played.over.payoffs[seat.index()];
    }
    (forced, payoff / GAMES as f32, twin)
}

#[test]
fn double_agents_make_the_same_moves_in_java_and_here() {
    if !is_ready() {
        return;
    }
    let (forced, payoff, twin) = shadowed("TeamDoubleAgent", Shaker::double_agent(), "Handshaker");
    assert!(!twin.handshake().has_failed() && !twin.handshake().gives() && !twin.handshake().awaits(), "{:?}", twin.handshake());
    assert!(forced >= 10 && payoff < 0.9, "{forced} forced, {payoff} a game: it plays for the other");
    let (_, payoff, twin) = shadowed("TeamDoubleAgent", Shaker::double_agent(), "Monkey");
    assert!(twin.handshake().has_failed() && payoff > 1.4, "{payoff}: nobody answered, and it is a Realist");
    let (_, payoff, twin) = shadowed("TeamHandshaker", Shaker::accepter(), "DoubleAgent");
    assert!(!twin.handshake().has_failed() && payoff > 2.2, "{payoff}: it is served");
    let (_, payoff, twin) = shadowed("TeamHandshaker", Shaker::accepter(), "Nihilist");
    assert!(twin.handshake().has_failed() && payoff > 2.4, "{payoff}");
}
