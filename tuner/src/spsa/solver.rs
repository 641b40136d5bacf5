//! SPSA as a solver of argmin, so that its executor, observers and checkpoints serve it too.

use argmin::core::{Error, IterState, KV, Problem, Solver, State, TerminationReason, TerminationStatus};
use argmin::kv;
use serde::{Deserialize, Serialize};

use super::state::{SpsaState, Trial};
use crate::ctl::Interrupt;

/// The state that argmin keeps of a run: the values.
pub type SpsaIterState = IterState<Vec<f64>, (), (), (), (), f64>;

/// Plays trials. Several are under way at a time; results are asked for in order.
pub trait Play {
    /// Begins a trial.
    fn submit(&self, trial: &Trial);

    /// Waits for the result of a trial: games that `plus` won minus games that it lost.
    ///
    /// # Errors
    /// It cannot be played or saved; the run ends.
    fn collect(&self, trial: &Trial) -> Result<i32, Error>;
}

/// SPSA with a window of trials.
///
/// Its cost is minus the number of results: single results are noise, so the newest values are the best known ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// How the run stands.
    pub state: SpsaState,
    /// How many of the pending trials are begun.
    #[serde(skip)]
    submitted: usize,
    #[serde(skip)]
    interrupt: Interrupt,
}

impl Spsa {
    /// A solver that goes on from a state.
    pub fn new(state: SpsaState, interrupt: Interrupt) -> Spsa {
        Spsa { state, submitted: 0, interrupt }
    }
}

impl<O: Play> Solver<O, SpsaIterState> for Spsa {
    fn name(&self) -> &str {
        "SPSA"
    }

    fn init(&mut self, _: &mut Problem<O>, state: SpsaIterState) -> Result<(SpsaIterState, Option<KV>), Error> {
        let cost = -(self.state.done() as f64);
        Ok((state.param(self.state.values().to_vec()).cost(cost), None))
    }

    fn next_iter(
        &mut self,
        problem: &mut Problem<O>,
        state: SpsaIterState,
    ) -> Result<(SpsaIterState, Option<KV>), Error> {
        // After an interrupt nothing is begun any more, but what was begun is waited for.
        let begin = if self.interrupt.is_requested() { self.submitted } else { self.state.pending().len() };
        let trials = self.state.pending().take(begin).skip(self.submitted);
        for trial in trials {
            problem.problem("submit_count", |play| {
                play.submit(trial);
                Ok(())
            })?;
        }
        self.submitted = self.submitted.max(begin);
        let Some(trial) = self.state.pending().next() else {
            return Ok((state.terminate_with(TerminationReason::MaxItersReached), None));
        };
        let net = problem.problem("collect_count", |play| play.collect(trial))?;
        self.state.commit(net);
        self.submitted -= 1;
        let done = self.state.done();
        let state = state.param(self.state.values().to_vec()).cost(-(done as f64));
        Ok((state, Some(kv!("pairs" => done; "net" => i64::from(net);))))
    }

    fn terminate(&mut self, _: &SpsaIterState) -> TerminationStatus {
        if self.state.pending().len() == 0 {
            TerminationStatus::Terminated(TerminationReason::MaxItersReached)
        } else if self.submitted == 0 && self.interrupt.is_requested() {
            TerminationStatus::Terminated(TerminationReason::Interrupt)
        } else {
            TerminationStatus::NotTerminated
        }
    }
}
