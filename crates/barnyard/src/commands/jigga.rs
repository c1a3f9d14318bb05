//! `barnyard jigga`: a game of Bovine Borders as its document has it, with `log.txt`.
use super::{Seed, grid};
use crate::clocks::Clocks;
use crate::division::{self, Divisions};
use crate::entrant::{self, Entrant, Workshop};
use crate::failure::Failure;
use crate::farm_log::{Death, FarmLog};
use crate::settings::Settings;
use crate::tapes::{ErrorText, Sink};
use crate::{House, output, paint, watch};
use ::games::{Entry, Luck};
use runner::{Bot, Fixtures, GameResult, PlatformFault, Record, Table, play_crews};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Play Bovine Borders between four farmers, with the log of Jigga Jigga
#[derive(clap::Args, Debug)]
#[command(after_help = "A farmer is FILE.py:NAME, a module with or without .py, a folder, or a bot of ours.

Examples:
  barnyard jigga bot0.py:bot bot1.py:bot bot2.py:bot bot3.py:bot
  barnyard jigga my_bot.py 'sample_ais.py:AdjacentAsta()' Herta random_raven --names Mine,Asta,Herta,Raven
  tail -f log.txt                                              in another terminal
  barnyard jigga a.py:bot b.py:bot c.py:bot d.py:bot --division hacker --allow-hacker-division")]
pub struct Jigga {
    /// The farmers, clockwise from the top left
    #[arg(required = true, num_args = 4, value_names = ["BOT0", "BOT1", "BOT2", "BOT3"])]
    bots: Vec<String>,
    /// Their names, in the same order
    #[arg(long, value_name = "A,B,C,D", value_delimiter = ',')]
    names: Vec<String>,
    /// Where events are written as they happen
    #[arg(long, value_name = "FILE", default_value = "log.txt")]
    log: PathBuf,
    /// Where all luck comes from: a number, or `random`
    #[arg(long, default_value = "random")]
    seed: Seed,
    /// Write the tape of the game here (.gz packs it)
    #[arg(short, long, value_name = "TAPE")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    clocks: Clocks,
    #[command(flatten)]
    divisions: Divisions,
}

impl Jigga {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        self.clocks.confine()?;
        let entry = house.game("bovine")?;
        let mut lineup = self.bots.iter().map(|name| house.module(entry, name)).collect::<Result<Vec<_>, _>>()?;
        let names = self.names(&lineup)?;
        let mut table = Table::new(entry, self.settings.of(entry)?.get()).map_err(|error| Failure::refused(error.to_string()))?;
        let grants = self.clocks.apply(&mut table);
        table.record = if self.output.is_some() { Record::Times } else { Record::Nothing };
        let workshop = Workshop {
            grants,
            python: entrant::python(self.clocks.python.as_deref())?,
            install: self.clocks.install,
            aloud: false,
            nodes: self.clocks.nodes,
        };
        let tape = self.output.as_deref().map(Sink::claim).transpose()?;
        for entrant in &mut lineup {
            entrant.prepare(&workshop)?;
        }
        let hackers = self.divisions.hackers(entry, &lineup, &names)?;
        let cannot = |error: std::io::Error| Failure::refused(format!("{} cannot be written: {}", self.log.display(), error.error_text()));
        let log = FarmLog::create(&self.log, &names).map_err(cannot)?;
        if !self.json {
            lineup.iter().filter_map(Entrant::told).for_each(|told| output::remark(&told));
        }
        let crew = || -> Result<Vec<Box<dyn Bot>>, PlatformFault> {
            let bots = match &hackers {
                Some(hackers) => hackers.crew(&table, grants, workshop.python, Some(log.listener_of_all()))?,
                None => (0..lineup.len())
                    .map(|farmer| lineup[farmer].summon_with(&names[farmer], &table, &workshop, Some(log.listener(farmer)), |_| {}))
                    .collect::<Result<_, _>>()?,
            };
            Ok(bots.into_iter().map(|bot| log.beside(bot)).collect())
        };
        let pin = lineup.iter().any(Entrant::is_program);
        let luck = Luck::new(self.seed.0);
        let plan = Fixtures { table: &table, names: &names, luck, numbers: 0..1, boards: 1, seatings: &[(0..entry.seats).collect()], pin };
        let mut only = None;
        let played = play_crews(&plan, crew, |mut fixture| {
            only = fixture.games.pop();
            Ok::<_, Failure>(())
        });
        if let Some(why) = log.absent() {
            return Err(Failure::refused(why));
        }
        if let Some(void) = hackers.as_ref().and_then(|hackers| hackers.void()) {
            log.void(&void.why);
        }
        division::judged(played, hackers.as_ref())?;
        let game = only.expect("one game was played");
        if let Some(error) = log.failed() {
            return Err(cannot(error));
        }
        if let (Some(sink), Some(tape)) = (tape, &game.tape) {
            sink.write(tape)?;
        }
        let farm = Farm { entry, names: &names, deaths: log.deaths(), game: &game };
        if self.json {
            output::say_json(&farm.report(self));
            return Ok(());
        }
        output::say(&format!("{}\n{}", log.end().map_or_else(String::new, |scene| paint::scene(&scene)), farm.text()));
        output::remark(&format!("the log is in {}, seed {}", self.log.display(), self.seed.0));
        output::remark(&watch::invitation(self.output.as_deref()));
        Ok(())
    }

    fn names(&self, lineup: &[Entrant]) -> Result<Vec<String>, Failure> {
        match self.names.len() {
            0 => Ok(entrant::labels(lineup)),
            n if n == lineup.len() => Ok(self.names.clone()),
            n => Err(Failure::refused(format!("--names has {n} names, and {} farmers play", lineup.len()))),
        }
    }
}

/// How a game ended for the farmers.
struct Farm<'a> {
    entry: &'static Entry,
    names: &'a [String],
    deaths: Vec<Death>,
    game: &'a GameResult,
}

impl Farm<'_> {
    /// Best first; of equals the higher seat, as the original has it.
    fn ranking(&self) -> Vec<usize> {
        let payoffs = &self.game.payoffs;
        let mut order: Vec<usize> = (0..payoffs.len()).collect();
        order.sort_by(|a, b| payoffs[*b].total_cmp(&payoffs[*a]).then(b.cmp(a)));
        order
    }

    /// 1 for the best; equals share a rank.
    fn rank(&self, farmer: usize) -> usize {
        let payoffs = &self.game.payoffs;
        1 + payoffs.iter().filter(|other| **other > payoffs[farmer]).count()
    }

    fn death(&self, farmer: usize) -> Option<&Death> {
        self.deaths.iter().find(|death| death.farmer == farmer)
    }

    fn fouls(&self, farmer: usize) -> BTreeMap<&'static str, u32> {
        let mut kinds = BTreeMap::new();
        for (_, foul) in self.game.fouls.iter().filter(|(who, _)| who.index() == farmer) {
            *kinds.entry(foul.kind.name()).or_default() += 1;
        }
        kinds
    }

    fn text(&self) -> String {
        let row = |farmer: usize| {
            let rank = self.rank(farmer);
            let tied = (0..self.names.len()).any(|other| other != farmer && self.rank(other) == rank);
            let fate = self.death(farmer).map_or_else(String::new, |Death { round, by, .. }| {
                format!("out in round {round}, by {}", if *by == farmer { "itself" } else { &self.names[*by] })
            });
            let fouls: Vec<String> = self.fouls(farmer).iter().map(|(kind, n)| format!("{n} {kind}")).collect();
            vec![
                format!("{rank}{}", if tied { "=" } else { "" }),
                self.names[farmer].clone(),
                self.entry.seat_names[farmer].to_string(),
                self.game.points[farmer].to_string(),
                fate,
                fouls.join(", "),
            ]
        };
        let ranking = self.ranking();
        let rows: Vec<_> = ranking.iter().map(|farmer| row(*farmer)).collect();
        format!("{}\n\n{ranking:?} after {} rounds", grid(&["rank", "farmer", "seat", "cells", "", "fouls"], &rows, 6), self.game.decisions)
    }

    fn report(&self, args: &Jigga) -> serde_json::Value {
        let farmer = |farmer: usize| {
            json!({
                "name": self.names[farmer],
                "seat": self.entry.seat_names[farmer],
                "rank": self.rank(farmer),
                "cells": self.game.points[farmer],
                "eliminated": self.death(farmer).map(|death| json!({ "round": death.round, "by": death.by })),
                "fouls": self.fouls(farmer),
            })
        };
        json!({
            "ranking": self.ranking(),
            "farmers": (0..self.names.len()).map(farmer).collect::<Vec<_>>(),
            "rounds": self.game.decisions,
            "seed": args.seed.0,
            "log": args.log,
        })
    }
}
