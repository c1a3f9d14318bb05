//! What the heatmap tells: the batch to come, cell by cell.
//!
//! Heat is a sum of the points around, each divided by a power of its distance. There are as many sums as free cells, and
//! fruit grows on free cells only: so the sums can be solved for the points, a whole period before the batch lands.
use games::orchard::{Brief, Grid, Heat, Kind, Pile, heatmap, weight};

/// The points that will lie on each cell. Exact where rounding leaves no doubt; else the best estimate.
pub fn forecast(brief: &Brief, heat: &Grid<Heat>, radius: u32) -> Grid<f32> {
    let (map, worth) = (&brief.map, brief.config.worth());
    let (rows, cols, reach) = (map.rows() as i32, map.cols() as i32, radius as i32);
    let kernel: Vec<(i32, i32, f32)> = (-reach..=reach)
        .flat_map(|row| (-reach..=reach).map(move |col| (row, col)))
        .filter(|(row, col)| (1..=reach).contains(&(row.abs() + col.abs())))
        .map(|(row, col)| (row, col, weight(1, (row.abs() + col.abs()) as u32) as f32))
        .collect();
    let felt: Vec<f32> = heat.cells().iter().map(|heat| heat.value() as f32).collect();
    let mut points = vec![0.0; map.len()];
    // Gauss and Seidel: each cell in turn is what its heat leaves when the others are taken away.
    for _ in 0..SWEEPS {
        let mut change = 0.0f32;
        for cell in map.free() {
            let (row, col) = (i32::from(cell.row), i32::from(cell.col));
            let at = (row * cols + col) as usize;
            let mut others = 0.0;
            for (down, right, share) in &kernel {
                let (row, col) = (row + down, col + right);
                if (0..rows).contains(&row) && (0..cols).contains(&col) {
                    others += share * points[(row * cols + col) as usize];
                }
            }
            let found = felt[at] - others;
            change = change.max((found - points[at]).abs());
            points[at] = found;
        }
        if change < 0.01 {
            break;
        }
    }
    let piles: Vec<Pile> = points.iter().map(|points| nearest(*points, worth)).collect();
    let piles = Grid::new(map.cols(), piles);
    if heatmap(map, &piles, worth, radius) == *heat {
        points = piles.cells().iter().map(|pile| pile.points(worth) as f32).collect();
    }
    Grid::new(map.cols(), points.into_iter().map(|points| points.max(0.0)).collect::<Vec<f32>>())
}

const SWEEPS: usize = 60;

/// The pile that comes nearest: a batch brings each kind at most once to a cell.
fn nearest(points: f32, worth: [u32; 3]) -> Pile {
    let piles = (0..8u8).map(|kinds| {
        let mut pile = Pile::EMPTY;
        Kind::ALL.into_iter().filter(|kind| kinds >> *kind as u8 & 1 == 1).for_each(|kind| pile.add(kind));
        pile
    });
    let off = |pile: &Pile| (pile.points(worth) as f32 - points).abs();
    piles.min_by(|a, b| off(a).total_cmp(&off(b))).expect("there are eight")
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::luck::Luck;
    use games::orchard::{Config, Depth, grow, radius};

    /// Every map, every radius: the batch is read off the heatmap without an error.
    #[test]
    fn the_batch_is_read_off_the_heatmap_whenever_it_is_shown() {
        for (map, _) in games::orchard::SHIPPED {
            let brief = Brief::new(&Config { map: map.into(), ..Config::default() }).unwrap();
            let worth = brief.config.worth();
            let mut dice = Luck::new(7).nature(0);
            let batch = grow(&brief.map, [0; 3].map(|_| Depth::draw(&mut dice)));
            for round in [0, 5, 10, 15, 19] {
                let felt = radius(round, 20, 10);
                let found = forecast(&brief, &heatmap(&brief.map, &batch, worth, felt), felt);
                let wrong = batch.cells().iter().zip(found.cells()).filter(|(pile, points)| pile.points(worth) as f32 != **points).count();
                assert_eq!(wrong, 0, "map {map}, round {round}");
            }
        }
    }

    #[test]
    fn a_heatmap_of_no_batch_is_answered_with_an_estimate() {
        let brief = Brief::new(&Config { map: "S..\n...\n..S".into(), ..Config::default() }).unwrap();
        let heat = Grid::new(3, [0.7, 0.0, 0.0, 0.0, 5.5, 0.0, 0.0, 0.0, 0.0].map(|heat| Heat::exact(heat).unwrap()).to_vec());
        let found = forecast(&brief, &heat, 0);
        assert!(found.cells().iter().all(|points| points.is_finite() && *points >= 0.0));
        assert_eq!(found.cells()[4], 5.5);
    }
}
