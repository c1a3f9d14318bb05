//! `barnyard solve`: exact answers where a game is small enough.
use super::grid;
use crate::failure::Failure;
use crate::settings::Settings;
use crate::{House, output};
use bots::microchess::{census, matrix, survey};
use clap::{Subcommand, ValueEnum};
use games::microchess::{Board, Colour, Config, Microchess, Outcome};
use games::{Entry, Game};
use owo_colors::OwoColorize;
use serde::Serialize;

/// Solve a game exactly
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard solve microchess count
  barnyard solve microchess values --set game_length=24
  barnyard solve microchess matrix --json
  barnyard solve microchess explain ..R./...r/Kk../.... --to-move white --plies 30")]
pub struct Solve {
    /// The game; only microchess is small enough
    game: String,
    #[command(subcommand)]
    question: Question,
    #[command(flatten)]
    settings: Settings,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Question {
    /// How many board positions there are
    Count,
    /// What the starting boards are worth to each personality, by its own lights
    Values,
    /// What each personality gets from each other one per game, and the best answer to each
    Matrix,
    /// Every legal move of a position, and its value under each personality
    Explain {
        /// Rows 4 to 1: K R white, k r black, such as ..R./...r/Kk../....
        board: String,
        #[arg(long, value_enum, default_value_t = Side::White)]
        to_move: Side,
        /// Moves of both sides still allowed
        #[arg(long, default_value_t = 30)]
        plies: u8,
    },
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Side {
    White,
    Black,
}

impl Solve {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let entry = house.game(&self.game)?;
        if entry.name != Microchess::NAME {
            return Err(Failure::refused(format!("{} is too large to be solved: only {} is not", entry.name, Microchess::NAME)));
        }
        let config = self.config(entry)?;
        match &self.question {
            Question::Count => self.show(&census::count(), count_text),
            Question::Values => self.show(&survey::values(&config), |values| values_text(values)),
            Question::Matrix => self.show(&matrix::matrix(&config), matrix_text),
            Question::Explain { board, to_move, plies } => {
                let board: Board = board.parse().map_err(Failure::Refused)?;
                let colour = match to_move {
                    Side::White => Colour::White,
                    Side::Black => Colour::Black,
                };
                let explained = survey::explain(&board, colour, *plies, &config).map_err(Failure::Refused)?;
                self.show(&explained, explain_text);
            }
        }
        Ok(())
    }

    fn config(&self, entry: &Entry) -> Result<Config, Failure> {
        let settings = self.settings.of(entry)?;
        Ok(serde_json::from_str(settings.get()).expect("the settings were checked"))
    }

    fn show<T: Serialize>(&self, answer: &T, text: impl Fn(&T) -> String) {
        if self.json {
            output::say_json(answer);
        } else {
            output::say(&text(answer));
        }
    }
}

fn count_text(count: &census::Count) -> String {
    let row = |row: &census::Row| vec![row.pieces.clone(), row.indicators.into(), row.placements.to_string(), row.positions.to_string()];
    let rows: Vec<_> = count.rows.iter().map(row).collect();
    format!(
        "{}\n\n{} positions; {} of them can be reached, since the last rook has to move. (W, B: to play; E: ended.)",
        grid(&["pieces", "to play", "placements", "positions"], &rows, 2),
        count.positions,
        count.reachable
    )
}

fn values_text(values: &[survey::Values]) -> String {
    let mut rows = Vec::new();
    for table in values {
        let boards: u32 = table.rows.iter().map(|row| row.boards).sum();
        for (i, row) in table.rows.iter().enumerate() {
            rows.push(vec![
                if i == 0 { table.personality.to_string() } else { String::new() },
                named(&row.outcomes),
                number(row.own),
                number(row.other),
                row.boards.to_string(),
                format!("{:.3} %", 100.0 * f64::from(row.boards) / f64::from(boards)),
            ]);
        }
    }
    let header = ["to move", "expects", "own utility", "believes yours", "boards", "share"];
    format!("{}\n\nStarting boards by what best play leads to, as each personality sees it.", grid(&header, &rows, 2))
}

fn matrix_text(matrix: &matrix::Matrix) -> String {
    let header: Vec<&str> = std::iter::once("payoff of v").chain(matrix.names.iter().copied()).collect();
    let spell = |row: &Vec<f64>| row.iter().map(|payoff| format!("{payoff:.5}")).collect::<Vec<_>>();
    let line = |name: &str, row: &Vec<f64>| std::iter::once(name.to_string()).chain(spell(row)).collect::<Vec<_>>();
    let mut rows: Vec<_> = matrix.names.iter().zip(&matrix.payoff).map(|(name, row)| line(name, row)).collect();
    rows.push(line("best response", &matrix.best_response));
    format!("{}\n\nExact mean payoff of the row per game, over all starting boards and both colours.", grid(&header, &rows, 1))
}

fn explain_text(explained: &survey::Explanation) -> String {
    let names: Vec<&str> = explained.position.iter().map(|view| view.personality).collect();
    let header: Vec<&str> = ["move", "takes"].into_iter().chain(names).chain(["end"]).collect();
    let distance = |views: &[survey::View]| {
        let realist = views.iter().find(|view| view.personality == "Realist");
        realist.and_then(|view| view.distance).map_or(String::new(), |plies| plies.to_string())
    };
    let opinion = |view: &survey::View| {
        let value = view.value.map_or(String::new(), |[own, other]| format!("{}/{}", number(own), number(other)));
        format!("{value}{}", if view.best { " *" } else { "  " })
    };
    let rows: Vec<_> = explained
        .moves
        .iter()
        .map(|line| {
            let ends = [line.step.to_string(), line.captures.unwrap_or("").to_string()];
            ends.into_iter().chain(line.views.iter().map(opinion)).chain([distance(&line.views)]).collect()
        })
        .collect();
    let mut text = String::new();
    for row in explained.board.to_string().split('/') {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        text += &format!("  {}\n", cells.join(" "));
    }
    let last = if explained.last_move { ", which has lost its king and makes its last move" } else { "" };
    text += &format!("\n{} to move{last}, {} moves left\n", explained.to_move.name().bold(), explained.plies);
    if let Some(realist) = explained.position.iter().find(|view| view.personality == "Realist") {
        let plies = realist.distance.map_or(String::new(), |plies| format!(", at the latest after {plies} moves"));
        text += &format!("By the rules of the game this is a {} for {}{plies}.\n", named(&realist.outcomes), explained.to_move.name());
    }
    text + &format!(
        "\n{}\n\nown utility/believed utility of the other; * one of its best moves; end: moves until a Realist's game ends.",
        grid(&header, &rows, 2)
    )
}

fn named(outcomes: &[Outcome]) -> String {
    let names = outcomes.iter().map(|outcome| match outcome {
        Outcome::Win => "win",
        Outcome::Tie => "tie",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    });
    names.collect::<Vec<_>>().join(" or ")
}

/// Whole numbers without decimals, as all utilities of the document are.
fn number(value: f64) -> String {
    if value == value.round() { format!("{value:.0}") } else { format!("{value:.3}") }
}
