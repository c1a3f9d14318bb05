//! Each bot of a ladder beats the one below it. The quick form of what `docs/bots.md` measures: fewer games, less thought.
use bots::Reference;
use bots::search::Effort;
use games::{Luck, PerSeat, Seat, Turn, share};
use std::time::Duration;

/// More thought than this is left to the full measurement.
const MOST_NODES: u64 = 20_000;

/// A whole game; the shares of the win.
fn bout(game: &str, bots: [&Reference; 2], seed: u64) -> PerSeat<f64> {
    let luck = Luck::new(seed);
    let mut table = games::find(game).unwrap().open("{}").unwrap();
    let effort = |bot: &Reference| match bot.effort() {
        Some(Effort::Nodes(nodes)) => Some(Effort::Nodes(nodes.min(MOST_NODES))),
        other => other,
    };
    let mut natives = bots.map(|bot| bot.summon_with(effort(bot)));
    let (mut chances, mut welcomed) = (0, false);
    loop {
        match table.turn() {
            Turn::Chance => {
                table.roll(&mut luck.nature(chances), false);
                chances += 1;
            }
            Turn::Act(seats) => {
                if !std::mem::replace(&mut welcomed, true) {
                    for (seat, native) in Seat::first(2).zip(&mut natives) {
                        table.welcome(seat, native, luck.bot(u64::from(seat.0), 0));
                    }
                }
                for seat in seats.iter() {
                    table.consult(seat, &mut natives[seat.index()], Duration::MAX).unwrap();
                }
                table.play();
            }
            Turn::Over => return share(&table.payoffs()),
        }
    }
}

/// The mean score of the stronger bot over both seatings of so many boards, and the lower end of its 95 % interval.
fn score(game: &str, strong: &Reference, weak: &Reference, boards: u64) -> (f64, f64) {
    let both = |seed| (bout(game, [strong, weak], seed)[0] + bout(game, [weak, strong], seed)[1]) / 2.0;
    let scores: Vec<f64> = (0..boards).map(both).collect();
    let n = boards as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, mean - 1.96 * (variance / n).sqrt())
}

/// Boards for each rung, so that its lead shows.
fn climb(game: &str, ladder: &[&str], boards: &[u64]) {
    let names: Vec<&str> = bots::of(game).map(|bot| bot.name).collect();
    assert_eq!(names, ladder, "the ladder is the table, weakest first");
    for (pair, boards) in ladder.windows(2).zip(boards) {
        let [weak, strong] = [pair[0], pair[1]].map(|name| bots::find(game, name).unwrap());
        let (mean, low) = score(game, strong, weak, *boards);
        println!("{} scores {mean:.3} against {} over {boards} boards, at least {low:.3}", strong.name, weak.name);
        assert!(low > 0.5, "{} does not beat {}", strong.name, weak.name);
    }
}

#[test]
fn chickens() {
    climb("chickens", &["Yolanda", "Henny", "David", "Max", "Gertrude"], &[10, 40, 20, 12]);
}

#[test]
fn carpets() {
    climb("carpets", &["Yolanda", "George", "Albert", "Carrie", "Ada"], &[8, 60, 100, 40]);
}
