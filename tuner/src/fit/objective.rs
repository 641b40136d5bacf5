//! What is minimised: the loss over all rows, and the pull towards the start.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use argmin::core::{CostFunction, Error, Gradient};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::rows::{Row, Rows};
use super::space::{Pair, Space};

/// Rows that one thread sums up at a time. Sums are added chunk by chunk, so that they are the same to the last bit
/// whatever the number of threads.
const CHUNK: usize = 8192;

/// How a prediction is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The mean negative log-likelihood of the results: convex in the weights.
    #[default]
    CrossEntropy,
    /// The mean squared difference of result and prediction, as Texel's tuning method has it.
    SquaredError,
}

impl Loss {
    /// The loss of a prediction `1 / (1 + exp(-z))`, and its slope in `z`.
    #[inline]
    pub(super) fn at(self, z: f64, result: f64) -> (f64, f64) {
        // e^(-|z|) never overflows.
        let decay = (-z.abs()).exp();
        let expected = if z >= 0.0 { 1.0 / (1.0 + decay) } else { decay / (1.0 + decay) };
        let miss = expected - result;
        match self {
            Loss::CrossEntropy => (z.max(0.0) + decay.ln_1p() - result * z, miss),
            Loss::SquaredError => (miss * miss, 2.0 * miss * expected * (1.0 - expected)),
        }
    }
}

/// A row's evaluation, in hundredths of a pawn.
#[inline]
pub(super) fn evaluate(row: &Row<'_>, weights: &[Pair]) -> f64 {
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for &(column, n) in row.entries {
        // A column beyond the last has no weight.
        let [mg, eg] = weights.get(usize::from(column)).copied().unwrap_or_default();
        middlegame += f64::from(n) * mg;
        endgame += f64::from(n) * eg;
    }
    f64::from(row.middlegame) * middlegame + f64::from(row.endgame) * endgame + f64::from(row.fixed)
}

/// The loss over some rows as a function of the point in a space.
#[derive(Debug)]
pub struct Objective<'a> {
    rows: &'a Rows,
    space: &'a Space,
    loss: Loss,
    /// The slope of the logistic curve, per hundredth of a pawn.
    slope: f64,
    /// How strongly points are pulled to the origin: 1 is what the prior says.
    pull: f64,
    budget: u64,
    evaluations: AtomicU64,
    /// The last point evaluated, and the best.
    memory: Mutex<Memory>,
}

#[derive(Debug, Default)]
struct Memory {
    last: Option<Evaluation>,
    best: Option<(f64, Vec<f64>)>,
}

#[derive(Clone, Debug)]
struct Evaluation {
    point: Vec<f64>,
    cost: f64,
    gradient: Vec<f64>,
}

/// The budget of evaluations is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the budget of {0} evaluations is used up")]
struct OutOfBudget(u64);

impl<'a> Objective<'a> {
    /// The loss over some rows with a scale `k`. More than `budget` evaluations are refused: line searches may go on
    /// for ever.
    pub fn new(rows: &'a Rows, space: &'a Space, loss: Loss, k: f64, pull: f64, budget: u64) -> Objective<'a> {
        Objective {
            rows,
            space,
            loss,
            slope: k / 400.0,
            pull,
            budget,
            evaluations: AtomicU64::new(0),
            memory: Mutex::default(),
        }
    }

    /// How many coordinates points have.
    pub fn dimensions(&self) -> usize {
        self.space.dimensions()
    }

    /// How often the loss has been summed up.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// The best point so far and its cost.
    pub fn best(&self) -> Option<(f64, Vec<f64>)> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).best.clone()
    }

    /// The mean loss over the rows, without the pull.
    pub fn mean_loss(&self, point: &[f64]) -> f64 {
        let weights = self.space.weights(point);
        let sums: Vec<f64> = self.chunks(|rows| {
            rows.map(|row| self.loss.at(self.slope * evaluate(&row, &weights), row.result.into()).0).sum()
        });
        sums.iter().sum::<f64>() / self.rows.len().max(1) as f64
    }

    /// What the pull adds to the cost of a point.
    pub(super) fn pull_at(&self, point: &[f64]) -> f64 {
        self.pull * point.iter().map(|x| x * x).sum::<f64>() / 2.0 / self.rows.len().max(1) as f64
    }

    /// The cost of a point and the cost's gradient.
    pub fn value_and_gradient(&self, point: &[f64]) -> (f64, Vec<f64>) {
        let weights = self.space.weights(point);
        let sums: Vec<(f64, Vec<Pair>)> = self.chunks(|rows| {
            let (mut total, mut gradient) = (0.0, vec![[0.0; 2]; weights.len()]);
            for row in rows {
                let (loss, slope) = self.loss.at(self.slope * evaluate(&row, &weights), row.result.into());
                total += loss;
                let [mg, eg] = [row.middlegame, row.endgame].map(|share| slope * self.slope * f64::from(share));
                for &(column, n) in row.entries {
                    if let Some(sum) = gradient.get_mut(usize::from(column)) {
                        sum[0] += mg * f64::from(n);
                        sum[1] += eg * f64::from(n);
                    }
                }
            }
            (total, gradient)
        });
        let (mut cost, mut gradient) = (0.0, vec![[0.0; 2]; weights.len()]);
        for (part, parts) in sums {
            cost += part;
            for (sum, part) in gradient.iter_mut().zip(parts) {
                sum[0] += part[0];
                sum[1] += part[1];
            }
        }
        let count = self.rows.len().max(1) as f64;
        let mut gradient = self.space.pull_back(&gradient);
        for (slope, x) in gradient.iter_mut().zip(point) {
            cost += self.pull * x * x / 2.0;
            *slope = (*slope + self.pull * x) / count;
        }
        (cost / count, gradient)
    }

    /// Runs a function over all chunks of rows.
    fn chunks<T: Send>(&self, sum: impl Fn(&mut dyn Iterator<Item = Row<'a>>) -> T + Sync) -> Vec<T> {
        let rows = self.rows;
        let chunks = rows.len().div_ceil(CHUNK);
        let one = |chunk: usize| {
            let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(rows.len());
            sum(&mut range.map(|index| rows.row(index)))
        };
        (0..chunks).into_par_iter().map(one).collect()
    }

    /// The cost and gradient of a point, from memory if it was the last one: solvers ask for both, one after the other.
    fn evaluate(&self, point: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        let memory = || self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = memory().last.as_ref().filter(|last| last.point == point) {
            return Ok((last.cost, last.gradient.clone()));
        }
        if self.evaluations.fetch_add(1, Ordering::Relaxed) >= self.budget {
            self.evaluations.fetch_sub(1, Ordering::Relaxed);
            return Err(OutOfBudget(self.budget).into());
        }
        let (cost, gradient) = self.value_and_gradient(point);
        let mut memory = memory();
        if memory.best.as_ref().is_none_or(|(best, _)| cost < *best) {
            memory.best = Some((cost, point.to_vec()));
        }
        memory.last = Some(Evaluation { point: point.to_vec(), cost, gradient: gradient.clone() });
        Ok((cost, gradient))
    }
}

impl CostFunction for &Objective<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, point: &Vec<f64>) -> Result<f64, Error> {
        self.evaluate(point).map(|(cost, _)| cost)
    }
}

impl Gradient for &Objective<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, point: &Vec<f64>) -> Result<Vec<f64>, Error> {
        self.evaluate(point).map(|(_, gradient)| gradient)
    }
}
