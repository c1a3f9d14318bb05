//! What a bot says it believes of the things it cannot see, and how good that is.
use crate::scene::Scene;
use serde::Serialize;
use std::collections::BTreeMap;

/// Maps of the board by the kind of piece that is looked for: how likely one is in each cell, row by row from the top.
pub type Belief = BTreeMap<String, Vec<f32>>;

/// A kind of piece that seats have to guess at, and how many there are of it. Both are known to everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Hidden {
    pub kind: &'static str,
    pub count: usize,
}

/// A map may miss the number of things by this part of it.
const SLACK: f64 = 0.01;
/// Nothing is less likely than this: a loss is never more than 20 bits.
const LEAST: f64 = 1.0 / (1 << 20) as f64;

/// What is wrong with a belief, as a sentence. Says nothing that depends on where the hidden things are.
pub fn check(belief: &Belief, hidden: &[Hidden], cells: usize) -> Result<(), String> {
    for (kind, map) in belief {
        let Some(hidden) = hidden.iter().find(|hidden| hidden.kind == kind) else {
            let known: Vec<_> = hidden.iter().map(|hidden| hidden.kind).collect();
            let known = if known.is_empty() { "nothing is hidden in this game".into() } else { format!("there is {}", known.join(", ")) };
            return Err(format!("no map of {kind:?} is asked for: {known}"));
        };
        if map.len() != cells {
            return Err(format!("the map of the {kind} has {} numbers, the board has {cells} cells", map.len()));
        }
        if let Some(cell) = map.iter().position(|p| !(0.0..=1.0 + SLACK as f32).contains(p)) {
            return Err(format!("the map of the {kind} has {} in cell {cell}, which is no probability", map[cell]));
        }
        let (sum, count) = (map.iter().map(|p| f64::from(*p)).sum::<f64>(), hidden.count as f64);
        if (sum - count).abs() > SLACK * count {
            return Err(format!("the map of the {kind} sums to {sum:.4}, not to {count}"));
        }
    }
    Ok(())
}

/// How surprised a believer is by the truth, in bits: the mean, over all things it has a map of, of -log2 of what it gave to their cells.
/// 0 is certainty, 6 is no idea on a board of 64 cells. `None`: none of them is on the board.
pub fn loss(belief: &Belief, truth: &Scene) -> Option<f64> {
    let (mut sum, mut things) = (0.0, 0);
    for (kind, map) in belief {
        for piece in truth.pieces.iter().filter(|piece| piece.kind == kind) {
            let cell = usize::from(piece.y) * usize::from(truth.width) + usize::from(piece.x);
            sum -= map.get(cell).map_or(0.0, |p| f64::from(*p)).clamp(LEAST, 1.0).log2();
            things += 1;
        }
    }
    // Plus zero, since a sum of nothing but certainties is -0.
    (things > 0).then(|| sum / f64::from(things) + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Piece;

    const RAT: &[Hidden] = &[Hidden { kind: "rat", count: 1 }];

    fn belief(kind: &str, map: &[f32]) -> Belief {
        [(kind.to_string(), map.to_vec())].into()
    }

    #[test]
    fn a_map_has_a_number_for_each_cell_and_sums_to_the_things_it_looks_for() {
        let refusal = |belief| check(&belief, RAT, 4).unwrap_err();
        assert_eq!(check(&belief("rat", &[0.25; 4]), RAT, 4), Ok(()));
        assert_eq!(refusal(belief("cat", &[0.25; 4])), "no map of \"cat\" is asked for: there is rat");
        assert_eq!(refusal(belief("rat", &[0.5; 2])), "the map of the rat has 2 numbers, the board has 4 cells");
        assert_eq!(refusal(belief("rat", &[0.5, 0.5, 0.5, -0.5])), "the map of the rat has -0.5 in cell 3, which is no probability");
        assert_eq!(refusal(belief("rat", &[0.5, f32::NAN, 0.5, 0.0])), "the map of the rat has NaN in cell 1, which is no probability");
        assert_eq!(refusal(belief("rat", &[0.1; 4])), "the map of the rat sums to 0.4000, not to 1");
        assert_eq!(check(&belief("rat", &[1.0]), &[], 1).unwrap_err(), "no map of \"rat\" is asked for: nothing is hidden in this game");
    }

    #[test]
    fn loss_is_the_surprise_in_bits_and_never_more_than_twenty() {
        let truth = Scene { width: 2, height: 2, pieces: vec![Piece::new(0, "rat", None, 1, 1)], ..Scene::default() };
        assert_eq!(loss(&belief("rat", &[0.25; 4]), &truth), Some(2.0));
        assert_eq!(loss(&belief("rat", &[0.0, 0.0, 0.0, 1.0]), &truth), Some(0.0));
        assert_eq!(loss(&belief("rat", &[1.0, 0.0, 0.0, 0.0]), &truth), Some(20.0));
        assert_eq!(loss(&belief("cat", &[0.25; 4]), &truth), None);
    }
}
