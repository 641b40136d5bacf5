//! Saving a run through argmin's executor.

use argmin::core::checkpointing::{Checkpoint, CheckpointingFrequency};
use argmin::core::{Error, State};

use super::solver::{Spsa, SpsaIterState};
use crate::ctl::{Checkpoints, Interrupt};

/// Saves the solver every so many pairs: atomically, in two generations, and bound to the configuration.
///
/// Argmin's own state is not saved but made anew: all of it follows from the solver, and its limits belong to the run
/// that goes on and not to the one that was stopped.
#[derive(Clone, Debug)]
pub struct SpsaCheckpoint {
    files: Checkpoints,
    every: u64,
    interrupt: Interrupt,
}

impl SpsaCheckpoint {
    /// Checkpoints in files, every so many pairs. A solver that is loaded obeys `interrupt`.
    pub fn new(files: Checkpoints, every: u64, interrupt: Interrupt) -> SpsaCheckpoint {
        SpsaCheckpoint { files, every: every.max(1), interrupt }
    }
}

impl Checkpoint<Spsa, SpsaIterState> for SpsaCheckpoint {
    fn save(&self, solver: &Spsa, _: &SpsaIterState) -> Result<(), Error> {
        Ok(self.files.save(&solver.state)?)
    }

    fn load(&self) -> Result<Option<(Spsa, SpsaIterState)>, Error> {
        let Some((state, _)) = self.files.load()? else { return Ok(None) };
        let solver = Spsa::new(state, self.interrupt.clone());
        let cost = -(solver.state.done() as f64);
        let mut state = SpsaIterState::new().param(solver.state.values().to_vec()).cost(cost);
        state.iter = solver.state.done();
        state.update();
        Ok(Some((solver, state)))
    }

    fn frequency(&self) -> CheckpointingFrequency {
        CheckpointingFrequency::Every(self.every)
    }
}
