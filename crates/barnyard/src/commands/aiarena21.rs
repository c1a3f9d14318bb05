//! `barnyard aiarena21`: a game of Orchard by the command line of AI Arena 21.
use super::Seed;
use crate::clocks::Clocks;
use crate::entrant::{self, Entrant, Workshop};
use crate::failure::Failure;
use crate::tapes::Sink;
use crate::{House, card, output, paint, watch};
use ::games::orchard::{Map, SHIPPED, replay, shipped};
use ::games::{Entry, FoulKind, Luck, Reel, share};
use runner::{Fixtures, GameResult, Listener, PlatformFault, Record, Table, play_fixtures};
use serde_json::json;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Play Orchard with the command line of AI Arena 21
#[derive(clap::Args, Debug)]
#[command(after_help = "-nv, -rt, -n1 and -n2 are short for --no-visual, --round-time, --name-1 and --name-2.

Examples:
  barnyard aiarena21 random_source random_source
  barnyard aiarena21 random_source my_source -m my_map.txt -nv -r my_replay.txt -rt 300
  barnyard aiarena21 my_source.py greedy -m 7.txt -n1 Apple -n2 Pear --json")]
pub struct AiArena21 {
    /// A file of this folder, with or without .py; else a bot of ours
    bot1: String,
    /// Its opponent
    bot2: String,
    /// A map of this folder; else one of ours: 1.txt to 7.txt, semifinal.txt, final.txt
    #[arg(short, long, value_name = "FILE", default_value = "1.txt")]
    map: String,
    /// Write the [Replay] lines here
    #[arg(short, long, value_name = "FILE", default_value = "replay.txt")]
    replay: PathBuf,
    /// Do not show the game
    #[arg(long)]
    no_visual: bool,
    /// The team of the first bot
    #[arg(long = "name-1", value_name = "NAME", default_value = "Team 1")]
    name_1: String,
    /// The team of the second bot
    #[arg(long = "name-2", value_name = "NAME", default_value = "Team 2")]
    name_2: String,
    /// How many rounds to play
    #[arg(long, value_name = "N", default_value_t = 100)]
    round_time: u32,
    /// Where all luck comes from: a number, or `random`
    #[arg(long, default_value = "random")]
    seed: Seed,
    /// Write the tape of the game here too (.gz packs it)
    #[arg(short, long, value_name = "TAPE")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    clocks: Clocks,
}

/// The document's flags of more than one letter behind one dash.
const FLAGS: [(&str, &str); 4] = [("-nv", "--no-visual"), ("-rt", "--round-time"), ("-n1", "--name-1"), ("-n2", "--name-2")];

/// Spells these flags out, in a command line of this command.
pub fn spelled_out(args: impl IntoIterator<Item = impl Into<OsString>>) -> Vec<OsString> {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    if args.get(1).is_none_or(|command| command != "aiarena21") {
        return args;
    }
    let long = |arg: OsString| {
        let (flag, value) =
            arg.to_str().map_or(("", None), |text| text.split_once('=').map_or((text, None), |(flag, value)| (flag, Some(value))));
        match (FLAGS.iter().find(|(short, _)| *short == flag), value) {
            (Some((_, long)), Some(value)) => format!("{long}={value}").into(),
            (Some((_, long)), None) => (*long).into(),
            (None, _) => arg,
        }
    };
    args.into_iter().map(long).collect()
}

impl AiArena21 {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        self.clocks.confine()?;
        let entry = house.game("orchard")?;
        let teams = [self.name_1.clone(), self.name_2.clone()];
        if teams[0] == teams[1] {
            return Err(Failure::refused(format!("both teams are called {:?}: they need names that can be told apart", teams[0])));
        }
        let mut lineup = [&self.bot1, &self.bot2].into_iter().map(|name| house.module(entry, name)).collect::<Result<Vec<_>, _>>()?;
        let table = &mut self.table(entry)?;
        let workshop = Workshop {
            grants: self.clocks.apply(table),
            python: entrant::python(self.clocks.python.as_deref())?,
            install: self.clocks.install,
            aloud: !self.json,
            nodes: self.clocks.nodes,
        };
        let replay = Sink::claim(&self.replay)?;
        let tape = self.output.as_deref().map(Sink::claim).transpose()?;
        for entrant in &mut lineup {
            entrant.prepare(&workshop)?;
        }
        if !self.json {
            lineup.iter().filter_map(Entrant::told).for_each(|told| output::remark(&told));
        }
        let game = self.play(table, &lineup, &teams, &workshop)?;
        let played = game.tape.as_ref().expect("the game was recorded");
        replay.write_text(&replay::export(played).map_err(|error| Failure::refused(error.to_string()))?)?;
        if let Some(sink) = tape {
            sink.write(played)?;
        }
        let names: Vec<&str> = lineup.iter().map(Entrant::name).collect();
        if self.json {
            output::say_json(&self.report(&game, &teams, &names));
            return Ok(());
        }
        let mut text = String::new();
        if !self.no_visual && !watch::show(Reel::open_at(played.clone(), entry).map_err(|error| Failure::refused(error.to_string()))?)? {
            let scenes = house.scenes(played)?;
            text += &format!("{}\n", paint::scene(scenes.last().expect("a game has an end")));
        }
        for (i, team) in teams.iter().enumerate() {
            text += &format!("{team} ({}): {} points\n", names[i], game.points[i]);
        }
        text += &card::of_tape(entry, played);
        text += &match winner(&game) {
            Some(seat) => format!("{} wins", teams[seat]),
            None => "a draw".into(),
        };
        output::say(&text);
        output::remark(&format!("the replay is in {}, seed {}", self.replay.display(), self.seed.0));
        if !self.no_visual {
            output::remark(&watch::invitation(self.output.as_deref()));
        }
        Ok(())
    }

    fn table(&self, entry: &'static Entry) -> Result<Table, Failure> {
        let config = json!({ "map": self.map()?, "rounds": self.round_time });
        let mut table = Table::new(entry, &config.to_string()).map_err(|error| Failure::refused(error.to_string()))?;
        table.record = Record::Times;
        Ok(table)
    }

    /// The text of a map in this folder, or the name of one of ours.
    fn map(&self) -> Result<String, Failure> {
        let path = Path::new(&self.map);
        if path.exists() {
            let text = std::fs::read_to_string(path).map_err(|error| Failure::refused(format!("{} cannot be read: {error}", self.map)))?;
            let map = Map::parse(&text).map_err(|error| Failure::refused(format!("{}, {error}", self.map)))?;
            return Ok(map.lines().collect::<Vec<_>>().join("\n"));
        }
        if shipped(&self.map).is_some() {
            return Ok(self.map.clone());
        }
        let ours: Vec<_> = SHIPPED.iter().map(|(name, _)| format!("{name}.txt")).collect();
        Err(Failure::refused(format!("there is no map {}: it is no file here, and ours are {}", self.map, ours.join(", "))))
    }

    fn play(&self, table: &Table, lineup: &[Entrant], teams: &[String; 2], workshop: &Workshop) -> Result<GameResult, Failure> {
        let told = serde_json::to_string(teams).expect("names are text");
        let summon = |team: usize| -> Result<_, PlatformFault> {
            let listener = workshop.aloud.then(|| Box::new(entrant::read_aloud) as Listener);
            lineup[team].summon_with(&teams[team], table, workshop, listener, |command| {
                command.env("BARNYARD_TEAMS", &told);
            })
        };
        let pin = lineup.iter().any(Entrant::is_program);
        let plan = Fixtures { table, names: teams, luck: Luck::new(self.seed.0), numbers: 0..1, boards: 1, seatings: &[vec![0, 1]], pin };
        let mut only = None;
        play_fixtures(&plan, summon, |mut fixture| {
            only = fixture.games.pop();
            Ok::<_, Failure>(())
        })?;
        let game = only.expect("one game was played");
        // A bot that cannot be loaded plays no game: that is for its author to read, not for a replay.
        match game.fouls.iter().find(|(_, foul)| game.decisions == 0 && foul.kind == FoulKind::Startup) {
            Some((seat, foul)) => Err(Failure::refused(format!("{} cannot be started: {}", lineup[seat.index()].name(), foul.why))),
            None => Ok(game),
        }
    }

    fn report(&self, game: &GameResult, teams: &[String; 2], bots: &[&str]) -> serde_json::Value {
        let fouls = |seat: usize| {
            let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
            for (_, foul) in game.fouls.iter().filter(|(who, _)| who.index() == seat) {
                *kinds.entry(foul.kind.name()).or_default() += 1;
            }
            kinds
        };
        json!({
            "map": self.map,
            "rounds": self.round_time,
            "seed": self.seed.0,
            "teams": teams,
            "bots": bots,
            "scores": [game.points[0], game.points[1]],
            "winner": winner(game).map(|seat| &teams[seat]),
            "fouls": [fouls(0), fouls(1)],
            "replay": self.replay,
        })
    }
}

/// The seat that won, if one did.
fn winner(game: &GameResult) -> Option<usize> {
    share(&game.payoffs).iter().position(|share| *share == 1.0)
}
