//! Argmin's solvers, chosen by name and put under a budget.

use std::sync::{Arc, Mutex, PoisonError};

use argmin::core::observers::{Observe, ObserverMode};
use argmin::core::{CostFunction, Error, Executor, IterState, KV, PopulationState, Solver, State};
use argmin::solver::gradientdescent::SteepestDescent;
use argmin::solver::linesearch::condition::ArmijoCondition;
use argmin::solver::linesearch::{BacktrackingLineSearch, MoreThuenteLineSearch};
use argmin::solver::neldermead::NelderMead;
use argmin::solver::particleswarm::{Particle, ParticleSwarm};
use argmin::solver::quasinewton::LBFGS;
use argmin::solver::simulatedannealing::{Anneal, SimulatedAnnealing};
use rand::RngExt;
use rand_xoshiro_argmin::Xoshiro256PlusPlus;
use rand_xoshiro_argmin::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use super::objective::Objective;
use crate::task::{Seed, generator};

/// Steps that L-BFGS remembers.
const MEMORY: usize = 10;
/// Derivative-free solvers are for few coordinates.
const FEW: usize = 64;

/// A solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolverKind {
    /// L-BFGS with the line search of Moré and Thuente.
    #[default]
    LbfgsMoreThuente,
    /// L-BFGS with backtracking.
    LbfgsBacktracking,
    /// Steepest descent with the line search of Moré and Thuente.
    SteepestDescent,
    /// The simplex method of Nelder and Mead.
    NelderMead,
    /// Particle swarm optimisation.
    ParticleSwarm,
    /// Simulated annealing.
    SimulatedAnnealing,
}

impl SolverKind {
    /// Whether the solver does without gradients, and is for few parameters.
    pub fn is_for_few(self) -> bool {
        matches!(self, SolverKind::NelderMead | SolverKind::ParticleSwarm | SolverKind::SimulatedAnnealing)
    }

    /// The largest number of coordinates that the solver may be given.
    pub fn most_dimensions(self) -> usize {
        if self.is_for_few() { FEW } else { usize::MAX }
    }
}

/// A step of a solver.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration {
    /// The point after it.
    pub point: Vec<f64>,
    /// Its cost.
    pub cost: f64,
}

/// What a solver came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The best point.
    pub point: Vec<f64>,
    /// Its cost.
    pub cost: f64,
    /// The way there.
    pub iterations: Vec<Iteration>,
    /// Why the solver stopped.
    pub stopped: String,
}

/// Minimises from the origin.
///
/// # Errors
/// The solver failed before it had any point; a solver that fails later, or runs out of budget, gives the best point so
/// far.
pub fn solve(objective: &Objective<'_>, kind: SolverKind, iterations: u64, seed: Seed) -> Result<Solution, Error> {
    let origin = vec![0.0; objective.dimensions()];
    if origin.is_empty() {
        let stopped = "there is nothing to fit".to_owned();
        return Ok(Solution { cost: objective.mean_loss(&origin), point: origin, iterations: Vec::new(), stopped });
    }
    let random = || Xoshiro256PlusPlus::seed_from_u64(seed.named("solver").0);
    match kind {
        SolverKind::LbfgsMoreThuente => {
            let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY).with_tolerance_cost(1e-10)?;
            with_gradient(objective, solver, origin, iterations)
        }
        SolverKind::LbfgsBacktracking => {
            let search = BacktrackingLineSearch::new(ArmijoCondition::new(1e-4)?);
            let solver = LBFGS::new(search, MEMORY).with_tolerance_cost(1e-10)?;
            with_gradient(objective, solver, origin, iterations)
        }
        SolverKind::SteepestDescent => {
            with_gradient(objective, SteepestDescent::new(MoreThuenteLineSearch::new()), origin, iterations)
        }
        SolverKind::NelderMead => {
            let corner = |n: usize| {
                let mut corner = origin.clone();
                if let Some(x) = n.checked_sub(1).and_then(|n| corner.get_mut(n)) {
                    *x = 0.5;
                }
                corner
            };
            let simplex = (0..=origin.len()).map(corner).collect();
            let solver = NelderMead::new(simplex).with_sd_tolerance(1e-9)?;
            let state = |state: Plain| state.max_iters(iterations);
            run(objective, solver, state)
        }
        SolverKind::ParticleSwarm => {
            let bounds = (vec![-3.0; origin.len()], vec![3.0; origin.len()]);
            let solver = ParticleSwarm::new(bounds, 40).with_rng_generator(random());
            let state = |state: PopulationState<Particle<Vec<f64>, f64>, f64>| state.max_iters(iterations);
            run(objective, solver, state)
        }
        SolverKind::SimulatedAnnealing => {
            let solver = SimulatedAnnealing::new_with_rng(0.5, random())?;
            let state = |state: Plain| state.param(origin).max_iters(iterations);
            let problem = Annealed { objective, random: Mutex::new(generator(seed.named("annealing"))) };
            run_problem(objective, problem, solver, state)
        }
    }
}

/// The state of a solver without gradients.
type Plain = IterState<Vec<f64>, (), (), (), (), f64>;

fn with_gradient<'a, S>(
    objective: &'a Objective<'a>,
    solver: S,
    origin: Vec<f64>,
    iterations: u64,
) -> Result<Solution, Error>
where
    S: Solver<&'a Objective<'a>, IterState<Vec<f64>, Vec<f64>, (), (), (), f64>>,
{
    run(objective, solver, |state| state.param(origin).max_iters(iterations))
}

fn run<'a, S, I>(objective: &'a Objective<'a>, solver: S, configure: impl FnOnce(I) -> I) -> Result<Solution, Error>
where
    S: Solver<&'a Objective<'a>, I>,
    I: State<Float = f64> + Position + 'static,
{
    run_problem(objective, objective, solver, configure)
}

fn run_problem<O, S, I>(
    objective: &Objective<'_>,
    problem: O,
    solver: S,
    configure: impl FnOnce(I) -> I,
) -> Result<Solution, Error>
where
    S: Solver<O, I>,
    I: State<Float = f64> + Position + 'static,
{
    let path = Arc::new(Mutex::new(Vec::new()));
    let executor = Executor::new(problem, solver).configure(configure).ctrlc(false).timer(false);
    let result = executor.add_observer(Recorder(Arc::clone(&path)), ObserverMode::Always).run();
    let stopped = match &result {
        Ok(result) => result.state.get_termination_reason().map_or_else(String::new, |reason| reason.text().to_owned()),
        Err(error) => error.to_string(),
    };
    let iterations = std::mem::take(&mut *path.lock().unwrap_or_else(PoisonError::into_inner));
    match (objective.best(), result) {
        (Some((cost, point)), _) => Ok(Solution { point, cost, iterations, stopped }),
        (None, Err(error)) => Err(error),
        (None, Ok(_)) => Err(Error::msg("the solver has evaluated nothing")),
    }
}

/// Where a solver stands.
trait Position {
    fn position(&self) -> Option<(Vec<f64>, f64)>;
}

impl<G, J, H, R> Position for IterState<Vec<f64>, G, J, H, R, f64> {
    fn position(&self) -> Option<(Vec<f64>, f64)> {
        self.param.clone().map(|point| (point, self.cost))
    }
}

impl Position for PopulationState<Particle<Vec<f64>, f64>, f64> {
    fn position(&self) -> Option<(Vec<f64>, f64)> {
        self.individual.as_ref().map(|best| (best.position.clone(), best.cost))
    }
}

/// Remembers the way.
struct Recorder(Arc<Mutex<Vec<Iteration>>>);

impl<I: Position> Observe<I> for Recorder {
    fn observe_iter(&mut self, state: &I, _: &KV) -> Result<(), Error> {
        if let (Some((point, cost)), Ok(mut path)) = (state.position(), self.0.lock()) {
            path.push(Iteration { point, cost });
        }
        Ok(())
    }
}

/// The objective with random neighbours of a point.
struct Annealed<'a> {
    objective: &'a Objective<'a>,
    random: Mutex<rand_xoshiro::Xoshiro256PlusPlus>,
}

impl CostFunction for Annealed<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, point: &Vec<f64>) -> Result<f64, Error> {
        self.objective.cost(point)
    }
}

impl Anneal for Annealed<'_> {
    type Param = Vec<f64>;
    type Output = Vec<f64>;
    type Float = f64;

    fn anneal(&self, point: &Vec<f64>, temperature: f64) -> Result<Vec<f64>, Error> {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        let mut neighbour = point.clone();
        let moved = random.random_range(0..neighbour.len() as u64) as usize;
        neighbour[moved] += random.random_range(-1.0..1.0) * (0.05 + temperature.min(1.0));
        Ok(neighbour)
    }
}
