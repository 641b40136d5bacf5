//! The sequential probability ratio test: stop as soon as the results decide between two hypotheses.

use serde::{Deserialize, Serialize};

use super::{Distribution, Model, llr};

/// What a sequential test tests.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// What the bounds mean.
    pub model: Model,
    /// The difference that is not worth having.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
    /// How often `elo0` may be taken for `elo1`.
    pub alpha: f64,
    /// How often `elo1` may be taken for `elo0`.
    pub beta: f64,
}

/// Why a test cannot be made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The bounds are the wrong way round.
    #[error("the lower bound {0} has to be below the upper bound {1}")]
    Bounds(f64, f64),
    /// An error rate is no probability below one half.
    #[error("an error rate of {0} is not between 0 and 0.5")]
    Rate(f64),
    /// The text has another form.
    #[error("{0:?} is no pair of bounds such as 0,10")]
    Text(String),
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The difference is `elo0` or less.
    Rejected,
    /// The difference is `elo1` or more.
    Accepted,
}

impl Sprt {
    /// A test with error rates of 5 %.
    ///
    /// # Errors
    /// The bounds are the wrong way round.
    pub fn new(model: Model, elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        Sprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 }.checked()
    }

    /// The test, if it can be made.
    ///
    /// # Errors
    /// The bounds are the wrong way round, or a rate is no probability below one half.
    pub fn checked(self) -> Result<Sprt, SprtError> {
        if self.elo0.partial_cmp(&self.elo1) != Some(std::cmp::Ordering::Less) {
            return Err(SprtError::Bounds(self.elo0, self.elo1));
        }
        for rate in [self.alpha, self.beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate(rate));
            }
        }
        Ok(self)
    }

    /// The log-likelihood ratios at which the test stops.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of some results.
    pub fn llr(&self, results: &Distribution) -> f64 {
        llr(results, self.model, self.elo0, self.elo1)
    }

    /// What a log-likelihood ratio decides when the path that led to it is not known.
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr < lower {
            Decision::Rejected
        } else if llr > upper {
            Decision::Accepted
        } else {
            Decision::Continue
        }
    }

    /// The bounds as they are written: `logistic [0, 10]`.
    pub fn describe(&self) -> String {
        format!("{} [{}, {}]", self.model, self.elo0, self.elo1)
    }
}

/// A test under way: the last ratio, and by how much it tends to overshoot.
///
/// A ratio moves in jumps, so when it passes a bound it lands beyond it. The mean overshoot is estimated from the jumps
/// to new extremes and taken off the bounds (Siegmund, "Sequential Analysis", 8.33).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SprtState {
    /// The last log-likelihood ratio.
    pub llr: f64,
    lowest: f64,
    highest: f64,
    falls: [f64; 2],
    rises: [f64; 2],
}

impl SprtState {
    /// Takes in the ratio after one more sample. To be called after every sample.
    pub fn update(&mut self, llr: f64) {
        self.llr = llr;
        if llr < self.lowest {
            add_jump(&mut self.falls, llr - self.lowest);
            self.lowest = llr;
        }
        if llr > self.highest {
            add_jump(&mut self.rises, llr - self.highest);
            self.highest = llr;
        }
    }

    /// The bounds, moved inwards by the mean overshoot.
    pub fn bounds(&self, test: &Sprt) -> (f64, f64) {
        let (lower, upper) = test.bounds();
        (lower - overshoot(self.falls), upper - overshoot(self.rises))
    }

    /// What the test has come to.
    pub fn decision(&self, test: &Sprt) -> Decision {
        let (lower, upper) = self.bounds(test);
        if self.llr < lower {
            Decision::Rejected
        } else if self.llr > upper {
            Decision::Accepted
        } else {
            Decision::Continue
        }
    }
}

fn add_jump(sums: &mut [f64; 2], jump: f64) {
    sums[0] += jump;
    sums[1] += jump * jump;
}

fn overshoot([sum, squares]: [f64; 2]) -> f64 {
    if sum == 0.0 { 0.0 } else { squares / sum / 2.0 }
}
