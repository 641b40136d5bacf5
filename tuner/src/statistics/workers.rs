//! Whether all workers play the same game: a test that a broken build or machine fails.

use serde::Serialize;

use super::Pentanomial;
use super::special::{chi_squared_tail, normal_quantile};

/// What the comparison of workers finds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkerCheck {
    /// The chi-squared statistic over all workers.
    pub chi_squared: f64,
    /// Its degrees of freedom.
    pub freedom: f64,
    /// How probable a statistic at least so large is if all workers are alike.
    pub p: f64,
    /// How far each worker's results stray, as a normal deviate; `None` for a worker with too few results.
    pub residuals: Vec<Option<f64>>,
    /// The residual that one of so many honest workers exceeds in 5 % of all checks.
    pub suspicious: f64,
    /// The same for 1 %.
    pub guilty: f64,
}

/// Compares the workers' results: pairs won, lost, and neither.
pub fn check_workers(workers: &[Pentanomial]) -> WorkerCheck {
    let mut rows: Vec<(usize, [f64; 3])> = workers
        .iter()
        .map(|Pentanomial([ll, ld, dd, wd, ww])| [ww + wd, ll + ld, *dd].map(|count| count as f64))
        .enumerate()
        .collect();
    let sums = |rows: &[(usize, [f64; 3])]| {
        let columns = [0, 1, 2].map(|column| rows.iter().map(|(_, row)| row[column]).sum::<f64>());
        (columns, columns.iter().sum::<f64>())
    };
    // Cells that are expected to hold five or fewer are not nearly normal.
    let (columns, total) = sums(&rows);
    rows.retain(|(_, row)| {
        let share = row.iter().sum::<f64>() / total;
        columns.iter().all(|column| column * share > 5.0)
    });

    let (columns, total) = sums(&rows);
    let mut residuals = vec![None; workers.len()];
    let mut chi_squared = 0.0;
    for (worker, row) in &rows {
        let share = row.iter().sum::<f64>() / total;
        let terms = row.iter().zip(columns).map(|(count, column)| (count - column * share).powi(2) / (column * share));
        let distance: f64 = terms.sum();
        chi_squared += distance;
        residuals[*worker] = (share < 1.0).then(|| -normal_quantile(chi_squared_tail(2.0, distance / (1.0 - share))));
    }
    let freedom = rows.len().saturating_sub(1) as f64 * 2.0;
    let count = rows.len().max(1) as f64;
    WorkerCheck {
        chi_squared,
        freedom,
        p: if freedom > 0.0 { chi_squared_tail(freedom, chi_squared) } else { 1.0 },
        residuals,
        suspicious: normal_quantile(1.0 - 0.05 / count),
        guilty: normal_quantile(1.0 - 0.01 / count),
    }
}
