//! What is heard from a table while a game is played: by viewers, and by people who play.
use games::tape::{Header, Line, Over};
use games::{AnyGame, Foul, Menu, Seat};
use std::sync::mpsc::{Sender, channel};

use crate::bot::{Answer, Bot, Cost, PlatformFault, Time};

/// One thing that happened at a table. All of it is the truth: whoever shows it picks the eyes to see it with.
pub enum News {
    /// A game begins.
    Begin(Header),
    /// One more line is on the tape.
    Line(Line),
    /// A person has to decide.
    Asked(Question),
    /// The game is over.
    Over(Over),
}

/// A decision that a person has to make. The table waits for the answer.
pub struct Question {
    pub seat: Seat,
    pub menu: Menu,
    /// Why the answer before this one did not count.
    pub refused: Option<String>,
    reply: Sender<String>,
}

impl Question {
    /// Answers with an action, in JSON as a bot would send it. If it is not legal, another question follows.
    pub fn answer(self, action: impl Into<String>) {
        // Nobody waits any more when the game was called off.
        let _ = self.reply.send(action.into());
    }
}

/// A person at the table. Has no clock: it takes as long as it takes.
pub struct Human {
    desk: Sender<News>,
}

impl Human {
    /// Someone who is asked, and answers, at the other end of this channel.
    pub fn new(desk: Sender<News>) -> Human {
        Human { desk }
    }

    fn ask(&self, seat: Seat, menu: Menu, refused: Option<String>) -> Result<String, PlatformFault> {
        let (reply, answer) = channel();
        let gone = || PlatformFault(LEFT.into());
        self.desk.send(News::Asked(Question { seat, menu, refused, reply })).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())
    }
}

const LEFT: &str = "the player left the table";

impl PlatformFault {
    /// Whether nothing failed, and a person just went.
    pub fn is_departure(&self) -> bool {
        self.0 == LEFT
    }
}

impl Bot for Human {
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault> {
        Ok(Answer::new(Ok(()), Cost::default()))
    }

    fn prepare_for_match(&mut self, _: &dyn AnyGame, _: Seat, _: u64) -> Result<Answer, PlatformFault> {
        Ok(Answer::new(Ok(()), Cost::default()))
    }

    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, _: &Time) -> Result<Answer, PlatformFault> {
        let mut refused = None;
        loop {
            let action = self.ask(seat, game.menu(seat), refused)?;
            match game.propose(seat, &action) {
                Ok(()) => return Ok(Answer::new(Ok(()), Cost::default())),
                Err(Foul { why, .. }) => refused = Some(why),
            }
        }
    }

    fn match_over(&mut self, _: &dyn AnyGame, _: Seat) -> Result<(), PlatformFault> {
        Ok(())
    }

    fn rehearses(&self) -> bool {
        false
    }
}
