//! A fit from beginning to end.

use argmin::core::Error;
use serde::{Deserialize, Serialize};

use super::errors::certainty;
use super::objective::{Loss, Objective};
use super::rows::{Rows, Split};
use super::scale::{ScaleMethod, fit_scale, fit_score_scale};
use super::solvers::{SolverKind, solve};
use super::space::{Pair, Space};
use crate::task::Seed;

/// How a fit is made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The loss.
    pub loss: Loss,
    /// The solver.
    pub solver: SolverKind,
    /// The most iterations of the solver.
    pub iterations: u64,
    /// The most evaluations of the loss.
    pub evaluations: u64,
    /// The scale, if it is not to be fitted.
    pub k: Option<f64>,
    /// How the scale is fitted.
    pub k_method: ScaleMethod,
    /// How much of what is learnt is what the search thought of each position, the rest being the game's result.
    pub blend: f64,
    /// How strongly weights are pulled to the start: 1 is what the prior says, 0 is not at all.
    pub pull: f64,
    /// The share of games that is kept for examination.
    pub holdout: f64,
    /// In how many games a weight has to count to be fitted.
    pub least_games: u64,
    /// What is drawn by lot.
    pub seed: Seed,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            loss: Loss::CrossEntropy,
            solver: SolverKind::LbfgsMoreThuente,
            iterations: 200,
            evaluations: 1_000,
            k: None,
            k_method: ScaleMethod::Brent,
            blend: 0.0,
            pull: 1.0,
            holdout: 0.1,
            least_games: 50,
            seed: Seed(1),
        }
    }
}

/// What is known of a column before the fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// Its weights now.
    pub start: Pair,
    /// How far they are expected to move, in hundredths of a pawn: the standard deviation of the prior.
    pub spread: f64,
    /// The group whose members move together; `None` for a column that stays.
    pub group: Option<usize>,
}

/// What became of a weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It was fitted.
    Fitted,
    /// It was fitted, but what the prior says outweighs what the data say.
    Doubtful,
    /// It counts in too few games and was left alone.
    Undetermined,
    /// It was not to be fitted.
    Fixed,
}

/// A column after the fit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FittedColumn {
    /// What it is called.
    pub name: String,
    /// Its weights before.
    pub start: Pair,
    /// Its weights now.
    pub weights: Pair,
    /// Their standard errors; 0 for a weight that was not fitted.
    pub errors: Pair,
    /// What became of each.
    pub states: [State; 2],
    /// In how many games it counts.
    pub games: u64,
}

/// What a fit came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fit {
    /// The scale: `1 / (1 + exp(-K E / 400))`.
    pub k: f64,
    /// The scale of the search's scores, where they had a share in what was learnt.
    pub score_k: Option<f64>,
    /// The columns.
    pub columns: Vec<FittedColumn>,
    /// The mean loss over the games learnt from, before and after.
    pub training: [f64; 2],
    /// The mean loss over the games kept for examination, before and after.
    pub holdout: [f64; 2],
    /// For each iteration the mean losses over both.
    pub path: Vec<[f64; 2]>,
    /// The iteration whose point was taken: the last, or an earlier one that predicts the games kept clearly better.
    pub taken: usize,
    /// How many coordinates were fitted.
    pub dimensions: usize,
    /// How often the loss was summed up.
    pub evaluations: u64,
    /// Why the solver stopped.
    pub stopped: String,
    /// Positions and games learnt from.
    pub size: [u64; 2],
    /// By how much positions of one game repeat each other, on average.
    pub repetition: f64,
}

/// Why nothing can be fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// There are no positions.
    #[error("there are no positions to learn from")]
    NoRows,
    /// A position uses a weight that is not known.
    #[error("a position uses column {found}, but there are only {known}")]
    UnknownColumn {
        /// The column.
        found: usize,
        /// How many there are.
        known: usize,
    },
    /// No scale fits.
    #[error("evaluations and results have nothing to do with each other, so there is no scale; give one")]
    NoScale,
    /// No scale fits the scores.
    #[error("the games hold no scores that have to do with their results, so there is nothing to blend")]
    NoScores,
    /// The solver is not made for so much.
    #[error("{solver} is for at most {most} parameters, not {dimensions}: choose terms, or L-BFGS")]
    TooMany {
        /// The solver.
        solver: String,
        /// What it can do.
        most: usize,
        /// What it was given.
        dimensions: usize,
    },
    /// The solver failed.
    #[error("the solver failed: {0}")]
    Solver(Error),
}

/// Fits weights.
///
/// # Errors
/// There is nothing to learn from, or the solver cannot be used.
pub fn fit(split: &Split, columns: &[Column], settings: &Settings) -> Result<Fit, FitError> {
    let (training, holdout) = (&split.training, &split.holdout);
    if training.is_empty() {
        return Err(FitError::NoRows);
    }
    let found = training.columns().max(holdout.columns());
    if found > columns.len() {
        return Err(FitError::UnknownColumn { found, known: columns.len() });
    }
    let start: Vec<Pair> = columns.iter().map(|column| column.start).collect();
    let k = match settings.k {
        Some(k) => k,
        None => fit_scale(training, &start, settings.loss, settings.k_method)
            .map_err(FitError::Solver)?
            .ok_or(FitError::NoScale)?,
    };

    let mut score_k = None;
    let blended;
    let (training, holdout) = if settings.blend > 0.0 {
        let scale = match settings.k {
            Some(k) => k,
            None => fit_score_scale(training, settings.loss, settings.k_method)
                .map_err(FitError::Solver)?
                .ok_or(FitError::NoScores)?,
        };
        score_k = Some(scale);
        blended = [training, holdout].map(|rows| rows.clone().blended(settings.blend, scale));
        (&blended[0], &blended[1])
    } else {
        (training, holdout)
    };

    let games = games_by_column(training, columns);
    let spread: Vec<f64> = columns.iter().map(|column| column.spread).collect();
    let free = |column: usize, phase: usize| games[column][phase] >= settings.least_games;
    let space = Space::new(start, &spread, |column| columns[column].group, free);
    let most = settings.solver.most_dimensions();
    if space.dimensions() > most {
        let (solver, dimensions) = (format!("{:?}", settings.solver), space.dimensions());
        return Err(FitError::TooMany { solver, most, dimensions });
    }

    let objective = Objective::new(training, &space, settings.loss, k, settings.pull, settings.evaluations);
    let solution = solve(&objective, settings.solver, settings.iterations, settings.seed).map_err(FitError::Solver)?;
    let examination = Objective::new(holdout, &space, settings.loss, k, 0.0, 0);

    let origin = vec![0.0; space.dimensions()];
    let mut points: Vec<(&[f64], f64)> = vec![(&origin, objective.mean_loss(&origin))];
    let steps = solution.iterations.iter().map(|step| (step.point.as_slice(), step.cost));
    // A cost is the loss and the pull; the solver has paid for it already.
    let loss = |(point, cost)| (point, cost - objective.pull_at(point));
    points.extend(steps.chain([(solution.point.as_slice(), solution.cost)]).map(loss));
    let path: Vec<[f64; 2]> = points.iter().map(|(point, loss)| [*loss, examination.mean_loss(point)]).collect();
    let taken = choose(&path);
    let (point, _) = points[taken];

    let certainty = certainty(training, &space, point, k, settings.pull);
    let weights = space.weights(point);
    let fitted = columns.iter().enumerate().map(|(index, column)| {
        let mut states = [State::Fixed; 2];
        let mut errors = [0.0; 2];
        for phase in 0..2 {
            if let Some(coordinate) = space.coordinate(index, phase) {
                let certainty = certainty[coordinate];
                let doubtful = certainty.information < certainty.repetition;
                states[phase] = if doubtful { State::Doubtful } else { State::Fitted };
                errors[phase] = certainty.deviation * space.spread(coordinate);
            } else if column.group.is_some() {
                states[phase] = State::Undetermined;
            }
        }
        let games = games[index].into_iter().max().unwrap_or(0);
        FittedColumn { name: column.name.clone(), start: column.start, weights: weights[index], errors, states, games }
    });
    let repetition =
        certainty.iter().map(|certainty| certainty.repetition).sum::<f64>() / certainty.len().max(1) as f64;
    Ok(Fit {
        k,
        score_k,
        columns: fitted.collect(),
        training: [path[0][0], path[taken][0]],
        holdout: [path[0][1], path[taken][1]],
        taken,
        dimensions: space.dimensions(),
        evaluations: objective.evaluations(),
        stopped: solution.stopped,
        size: [training.len() as u64, training.games() as u64],
        repetition,
        path,
    })
}

/// The point of a solver's way that is taken: the last one, unless the games kept for examination show that the way led
/// past the best.
fn choose(path: &[[f64; 2]]) -> usize {
    let last = path.len() - 1;
    let best = (0..=last).min_by(|&a, &b| path[a][1].total_cmp(&path[b][1])).unwrap_or(last);
    let gained = path[0][1] - path[best][1];
    // Small differences are chance, and an early stop leaves weights near the start that the data know better.
    if path[last][1] - path[best][1] > 0.05 * gained { best } else { last }
}

/// In how many games each weight counts. Tied columns count together.
fn games_by_column(rows: &Rows, columns: &[Column]) -> Vec<[u64; 2]> {
    let groups = columns.iter().filter_map(|column| column.group).max().map_or(0, |group| group + 1);
    let mut last = vec![[u64::MAX; 2]; groups];
    let mut counts = vec![[0; 2]; groups];
    for row in rows.iter() {
        for &(column, _) in row.entries {
            let Some(group) = columns.get(usize::from(column)).and_then(|column| column.group) else { continue };
            for (phase, share) in [row.middlegame, row.endgame].into_iter().enumerate() {
                // A trace of a phase tells nothing.
                if share >= 0.05 && last[group][phase] != row.game {
                    last[group][phase] = row.game;
                    counts[group][phase] += 1;
                }
            }
        }
    }
    columns.iter().map(|column| column.group.map_or([0; 2], |group| counts[group])).collect()
}

impl Fit {
    /// The columns that moved most, compared with their errors; the most certain first.
    pub fn moved_most(&self, count: usize) -> Vec<(&FittedColumn, usize, f64)> {
        let mut moves: Vec<(&FittedColumn, usize, f64)> = self
            .columns
            .iter()
            .flat_map(|column| [0, 1].map(|phase| (column, phase)))
            .filter(|(column, phase)| column.errors[*phase] > 0.0)
            .map(|(column, phase)| {
                let moved = column.weights[phase] - column.start[phase];
                (column, phase, moved / column.errors[phase])
            })
            .collect();
        moves.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        moves.truncate(count);
        moves
    }
}
