//! What the referee adds to a game of native bots.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games::Luck;
use runner::{Bot, Chair, Fixtures, InProcess, Java, Limits, PlatformFault, Program, Recipe, Record, Table, play_fixtures};

const GAMES: u64 = 2_000;

fn native(c: &mut Criterion) {
    let mut group = c.benchmark_group("play microchess Realist Monkey");
    group.throughput(Throughput::Elements(GAMES)).sample_size(10);
    for (name, record) in [("results only", Record::Nothing), ("with tapes", Record::Moves)] {
        let mut table = Table::new(games::find("microchess").expect("it is a game"), "{}").expect("the defaults are good");
        table.record = record;
        let names = ["Realist".to_string(), "Monkey".to_string()];
        let plan = Fixtures { table: &table, names: &names, luck: Luck::new(1), count: GAMES, seatings: &[vec![0, 1]], pin: false };
        let summon = |entrant: usize| -> Result<Box<dyn Bot>, PlatformFault> {
            Ok(Box::new(InProcess(bots::find("microchess", &names[entrant]).expect("it is a bot").summon())))
        };
        group.bench_function(name, |b| b.iter(|| play_fixtures(&plan, summon, |_| Ok::<_, PlatformFault>(()))));
    }
}

/// Moves a piece that takes nothing, so that games are long.
const QUIET_TEAM: &str = "public class TeamQuiet extends Player {
  public TeamQuiet(int maxNumMoves) {}
  public void prepareForSeries() {}
  public void prepareForMatch() {}
  public MoveDescription chooseMove() {
    BoardPosition now = toBoardPosition();
    MoveDescription move = null;
    for (MoveDescription each : now.getAllPossibleMoves()) {
      move = each;
      BoardPosition next = now.doMove(each);
      if (next.blackKingPosition * next.blackRookPosition * next.whiteKingPosition * next.whiteRookPosition > 0) break;
    }
    return move;
  }
}";

fn java(c: &mut Criterion) {
    if let Err(fault) = Java::usual() {
        println!("skipped: {fault}");
        return;
    }
    let entry = games::find("microchess").expect("it is a game");
    let table = Table::new(entry, r#"{"board":"r..R/..../..../k..K"}"#).expect("the settings are good");
    let place = tempfile::tempdir().expect("there is a place for files");
    let file = place.path().join("TeamQuiet.java");
    std::fs::write(&file, QUIET_TEAM).expect("there is room");
    let recipe = Recipe::find(&file, entry).expect("it is a team");
    let start = || {
        let command = recipe.errand(None).expect("there is a Java");
        Program::start("TeamQuiet", command, entry, &table.config, Limits::grants("microchess"), None).expect("it starts")
    };
    let (mut white, mut black) = (start(), start());
    let mut play = || {
        let mut chairs = [Chair { name: "white", bot: &mut white, seed: 1 }, Chair { name: "black", bot: &mut black, seed: 2 }];
        let played = table.play(Luck::new(1), &mut chairs).expect("nothing fails");
        assert!(played.fouls.is_empty(), "{:?}", played.fouls);
        played.decisions
    };
    let mut group = c.benchmark_group("a move of a Java team");
    group.throughput(Throughput::Elements(play()));
    group.bench_function("quiet", |b| b.iter(&mut play));
}

criterion_group!(benches, native, java);
criterion_main!(benches);
