//! The tree finds what theory says of games that are small enough to solve by hand.
use super::*;
use games::luck::below;

/// A game of two that is decided at once: what the first seat gets by both moves; the second gets the rest.
struct Matrix<const N: usize>([[f32; N]; N]);

impl<const N: usize> World for Matrix<N> {
    type Position = Option<(usize, usize)>;
    type Move = usize;

    fn guess(&self, _: &mut Sprint) -> Self::Position {
        None
    }

    fn acting(&self, at: &Self::Position) -> SeatSet {
        if at.is_none() { SeatSet::first(2) } else { SeatSet::EMPTY }
    }

    fn moves(&self, _: &Self::Position, _: Seat, into: &mut Vec<(usize, f32)>) {
        into.extend((0..N).map(|step| (step, 1.0)));
    }

    fn play(&self, at: &mut Self::Position, joint: &Joint<usize>, _: &mut Sprint) {
        *at = joint.get(Seat(0)).zip(joint.get(Seat(1)));
    }

    fn worth(&self, at: Self::Position, _: &mut Sprint) -> PerSeat<f32> {
        let (row, col) = at.expect("both have moved");
        PerSeat::from([self.0[row][col], 1.0 - self.0[row][col]])
    }
}

fn shares<M>(choices: &[Choice<M>]) -> Vec<f32> {
    choices.iter().map(|choice| choice.share).collect()
}

#[track_caller]
fn close(shares: &[f32], expected: &[f32], within: f32) {
    let worst = shares.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(shares.len() == expected.len() && worst < within, "{shares:?} is not {expected:?}");
}

/// Rock wins double against scissors. With wins of 1, 1 and 2 the equilibrium is 1/4, 1/2, 1/4: each move is made as often as
/// the win of the two others against each other counts.
#[test]
fn a_biased_game_of_rock_paper_scissors_is_mixed_as_theory_says() {
    let even = |win: f32| 0.5 + win / 4.0;
    let game = Matrix([[even(0.0), even(-1.0), even(2.0)], [even(1.0), even(0.0), even(-1.0)], [even(-2.0), even(1.0), even(0.0)]]);
    for seed in 0..5 {
        for thinker in [Seat(0), Seat(1)] {
            close(&shares(&explore(&game, thinker, seed, Limit::nodes(60_000))), &[0.25, 0.5, 0.25], 0.04);
        }
    }
}

/// Not fair to both, and with a move that is never good.
#[test]
fn a_game_that_is_not_fair_is_mixed_as_theory_says() {
    let game = Matrix([[0.75, 0.0, 0.9], [0.25, 0.5, 0.9], [0.1, 0.0, 0.2]]);
    // 0.75p + 0.25(1 - p) = 0.5(1 - p): p = 1/4. For the other, 0.75q = 0.25q + 0.5(1 - q): q = 1/2.
    close(&shares(&explore(&game, Seat(0), 1, Limit::nodes(60_000))), &[0.25, 0.75, 0.0], 0.04);
    close(&shares(&explore(&game, Seat(1), 1, Limit::nodes(60_000))), &[0.5, 0.5, 0.0], 0.04);
}

/// Sticks in a heap: the two take one to three in turn, who takes the last one wins. A heap of four times anything is lost.
struct Nim(u8);

impl World for Nim {
    type Position = (u8, Seat);
    type Move = u8;

    fn guess(&self, _: &mut Sprint) -> (u8, Seat) {
        (self.0, Seat(0))
    }

    fn acting(&self, (left, mover): &(u8, Seat)) -> SeatSet {
        if *left == 0 { SeatSet::EMPTY } else { SeatSet::one(*mover) }
    }

    fn moves(&self, (left, _): &(u8, Seat), _: Seat, into: &mut Vec<(u8, f32)>) {
        into.extend((1..=3.min(*left)).map(|sticks| (sticks, 1.0)));
    }

    fn play(&self, (left, mover): &mut (u8, Seat), joint: &Joint<u8>, _: &mut Sprint) {
        *left -= joint.get(*mover).expect("the mover moves");
        *mover = mover.rival();
    }

    /// Played out at random.
    fn worth(&self, (mut left, mut mover): (u8, Seat), rng: &mut Sprint) -> PerSeat<f32> {
        while left > 0 {
            left -= 1 + below(rng, 3.min(left).into()) as u8;
            mover = mover.rival();
        }
        PerSeat::new(2, |seat| if seat == mover { 0.0 } else { 1.0 })
    }
}

#[test]
fn a_forced_win_is_found() {
    for sticks in (1..=11).filter(|sticks| sticks % 4 != 0) {
        let choices = explore(&Nim(sticks), Seat(0), 7, Limit::nodes(20_000));
        assert_eq!(best(&choices), sticks % 4, "{sticks} sticks: {choices:?}");
    }
}

/// A sure thing, or a gamble that is won with these odds.
struct Lottery {
    sure: f32,
    odds: f64,
}

impl World for Lottery {
    type Position = Option<f32>;
    type Move = bool;

    fn guess(&self, _: &mut Sprint) -> Option<f32> {
        None
    }

    fn acting(&self, at: &Option<f32>) -> SeatSet {
        if at.is_none() { SeatSet::one(Seat(0)) } else { SeatSet::EMPTY }
    }

    fn moves(&self, _: &Option<f32>, _: Seat, into: &mut Vec<(bool, f32)>) {
        into.extend([(false, 1.0), (true, 1.0)]);
    }

    fn play(&self, at: &mut Option<f32>, joint: &Joint<bool>, rng: &mut Sprint) {
        let gamble = joint.get(Seat(0)).expect("it moves");
        *at = Some(if !gamble { self.sure } else { f32::from(u8::from(unit(rng) < self.odds)) });
    }

    fn worth(&self, at: Option<f32>, _: &mut Sprint) -> PerSeat<f32> {
        PerSeat::from([at.expect("it has moved")])
    }
}

#[test]
fn the_better_gamble_is_found() {
    for (sure, odds, gamble) in [(0.5, 0.6, true), (0.5, 0.4, false), (0.1, 0.2, true), (0.9, 0.8, false)] {
        for seed in 0..5 {
            let choices = explore(&Lottery { sure, odds }, Seat(0), seed, Limit::nodes(10_000));
            assert_eq!(best(&choices), gamble, "{choices:?}");
            assert!((choices[1].worth - odds as f32).abs() < 0.1, "{choices:?}");
        }
    }
}

/// A card lies face down, red or black. The first seat leaves for a sure 0.6, or stays and then names the colour for all or nothing.
/// With a `friend`, the second seat first looks at the card and says a colour; it shares the win.
struct Card {
    friend: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Deed {
    Leave,
    Stay,
    Say(bool),
}

#[derive(Clone, Copy)]
struct Hand {
    red: bool,
    left: bool,
    said: Option<bool>,
    named: Option<bool>,
    stayed: bool,
}

impl World for Card {
    type Position = Hand;
    type Move = Deed;

    fn guess(&self, rng: &mut Sprint) -> Hand {
        Hand { red: below(rng, 2) == 0, left: false, said: None, named: None, stayed: false }
    }

    fn acting(&self, at: &Hand) -> SeatSet {
        match at {
            _ if at.left || at.named.is_some() => SeatSet::EMPTY,
            _ if at.stayed && self.friend && at.said.is_none() => SeatSet::one(Seat(1)),
            _ => SeatSet::one(Seat(0)),
        }
    }

    fn moves(&self, at: &Hand, _: Seat, into: &mut Vec<(Deed, f32)>) {
        let deeds = if at.stayed { [Deed::Say(true), Deed::Say(false)] } else { [Deed::Leave, Deed::Stay] };
        into.extend(deeds.map(|deed| (deed, 1.0)));
    }

    fn knows(&self, at: &Hand, seat: Seat) -> u64 {
        if seat == Seat(1) { at.red.into() } else { 0 }
    }

    fn play(&self, at: &mut Hand, joint: &Joint<Deed>, _: &mut Sprint) {
        let (seat, deed) = joint.iter().next().expect("somebody acts");
        match deed {
            Deed::Leave => at.left = true,
            Deed::Stay => at.stayed = true,
            Deed::Say(red) if seat == Seat(1) => at.said = Some(red),
            Deed::Say(red) => at.named = Some(red),
        }
    }

    fn worth(&self, at: Hand, rng: &mut Sprint) -> PerSeat<f32> {
        let won = at.named.unwrap_or_else(|| below(rng, 2) == 0) == at.red;
        let worth = if at.left { 0.6 } else { f32::from(u8::from(won)) };
        PerSeat::from([worth, worth])
    }
}

/// A search that knew the card in each of its guesses would stay: it would always name the right colour later.
#[test]
fn a_hidden_card_is_not_seen() {
    for seed in 0..5 {
        let choices = explore(&Card { friend: false }, Seat(0), seed, Limit::nodes(10_000));
        assert_eq!(best(&choices), Deed::Leave, "{choices:?}");
        assert!((choices[1].worth - 0.5).abs() < 0.1, "naming a colour is worth a half: {choices:?}");
    }
}

#[test]
fn what_another_seat_tells_about_a_hidden_card_is_heard() {
    for seed in 0..5 {
        let choices = explore(&Card { friend: true }, Seat(0), seed, Limit::nodes(20_000));
        assert_eq!(best(&choices), Deed::Stay, "{choices:?}");
        assert!(choices[1].worth > 0.85, "{choices:?}");
    }
}

#[test]
fn equal_seeds_and_limits_find_the_same() {
    let game = Matrix([[0.5, 0.0], [1.0, 0.5]]);
    for nodes in [1, 2, 10, 500] {
        let find = |seed| explore(&game, Seat(0), seed, Limit::nodes(nodes));
        assert_eq!(find(3), find(3));
        assert_eq!(find(3).iter().map(|choice| u64::from(choice.tried)).sum::<u64>(), nodes, "a walk is a node");
        let all: f32 = shares(&find(3)).iter().sum();
        assert!((all - 1.0).abs() < 1e-4);
    }
    assert_ne!(explore(&game, Seat(0), 3, Limit::nodes(500)), explore(&game, Seat(0), 4, Limit::nodes(500)));
}

#[test]
fn a_clock_ends_the_search() {
    let limit = crate::search::Effort::Clock.limit(std::time::Duration::from_millis(40), 1);
    let choices = explore(&Nim(11), Seat(0), 1, limit);
    assert!(choices.iter().map(|choice| choice.tried).sum::<u32>() > 1);
}
