//! The engine's weights fitted to data sets: where [`crate::fit`] meets games and evaluation.

use std::path::PathBuf;
use std::sync::Arc;

use khun_engine::Weights;
use khun_engine::eval::{Coefficients, Evaluator, FULL_PHASE, FULL_SCALE};
use khun_engine::score::Tapered;
use khun_engine::terms::{self, MAX_SQUARES, Term};
use khun_rules::Rules;
use khun_rules::board::{Bitboard, Colour, Square};
use khun_rules::spec::Kind;
use rayon::prelude::*;
use serde_json::json;

use crate::dataset::{DataError, DataSet, GameRecord, for_samples};
use crate::fit::{Column, Fit, Row, RowSource, Settings, Split, fit};
use crate::run::{Lab, RunError};

/// A weights file takes numbers within this bound.
const BOUND: f64 = 3_000.0;
/// Games whose positions are evaluated at a time.
const BATCH: usize = 256;

/// Which terms are fitted, and how symmetric they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Names of terms, all for none; `value` means the values of all kinds, `value:rook` that of one.
    pub only: Vec<String>,
    /// Whether a square and its mirror image on the other wing weigh the same, for kinds that move alike on both.
    pub mirrored: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { only: Vec::new(), mirrored: true }
    }
}

/// The sampled positions of data sets as rows of coefficients.
struct DataRows<'a, B: Bitboard> {
    rules: &'a Arc<Rules<B>>,
    evaluator: &'a Evaluator<B>,
    sets: &'a [DataSet],
}

/// A row that owns its entries.
struct OwnedRow {
    score: f32,
    fixed: f32,
    middlegame: f32,
    endgame: f32,
    entries: Vec<(u16, i16)>,
}

impl<B: Bitboard> DataRows<'_, B> {
    fn rows_of(&self, game: &GameRecord) -> Result<Vec<OwnedRow>, crate::dataset::DataFault> {
        let mut rows = Vec::new();
        for_samples(self.rules, game, |sample, position| {
            let coefficients = Coefficients::of(self.rules, self.evaluator, position);
            // What drives a lone royal man is set by reason: games tell little of it.
            let fixed = coefficients.value_apart(self.evaluator.weights().numbers()) as f32;
            let Coefficients { entries, phase, scale, .. } = coefficients;
            let scale = scale as f32 / FULL_SCALE as f32;
            let phase = phase as f32 / FULL_PHASE as f32;
            rows.push(OwnedRow {
                score: f32::from(sample.score),
                fixed,
                middlegame: scale * phase,
                endgame: scale * (1.0 - phase),
                entries,
            });
        })?;
        Ok(rows)
    }
}

impl<B: Bitboard> RowSource for DataRows<'_, B> {
    type Error = DataError;

    fn for_each(&self, visit: &mut dyn FnMut(&Row<'_>)) -> Result<(), DataError> {
        let mut number = 0;
        for set in self.sets {
            for entry in &set.manifest().shards {
                let games = set.shard(entry)?;
                let path = set.dir().join(&entry.file);
                for batch in games.chunks(BATCH) {
                    let rows: Vec<_> = batch.par_iter().map(|game| self.rows_of(game)).collect();
                    for (game, rows) in batch.iter().zip(rows) {
                        let rows = rows.map_err(|fault| DataError::Broken { path: path.clone(), fault })?;
                        let Some(result) = game.result() else { continue };
                        number += 1;
                        for OwnedRow { score, fixed, middlegame, endgame, entries } in &rows {
                            let (score, fixed) = (Some(*score), *fixed);
                            let (middlegame, endgame) = (*middlegame, *endgame);
                            let result = result as f32;
                            visit(&Row { game: number, result, score, middlegame, endgame, fixed, entries });
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// How far a number of a term is expected to be from what is estimated, in hundredths of a pawn.
fn spread(term: Term) -> f64 {
    if term == terms::value {
        150.0
    } else if term == terms::squares {
        30.0
    } else {
        20.0
    }
}

/// The name of a number: `mobility:rook[3]`, `squares:khon[e4]`, `tempo`.
pub fn number_name<B: Bitboard>(rules: &Rules<B>, index: usize) -> String {
    let Some((term, kind, n)) = Term::find(index) else { return format!("number {index}") };
    let of = kind.filter(|kind| kind.index() < rules.kind_count());
    let of = of.map_or_else(String::new, |kind| format!(":{}", rules.kind(kind).id));
    if term == terms::squares {
        let files = usize::from(rules.geometry().files());
        let file = char::from(b'a' + (n % files) as u8);
        return format!("{}{of}[{file}{}]", term.name, n / files + 1);
    }
    let place = if term.len > 1 { format!("[{n}]") } else { String::new() };
    format!("{}{of}{place}", term.name)
}

/// The columns of a fit: one for each number of the evaluation.
fn columns<B: Bitboard>(rules: &Rules<B>, weights: &Weights, wanted: &Terms) -> Result<Vec<Column>, RunError> {
    let chosen = |term: Term, kind: Option<Kind>| {
        wanted.only.is_empty()
            || wanted.only.iter().any(|name| match name.split_once(':') {
                None => name == term.name,
                Some((name, of)) => name == term.name && kind.is_some_and(|kind| rules.kind(kind).id == of),
            })
    };
    let known = |name: &str| {
        let term = name.split(':').next().unwrap_or_default();
        terms::KIND_TERMS.iter().chain(terms::GENERAL_TERMS).any(|known| known.name == term)
    };
    if let Some(name) = wanted.only.iter().find(|name| !known(name)) {
        return Err(RunError::Settings(format!("{name:?} is no term of the evaluation")));
    }
    let mirrors: Vec<bool> =
        rules.kinds().map(|kind| wanted.mirrored && moves_alike_on_both_wings(rules, kind)).collect();
    let all = (0..terms::COUNT).map(|index| {
        let number = weights.get(index);
        let start = [number.middlegame().into(), number.endgame().into()];
        let found = Term::find(index).filter(|(_, kind, _)| kind.is_none_or(|kind| kind.index() < rules.kind_count()));
        let Some((term, kind, n)) = found.filter(|(term, kind, _)| chosen(*term, *kind)) else {
            return Column { name: String::new(), start, spread: 1.0, group: None };
        };
        let mirrored = kind.is_some_and(|kind| mirrors.get(kind.index()).copied().unwrap_or(false));
        let group = if term == terms::squares && mirrored { index - n + left_of(rules, n) } else { index };
        Column { name: number_name(rules, index), start, spread: spread(term), group: Some(group) }
    });
    Ok(all.collect())
}

/// The square itself or its mirror image, whichever is further to the left.
fn left_of<B: Bitboard>(rules: &Rules<B>, square: usize) -> usize {
    let files = usize::from(rules.geometry().files());
    let (rank, file) = (square / files, square % files);
    rank * files + file.min(files - 1 - file)
}

/// Whether a kind of man moves on one wing as on the other.
fn moves_alike_on_both_wings<B: Bitboard>(rules: &Rules<B>, kind: Kind) -> bool {
    let files = usize::from(rules.geometry().files());
    let squares = rules.geometry().squares().min(MAX_SQUARES);
    let mirror = |square: usize| square / files * files + (files - 1 - square % files);
    let mirrored = |set: B| -> Vec<usize> {
        let mut squares: Vec<usize> = set.squares().map(|square| mirror(square.index())).collect();
        squares.sort_unstable();
        squares
    };
    let plain = |set: B| -> Vec<usize> { set.squares().map(|square| square.index()).collect() };
    (0..squares).all(|square| {
        let here = rules.reach(Colour::White, kind, Square(square as u8));
        let there = rules.reach(Colour::White, kind, Square(mirror(square) as u8));
        mirrored(here.0) == plain(there.0) && mirrored(here.1) == plain(there.1)
    })
}

/// Weights fitted to games, and how.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// The fit.
    pub fit: Fit,
}

/// Fits weights to the games of data sets.
///
/// # Errors
/// A data set is broken or of another variant, or there is nothing to learn.
pub fn fit_weights<B: Bitboard>(
    lab: &Lab<'_, B>,
    start: &Weights,
    data: &[PathBuf],
    wanted: &Terms,
    settings: &Settings,
) -> Result<Fitted, RunError> {
    let sets = data.iter().map(|dir| DataSet::open_for(dir, &lab.variant)).collect::<Result<Vec<_>, _>>()?;
    let evaluator = Evaluator::new(lab.rules, start.clone());
    let source = DataRows { rules: lab.rules, evaluator: &evaluator, sets: &sets };
    let columns = columns(lab.rules, start, wanted)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(lab.threads.max(1)).build();
    let pool = pool.map_err(|error| RunError::Settings(error.to_string()))?;
    let split = pool.install(|| Split::read(&source, settings.holdout, settings.seed))?;
    if split.dropped > 0 {
        lab.output.say(&format!("{} positions had no room and were left out", split.dropped));
    }
    let mut fit = pool.install(|| fit(&split, &columns, settings))?;
    let mut weights = start.clone();
    for (index, column) in fit.columns.iter().enumerate() {
        let [mg, eg] = column.weights.map(|weight| weight.round().clamp(-BOUND, BOUND) as i32);
        if column.weights != column.start {
            weights.set(index, Tapered::new(mg, eg));
        }
    }
    // Numbers that the variant does not have say nothing to anybody.
    fit.columns.retain(|column| !column.name.is_empty() && column.games > 0);
    lab.output.event(
        "fit",
        &json!({
            "k": fit.k, "training": fit.training, "holdout": fit.holdout, "dimensions": fit.dimensions,
            "evaluations": fit.evaluations, "positions": fit.size[0], "games": fit.size[1],
        }),
    );
    Ok(Fitted { weights, fit })
}

/// What a fit came to, for people.
pub fn describe_fit(fit: &Fit) -> String {
    let states = fit.columns.iter().flat_map(|column| column.states);
    let count = |state| states.clone().filter(|known| *known == state).count();
    let mut text = format!(
        "{} positions of {} games, {} numbers fitted in {} evaluations ({})\n\
         K {:.4}, loss {:.6} -> {:.6}, on games kept back {:.6} -> {:.6}, positions of a game repeat each other {:.1} times\n\
         {} numbers are doubtful (the prior outweighs the data), {} undetermined and left alone\n\
         moved most:\n",
        fit.size[0],
        fit.size[1],
        fit.dimensions,
        fit.evaluations,
        fit.stopped,
        fit.k,
        fit.training[0],
        fit.training[1],
        fit.holdout[0],
        fit.holdout[1],
        fit.repetition,
        count(crate::fit::State::Doubtful),
        count(crate::fit::State::Undetermined),
    );
    for (column, phase, errors) in fit.moved_most(20) {
        text += &format!(
            "  {:28} {:10} {:7.0} -> {:7.1} ±{:.1} ({errors:+.1} standard errors, {} games)\n",
            column.name,
            ["middlegame", "endgame"][phase],
            column.start[phase],
            column.weights[phase],
            1.96 * column.errors[phase],
            column.games
        );
    }
    text
}
