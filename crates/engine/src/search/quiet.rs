//! Quiescence: captures and promotions are played out before a position is evaluated.

use khun_board::Bitboard;
use khun_board::cpu::{Cpu, Task};
use khun_rules::Move;

use super::picker::{Picker, Wanted};
use super::table::{Bound, Finding};
use super::worker::Worker;
use crate::score::{INFINITE, MATE_BOUND, MAX_PLY, UNKNOWN, Value, is_decided, win_in};

/// Up to this ply of quiescence the threat of a check that decides has to be answered.
const MOST_THREATS: u32 = 3;

/// A node at the end of the regular search.
pub(crate) struct Quiet<'w, 's, 'a, B: Bitboard> {
    pub(crate) worker: &'w mut Worker<'s, 'a, B>,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    pub(crate) ply: usize,
    pub(crate) pv: bool,
    /// How many plies of quiescence went before.
    pub(crate) depth: u32,
}

impl<B: Bitboard> Task for Quiet<'_, '_, '_, B> {
    type Output = Value;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Value {
        let Quiet { worker, mut alpha, mut beta, ply, pv, depth } = self;
        if pv {
            worker.memory.lines[ply].clear();
        }
        if worker.enter(ply) {
            return 0;
        }
        let shared = worker.shared;
        if let Some(value) = worker.adjudicate(ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return worker.evaluate(cpu, ply);
        }
        (alpha, beta) = Worker::<B>::mate_distance(ply, alpha, beta);
        if alpha >= beta {
            return alpha;
        }

        let position = worker.frame(ply).position;
        let mut in_check = worker.frame(ply).in_check;
        let key = position.hash_with_count();
        let found = shared.table.look_up(key, ply);
        if let Some(found) = found.filter(|found| !pv && found.settles(alpha, beta)) {
            return found.value;
        }
        if let Some((value, _)) = worker.proved(ply) {
            return value;
        }
        if shared.checks_decide {
            if worker.can_win_by_check(cpu, ply) {
                return win_in(ply + 1);
            }
            // Answers may threaten in their turn; some end has to be made.
            if !in_check && depth <= MOST_THREATS && worker.is_threatened_by_check(cpu, ply) {
                in_check = true;
                worker.frame_mut(ply).in_check = true;
            }
        }

        // A lone royal man that cannot move: the one place where stalemate is common.
        if !in_check && !position.men(position.side()).several() && !position.has_move(shared.rules) {
            return worker.without_moves(ply);
        }

        let mut raw = UNKNOWN;
        let mut best = -INFINITE;
        let mut reachable = INFINITE;
        if !in_check {
            raw = match found {
                Some(found) if found.eval != UNKNOWN => found.eval,
                _ => worker.evaluate(cpu, ply),
            };
            best = worker.corrected(ply, raw);
            if let Some(found) = found {
                let better = if found.value > best { found.bound.is_lower() } else { found.bound.is_upper() };
                if better && !is_decided(found.value) {
                    best = found.value;
                }
            }
            if best >= beta {
                if found.is_none() {
                    let finding =
                        Finding { mv: Move::NULL, value: best, eval: raw, depth: 0, bound: Bound::Lower, pv: false };
                    shared.table.store(key, ply, finding);
                }
                return best;
            }
            alpha = alpha.max(best);
            reachable = best + shared.params.delta_margin;
        }

        let table_move = found.map_or(Move::NULL, |found| found.best_move(shared.rules, &position));
        // Quiet moves of the table are followed only out of check.
        let noisy = in_check || position.is_capture(table_move) || table_move.promotion().is_some();
        let table_move = if noisy { table_move } else { Move::NULL };
        let wanted = if in_check { Wanted::All } else { Wanted::Noisy };
        let mut picker = Picker::new(table_move, [Move::NULL; 2], Move::NULL, wanted, 0);
        let mut moves = std::mem::take(&mut worker.memory.moves);
        let mut best_move = Move::NULL;
        let mut tried = 0;
        let first_alpha = alpha;
        while let Some(mv) = picker.next(cpu, &worker.sight(ply), &mut moves) {
            tried += 1;
            if best > -MATE_BOUND {
                if !in_check {
                    let gain = worker.captured(ply, mv).map_or(0, |kind| shared.evaluator.exchange_value(kind));
                    let gain = gain
                        + mv.promotion().map_or(0, |kind| {
                            shared.evaluator.exchange_value(kind) - shared.evaluator.exchange_value(mv.kind())
                        });
                    if reachable + gain <= alpha && !worker.gives_direct_check(ply, mv) {
                        best = best.max(reachable + gain);
                        continue;
                    }
                } else if tried > 3 && !position.is_capture(mv) {
                    continue;
                }
                if depth > 8 && tried > 2 {
                    break;
                }
            }
            worker.play(ply, mv);
            worker.memory.moves = moves;
            let value = -cpu.call(Quiet { worker, alpha: -beta, beta: -alpha, ply: ply + 1, pv, depth: depth + 1 });
            moves = std::mem::take(&mut worker.memory.moves);
            worker.take_back();
            if worker.stopped {
                picker.finish(&mut moves);
                worker.memory.moves = moves;
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = mv;
                    if pv {
                        worker.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        picker.finish(&mut moves);
        worker.memory.moves = moves;
        if in_check && tried == 0 {
            return worker.without_moves(ply);
        }
        let bound = Bound::of(best, beta, alpha > first_alpha);
        shared.table.store(key, ply, Finding { mv: best_move, value: best, eval: raw, depth: 0, bound, pv });
        best
    }
}
