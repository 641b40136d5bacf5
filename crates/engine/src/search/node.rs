//! A node of the regular search.

use khun_board::Bitboard;
use khun_board::cpu::{Cpu, Task};
use khun_rules::Move;

use super::picker::{Picker, Ranked, Wanted};
use super::quiet::Quiet;
use super::table::{Bound, Finding, Found};
use super::worker::Worker;
use crate::score::{EVAL_BOUND, INFINITE, MATE_BOUND, MAX_PLY, UNKNOWN, Value, is_decided, win_in};
use crate::see::exchange_reaches;

/// How many quiet moves and captures that failed are remembered, to be marked down by their histories.
const REMEMBERED: usize = 48;

/// A node of the regular search: the value of a position within a window, searched to a depth.
pub(crate) struct Node<'w, 's, 'a, B: Bitboard> {
    pub(crate) worker: &'w mut Worker<'s, 'a, B>,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// The node may be on the principal variation: its window is open.
    pub(crate) pv: bool,
    /// The node is expected to fail high.
    pub(crate) cut: bool,
}

impl<B: Bitboard> Task for Node<'_, '_, '_, B> {
    type Output = Value;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Value {
        let Node { worker, mut alpha, mut beta, mut depth, ply, pv, cut } = self;
        if depth <= 0 {
            return cpu.call(Quiet { worker, alpha, beta, ply, pv, depth: 0 });
        }
        if pv {
            worker.memory.lines[ply].clear();
        }
        if worker.enter(ply) {
            return 0;
        }
        let shared = worker.shared;
        let params = shared.params;
        let root = ply == 0;
        if !root {
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
        }

        let position = worker.frame(ply).position;
        let mut in_check = worker.frame(ply).in_check;
        let excluded = worker.frame(ply).excluded;
        let singular_search = excluded != Move::NULL;
        let side = position.side();
        let key = position.hash_with_count();
        let found: Option<Found> = if singular_search { None } else { shared.table.look_up(key, ply) };
        let mut table_move = found.map_or(Move::NULL, |found| found.best_move(shared.rules, &position));
        if root {
            table_move = worker.root_moves[worker.line].mv;
        }
        let was_pv = pv || found.is_some_and(|found| found.pv);
        if let Some(found) = found.filter(|found| !pv && found.settles(alpha, beta) && found.depth >= depth) {
            if found.value >= beta && table_move != Move::NULL && !position.is_capture(table_move) {
                let before = worker.before(ply);
                let bonus = (params.bonus_slope * depth).min(params.bonus_max);
                worker.memory.histories.reward_quiet(side, table_move, before, bonus);
            }
            return found.value;
        }
        // A forced win that is known already: search may find a shorter one, but no less.
        let (mut at_least, mut at_most) = (-INFINITE, INFINITE);
        if !root
            && !singular_search
            && let Some((value, found)) = worker.proved(ply)
        {
            if value >= beta || value <= alpha {
                return value;
            }
            if value > 0 {
                at_least = value;
            } else {
                at_most = value;
            }
            if table_move == Move::NULL {
                table_move = found.best_move(shared.rules, &position);
            }
        }
        if shared.checks_decide && !singular_search {
            if !root && worker.can_win_by_check(cpu, ply) {
                return win_in(ply + 1);
            }
            if !in_check && worker.is_threatened_by_check(cpu, ply) {
                in_check = true;
                worker.frame_mut(ply).in_check = true;
                depth += i32::from(!root && (ply as i32) < 2 * worker.root_depth);
            }
        }

        // The evaluation, and what it says without searching any move.
        let mut raw = UNKNOWN;
        let mut eval = UNKNOWN;
        if in_check {
            worker.frame_mut(ply).eval = UNKNOWN;
        } else if singular_search {
            eval = worker.frame(ply).eval;
        } else {
            raw = match found {
                Some(found) if found.eval != UNKNOWN => found.eval,
                _ => worker.evaluate(cpu, ply),
            };
            eval = worker.corrected(ply, raw);
            worker.frame_mut(ply).eval = eval;
            if let Some(found) = found {
                let better = if found.value > eval { found.bound.is_lower() } else { found.bound.is_upper() };
                if better && !is_decided(found.value) {
                    eval = found.value;
                }
            }
        }
        let improving = !in_check && {
            let now = worker.frame(ply).eval;
            let earlier = if worker.earlier(ply, 2).eval != UNKNOWN { 2 } else { 4 };
            let then = worker.earlier(ply, earlier).eval;
            then == UNKNOWN || now > then
        };
        worker.frame_mut(ply + 1).killers = [Move::NULL; 2];
        worker.frame_mut(ply + 1).cutoffs = 0;
        worker.frame_mut(ply + 1).excluded = Move::NULL;

        if !pv && !in_check && !singular_search {
            if let Some(value) = early_end(cpu, worker, Window { alpha, beta, depth, ply, cut }, eval, improving) {
                return value;
            }
            if worker.stopped {
                return 0;
            }
        }
        if depth >= 4 && table_move == Move::NULL && (pv || cut) {
            depth -= 1;
        }

        let before = worker.before(ply);
        let killers = worker.frame(ply).killers;
        let counter = worker.memory.histories.countermove(before[0]);
        let mut picker = Picker::new(table_move, killers, counter, Wanted::All, 0);
        let mut moves = std::mem::take(&mut worker.memory.moves);
        let mut failed_quiets = Failed::new();
        let mut failed_captures = Failed::new();
        let mut best = at_least;
        let mut best_move = Move::NULL;
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let mut number = 0;
        let mut skip_quiets = false;

        while let Some(mv) = picker.next(cpu, &worker.sight(ply), &mut moves) {
            if mv == excluded || root && !worker.is_root_move(mv) {
                continue;
            }
            number += 1;
            let capture = position.is_capture(mv);
            let quiet = !capture && mv.promotion().is_none();
            let history = if quiet {
                worker.memory.histories.quiet(side, mv, before)
            } else {
                worker.captured(ply, mv).map_or(0, |kind| worker.memory.histories.captures(side, mv, kind))
            };

            // Moves that will hardly matter are left out.
            let mut reduction = shared.reductions.of(depth, number);
            if !root && best > -MATE_BOUND {
                if quiet {
                    if skip_quiets {
                        continue;
                    }
                    let late = (params.late_base + depth * depth) / if improving { 1 } else { 2 };
                    let left = (depth - reduction / 100).max(0);
                    let checks = worker.gives_direct_check(ply, mv);
                    if depth <= params.late_depth && number as i32 > late && !checks {
                        skip_quiets = true;
                        continue;
                    }
                    if !in_check && left <= params.futility_depth && !checks {
                        let hope = eval + params.futility_base + params.futility_margin * left + history / 128;
                        if hope <= alpha {
                            best = best.max(hope.min(EVAL_BOUND));
                            skip_quiets = true;
                            continue;
                        }
                    }
                    if !checks && left <= 5 && history < -params.history_prune * depth {
                        continue;
                    }
                    if depth <= 8
                        && !exchange_reaches(
                            shared.rules,
                            shared.evaluator,
                            &position,
                            mv,
                            -params.exchange_quiet * left * left,
                        )
                    {
                        continue;
                    }
                } else if depth <= 8
                    && !exchange_reaches(
                        shared.rules,
                        shared.evaluator,
                        &position,
                        mv,
                        -params.exchange_capture * depth,
                    )
                {
                    continue;
                }
            }

            // How deep the move is followed.
            let mut extension = 0;
            if !root && (ply as i32) < 2 * worker.root_depth {
                let may_be_singular = |found: &Found| {
                    depth >= params.singular_depth
                        && found.depth >= depth - 3
                        && found.bound.is_lower()
                        && !is_decided(found.value)
                };
                if let Some(found) =
                    found.filter(|found| mv == table_move && !singular_search && may_be_singular(found))
                {
                    let bound = found.value - params.singular_margin * depth / 100;
                    worker.frame_mut(ply).excluded = mv;
                    worker.memory.moves = moves;
                    let value = cpu.call(Node {
                        worker: &mut *worker,
                        alpha: bound - 1,
                        beta: bound,
                        depth: (depth - 1) / 2,
                        ply,
                        pv: false,
                        cut,
                    });
                    moves = std::mem::take(&mut worker.memory.moves);
                    worker.frame_mut(ply).excluded = Move::NULL;
                    // The singular search has used this ply's list of refutations for itself.
                    if worker.stopped {
                        picker.finish(&mut moves);
                        worker.memory.moves = moves;
                        return 0;
                    }
                    if value < bound {
                        extension = 1;
                        if !pv && value < bound - params.singular_double && worker.frame(ply).doubled < 8 {
                            extension = 2;
                        }
                    } else if bound >= beta {
                        picker.finish(&mut moves);
                        worker.memory.moves = moves;
                        return bound;
                    } else if found.value >= beta {
                        extension = -2;
                    } else if cut {
                        extension = -1;
                    }
                } else if depth <= params.check_depth
                    && worker.gives_direct_check(ply, mv)
                    && exchange_reaches(shared.rules, shared.evaluator, &position, mv, 0)
                {
                    extension = 1;
                }
            }

            let nodes_before = worker.nodes;
            worker.play(ply, mv);
            worker.frame_mut(ply + 1).doubled += u8::from(extension == 2);
            worker.memory.moves = moves;
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;
            if depth >= 2 && number > 1 + usize::from(pv) && (quiet || number > 3) {
                let hundred = |condition: bool| if condition { 100 } else { 0 };
                reduction += if cut { params.reduce_cut } else { 0 };
                reduction += if improving { 0 } else { params.reduce_worse };
                reduction -= hundred(was_pv) + hundred(worker.frame(ply + 1).in_check);
                reduction -= history * 100 / params.reduce_history;
                reduction -= hundred(!quiet || mv == killers[0] || mv == killers[1] || mv == counter);
                reduction += hundred(worker.frame(ply + 1).cutoffs > 3);
                let reduced = (new_depth - reduction / 100).clamp(1, new_depth.max(1));
                value = -search(cpu, worker, -alpha - 1, -alpha, reduced, ply + 1, false, true);
                if value > alpha && reduced < new_depth {
                    value = -search(cpu, worker, -alpha - 1, -alpha, new_depth, ply + 1, false, !cut);
                }
            } else if !pv || number > 1 {
                value = -search(cpu, worker, -alpha - 1, -alpha, new_depth, ply + 1, false, !cut);
            }
            if pv && (number == 1 || value > alpha && (root || value < beta)) {
                value = -search(cpu, worker, -beta, -alpha, new_depth, ply + 1, true, false);
            }
            moves = std::mem::take(&mut worker.memory.moves);
            worker.take_back();
            if worker.stopped {
                picker.finish(&mut moves);
                worker.memory.moves = moves;
                return 0;
            }
            if root {
                let nodes = worker.nodes - nodes_before;
                worker.record_root_move(mv, value, alpha, number, nodes);
            }

            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = mv;
                    if pv && !root {
                        worker.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            if mv != best_move {
                if quiet {
                    failed_quiets.push(mv);
                } else if capture {
                    failed_captures.push(mv);
                }
            }
        }
        picker.finish(&mut moves);
        worker.memory.moves = moves;

        if number == 0 {
            return if singular_search { alpha } else { worker.without_moves(ply) };
        }
        best = best.min(at_most);
        if best >= beta {
            worker.frame_mut(ply).cutoffs += 1;
            let bonus = (params.bonus_slope * depth).min(params.bonus_max);
            reward(worker, ply, best_move, bonus, &failed_quiets, &failed_captures);
        }
        if singular_search {
            return best;
        }
        let bound = Bound::of(best, beta, alpha > first_alpha);
        if !(root && worker.line > 0) {
            let finding = Finding { mv: best_move, value: best, eval: raw, depth, bound, pv: was_pv };
            shared.table.store(key, ply, finding);
            worker.store_proof(ply, best_move, best, bound, depth);
        }
        let surprising = match bound {
            Bound::Lower => best > worker.frame(ply).eval,
            Bound::Upper => best < worker.frame(ply).eval,
            _ => true,
        };
        let quiet_best = best_move == Move::NULL || !position.is_capture(best_move) && best_move.promotion().is_none();
        if !in_check && quiet_best && surprising && !is_decided(best) {
            let error = best - raw;
            let keys = worker.correction_keys(ply);
            worker.memory.histories.learn_correction(side, keys, error, depth, params.correction_limit);
        }
        best
    }
}

/// Searches the position at `ply`.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn search<B: Bitboard, C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_, '_, B>,
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
    pv: bool,
    cut: bool,
) -> Value {
    cpu.call(Node { worker, alpha, beta, depth, ply, pv, cut })
}

/// Moves that did not raise alpha.
struct Failed {
    moves: [Move; REMEMBERED],
    len: usize,
}

impl Failed {
    #[inline(always)]
    fn new() -> Failed {
        Failed { moves: [Move::NULL; REMEMBERED], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = mv;
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().take(self.len).copied()
    }
}

/// Teaches the histories that a move refuted the one before.
#[inline(always)]
fn reward<B: Bitboard>(
    worker: &mut Worker<'_, '_, B>,
    ply: usize,
    best: Move,
    bonus: i32,
    failed_quiets: &Failed,
    failed_captures: &Failed,
) {
    let side = worker.frame(ply).position.side();
    let before = worker.before(ply);
    let captured = worker.captured(ply, best);
    if let Some(kind) = captured {
        worker.memory.histories.reward_capture(side, best, kind, bonus);
    } else if best.promotion().is_none() {
        let killers = &mut worker.frame_mut(ply).killers;
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        worker.memory.histories.set_countermove(before[0], best);
        worker.memory.histories.reward_quiet(side, best, before, bonus);
        for mv in failed_quiets.iter() {
            worker.memory.histories.reward_quiet(side, mv, before, -bonus);
        }
    }
    for mv in failed_captures.iter() {
        if let Some(kind) = worker.captured(ply, mv) {
            worker.memory.histories.reward_capture(side, mv, kind, -bonus);
        }
    }
}

/// The window and place of a node.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
    depth: i32,
    ply: usize,
    cut: bool,
}

/// Ends a node by its evaluation, a null move or a shallow search of captures, where that is safe enough.
#[inline(always)]
fn early_end<B: Bitboard, C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_, '_, B>,
    window: Window,
    eval: Value,
    improving: bool,
) -> Option<Value> {
    let Window { alpha, beta, depth, ply, cut } = window;
    let shared = worker.shared;
    let params = shared.params;
    if depth <= params.razor_depth && eval + params.razor_margin * depth < alpha {
        let value = cpu.call(Quiet { worker: &mut *worker, alpha, beta: alpha + 1, ply, pv: false, depth: 0 });
        if value <= alpha || worker.stopped {
            return Some(value);
        }
    }
    if depth <= params.reverse_depth && !is_decided(beta) {
        let margin = params.reverse_margin * (depth - i32::from(improving)).max(0);
        if eval - margin >= beta {
            return Some((eval + beta) / 2);
        }
    }

    let after_null = worker.earlier(ply, 1).moved == Move::NULL && ply > 0;
    if depth >= 3
        && eval >= beta
        && worker.frame(ply).eval >= beta - 15 * depth + 100
        && !after_null
        && ply >= worker.null_from
        && beta > -MATE_BOUND
        && worker.piece_material(ply) >= params.null_material
    {
        let reduction =
            params.null_base + depth / params.null_divisor + ((eval - beta) / params.null_eval).min(3) + i32::from(cut);
        worker.pass(ply);
        let value = -search(cpu, worker, -beta, 1 - beta, depth - reduction, ply + 1, false, !cut);
        worker.take_back();
        if worker.stopped {
            return Some(0);
        }
        if value >= beta {
            let value = if value >= MATE_BOUND { beta } else { value };
            if depth < params.null_verify || worker.null_from > 0 {
                return Some(value);
            }
            worker.null_from = ply + 1 + (3 * (depth - reduction).max(0) / 4) as usize;
            let verified = search(cpu, worker, beta - 1, beta, depth - reduction, ply, false, false);
            worker.null_from = 0;
            if verified >= beta || worker.stopped {
                return Some(value);
            }
        }
    }

    if depth >= 5 && !is_decided(beta) {
        return cut_by_capture(cpu, worker, window);
    }
    None
}

/// A capture that beats beta by a margin in a shallower search will beat beta in this one.
#[inline(always)]
fn cut_by_capture<B: Bitboard, C: Cpu>(cpu: C, worker: &mut Worker<'_, '_, B>, window: Window) -> Option<Value> {
    let Window { beta, depth, ply, cut, .. } = window;
    let shared = worker.shared;
    let bound = beta + shared.params.cut_margin;
    let eval = worker.frame(ply).eval;
    let position = worker.frame(ply).position;
    let key = position.hash_with_count();
    if shared.table.look_up(key, ply).is_some_and(|found| found.depth >= depth - 3 && found.value < bound) {
        return None;
    }
    let mut picker = Picker::new(Move::NULL, [Move::NULL; 2], Move::NULL, Wanted::Noisy, (bound - eval).max(0));
    let mut moves: Vec<Ranked> = std::mem::take(&mut worker.memory.moves);
    let mut result = None;
    while let Some(mv) = picker.next(cpu, &worker.sight(ply), &mut moves) {
        worker.play(ply, mv);
        worker.memory.moves = moves;
        let quiet = Quiet { worker: &mut *worker, alpha: -bound, beta: 1 - bound, ply: ply + 1, pv: false, depth: 0 };
        let mut value = -cpu.call(quiet);
        if value >= bound && !worker.stopped {
            value = -search(cpu, worker, -bound, 1 - bound, depth - 4, ply + 1, false, !cut);
        }
        moves = std::mem::take(&mut worker.memory.moves);
        worker.take_back();
        if worker.stopped {
            break;
        }
        if value >= bound {
            let raw = UNKNOWN;
            let finding = Finding { mv, value, eval: raw, depth: depth - 3, bound: Bound::Lower, pv: false };
            shared.table.store(key, ply, finding);
            result = Some(value);
            break;
        }
    }
    picker.finish(&mut moves);
    worker.memory.moves = moves;
    result
}
