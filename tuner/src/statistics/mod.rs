//! What results of games say about strength.
//!
//! Games come in pairs over one opening with colours swapped; a pair is one sample with five possible scores
//! ([`Pentanomial`]). Single games are samples with three ([`Trinomial`]). Everything else works on [`Distribution`],
//! which both become.
//!
//! Elo means two things, and they are kept apart by [`Model`]: *logistic* Elo is a function of the score alone,
//! *normalised* Elo of the score in units of its standard deviation per game.

mod distribution;
mod elo;
mod llr;
mod planning;
mod posterior;
mod ratings;
mod special;
mod sprt;
mod workers;

pub use distribution::{Distribution, Pentanomial, Trinomial};
pub use elo::{BookBias, ELO_SCALE, Estimate, elo_of_score, score_of_elo};
pub use llr::{Model, approximate_llr, llr};
pub use planning::{Prospect, prospect};
pub use posterior::{Posterior, posterior};
pub use ratings::{Encounter, Rating, RatingsError, rate};
pub use special::{chi_squared_quantile, normal_cdf, normal_quantile};
pub use sprt::{Decision, Sprt, SprtError, SprtState};
pub use workers::{WorkerCheck, check_workers};
