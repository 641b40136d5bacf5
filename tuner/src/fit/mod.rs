//! Fitting weights to the results of games: logistic regression over the evaluation's own coefficients.
//!
//! A position's evaluation `E` is linear in the weights ([`Row`]); the chance that White wins is taken for
//! `1 / (1 + exp(-K E / 400))`. `K` is fitted first, with the weights as they are, and then kept, since it and the scale
//! of the weights say the same. The weights are pulled towards where they started, as strongly as their prior says; what
//! the data cannot determine is left alone.

mod errors;
mod objective;
mod rows;
mod run;
mod scale;
mod solvers;
mod space;

pub use errors::Certainty;
pub use objective::{Loss, Objective};
pub use rows::{Row, RowSource, Rows, Split};
pub use run::{Column, Fit, FitError, FittedColumn, Settings, State, fit};
pub use scale::{ScaleMethod, fit_scale, fit_score_scale};
pub use solvers::{Iteration, Solution, SolverKind, solve};
pub use space::{Pair, Space};
