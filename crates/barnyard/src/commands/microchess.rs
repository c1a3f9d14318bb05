//! `barnyard microchess`: the tournament of CO 456, told as the course's own program tells it.
use super::Seed;
use super::series::{play, schedule};
use crate::clocks::Clocks;
use crate::entrant::{self, Entrant, Workshop};
use crate::failure::Failure;
use crate::settings::Settings;
use crate::{House, output};
use ::games::Entry;
use league::{ranked, round_robin};
use runner::{Course, RoundRobin, SeriesResult, Table};
use serde_json::json;
use std::path::Path;

/// Run the CO 456 tournament with the players of this folder
#[derive(clap::Args, Debug)]
#[command(after_help = "Who plays: the players named here; else those of playermanifest.txt (a line with a name and a line
with a count, in turn); else each TeamX.java of this folder, and MyPlayer.java, against the initial
Horde. A name in a manifest is that of a file without .java, or a registered one such as
TeamMonkey or TeamRationalRealist, or any of `barnyard bots microchess`.

full        everybody meets everybody; a score is the sum over opponents of the average payoff
individual  the first player meets everybody else; its score is the average over them

Limits may be written as in the document, such as --SizeLimit 10mb --TimeLimit 60s
--MemoryLimit 100mb --SeriesLength 20 --GameLength 30.

Examples:
  barnyard microchess full
  barnyard microchess individual --SeriesLength 40
  barnyard microchess full TeamExample.java Realist TitForTat --json")]
pub struct MicrochessArgs {
    /// Who meets whom
    mode: Mode,
    /// The players, instead of those of this folder: files, folders, or bots of ours
    players: Vec<String>,
    /// Where all luck comes from: a number, or `random`
    #[arg(long, default_value = "0")]
    seed: Seed,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    clocks: Clocks,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Everybody meets everybody
    Full,
    /// The first player meets everybody else
    Individual,
}

const GAME: &str = "microchess";
const MANIFEST: &str = "playermanifest.txt";
/// More copies of one player are a slip of the pen.
const MOST_COPIES: usize = 1000;

/// Players by the names they are registered under in the course, and ours of the same kind. The first nine are the initial
/// Horde.
const REGISTERED: &[(&str, &str)] = &[
    ("TeamMonkey", "Monkey"),
    ("TeamNihilist", "Nihilist"),
    ("TeamRationalOptimist", "Optimist"),
    ("TeamRationalPessimist", "Pessimist"),
    ("TeamRationalQueller", "Queller"),
    ("TeamRationalRealist", "Realist"),
    ("TeamRationalScrapper", "Scrapper"),
    ("TeamRationalTruster", "Truster"),
    ("TeamRationalUtilitarian", "Utilitarian"),
    ("TeamRationalCooperative", "Cooperative"),
    ("TeamTitForTat", "TitForTat"),
    // The course registers it so, whatever its name promises.
    ("TeamTitForTatRecovery", "TitForTat"),
    ("TeamTatForTit", "TatForTit"),
    ("TeamTitForTatTat", "TitForTatTat"),
    ("TeamGrudger", "Grudger"),
    ("TeamCondescension", "Condescension"),
    ("TeamForgiveness", "Forgiveness"),
    ("TeamTwitchForTat", "TwitchForTat"),
    ("TeamDoubleAgent", "DoubleAgent"),
    ("TeamHandshaker", "Handshaker"),
];
const INITIAL_HORDE: usize = 9;

/// A player and the name it is told by.
type Listed = (String, Entrant);

impl MicrochessArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        self.clocks.confine()?;
        let entry = house.game(GAME)?;
        let mut lineup = self.lineup(house, entry, self.clocks.course(entry)?)?;
        if lineup.len() < 2 {
            let there = if lineup.is_empty() { "there is none" } else { "there is one" };
            return Err(Failure::refused(format!("a tournament needs two players, and {there}")));
        }
        let names = entrant::told_apart(&lineup.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
        let mut table = Table::new(entry, self.settings.of(entry)?.get()).map_err(|error| Failure::refused(error.to_string()))?;
        let grants = self.clocks.apply(&mut table);
        let workshop = Workshop {
            grants,
            python: entrant::python(self.clocks.python.as_deref())?,
            install: self.clocks.install,
            aloud: false,
            nodes: self.clocks.nodes,
        };
        for (_, player) in &mut lineup {
            player.prepare(&workshop)?;
        }
        let pairs = match self.mode {
            Mode::Full => round_robin(names.len()),
            Mode::Individual => (1..names.len()).map(|other| vec![(0, other)]).collect(),
        };
        let plan = RoundRobin { table: &table, names: &names, rounds: schedule(pairs, self.seed, self.clocks.series_length()) };
        let lineup: Vec<Entrant> = lineup.into_iter().map(|(_, player)| player).collect();
        let mut played = Vec::new();
        play(&plan, &lineup, &workshop, !self.json, |series| {
            if !self.json {
                let line = |entrant: usize, side| format!("Average payoff of player {}: {:.3}\n", names[entrant], series.mean(side));
                output::say(&(line(series.pair.0, 0) + &line(series.pair.1, 1)));
            }
            played.push(series);
        })?;
        let scores = self.scores(names.len(), &played);
        if self.json {
            output::say_json(&self.report(&names, &table, &played, &scores));
        } else {
            let rows = ranked(&scores).into_iter().enumerate();
            let rows = rows.map(|(place, row)| format!("{place} ({:.3}) : {}\n", row.total, names[row.entrant]));
            output::say(&format!("Final ranking:\n{}", rows.collect::<String>()));
            tell_fouls(&names, &played);
        }
        Ok(())
    }

    fn lineup(&self, house: &House, entry: &'static Entry, course: Course) -> Result<Vec<Listed>, Failure> {
        let own = own_players()?;
        let find = |name: &str| {
            if let Some(ours) = registered(name) {
                return Ok((name.to_string(), house.entrant(entry, &format!("native:{ours}"), course)?));
            }
            let file = format!("./{name}.java");
            let path = if own.iter().any(|own| own == name) { &file } else { name };
            house.entrant(entry, path, course).map(|player| (player.name().to_string(), player))
        };
        if !self.players.is_empty() {
            return self.players.iter().map(|name| find(name)).collect();
        }
        if Path::new(MANIFEST).exists() {
            let wanted = read_manifest()?;
            let mut lineup = Vec::new();
            for (line, name, count) in wanted {
                let (_, player) = find(&name).map_err(|error| Failure::refused(format!("{MANIFEST}, line {line}: {error}")))?;
                lineup.extend(std::iter::repeat_n((name, player), count));
            }
            return Ok(lineup);
        }
        let horde = REGISTERED[..INITIAL_HORDE].iter().map(|(name, _)| name.to_string());
        own.iter().cloned().chain(horde).map(|name| find(&name)).collect()
    }

    fn scores(&self, players: usize, played: &[SeriesResult]) -> Vec<f64> {
        let mut scores = vec![0.0; players];
        for series in played {
            scores[series.pair.0] += series.mean(0);
            scores[series.pair.1] += series.mean(1);
        }
        if self.mode == Mode::Individual {
            scores[0] /= (players - 1) as f64;
        }
        scores
    }

    fn report(&self, names: &[String], table: &Table, played: &[SeriesResult], scores: &[f64]) -> serde_json::Value {
        let series: Vec<_> = played
            .iter()
            .map(|series| {
                let (a, b) = series.pair;
                let fouls = |entrant| series.fouls.iter().filter(|(who, _)| *who == entrant).count();
                json!({
                    "players": [names[a], names[b]], "games": series.games(), "average": [series.mean(0), series.mean(1)],
                    "fouls": [fouls(a), fouls(b)],
                })
            })
            .collect();
        let rows = ranked(scores).into_iter().enumerate();
        let ranking: Vec<_> = rows.map(|(rank, row)| json!({ "rank": rank, "name": names[row.entrant], "total": row.total })).collect();
        json!({
            "mode": if self.mode == Mode::Full { "full" } else { "individual" }, "seed": self.seed.0,
            "series_length": self.clocks.series_length(), "config": table.config, "players": names, "series": series, "ranking": ranking,
        })
    }
}

fn registered(name: &str) -> Option<&'static str> {
    REGISTERED.iter().find(|(id, _)| *id == name).map(|(_, ours)| *ours)
}

/// The players of this folder that are not the kit's, by name. A player of the kit that somebody changed is refused: it would
/// be taken for ours.
fn own_players() -> Result<Vec<String>, Failure> {
    let unreadable = |error: std::io::Error| Failure::refused(format!("this folder cannot be read: {error}"));
    let kit = runner::team_sdk();
    let mut own = Vec::new();
    for item in std::fs::read_dir(".").map_err(unreadable)? {
        let file = item.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".java").filter(|name| name.starts_with("Team") || *name == "MyPlayer") else { continue };
        match kit.iter().find(|(ours, _)| *ours == file) {
            None => own.push(name.to_string()),
            Some((_, text)) if std::fs::read(&file).is_ok_and(|there| there == **text) => {}
            Some(_) => {
                return Err(Failure::refused(format!(
                    "{file} is a player of the kit, and this one was changed: give it a name of its own"
                )));
            }
        }
    }
    own.sort();
    Ok(own)
}

/// Line, name and count of each player.
fn read_manifest() -> Result<Vec<(usize, String, usize)>, Failure> {
    let refuse = |why: String| Failure::refused(format!("{MANIFEST}{why}"));
    let text = std::fs::read_to_string(MANIFEST).map_err(|error| refuse(format!(" cannot be read: {error}")))?;
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty()).collect();
    let pair = |pair: &[(usize, &str)]| match *pair {
        [(line, name), (below, count)] => match count.parse() {
            Ok(count @ 0..=MOST_COPIES) => Ok((line, name.to_string(), count)),
            _ => Err(refuse(format!(", line {below}: {count:?} should say how many of {name} play, 0 to {MOST_COPIES}"))),
        },
        [(line, name), ..] => Err(refuse(format!(", line {line}: how many of {name} play is missing"))),
        [] => unreachable!("chunks are not empty"),
    };
    lines.chunks(2).map(pair).collect()
}

/// Who broke a rule, how often, and what the first time was.
fn tell_fouls(names: &[String], played: &[SeriesResult]) {
    for (entrant, name) in names.iter().enumerate() {
        let mut fouls = played.iter().flat_map(|series| &series.fouls).filter(|(who, _)| *who == entrant);
        if let Some((_, first)) = fouls.next() {
            let more = match fouls.count() {
                0 => String::new(),
                n => format!(" (and {n} more)"),
            };
            output::remark(&format!("{name} fouled: {}: {}{more}", first.kind.name(), first.why));
        }
    }
}
