//! Where games begin: positions that are balanced, and never the same one twice.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use khun_engine::{Control, Engine, Limits};
use khun_rules::board::Bitboard;
use khun_rules::{Position, Rules};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::contestant::Contestant;
use super::player::centipawns;
use crate::ctl::{FileError, Hash, hash_bytes, read_text};
use crate::task::{Seed, generator};

/// How often a random opening is tried before there seem to be no new ones left.
const ATTEMPTS: u64 = 2_000;

/// Where openings come from. A run's results depend on all of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSettings {
    /// Random legal moves from the start position: so many, and one more half of the time.
    pub plies: u32,
    /// A book instead, by the hash of its contents.
    pub book: Option<Hash>,
    /// The most that either side may be ahead, in hundredths of a pawn.
    pub balance: i32,
    /// Positions searched to judge that; 0 for not judging.
    pub judged_by: u64,
}

impl Default for OpeningSettings {
    fn default() -> OpeningSettings {
        OpeningSettings { plies: 8, book: None, balance: 150, judged_by: 1_000 }
    }
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The book cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line of the book is no position.
    #[error("{}, line {line}: {reason}", .path.display())]
    Line {
        /// The book.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The book is too small: with fixed nodes a game from the same opening would be the same game.
    #[error("{} has {found} different positions, but {needed} are needed (games from the same one would repeat each other)", .path.display())]
    TooFew {
        /// The book.
        path: PathBuf,
        /// How many it has.
        found: usize,
        /// How many games or pairs there are to be.
        needed: u64,
    },
    /// There is no memory for judging.
    #[error("no memory for the engine that judges openings")]
    NoMemory,
}

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position.
    pub fen: String,
    /// How many random moves led to it; 0 from a book.
    pub plies: u32,
}

/// A source of openings: a function of settings, seed, and the openings used before.
pub struct Openings<B: Bitboard> {
    rules: Arc<Rules<B>>,
    settings: OpeningSettings,
    seed: Seed,
    /// The positions of the book in their order, and the next one.
    book: Option<(Vec<Position<B>>, usize)>,
    judge: Option<Engine<B>>,
    used: HashSet<u64>,
}

impl<B: Bitboard> Openings<B> {
    /// A source. The judge's evaluator is the contestant's; another program's games are judged by estimated weights.
    ///
    /// # Errors
    /// The book is faulty or too small for `needed` openings.
    pub fn new(
        rules: &Arc<Rules<B>>,
        contestant: &Contestant<B>,
        mut settings: OpeningSettings,
        book: Option<&Path>,
        seed: Seed,
        needed: u64,
    ) -> Result<Openings<B>, OpeningsError> {
        let seed = seed.named("openings");
        let book = match book {
            None => None,
            Some(path) => {
                let text = read_text(path)?;
                settings.book = Some(hash_bytes(text.as_bytes()));
                let positions = read_book(rules, path, &text, seed)?;
                if (positions.len() as u64) < needed {
                    return Err(OpeningsError::TooFew { path: path.to_owned(), found: positions.len(), needed });
                }
                Some((positions, 0))
            }
        };
        let judge = if settings.judged_by == 0 {
            None
        } else {
            let estimated =
                || Arc::new(khun_engine::eval::Evaluator::new(rules, khun_engine::Weights::estimate(rules)));
            let evaluator = contestant.evaluator().cloned().unwrap_or_else(estimated);
            let table = khun_engine::search::Table::new(1).map_err(|_| OpeningsError::NoMemory)?;
            Some(Engine::with(Arc::clone(rules), evaluator, Arc::new(table), 1))
        };
        Ok(Openings { rules: Arc::clone(rules), settings, seed, book, judge, used: HashSet::new() })
    }

    /// What the openings depend on, the book included.
    pub fn settings(&self) -> &OpeningSettings {
        &self.settings
    }

    /// Tells that an opening has been used, in a part of the run that is done. To be told in order.
    pub fn mark_used(&mut self, fen: &str) {
        let Ok(position) = self.rules.parse_fen(fen) else { return };
        self.used.insert(position.hash());
        if let Some((positions, next)) = &mut self.book
            && let Some(place) = positions.iter().position(|known| known.hash() == position.hash())
        {
            *next = (*next).max(place + 1);
        }
    }

    /// The opening of game or pair `index`; `None` if no new one can be found.
    pub fn next(&mut self, index: u64) -> Option<Opening> {
        if self.book.is_some() {
            loop {
                let (positions, next) = self.book.as_mut()?;
                let position = *positions.get(*next)?;
                *next += 1;
                if self.accept(&position) {
                    return Some(Opening { fen: self.rules.fen_marking_promoted(&position), plies: 0 });
                }
            }
        }
        let seed = self.seed.part(index);
        for attempt in 0..ATTEMPTS {
            let mut random = generator(seed.part(attempt));
            let plies = self.settings.plies + u32::from(random.random::<bool>());
            if let Some(position) = random_position(&self.rules, plies, &mut random)
                && self.accept(&position)
            {
                return Some(Opening { fen: self.rules.fen_marking_promoted(&position), plies });
            }
        }
        None
    }

    /// Whether a position is new and balanced; it is used then.
    fn accept(&mut self, position: &Position<B>) -> bool {
        if self.used.contains(&position.hash()) || !self.is_balanced(position) {
            return false;
        }
        self.used.insert(position.hash())
    }

    fn is_balanced(&mut self, position: &Position<B>) -> bool {
        if position.judge(&self.rules, |_| 1).outcome.is_over() || !position.has_move(&self.rules) {
            return false;
        }
        let Some(judge) = &mut self.judge else { return true };
        judge.clear();
        judge.set_position(*position, &[position.hash()]);
        let limits = Limits { nodes: Some(self.settings.judged_by), ..Limits::default() };
        let best = judge.go(&limits, &Control::new(), |_| {});
        centipawns(best.score).abs() <= self.settings.balance
    }
}

/// A position after some random moves, if the game is not over by then.
fn random_position<B: Bitboard>(rules: &Rules<B>, plies: u32, random: &mut impl Rng) -> Option<Position<B>> {
    let mut position = rules.start();
    for _ in 0..plies {
        let moves = position.legal_moves(rules);
        if moves.is_empty() || position.judge(rules, |_| 1).outcome.is_over() {
            return None;
        }
        position = position.play(rules, moves[random.random_range(0..moves.len() as u64) as usize]);
    }
    Some(position)
}

/// The positions of a book, each once, in an order drawn by lot.
fn read_book<B: Bitboard>(
    rules: &Rules<B>,
    path: &Path,
    text: &str,
    seed: Seed,
) -> Result<Vec<Position<B>>, OpeningsError> {
    let (mut positions, mut seen) = (Vec::new(), HashSet::new());
    for (number, line) in text.lines().enumerate() {
        // What follows a semicolon is a comment or an operation of EPD.
        let fen = line.split(';').next().unwrap_or_default().trim();
        if fen.is_empty() || fen.starts_with('#') {
            continue;
        }
        let position = rules.parse_fen(fen).map_err(|error| OpeningsError::Line {
            path: path.to_owned(),
            line: number + 1,
            reason: error.to_string(),
        })?;
        if seen.insert(position.hash()) {
            positions.push(position);
        }
    }
    let mut random = generator(seed.named("shuffle"));
    for last in (1..positions.len()).rev() {
        positions.swap(last, random.random_range(0..=last as u64) as usize);
    }
    Ok(positions)
}
