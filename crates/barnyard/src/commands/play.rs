//! `barnyard play`: one game, or as many as it takes to know who is better.
use super::{Seed, grid};
use crate::browser::Browsing;
use crate::clocks::Clocks;
use crate::division::{self, Divisions};
use crate::entrant::{self, Entrant, Workshop};
use crate::failure::Failure;
use crate::live::{self, Performance};
use crate::settings::Settings;
use crate::tapes::Sink;
use crate::{House, card, output, paint, tapes};
use ::games::tape::Parent;
use ::games::{Entry, Luck, Reel, Tape, View, share};
use league::{Interval, Tally, rotations};
use owo_colors::OwoColorize;
use runner::{Bot, FixtureResult, Fixtures, Listener, Past, PlatformFault, Record, Table, play_crews};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Play a game, or many
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard play microchess Realist Monkey                      one game
  barnyard play microchess Realist Monkey --seed 7 -o game.tape
  barnyard play microchess Realist Monkey -n 1000 --mirror     both seatings of 1000 boards
  barnyard play microchess Oracle Scrapper -n 200 --set game_length=24 --json
  barnyard play carpets George Yolanda --watch                 before your eyes
  barnyard play chickens human Henny                           you against Henny
  barnyard play chickens human Henny --browser                 the same with a mouse
  barnyard play --from game.tape --turn 40 human Henny         go on from a recorded game")]
pub struct Play {
    /// The game; may be left out with --from
    game: String,
    /// The bots, one a seat, in seat order; `human` is you
    #[arg(required = true)]
    bots: Vec<String>,
    /// Where all luck comes from: the same seed gives the same games. A number, or `random`
    /// (0 if none is given)
    #[arg(long)]
    seed: Option<Seed>,
    /// How many fixtures to play; a fixture is one game, or all its seatings with --mirror
    #[arg(short = 'n', long = "fixtures", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    fixtures: u64,
    /// Play each fixture once from every seat, with the same luck
    #[arg(long)]
    mirror: bool,
    /// Show the game as it is played
    #[arg(long, conflicts_with_all = ["json", "quiet", "mirror", "fixtures"])]
    watch: bool,
    /// Plain text instead of a painted screen
    #[arg(long, conflicts_with = "browser")]
    ascii: bool,
    #[command(flatten)]
    browsing: Browsing,
    /// Go on from this recorded game, with its settings and its luck
    #[arg(long, value_name = "TAPE", conflicts_with_all = ["mirror", "fixtures", "config", "set"])]
    from: Option<PathBuf>,
    /// The decision to go on from, counted from 0 as `barnyard tape show` does
    #[arg(long, value_name = "K", requires = "from", default_value_t = 0)]
    turn: u64,
    /// Write the tape of the game here (.gz packs it); with several games, a folder of tapes
    #[arg(short, long, value_name = "TAPE")]
    output: Option<PathBuf>,
    /// Write each decision's time into the tape, which is then different each time
    #[arg(long)]
    times: bool,
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
    #[command(flatten)]
    divisions: Divisions,
}

impl Play {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        self.clocks.confine()?;
        let past = self.from.as_deref().map(|path| Beginning::read(house, path, self.turn)).transpose()?;
        let (entry, bots) = self.cast(house, past.as_ref())?;
        if bots.len() != entry.seats {
            return Err(Failure::refused(format!(
                "{} has {} seats, and {} given",
                entry.name,
                entry.seats,
                counted(bots.len(), "bot is", "bots are")
            )));
        }
        let course = self.clocks.course(entry)?;
        let mut lineup = bots.iter().map(|name| house.player(entry, name, course)).collect::<Result<Vec<_>, _>>()?;
        let people = lineup.iter().any(|entrant| matches!(entrant, Entrant::Human));
        let page = self.browsing.browser;
        if (people || page) && (self.fixtures > 1 || self.mirror || self.json || self.quiet) {
            let who = if people { "a person plays" } else { "a page shows" };
            return Err(Failure::refused(format!("{who} one game at a time: leave out -n, --mirror, --json and --quiet")));
        }
        if page && lineup.iter().filter(|entrant| matches!(entrant, Entrant::Human)).count() > 1 {
            return Err(Failure::refused("one person sits before a page: name human once, or leave out --browser"));
        }
        let seatings = if self.mirror { rotations(entry.seats) } else { rotations(entry.seats)[..1].to_vec() };
        let games = self.fixtures * seatings.len() as u64;
        let mut tapes = Tapes::claim(self.output.as_deref(), games)?;
        let settings = match &past {
            Some(past) => past.tape.header.config.clone(),
            None => self.settings.of(entry)?,
        };
        let mut table = Table::new(entry, settings.get()).map_err(|error| Failure::refused(error.to_string()))?;
        let grants = self.clocks.apply(&mut table);
        let single = games == 1;
        let programs = lineup.iter().any(Entrant::is_program);
        table.record = match () {
            () if self.times || (programs && (single || self.output.is_some())) => Record::Times,
            () if self.output.is_some() || single => Record::Moves,
            () => Record::Nothing,
        };
        let names = entrant::labels(&lineup);
        let python = entrant::python(self.clocks.python.as_deref())?;
        let workshop =
            Workshop { grants, python, install: self.clocks.install, aloud: single && !self.quiet && !self.json, nodes: self.clocks.nodes };
        for entrant in &mut lineup {
            entrant.prepare(&workshop)?;
        }
        let hackers = self.divisions.hackers(entry, &lineup, &names)?;
        if hackers.is_some() && self.mirror {
            return Err(Failure::refused("hackers sit where they are named: leave out --mirror"));
        }
        if !self.quiet && !self.json {
            lineup.iter().filter_map(Entrant::told).for_each(|told| output::remark(&told));
        }
        let luck = Luck::new(self.seed(past.as_ref())?);
        let plan =
            Fixtures { table: &table, names: &names, luck, numbers: 0..self.fixtures, boards: 1, seatings: &seatings, pin: programs };

        let bar = output::progress(games, "games", !single && !self.quiet);
        let started = Instant::now();
        let mut results = Results::new(entry, &names, &seatings);
        let mut last = None;
        let crew = || -> Result<Vec<Box<dyn Bot>>, PlatformFault> {
            let Some(hackers) = &hackers else {
                return lineup.iter().zip(&names).map(|(entrant, name)| entrant.summon(name, &table, &workshop)).collect();
            };
            let listener = workshop.aloud.then(|| Box::new(entrant::read_aloud) as Listener);
            hackers.crew(&table, grants, workshop.python, listener)
        };
        let mut each = |mut fixture: FixtureResult| {
            results.add(&fixture);
            bar.inc(fixture.games.len() as u64);
            for (k, game) in fixture.games.iter_mut().enumerate() {
                if let Some(tape) = game.tape.take() {
                    tapes.write(fixture.number, k, &tape)?;
                    last = Some(tape);
                }
            }
            Ok::<_, Failure>(())
        };
        let played = if people || self.watch || past.is_some() {
            if hackers.is_some() {
                return Err(Failure::refused("hackers play among themselves: leave out --watch, --from and human"));
            }
            let past = past.as_ref().map(|past| Past { tape: &past.tape, parent: past.parent.clone() });
            let show = Performance { table: &table, lineup: &lineup, names: &names, workshop: &workshop, luck, past };
            let house = match () {
                () if people && page => live::House::Page(self.browsing),
                () if people || self.watch => live::House::choose(self.ascii),
                () => live::House::Nobody,
            };
            match show.run(house)? {
                Some(fixture) => each(fixture),
                None => {
                    output::remark("you left the table: the game has no result");
                    return Ok(());
                }
            }
        } else {
            play_crews(&plan, crew, each)
        };
        bar.finish_and_clear();
        division::judged(played, hackers.as_ref())?;
        if self.quiet {
            return Ok(());
        }
        if self.json {
            output::say_json(&results.report(self, &table));
            return Ok(());
        }
        if single && let Some(tape) = &last {
            output::say(&show_game(entry, tape, house)?);
        } else {
            output::say(&results.text());
            let seconds = started.elapsed().as_secs_f64();
            output::remark(&format!("{games} games in {seconds:.2} s, {:.0} games/s", games as f64 / seconds));
        }
        if let Some(path) = &self.output {
            output::remark(&format!("on tape: {}", path.display()));
        }
        if page
            && !people
            && let Some(tape) = last
        {
            let reel = Reel::open_at(tape, entry).map_err(|error| Failure::refused(error.to_string()))?;
            self.browsing.show(reel, 0, View::Spectator)?;
        }
        Ok(())
    }
}

impl Play {
    /// The game and who plays it. A tape knows its game, so that the first word may be a bot already.
    fn cast(&self, house: &House, past: Option<&Beginning>) -> Result<(&'static Entry, Vec<&str>), Failure> {
        let bots = || self.bots.iter().map(String::as_str);
        let Some(past) = past else { return Ok((house.game(&self.game)?, bots().collect())) };
        if self.bots.len() + 1 == past.entry.seats {
            return Ok((past.entry, std::iter::once(self.game.as_str()).chain(bots()).collect()));
        }
        let entry = house.game(&self.game)?;
        if entry.name != past.entry.name {
            return Err(Failure::refused(format!("the tape is a game of {}, not of {}", past.entry.name, entry.name)));
        }
        Ok((entry, bots().collect()))
    }

    /// A recorded game goes on with its own luck, if the tape tells it.
    fn seed(&self, past: Option<&Beginning>) -> Result<u64, Failure> {
        match (past.and_then(|past| past.tape.header.seed), self.seed) {
            (Some(_), Some(_)) => Err(Failure::refused("the tape goes on with its own luck: leave out --seed")),
            (Some(seed), None) => Ok(seed),
            (None, given) => Ok(given.map_or(0, |seed| seed.0)),
        }
    }
}

/// A recorded game, up to the decision that another one goes on from.
struct Beginning {
    entry: &'static Entry,
    tape: Tape,
    parent: Parent,
}

impl Beginning {
    fn read(house: &House, path: &Path, turn: u64) -> Result<Beginning, Failure> {
        let tape = tapes::read(path)?;
        let named = |why: String| Failure::refused(format!("{}: {why}", path.display()));
        let entry = house.entry_of(&tape).map_err(named)?;
        let reel = Reel::open_at(tape.clone(), entry).map_err(|error| named(error.to_string()))?;
        let last = reel.len() as u64 - 1;
        if turn >= last {
            return Err(named(format!("there is nothing to decide at turn {turn}: the game is over after turn {last}")));
        }
        let hash = Sha256::digest(tape.text()).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Beginning { entry, tape, parent: Parent { tape: hash, turn } })
    }
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Where tapes go: nowhere, into one file, or into a folder.
enum Tapes {
    Nowhere,
    File(Option<Sink>),
    Folder(PathBuf),
}

impl Tapes {
    fn claim(path: Option<&Path>, games: u64) -> Result<Tapes, Failure> {
        let Some(path) = path else { return Ok(Tapes::Nowhere) };
        if games == 1 {
            return Ok(Tapes::File(Some(Sink::claim(path)?)));
        }
        std::fs::create_dir_all(path)
            .map_err(|error| Failure::refused(format!("{} cannot be a folder for {games} tapes: {error}", path.display())))?;
        Ok(Tapes::Folder(path.into()))
    }

    fn write(&mut self, fixture: u64, game: usize, tape: &Tape) -> Result<(), Failure> {
        match self {
            Tapes::Nowhere => Ok(()),
            Tapes::File(sink) => sink.take().expect("one game is one tape").write(tape),
            Tapes::Folder(folder) => Sink::claim(&folder.join(format!("{fixture:06}-{game}.tape")))?.write(tape),
        }
    }
}

/// What each entrant made of it. Means and intervals are over fixtures, whose games share luck.
struct Results<'a> {
    entry: &'a Entry,
    seatings: &'a [Vec<usize>],
    games: u64,
    decisions: u64,
    entrants: Vec<EntrantResult>,
    chairs: Vec<Tally>,
}

struct EntrantResult {
    name: String,
    score: Tally,
    payoff: Tally,
    points: Tally,
    wins: u64,
    draws: u64,
    losses: u64,
    fouls: BTreeMap<&'static str, u64>,
}

impl<'a> Results<'a> {
    fn new(entry: &'a Entry, names: &[String], seatings: &'a [Vec<usize>]) -> Results<'a> {
        let blank = |name: &String| EntrantResult {
            name: name.clone(),
            score: Tally::default(),
            payoff: Tally::default(),
            points: Tally::default(),
            wins: 0,
            draws: 0,
            losses: 0,
            fouls: BTreeMap::new(),
        };
        let chairs = vec![Tally::default(); entry.seats];
        Results { entry, seatings, games: 0, decisions: 0, entrants: names.iter().map(blank).collect(), chairs }
    }

    fn add(&mut self, fixture: &FixtureResult) {
        let played = fixture.games.len() as f64;
        let mut sums = vec![[0.0; 3]; self.entrants.len()];
        for (game, seating) in fixture.games.iter().zip(self.seatings) {
            self.games += 1;
            self.decisions += game.decisions;
            let shares = share(&game.payoffs);
            for (chair, &entrant) in seating.iter().enumerate() {
                let (row, share) = (&mut self.entrants[entrant], shares[chair]);
                *match share {
                    1.0 => &mut row.wins,
                    0.0 => &mut row.losses,
                    _ => &mut row.draws,
                } += 1;
                let payoff = f64::from(game.payoffs[chair]);
                self.chairs[chair].add(payoff);
                for (sum, value) in sums[entrant].iter_mut().zip([share, payoff, f64::from(game.points[chair])]) {
                    *sum += value / played;
                }
            }
            for (seat, foul) in &game.fouls {
                *self.entrants[seating[seat.index()]].fouls.entry(foul.kind.name()).or_default() += 1;
            }
        }
        for (row, [score, payoff, points]) in self.entrants.iter_mut().zip(sums) {
            row.score.add(score);
            row.payoff.add(payoff);
            row.points.add(points);
        }
    }

    fn text(&self) -> String {
        let header = ["bot", "score", "payoff", "points", "won", "drawn", "lost", "fouls"];
        let row = |row: &EntrantResult| {
            vec![
                row.name.clone(),
                with_margin(row.score.interval(), 4),
                with_margin(row.payoff.interval(), 4),
                with_margin(row.points.interval(), 2),
                row.wins.to_string(),
                row.draws.to_string(),
                row.losses.to_string(),
                row.fouls.values().sum::<u64>().to_string(),
            ]
        };
        let rows: Vec<_> = self.entrants.iter().map(row).collect();
        let mut text = grid(&header, &rows, 1);
        let chairs: Vec<_> =
            self.chairs.iter().zip(self.entry.seat_names).map(|(chair, name)| format!("{name} {:.4}", chair.mean())).collect();
        text += &format!("\n\nby seat: {} (mean payoff). Margins are 95 % intervals over fixtures.", chairs.join(", "));
        text
    }

    fn report(&self, play: &Play, table: &Table) -> Report<'_> {
        let entrant = |row: &EntrantResult| EntrantReport {
            name: row.name.clone(),
            score: row.score.mean(),
            score_margin: row.score.interval().margin,
            payoff: row.payoff.mean(),
            payoff_margin: row.payoff.interval().margin,
            points: row.points.mean(),
            wins: row.wins,
            draws: row.draws,
            losses: row.losses,
            fouls: row.fouls.clone(),
        };
        Report {
            game: self.entry.name,
            rules: self.entry.rules,
            config: table.config.clone(),
            seed: play.seed.map_or(0, |seed| seed.0),
            fixtures: play.fixtures,
            mirror: play.mirror,
            games: self.games,
            decisions: self.decisions,
            entrants: self.entrants.iter().map(entrant).collect(),
            seats: self.chairs.iter().zip(self.entry.seat_names).map(|(chair, name)| SeatReport { name, payoff: chair.mean() }).collect(),
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    rules: u32,
    config: ::games::Json,
    seed: u64,
    fixtures: u64,
    mirror: bool,
    games: u64,
    decisions: u64,
    entrants: Vec<EntrantReport>,
    seats: Vec<SeatReport<'a>>,
}

#[derive(Serialize)]
struct EntrantReport {
    name: String,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_margin: Option<f64>,
    payoff: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    payoff_margin: Option<f64>,
    points: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    fouls: BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct SeatReport<'a> {
    name: &'a str,
    payoff: f64,
}

fn with_margin(interval: Interval, digits: usize) -> String {
    match interval.margin {
        Some(margin) => format!("{:.digits$} ± {margin:.digits$}", interval.mean),
        None => format!("{:.digits$}", interval.mean),
    }
}

/// One game: how it ended, and for whom.
fn show_game(entry: &'static Entry, tape: &Tape, house: &House) -> Result<String, Failure> {
    let scenes = house.scenes(tape)?;
    let last = scenes.last().expect("a game has an end");
    let mut text = format!("{}, {} turns\n\n", entry.name, scenes.len() - 1);
    text += &paint::scene(last);
    text += "\n";
    let best = share(&tape.over.payoffs);
    for (chair, seat) in tape.header.seats.iter().enumerate() {
        let title = paint::seat_title(entry, chair, &seat.name);
        let title = if best[chair] > 0.0 { title.bold().to_string() } else { title };
        text += &format!("{title}: payoff {}, points {}\n", tape.over.payoffs[chair], tape.over.points[chair]);
    }
    text += &card::of_tape(entry, tape);
    text += &format!("ended by: {}", tape.over.reason);
    Ok(text)
}
