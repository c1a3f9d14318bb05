//! The way that picks most: a beam of paths, a round at a time, with bikes where they pay.
use super::ground::{Ground, Spot};

/// When something will be gone that nobody takes.
pub const NEVER: u16 = u16::MAX;

/// What can be picked, when, and by whom.
pub struct Market<'a> {
    pub ground: &'a Ground,
    /// The points on each spot now, and those that come with the batch.
    pub lying: &'a [f32],
    pub coming: &'a [f32],
    /// Moves before the batch lies there; [`NEVER`]: it comes too late.
    pub landing: u16,
    /// The move in which the opponent is thought to be on a spot, or [`NEVER`].
    pub theirs: &'a [u16],
    /// What is around each spot.
    pub around: &'a [f32],
    pub bike: Bike,
    /// Rounds left, this one included.
    pub rounds: u16,
}

/// What a bike costs, and for how long it is rented.
#[derive(Clone, Copy)]
pub struct Bike {
    pub cost: u32,
    pub turns: u8,
}

/// Somebody about to move.
#[derive(Clone, Copy, Debug)]
pub struct Picker {
    pub at: Spot,
    pub bike: u8,
    pub purse: f32,
}

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Paths that are kept after each round.
    pub width: usize,
    /// Rounds to look ahead.
    pub depth: u16,
}

/// A path and what it brings.
#[derive(Clone, Debug)]
pub struct Route {
    pub worth: f32,
    /// Where each move ends.
    pub spots: Vec<Spot>,
}

/// What a later round's points count: plans change.
const FADE: f32 = 0.975;
/// What is left of points that the opponent is thought to have taken, or to reach in the same round.
const GONE: f32 = 0.1;
const SHARED: f32 = 0.3;
/// Points that the opponent would take later count this much: it does not get them.
const DENIED: f32 = 1.35;
/// What is around the end of a path counts this much.
const OUTLOOK: f32 = 0.6;

const NOBODY: u32 = u32::MAX;

/// A place on a path.
#[derive(Clone, Copy)]
struct Stop {
    at: Spot,
    bike: u8,
    /// Whether something was picked here.
    picked: bool,
    before: u32,
    purse: f32,
    worth: f32,
}

/// The stops of one round, as they are found.
struct Round {
    number: u16,
    fade: f32,
    /// Which of the fresh stops is there, by spot and bike.
    places: Vec<u32>,
    fresh: Vec<(u32, Stop)>,
}

impl Market<'_> {
    /// The best way found. `rent`: whether a bike may be rented in this round already.
    pub fn route(&self, picker: Picker, effort: Effort, rent: bool) -> Route {
        let depth = effort.depth.min(self.rounds);
        let start = Stop { at: picker.at, bike: picker.bike, picked: false, before: NOBODY, purse: picker.purse, worth: 0.0 };
        let mut stops = vec![start];
        let mut beam = 0..1;
        let mut round = Round { number: 0, fade: 1.0, places: vec![NOBODY; self.ground.len() * self.kinds()], fresh: Vec::new() };
        for number in 0..depth {
            round.number = number;
            round.fresh.clear();
            for from in beam.clone() {
                let stop = stops[from];
                self.moves(&stops, from, stop, &mut round);
                let affords = stop.purse >= self.bike.cost as f32 && (rent || number > 0) && number + 1 < depth;
                if stop.bike == 0 && affords {
                    let cost = self.bike.cost as f32;
                    let rider = Stop { bike: self.bike.turns, purse: stop.purse - cost, worth: stop.worth - cost, ..stop };
                    self.moves(&stops, from, rider, &mut round);
                }
            }
            let Round { fade, places, fresh, .. } = &mut round;
            fresh.iter().for_each(|(place, _)| places[*place as usize] = NOBODY);
            let hope = |stop: &Stop| stop.worth + OUTLOOK * *fade * self.around[stop.at as usize];
            if fresh.len() > effort.width {
                fresh.select_nth_unstable_by(effort.width - 1, |a, b| hope(&b.1).total_cmp(&hope(&a.1)));
                fresh.truncate(effort.width);
            }
            beam = stops.len()..stops.len() + fresh.len();
            stops.extend(fresh.iter().map(|(_, stop)| *stop));
            *fade *= FADE;
        }
        self.longest(&stops, beam, depth, round.fade)
    }

    /// The path of the last stop that promises most.
    fn longest(&self, stops: &[Stop], last: std::ops::Range<usize>, depth: u16, fade: f32) -> Route {
        let more = f32::from(self.rounds - depth);
        let total = |stop: &Stop| {
            let outlook = if more > 0.0 { OUTLOOK * fade * self.around[stop.at as usize] } else { 0.0 };
            stop.worth + outlook + fade * more * self.ground.rate(stop.at)
        };
        let mut at = last.max_by(|a, b| total(&stops[*a]).total_cmp(&total(&stops[*b]))).expect("a player can stay");
        let worth = total(&stops[at]);
        let mut spots = Vec::with_capacity(depth as usize);
        while stops[at].before != NOBODY {
            spots.push(stops[at].at);
            at = stops[at].before as usize;
        }
        spots.reverse();
        Route { worth, spots }
    }

    /// How many ways there are to stand on a spot: by the rounds that the bike still runs.
    fn kinds(&self) -> usize {
        usize::from(self.bike.turns) + 1
    }

    /// Every move from one stop. Of stops that differ only in their past, the best stays.
    fn moves(&self, stops: &[Stop], from: usize, stop: Stop, round: &mut Round) {
        let bike = stop.bike.saturating_sub(1);
        for to in self.ground.reach(stop.at, stop.bike > 0) {
            let points = self.points(stops, from, *to, round.number);
            let worth = stop.worth + points * round.fade * self.claim(*to, round.number);
            let next = Stop { at: *to, bike, picked: points > 0.0, before: from as u32, purse: stop.purse + points, worth };
            let place = *to as usize * self.kinds() + usize::from(bike).min(self.kinds() - 1);
            match round.places[place] {
                NOBODY => {
                    round.places[place] = round.fresh.len() as u32;
                    round.fresh.push((place as u32, next));
                }
                known if next.worth > round.fresh[known as usize].1.worth => round.fresh[known as usize].1 = next,
                _ => {}
            }
        }
    }

    /// What lies there at that move, unless this path has taken it.
    fn points(&self, stops: &[Stop], from: usize, to: Spot, number: u16) -> f32 {
        let landed = number >= self.landing;
        let (lying, coming) = (self.lying[to as usize], if landed { self.coming[to as usize] } else { 0.0 });
        if lying + coming == 0.0 {
            return 0.0;
        }
        let (mut at, mut when) = (from, number);
        while stops[at].before != NOBODY {
            when -= 1;
            if stops[at].picked && stops[at].at == to {
                // Taken after the landing: nothing is left; before it: only the batch is.
                return if when >= self.landing { 0.0 } else { coming };
            }
            at = stops[at].before as usize;
        }
        lying + coming
    }

    fn claim(&self, at: Spot, number: u16) -> f32 {
        match self.theirs[at as usize] {
            NEVER => 1.0,
            when if when < number => GONE,
            when if when == number => SHARED,
            _ => DENIED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::orchard::{Brief, Cell, Config};

    const EFFORT: Effort = Effort { width: 200, depth: 30 };

    struct Stall {
        ground: Ground,
        lying: Vec<f32>,
        coming: Vec<f32>,
        theirs: Vec<u16>,
        around: Vec<f32>,
    }

    impl Stall {
        /// A map with digits for fruit that lies there: tens of points. Letters are fruit to come, `a` for ten points.
        fn new(map: &str) -> Stall {
            let plain: String = map.chars().map(|glyph| if "#S\n".contains(glyph) { glyph } else { '.' }).collect();
            let ground = Ground::new(&Brief::new(&Config { map: plain, ..Config::default() }).unwrap());
            let glyphs: Vec<char> = map.chars().filter(|glyph| !"#\n".contains(*glyph)).collect();
            let lying = glyphs.iter().map(|glyph| glyph.to_digit(10).map_or(0.0, |tens| 10.0 * tens as f32)).collect();
            let coming = glyphs.iter().map(|glyph| if *glyph == 'a' { 10.0 } else { 0.0 }).collect();
            let count = ground.len();
            Stall { ground, lying, coming, theirs: vec![NEVER; count], around: vec![0.0; count] }
        }

        fn market(&self, rounds: u16, landing: u16) -> Market<'_> {
            let Stall { ground, lying, coming, theirs, around } = self;
            Market { ground, lying, coming, landing, theirs, around, bike: Bike { cost: 30, turns: 3 }, rounds }
        }

        fn walk(&self, rounds: u16, landing: u16, purse: f32, rent: bool) -> (f32, Vec<(u8, u8)>) {
            let at = self.ground.spot(Cell::new(0, 0));
            let route = self.market(rounds, landing).route(Picker { at, bike: 0, purse }, EFFORT, rent);
            let cell = |spot: &Spot| self.ground.cell(*spot);
            (route.worth, route.spots.iter().map(|spot| (cell(spot).row, cell(spot).col)).collect())
        }
    }

    #[test]
    fn it_leaves_the_small_pile_for_two_beyond() {
        let stall = Stall::new("S..S1\n.###.\n..22.");
        let (worth, spots) = stall.walk(5, NEVER, 0.0, false);
        assert_eq!(spots[..5], [(1, 0), (2, 0), (2, 1), (2, 2), (2, 3)]);
        assert!(worth < 40.0 && worth > 35.0, "{worth}: later points count a little less");
    }

    #[test]
    fn what_was_taken_is_not_taken_twice() {
        let stall = Stall::new("S5S");
        let (worth, _) = stall.walk(6, NEVER, 0.0, false);
        assert_eq!(worth, 50.0);
    }

    #[test]
    fn it_waits_where_the_batch_lands() {
        let stall = Stall::new("S....a....S");
        let (early, _) = stall.walk(5, 6, 0.0, false);
        let (late, spots) = stall.walk(8, 6, 0.0, false);
        assert_eq!(early, 0.0);
        assert!(late > 8.0, "{late}");
        assert_eq!(spots[6], (0, 5));
    }

    #[test]
    fn a_bike_is_rented_only_where_it_pays() {
        let rich = Stall::new("S..5..5..5.S");
        let (on_foot, _) = rich.walk(3, NEVER, 0.0, false);
        let (riding, spots) = rich.walk(3, NEVER, 30.0, true);
        assert!(riding > on_foot + 60.0, "{riding} {on_foot}");
        assert_eq!(spots, [(0, 3), (0, 6), (0, 9)]);
        let poor = Stall::new("S..1..1..1.S");
        let (worth, _) = poor.walk(3, NEVER, 30.0, true);
        assert!(worth > 0.0 && worth < 10.0, "{worth}: three piles of ten do not pay for a bike");
    }

    #[test]
    fn it_leaves_what_the_opponent_has_first() {
        let mut stall = Stall::new("S.2.\n..2S");
        stall.theirs[2] = 0;
        let (_, spots) = stall.walk(3, NEVER, 0.0, false);
        assert_eq!(spots[2], (1, 2));
    }
}
