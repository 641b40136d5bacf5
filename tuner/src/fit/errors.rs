//! How sure the data are of the weights.

use rayon::prelude::*;

use super::objective::evaluate;
use super::rows::Rows;
use super::space::Space;
use crate::linear::Symmetric;

/// The most coordinates for which the whole Hessian is made; beyond, its diagonal has to do.
const MOST: usize = 4_000;
/// Parts in which the Hessian is summed up, whatever the number of threads.
const PARTS: usize = 8;

/// How sure the data are of a coordinate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Certainty {
    /// The standard deviation of the coordinate, data and prior taken together, in units of the prior's.
    pub deviation: f64,
    /// What the data alone know of it, in units of what the prior knows.
    pub information: f64,
    /// By how much positions of one game repeat each other: the variance of the games' pulls over what it would be if
    /// every position had a result of its own.
    pub repetition: f64,
}

/// What the data know of every coordinate at a point, for the logistic loss.
pub(super) fn certainty(rows: &Rows, space: &Space, point: &[f64], k: f64, pull: f64) -> Vec<Certainty> {
    let n = space.dimensions();
    let slope = k / 400.0;
    let weights = space.weights(point);
    let full = n <= MOST;

    let part = |part: usize| {
        let range = rows.len() * part / PARTS..rows.len() * (part + 1) / PARTS;
        let mut hessian = Symmetric::zero(if full { n } else { 0 });
        let mut diagonal = vec![0.0; n];
        let mut uses = Vec::new();
        for index in range {
            let row = rows.row(index);
            let expected = 1.0 / (1.0 + (-slope * evaluate(&row, &weights)).exp());
            let curvature = expected * (1.0 - expected) * slope * slope;
            collect_uses(&row, space, &mut uses);
            for (place, &(coordinate, x)) in uses.iter().enumerate() {
                diagonal[coordinate] += curvature * x * x;
                if full {
                    for &(other, y) in &uses[..=place] {
                        hessian.add(coordinate, other, curvature * x * y);
                    }
                }
            }
        }
        (hessian, diagonal)
    };
    let parts: Vec<(Symmetric, Vec<f64>)> = (0..PARTS).into_par_iter().map(part).collect();
    let mut hessian = Symmetric::zero(if full { n } else { 0 });
    let mut information = vec![0.0; n];
    for (matrix, diagonal) in &parts {
        hessian.add_all(matrix);
        information.iter_mut().zip(diagonal).for_each(|(sum, part)| *sum += part);
    }
    let variance = if full {
        (0..n).for_each(|coordinate| hessian.add(coordinate, coordinate, pull.max(1e-9)));
        hessian.cholesky().map(|factor| factor.inverse_diagonal())
    } else {
        None
    };
    let variance = variance.unwrap_or_else(|| information.iter().map(|known| 1.0 / (known + pull.max(1e-9))).collect());
    let games = game_pulls(rows, space, &weights, slope);
    (0..n)
        .map(|coordinate| {
            let known = information[coordinate];
            let repetition = if known > 0.0 { (games[coordinate] / known).max(1.0) } else { 1.0 };
            let deviation = (variance[coordinate] * repetition).sqrt();
            Certainty { deviation, information: known / pull.max(1e-9), repetition }
        })
        .collect()
}

/// A row's coefficients by coordinate, each coordinate once, in order.
fn collect_uses(row: &super::Row<'_>, space: &Space, uses: &mut Vec<(usize, f64)>) {
    uses.clear();
    for &(column, count) in row.entries {
        for (phase, share) in [row.middlegame, row.endgame].into_iter().enumerate() {
            if let Some(coordinate) = space.coordinate(column.into(), phase).filter(|_| share != 0.0) {
                uses.push((coordinate, f64::from(count) * f64::from(share) * space.spread(coordinate)));
            }
        }
    }
    uses.sort_unstable_by_key(|use_| use_.0);
    uses.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// The sum over games of the squared pull of each game on every coordinate.
fn game_pulls(rows: &Rows, space: &Space, weights: &[super::Pair], slope: f64) -> Vec<f64> {
    let mut squares = vec![0.0; space.dimensions()];
    let mut pulls = vec![0.0; space.dimensions()];
    let (mut touched, mut uses, mut game) = (Vec::new(), Vec::new(), None);
    let mut settle = |pulls: &mut Vec<f64>, touched: &mut Vec<usize>| {
        for coordinate in touched.drain(..) {
            squares[coordinate] += pulls[coordinate] * pulls[coordinate];
            pulls[coordinate] = 0.0;
        }
    };
    for row in rows.iter() {
        if game.replace(row.game) != Some(row.game) {
            settle(&mut pulls, &mut touched);
        }
        let expected = 1.0 / (1.0 + (-slope * evaluate(&row, weights)).exp());
        let miss = slope * (f64::from(row.result) - expected);
        collect_uses(&row, space, &mut uses);
        for &(coordinate, x) in &uses {
            if pulls[coordinate] == 0.0 {
                touched.push(coordinate);
            }
            pulls[coordinate] += miss * x;
        }
    }
    // A coordinate whose pull came back to exactly 0 within a game is listed twice; the second time it adds nothing.
    settle(&mut pulls, &mut touched);
    squares
}
