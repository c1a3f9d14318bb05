//! One finished game: who sat where and what each seat got.
use serde::{Deserialize, Serialize};

/// An entrant by number, from zero.
pub type Entrant = u32;

/// A row of the log of results. Ranks, shares and scores follow from the payoffs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The number of the fixture in its tournament.
    pub fixture: u64,
    /// The number of the game in its fixture, from zero.
    pub game: u32,
    /// By seat: who sat there and what the game paid.
    pub seats: Vec<Seat>,
    /// Taken back by the organizer: kept, shown, and without effect.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub voided: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    pub entrant: Entrant,
    pub payoff: f64,
}

/// Who is to blame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// A bot's fault costs what the rules say: the payoffs hold it. `kind` is a word such as `time`, `memory` or `crash`.
    Bot { seat: u8, kind: String },
    /// Ours: the game does not score and is played again.
    Platform { kind: String },
}

impl Outcome {
    /// A game between two, without a fault.
    pub fn duel(fixture: u64, game: u32, entrants: [Entrant; 2], payoffs: [f64; 2]) -> Outcome {
        let seats = entrants.into_iter().zip(payoffs).map(|(entrant, payoff)| Seat { entrant, payoff }).collect();
        Outcome { fixture, game, seats, voided: false, fault: None }
    }

    /// Whether it counts.
    pub fn scores(&self) -> bool {
        !self.voided && !matches!(self.fault, Some(Fault::Platform { .. }))
    }

    /// The place of a seat, from one; equal payoffs share the better place.
    pub fn rank(&self, seat: usize) -> usize {
        1 + self.seats.iter().filter(|other| other.payoff > self.seats[seat].payoff).count()
    }

    /// How a win is shared: one for the highest payoff, split evenly between those who have it.
    pub fn share(&self, seat: usize) -> f64 {
        let winners = (0..self.seats.len()).filter(|seat| self.rank(*seat) == 1).count();
        if self.rank(seat) == 1 { 1.0 / winners as f64 } else { 0.0 }
    }

    /// The part of the others that a seat left behind; a tie counts one half. With two seats it equals the share.
    pub fn score(&self, seat: usize) -> f64 {
        let mine = self.seats[seat].payoff;
        let beaten = self.seats.iter().filter(|other| other.payoff < mine).count();
        let equal = self.seats.iter().filter(|other| other.payoff == mine).count() - 1;
        (beaten as f64 + 0.5 * equal as f64) / (self.seats.len() - 1) as f64
    }

    /// Where an entrant sat.
    pub fn seat_of(&self, entrant: Entrant) -> Option<usize> {
        self.seats.iter().position(|seat| seat.entrant == entrant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(payoffs: &[f64]) -> Outcome {
        let seats = payoffs.iter().enumerate().map(|(n, payoff)| Seat { entrant: n as Entrant, payoff: *payoff }).collect();
        Outcome { fixture: 0, game: 0, seats, voided: false, fault: None }
    }

    #[test]
    fn ranks_shares_and_scores_follow_from_payoffs() {
        let game = table(&[1.0, 0.0, 1.0, -2.0]);
        let by_seat = |of: &dyn Fn(usize) -> f64| (0..4).map(of).collect::<Vec<_>>();
        assert_eq!(by_seat(&|seat| game.rank(seat) as f64), [1.0, 3.0, 1.0, 4.0]);
        assert_eq!(by_seat(&|seat| game.share(seat)), [0.5, 0.0, 0.5, 0.0]);
        assert_eq!(by_seat(&|seat| game.score(seat)), [2.5 / 3.0, 1.0 / 3.0, 2.5 / 3.0, 0.0]);
    }

    #[test]
    fn only_the_platforms_fault_and_a_void_keep_a_game_from_scoring() {
        let mut game = table(&[1.0, 0.0]);
        game.fault = Some(Fault::Bot { seat: 1, kind: "time".into() });
        assert!(game.scores());
        game.voided = true;
        assert!(!game.scores());
        game = Outcome { fault: Some(Fault::Platform { kind: "disk".into() }), voided: false, ..game };
        assert!(!game.scores());
    }
}
