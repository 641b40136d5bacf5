//! The engine: evaluation and search over compiled rules.
//!
//! Everything here reads [`khun_rules::Rules`] and [`Weights`]; no variant is known by name.

pub mod bench;
pub mod estimate;
pub mod eval;
pub mod level;
mod params;
pub mod score;
pub mod search;
pub mod see;
pub mod terms;
pub mod weights;

pub use level::Strength;
pub use score::Score;
pub use search::{Best, Control, Engine, Info, Limits};
pub use weights::{Ending, Weights, WeightsError, WeightsFault};
