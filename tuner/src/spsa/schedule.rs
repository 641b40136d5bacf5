//! Gains: how far values are perturbed and moved, from the first pair of games to the last.

use serde::{Deserialize, Serialize};

/// The decay of the steps. Spall's practical choice.
pub(super) const ALPHA: f64 = 0.602;
/// The decay of the perturbations. Spall's practical choice.
pub(super) const GAMMA: f64 = 0.101;
/// The share of the run by which the steps are damped at the start.
pub(super) const A_RATIO: f64 = 0.1;

/// The gains of every parameter over a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// How many pairs of games the run has.
    pub pairs: u64,
    /// The stability constant, in pairs.
    pub stability: f64,
    /// The decay of the steps.
    pub alpha: f64,
    /// The decay of the perturbations.
    pub gamma: f64,
    /// For each parameter the numerators of perturbation and step.
    pub numerators: Vec<[f64; 2]>,
}

/// A parameter's gains at some moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// How far the value is perturbed either way.
    pub c: f64,
    /// How far a game won moves the value, in units of `c`.
    pub r: f64,
}

impl Schedule {
    /// The schedule that ends with the given gains after so many pairs.
    pub fn ending_with(pairs: u64, ends: &[Gains]) -> Schedule {
        let n = pairs.max(1) as f64;
        let stability = (A_RATIO * n).floor();
        let numerators = ends.iter().map(|end| {
            let a_end = end.r * end.c * end.c;
            [end.c * n.powf(GAMMA), a_end * (stability + n).powf(ALPHA)]
        });
        Schedule { pairs, stability, alpha: ALPHA, gamma: GAMMA, numerators: numerators.collect() }
    }

    /// The gains of a parameter when `done` pairs have been played.
    pub fn at(&self, parameter: usize, done: u64) -> Gains {
        let k = done as f64 + 1.0;
        let [c, a] = self.numerators[parameter];
        let c = c / k.powf(self.gamma);
        Gains { c, r: a / (self.stability + k).powf(self.alpha) / (c * c) }
    }
}
