//! Those who keep faith with those who do: Cooperative while they trust, Realist while they do not.
//!
//! A player of this family keeps one number, its trust in the opponent, for the length of a series. After each game
//! * a tie is **cooperation**: both gave up the win;
//! * a loss is **betrayal**: the opponent took the win;
//! * its own win and a draw are neither, unless [`Creed`] says otherwise.
//!
//! While trust is above zero it plays as a Cooperative in every position from which two Cooperatives would reach a tie,
//! and as a Realist in all others. Cooperation through Realist play counts too, so that peace can return.
use super::atlas::Atlas;
use super::horde::{Die, choices, solved};
use super::solution::{Outcomes, Side};
use super::strategy::Menu;
use super::utility::Personality;
use games::microchess::{Board, Colour, Config, Microchess, Move, Observation, Outcome, outcome};
use games::{PerSeat, Player, Start};
use std::time::Duration;

/// How trust moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Creed {
    pub name: &'static str,
    pub about: &'static str,
    /// Trust when a series begins.
    pub start: i32,
    pub betrayal: i32,
    pub cooperation: i32,
    /// After every game, whatever happened.
    pub each_game: i32,
    /// After a draw.
    pub draw: i32,
    /// After a win that came while trusting: the trust was wasted on a fool.
    pub easy_win: i32,
    /// A betrayal ends all trust for the series.
    pub forever: bool,
    /// After each game trust goes up by one once in so many games, and down by one as often; 0 is never.
    pub twitch: u32,
}

impl Creed {
    /// Trust that does not come back.
    pub const NEVER: i32 = i32::MIN;

    pub const TIT_FOR_TAT: Creed = Creed {
        name: "TitForTat",
        about: "trusts at first; a tie earns trust, a loss costs as much",
        start: 1,
        betrayal: -1,
        cooperation: 1,
        each_game: 0,
        draw: 0,
        easy_win: 0,
        forever: false,
        twitch: 0,
    };
    pub const TAT_FOR_TIT: Creed = Creed { name: "TatForTit", about: "TitForTat that distrusts at first", start: -1, ..Creed::TIT_FOR_TAT };
    pub const TIT_FOR_TAT_TAT: Creed =
        Creed { name: "TitForTatTat", about: "begins in doubt, and a loss costs two ties", start: 0, betrayal: -2, ..Creed::TIT_FOR_TAT };
    pub const GRUDGER: Creed =
        Creed { name: "Grudger", about: "trusts until the first loss, and then never again", forever: true, ..Creed::TIT_FOR_TAT };
    pub const CONDESCENSION: Creed = Creed {
        name: "Condescension",
        about: "begins in doubt; draws cost trust, and easy wins cost more: the weak deserve no ties",
        start: 0,
        draw: -1,
        easy_win: -3,
        ..Creed::TIT_FOR_TAT
    };
    pub const FORGIVENESS: Creed = Creed {
        name: "Forgiveness",
        about: "a loss costs five, a tie earns two, and time heals one a game",
        betrayal: -5,
        cooperation: 2,
        each_game: 1,
        ..Creed::TIT_FOR_TAT
    };
    pub const TWITCH_FOR_TAT: Creed =
        Creed { name: "TwitchForTat", about: "TitForTat whose trust moves by chance now and then", twitch: 20, ..Creed::TIT_FOR_TAT };

    /// Trust after a game with this outcome for the one who trusts; chance aside.
    pub fn after(&self, trust: i32, outcome: Outcome) -> i32 {
        let change = match outcome {
            Outcome::Loss if self.forever => return Creed::NEVER,
            _ if trust == Creed::NEVER => return trust,
            Outcome::Loss => self.betrayal,
            Outcome::Tie => self.cooperation,
            Outcome::Draw => self.draw,
            Outcome::Win if trust > 0 => self.easy_win,
            Outcome::Win => 0,
        };
        trust.saturating_add(change + self.each_game)
    }
}

/// The family. The last of them is a TitForTat but for chance.
pub const CREEDS: [Creed; 7] = [
    Creed::TIT_FOR_TAT,
    Creed::TAT_FOR_TIT,
    Creed::TIT_FOR_TAT_TAT,
    Creed::GRUDGER,
    Creed::CONDESCENSION,
    Creed::FORGIVENESS,
    Creed::TWITCH_FOR_TAT,
];

/// The moves of one who trusts or does not.
pub fn faithful(trusting: bool, board: &Board, mover: Colour, left: u8, last_move_counts: bool) -> Menu {
    let personality =
        if trusting && can_tie(board, mover, left, last_move_counts) { Personality::Cooperative } else { Personality::Realist };
    choices(personality, board, mover, left, last_move_counts)
}

/// Whether two Cooperatives would reach a tie from here.
fn can_tie(board: &Board, mover: Colour, left: u8, last_move_counts: bool) -> bool {
    let cooperative = solved(Personality::Cooperative, last_move_counts).expect("a Cooperative reasons");
    let node = Atlas::shared().node(board, mover).expect("whoever is asked to move has a piece to move");
    cooperative.outcomes(node, Side::Own, left) == Outcomes::one(Outcome::Tie)
}

/// A player of the family.
pub struct Faithful {
    creed: Creed,
    trust: i32,
    last_move_counts: bool,
    die: Die,
}

impl Faithful {
    pub fn new(creed: Creed) -> Faithful {
        Faithful { creed, trust: creed.start, last_move_counts: Config::default().last_move_counts, die: Die::default() }
    }

    pub fn trust(&self) -> i32 {
        self.trust
    }
}

impl Player<Microchess> for Faithful {
    fn prepare_for_series(&mut self) {
        self.trust = self.creed.start;
    }

    fn prepare_for_match(&mut self, start: &Start<'_, Microchess>) {
        self.last_move_counts = start.brief.last_move_counts;
        self.die = Die::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Move {
        self.die.pick(faithful(self.trust > 0, &seen.board, seen.you, seen.left, self.last_move_counts).moves())
    }

    fn match_over(&mut self, seen: &Observation, _: &PerSeat<f32>) {
        self.trust = self.creed.after(self.trust, outcome(&seen.board, seen.you));
        if self.creed.twitch > 0 {
            self.trust += i32::from(self.die.once_in(self.creed.twitch)) - i32::from(self.die.once_in(self.creed.twitch));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn trust(name: &str, outcomes: &[Outcome]) -> i32 {
        let creed = CREEDS.iter().find(|creed| creed.name == name).unwrap();
        outcomes.iter().fold(creed.start, |trust, outcome| creed.after(trust, *outcome))
    }

    #[test]
    fn trust_moves_as_each_creed_says() {
        use Outcome::{Draw, Loss, Tie, Win};
        assert_eq!(trust("TitForTat", &[Tie, Tie, Loss, Win, Draw]), 2);
        assert_eq!(trust("TatForTit", &[Tie]), 0);
        assert_eq!(trust("TitForTatTat", &[Tie, Tie, Loss]), 0);
        assert_eq!(trust("Grudger", &[Tie, Tie, Loss, Tie, Tie, Tie]), Creed::NEVER);
        assert_eq!(trust("Condescension", &[Win, Tie, Tie, Win, Draw]), -2);
        assert_eq!(trust("Forgiveness", &[Tie, Loss, Win]), 1);
        assert_eq!(trust("TwitchForTat", &[Loss]), 0);
    }

    #[test]
    fn who_trusts_spares_the_king_and_who_does_not_takes_it() {
        let board: Board = "..R./...r/Kk../....".parse().unwrap();
        let takes = |trusting| faithful(trusting, &board, Colour::White, 30, true).moves().contains(&Move::king(2, 2));
        assert!(takes(false) && !takes(true));
        let last: Board = "..../..../Kk../R...".parse().unwrap();
        assert_eq!(faithful(true, &last, Colour::White, 1, true).moves(), [Move::king(2, 2)], "no tie is possible any more");
    }
}
