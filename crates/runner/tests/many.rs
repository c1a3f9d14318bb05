//! Many games: the same results whatever the number of cores, and series as the document wants them.
use games::Luck;
use runner::{
    Bot, FixtureResult, Fixtures, InProcess, PlatformFault, Record, RoundRobin, SeriesPlan, SeriesResult, Table, play_fixtures,
    play_round_robin,
};

fn horde(name: &str) -> Box<dyn Bot> {
    Box::new(InProcess(bots::find("microchess", name).unwrap().summon()))
}

fn run(threads: usize, count: u64) -> Vec<FixtureResult> {
    let mut table = Table::new(games::find("microchess").unwrap(), "{}").unwrap();
    table.record = Record::Moves;
    let names = ["Monkey".to_string(), "Nihilist".to_string()];
    let plan = Fixtures {
        table: &table,
        names: &names,
        luck: Luck::new(11),
        numbers: 0..count,
        boards: 1,
        seatings: &[vec![0, 1], vec![1, 0]],
        pin: false,
    };
    let mut all = Vec::new();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let summon = |entrant: usize| Ok(horde(["Monkey", "Nihilist"][entrant]));
    let mut keep = |fixture| {
        all.push(fixture);
        Ok::<_, PlatformFault>(())
    };
    pool.install(|| play_fixtures(&plan, summon, &mut keep)).unwrap();
    all
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let texts = |threads| -> Vec<String> {
        run(threads, 300).into_iter().flat_map(|fixture| fixture.games).map(|game| game.tape.unwrap().text()).collect()
    };
    assert!(texts(1) == texts(4));
}

#[test]
fn both_games_of_a_mirror_fixture_meet_the_same_luck_with_seats_swapped() {
    let mut boards = std::collections::BTreeSet::new();
    for fixture in run(2, 50) {
        assert_eq!(fixture.games.len(), 2);
        let tapes: Vec<_> = fixture.games.iter().map(|game| game.tape.as_ref().unwrap()).collect();
        let start = |k: usize| serde_json::to_string(&tapes[k].lines[0]).unwrap();
        assert_eq!(start(0), start(1), "the same board");
        assert_eq!((tapes[0].header.seats[0].name.as_str(), tapes[1].header.seats[0].name.as_str()), ("Monkey", "Nihilist"));
        boards.insert(start(0));
    }
    assert!(boards.len() > 45, "fixtures differ");
}

/// Counts its calls, then plays as a Nihilist.
struct Diary {
    inner: Box<dyn Bot>,
    calls: std::sync::Arc<std::sync::Mutex<Vec<String>>>,
}

impl Bot for Diary {
    fn prepare_for_series(&mut self) -> Result<runner::Answer, PlatformFault> {
        self.calls.lock().unwrap().push("series".into());
        self.inner.prepare_for_series()
    }
    fn prepare_for_match(&mut self, game: &dyn games::AnyGame, seat: games::Seat, seed: u64) -> Result<runner::Answer, PlatformFault> {
        self.calls.lock().unwrap().push(format!("match as {} on {}", seat.0, game.observe(seat)));
        self.inner.prepare_for_match(game, seat, seed)
    }
    fn decide(&mut self, game: &mut dyn games::AnyGame, seat: games::Seat, time: &runner::Time) -> Result<runner::Answer, PlatformFault> {
        self.inner.decide(game, seat, time)
    }
    fn match_over(&mut self, game: &dyn games::AnyGame, seat: games::Seat) -> Result<(), PlatformFault> {
        self.calls.lock().unwrap().push("over".into());
        self.inner.match_over(game, seat)
    }
}

#[test]
fn a_series_prepares_once_and_plays_each_board_with_both_colours() {
    let table = Table::new(games::find("microchess").unwrap(), "{}").unwrap();
    let names = ["a".to_string(), "b".to_string()];
    let calls = std::sync::Arc::default();
    let diary = Diary { inner: horde("Nihilist"), calls: std::sync::Arc::clone(&calls) };
    let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(diary), horde("Monkey")];
    let series = SeriesPlan { pair: (0, 1), luck: Luck::new(4), first_starts: vec![true, false, true] };
    let plan = RoundRobin { table: &table, names: &names, rounds: vec![vec![series]] };
    let mut results = Vec::new();
    let keep = |series| {
        results.push(series);
        Ok::<_, PlatformFault>(())
    };
    play_round_robin(&plan, &mut bots, keep).unwrap();
    assert_eq!((results.len(), results[0].games()), (1, 6));
    let calls = calls.lock().unwrap();
    assert_eq!(calls[0], "series");
    let matches: Vec<&String> = calls.iter().filter(|call| call.starts_with("match")).collect();
    let seats: Vec<&str> = matches.iter().map(|call| &call[9..10]).collect();
    assert_eq!(seats, ["0", "1", "1", "0", "0", "1"], "who starts alternates on each board as the coin said");
    let board = |call: &str| call.split("\"board\":\"").nth(1).unwrap()[..19].to_string();
    for pair in matches.chunks(2) {
        assert_eq!(board(pair[0]), board(pair[1]), "the same board twice");
    }
    assert_eq!(calls.iter().filter(|call| *call == "over").count(), 6);
}

#[test]
fn a_fixture_of_several_boards_is_a_series() {
    let table = Table::new(games::find("microchess").unwrap(), "{}").unwrap();
    let names = ["a".to_string(), "b".to_string()];
    let calls: std::sync::Arc<std::sync::Mutex<Vec<String>>> = std::sync::Arc::default();
    let seatings = [vec![0, 1], vec![1, 0]];
    let plan = Fixtures { table: &table, names: &names, luck: Luck::new(4), numbers: 7..8, boards: 5, seatings: &seatings, pin: false };
    let summon = |entrant: usize| -> Result<Box<dyn Bot>, PlatformFault> {
        let diary = || Diary { inner: horde("Nihilist"), calls: std::sync::Arc::clone(&calls) };
        Ok(if entrant == 0 { Box::new(diary()) } else { horde("Monkey") })
    };
    let mut all = Vec::new();
    let keep = |fixture| {
        all.push(fixture);
        Ok::<_, PlatformFault>(())
    };
    play_fixtures(&plan, summon, keep).unwrap();
    assert_eq!((all.len(), all[0].number, all[0].games.len()), (1, 7, 10));
    let calls = calls.lock().unwrap();
    assert_eq!((calls[0].as_str(), calls.iter().filter(|call| *call == "series").count()), ("series", 1));
    let matches: Vec<&String> = calls.iter().filter(|call| call.starts_with("match")).collect();
    let board = |call: &str| call.split("\"board\":\"").nth(1).unwrap()[..19].to_string();
    let boards: Vec<String> = matches.iter().map(|call| board(call)).collect();
    assert!(boards.chunks(2).all(|pair| pair[0] == pair[1]), "the same board from both sides");
    assert_eq!(boards.iter().collect::<std::collections::BTreeSet<_>>().len(), 5, "and another one each time");
}

#[test]
fn one_instance_plays_the_whole_round_robin() {
    let table = Table::new(games::find("microchess").unwrap(), "{}").unwrap();
    let names: Vec<String> = (0..5).map(|i| i.to_string()).collect();
    let mut bots: Vec<Box<dyn Bot>> = (0..5).map(|_| horde("Nihilist")).collect();
    let plan = |pair| SeriesPlan { pair, luck: Luck::new(1), first_starts: vec![true] };
    let rounds = league::round_robin(5).into_iter().map(|round| round.into_iter().map(plan).collect()).collect();
    let mut pairs = Vec::new();
    let keep = |series: SeriesResult| {
        pairs.push(series.pair);
        Ok::<_, PlatformFault>(())
    };
    play_round_robin(&RoundRobin { table: &table, names: &names, rounds }, &mut bots, keep).unwrap();
    assert_eq!(pairs.len(), 10);
}
