//! Elo: differences in strength from scores, with errors.

use serde::Serialize;

use super::special::{normal_cdf, student_quantile};
use super::{Distribution, Pentanomial, Trinomial};

/// Elo per unit of normalised score: 800 / ln 10.
pub const ELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the normal distribution: half the width of a 95 % interval in standard errors.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The logistic Elo difference at which a score is expected. Scores are kept from 0.001 to 0.999.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()
}

/// The score that is expected at a logistic Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// What a distribution of results says about the first player's strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The mean score, from 0 to 1.
    pub score: f64,
    /// The standard error of the score.
    pub standard_error: f64,
    /// The logistic Elo difference.
    pub elo: f64,
    /// Its 95 % interval.
    pub elo_interval: [f64; 2],
    /// Half the width of the interval.
    pub elo_error: f64,
    /// The same interval by Student's distribution, which few samples need.
    pub elo_interval_student: Option<[f64; 2]>,
    /// The normalised Elo difference.
    pub nelo: f64,
    /// Half the width of its 95 % interval, which depends on the number of games only.
    pub nelo_error: f64,
    /// The likelihood of superiority: how probable it is that the first player is the stronger one.
    pub los: f64,
}

impl Distribution {
    /// What the distribution says about the first player's strength.
    pub fn estimate(&self) -> Estimate {
        let (score, standard_error) = (self.mean(), self.standard_error());
        let interval =
            |width: f64| [elo_of_score(score - width * standard_error), elo_of_score(score + width * standard_error)];
        let elo_interval = interval(Z95);
        let deviation = self.variance_per_game().sqrt();
        let freedom = self.counted.saturating_sub(1);
        Estimate {
            score,
            standard_error,
            elo: elo_of_score(score),
            elo_interval,
            elo_error: (elo_interval[1] - elo_interval[0]) / 2.0,
            elo_interval_student: (freedom > 0).then(|| interval(student_quantile(freedom as f64, 0.975))),
            nelo: ELO_SCALE * (score - 0.5) / deviation,
            nelo_error: ELO_SCALE * Z95 / self.games().sqrt(),
            los: normal_cdf((score - 0.5) / standard_error),
        }
    }
}

/// What playing each opening with both colours saves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BookBias {
    /// How lopsided openings are: the root of the mean square of their bias, in logistic Elo.
    pub rms_elo: f64,
    /// The share of games that pairs save against single games with the same certainty.
    pub games_saved: f64,
}

impl BookBias {
    /// Compares the same games counted singly and in pairs.
    pub fn of(games: &Trinomial, pairs: &Pentanomial) -> BookBias {
        let single = games.distribution().variance_per_game();
        let paired = pairs.distribution().variance_per_game();
        BookBias { rms_elo: elo_of_score(0.5 + (single - paired).max(0.0).sqrt()), games_saved: 1.0 - paired / single }
    }
}
