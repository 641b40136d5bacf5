//! How long a sequential test takes, before it is begun.

use serde::Serialize;

use super::elo::{ELO_SCALE, score_of_elo};
use super::{Model, Sprt};

/// What is to be expected of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Prospect {
    /// How probable it is that the test accepts.
    pub pass: f64,
    /// How many games it takes on average.
    pub games: f64,
}

/// What is to be expected of a test when the true difference is `elo` (logistic, whatever the test's model), a share
/// `draws` of games is drawn, and openings favour a side by `bias` (root mean square, in logistic Elo).
///
/// The log-likelihood ratio is taken for a Brownian motion with drift.
pub fn prospect(test: &Sprt, elo: f64, draws: f64, bias: f64) -> Prospect {
    let variance = (1.0 - draws) / 4.0 - (score_of_elo(bias) - 0.5).powi(2);
    let score = |elo: f64| match test.model {
        Model::Logistic => score_of_elo(elo),
        Model::Normalized => 0.5 + elo / ELO_SCALE * variance.sqrt(),
    };
    let (s0, s1, s) = (score(test.elo0), score(test.elo1), score_of_elo(elo));
    let (lower, upper) = test.bounds();
    let speed = (s1 - s0).powi(2) / variance;
    let h = (2.0 * s - s0 - s1) / (s1 - s0);
    if h.abs() < 1e-9 {
        return Prospect { pass: -lower / (upper - lower), games: -lower * upper / speed };
    }
    // (1 - e^(-hL)) / (e^(-hU) - e^(-hL)), arranged so that neither side overflows.
    let pass = if h > 0.0 {
        (1.0 - (h * lower).exp()) / (1.0 - (h * (lower - upper)).exp())
    } else {
        let down = (-h * (lower - upper)).exp();
        (down - (-h * -upper).exp()) / (down - 1.0)
    };
    let pass = pass.clamp(0.0, 1.0);
    Prospect { pass, games: 2.0 / h * (upper * pass + lower * (1.0 - pass)) / speed }
}
