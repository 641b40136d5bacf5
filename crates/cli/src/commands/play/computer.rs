//! The engine as a player and as an adviser.

use std::time::Duration;

use khun_engine::{Control, Engine, Limits, Score, Strength, Weights};
use khun_rules::board::Bitboard;
use khun_rules::{Game, Move};

use super::clock::Clocks;
use crate::engine;
use crate::failure::Failure;

/// The size of each hash table in megabytes.
const HASH: usize = 16;

/// How the engine plays and advises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Skill {
    /// From 1 to 20.
    pub(super) level: u32,
    /// The time for a move, where there is no clock.
    pub(super) move_time: Option<Duration>,
    /// The nodes for a move.
    pub(super) nodes: Option<u64>,
    /// Makes the errors of weak play repeatable.
    pub(super) seed: u64,
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Thought {
    /// The move to make, `None` where there is none.
    pub(super) mv: Option<Move>,
    /// The score for the side to move.
    pub(super) score: Score,
    pub(super) depth: u32,
    /// The play that is expected, the move first.
    pub(super) line: Vec<Move>,
}

impl Thought {
    /// Whether the side to move mates by force.
    pub(super) const fn mates(&self) -> bool {
        matches!(self.score, Score::Mate(moves) if moves > 0)
    }
}

/// The engine that plays, at some level, and the one that gives hints, at full strength. They share nothing, so that a
/// game does not depend on the hints that were asked for. Each is made when it is first needed.
pub(super) struct Computer<B: Bitboard> {
    weights: Weights,
    skill: Skill,
    player: Option<Engine<B>>,
    adviser: Option<Engine<B>>,
}

impl<B: Bitboard> Computer<B> {
    pub(super) fn new(weights: Weights, skill: Skill) -> Computer<B> {
        Computer { weights, skill, player: None, adviser: None }
    }

    /// What the player does, by the clock if there is one.
    pub(super) fn choose(&mut self, game: &Game<B>, clocks: Option<&Clocks>) -> Result<Thought, Failure> {
        let strength = Strength::of_level(self.skill.level);
        let limits = match clocks {
            Some(clocks) => Limits { nodes: self.skill.nodes, ..clocks.limits(game.position().side()) },
            None => self.limits(),
        };
        let limits = strength.limits(&limits);
        let player = made(&mut self.player, game, &self.weights)?;
        strength.apply(player, self.skill.seed);
        Ok(think(player, game, limits))
    }

    /// What the adviser would do.
    pub(super) fn advise(&mut self, game: &Game<B>) -> Result<Thought, Failure> {
        let limits = self.limits();
        Ok(think(made(&mut self.adviser, game, &self.weights)?, game, limits))
    }

    fn limits(&self) -> Limits {
        Limits { move_time: self.skill.move_time, nodes: self.skill.nodes, ..Limits::default() }
    }
}

fn made<'a, B: Bitboard>(
    engine: &'a mut Option<Engine<B>>,
    game: &Game<B>,
    weights: &Weights,
) -> Result<&'a mut Engine<B>, Failure> {
    match engine {
        Some(engine) => Ok(engine),
        None => Ok(engine.insert(engine::engine(game.rules(), weights.clone(), HASH, 1)?)),
    }
}

fn think<B: Bitboard>(engine: &mut Engine<B>, game: &Game<B>, limits: Limits) -> Thought {
    // Nothing has to be thought about where there is no choice.
    let forced = game.legal_moves().len() == 1;
    let limits = Limits { depth: if forced { Some(1) } else { limits.depth }, ..limits };
    engine.set_position(*game.position(), game.hashes());
    let best = engine.go(&limits, &Control::new(), |_| {});
    let line = best.lines.into_iter().map(|(line, _)| line).find(|line| line.first() == best.mv.as_ref());
    let line = line.unwrap_or_else(|| best.mv.into_iter().collect());
    Thought { mv: best.mv, score: best.score, depth: best.depth, line }
}
