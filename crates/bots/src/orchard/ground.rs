//! The free cells of a map by number, with who is beside whom.
use games::orchard::{Brief, Cell, FAR, Grid, Map};

/// A free cell by its number, row by row.
pub type Spot = u16;

const BLOCKED: Spot = Spot::MAX;

/// What never changes in a game.
pub struct Ground {
    cells: Vec<Cell>,
    spots: Grid<Spot>,
    walk: Reach,
    ride: Reach,
    /// What a walker may hope for a round in the long run, where it can get to.
    rate: Vec<f32>,
}

/// Lists of spots, one a spot, in one.
struct Reach {
    starts: Vec<u32>,
    spots: Vec<Spot>,
}

/// The points that a batch brings for each free cell.
const HARVEST: f32 = 0.9;
/// No walker picks more in a round, in the long run.
const MOST: f32 = 4.0;

impl Ground {
    pub fn new(brief: &Brief) -> Ground {
        let map = &brief.map;
        let cells: Vec<Cell> = map.free().collect();
        let mut spots = vec![BLOCKED; map.len()];
        for (spot, cell) in cells.iter().enumerate() {
            spots[cell.row as usize * map.cols() + cell.col as usize] = spot as Spot;
        }
        let spots = Grid::new(map.cols(), spots);
        let near = |cell: Cell| super::around(map, cell).map(|cell| spots[cell]).collect::<Vec<Spot>>();
        let sides: Vec<Vec<Spot>> = cells.iter().map(|cell| near(*cell)).collect();
        let rate = rates(map, &cells, brief.config.item_period);
        Ground { walk: Reach::new(&sides, 1), ride: Reach::new(&sides, brief.config.bike_length), cells, spots, rate }
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn cell(&self, spot: Spot) -> Cell {
        self.cells[spot as usize]
    }

    /// The spot of a free cell.
    pub fn spot(&self, cell: Cell) -> Spot {
        self.spots[cell]
    }

    /// Where a walker or a rider can be after a move.
    pub fn reach(&self, from: Spot, rides: bool) -> &[Spot] {
        if rides { self.ride.of(from) } else { self.walk.of(from) }
    }

    pub fn rate(&self, spot: Spot) -> f32 {
        self.rate[spot as usize]
    }

    /// Something for every free cell.
    pub fn gather<T>(&self, grid: &Grid<T>, value: impl Fn(&T) -> f32) -> Vec<f32> {
        self.cells.iter().map(|cell| value(&grid[*cell])).collect()
    }

    /// What lies around each spot, nearer points counting more.
    pub fn blur(&self, points: &[f32]) -> Vec<f32> {
        let (mut sum, mut wave) = (points.to_vec(), points.to_vec());
        for _ in 0..6 {
            let next: Vec<f32> = (0..self.len())
                .map(|spot| {
                    let near = self.walk.of(spot as Spot);
                    near.iter().map(|side| wave[*side as usize]).sum::<f32>() / 5.5
                })
                .collect();
            sum.iter_mut().zip(&next).for_each(|(sum, more)| *sum += more);
            wave = next;
        }
        sum
    }
}

impl Reach {
    fn new(sides: &[Vec<Spot>], steps: u32) -> Reach {
        let mut reach = Reach { starts: vec![0], spots: Vec::new() };
        let mut seen = vec![BLOCKED; sides.len()];
        for from in 0..sides.len() {
            let first = reach.spots.len();
            reach.spots.push(from as Spot);
            seen[from] = from as Spot;
            let mut ring = first..first + 1;
            for _ in 0..steps {
                let end = reach.spots.len();
                for k in ring {
                    for side in &sides[reach.spots[k] as usize] {
                        if seen[*side as usize] != from as Spot {
                            seen[*side as usize] = from as Spot;
                            reach.spots.push(*side);
                        }
                    }
                }
                ring = end..reach.spots.len();
            }
            reach.starts.push(reach.spots.len() as u32);
        }
        reach
    }

    fn of(&self, from: Spot) -> &[Spot] {
        &self.spots[self.starts[from as usize] as usize..self.starts[from as usize + 1] as usize]
    }
}

/// The larger the room, the more grows in it.
fn rates(map: &Map, cells: &[Cell], period: u32) -> Vec<f32> {
    let mut rates = vec![None; cells.len()];
    for i in 0..cells.len() {
        if rates[i].is_none() {
            let steps = map.distances(cells[i]);
            let room = |cell: &Cell| steps[*cell] != FAR;
            let size = cells.iter().filter(|cell| room(cell)).count();
            let rate = (HARVEST * size as f32 / period as f32).min(MOST);
            cells.iter().zip(&mut rates).filter(|(cell, _)| room(cell)).for_each(|(_, place)| *place = Some(rate));
        }
    }
    rates.into_iter().map(|rate| rate.expect("every cell is in a room")).collect()
}
