//! The commands: one file and one variant each.
use crate::House;
use crate::failure::Failure;
use clap::{Parser, Subcommand};

mod aiarena21;
mod balance;
mod bench;
mod bot;
mod bots;
mod bundle;
mod compare;
mod doctor;
mod export;
mod games;
mod grade;
mod install_apparmor;
mod jigga;
mod kit;
mod matrix;
mod microchess;
mod new;
mod plan;
mod play;
mod repro;
mod seal;
mod series;
mod solve;
mod standings;
mod table;
mod tape;
mod tournament;
mod verify;
mod void;
mod watch;
mod worker;

pub use aiarena21::spelled_out;
pub use export::line as csv_line;

/// Every file that our kits and starters hand out.
pub fn samples() -> Vec<(String, String)> {
    new::samples().chain(kit::samples()).collect()
}

/// AI-bot tournaments: five games, any bot, one laptop or many machines.
#[derive(Parser, Debug)]
#[command(name = "barnyard", version, max_term_width = 100, propagate_version = false, arg_required_else_help = true)]
#[command(after_help = "Examples:
  barnyard play microchess Realist Monkey
  barnyard play microchess Realist Monkey -n 1000 --mirror
  barnyard tournament microchess Realist Monkey Scrapper
  barnyard play chickens human Henny
  barnyard watch game.tape
  barnyard solve microchess matrix
  barnyard verify game.tape")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Games(games::Games),
    Bots(bots::Bots),
    Bot(bot::BotArgs),
    Play(play::Play),
    Compare(compare::Compare),
    Balance(balance::Balance),
    Series(series::SeriesArgs),
    Tournament(tournament::TournamentArgs),
    Standings(standings::StandingsArgs),
    Matrix(matrix::MatrixArgs),
    Grade(grade::GradeArgs),
    Plan(plan::PlanArgs),
    Void(void::VoidArgs),
    Export(export::ExportArgs),
    Seal(seal::SealArgs),
    Bundle(bundle::BundleArgs),
    Worker(worker::WorkerArgs),
    Microchess(microchess::MicrochessArgs),
    #[command(name = "aiarena21")]
    AiArena21(aiarena21::AiArena21),
    Jigga(jigga::Jigga),
    Verify(verify::Verify),
    Tape(tape::TapeArgs),
    Watch(watch::Watch),
    Repro(repro::Repro),
    New(new::New),
    Kit(kit::Kit),
    Doctor(doctor::Doctor),
    InstallApparmor(install_apparmor::InstallApparmor),
    Solve(solve::Solve),
    Bench(bench::Bench),
    #[command(name = "__table", hide = true)]
    Table(table::TableArgs),
}

impl Command {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        match self {
            Command::Games(args) => args.run(house),
            Command::Bots(args) => args.run(house),
            Command::Bot(args) => args.run(house),
            Command::Play(args) => args.run(house),
            Command::Compare(args) => args.run(house),
            Command::Balance(args) => args.run(house),
            Command::Series(args) => args.run(house),
            Command::Tournament(args) => args.run(house),
            Command::Standings(args) => args.run(),
            Command::Matrix(args) => args.run(),
            Command::Grade(args) => args.run(),
            Command::Plan(args) => args.run(),
            Command::Void(args) => args.run(),
            Command::Export(args) => args.run(),
            Command::Seal(args) => args.run(),
            Command::Bundle(args) => args.run(house),
            Command::Worker(args) => args.run(house),
            Command::Microchess(args) => args.run(house),
            Command::AiArena21(args) => args.run(house),
            Command::Jigga(args) => args.run(house),
            Command::Verify(args) => args.run(house),
            Command::Tape(args) => args.run(house),
            Command::Watch(args) => args.run(house),
            Command::Repro(args) => args.run(house),
            Command::New(args) => args.run(house),
            Command::Kit(args) => args.run(house),
            Command::Doctor(args) => args.run(),
            Command::InstallApparmor(args) => args.run(),
            Command::Solve(args) => args.run(house),
            Command::Bench(args) => args.run(house),
            Command::Table(args) => args.run(house),
        }
    }
}

/// A seed for everything random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl std::str::FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Seed, String> {
        if text == "random" {
            let hasher = std::hash::BuildHasher::build_hasher(&std::hash::RandomState::new());
            return Ok(Seed(std::hash::Hasher::finish(&hasher) % ::games::luck::SEED_LIMIT));
        }
        match text.parse() {
            Ok(seed) if seed < ::games::luck::SEED_LIMIT => Ok(Seed(seed)),
            _ => Err("a seed is a whole number below 2^53, or the word random".into()),
        }
    }
}

/// A table as people read it, with numbers to the right.
pub fn grid(header: &[&str], rows: &[Vec<String>], numbers_from: usize) -> String {
    painted(header, rows, numbers_from)
}

/// The same for cells that may have colours.
pub fn painted(header: &[&str], rows: impl IntoIterator<Item = impl Into<comfy_table::Row>>, numbers_from: usize) -> String {
    use comfy_table::{Attribute, Cell, CellAlignment, ContentArrangement, Table, presets};
    let mut table = Table::new();
    // Folds long texts on a narrow terminal; files and pipes get them whole.
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.load_style(presets::NOTHING);
    table.set_header(header.iter().map(|title| Cell::new(title).add_attribute(Attribute::Bold)));
    table.add_rows(rows);
    for (i, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if i >= numbers_from {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}
