//! Curves in one line of text.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The lowest and the highest of some values, and nothing.
pub fn scale(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.filter(|value| value.is_finite()).fold((0.0, 0.0), |(low, high), value| (f64::min(low, value), f64::max(high, value)))
}

/// A curve of `count` places, of which some have a value; squeezed into `width` columns, each showing the highest of its values.
/// Columns without a value are blank. Curves of one scale can be compared.
pub fn line(values: &[(usize, f64)], count: usize, width: usize, (low, high): (f64, f64)) -> String {
    let mut columns: Vec<Option<f64>> = vec![None; width.min(count)];
    for (place, value) in values.iter().filter(|(place, value)| *place < count && value.is_finite()) {
        let column = &mut columns[place * width.min(count) / count];
        *column = Some(column.map_or(*value, |highest| highest.max(*value)));
    }
    let block = |value: f64| {
        let share = if high > low { (value - low) / (high - low) } else { 0.0 };
        BLOCKS[((share * 7.0).round() as usize).min(7)]
    };
    columns.iter().map(|column| column.map_or(' ', block)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_rises_from_zero_or_below() {
        let curve = |values: &[f64], width| {
            let placed: Vec<_> = values.iter().copied().enumerate().collect();
            line(&placed, values.len(), width, scale(values.iter().copied()))
        };
        assert_eq!(curve(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], 8), "▁▂▃▄▅▆▇█");
        assert_eq!(curve(&[7.0, 7.0], 8), "██", "no wider than there are values");
        assert_eq!(curve(&[0.0, 0.0], 8), "▁▁");
        assert_eq!(curve(&[-7.0, 0.0, 7.0], 3), "▁▅█");
        assert_eq!(curve(&[1.0, 7.0, 0.0, 0.0], 2), "█▁", "a column shows its highest");
        assert_eq!(line(&[(1, 7.0)], 3, 3, (0.0, 14.0)), " ▅ ", "on a scale of others");
        assert_eq!(line(&[(9, 7.0)], 3, 3, (0.0, 7.0)), "   ", "nothing beyond the end");
        assert_eq!(line(&[], 0, 8, (0.0, 0.0)), "");
    }
}
