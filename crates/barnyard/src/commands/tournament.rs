//! `barnyard tournament`: everybody plays, and the log of it can be trusted.
use super::Seed;
use crate::clocks::Clocks;
use crate::entrant::Entrant;
use crate::failure::Failure;
use crate::settings::Settings;
use crate::tournament::bundle::hash_of;
use crate::tournament::director::{self, Director, Ending};
use crate::tournament::seal::Secret;
use crate::tournament::shelf::{PATIENCE, Place, Shelf};
use crate::tournament::source::{self, Samples};
use crate::tournament::spec::{Instance, Kind, Spec, Tapes};
use crate::tournament::stage::line_up;
use crate::tournament::standings::Records;
use crate::tournament::worker::{Worker, bury_the_dead, fair_slots, usual_slots};
use crate::tournament::{html, stop};
use crate::{House, output};
use league::{Method, Seating};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use store::{NewTournament, State, Tournament};

/// Play a tournament and keep every result in a database
#[derive(clap::Args, Debug)]
#[command(after_help = "A fixture is one piece of luck, met once in each seating. Results go into the database as they come: Ctrl-C
stops in good order, and after that or after a crash --resume goes on where it was, with the same luck.

Examples:
  barnyard tournament microchess Realist Monkey Scrapper
  barnyard tournament chickens Henny Yolanda ./mine --schedule swiss --fixtures 20
  barnyard tournament examples/tournaments/co456.toml --html report.html
  barnyard tournament --resume
  barnyard tournament chickens Henny ./mine --database postgres://ada@host/yard --jobs 0   only workers play")]
pub struct TournamentArgs {
    /// The game and its bots, or a tournament file
    #[arg(value_name = "GAME BOT... | FILE.toml")]
    what: Vec<String>,
    #[command(flatten)]
    place: Place,
    /// The name of the tournament; otherwise the game with a number
    #[arg(long)]
    name: Option<String>,
    /// Go on with a tournament that was stopped: the newest, or the one of --name
    #[arg(long, conflicts_with_all = ["schedule", "fixtures", "seed"])]
    resume: bool,
    /// Take back a tournament that is not finished: nothing more of it is played
    #[arg(long, conflicts_with_all = ["resume", "what"])]
    cancel: bool,
    /// Who meets whom
    #[arg(long, value_enum)]
    schedule: Option<Kind>,
    /// Fixtures a meeting (10 unless given; best of 3 in a knockout)
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    fixtures: Option<u32>,
    /// Rounds of a Swiss tournament or of drawn tables; how often all meet in a round robin
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    cycles: Option<u32>,
    /// Fixtures in all, for a ladder
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// How many bots run the gauntlet, from the first
    #[arg(long, value_name = "N")]
    runners: Option<usize>,
    /// Who sits where in a fixture: once, mirror, neighbours or all
    #[arg(long, value_parser = seating)]
    seating: Option<Seating>,
    /// How long an instance of a bot lives
    #[arg(long, value_enum)]
    instance: Option<Instance>,
    /// What the table is ranked by: elo-ml, payoff, points, plackett-luce-ml, ...
    #[arg(long)]
    rating: Option<Method>,
    /// Which games are kept on tape (all where a program plays, otherwise none)
    #[arg(long, value_enum)]
    tapes: Option<Tapes>,
    /// Where all luck comes from: a number, or `random`
    #[arg(long)]
    seed: Option<Seed>,
    /// The file with the secret behind a seed that was promised (`barnyard seal`)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "resume"])]
    secret: Option<PathBuf>,
    /// Games at a time; 0: only direct, and leave playing to workers
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// How long to try again when the database does not answer
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE)]
    patience: u64,
    /// Leave out bots that cannot play instead of refusing to begin
    #[arg(long)]
    skip_broken: bool,
    /// Fixtures of a higher priority are handed out first
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    priority: Option<i64>,
    /// Write a report with plots here
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
    /// Print nothing but errors
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    clocks: Clocks,
}

impl TournamentArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        if self.cancel {
            return self.cancelled();
        }
        let (mut shelf, tournament) = if self.resume { self.resumed()? } else { self.begun(house)? };
        shelf.patience = Duration::from_secs(self.patience);
        if let Some(priority) = self.priority {
            shelf.wait(|store| store.set_priority(tournament.id, priority))?;
        }
        let mut spec = Spec::restore(&tournament.spec)?;
        let names: Vec<String> = shelf.wait(|store| store.entrants(tournament.id))?.into_iter().map(|row| row.name).collect();
        let entry = spec.settle(house, names.len())?;
        let watched = !self.json && !self.quiet;
        let bar = director::bar(watched);
        let told = AtomicU32::new(0);
        let tell = |text: &str| match told.fetch_add(1, Ordering::Relaxed) {
            _ if !watched => (),
            n if n < TOLD => output::remark(text),
            TOLD => output::remark("more faults are in the report"),
            _ => (),
        };
        let programs = spec.bots.iter().any(|bot| Path::new(bot).exists());
        let slots = self.jobs.unwrap_or_else(|| usual_slots(!shelf.store.is_file()));
        let slots = if programs { fair_slots(slots) } else { slots };
        let mut worker = Worker::new(house, &shelf, Some(tournament.id), slots, tell);
        worker.gauged = programs;
        stop::listen();
        let director = Director { shelf: &shelf, tournament: &tournament, spec: &spec, entry, names: &names };
        let ending = worker.run(|| director.direct(&worker, &bar));
        bar.finish_and_clear();
        let ending = ending?;
        if ending == Ending::Stopped {
            let counts = shelf.wait(|store| store.counts(tournament.id))?;
            shelf.close();
            return Err(Failure::refused(format!(
                "stopped after {} fixtures; nothing recorded is lost. Go on with: barnyard tournament --resume --name {:?} --database {}",
                counts.done, tournament.name, self.place.database
            )));
        }
        self.report(&shelf, &tournament)?;
        shelf.close();
        Ok(())
    }

    fn report(&self, shelf: &Shelf, tournament: &Tournament) -> Result<(), Failure> {
        // It is finished now.
        let tournament = &shelf.wait(|store| store.tournament(Some(&tournament.name)))?;
        let records = Records::read(shelf, tournament)?;
        let table = records.standings()?;
        if let Some(path) = &self.html {
            html::write(path, shelf, &records)?;
        }
        if self.json {
            output::say_json(&table);
        } else if !self.quiet {
            output::say(&table.text());
        }
        let parked = shelf.wait(|store| store.parked(tournament.id))?;
        if parked.is_empty() {
            return Ok(());
        }
        let first: Vec<String> = parked.iter().take(10).map(u64::to_string).collect();
        let more = if parked.len() > first.len() { ", ..." } else { "" };
        let which = first.join(", ");
        Err(Failure::Wanting(format!("{} fixtures could not be played: {which}{more}; --resume tries them again", parked.len())))
    }

    fn cancelled(&self) -> Result<(), Failure> {
        let shelf = self.place.look()?;
        let tournament = shelf.wait(|store| store.tournament(self.name.as_deref()))?;
        let count = shelf.wait(|store| store.cancel(tournament.id))?;
        output::say(&format!("{:?} is cancelled: {count} fixtures will not be played", tournament.name));
        Ok(())
    }

    /// A tournament that was begun earlier.
    fn resumed(&self) -> Result<(Shelf, Tournament), Failure> {
        let shelf = self.place.look()?;
        let wanted = match self.what.first() {
            Some(file) if self.name.is_none() => Some(Spec::read(Path::new(file))?.name),
            _ => self.name.clone(),
        };
        let tournament = shelf.wait(|store| store.tournament(wanted.as_deref()))?;
        if tournament.state == State::Cancelled {
            shelf.wait(|store| store.reopen(tournament.id))?;
        }
        shelf.wait(|store| store.set_state(tournament.id, State::Running))?;
        bury_the_dead(&shelf, tournament.id)?;
        // Somebody asked for it: what was given up gets another chance, but rounds that others rest on stay as they are.
        let round = shelf.wait(|store| store.last_round(tournament.id))?;
        let spec = Spec::restore(&tournament.spec)?;
        let settled = !matches!(spec.kind(), Kind::RoundRobin | Kind::Series | Kind::Gauntlet | Kind::Tables | Kind::DrawnTables);
        shelf.wait(|store| store.second_chance(tournament.id, if settled { round } else { 0 }))?;
        Ok((shelf, tournament))
    }

    /// A new tournament.
    fn begun(&self, house: &House) -> Result<(Shelf, Tournament), Failure> {
        let mut spec = self.spec(house)?;
        let shelf = self.place.open()?;
        if let Some(best) = spec.best_of.clone() {
            spec.bots = best_bots(&shelf, &best.tournament, best.top)?;
        }
        if let Some(twice) = twice(&spec.bots) {
            return Err(Failure::refused(format!("{twice} is entered twice")));
        }
        let mut lineup = Vec::new();
        let bots = std::mem::take(&mut spec.bots);
        for (bot, ready) in bots.iter().zip(line_up(house, &Spec { bots: bots.clone(), ..spec.clone() })?) {
            match ready {
                Ok(entrant) => {
                    lineup.push(entrant);
                    spec.bots.push(bot.clone());
                }
                Err(failure) if self.skip_broken => output::remark(&format!("{bot} is left out: {failure}")),
                Err(failure) => {
                    return Err(Failure::refused(format!("{bot} cannot play: {failure} (--skip-broken goes on without it)")));
                }
            }
        }
        let names: Vec<String> = lineup.iter().map(|entrant| entrant.name().to_string()).collect();
        if let Some(twice) = twice(&names) {
            return Err(Failure::refused(format!("two bots are called {twice}: give one of them another name")));
        }
        spec.settle(house, names.len())?;
        if spec.name.is_empty() {
            let count =
                shelf.wait(|store| store.tournaments())?.iter().filter(|one| one.name.starts_with(&format!("{}-", spec.game))).count();
            spec.name = format!("{}-{}", spec.game, count + 1);
        }
        if !self.quiet && !self.json {
            lineup.iter().filter_map(Entrant::told).for_each(|told| output::remark(&told));
        }
        absolute(&mut spec);
        // A schedule that cannot be made must fail before anything is written.
        spec.schedule(house.game(&spec.game)?, &names)?;
        let text = serde_json::to_string(&spec).expect("a spec always serializes");
        let new = NewTournament { name: spec.name.clone(), game: spec.game.clone(), spec: text, entrants: names };
        let tournament = shelf.wait(|store| store.create(&new))?;
        let samples = Samples::new(&spec.samples);
        for (number, bot) in spec.bots.iter().enumerate() {
            if let (Some(hash), Some(source)) = (hash_of(Path::new(bot)), source::of(bot, &samples)) {
                shelf.wait(|store| store.set_hash(tournament.id, number, &hash, &source.hash, source.sample))?;
            }
        }
        Ok((shelf, tournament))
    }

    /// What the command line says, on top of a file if there is one.
    fn spec(&self, house: &House) -> Result<Spec, Failure> {
        let Some((first, bots)) = self.what.split_first() else {
            return Err(Failure::refused("name a game and its bots, or a tournament file; --resume goes on with the newest"));
        };
        let mut spec = if first.ends_with(".toml") {
            if self.clocks != Clocks::default() || !self.settings.is_empty() {
                return Err(Failure::refused(format!(
                    "{first} says what limits and settings there are: write them there, under [limits] and [settings]"
                )));
            }
            let mut spec = Spec::read(Path::new(first))?;
            spec.bots.extend(bots.iter().cloned());
            spec
        } else {
            let entry = house.game(first)?;
            let settings = serde_json::from_str(self.settings.of(entry)?.get()).expect("settings are an object");
            Spec { game: entry.name.into(), bots: bots.to_vec(), settings, limits: self.clocks.clone(), ..Spec::default() }
        };
        spec.name = self.name.clone().unwrap_or(spec.name);
        spec.seed = self.seed.map_or(spec.seed, |seed| seed.0);
        if let Some(path) = &self.secret {
            let secret = Secret::read(path)?;
            spec.commitment.get_or_insert_with(|| secret.commitment());
            spec.seed = secret.seed();
            spec.secret = Some(secret.text().to_string());
        } else if spec.commitment.is_some() && spec.secret.is_none() {
            return Err(Failure::refused(format!("{first} promises a seed: --secret names the file that `barnyard seal` wrote")));
        }
        spec.schedule = self.schedule.or(spec.schedule);
        spec.fixtures = self.fixtures.or(spec.fixtures);
        spec.rounds = self.cycles.or(spec.rounds);
        spec.budget = self.budget.or(spec.budget);
        spec.runners = self.runners.or(spec.runners);
        spec.seating = self.seating.or(spec.seating);
        spec.instance = self.instance.or(spec.instance);
        spec.rating = self.rating.or(spec.rating);
        spec.tapes = self.tapes.or(spec.tapes);
        Ok(spec)
    }
}

/// Faults that are told as they happen.
const TOLD: u32 = 20;

/// Paths must lead to the same place from wherever a worker is started.
fn absolute(spec: &mut Spec) {
    for bot in &mut spec.bots {
        if Path::new(bot).exists()
            && let Ok(path) = std::path::absolute(&bot)
        {
            *bot = path.to_string_lossy().into_owned();
        }
    }
}

fn twice(names: &[String]) -> Option<&String> {
    names.iter().enumerate().find(|(n, name)| names[..*n].contains(name)).map(|(_, name)| name)
}

/// The bots of the first few of an earlier tournament.
fn best_bots(shelf: &Shelf, name: &str, top: usize) -> Result<Vec<String>, Failure> {
    let earlier = shelf.wait(|store| store.tournament(Some(name)))?;
    let records = Records::read(shelf, &earlier)?;
    let table = records.standings()?;
    let bot = |row: &crate::tournament::standings::Standing| {
        let number = records.names.iter().position(|known| *known == row.name).expect("rows are of entrants");
        records.spec.bots[number].clone()
    };
    Ok(table.rows.iter().take(top).map(bot).collect())
}

fn seating(text: &str) -> Result<Seating, String> {
    let all = [("once", Seating::Once), ("mirror", Seating::Mirror), ("neighbours", Seating::Neighbours), ("all", Seating::All)];
    all.into_iter().find(|(name, _)| *name == text).map(|(_, seating)| seating).ok_or("a seating is once, mirror, neighbours or all".into())
}
