//! A sixth game in one file: the smaller-than-smallest game that proves `docs/add-a-game.md`.
//!
//! Shared by the tests of several crates. A heap of stones; each player takes one to three; whoever takes the last one wins.
use games::{Breach, ConfigError, Game, Joint, Panel, PerSeat, Rng, Scene, Seat, SeatSet, Turn, luck::below};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub most: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config { most: 21 }
    }
}

#[derive(Clone, Debug)]
pub struct Nim {
    most: u32,
    heap: Option<u32>,
    mover: Seat,
}

impl Game for Nim {
    const NAME: &'static str = "nim";
    const TITLE: &'static str = "take one to three stones; the last one wins";
    const RULES: u32 = 1;
    const SEATS: usize = 2;
    const SEAT_NAMES: &'static [&'static str] = &["First", "Second"];

    type Config = Config;
    type Action = u32;
    type Chance = u32;
    type Brief = ();
    type Observation = u32;
    type Secret = ();

    fn new(config: &Config) -> Result<Nim, ConfigError> {
        if config.most == 0 {
            return Err(ConfigError("most is 0, and a heap has a stone".into()));
        }
        Ok(Nim { most: config.most, heap: None, mover: Seat(0) })
    }

    fn turn(&self) -> Turn {
        match self.heap {
            None => Turn::Chance,
            Some(0) => Turn::Over,
            Some(_) => Turn::Act(SeatSet::one(self.mover)),
        }
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> u32 {
        1 + below(rng, self.most)
    }

    fn possible(&self, heap: &u32) -> bool {
        (1..=self.most).contains(heap)
    }

    fn settle(&mut self, heap: &u32) {
        self.heap = Some(*heap);
    }

    fn legal(&self, _: Seat, into: &mut Vec<u32>) {
        into.extend(1..=3.min(self.heap.unwrap_or(0)));
    }

    fn check(&self, _: Seat, take: u32) -> Result<(), Breach> {
        match take {
            0 => Err(Breach::of("a player takes a stone")),
            _ if take > 3 => Err(Breach::of("a player takes at most three stones")),
            _ if Some(take) > self.heap => Err(Breach::of("there are not so many stones")),
            _ => Ok(()),
        }
    }

    fn play(&mut self, joint: &Joint<u32>) {
        let take = joint.get(self.mover).expect("the mover acts");
        self.heap = self.heap.map(|heap| heap - take);
        self.mover = self.mover.rival();
    }

    fn fallback<R: Rng>(&self, _: Seat, _: &mut R) -> Option<u32> {
        None
    }

    fn brief(&self) {}

    fn observe(&self, _: Seat) -> u32 {
        self.heap.unwrap_or(0)
    }

    fn secret(&self) {}

    fn assume((): &(), seat: Seat, heap: &u32, (): &()) -> Nim {
        Nim { most: *heap, heap: Some(*heap), mover: seat }
    }

    fn scene(&self) -> Scene {
        let heap = self.heap.unwrap_or(0);
        let panel = |seat: Seat| Panel::new(seat, Self::SEAT_NAMES[seat.index()], self.points()[seat.index()], vec![]);
        Scene {
            width: 1,
            height: 1,
            layers: [("terrain", if heap > 0 { "o" } else { "." }.to_string())].into(),
            panels: Seat::first(2).map(panel).collect(),
            caption: format!("{heap} stones"),
            ..Scene::default()
        }
    }

    fn points(&self) -> PerSeat<i32> {
        let over = self.heap == Some(0);
        PerSeat::new(2, |seat| i32::from(over && seat != self.mover))
    }

    fn payoffs(&self) -> PerSeat<f32> {
        let over = self.heap == Some(0);
        PerSeat::new(2, |seat| if over { f32::from(u8::from(seat != self.mover)) } else { 0.5 })
    }

    fn reason(&self) -> &'static str {
        "the heap is gone"
    }
}
