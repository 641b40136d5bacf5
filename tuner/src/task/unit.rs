//! The task and its result.

use serde::{Deserialize, Serialize};

use super::Seed;
use crate::ctl::{Hash, hash_json};

/// What a task belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Games of a player with itself, for data.
    SelfPlay,
    /// A pair of games between two players.
    Match,
    /// A pair of games between two perturbations of parameters.
    Spsa,
}

/// Who plays: everything that decides its moves, by hash.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayerId {
    /// The engine's name and build.
    pub engine: String,
    /// The weights and parameters.
    pub weights: Hash,
}

/// How long a move may take, and a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Positions searched a move; 0 for no such limit.
    #[serde(default)]
    pub nodes: u64,
    /// Depth of search a move; 0 for no such limit.
    #[serde(default)]
    pub depth: u32,
    /// Milliseconds a move; 0 for no such limit.
    #[serde(default)]
    pub movetime: u64,
    /// Milliseconds a player has for the game; 0 for no such limit.
    #[serde(default)]
    pub clock: u64,
    /// Milliseconds that each move adds.
    #[serde(default)]
    pub increment: u64,
    /// Plies after which a game is a draw.
    pub max_plies: u32,
}

impl Limits {
    /// A fixed number of positions a move.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::NONE }
    }

    /// No limits but that on the length of a game.
    pub const NONE: Limits = Limits { nodes: 0, depth: 0, movetime: 0, clock: 0, increment: 0, max_plies: 500 };

    /// Whether the same task gives the same games on every machine.
    pub fn is_reproducible(&self) -> bool {
        self.movetime == 0 && self.clock == 0 && (self.nodes > 0 || self.depth > 0)
    }
}

/// A unit of work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The run, by the hash of its configuration.
    pub run: Hash,
    /// What it belongs to.
    pub stage: Stage,
    /// Its place in the stage.
    pub index: u64,
    /// What is random in it.
    pub seed: Seed,
    /// The positions to begin games from.
    pub openings: Vec<String>,
    /// Who plays.
    pub players: Vec<PlayerId>,
    /// How long.
    pub limits: Limits,
}

impl Task {
    /// What the task and its result are known by.
    pub fn key(&self) -> Hash {
        hash_json(self)
    }
}

/// A result: a row of the table that a run comes to, unique by its key.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TaskResult<R> {
    /// The task's [`Task::key`].
    pub key: Hash,
    /// The task's place in the stage.
    pub index: u64,
    /// What came of it.
    pub result: R,
}
