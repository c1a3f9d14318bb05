//! Ratings by the crate `skillratings`, game by game in the order of the log: TrueSkill, Weng–Lin, Glicko-2.
use crate::{Log, Outcome};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill_multi_team};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

/// Rating and uncertainty of each entrant.
pub type Rated = Vec<(f64, f64)>;

pub fn trueskill(log: &Log) -> Rated {
    let config = TrueSkillConfig::new();
    let step =
        |teams: &[(&[TrueSkillRating], MultiTeamOutcome)]| trueskill_multi_team(teams, &config, None).expect("no weights, no wrong ones");
    let rated = tables(log, TrueSkillRating::new(), step);
    rated.iter().map(|rating| (rating.rating, rating.uncertainty)).collect()
}

pub fn weng_lin(log: &Log) -> Rated {
    let config = WengLinConfig::new();
    let step = |teams: &[(&[WengLinRating], MultiTeamOutcome)]| weng_lin_multi_team(teams, &config);
    let rated = tables(log, WengLinRating::new(), step);
    rated.iter().map(|rating| (rating.rating, rating.uncertainty)).collect()
}

/// A fixture is a rating period: its entrants are rated together, from what they were before it.
pub fn glicko2(log: &Log) -> Rated {
    let config = Glicko2Config::new();
    let mut ratings = vec![Glicko2Rating::new(); log.entrants()];
    for games in log.fixtures() {
        let before = ratings.clone();
        for entrant in crate::points::people(&games) {
            let mut met = Vec::new();
            for game in &games {
                let Some(seat) = game.seat_of(entrant) else { continue };
                let mine = game.seats[seat].payoff;
                for other in game.seats.iter().filter(|other| other.entrant != entrant) {
                    met.push((before[other.entrant as usize], verdict(mine, other.payoff)));
                }
            }
            ratings[entrant as usize] = glicko2_rating_period(&before[entrant as usize], &met, &config);
        }
    }
    ratings.iter().map(|rating| (rating.rating, rating.deviation)).collect()
}

fn verdict(mine: f64, theirs: f64) -> Outcomes {
    match mine.total_cmp(&theirs) {
        _ if mine == theirs => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::WIN,
        _ => Outcomes::LOSS,
    }
}

/// Every game as a table of teams of one.
fn tables<R: Copy>(log: &Log, fresh: R, step: impl Fn(&[(&[R], MultiTeamOutcome)]) -> Vec<Vec<R>>) -> Vec<R> {
    let mut ratings = vec![fresh; log.entrants()];
    for game in log.scored() {
        let alone: Vec<[R; 1]> = game.seats.iter().map(|seat| [ratings[seat.entrant as usize]]).collect();
        let teams: Vec<(&[R], MultiTeamOutcome)> = alone.iter().enumerate().map(|(seat, one)| (&one[..], place(game, seat))).collect();
        for (seat, team) in game.seats.iter().zip(step(&teams)) {
            ratings[seat.entrant as usize] = team[0];
        }
    }
    ratings
}

fn place(game: &Outcome, seat: usize) -> MultiTeamOutcome {
    MultiTeamOutcome::new(game.rank(seat))
}
