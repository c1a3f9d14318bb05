//! Whoever plays: a bot of ours, or somebody's program.
use crate::failure::Failure;
use crate::output;
use bots::Reference;
use bots::search::Effort;
use games::{Json, Native};
use runner::{Bot, Grants, InProcess, Install, Listener, PlatformFault, Program, Python, Recipe, Table};
use std::path::Path;
use std::process::Command;

/// The name that a person plays under.
pub const HUMAN: &str = "human";

#[derive(Clone)]
pub enum Entrant {
    /// Whoever sits before the screen.
    Human,
    Native(Own),
    Program(Box<Recipe>),
}

/// A bot of ours, and how hard it is to think, if that was said.
#[derive(Clone)]
pub struct Own {
    bot: &'static Reference,
    effort: Option<Effort>,
    /// `Max`, or `Max@250ms`.
    name: String,
}

impl Own {
    pub fn new(bot: &'static Reference, effort: Option<Effort>) -> Own {
        let name = effort.map_or(bot.name.to_string(), |effort| format!("{}@{effort}", bot.name));
        Own { bot, effort, name }
    }

    /// `Max`, or `Max@250ms`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A fresh instance. Without a word on its effort it looks at so many positions, if that was said at least.
    pub fn summon(&self, nodes: Option<u64>) -> Native {
        self.bot.summon_with(self.effort.or(nodes.map(Effort::Nodes)))
    }
}

/// What all programs of a run have in common.
pub struct Workshop {
    pub grants: Grants,
    pub python: Option<&'static Python>,
    /// What bots may have installed.
    pub install: Install,
    /// Whether a bot's own output is shown as it plays.
    pub aloud: bool,
    /// Positions that bots of ours look at for a move, where nothing else was said.
    pub nodes: Option<u64>,
}

impl Entrant {
    pub fn name(&self) -> &str {
        match self {
            Entrant::Human => HUMAN,
            Entrant::Native(own) => &own.name,
            Entrant::Program(recipe) => &recipe.name,
        }
    }

    pub fn is_program(&self) -> bool {
        matches!(self, Entrant::Program(_))
    }

    /// Which program was taken for the name; a bot of ours needs no word.
    pub fn told(&self) -> Option<String> {
        match self {
            Entrant::Human | Entrant::Native(_) => None,
            Entrant::Program(recipe) => Some(recipe.told()),
        }
    }

    /// Everything that has to be done before the first game.
    pub fn prepare(&mut self, workshop: &Workshop) -> Result<(), Failure> {
        match self {
            Entrant::Human | Entrant::Native(_) => Ok(()),
            Entrant::Program(recipe) => {
                recipe.prepare(workshop.python, workshop.install).map_err(|error| Failure::refused(error.to_string()))
            }
        }
    }

    /// A fresh instance at this table.
    pub fn summon(&self, name: &str, table: &Table, workshop: &Workshop) -> Result<Box<dyn Bot>, PlatformFault> {
        let listener = workshop.aloud.then(|| Box::new(read_aloud) as Listener);
        self.summon_with(name, table, workshop, listener, |_| {})
    }

    /// The same, with somebody who hears what a program prints, and a last word on its command.
    pub fn summon_with(
        &self,
        name: &str,
        table: &Table,
        workshop: &Workshop,
        listener: Option<Listener>,
        adorn: impl FnOnce(&mut Command),
    ) -> Result<Box<dyn Bot>, PlatformFault> {
        match self {
            Entrant::Human => Err(PlatformFault("a person has to be asked".into())),
            Entrant::Native(own) => Ok(Box::new(InProcess(own.summon(workshop.nodes)))),
            Entrant::Program(recipe) => {
                let mut errand = recipe.errand(workshop.python)?;
                adorn(&mut errand.command);
                let config: &Json = &table.config;
                Ok(Box::new(Program::start(name, errand, table.entry, config, workshop.grants, listener)?))
            }
        }
    }
}

/// `[henny | turn #3]: hello`.
pub fn read_aloud(name: &str, turn: u64, text: &str) {
    for line in text.lines() {
        output::remark(&format!("[{name} | turn #{turn}]: {line}"));
    }
}

/// The interpreter for all Python bots of this run, if one was named.
pub fn python(given: Option<&Path>) -> Result<Option<&'static Python>, PlatformFault> {
    // One for the life of the program: it is started thousands of times.
    given.map(|path| Python::find(Some(path)).map(|python| &*Box::leak(Box::new(python)))).transpose()
}

/// Names that can be told apart: the second Realist is `Realist#2`.
pub fn labels(lineup: &[Entrant]) -> Vec<String> {
    told_apart(&lineup.iter().map(Entrant::name).collect::<Vec<_>>())
}

/// The same for any names.
pub fn told_apart(names: &[&str]) -> Vec<String> {
    let earlier = |i: usize| names[..i].iter().filter(|name| **name == names[i]).count();
    (0..names.len())
        .map(|i| match earlier(i) {
            0 => names[i].to_string(),
            n => format!("{}#{}", names[i], n + 1),
        })
        .collect()
}
