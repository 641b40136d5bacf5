//! The root of a search: its moves, iterative deepening, and what is told to the outside.

use std::time::Duration;

use khun_board::Bitboard;
use khun_board::cpu::{Cpu, Task};
use khun_rules::Move;

use super::node::search;
use super::worker::Worker;
use crate::score::{EVAL_BOUND, INFINITE, MATE_BOUND, MAX_PLY, Score, UNKNOWN, Value, win_in};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its value in this iteration, `-INFINITE` until it is known.
    pub(crate) value: Value,
    /// Its value in the last iteration.
    pub(crate) previous: Value,
    pub(crate) selective_depth: usize,
    pub(crate) nodes: u64,
    /// The best play that it begins.
    pub(crate) line: Vec<Move>,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove { mv, value: -INFINITE, previous: -INFINITE, selective_depth: 0, nodes: 0, line: vec![mv] }
    }
}

/// How a search stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The depth that was finished, in plies.
    pub depth: u32,
    /// The depth of the longest line looked at.
    pub selective_depth: u32,
    /// Which of several lines this is, from 1.
    pub multipv: usize,
    /// The value for the side to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// The best play for both sides.
    pub line: Vec<Move>,
}

impl Info {
    /// Nodes a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

impl<B: Bitboard> Worker<'_, '_, B> {
    /// Whether a move is among those that are looked at, and not the first move of a line before this one.
    #[inline(always)]
    pub(crate) fn is_root_move(&self, mv: Move) -> bool {
        self.root_moves[self.line..].iter().any(|root| root.mv == mv)
    }

    /// Notes what the search of a root move has found.
    pub(crate) fn record_root_move(&mut self, mv: Move, value: Value, alpha: Value, number: usize, nodes: u64) {
        let selective_depth = self.selective_depth;
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if number == 1 || value > alpha {
            root.value = value;
            root.selective_depth = selective_depth;
            root.line.clear();
            root.line.push(mv);
            root.line.extend_from_slice(&self.memory.lines[1]);
        } else {
            root.value = -INFINITE;
        }
    }

    /// Puts a move before the line that the position after it has.
    #[inline(always)]
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.memory.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    fn info(&self, line: usize, depth: i32) -> Info {
        let root = &self.root_moves[line];
        let value = if root.value == -INFINITE { root.previous } else { root.value };
        Info {
            depth: depth as u32,
            selective_depth: root.selective_depth as u32 + 1,
            multipv: line + 1,
            score: Score::of(value),
            nodes: self.all_nodes(),
            time: self.shared.clock.elapsed(),
            hash_full: self.shared.table.permille(),
            line: root.line.clone(),
        }
    }
}

/// Searches deeper and deeper until some limit is reached.
pub(crate) struct Deepen<'w, 's, 'a, B: Bitboard, F> {
    pub(crate) worker: &'w mut Worker<'s, 'a, B>,
    pub(crate) on_info: F,
}

impl<B: Bitboard, F: FnMut(&Info)> Task for Deepen<'_, '_, '_, B, F> {
    /// The depth of the last iteration that was finished.
    type Output = u32;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u32 {
        let Deepen { worker, mut on_info } = self;
        let shared = worker.shared;
        let main = worker.number == 0;
        let lines = shared.multipv.min(worker.root_moves.len());
        let (mut stable, mut last_best, mut last_value) = (0, Move::NULL, UNKNOWN);
        let mut finished = 0;
        for depth in 1..=(MAX_PLY as i32 - 1).min(shared.clock.depth.min(i32::MAX as u32) as i32) {
            // Helpers skip some depths, so that threads do not all do the same.
            if !main && depth > 3 && (depth as usize + worker.number).is_multiple_of(4) {
                continue;
            }
            worker.root_depth = depth;
            for root in &mut worker.root_moves {
                root.previous = root.value;
            }
            for line in 0..lines {
                worker.line = line;
                worker.selective_depth = 0;
                aspire(cpu, worker, depth);
                worker.root_moves[line..].sort_by_key(|root| std::cmp::Reverse(root.value));
                if worker.stopped {
                    break;
                }
            }
            // Lines that were not searched any more keep what they were worth before.
            let value = |root: &RootMove| if root.value == -INFINITE { root.previous } else { root.value };
            worker.root_moves[..lines].sort_by_key(|root| std::cmp::Reverse(value(root)));
            if worker.stopped {
                break;
            }
            finished = depth as u32;
            if !main {
                continue;
            }
            for line in 0..lines {
                on_info(&worker.info(line, depth));
            }
            let best = &worker.root_moves[0];
            stable = if best.mv == last_best { stable + 1 } else { 0 };
            let falling = if last_value == UNKNOWN { 0 } else { (last_value - best.value).clamp(0, 80) as u32 };
            let share = best.nodes * 100 / worker.nodes.max(1);
            (last_best, last_value) = (best.mv, best.value);
            if shared.control.is_pondering() {
                continue;
            }
            let found_mate = |moves: u32| best.value >= MATE_BOUND.max(win_in(2 * moves as usize));
            if shared.clock.mate.is_some_and(found_mate) {
                break;
            }
            let urgency = 130u32.saturating_sub(9 * u32::min(stable, 6)) + falling;
            let urgency = urgency * (160 - share.min(95) as u32) / 100;
            if shared.clock.is_enough(urgency.max(20)) {
                break;
            }
        }
        finished
    }
}

/// One iteration of one line: a narrow window around the last value, widened until the value is inside.
#[inline(always)]
fn aspire<B: Bitboard, C: Cpu>(cpu: C, worker: &mut Worker<'_, '_, B>, depth: i32) {
    let previous = worker.root_moves[worker.line].previous;
    let mut width = worker.shared.params.aspiration;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    if depth >= 4 && previous.abs() < EVAL_BOUND {
        (alpha, beta) = (previous - width, previous + width);
    }
    let mut lowered = 0;
    loop {
        let value = search(cpu, worker, alpha, beta, (depth - lowered).max(1), 0, true, false);
        let line = worker.line;
        worker.root_moves[line..].sort_by_key(|root| std::cmp::Reverse(root.value));
        if worker.stopped {
            return;
        }
        if value <= alpha {
            beta = (alpha + beta) / 2;
            alpha = (value - width).max(-INFINITE);
            lowered = 0;
        } else if value >= beta {
            beta = (value + width).min(INFINITE);
            lowered = (lowered + 1).min(3);
        } else {
            return;
        }
        width += width / 2;
        if width > 500 {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
    }
}
