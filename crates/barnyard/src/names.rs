//! From the names that people type to games and bots.
use crate::House;
use crate::entrant::{self, Entrant, Own};
use crate::failure::Failure;
use crate::output;
use bots::Reference;
use games::Entry;
use runner::{Course, Recipe};
use std::path::Path;

impl House {
    /// The game of that name or alias, in any case.
    pub fn game(&self, name: &str) -> Result<&'static Entry, Failure> {
        let known = self.games.iter().flat_map(|entry| [entry.name].into_iter().chain(entry.aliases.iter().copied()));
        let found = self.games.iter().find(|entry| entry.answers_to(name));
        found.ok_or_else(|| {
            Failure::refused(format!("there is no game called {name:?}{}", hint(name, known, "`barnyard games` lists them")))
        })
    }

    /// The bots of a game, weakest first.
    pub fn bots(&self, game: &str) -> impl Iterator<Item = &'static Reference> {
        let rosters = self.rosters;
        rosters.iter().flat_map(|roster| roster.iter()).filter(move |bot| bot.game == game)
    }

    /// The only game that all of these names fit, as far as they are names of bots of ours.
    pub fn game_with(&self, names: &[&str]) -> Option<&'static Entry> {
        let bare = |name: &'_ str| {
            name.trim_start_matches("native:").trim_start_matches("outside:").split('@').next().unwrap_or_default().to_string()
        };
        let plays = |entry: &Entry, name: &String| self.bots(entry.name).any(|bot| bot.name.eq_ignore_ascii_case(name));
        let ours: Vec<String> =
            names.iter().map(|name| bare(name)).filter(|name| self.games.iter().any(|entry| plays(entry, name))).collect();
        let mut fit = self.games.iter().filter(|entry| !ours.is_empty() && ours.iter().all(|name| plays(entry, name)));
        fit.next().filter(|_| fit.next().is_none())
    }

    /// The same where people may play: `human` is whoever sits before the screen.
    pub fn player(&self, entry: &'static Entry, name: &str, course: Course) -> Result<Entrant, Failure> {
        if name.eq_ignore_ascii_case(entrant::HUMAN) { Ok(Entrant::Human) } else { self.entrant(entry, name, course) }
    }

    /// Whoever a name stands for: a path, else a bot of the season's folder, else a native bot, perhaps as `NAME@EFFORT`. `native:NAME` is always the last,
    /// and `outside:NAME` is that bot as a program of its own.
    pub fn entrant(&self, entry: &'static Entry, name: &str, course: Course) -> Result<Entrant, Failure> {
        let found = |path: &Path| {
            let recipe = Recipe::within(path, entry, course).map_err(|error| Failure::refused(error.to_string()))?;
            recipe.warnings.iter().for_each(|warning| output::remark(warning));
            Ok(Entrant::Program(Box::new(recipe)))
        };
        if let Some(native) = name.strip_prefix("native:") {
            return self.own(entry, native).map(Entrant::Native);
        }
        if let Some(outside) = name.strip_prefix("outside:") {
            return outside_bot(entry, &self.own(entry, outside)?);
        }
        let season = Path::new("3600-agents").join(name);
        if let Some((file, bot)) = Recipe::split(name) {
            return Recipe::named(file, bot, entry)
                .map(|recipe| Entrant::Program(Box::new(recipe)))
                .map_err(|error| Failure::refused(error.to_string()));
        }
        if Path::new(name).exists() {
            found(Path::new(name))
        } else if name.contains('/') {
            Err(Failure::refused(format!("{name}: there is no such file or folder")))
        } else if season.is_dir() {
            found(&season)
        } else {
            self.own(entry, name).map(Entrant::Native)
        }
    }

    /// Whoever a module's name stands for, as the original programs find it: `mine`, `mine.py` and `bots.mine` are files of this
    /// folder, perhaps with `:NAME` behind. Else it is anything that [`House::entrant`] knows.
    pub fn module(&self, entry: &'static Entry, name: &str) -> Result<Entrant, Failure> {
        let (module, bot) = name.rsplit_once(':').map_or((name, ""), |(module, _)| (module, &name[module.len()..]));
        if let Some(file) = module_file(module) {
            let mut found = self.entrant(entry, &format!("{file}{bot}"), Course::default())?;
            // Four bots called bot are told apart by their files.
            if let Entrant::Program(recipe) = &mut found
                && recipe.name == "bot"
            {
                recipe.name = Path::new(&file).file_stem().map_or_else(|| file.clone(), |stem| stem.to_string_lossy().into_owned());
            }
            return Ok(found);
        }
        if !bot.is_empty() || module.contains('/') || Path::new(module).exists() {
            return self.entrant(entry, name, Course::default());
        }
        let module = module.strip_suffix(".py").unwrap_or(module);
        let missing = |failure: Failure| Failure::refused(format!("there is no file {module}.py here, and {failure}"));
        self.own(entry, module).map(Entrant::Native).map_err(missing)
    }

    /// A bot of ours, perhaps with how hard it is to think: `Max`, `Max@250ms`, `Max@50k`.
    pub fn own(&self, entry: &Entry, wanted: &str) -> Result<Own, Failure> {
        let Some((name, effort)) = wanted.split_once('@') else { return self.bot(entry, wanted).map(|bot| Own::new(bot, None)) };
        let bot = self.bot(entry, name)?;
        let effort = effort.parse().map_err(|unfit| Failure::refused(format!("{wanted}: {unfit}")))?;
        match bot.effort() {
            Some(_) => Ok(Own::new(bot, Some(effort))),
            None => Err(Failure::refused(format!("{wanted}: {} does not search, so its effort cannot be set", bot.name))),
        }
    }

    fn bot(&self, entry: &Entry, wanted: &str) -> Result<&'static Reference, Failure> {
        let found = self.bots(entry.name).find(|bot| bot.name.eq_ignore_ascii_case(wanted));
        if wanted.eq_ignore_ascii_case(entrant::HUMAN) {
            return Err(Failure::refused("a person can sit in one game only, as in `barnyard play`"));
        }
        let list = format!("`barnyard bots {}` lists them, and a path starts with ./ or /", entry.name);
        found.ok_or_else(|| {
            let hint = hint(wanted, self.bots(entry.name).map(|bot| bot.name), &list);
            Failure::refused(format!("{} has no bot called {wanted:?}{hint}", entry.name))
        })
    }
}

/// A bot of ours behind the protocol: this executable once more.
fn outside_bot(entry: &Entry, own: &Own) -> Result<Entrant, Failure> {
    let here = std::env::current_exe().and_then(std::fs::canonicalize);
    let here = here.map_err(|error| Failure::refused(format!("this executable cannot be found: {error}")))?;
    let words = [here.display().to_string(), "bot".into(), entry.name.into(), own.name().into()];
    Ok(Entrant::Program(Box::new(Recipe::program(own.name(), words.into())?)))
}

/// The Python file of a module: named with its ending, without, or with dots between its folders.
fn module_file(name: &str) -> Option<String> {
    let whole = name.ends_with(".py").then(|| name.to_string());
    let ways = [whole, Some(format!("{name}.py")), Some(format!("{}.py", name.replace('.', "/")))];
    ways.into_iter().flatten().find(|file| Path::new(file).is_file())
}

/// `: did you mean ...?`, or where to look.
fn hint<'a>(typed: &str, known: impl Iterator<Item = &'a str>, otherwise: &str) -> String {
    let typed = typed.to_lowercase();
    let near = known.map(|name| (strsim::damerau_levenshtein(&typed, &name.to_lowercase()), name)).min_by_key(|(far, _)| *far);
    match near {
        Some((far, name)) if far <= 1 + name.len() / 4 => format!(": did you mean {name}?"),
        _ => format!(": {otherwise}"),
    }
}
