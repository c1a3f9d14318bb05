//! OpenSimplex noise in three dimensions (2014 kind): a smooth random field, here with the fixed seed 0.
//!
//! Space is cut into cubes that a skew turns into two tetrahedra and an octahedron each. The corners of the
//! piece a point lies in, and the two nearest corners beyond it, each add a bump times a gradient. To agree
//! to the last bit with the field that other programs draw, bumps are added in a fixed order and every
//! displacement is rounded as it is there: first the whole step, then the squish.

/// Skews space so that cubes become lattice cells.
const STRETCH: f64 = -1.0 / 6.0;
/// Takes lattice cells back: each step along an axis moves this much along all.
const SQUISH: f64 = 1.0 / 3.0;
/// Brings the sum of all bumps into -1..1.
const NORM: f64 = 103.0;

const ORDER: [u8; 256] = shuffled(0);
const SLOPES: [[f64; 3]; 256] = slopes(&ORDER);

/// The value of the field at a point.
pub fn noise(x: f64, y: f64, z: f64) -> f64 {
    let skew = (x + y + z) * STRETCH;
    let (xs, ys, zs) = (x + skew, y + skew, z + skew);
    let floor = [xs.floor(), ys.floor(), zs.floor()];
    let unskew = (floor[0] + floor[1] + floor[2]) * SQUISH;
    let site =
        Site { corner: floor.map(|side| side as i32), off: [x - (floor[0] + unskew), y - (floor[1] + unskew), z - (floor[2] + unskew)] };
    let (fx, fy, fz) = (xs - floor[0], ys - floor[1], zs - floor[2]);
    let sum = fx + fy + fz;
    let value = if sum <= 1.0 {
        near(&site, [fx, fy, fz], 1.0 - sum)
    } else if sum >= 2.0 {
        far(&site, [fx, fy, fz], 3.0 - sum)
    } else {
        middle(&site, [fx, fy, fz])
    };
    value / NORM
}

/// Where a point lies: the lower corner of its lattice cell, and how far it is off that corner in plain space.
struct Site {
    corner: [i32; 3],
    off: [f64; 3],
}

impl Site {
    /// The bump of the lattice corner that lies these steps away.
    #[inline(always)]
    fn bump(&self, step: [i32; 3]) -> f64 {
        let squish = f64::from(step[0] + step[1] + step[2]) * SQUISH;
        self.bump_at(step, [0, 1, 2].map(|axis| self.off[axis] - f64::from(step[axis]) - squish))
    }

    /// The same for a corner two steps along one axis, where `late` of them are taken after the squish.
    #[inline(always)]
    fn bump_late(&self, step: [i32; 3], late: i32) -> f64 {
        let squish = f64::from(step[0] + step[1] + step[2]) * SQUISH;
        let off = |axis: usize| match step[axis] {
            2 => self.off[axis] - f64::from(2 - late) - squish - f64::from(late),
            step => self.off[axis] - f64::from(step) - squish,
        };
        self.bump_at(step, [off(0), off(1), off(2)])
    }

    #[inline(always)]
    fn bump_at(&self, step: [i32; 3], [dx, dy, dz]: [f64; 3]) -> f64 {
        let reach = 2.0 - dx * dx - dy * dy - dz * dz;
        if reach <= 0.0 {
            return 0.0;
        }
        let [i, j, k] = [0, 1, 2].map(|axis| (self.corner[axis] + step[axis]) as u8);
        let pick = ORDER[ORDER[i as usize].wrapping_add(j) as usize].wrapping_add(k);
        let [gx, gy, gz] = SLOPES[pick as usize];
        let reach = reach * reach;
        reach * reach * (gx * dx + gy * dy + gz * dz)
    }
}

/// Bits of the axes, as corners of the unit cube are written below.
const X: u8 = 1;
const Y: u8 = 2;
const Z: u8 = 4;

/// The tetrahedron at the lower corner.
fn near(site: &Site, [fx, fy, fz]: [f64; 3], low: f64) -> f64 {
    let (mut a, mut a_score, mut b, mut b_score) = (X, fx, Y, fy);
    if a_score >= b_score && fz > b_score {
        (b, b_score) = (Z, fz);
    } else if a_score < b_score && fz > a_score {
        (a, a_score) = (Z, fz);
    }
    let extra = if low > a_score || low > b_score {
        match if b_score > a_score { b } else { a } {
            X => [[1, -1, 0], [1, 0, -1]],
            Y => [[-1, 1, 0], [0, 1, -1]],
            _ => [[-1, 0, 1], [0, -1, 1]],
        }
    } else {
        match a | b {
            3 => [[1, 1, 0], [1, 1, -1]],
            5 => [[1, 0, 1], [1, -1, 1]],
            _ => [[0, 1, 1], [-1, 1, 1]],
        }
    };
    let mut value = site.bump([0, 0, 0]);
    value += site.bump([1, 0, 0]);
    value += site.bump([0, 1, 0]);
    value += site.bump([0, 0, 1]);
    value += site.bump(extra[0]);
    value + site.bump(extra[1])
}

/// The tetrahedron at the upper corner.
fn far(site: &Site, [fx, fy, fz]: [f64; 3], high: f64) -> f64 {
    let (mut a, mut a_score, mut b, mut b_score) = (Y | Z, fx, X | Z, fy);
    if a_score <= b_score && fz < b_score {
        (b, b_score) = (X | Y, fz);
    } else if a_score > b_score && fz < a_score {
        (a, a_score) = (X | Y, fz);
    }
    let extra = if high < a_score || high < b_score {
        match if b_score < a_score { b } else { a } {
            3 => [([2, 1, 0], 0), ([1, 2, 0], 1)],
            5 => [([2, 0, 1], 0), ([1, 0, 2], 0)],
            _ => [([0, 2, 1], 1), ([0, 1, 2], 0)],
        }
    } else {
        match a & b {
            X => [([1, 0, 0], 0), ([2, 0, 0], 0)],
            Y => [([0, 1, 0], 0), ([0, 2, 0], 0)],
            _ => [([0, 0, 1], 0), ([0, 0, 2], 0)],
        }
    };
    let mut value = site.bump([1, 1, 0]);
    value += site.bump([1, 0, 1]);
    value += site.bump([0, 1, 1]);
    value += site.bump([1, 1, 1]);
    value += site.bump_late(extra[0].0, extra[0].1);
    value + site.bump_late(extra[1].0, extra[1].1)
}

/// The octahedron between the two.
fn middle(site: &Site, [fx, fy, fz]: [f64; 3]) -> f64 {
    let side = |sum: f64, beyond: u8, within: u8| if sum > 1.0 { (sum - 1.0, beyond, true) } else { (1.0 - sum, within, false) };
    let (a_score, mut a, mut a_beyond) = side(fx + fy, X | Y, Z);
    let (b_score, mut b, mut b_beyond) = side(fx + fz, X | Z, Y);
    let (score, point, beyond) = side(fy + fz, Y | Z, X);
    if a_score <= b_score && a_score < score {
        (a, a_beyond) = (point, beyond);
    } else if a_score > b_score && b_score < score {
        (b, b_beyond) = (point, beyond);
    }
    let lacking = |axes: u8| match axes {
        _ if axes & X == 0 => [-1, 1, 1],
        _ if axes & Y == 0 => [1, -1, 1],
        _ => [1, 1, -1],
    };
    let twice = |axes: u8| match axes {
        _ if axes & X != 0 => [2, 0, 0],
        _ if axes & Y != 0 => [0, 2, 0],
        _ => [0, 0, 2],
    };
    let (first, second, late) = match (a_beyond, b_beyond) {
        (true, true) => ([1, 1, 1], twice(a & b), 0),
        (false, false) => ([0, 0, 0], lacking(a | b), 0),
        (true, false) => (lacking(a), twice(b), 2),
        (false, true) => (lacking(b), twice(a), 2),
    };
    let mut value = site.bump([1, 0, 0]);
    value += site.bump([0, 1, 0]);
    value += site.bump([0, 0, 1]);
    value += site.bump([1, 1, 0]);
    value += site.bump([1, 0, 1]);
    value += site.bump([0, 1, 1]);
    value += site.bump(first);
    value + site.bump_late(second, late)
}

/// All bytes in the order that a linear congruential generator shuffles them into.
const fn shuffled(seed: i64) -> [u8; 256] {
    const fn next(state: i64) -> i64 {
        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
    }
    let mut left = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        left[i] = i as u8;
        i += 1;
    }
    let mut state = next(next(next(seed)));
    let mut order = [0u8; 256];
    let mut i = 256;
    while i > 0 {
        i -= 1;
        state = next(state);
        let pick = state.wrapping_add(31).rem_euclid(i as i64 + 1) as usize;
        order[i] = left[pick];
        left[pick] = left[i];
    }
    order
}

/// The gradient behind each byte of the order: one long axis, two short ones, in all signs.
const fn slopes(order: &[u8; 256]) -> [[f64; 3]; 256] {
    let mut slopes = [[0.0; 3]; 256];
    let mut i = 0;
    while i < 256 {
        let number = order[i] as usize % 24;
        let (signs, long) = (number / 3, number % 3);
        let mut axis = 0;
        while axis < 3 {
            let size = if axis == long { 11.0 } else { 4.0 };
            // The signs count up from minus, plus, plus: x flips first, then y, then z.
            let negative = match axis {
                0 => signs & 1 == 0,
                1 => signs & 2 != 0,
                _ => signs & 4 != 0,
            };
            slopes[i][axis] = if negative { -size } else { size };
            axis += 1;
        }
        i += 1;
    }
    slopes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_seed_zero_is_a_permutation() {
        assert_eq!(ORDER[..8], [254, 50, 92, 24, 36, 10, 190, 16]);
        let mut sorted = ORDER;
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, byte)| i == *byte as usize));
    }

    #[test]
    fn the_field_has_known_values() {
        assert_eq!(noise(18.0, 49.0, 6509.344730398538), -0.4895190149773713);
        assert_eq!(noise(8.25, 33.75, 5827.880059033551), 0.09153251238963447);
    }
}
