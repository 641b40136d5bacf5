//! The log-likelihood ratio of two hypotheses about strength, by exact maximum likelihood.
//!
//! Each hypothesis fixes the mean score (logistic) or the mean in units of the standard deviation (normalised); among
//! all distributions that satisfy it, the one under which the results are most likely is found, and the ratio of both
//! likelihoods is what a sequential test follows. M. Van den Bergh, "The generalized likelihood ratio test".

use serde::{Deserialize, Serialize};

use super::Distribution;
use super::elo::{ELO_SCALE, score_of_elo};

/// What bounds in Elo mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// A function of the score alone.
    #[default]
    Logistic,
    /// The score in units of its standard deviation per game.
    Normalized,
}

impl std::fmt::Display for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        })
    }
}

impl Model {
    /// Of all distributions with a difference in Elo, the one under which the results are most likely.
    pub(crate) fn most_likely(self, results: &Distribution, elo: f64) -> Distribution {
        match self {
            Model::Logistic => with_mean(results, score_of_elo(elo)),
            Model::Normalized => with_normalized_mean(results, results.games_per_sample.sqrt() * elo / ELO_SCALE),
        }
    }
}

/// The log-likelihood ratio of `elo1` to `elo0`: positive where `elo1` explains the results better.
pub fn llr(results: &Distribution, model: Model, elo0: f64, elo1: f64) -> f64 {
    let (null, alternative) = (model.most_likely(results, elo0), model.most_likely(results, elo1));
    let likelihoods = null.probabilities().iter().zip(alternative.probabilities());
    let ratio = results.probabilities().iter().zip(likelihoods).map(|(p, (q0, q1))| p * (q1 / q0).ln());
    results.samples * ratio.sum::<f64>()
}

/// The closed approximation of [`llr`]. Good for planning; it must not stop a test, for it may be off by a hundredfold
/// where results hardly vary.
pub fn approximate_llr(results: &Distribution, model: Model, elo0: f64, elo1: f64) -> f64 {
    match model {
        Model::Logistic => {
            let (mean, variance) = (results.mean(), results.variance());
            let r = |elo| variance + (mean - score_of_elo(elo)).powi(2);
            results.samples / 2.0 * (r(elo0) / r(elo1)).ln()
        }
        Model::Normalized => {
            let t = (results.mean() - 0.5) / results.variance_per_game().sqrt();
            let r = |elo: f64| 1.0 + (t - elo / ELO_SCALE).powi(2);
            results.games() / 2.0 * (r(elo0) / r(elo1)).ln()
        }
    }
}

/// Of all distributions with a mean score, the one under which the results are most likely.
pub(crate) fn with_mean(results: &Distribution, mean: f64) -> Distribution {
    let mut offsets = [0.0; 5];
    for (offset, (score, _)) in offsets.iter_mut().zip(results.cells()) {
        *offset = score - mean;
    }
    tilted(results, &offsets)
}

/// Of all distributions whose mean lies `t` standard deviations above one half, the one under which the results are most
/// likely: a fixed point, since the condition is not linear in the probabilities.
fn with_normalized_mean(results: &Distribution, t: f64) -> Distribution {
    let cells = results.probabilities().len();
    let mut uniform = [0.0; 5];
    uniform[..cells].fill(1.0 / cells as f64);
    let mut guess = results.with_probabilities(uniform);
    for _ in 0..50 {
        let (mean, deviation) = (guess.mean(), guess.variance().sqrt());
        let mut offsets = [0.0; 5];
        for (offset, (score, _)) in offsets.iter_mut().zip(results.cells()) {
            *offset = score - 0.5 - t * deviation / 2.0 * (1.0 + ((score - mean) / deviation).powi(2));
        }
        let next = tilted(results, &offsets);
        let moved = next.probabilities().iter().zip(guess.probabilities()).map(|(a, b)| (a - b).abs());
        let largest = moved.fold(0.0, f64::max);
        guess = next;
        if largest < 1e-9 {
            break;
        }
    }
    guess
}

/// The distribution `p / (1 + x * offset)` under which the offsets average to zero.
fn tilted(results: &Distribution, offsets: &[f64; 5]) -> Distribution {
    let cells = results.probabilities().len();
    let offsets = &offsets[..cells];
    let lowest = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        // The hypothesis lies outside of what scores can be: nothing can be tilted towards it.
        return *results;
    }
    let imbalance = |x: f64| -> f64 {
        results.probabilities().iter().zip(offsets).map(|(p, offset)| p * offset / (1.0 + x * offset)).sum()
    };
    // The imbalance falls from infinity to minus infinity over this interval.
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let mut x = 0.0;
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        x = middle;
        if imbalance(middle) > 0.0 { low = middle } else { high = middle }
    }
    let mut probabilities = [0.0; 5];
    for ((q, p), offset) in probabilities.iter_mut().zip(results.probabilities()).zip(offsets) {
        *q = p / (1.0 + x * offset);
    }
    results.with_probabilities(probabilities)
}
