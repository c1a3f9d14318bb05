//! One game before somebody's eyes: it is played on a thread of its own, and shown on this one.
use crate::browser::Browsing;
use crate::entrant::{Entrant, Workshop};
use crate::failure::Failure;
use crate::theatre::{self, Screen, Show};
use games::{Luck, Reel, Seat, SeatSet, View};
use runner::{Chair, FixtureResult, GameResult, Human, News, Past, PlatformFault, Played, Staging, Table, pin_to};
use std::sync::mpsc::{Receiver, Sender, channel};

/// A game to be seen, or to be played by people.
pub struct Performance<'a> {
    pub table: &'a Table,
    pub lineup: &'a [Entrant],
    pub names: &'a [String],
    pub workshop: &'a Workshop,
    pub luck: Luck,
    pub past: Option<Past<'a>>,
}

/// Where it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum House {
    /// On the whole terminal.
    Screen,
    /// As plain text, line by line.
    Paper,
    /// In the browser.
    Page(Browsing),
    /// Nobody looks.
    Nobody,
}

impl House {
    /// The screen, if there is one and nobody wants plain text.
    pub fn choose(ascii: bool) -> House {
        if !ascii && Screen::is_there() { House::Screen } else { House::Paper }
    }
}

impl Performance<'_> {
    /// Plays and shows. `None`: a person left before the end.
    pub fn run(self, house: House) -> Result<Option<FixtureResult>, Failure> {
        let table = self.table;
        let seats = Seat::first(self.lineup.len()).zip(self.lineup);
        let people: SeatSet = seats.filter(|(_, entrant)| matches!(entrant, Entrant::Human)).map(|(seat, _)| seat).collect();
        let (desk, news) = channel();
        std::thread::scope(|scope| {
            let game = scope.spawn(move || self.play(desk));
            let shown = show(table, people, house, news);
            // Whoever interrupts does not want to wait for bots that think.
            if let Err(Failure::Told(code)) = shown {
                std::process::exit(code.into());
            }
            let played = game.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            match played {
                Ok(played) => shown.map(|()| Some(fixture(played))),
                Err(fault) if fault.is_departure() => shown.map(|()| None),
                Err(fault) => Err(fault.into()),
            }
        })
    }

    fn play(self, desk: Sender<News>) -> Result<Played, PlatformFault> {
        if self.lineup.iter().any(Entrant::is_program) {
            pin_to(0);
        }
        let mut bots = Vec::new();
        for (entrant, name) in self.lineup.iter().zip(self.names) {
            bots.push(match entrant {
                Entrant::Human => Box::new(Human::new(desk.clone())),
                other => other.summon(name, self.table, self.workshop)?,
            });
        }
        let chairs = bots.iter_mut().zip(self.names).zip(0..);
        let mut chairs: Vec<Chair<'_>> =
            chairs.map(|((bot, name), number)| Chair { name, bot: &mut **bot, seed: self.luck.bot(number, 0) }).collect();
        self.table.stage(self.luck, &mut chairs, Staging { past: self.past, onlooker: Some(desk) })
    }
}

fn show(table: &Table, people: SeatSet, house: House, news: Receiver<News>) -> Result<(), Failure> {
    // A game that does not even begin has its own failure to tell.
    let Ok(News::Begin(header)) = news.recv() else { return Ok(()) };
    let reel = Reel::begin(header, table.entry).map_err(|error| Failure::refused(error.to_string()))?;
    match house {
        House::Screen => theatre::open_live(Show::live(reel, people), news),
        House::Paper => theatre::perform(reel, !people.is_empty(), news),
        House::Page(browsing) => browsing.host(reel, people.iter().next().map_or(View::Spectator, View::Seat), news),
        House::Nobody => Ok(()),
    }
}

fn fixture(played: Played) -> FixtureResult {
    let Played { over, decisions, fouls, tape } = played;
    let game = GameResult { payoffs: over.payoffs, points: over.points, reason: over.reason, decisions, fouls, tape };
    FixtureResult { number: 0, games: vec![game] }
}
