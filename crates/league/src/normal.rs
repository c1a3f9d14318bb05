//! The normal distribution.

/// The chance that a standard normal number is below `x`.
pub fn normal(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// The number below which a standard normal one falls with chance `p`.
pub fn quantile(p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        return if p <= 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if p > 0.5 {
        return -quantile(1.0 - p);
    }
    let (mut low, mut high) = (-39.0, 0.0);
    while high - low > 1e-13 {
        let middle = 0.5 * (low + high);
        if normal(middle) < p { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The complementary error function: its series near zero, its continued fraction (Lentz) farther out.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    let bell = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.0 {
        let (mut term, mut sum) = (x, x);
        for k in 1..100 {
            term *= 2.0 * x * x / f64::from(2 * k + 1);
            sum += term;
        }
        return 1.0 - 2.0 * bell * sum;
    }
    let mut fraction = x;
    for k in (1..=120).rev() {
        fraction = x + 0.5 * f64::from(k) / fraction;
    }
    bell / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.norm.cdf` and `.ppf`.
    #[test]
    fn agrees_with_scipy() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.96, 0.024_997_895_148_220_435),
            (2.9, 0.998_134_186_699_616),
            (-5.0, 2.866_515_718_791_933e-7),
        ] {
            assert!((normal(x) - p).abs() < 1e-14 + 1e-10 * p, "{x}: {}", normal(x));
        }
        assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-11);
        assert!((quantile(1e-6) + 4.753_424_308_822_899).abs() < 1e-8);
    }
}
