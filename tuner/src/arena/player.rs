//! What a game asks of its players, and the player that is this program's own engine.

use std::sync::Arc;
use std::time::Duration;

use khun_engine::eval::Evaluator;
use khun_engine::search::{NoMemory, Params, Table};
use khun_engine::{Control, Engine, Score};
use khun_rules::board::{Bitboard, Colour};
use khun_rules::{Game, Move, Rules};

use crate::task::Limits;

/// What a player answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move; `None` for an answer that is no legal move.
    pub mv: Option<Move>,
    /// The answer as it was given, for the record of a fault.
    pub said: String,
    /// What the player thinks of its position, in hundredths of a pawn; near ±30000 for forced wins and losses.
    pub score: Option<i32>,
    /// Positions searched.
    pub nodes: u64,
}

/// Why a player gives no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// It ended, or closed its output.
    #[error("it ended: {0}")]
    Crashed(String),
    /// It did not answer in time.
    #[error("it did not answer in time")]
    Hung,
}

/// Somebody who plays.
pub trait Player<B: Bitboard>: Send {
    /// Prepares for a new game.
    ///
    /// # Errors
    /// The player is not there.
    fn begin(&mut self) -> Result<(), Failure>;

    /// Chooses a move of a game that is not over. `clocks` are the players' remaining times, White's first, where the
    /// limits have clocks.
    ///
    /// # Errors
    /// The player gives no answer.
    fn choose(&mut self, game: &Game<B>, limits: &Limits, clocks: [Duration; 2]) -> Result<Choice, Failure>;
}

/// A score in hundredths of a pawn; forced wins are near 30000.
pub(crate) fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 30_000 - moves,
        Score::Mate(moves) => -30_000 - moves,
    }
}

/// This program's own engine.
pub struct Internal<B: Bitboard> {
    engine: Engine<B>,
}

impl<B: Bitboard> Internal<B> {
    /// A player with a table of its own.
    ///
    /// # Errors
    /// The memory for the table cannot be had.
    pub fn new(
        rules: &Arc<Rules<B>>,
        evaluator: &Arc<Evaluator<B>>,
        hash_megabytes: usize,
    ) -> Result<Internal<B>, NoMemory> {
        let table = Arc::new(Table::new(hash_megabytes)?);
        Ok(Internal { engine: Engine::with(Arc::clone(rules), Arc::clone(evaluator), table, 1) })
    }

    /// The constants of the search, to be changed.
    pub fn params_mut(&mut self) -> &mut Params {
        self.engine.params_mut()
    }
}

impl<B: Bitboard> Player<B> for Internal<B> {
    fn begin(&mut self) -> Result<(), Failure> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game<B>, limits: &Limits, clocks: [Duration; 2]) -> Result<Choice, Failure> {
        let timed = limits.clock > 0;
        let limits = khun_engine::Limits {
            nodes: (limits.nodes > 0).then_some(limits.nodes),
            depth: (limits.depth > 0).then_some(limits.depth),
            move_time: (limits.movetime > 0).then(|| Duration::from_millis(limits.movetime)),
            time: clocks.map(|clock| timed.then_some(clock)),
            increment: [Duration::from_millis(limits.increment); 2],
            ..khun_engine::Limits::default()
        };
        self.engine.set_position(*game.position(), game.hashes());
        let best = self.engine.go(&limits, &Control::new(), |_| {});
        let said = best.mv.map(|mv| game.rules().uci(mv)).unwrap_or_default();
        Ok(Choice { mv: best.mv, said, score: Some(centipawns(best.score)), nodes: best.nodes })
    }
}

/// A score seen by White.
pub(crate) fn for_white(score: i32, side: Colour) -> i32 {
    if side == Colour::White { score } else { -score }
}
