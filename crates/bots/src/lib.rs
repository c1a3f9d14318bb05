//! Native reference bots. They see observations only, as any other bot does.
//!
//! Each game has a table of its bots, weakest first; [`ROSTERS`] lists the tables.
use games::{Game, Native, Player};
use search::Effort;

pub mod bovine;
pub mod carpets;
pub mod chickens;
pub mod microchess;
pub mod orchard;
pub mod search;

/// One row of a game's table of bots.
pub struct Reference {
    pub game: &'static str,
    pub name: &'static str,
    /// How it thinks, in one line.
    pub about: &'static str,
    maker: Maker,
}

/// How an instance is made.
enum Maker {
    Plain(fn() -> Native),
    /// It searches: as hard as here, unless told otherwise.
    Thinker(Effort, fn(Effort) -> Native),
}

impl Reference {
    /// A row whose bot is made by `Default`.
    pub const fn of<G: Game, P: Player<G> + Default + 'static>(name: &'static str, about: &'static str) -> Reference {
        Reference::made(G::NAME, name, about, || Native::new::<G>(P::default()))
    }

    /// A row whose bot is made by a function.
    pub const fn made(game: &'static str, name: &'static str, about: &'static str, summon: fn() -> Native) -> Reference {
        Reference { game, name, about, maker: Maker::Plain(summon) }
    }

    /// A row whose bot searches, with its usual effort.
    pub const fn thinker(
        game: &'static str,
        name: &'static str,
        about: &'static str,
        effort: Effort,
        summon: fn(Effort) -> Native,
    ) -> Reference {
        Reference { game, name, about, maker: Maker::Thinker(effort, summon) }
    }

    /// How hard it thinks about a move unless told otherwise; `None`: it does not search.
    pub const fn effort(&self) -> Option<Effort> {
        match self.maker {
            Maker::Plain(_) => None,
            Maker::Thinker(effort, _) => Some(effort),
        }
    }

    /// A fresh instance.
    pub fn summon(&self) -> Native {
        self.summon_with(None)
    }

    /// A fresh instance that thinks this hard, if it searches at all.
    pub fn summon_with(&self, effort: Option<Effort>) -> Native {
        match self.maker {
            Maker::Plain(summon) => summon(),
            Maker::Thinker(usual, summon) => summon(effort.unwrap_or(usual)),
        }
    }
}

/// The tables of bots, one a game.
pub static ROSTERS: &[&[Reference]] = &[chickens::BOTS, carpets::BOTS, bovine::BOTS, orchard::BOTS, microchess::BOTS];

/// The bots of a game, weakest first.
pub fn of(game: &str) -> impl Iterator<Item = &'static Reference> {
    ROSTERS.iter().flat_map(|roster| roster.iter()).filter(move |bot| bot.game == game)
}

/// The bot of that name, in any case.
pub fn find(game: &str, name: &str) -> Option<&'static Reference> {
    of(game).find(|bot| bot.name.eq_ignore_ascii_case(name))
}
