//! Symmetric positive matrices: factored, solved and inverted in a fixed order of additions.

/// The lower triangle `L` with `L Lᵀ` equal to the matrix, by rows.
#[derive(Clone, Debug)]
pub struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors a matrix of which only the lower triangle is read. Absent where it is not positive.
    pub fn new(size: usize, mut matrix: Vec<f64>) -> Option<Cholesky> {
        debug_assert_eq!(matrix.len(), size * size);
        let mut from = 0;
        while from < size {
            let rows = (size - from).min(ROWS);
            let (above, block) = matrix.split_at_mut(from * size);
            if rows == ROWS {
                for (j, done) in above.chunks_exact(size).enumerate() {
                    let dots = dot_rows(block, size, &done[..j], 0);
                    for (row, dot) in dots.into_iter().enumerate() {
                        let entry = &mut block[row * size + j];
                        *entry = (*entry - dot) / done[j];
                    }
                }
            }
            let start = if rows == ROWS { from } else { 0 };
            for i in from..from + rows {
                for j in start..=i {
                    let (earlier, row) = matrix.split_at_mut(i * size);
                    if j == i {
                        let square = row[i] - dot(&row[..i], &row[..i]);
                        if square.is_nan() || square <= 0.0 || square.is_infinite() {
                            return None;
                        }
                        row[i] = square.sqrt();
                    } else {
                        let other = &earlier[j * size..][..=j];
                        row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
                    }
                }
            }
            from += rows;
        }
        Some(Cholesky { size, lower: matrix })
    }

    /// The `x` with `L Lᵀ x = right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for i in 0..self.size {
            let row = &self.lower[i * self.size..][..=i];
            x[i] = (x[i] - dot(&row[..i], &x[..i])) / row[i];
        }
        for i in (0..self.size).rev() {
            let row = &self.lower[i * self.size..][..=i];
            x[i] /= row[i];
            let solved = x[i];
            for (value, entry) in x[..i].iter_mut().zip(row) {
                *value -= entry * solved;
            }
        }
        x
    }

    /// The inverse of the matrix, both triangles.
    pub fn inverse(&self) -> Vec<f64> {
        let size = self.size;
        // Row j holds column j of the inverse of L; it is zero before place j.
        let mut columns = vec![0.0; size * size];
        for (block, rows) in columns.chunks_mut((ROWS * size).max(1)).enumerate() {
            let first = block * ROWS;
            let count = rows.len() / size;
            for i in first..size {
                let lower = &self.lower[i * size..][..=i];
                let dots = if count == ROWS { dot_rows(rows, size, &lower[..i], first) } else { [0.0; ROWS] };
                for (n, (row, blocked)) in rows.chunks_exact_mut(size).zip(dots).enumerate() {
                    if i == first + n {
                        row[i] = 1.0 / lower[i];
                    } else if i > first + n {
                        let sum = if count == ROWS { blocked } else { dot(&row[first..i], &lower[first..i]) };
                        row[i] = -sum / lower[i];
                    }
                }
            }
        }
        let mut inverse = vec![0.0; size * size];
        for i in 0..size {
            let mine = &columns[i * size..][..size];
            let mut j = 0;
            while j <= i {
                if j + ROWS <= i + 1 {
                    let dots = dot_rows(&columns[j * size..], size, mine, i);
                    inverse[i * size + j..][..ROWS].copy_from_slice(&dots);
                    j += ROWS;
                } else {
                    inverse[i * size + j] = dot(&columns[j * size + i..][..size - i], &mine[i..]);
                    j += 1;
                }
            }
        }
        for i in 0..size {
            for j in 0..i {
                inverse[j * size + i] = inverse[i * size + j];
            }
        }
        inverse
    }
}

/// Rows that are taken at a time, so that the row they are multiplied with is read once.
const ROWS: usize = 4;

/// The products of `ROWS` rows with one, over its places from `start` on.
fn dot_rows(rows: &[f64], size: usize, with: &[f64], start: usize) -> [f64; ROWS] {
    const LANES: usize = 4;
    let end = with.len();
    let of = |row: usize| &rows[row * size + start..row * size + end];
    let (a, b, c, d) = (of(0), of(1), of(2), of(3));
    let with = &with[start..];
    let mut sums = [[0.0; LANES]; ROWS];
    let whole = with.len() / LANES * LANES;
    for k in (0..whole).step_by(LANES) {
        let w: &[f64; LANES] = with[k..k + LANES].try_into().expect("a whole chunk");
        for (sum, row) in sums.iter_mut().zip([a, b, c, d]) {
            let r: &[f64; LANES] = row[k..k + LANES].try_into().expect("rows are as long");
            for lane in 0..LANES {
                sum[lane] += r[lane] * w[lane];
            }
        }
    }
    let mut out = sums.map(|[a, b, c, d]| (a + b) + (c + d));
    for k in whole..with.len() {
        for (sum, row) in out.iter_mut().zip([a, b, c, d]) {
            *sum += row[k] * with[k];
        }
    }
    out
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 8];
    let (left, right) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in left.zip(right) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    #[test]
    fn factors_solves_and_inverts() {
        let mut dice = Dice::new(3, 0);
        for size in (0..24).chain([61, 100]) {
            let root: Vec<f64> = (0..size * size).map(|_| dice.normal()).collect();
            let product = |a: &[f64], b: &[f64], i: usize, j: usize| (0..size).map(|k| a[i * size + k] * b[k * size + j]).sum::<f64>();
            let turned: Vec<f64> = (0..size * size).map(|at| root[at % size * size + at / size]).collect();
            let entry = |at: usize| product(&root, &turned, at / size, at % size) + if at.is_multiple_of(size + 1) { 1.0 } else { 0.0 };
            let matrix: Vec<f64> = (0..size * size).map(entry).collect();
            let factor = Cholesky::new(size, matrix.clone()).unwrap();
            let inverse = factor.inverse();
            let right: Vec<f64> = (0..size).map(|_| dice.normal()).collect();
            let x = factor.solve(&right);
            for i in 0..size {
                for j in 0..size {
                    let one = if i == j { 1.0 } else { 0.0 };
                    assert!((product(&matrix, &inverse, i, j) - one).abs() < 1e-9, "{size}: {i} {j}");
                }
                let back: f64 = (0..size).map(|k| matrix[i * size + k] * x[k]).sum();
                assert!((back - right[i]).abs() < 1e-9, "{size}: {i}");
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_has_no_factor() {
        assert!(Cholesky::new(2, vec![1.0, 0.0, 2.0, 1.0]).is_none());
        assert!(Cholesky::new(1, vec![f64::NAN]).is_none());
    }
}
