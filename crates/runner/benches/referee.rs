//! What the referee adds to a game of native bots.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games::Luck;
use runner::{Bot, Fixtures, InProcess, PlatformFault, Record, Table, play_fixtures};

const GAMES: u64 = 2_000;

fn native(c: &mut Criterion) {
    let mut group = c.benchmark_group("play microchess Realist Monkey");
    group.throughput(Throughput::Elements(GAMES)).sample_size(10);
    for (name, record) in [("results only", Record::Nothing), ("with tapes", Record::Moves)] {
        let mut table = Table::new(games::find("microchess").expect("it is a game"), "{}").expect("the defaults are good");
        table.record = record;
        let names = ["Realist".to_string(), "Monkey".to_string()];
        let plan = Fixtures {
            table: &table,
            names: &names,
            luck: Luck::new(1),
            numbers: 0..GAMES,
            boards: 1,
            seatings: &[vec![0, 1]],
            pin: false,
        };
        let summon = |entrant: usize| -> Result<Box<dyn Bot>, PlatformFault> {
            Ok(Box::new(InProcess(bots::find("microchess", &names[entrant]).expect("it is a bot").summon())))
        };
        group.bench_function(name, |b| b.iter(|| play_fixtures(&plan, summon, |_| Ok::<_, PlatformFault>(()))));
    }
}

criterion_group!(benches, native);
criterion_main!(benches);
