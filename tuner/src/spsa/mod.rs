//! SPSA: tuning by games between two random perturbations of all parameters at once.
//!
//! For what is not linear in the evaluation, such as the constants of the search, there are no gradients; a pair of games
//! between `theta + c` and `theta - c` along a random direction is a very noisy one. J. C. Spall, "Multivariate
//! stochastic approximation using a simultaneous perturbation gradient approximation" (1992), in the form that chess
//! programmers use since J. Kiiski (2011): gains are given by their values at the end.

mod checkpoint;
mod parameters;
mod plan;
mod schedule;
mod solver;
mod state;

pub use checkpoint::SpsaCheckpoint;
pub use parameters::{Parameter, ParametersError, read_parameters, write_openbench, write_parameters};
pub use plan::{Plan, PlannedParameter, plan, plan_for_precision};
pub use schedule::{Gains, Schedule};
pub use solver::{Play, Spsa, SpsaIterState};
pub use state::{Signal, SpsaState, Trial};
