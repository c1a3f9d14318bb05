//! `barnyard bot`: one of our bots as a program of its own, which speaks the protocol of `docs/protocol.md`.
use super::Seed;
use crate::House;
use crate::failure::Failure;
use ::games::{Belief, Entry, Json, Native, PerSeat, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::{BufRead, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Be one of our bots, as a program that speaks the protocol
#[derive(clap::Args, Debug)]
#[command(after_help = "It reads what the referee says from standard input and answers on standard output, as
docs/protocol.md has it. To the referee it is a program like any other, so a sandbox holds it.
Other commands start it as outside:NAME.

Examples:
  barnyard bot chickens Max
  barnyard bot carpets Ada@50k --seed 7
  barnyard play chickens outside:Max Henny        the same program, at a table")]
pub struct BotArgs {
    /// The game
    game: String,
    /// The bot, perhaps with how hard it thinks: NAME@EFFORT
    bot: String,
    /// The seed of its own dice in every game, instead of the one that the referee tells
    #[arg(long)]
    seed: Option<Seed>,
}

impl BotArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let entry = house.game(&self.game)?;
        let native = house.own(entry, &self.bot)?.summon(None);
        let mut outside = Outside { native, entry, seed: self.seed.map(|seed| seed.0), playing: false };
        // What the bot stumbles over is told as one sentence, with the line that it comes from.
        std::panic::set_hook(Box::new(|_| {}));
        outside.serve(std::io::stdin().lock(), std::io::stdout().lock())
    }
}

/// What the referee says. Keys that we have no use for are left out here, and more may come in time.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Message<'a> {
    Hello {
        protocol: u32,
        game: String,
        rules: u32,
    },
    Series {
        nonce: u64,
    },
    Start {
        nonce: u64,
        seat: Seat,
        #[serde(borrow)]
        brief: &'a RawValue,
        #[serde(borrow)]
        observation: &'a RawValue,
        seed: u64,
    },
    Turn {
        nonce: u64,
        left_ms: Option<f64>,
        #[serde(borrow)]
        observation: &'a RawValue,
    },
    Over {
        payoffs: PerSeat<f32>,
        #[serde(borrow)]
        observation: &'a RawValue,
    },
}

/// What we answer.
#[derive(Serialize, Default)]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    ready: Option<Ready>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    belief: Option<Belief>,
}

#[derive(Serialize)]
struct Ready {
    acknowledges: bool,
}

/// A line of the referee is no longer than this.
const LONGEST: u64 = 16 << 20;

/// A bot of ours, and where it is in the conversation.
struct Outside {
    native: Native,
    entry: &'static Entry,
    seed: Option<u64>,
    playing: bool,
}

impl Outside {
    /// Answers until there is nothing left to read.
    fn serve(&mut self, mut input: impl BufRead, mut output: impl Write) -> Result<(), Failure> {
        let mut line = String::new();
        for number in 1u64.. {
            let wrong = |why: String| Failure::refused(format!("line {number} of standard input: {why}"));
            line.clear();
            let read = input.by_ref().take(LONGEST).read_line(&mut line).map_err(|error| wrong(error.to_string()))?;
            if read == 0 {
                break;
            }
            let message = serde_json::from_str(&line).map_err(|error| wrong(format!("no message of the protocol: {error}")))?;
            let Some(reply) = self.unharmed(message).map_err(wrong)? else { continue };
            let mut reply = serde_json::to_string(&reply).expect("replies always serialize");
            reply.push('\n');
            match output.write_all(reply.as_bytes()).and_then(|()| output.flush()) {
                // Nobody asks any more.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
                wrote => wrote.map_err(|error| Failure::refused(format!("standard output cannot be written: {error}")))?,
            }
        }
        Ok(())
    }

    /// The same as [`answer`](Outside::answer), where a position that cannot be is no crash. Bots trust what they are shown.
    fn unharmed(&mut self, message: Message<'_>) -> Result<Option<Reply>, String> {
        // A bot that stumbled is not asked again: the program ends.
        catch_unwind(AssertUnwindSafe(|| self.answer(message))).unwrap_or_else(|stumbled| {
            let why = stumbled.downcast_ref::<String>().map(String::as_str).or_else(|| stumbled.downcast_ref::<&str>().copied());
            Err(format!("the bot cannot play on from there: {}", why.unwrap_or("it does not say why").replace('\n', " ")))
        })
    }

    /// The answer to a message, if it wants one.
    fn answer(&mut self, message: Message<'_>) -> Result<Option<Reply>, String> {
        let acknowledged = |nonce| Reply { nonce: Some(nonce), ..Reply::default() };
        let reply = match message {
            Message::Hello { protocol, game, rules } => {
                self.greet(protocol, &game, rules)?;
                Reply { ready: Some(Ready { acknowledges: true }), ..Reply::default() }
            }
            Message::Series { nonce } => {
                self.native.prepare_for_series();
                acknowledged(nonce)
            }
            Message::Start { nonce, seat, brief, observation, seed } => {
                if seat.index() >= self.entry.seats {
                    return Err(format!("there is no seat {} in {}, which has {}", seat.0, self.entry.name, self.entry.seats));
                }
                let begun = self.native.begin(brief.get(), seat, observation.get(), self.seed.unwrap_or(seed));
                begun.map_err(|misfit| misfit.to_string())?;
                self.playing = true;
                acknowledged(nonce)
            }
            Message::Turn { .. } | Message::Over { .. } if !self.playing => return Err("no game has begun: `start` comes first".into()),
            Message::Turn { nonce, left_ms, observation } => {
                let left = left_ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1e3).ok()).unwrap_or(Duration::MAX);
                let action = self.native.answer(observation.get(), left).map_err(|misfit| misfit.to_string())?;
                Reply { action: Some(action), belief: self.native.belief(), ..acknowledged(nonce) }
            }
            Message::Over { payoffs, observation } => {
                self.playing = false;
                self.native.end(observation.get(), &payoffs).map_err(|misfit| misfit.to_string())?;
                return Ok(None);
            }
        };
        Ok(Some(reply))
    }

    fn greet(&self, protocol: u32, game: &str, rules: u32) -> Result<(), String> {
        let Entry { name, rules: ours, .. } = *self.entry;
        match () {
            () if protocol != runner::PROTOCOL => {
                Err(format!("the referee speaks version {protocol} of the protocol, this bot version {}", runner::PROTOCOL))
            }
            () if game != name => Err(format!("the referee plays {game}, this is a bot of {name}")),
            () if rules != ours => Err(format!("the referee plays version {rules} of the rules of {name}, this bot version {ours}")),
            () => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(game: &str, name: &str, lines: &[&str]) -> (Result<(), Failure>, String) {
        let (entry, bot) = (::games::find(game).unwrap(), bots::find(game, name).unwrap());
        let mut said = Vec::new();
        let mut outside = Outside { native: bot.summon(), entry, seed: None, playing: false };
        let result = outside.serve(lines.join("\n").as_bytes(), &mut said);
        (result, String::from_utf8(said).unwrap())
    }

    const HELLO: &str = r#"{"hello":{"protocol":1,"game":"bovine","rules":1,"config":{},"name":"me"}}"#;

    /// A first look at Bovine, as the referee writes it.
    fn look() -> (String, String) {
        let game = ::games::find("bovine").unwrap().open("{}").unwrap();
        (game.brief().get().into(), game.observe(Seat(2)).get().into())
    }

    #[test]
    fn it_says_ready_and_answers_with_the_nonce() {
        let (brief, seen) = look();
        let start = format!(r#"{{"start":{{"nonce":7,"left_ms":1e3,"seat":2,"seats":[],"brief":{brief},"observation":{seen},"seed":1}}}}"#);
        let turn = format!(r#"{{"turn":{{"nonce":8,"number":1,"seat":2,"left_ms":null,"clocks_ms":null,"observation":{seen},"new":1}}}}"#);
        let (result, said) = talk("bovine", "pass_pompom", &[HELLO, r#"{"series":{"nonce":5,"left_ms":1000.0}}"#, &start, &turn]);
        result.unwrap();
        let pass = serde_json::to_string(&::games::bovine::Action::Pass).unwrap();
        assert_eq!(
            said,
            format!("{{\"ready\":{{\"acknowledges\":true}}}}\n{{\"nonce\":5}}\n{{\"nonce\":7}}\n{{\"nonce\":8,\"action\":{pass}}}\n")
        );
    }

    #[test]
    fn what_it_cannot_read_is_named_with_its_line() {
        let complaint = |lines: &[&str]| talk("bovine", "Herta", lines).0.unwrap_err().to_string();
        let (_, seen) = look();
        let start = |seat: u8, brief: &str| {
            format!(r#"{{"start":{{"nonce":7,"left_ms":1e3,"seat":{seat},"seats":[],"brief":{brief},"observation":{seen},"seed":1}}}}"#)
        };
        let turn = r#"{"turn":{"nonce":8,"number":1,"seat":2,"left_ms":null,"clocks_ms":null,"observation":{}}}"#;
        for (lines, why) in [
            (vec![HELLO, "moo"], "line 2 of standard input: no message of the protocol: expected value at line 1 column 1"),
            (vec![&HELLO.replace("bovine", "orchard")], "line 1 of standard input: the referee plays orchard, this is a bot of bovine"),
            (
                vec![&HELLO.replace("protocol\":1", "protocol\":2")],
                "line 1 of standard input: the referee speaks version 2 of the protocol, this bot version 1",
            ),
            (
                vec![&HELLO.replace("rules\":1", "rules\":9")],
                "line 1 of standard input: the referee plays version 9 of the rules of bovine, this bot version 1",
            ),
            (vec![HELLO, &start(2, "7")], "line 2 of standard input: the brief is none of bovine: "),
            (vec![HELLO, &start(7, "{}")], "line 2 of standard input: no message of the protocol: "),
            (vec![HELLO, turn], "line 2 of standard input: no game has begun: `start` comes first"),
        ] {
            let complaint = complaint(&lines);
            assert!(complaint.starts_with(why) && !complaint.contains('\n'), "{complaint}");
        }
    }
}
