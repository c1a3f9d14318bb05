//! `barnyard plan`: what a budget of games will get wrong.
use super::grid;
use crate::failure::Failure;
use crate::output;
use league::Plan;

/// Say how many games and hours a league takes, and how many grades it will get wrong
#[derive(clap::Args, Debug)]
#[command(after_help = "--simulate plays leagues whose true strengths are known, and counts teams that end in the wrong band.

Examples:
  barnyard plan --teams 80 --games 80 --seconds 20 --slots 16
  barnyard plan --simulate
  barnyard plan --simulate --references -200,0,200 --games 40 --json")]
pub struct PlanArgs {
    /// Teams beside the references
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=2000))]
    teams: u32,
    /// How far teams are spread, as a standard deviation in Elo
    #[arg(long, value_name = "ELO", default_value_t = 200.0)]
    spread: f64,
    /// Strengths of the references in Elo
    #[arg(long, value_name = "ELO,...", value_delimiter = ',', default_values_t = [-150.0, 0.0, 150.0], allow_hyphen_values = true)]
    references: Vec<f64>,
    /// Games each entrant plays on average
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// The part of the games that is kept for those whose grade is not decided
    #[arg(long, value_name = "PART", default_value_t = Plan::default().adaptive)]
    adaptive: f64,
    /// How much a board favours the first seat, as a standard deviation in Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0)]
    board: f64,
    /// Seconds a game takes
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    slots: u32,
    /// Simulate leagues
    #[arg(long)]
    simulate: bool,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 50, requires = "simulate", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    leagues: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PlanArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let good = [
            ("--adaptive", (0.0..=1.0).contains(&self.adaptive), "lies between 0 and 1"),
            ("--seconds", self.seconds > 0.0, "is above 0"),
            ("--spread", self.spread >= 0.0, "is not negative"),
        ];
        if let Some((option, _, law)) = good.into_iter().find(|(_, good, _)| !good) {
            return Err(Failure::refused(format!("{option} {law}")));
        }
        let plan = Plan {
            teams: self.teams as usize,
            spread: self.spread,
            references: self.references.clone(),
            games: self.games,
            adaptive: self.adaptive,
            board: self.board,
            seconds: self.seconds,
            slots: self.slots,
            ..Plan::default()
        };
        if !self.simulate {
            if self.json {
                output::say_json(&serde_json::json!({ "games": plan.total_games(), "hours": plan.hours() }));
            } else {
                output::say(&format!("{} games, {:.1} hours on {} slots", plan.total_games(), plan.hours(), self.slots));
            }
            return Ok(());
        }
        let found = plan.simulate(self.leagues);
        if self.json {
            output::say_json(&found);
            return Ok(());
        }
        let part = format!("{:.0} % of mirror fixtures adaptive, all at once", 100.0 * self.adaptive);
        let row = |name: &str, share: league::Share| {
            vec![name.to_string(), format!("{:.1} % ± {:.1} %", 100.0 * share.mean, 196.0 * share.error)]
        };
        let rows = [
            row("Elo game by game, K 32", found.sequential),
            row("the same games, rated all at once", found.batch),
            row(&part, found.ours),
        ];
        let table = grid(&["way", "teams in a wrong band"], &rows, 1);
        output::say(&format!(
            "{table}\n\n{} games, {:.1} hours on {} slots; {} leagues simulated",
            found.games, found.hours, self.slots, self.leagues
        ));
        Ok(())
    }
}
