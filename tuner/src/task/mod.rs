//! Units of work and the order in which their results count.
//!
//! A task is a value: it says everything that its result depends on, and is known by its hash. So it may be done twice,
//! or by another machine, and its result may be kept under that hash. Results count in the order of the tasks'
//! indices, never in the order in which they arrive; that is what makes a run the same for any number of workers.

mod pool;
mod seed;
mod unit;

pub use pool::{Pool, in_order, with_pool};
pub use seed::{Seed, generator};
pub use unit::{Limits, PlayerId, Stage, Task, TaskResult};
