//! What a finished sequential test says about strength.
//!
//! A test stops when luck helps, so the plain estimate is too extreme. Here a difference is judged by how probable an
//! outcome no better than the one seen would be: rejected sooner, accepted later, or neither with a lower ratio. The
//! difference at which that is one half is the median-unbiased estimate. The log-likelihood ratio is taken for a
//! Brownian motion between two absorbing bounds (Siegmund, "Sequential Analysis", chapter 3).

use serde::Serialize;

use super::elo::{ELO_SCALE, score_of_elo};
use super::special::normal_cdf;
use super::{Distribution, Model, Sprt};

/// What a test says about the logistic Elo difference.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Posterior {
    /// The median-unbiased estimate.
    pub elo: f64,
    /// Its 95 % interval.
    pub elo_interval: [f64; 2],
    /// How probable it is that the difference is positive.
    pub los: f64,
    /// The log-likelihood ratio at the stop, no further out than the bounds.
    pub llr: f64,
}

/// What a test, stopped with these results, says. `None` where the results do not speak for either hypothesis.
pub fn posterior(results: &Distribution, test: &Sprt) -> Option<Posterior> {
    let deviation = results.variance_per_game().sqrt();
    let [s0, s1] = [test.elo0, test.elo1].map(|elo| match test.model {
        Model::Logistic => score_of_elo(elo),
        Model::Normalized => 0.5 + elo / ELO_SCALE * deviation,
    });
    let (lower, upper) = test.bounds();
    let (mut time, mut llr) = (results.samples, test.llr(results));
    if llr < lower || llr > upper {
        let bound = if llr < lower { lower } else { upper };
        (time, llr) = (time * bound / llr, bound);
    }
    // The ratio's drift and variance per sample, to second order in the scores.
    let per_score = (s1 - s0) / results.variance();
    let variance = per_score * (s1 - s0);
    let no_better = |elo: f64| {
        let drift = (score_of_elo(elo) - (s0 + s1) / 2.0) * per_score;
        Motion { lower, upper, drift, variance }.outcome_below(time, llr)
    };
    let middle = (test.elo0 + test.elo1) / 2.0;
    let reach = 30.0 * (test.elo1 - test.elo0);
    let solve = |target: f64| {
        let (mut low, mut high) = ((middle - reach).max(-1000.0), (middle + reach).min(1000.0));
        if !(no_better(low) >= target && no_better(high) <= target) {
            return None;
        }
        for _ in 0..200 {
            let elo = low + (high - low) / 2.0;
            if elo <= low || elo >= high {
                break;
            }
            if no_better(elo) > target { low = elo } else { high = elo }
        }
        Some(low)
    };
    Some(Posterior { elo: solve(0.5)?, elo_interval: [solve(0.975)?, solve(0.025)?], los: no_better(0.0), llr })
}

/// A Brownian motion from 0 between absorbing bounds.
struct Motion {
    lower: f64,
    upper: f64,
    drift: f64,
    variance: f64,
}

impl Motion {
    /// The probability that by a time the motion has been absorbed below, or is still free and below `level`.
    fn outcome_below(&self, time: f64, level: f64) -> f64 {
        let width = self.upper - self.lower;
        let probability = if self.variance * time > 0.1 * width * width {
            self.by_eigenfunctions(time, level)
        } else {
            self.by_images(time, level)
        };
        probability.clamp(0.0, 1.0)
    }

    /// By the expansion in eigenfunctions, which converges fast at late times.
    fn by_eigenfunctions(&self, time: f64, level: f64) -> f64 {
        let Motion { lower, upper, drift, variance } = *self;
        let (width, gamma) = (upper - lower, drift / variance);
        let mut sum = 0.0;
        for n in 1..200 {
            let k = f64::from(n) * std::f64::consts::PI / width;
            let square = gamma * gamma + k * k;
            let decay = (gamma * level - variance * square * time / 2.0).exp();
            let (sine, cosine) = (k * (level - lower)).sin_cos();
            sum += decay * (-k * lower).sin() * (gamma * sine - k * cosine) / square;
            if decay < 1e-20 {
                break;
            }
        }
        self.absorbed_below() + 2.0 / width * sum
    }

    /// The probability that the motion is absorbed below at any time.
    fn absorbed_below(&self) -> f64 {
        let Motion { lower, upper, drift, variance } = *self;
        let gamma = drift / variance;
        if gamma.abs() * (upper - lower) < 1e-12 {
            upper / (upper - lower)
        } else if gamma > 0.0 {
            // (e^(-2gb) - 1) / (e^(-2gb) - e^(-2ga)), multiplied by e^(2ga) above and below.
            let (down, across) = ((2.0 * gamma * lower).exp_m1(), (2.0 * gamma * (lower - upper)).exp_m1());
            (across - down) / across
        } else {
            (2.0 * gamma * upper).exp_m1() / (2.0 * gamma * (upper - lower)).exp_m1()
        }
    }

    /// By reflections at the bounds, which converges fast at early times.
    fn by_images(&self, time: f64, level: f64) -> f64 {
        let Motion { lower, upper, drift, variance } = *self;
        let (width, gamma) = (upper - lower, drift / variance);
        let (shift, deviation) = (drift * time, (variance * time).sqrt());
        let mut sum = 0.0;
        for n in -4..=4 {
            let step = 2.0 * f64::from(n) * width;
            // Still free and below the level: sources at 2nA, sinks at 2a + 2nA.
            for (place, sign) in [(step, 1.0), (2.0 * lower + step, -1.0)] {
                let weight = gamma * place;
                let [low, high] = [lower, level].map(|z| (z - place - shift) / deviation);
                // Differences are taken in the tail where both are small.
                let [low, high] = if low > 0.0 { [-high, -low] } else { [low, high] };
                sum += sign * (scaled_cdf(weight, high) - scaled_cdf(weight, low));
            }
            // Absorbed below by now.
            let distance = step - lower;
            let reach = distance.abs();
            sum += distance.signum()
                * (scaled_cdf(gamma * (lower - reach), (shift - reach) / deviation)
                    + scaled_cdf(gamma * (lower + reach), (-shift - reach) / deviation));
        }
        sum
    }
}

/// `e^weight` times the normal distribution function, also where the one overflows and the other underflows.
fn scaled_cdf(weight: f64, z: f64) -> f64 {
    if z > -30.0 {
        return if weight > 600.0 { (weight + normal_cdf(z).ln()).exp() } else { weight.exp() * normal_cdf(z) };
    }
    let square = 1.0 / (z * z);
    let tail =
        (1.0 - square * (1.0 - 3.0 * square * (1.0 - 5.0 * square))) / (-z * (2.0 * std::f64::consts::PI).sqrt());
    (weight - z * z / 2.0).exp() * tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_expansions_agree() {
        for drift in [-3.0, -0.4, 0.0, 1e-9, 0.2, 2.5] {
            for (time, level) in [(3.0, -1.0), (5.0, 2.0), (5.0, 2.9), (9.0, -2.9), (12.0, 0.0)] {
                let motion = Motion { lower: -2.944, upper: 2.944, drift, variance: 1.3 };
                let (late, early) = (motion.by_eigenfunctions(time, level), motion.by_images(time, level));
                assert!((late - early).abs() < 1e-9, "{drift} {time} {level}: {late} {early}");
            }
        }
    }

    #[test]
    fn far_tails_stay_finite() {
        let motion = Motion { lower: -2.944, upper: 2.944, drift: 80.0, variance: 0.5 };
        for time in [0.01, 0.5, 10.0, 1e4] {
            assert!(motion.outcome_below(time, 2.944) <= 1.0);
            assert!(motion.outcome_below(time, -2.944) < 1e-12);
        }
        assert!((scaled_cdf(700.0, -38.0).ln() - (700.0 - 726.557)).abs() < 0.01);
    }
}
