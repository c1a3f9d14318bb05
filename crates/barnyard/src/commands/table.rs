//! `barnyard __table`: a game whose seats are all asked over standard input and output, for programs that hold the players
//! themselves, as `board.py` of Bovine does.
//!
//! It writes a line a decision, `{"turn":{"seat":0,"observation":{...}}}`, and reads `{"action":...}`. An answer that does not
//! count is told with `{"foul":{"seat":0,"kind":"illegal","why":"..."}}`, and the rules' substitute is played. The last line is
//! `{"over":{"ranking":[...],"payoffs":[...],"points":[...],"reason":"...","observation":{...}}}`, seen from seat 0.
use super::Seed;
use crate::House;
use crate::failure::Failure;
use crate::settings::Settings;
use ::games::{AnyGame, Foul, FoulKind, Json, Luck, PerSeat, Seat};
use runner::{Answer, Bot, Chair, Cost, Limits, PlatformFault, Table, Time};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};

/// Play a game whose seats are asked over standard input and output
#[derive(clap::Args, Debug)]
pub struct TableArgs {
    /// The game
    game: String,
    /// Where all luck comes from: a number, or `random`
    #[arg(long, default_value = "0")]
    seed: Seed,
    #[command(flatten)]
    settings: Settings,
}

impl TableArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let entry = house.game(&self.game)?;
        let mut table = Table::new(entry, self.settings.of(entry)?.get()).map_err(|error| Failure::refused(error.to_string()))?;
        // Whoever holds the players keeps their clocks.
        table.limits = Limits { game: None, each: None, opening: None, fouls: None, must_start: false };
        let mut seats = vec![Caller::default(); entry.seats];
        let chair = |(caller, name): (_, &&'static str)| Chair { name, bot: caller, seed: 0 };
        let mut chairs: Vec<Chair<'_>> = seats.iter_mut().map(|caller| caller as &mut dyn Bot).zip(entry.seat_names).map(chair).collect();
        table.play(Luck::new(self.seed.0), &mut chairs)?;
        Ok(())
    }
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Word<'a> {
    Turn { seat: Seat, observation: Json },
    Foul { seat: Seat, kind: FoulKind, why: &'a str },
    Over { ranking: Vec<Seat>, payoffs: PerSeat<f32>, points: PerSeat<i32>, reason: &'a str, observation: Json },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply<'a> {
    #[serde(borrow)]
    action: &'a RawValue,
}

/// One seat. All of them talk to the same program, one at a time.
#[derive(Clone, Default)]
struct Caller {
    line: Arc<Mutex<String>>,
}

fn say(word: &Word<'_>) -> Result<(), PlatformFault> {
    let mut line = serde_json::to_string(word).expect("words always serialize");
    line.push('\n');
    let mut out = std::io::stdout().lock();
    out.write_all(line.as_bytes()).and_then(|()| out.flush()).map_err(|_| PlatformFault("nobody listens at the table any more".into()))
}

impl Bot for Caller {
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault> {
        Ok(Answer::new(Ok(()), Cost::default()))
    }

    fn prepare_for_match(&mut self, _: &dyn AnyGame, _: Seat, _: u64) -> Result<Answer, PlatformFault> {
        Ok(Answer::new(Ok(()), Cost::default()))
    }

    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, _: &Time) -> Result<Answer, PlatformFault> {
        say(&Word::Turn { seat, observation: game.observe(seat) })?;
        let mut line = self.line.lock().expect("no seat fails while it reads");
        line.clear();
        let read = std::io::stdin().lock().read_line(&mut line).map_err(|error| PlatformFault(error.to_string()))?;
        if read == 0 {
            return Err(PlatformFault("nobody answers at the table any more".into()));
        }
        let verdict = match serde_json::from_str::<Reply<'_>>(&line) {
            Ok(reply) => game.propose(seat, reply.action.get()),
            Err(error) => Err(Foul::new(FoulKind::Unreadable, format!("no answer: {error}"))),
        };
        if let Err(foul) = &verdict {
            say(&Word::Foul { seat, kind: foul.kind, why: &foul.why })?;
        }
        Ok(Answer::new(verdict, Cost::default()))
    }

    fn match_over(&mut self, game: &dyn AnyGame, seat: Seat) -> Result<(), PlatformFault> {
        if seat != Seat(0) {
            return Ok(());
        }
        let (payoffs, points) = (game.payoffs(), game.points());
        // Best first; of equals the higher seat, as the original of Bovine has it.
        let mut ranking: Vec<Seat> = Seat::first(payoffs.len()).collect();
        ranking.sort_by(|a, b| payoffs[b.index()].total_cmp(&payoffs[a.index()]).then(b.cmp(a)));
        say(&Word::Over { ranking, payoffs, points, reason: game.reason(), observation: game.observe(seat) })
    }
}
