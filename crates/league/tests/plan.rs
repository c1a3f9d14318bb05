//! The fixed case: how many teams each method puts in the wrong band with the same number of games.
use league::Plan;

#[test]
fn our_way_beats_batch_and_batch_beats_sequential() {
    let found = Plan::default().simulate(8);
    assert_eq!(found.games, 3320);
    assert!(found.batch.mean < found.sequential.mean, "{found:?}");
    assert!(found.ours.mean < 0.65 * found.sequential.mean, "{found:?}");
}

#[test]
fn long_our_way_halves_the_wrong_grades_of_sequential_elo() {
    if std::env::var_os("BARNYARD_LONG").is_none_or(|long| long != "1") {
        return;
    }
    let found = Plan::default().simulate(500);
    println!("{found:?}");
    assert!(found.ours.mean <= 0.5 * found.sequential.mean, "{found:?}");
}
