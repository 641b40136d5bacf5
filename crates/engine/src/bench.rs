//! The benchmark: fixed positions searched to a fixed depth by one thread, so that the number of nodes is the same on
//! every machine and tells whether two builds search alike.

use std::sync::Arc;
use std::time::Duration;

use khun_board::Bitboard;
use khun_rules::playout::{playout, seeded};
use khun_rules::{Position, Rules};

use crate::search::{Control, Engine, Limits, NoMemory};
use crate::weights::Weights;

/// The depth to which positions are searched unless something else is asked for.
pub const DEPTH: u32 = 12;
/// The size of the table, in megabytes.
pub const HASH: usize = 16;
/// How many positions there are beside the start position.
const POSITIONS: u64 = 24;
const SEED: u64 = 20_260;

/// What a benchmark has measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Nodes searched: the signature of the engine's behaviour.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// Nodes of each position.
    pub each: Vec<u64>,
}

impl Report {
    /// Nodes a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The positions of the benchmark: the start and positions of random games at several stages.
pub fn positions<B: Bitboard>(rules: &Rules<B>) -> Vec<Position<B>> {
    let start = rules.start();
    let mut positions = vec![start];
    for game in 0..POSITIONS {
        let plies = 6 + 8 * game as usize;
        let mut position = start;
        for mv in playout(rules, &start, &mut seeded(SEED, game), plies).moves {
            let next = position.play(rules, mv);
            if next.legal_moves(rules).is_empty() || next.judge(rules, |_| 1).outcome.is_over() {
                break;
            }
            position = next;
        }
        positions.push(position);
    }
    positions
}

/// Runs the benchmark.
///
/// # Errors
/// The memory for the table cannot be had.
pub fn run<B: Bitboard>(rules: &Arc<Rules<B>>, weights: Weights, depth: u32) -> Result<Report, NoMemory> {
    let mut engine = Engine::new(rules.clone(), weights, HASH, 1)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut report = Report { nodes: 0, time: Duration::ZERO, each: Vec::new() };
    for position in positions(rules) {
        engine.clear();
        engine.set_position(position, &[]);
        let best = engine.go(&limits, &Control::new(), |_| {});
        report.nodes += best.nodes;
        report.time += best.time;
        report.each.push(best.nodes);
    }
    Ok(report)
}
