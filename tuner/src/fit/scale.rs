//! The scale `K` of the logistic curve, by minimisation in one dimension.

use argmin::core::{CostFunction, Error, Executor, IterState};
use argmin::solver::brent::BrentOpt;
use argmin::solver::goldensectionsearch::GoldenSectionSearch;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::objective::{Loss, evaluate};
use super::rows::Rows;
use super::space::Pair;

/// The smallest and largest scale that is looked for.
const BOUNDS: (f64, f64) = (0.01, 30.0);

/// How the scale is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScaleMethod {
    /// Brent's method: parabolas where they fit.
    #[default]
    Brent,
    /// Golden section search.
    GoldenSection,
}

/// The scale at which some weights predict results best: `1 / (1 + exp(-K E / 400))`. `None` where evaluations say
/// nothing about results, so that no scale within reason is best.
///
/// # Errors
/// The search fails.
pub fn fit_scale(rows: &Rows, weights: &[Pair], loss: Loss, method: ScaleMethod) -> Result<Option<f64>, Error> {
    let values = (0..rows.len()).into_par_iter().map(|index| {
        let row = rows.row(index);
        (evaluate(&row, weights), f64::from(row.result))
    });
    best_scale(values.collect(), loss, method)
}

/// The scale at which the scores of a search predict results best, as [`fit_scale`] finds that of weights. `None` also
/// where there are no scores.
///
/// # Errors
/// The search fails.
pub fn fit_score_scale(rows: &Rows, loss: Loss, method: ScaleMethod) -> Result<Option<f64>, Error> {
    let values = rows.iter().filter_map(|row| Some((f64::from(row.score?), f64::from(row.result))));
    best_scale(values.collect(), loss, method)
}

fn best_scale(values: Vec<(f64, f64)>, loss: Loss, method: ScaleMethod) -> Result<Option<f64>, Error> {
    let problem = Curve { values, loss };
    let start = (BOUNDS.0 * BOUNDS.1).sqrt();
    let best = match method {
        ScaleMethod::Brent => {
            // The solver asks for as many digits as the square root of the precision allows.
            let solver = BrentOpt::new(BOUNDS.0, BOUNDS.1).set_tolerance(1e-9, 1e-9);
            let configure = |state: IterState<f64, (), (), (), (), f64>| state.param(start).max_iters(200);
            Executor::new(&problem, solver).configure(configure).ctrlc(false).run()?.state.best_param
        }
        ScaleMethod::GoldenSection => {
            let solver = GoldenSectionSearch::new(BOUNDS.0, BOUNDS.1)?.with_tolerance(1e-9)?;
            let configure = |state: IterState<f64, (), (), (), (), f64>| state.param(start).max_iters(200);
            Executor::new(&problem, solver).configure(configure).ctrlc(false).run()?.state.best_param
        }
    };
    // No evaluation tells anything at the smallest scale; the best one has to do better.
    let flat = (&problem).cost(&BOUNDS.0)?;
    let Some(best) = best else { return Ok(None) };
    let within = best > BOUNDS.0 * 1.01 && best < BOUNDS.1 * 0.99;
    Ok((within && (&problem).cost(&best)? < flat - 1e-9).then_some(best))
}

/// The mean loss as a function of the scale.
struct Curve {
    values: Vec<(f64, f64)>,
    loss: Loss,
}

impl CostFunction for &Curve {
    type Param = f64;
    type Output = f64;

    fn cost(&self, k: &f64) -> Result<f64, Error> {
        let part = |values: &[(f64, f64)]| -> f64 {
            values.iter().map(|(value, result)| self.loss.at(k / 400.0 * value, *result).0).sum()
        };
        let sums: Vec<f64> = self.values.par_chunks(8192).map(part).collect();
        Ok(sums.iter().sum::<f64>() / self.values.len().max(1) as f64)
    }
}
