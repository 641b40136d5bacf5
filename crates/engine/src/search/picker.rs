//! The order in which moves are tried: the table's move, captures that win or hold, killers, quiet moves by their
//! history, captures that lose.

use khun_board::cpu::{Cpu, Task};
use khun_board::{Bitboard, Colour, Square};
use khun_rules::spec::Kind;
use khun_rules::{Move, MoveVisitor, Position, Rules};

use super::history::{Histories, Step};
use crate::eval::Evaluator;
use crate::see::exchange_reaches;

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub(crate) mv: Move,
    pub(crate) rank: i32,
}

const GOOD_CAPTURE: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;
/// Subtracted from a good capture that turns out to lose material.
const LOSES: i32 = 1 << 23;

/// Which moves a picker shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All.
    All,
    /// Captures and promotions.
    Noisy,
}

/// Shows the moves of a position one by one. The moves themselves are kept in a list that all plies share as a stack.
pub(crate) struct Picker {
    table_move: Move,
    killers: [Move; 2],
    counter: Move,
    wanted: Wanted,
    /// The part of the list that belongs to this position; `usize::MAX` before moves are made.
    start: usize,
    next: usize,
    table_move_shown: bool,
    /// Captures must bring so much in an exchange to be tried early.
    threshold: i32,
}

/// What a picker needs to see.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a, B: Bitboard> {
    pub(crate) rules: &'a Rules<B>,
    pub(crate) evaluator: &'a Evaluator<B>,
    pub(crate) position: &'a Position<B>,
    pub(crate) histories: &'a Histories,
    pub(crate) before: [Step; 2],
    pub(crate) in_check: bool,
}

impl Picker {
    pub(crate) fn new(table_move: Move, killers: [Move; 2], counter: Move, wanted: Wanted, threshold: i32) -> Picker {
        Picker { table_move, killers, counter, wanted, start: usize::MAX, next: 0, table_move_shown: false, threshold }
    }

    /// The next move, with its rank: negative for captures that lose material.
    #[inline(always)]
    pub(crate) fn next<B: Bitboard, C: Cpu>(
        &mut self,
        cpu: C,
        sight: &Sight<'_, B>,
        moves: &mut Vec<Ranked>,
    ) -> Option<Move> {
        let Sight { rules, evaluator, position, in_check, .. } = *sight;
        if self.start == usize::MAX {
            // The table's move may save making the others. While in check it is looked for among them instead, since
            // few moves are legal then.
            if !self.table_move_shown && self.table_move != Move::NULL {
                self.table_move_shown = true;
                if !in_check
                    && position.is_pseudo_legal(rules, self.table_move)
                    && !position.play(rules, self.table_move).is_exposed(rules, position.side())
                {
                    return Some(self.table_move);
                }
                self.table_move_shown = !in_check;
            }
            self.start = moves.len();
            self.next = self.start;
            cpu.call(Generate { picker: self, sight, moves });
        }
        loop {
            let rest = moves.get_mut(self.next..)?;
            let mut best = 0;
            let mut best_rank = rest.first()?.rank;
            let mut index = 1;
            while index < rest.len() {
                if rest[index].rank > best_rank {
                    (best, best_rank) = (index, rest[index].rank);
                }
                index += 1;
            }
            let mv = rest[best].mv;
            if (GOOD_CAPTURE / 2..2 * GOOD_CAPTURE).contains(&best_rank)
                && !exchange_reaches(rules, evaluator, position, mv, self.threshold)
            {
                if self.wanted == Wanted::Noisy {
                    rest.swap(0, best);
                    self.next += 1;
                    continue;
                }
                rest[best].rank = best_rank - LOSES;
                continue;
            }
            rest.swap(0, best);
            self.next += 1;
            return Some(mv);
        }
    }

    /// Gives the moves back to the list they are kept in.
    #[inline(always)]
    pub(crate) fn finish(&self, moves: &mut Vec<Ranked>) {
        if self.start != usize::MAX {
            moves.truncate(self.start);
        }
    }
}

/// Makes and ranks the moves of a position.
struct Generate<'a, 'b, B: Bitboard> {
    picker: &'a Picker,
    sight: &'a Sight<'b, B>,
    moves: &'a mut Vec<Ranked>,
}

impl<B: Bitboard> Task for Generate<'_, '_, B> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Sight { rules, position, .. } = *self.sight;
        let us = position.side();
        let enemy = position.men(!us);
        let mut ranker = Ranker { picker: self.picker, sight: self.sight, us, enemy, moves: self.moves };
        position.visit_legal_moves(rules, &mut ranker);
    }
}

struct Ranker<'a, 'b, B: Bitboard> {
    picker: &'a Picker,
    sight: &'a Sight<'b, B>,
    us: Colour,
    enemy: B,
    moves: &'a mut Vec<Ranked>,
}

impl<B: Bitboard> Ranker<'_, '_, B> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        let picker = self.picker;
        let rank = if mv == picker.table_move {
            if picker.table_move_shown {
                return;
            }
            i32::MAX
        } else if self.enemy.has(mv.to()) {
            let Sight { rules, evaluator, position, histories, .. } = *self.sight;
            let captured = position.kind_at(rules, mv.to()).unwrap_or(Kind(0));
            let gain = 16 * evaluator.exchange_value(captured) - evaluator.exchange_value(mv.kind());
            GOOD_CAPTURE + gain + histories.captures(self.us, mv, captured) / 4
        } else if let Some(promotion) = mv.promotion() {
            let evaluator = self.sight.evaluator;
            let gain = evaluator.exchange_value(promotion) - evaluator.exchange_value(mv.kind());
            GOOD_CAPTURE + 4 * gain
        } else if mv == picker.killers[0] {
            KILLER + 1
        } else if mv == picker.killers[1] {
            KILLER
        } else if mv == picker.counter {
            COUNTER
        } else {
            self.sight.histories.quiet(self.us, mv, self.sight.before)
        };
        self.moves.push(Ranked { mv, rank });
    }

    #[inline(always)]
    fn push_all(&mut self, mv: Move, zone: B) {
        if !zone.has(mv.to()) {
            if self.picker.wanted == Wanted::All || self.enemy.has(mv.to()) {
                self.push(mv);
            }
            return;
        }
        let spec = self.sight.rules.kind(mv.kind()).promotion.as_ref();
        let Some(promotion) = spec else { return };
        if !promotion.mandatory && (self.picker.wanted == Wanted::All || self.enemy.has(mv.to())) {
            self.push(mv);
        }
        for &kind in &promotion.to {
            self.push(mv.promoting(kind));
        }
    }

    /// The targets that are wanted.
    #[inline(always)]
    fn filter(&self, targets: B, zone: B) -> B {
        if self.picker.wanted == Wanted::All { targets } else { targets & (self.enemy | zone) }
    }
}

impl<B: Bitboard> MoveVisitor<B> for Ranker<'_, '_, B> {
    #[inline(always)]
    fn man(&mut self, kind: Kind, from: Square, targets: B) -> bool {
        let zone = self.sight.rules.promotion_zone(self.us, kind);
        for to in self.filter(targets, zone).squares() {
            self.push_all(Move::new(kind, from, to), zone);
        }
        true
    }

    #[inline(always)]
    fn shift(&mut self, kind: Kind, delta: i8, targets: B) -> bool {
        let zone = self.sight.rules.promotion_zone(self.us, kind);
        for to in self.filter(targets, zone).squares() {
            self.push_all(Move::new(kind, Square(to.0.wrapping_sub(delta as u8)), to), zone);
        }
        true
    }
}
