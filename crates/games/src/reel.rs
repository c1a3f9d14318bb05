//! A tape cut into frames: what there was to see at every turn, for all who look.
//!
//! Turns are counted as people count them: frame 0 is the opening position, frame `k` the one after `k` decisions and
//! the luck that followed them. Frames are made when they are asked for, from a copy of the game that is kept every few
//! turns, so that any turn of a long game is at hand at once. A reel may also grow while its game is still played.
use crate::any::{AnyGame, Entry, Json};
use crate::belief::{self, Belief, Hidden};
use crate::foul::Foul;
use crate::game::Turn;
use crate::scene::{Scene, View};
use crate::seat::{PerSeat, Seat, SeatSet};
use crate::tape::{ActLine, Entrant, FORMAT, Header, Line, Over, Playhead, Tape, TapeError};
use serde::Serialize;

/// A copy of the game is kept every so many frames.
const STRIDE: usize = 32;

/// One moment of a game, as viewers paint it (`docs/watching.md` has the JSON).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frame {
    pub turn: usize,
    pub scene: Scene,
    /// The seats that decide next; none once the game is over.
    pub acting: SeatSet,
    /// What the seats did since the frame before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deeds: Vec<Deed>,
    /// What the seats that decide next believe of what they cannot see.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Thought>,
    /// What kind of moment this is: the mark of the scene, and `fault` where a seat fouled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<&'static str>,
}

/// What one seat did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Deed {
    pub seat: Seat,
    /// The action as the tape spells it; absent for those who may not know it, and for a seat that forfeited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Milliseconds that its clock ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// Its own answer did not count: the kind of foul.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foul: Option<&'static str>,
    /// The foul in a sentence, for those who may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What one seat believed when it decided.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    pub seat: Seat,
    pub belief: Belief,
    /// How wrong that is, in bits, for those who know the truth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
}

/// Curves over the whole game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Chart {
    /// What the score board showed in each frame.
    pub points: Vec<PerSeat<i32>>,
    /// Turn, seat, milliseconds: what each decision cost, at the frame it led to.
    pub clock: Vec<(usize, Seat, f64)>,
    /// Turn, seat, bits: how wrong each belief was, at the frame it was held in.
    pub loss: Vec<(usize, Seat, f64)>,
    /// Turns that stand out, and why.
    pub marks: Vec<(usize, &'static str)>,
}

/// Whose game it is, and how it went.
#[derive(Clone, Debug, Serialize)]
pub struct Overview<'a> {
    pub game: &'static str,
    pub title: &'static str,
    pub seats: Vec<Sitter<'a>>,
    pub config: &'a Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What seats have to guess at.
    pub hidden: &'static [Hidden],
    /// The number of the last frame.
    pub turns: usize,
    /// Absent while the game is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<&'a Over>,
    pub chart: &'a Chart,
}

/// A seat and who sits there.
#[derive(Clone, Debug, Serialize)]
pub struct Sitter<'a> {
    /// What the game calls the seat.
    pub seat: &'static str,
    pub name: &'a str,
}

/// A game that can be looked at turn by turn.
pub struct Reel {
    entry: &'static Entry,
    header: Header,
    lines: Vec<Line>,
    over: Option<Over>,
    /// What another program recorded: pictures, and no game that could be played from there.
    pictures: Vec<Scene>,
    /// Where the last line leads.
    head: Playhead,
    /// The game at every `STRIDE`-th frame.
    keys: Vec<Playhead>,
    /// How many lines lead to each frame.
    cuts: Vec<usize>,
    chart: Chart,
}

impl Reel {
    /// The frames of a tape. Every line of it is played once, so that none can fail later.
    pub fn open(tape: Tape) -> Result<Reel, TapeError> {
        let entry = tape.entry()?;
        Reel::open_at(tape, entry)
    }

    /// The same for a game that is not in the table.
    pub fn open_at(tape: Tape, entry: &'static Entry) -> Result<Reel, TapeError> {
        let Tape { header, lines, over } = tape;
        let mut reel = Reel::begin(header, entry)?;
        for line in lines {
            reel.push(line)?;
        }
        reel.end(over)?;
        Ok(reel)
    }

    /// A game that is yet to be played: its lines come one by one.
    pub fn begin(header: Header, entry: &'static Entry) -> Result<Reel, TapeError> {
        let head = Playhead::at_start(entry, &header)?;
        let mut reel = Reel {
            entry,
            header,
            lines: Vec::new(),
            over: None,
            pictures: Vec::new(),
            head,
            keys: Vec::new(),
            cuts: Vec::new(),
            chart: Chart::default(),
        };
        reel.cut();
        Ok(reel)
    }

    /// A game of which another program recorded pictures and nothing else. That there is one is the caller's promise.
    pub fn of_pictures(entry: &'static Entry, names: Vec<String>, pictures: Vec<Scene>, reason: &str) -> Result<Reel, TapeError> {
        let config = entry.settings("{}").expect("every game can be played as it is");
        let seats = names.into_iter().map(Entrant::new).collect();
        let header = Header { tape: FORMAT, game: entry.name.into(), rules: entry.rules, config, seed: None, seats, parent: None };
        let mut reel = Reel::begin(header, entry)?;
        reel.chart = Chart::default();
        let points = |scene: &Scene| PerSeat::new(entry.seats, |seat| scene.panels.get(seat.index()).map_or(0, |panel| panel.score));
        for (turn, scene) in pictures.iter().enumerate() {
            reel.chart.points.push(points(scene));
            reel.chart.marks.extend(scene.mark.map(|mark| (turn, mark)));
        }
        let points = pictures.last().map_or_else(|| PerSeat::new(entry.seats, |_| 0), points);
        let best = points.iter().copied().max().unwrap_or(0);
        let (low, high) = entry.payoff;
        let shared = points.iter().filter(|own| **own == best).count() > 1;
        let payoffs = points.map(|own| {
            if own < best {
                low
            } else if shared {
                (low + high) / 2.0
            } else {
                high
            }
        });
        reel.over = Some(Over { payoffs, points, reason: reason.into(), clock_ms: None });
        reel.cuts = vec![0; pictures.len()];
        reel.pictures = pictures;
        Ok(reel)
    }

    /// One more line.
    pub fn push(&mut self, line: Line) -> Result<(), TapeError> {
        let row = self.lines.len() + 2;
        let believed = match &line {
            Line::Act(act) if !act.belief.is_empty() => self.thoughts(&*self.head.game, act),
            _ => Vec::new(),
        };
        self.head.read(row, &line, None)?;
        if let Line::Act(act) = &line {
            let (turn, next) = (self.cuts.len() - 1, self.cuts.len());
            self.chart.loss.extend(believed.iter().filter_map(|thought| Some((turn, thought.seat, thought.loss?))));
            self.chart.clock.extend(act.act.iter().zip(&act.ms).map(|((seat, _), ms)| (next, *seat, *ms)));
        }
        self.lines.push(line);
        self.cut();
        Ok(())
    }

    /// The last line was played.
    pub fn end(&mut self, over: Over) -> Result<(), TapeError> {
        if self.head.game.turn() != Turn::Over {
            let what = "the game is not over yet, but the tape is".into();
            return Err(TapeError::Line { line: self.lines.len() + 2, what });
        }
        self.over = Some(over);
        Ok(())
    }

    /// Whatever nature has yet to settle is no moment to look at.
    fn cut(&mut self) {
        if self.head.game.turn() == Turn::Chance {
            return;
        }
        let turn = self.cuts.len();
        if turn.is_multiple_of(STRIDE) {
            self.keys.push(self.head.fork());
        }
        self.cuts.push(self.lines.len());
        self.chart.points.push(self.head.game.points());
        let marks = marks(&self.head.game.scene(), &self.deeds(turn));
        self.chart.marks.extend(marks.into_iter().map(|mark| (turn, mark)));
    }

    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The result; `None` while the game is played.
    pub fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }

    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Frames so far. Only a game that waits for nature's first word has none.
    #[expect(clippy::len_without_is_empty, reason = "a reel is empty for an instant only")]
    pub fn len(&self) -> usize {
        self.cuts.len()
    }

    /// All but the frames.
    pub fn overview(&self) -> Overview<'_> {
        let seats = self.entry.seat_names.iter().zip(&self.header.seats).map(|(seat, who)| Sitter { seat, name: &who.name }).collect();
        Overview {
            game: self.entry.name,
            title: self.entry.title,
            seats,
            config: &self.header.config,
            seed: self.header.seed,
            hidden: self.entry.hidden,
            turns: self.cuts.len().saturating_sub(1),
            over: self.over.as_ref(),
            chart: &self.chart,
        }
    }

    /// The game at a turn, if there is more than a picture of it. That there is such a turn is the caller's promise.
    pub fn game(&self, turn: usize) -> Option<Box<dyn AnyGame>> {
        self.pictures.is_empty().then(|| self.playhead(turn).game)
    }

    /// All there is to see at a turn. That there is one is the caller's promise.
    pub fn frame(&self, turn: usize) -> Frame {
        match self.pictures.get(turn) {
            Some(scene) => still(turn, scene),
            None => self.shot(turn, &*self.playhead(turn).game),
        }
    }

    /// All frames from a turn on, faster than one by one.
    pub fn frames_from(&self, turn: usize) -> impl Iterator<Item = Frame> + '_ {
        let mut head: Option<Playhead> = None;
        (turn..self.len()).map(move |turn| {
            if let Some(scene) = self.pictures.get(turn) {
                return still(turn, scene);
            }
            match &mut head {
                Some(head) => self.wind(head, self.cuts[turn - 1], self.cuts[turn]),
                None => head = Some(self.playhead(turn)),
            }
            self.shot(turn, &*head.as_ref().expect("it was just put there").game)
        })
    }

    fn playhead(&self, turn: usize) -> Playhead {
        let key = turn / STRIDE;
        let mut head = self.keys[key].fork();
        self.wind(&mut head, self.cuts[key * STRIDE], self.cuts[turn]);
        head
    }

    fn wind(&self, head: &mut Playhead, from: usize, to: usize) {
        for (row, line) in self.lines[from..to].iter().enumerate() {
            head.read(from + row + 2, line, None).expect("every line was played when it came");
        }
    }

    fn shot(&self, turn: usize, game: &dyn AnyGame) -> Frame {
        let (scene, deeds) = (game.scene(), self.deeds(turn));
        let thoughts = match self.lines.get(self.cuts[turn]) {
            Some(Line::Act(act)) => self.thoughts(game, act),
            _ => Vec::new(),
        };
        let acting = if let Turn::Act(seats) = game.turn() { seats } else { SeatSet::EMPTY };
        Frame { turn, marks: marks(&scene, &deeds), scene, acting, deeds, thoughts }
    }

    /// What the seats did between the frame before and this one.
    fn deeds(&self, turn: usize) -> Vec<Deed> {
        let since = if turn == 0 { 0 } else { self.cuts[turn - 1] };
        let until = self.cuts.get(turn).copied().unwrap_or(self.lines.len());
        self.lines[since..until].iter().flat_map(deeds).collect()
    }

    fn thoughts(&self, game: &dyn AnyGame, act: &ActLine) -> Vec<Thought> {
        if act.belief.is_empty() {
            return Vec::new();
        }
        let truth = game.scene();
        let thought = |(seat, belief): &(Seat, Belief)| Thought { seat: *seat, belief: belief.clone(), loss: belief::loss(belief, &truth) };
        act.belief.iter().map(thought).collect()
    }
}

impl Frame {
    /// The same moment through these eyes. A seat knows its own actions and beliefs; what it may know of the others' is in
    /// the caption. How wrong a belief is follows from the truth alone.
    #[must_use]
    pub fn seen_by(mut self, view: View) -> Frame {
        let own = match view {
            View::Truth => return self,
            View::Spectator => None,
            View::Seat(seat) => Some(seat),
        };
        self.scene = self.scene.seen_by(view);
        for deed in self.deeds.iter_mut().filter(|deed| Some(deed.seat) != own) {
            (deed.action, deed.why) = (None, None);
        }
        self.thoughts.retain(|thought| Some(thought.seat) == own);
        for thought in &mut self.thoughts {
            thought.loss = None;
        }
        self
    }
}

/// A frame of which there is a picture and nothing else.
fn still(turn: usize, scene: &Scene) -> Frame {
    let marks = scene.mark.into_iter().collect();
    Frame { turn, scene: scene.clone(), acting: SeatSet::EMPTY, deeds: Vec::new(), thoughts: Vec::new(), marks }
}

fn marks(scene: &Scene, deeds: &[Deed]) -> Vec<&'static str> {
    let fault = deeds.iter().any(|deed| deed.foul.is_some()).then_some("fault");
    scene.mark.filter(|mark| Some(*mark) != fault).into_iter().chain(fault).collect()
}

fn deeds(line: &Line) -> Vec<Deed> {
    let fouled = |seat: Seat, action: Option<&Json>, ms: Option<f64>, foul: Option<&Foul>| Deed {
        seat,
        action: action.map(spelled),
        ms,
        foul: foul.map(|foul| foul.kind.name()),
        why: foul.map(|foul| foul.why.clone()),
    };
    match line {
        Line::Chance(_) => Vec::new(),
        Line::Forfeit(line) => line.forfeit.iter().map(|(seat, foul)| fouled(*seat, None, None, Some(foul))).collect(),
        Line::Act(line) => {
            let foul = |seat: Seat| line.foul.iter().find(|(guilty, _)| *guilty == seat).map(|(_, foul)| foul);
            let deed =
                |(i, (seat, action)): (usize, &(Seat, Option<Json>))| fouled(*seat, action.as_ref(), line.ms.get(i).copied(), foul(*seat));
            line.act.iter().enumerate().map(deed).collect()
        }
    }
}

/// An action as people read it: its JSON, without quotes if it is a word.
fn spelled(action: &Json) -> String {
    let text = action.get();
    let word = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    word.filter(|word| !word.contains(['"', '\\'])).unwrap_or(text).into()
}
