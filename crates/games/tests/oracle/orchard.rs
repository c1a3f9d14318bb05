//! Whole games, single moves, batches of fruit and the noise behind them.
use super::vectors;
use games::orchard::replay::{Recorder, import};
use games::orchard::{Action, Cell, Chance, Config, Depth, Grid, Map, Orchard, Phase, Pile, Player, Powerup, Rules, answer, grow, noise};
use games::{Game, Joint, Luck, Seat, SeatSet, Turn};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Recorded {
    game: u32,
    grid: Vec<String>,
    rounds: u32,
    names: [String; 2],
    spawn: [Cell; 2],
    init_scores: [u32; 2],
    batches: BTreeMap<u32, Vec<Patch>>,
    rounds_log: Vec<Round>,
    #[serde(rename = "final")]
    end: Final,
}

/// Fruit on a cell: row, column, letters.
type Patch = (u8, u8, String);

#[derive(Deserialize)]
struct Round {
    r: u32,
    remaining: u32,
    spawned: bool,
    powerup: [Option<String>; 2],
    view: [BTreeMap<String, (u32, Cell, bool, bool)>; 2],
    #[serde(rename = "move")]
    step: [Option<String>; 2],
    auctions: Vec<Auction>,
    heat: Option<Vec<Vec<f64>>>,
    after_power: [Rented; 2],
    after_move: [Cell; 2],
    delta: [[i32; 2]; 2],
    loc: [Cell; 2],
    scores: [u32; 2],
    bike: [u32; 2],
    portal: [u32; 2],
    items: Vec<Patch>,
}

#[derive(Deserialize)]
struct Rented {
    score: u32,
    bike: u32,
    portal: u32,
}

#[derive(Deserialize)]
struct Auction {
    raw: [Option<String>; 2],
    bids: [u32; 2],
    winner: Option<u8>,
    cost: u32,
    transport_raw: Option<String>,
    loc: [Cell; 2],
    scores: [u32; 2],
    rand: Vec<(u8, u8, u8)>,
}

#[derive(Deserialize)]
struct Final {
    scores: [u32; 2],
    winner: Option<u8>,
}

#[derive(Default)]
struct Count {
    games: u32,
    rounds: u32,
    views: u32,
    heats: u32,
    auctions: u32,
    replays: u32,
}

/// Where the document's rules part from the original's in a game: round, seat, and where the seat goes.
type Parting = (u32, Seat, Cell);

struct Table<'a> {
    recorded: &'a Recorded,
    scribe: Recorder,
    luck: Luck,
}

impl Table<'_> {
    fn game(&self) -> &Orchard {
        self.scribe.game()
    }

    fn player(&self, seat: Seat) -> Player {
        self.game().player(seat)
    }

    /// The answer as an action, or what the rules put in its place.
    fn vet(&self, seat: Seat, text: Option<&String>) -> Action {
        text.and_then(|text| answer::read(self.game().phase(), text))
            .filter(|action| self.game().check(seat, *action).is_ok())
            .unwrap_or_else(|| self.game().fallback(seat, &mut self.luck.fallback(seat.0, 0)).unwrap())
    }

    fn settle(&mut self, chance: Chance) {
        assert_eq!(self.game().turn(), Turn::Chance);
        assert!(self.game().possible(&chance), "{chance:?} is possible");
        self.scribe.settle(&chance);
    }

    /// The listed actions are the ones that `check` lets pass, in row-major or ascending order.
    fn listed(&self, seat: Seat) {
        let mut legal = Vec::new();
        self.game().legal(seat, &mut legal);
        let map = self.game().map();
        let cells = || (0..map.rows() as u8).flat_map(|row| (0..map.cols() as u8).map(move |col| Cell::new(row, col)));
        let all: Vec<Action> = match self.game().phase() {
            Phase::Powerup => Powerup::ALL.into_iter().map(Action::Powerup).collect(),
            Phase::Move => cells().map(Action::Move).collect(),
            Phase::Transport => cells().map(Action::Transport).collect(),
            _ => (0..=self.player(seat).score + 2).map(Action::Bid).collect(),
        };
        let passed: Vec<Action> = all.into_iter().filter(|action| self.game().check(seat, *action).is_ok()).collect();
        assert_eq!(legal, passed);
    }

    fn check_heat(&self, heat: &[Vec<f64>]) {
        let mine = self.game().observe(Seat(0)).heatmap;
        for (at, heat_here) in mine.iter() {
            let theirs = heat[at.row as usize][at.col as usize];
            assert_eq!(heat_here.value().to_bits(), theirs.to_bits(), "heat at {at}");
        }
    }

    fn check_view(&self, seat: Seat, view: &BTreeMap<String, (u32, Cell, bool, bool)>, remaining: u32) {
        let seen = self.game().observe(seat);
        let names = &self.recorded.names;
        for (player, name) in [(seen.me, &names[seat.index()]), (seen.opponent, &names[seat.rival().index()])] {
            assert_eq!((player.score, player.location, player.bike > 0, player.portal_gun > 0), view[name]);
        }
        assert_eq!(seen.remaining_turns, remaining);
        assert_eq!(seen.new_items.is_some(), self.game().round() >= 20);
    }
}

/// Plays a recorded game. Stops at the first move that the document allows and the original refuses.
fn play(recorded: &Recorded, rules: Rules, count: &mut Count) -> Option<Parting> {
    let map = recorded.grid.join("\n");
    let config = Config { rules, map, rounds: recorded.rounds, start_scores: recorded.init_scores, ..Config::default() };
    let scribe = Recorder::new(Orchard::new(&config).unwrap(), recorded.names.clone());
    let mut table = Table { recorded, scribe, luck: Luck::new(0) };
    table.settle(Chance::Spawn(recorded.spawn));
    for round in &recorded.rounds_log {
        if let Some(parting) = play_round(&mut table, round, count) {
            return Some(parting);
        }
        count.rounds += 1;
    }
    let game = table.game();
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(Seat::first(2).map(|seat| game.player(seat).score).collect::<Vec<_>>(), recorded.end.scores);
    let payoffs: [f32; 2] = match recorded.end.winner {
        Some(0) => [1.0, 0.0],
        Some(_) => [0.0, 1.0],
        None => [0.5, 0.5],
    };
    assert_eq!(*game.payoffs(), payoffs);
    count.games += 1;
    if let Some(text) = sample(recorded.game) {
        assert_eq!(table.scribe.finish().text(), text, "game {} as the original wrote it", recorded.game);
        count.replays += 1;
    }
    None
}

/// The original's replay text of a game, if there is one.
fn sample(game: u32) -> Option<String> {
    let file = format!("orchard_replays/game{game}.txt.gz");
    let given = vectors::folder()?.join(&file).exists();
    given.then(|| String::from_utf8(vectors::bytes(&file).unwrap()).unwrap())
}

fn play_round(table: &mut Table<'_>, round: &Round, count: &mut Count) -> Option<Parting> {
    assert_eq!(table.game().round(), round.r);
    if round.r.is_multiple_of(20) {
        table.settle(Chance::Items([Depth::new(0.0).unwrap(); 3]));
        assert_eq!(round.spawned, round.r > 0);
        let announced = batch(table.game().map(), &table.recorded.batches[&round.r]);
        table.scribe.announce(announced);
    }
    if let Some(heat) = &round.heat {
        table.check_heat(heat);
        count.heats += 1;
    }
    for seat in Seat::first(2) {
        assert_eq!((table.game().phase(), table.game().turn()), (Phase::Powerup, Turn::Act(SeatSet::one(seat))));
        table.check_view(seat, &round.view[seat.index()], round.remaining);
        count.views += 1;
        table.listed(seat);
        let action = table.vet(seat, round.powerup[seat.index()].as_ref());
        table.scribe.play(&Joint::solo(seat, action));
    }
    for (seat, rented) in Seat::first(2).zip(&round.after_power) {
        let Player { score, bike, portal_gun, .. } = table.player(seat);
        assert_eq!((score, bike, portal_gun), (rented.score, rented.bike, rented.portal));
    }

    assert_eq!(table.game().phase(), Phase::Move);
    let before = [table.player(Seat(0)).location, table.player(Seat(1)).location];
    let mut joint = Joint::EMPTY;
    for seat in Seat::first(2) {
        table.listed(seat);
        let action = table.vet(seat, round.step[seat.index()].as_ref());
        let Action::Move(to) = action else { unreachable!() };
        if to != round.after_move[seat.index()] {
            return Some(check_parting(table, round, seat, to));
        }
        let [row, col] = round.delta[seat.index()];
        let from = before[seat.index()];
        assert_eq!((i32::from(from.row) + row, i32::from(from.col) + col), (to.row.into(), to.col.into()));
        joint.set(seat, action);
    }
    table.scribe.play(&joint);
    for auction in &round.auctions {
        play_auction(table, auction);
        count.auctions += 1;
    }

    let game = table.game();
    assert_eq!(game.round(), round.r + 1, "the round is over");
    for seat in Seat::first(2) {
        let i = seat.index();
        assert_eq!(
            game.player(seat),
            Player { score: round.scores[i], location: round.loc[i], bike: round.bike[i], portal_gun: round.portal[i] }
        );
    }
    assert_eq!(batch(game.map(), &round.items), game.observe(Seat(0)).fruit, "items after round {}", round.r);
    None
}

fn play_auction(table: &mut Table<'_>, auction: &Auction) {
    assert_eq!(table.game().phase(), Phase::Bid);
    let before = table.player(Seat(0)).score;
    let mut joint = Joint::EMPTY;
    for seat in Seat::first(2) {
        table.listed(seat);
        let action = table.vet(seat, auction.raw[seat.index()].as_ref());
        assert_eq!(action, Action::Bid(auction.bids[seat.index()]));
        joint.set(seat, action);
    }
    let round = table.game().round();
    table.scribe.play(&joint);
    let place = |(_, row, col): &(u8, u8, u8)| Cell::new(*row, *col);
    match auction.winner {
        None => table.settle(Chance::Scatter([place(&auction.rand[0]), place(&auction.rand[1])])),
        Some(winner) => {
            let winner = Seat(winner);
            assert_eq!((table.game().phase(), table.game().turn()), (Phase::Transport, Turn::Act(SeatSet::one(winner))));
            assert_eq!(table.game().observe(Seat(0)).me.score, before, "the price is not paid yet");
            table.listed(winner);
            let sent = auction.transport_raw.as_ref().and_then(|text| answer::read(Phase::Transport, text));
            let action = sent.filter(|action| table.game().check(winner, *action).is_ok()).unwrap_or_else(|| {
                assert_eq!(auction.rand[0].0, winner.rival().0);
                Action::Transport(place(&auction.rand[0]))
            });
            table.game().check(winner, action).unwrap();
            table.scribe.play(&Joint::solo(winner, action));
        }
    }
    for seat in Seat::first(2) {
        assert_eq!(table.player(seat).location, auction.loc[seat.index()]);
        if table.game().round() == round {
            assert_eq!(table.player(seat).score, auction.scores[seat.index()], "cost {}", auction.cost);
        }
    }
}

/// The document lets a rider with a portal gun teleport where the ride is blocked; the original leaves him standing.
fn check_parting(table: &mut Table<'_>, round: &Round, seat: Seat, to: Cell) -> Parting {
    let player = table.player(seat);
    assert_eq!(table.game().config().rules, Rules::Document);
    assert!(player.bike > 0 && player.portal_gun > 0 && (2..=3).contains(&player.location.distance(to)));
    assert_eq!(round.after_move[seat.index()], player.location, "the original stays");
    let mut joint = Joint::EMPTY;
    for seat in Seat::first(2) {
        joint.set(seat, table.vet(seat, round.step[seat.index()].as_ref()));
    }
    table.scribe.play(&joint);
    assert_eq!(table.player(seat).location, to, "the document teleports");
    (round.r, seat, to)
}

fn batch(map: &Map, patches: &[Patch]) -> Grid<Pile> {
    let mut piles = vec![Pile::EMPTY; map.len()];
    for (row, col, letters) in patches {
        piles[*row as usize * map.cols() + *col as usize] = Pile::of(letters).unwrap();
    }
    Grid::new(map.cols(), piles)
}

#[test]
fn oracle_orchard_games_in_original_mode() {
    let Some(all) = vectors::lines::<Recorded>("orchard.jsonl.gz") else { return };
    let mut count = Count::default();
    for recorded in &all {
        assert_eq!(play(recorded, Rules::Original, &mut count), None, "game {}", recorded.game);
    }
    let Count { games, rounds, views, heats, auctions, replays } = count;
    println!(
        "orchard: {games} games, {rounds} rounds, {views} views, {heats} heatmaps, {auctions} auctions, {replays} replay texts checked"
    );
    assert!(games == all.len() as u32 && rounds > 0);
}

#[test]
fn oracle_orchard_games_in_document_mode() {
    let Some(all) = vectors::lines::<Recorded>("orchard.jsonl.gz") else { return };
    let mut count = Count::default();
    let mut parted = Vec::new();
    for recorded in &all {
        if let Some((round, seat, to)) = play(recorded, Rules::Document, &mut count) {
            parted.push((recorded.game, round, seat.0, (to.row, to.col)));
        }
    }
    println!("orchard: {} games alike, {} rounds; where the document parts: {parted:?}", count.games, count.rounds);
    for known in PARTINGS.iter().filter(|(game, ..)| all.iter().any(|recorded| recorded.game == *game)) {
        assert!(parted.contains(known), "{known:?} is a blocked ride with a portal gun");
    }
    assert_eq!(count.games as usize + parted.len(), all.len());
}

/// Where a recorded game first touches the one rule on which the two part: game, round, seat, target.
const PARTINGS: &[(u32, u32, u8, (u8, u8))] = &[(2, 92, 0, (3, 3))];

#[derive(Deserialize)]
struct Step {
    grid: String,
    from: Cell,
    bike: u32,
    portal: u32,
    #[serde(rename = "move")]
    text: String,
    to: Cell,
    delta: [i32; 2],
}

#[test]
fn oracle_orchard_single_moves() {
    let Some(steps) = vectors::lines::<Step>("orchard_moves.jsonl.gz") else { return };
    let maps: BTreeMap<String, Vec<String>> = serde_json::from_slice(&vectors::bytes("orchard_tiny_maps.json").unwrap()).unwrap();
    let mut teleports = 0;
    for step in &steps {
        for rules in [Rules::Original, Rules::Document] {
            let config = Config { rules, map: maps[&step.grid].join("\n"), ..Config::default() };
            let mut game = Orchard::new(&config).unwrap();
            for k in 0..2 {
                let chance = game.draw(&mut Luck::new(0).nature(k));
                game.settle(&chance);
            }
            let mut seen = game.observe(Seat(0));
            seen.phase = Phase::Move;
            seen.acting = SeatSet::first(2);
            seen.me = Player { location: step.from, bike: step.bike, portal_gun: step.portal, ..seen.me };
            let game = Orchard::assume(&game.brief(), Seat(0), &seen, &game.secret());
            let action = answer::read(Phase::Move, &step.text).filter(|action| game.check(Seat(0), *action).is_ok());
            let to = if let Some(Action::Move(to)) = action { to } else { step.from };
            if to != step.to {
                assert_eq!((rules, step.to), (Rules::Document, step.from), "{}", step.text);
                assert!(step.bike > 0 && step.portal > 0 && (2..=3).contains(&step.from.distance(to)));
                teleports += 1;
                continue;
            }
            assert_eq!([i32::from(to.row) - i32::from(step.from.row), i32::from(to.col) - i32::from(step.from.col)], step.delta);
        }
    }
    println!("orchard: {} moves checked in both modes; in {teleports} of them the document teleports", steps.len());
    assert!(!steps.is_empty());
}

#[derive(Deserialize)]
struct Grown {
    grid: Vec<String>,
    z: [f64; 3],
    items: Vec<Patch>,
}

#[test]
fn oracle_orchard_batches() {
    let Some(all) = vectors::lines::<Grown>("orchard_items.jsonl.gz") else { return };
    let mut fruit = 0;
    for grown in &all {
        let map = Map::parse(&grown.grid.join("\n")).unwrap();
        let mine = grow(&map, grown.z.map(|z| Depth::new(z).unwrap()));
        assert_eq!(mine, batch(&map, &grown.items));
        fruit += mine.cells().iter().map(|pile| pile.len()).sum::<usize>();
    }
    println!("orchard: {} batches with {fruit} pieces of fruit checked", all.len());
}

#[derive(Deserialize)]
struct Simplex {
    noise3d: Vec<[f64; 4]>,
}

#[test]
fn oracle_orchard_noise() {
    let Some(bytes) = vectors::bytes("opensimplex_vectors.json") else { return };
    let simplex: Simplex = serde_json::from_slice(&bytes).unwrap();
    for [x, y, z, value] in &simplex.noise3d {
        assert_eq!(noise(*x, *y, *z).to_bits(), value.to_bits(), "noise at {x}, {y}, {z}");
    }
    println!("orchard: {} noise values checked to the last bit", simplex.noise3d.len());
}

#[test]
fn oracle_orchard_replay_texts() {
    if vectors::folder().is_none() {
        return;
    }
    for text in (0..1_000).filter_map(sample) {
        let replay = import(&text).unwrap();
        assert_eq!(replay.text(), text, "read and written again, byte for byte");
        let other_form = text.replace("[Replay]", "[Replay] ").replacen("[Replay] {\"type\": \"finish\"}\n", "", 1);
        assert_eq!(import(&other_form).unwrap(), replay, "the document's form reads the same");
        assert_eq!(replay.scenes().len(), replay.ticks.len() + 1);
        println!("orchard: replay of {} rounds read and written again", replay.ticks.len());
    }
}
