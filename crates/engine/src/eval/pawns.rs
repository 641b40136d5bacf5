//! Pawn-like men: structure, which is remembered, and what the other men make of it.

use khun_board::cpu::{Cpu, Task};
use khun_board::{Bitboard, Colour, Square, SquareMap};
use khun_rules::spec::Kind;
use khun_rules::{Position, Rules};

use super::{Board, Evaluator, Trace};
use crate::score::Tapered;
use crate::terms;

/// What is remembered of a structure of pawn-like men.
#[derive(Clone, Copy)]
struct Structure<B> {
    men: [B; 2],
    /// The men that no enemy pawn-like man can stop.
    passed: [B; 2],
    sum: Tapered,
}

/// Structures by their men, so that each is evaluated once in a while only.
pub struct PawnCache<B: Bitboard> {
    entries: Vec<Structure<B>>,
}

impl<B: Bitboard> PawnCache<B> {
    const BITS: u32 = 12;

    /// A cache of a fixed size.
    pub fn new() -> PawnCache<B> {
        PawnCache { entries: vec![Self::nothing(); 1 << Self::BITS] }
    }

    /// A cache that remembers nothing.
    pub fn empty() -> PawnCache<B> {
        PawnCache { entries: Vec::new() }
    }

    /// No men: an entry that is right as it is.
    fn nothing() -> Structure<B> {
        Structure { men: [B::EMPTY; 2], passed: [B::EMPTY; 2], sum: Tapered::ZERO }
    }

    #[inline(always)]
    fn slot(men: [B; 2]) -> usize {
        (men_key(men) >> (64 - Self::BITS)) as usize
    }
}

impl<B: Bitboard> Default for PawnCache<B> {
    fn default() -> Self {
        PawnCache::new()
    }
}

/// A hash of two sets of men.
#[inline(always)]
pub(crate) fn men_key<B: Bitboard>(men: [B; 2]) -> u64 {
    let [white, black] = men.map(B::to_set);
    let fold = |set: u128| (set as u64) ^ ((set >> 64) as u64).rotate_left(17);
    let mixed = fold(white).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ fold(black).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32);
    mixed.wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// Evaluates a structure that is not remembered: a function of its own, since it is rarely needed.
struct Structured<'a, B: Bitboard, T> {
    evaluator: &'a Evaluator<B>,
    position: &'a Position<B>,
    men: [B; 2],
    attacks: [B; 2],
    trace: &'a mut T,
}

impl<B: Bitboard, T: Trace> Task for Structured<'_, B, T> {
    type Output = Structure<B>;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> Structure<B> {
        let Structured { evaluator, position, men, attacks, trace } = self;
        let mut structure = Structure { men, passed: [B::EMPTY; 2], sum: Tapered::ZERO };
        for us in Colour::BOTH {
            let own = men[us.index()];
            let enemy = men[(!us).index()];
            let mut sum = evaluator.terms(terms::chained.start, us, (own & attacks[us.index()]).count() as i32, trace);
            for (index, &kind) in evaluator.pawn_kinds.iter().enumerate() {
                let tables = &evaluator.pawn_tables[us.index()][index];
                for square in position.men_of(us, kind).squares() {
                    if (*evaluator.beside.at(square) & own).is_empty() {
                        sum += evaluator.term(terms::isolated.start, us, trace);
                    }
                    if (*tables.ahead.at(square) & own).any() {
                        sum += evaluator.term(terms::doubled.start, us, trace);
                    }
                    if (*evaluator.neighbours.at(square) & own).any() {
                        sum += evaluator.term(terms::phalanx.start, us, trace);
                    }
                    let steps = *tables.steps.at(square);
                    if steps != u8::MAX && (*tables.stoppers.at(square) & enemy).is_empty() {
                        structure.passed[us.index()] |= B::of(square);
                        sum += evaluator.term(terms::passed.at(steps.into()), us, trace);
                    }
                }
            }
            structure.sum += sum;
        }
        structure
    }
}

impl<B: Bitboard> Evaluator<B> {
    #[inline(always)]
    pub(super) fn pawns<C: Cpu, T: Trace>(
        &self,
        cpu: C,
        rules: &Rules<B>,
        position: &Position<B>,
        board: &mut Board<B>,
        cache: &mut PawnCache<B>,
        trace: &mut T,
    ) {
        if self.pawn_kinds.is_empty() {
            return;
        }
        let all = position.of_kinds(self.pawns);
        let men = [all & position.men(Colour::White), all & position.men(Colour::Black)];
        for us in Colour::BOTH {
            let attacks = self.pawn_attacks(rules, position, us);
            board.pawn_attacks[us.index()] = attacks;
            board.attacks[us.index()] = attacks;
        }
        let attacks = board.pawn_attacks;
        // Two kinds of pawn-like men may stand on the same squares with different prospects.
        let usable = !T::ON && self.pawn_kinds.len() == 1 && !cache.entries.is_empty();
        let slot = PawnCache::slot(men);
        let structure = match cache.entries.get(slot) {
            Some(entry) if usable && entry.men == men => *entry,
            _ => {
                let made = cpu.call(Structured { evaluator: self, position, men, attacks, trace });
                if usable {
                    cache.entries[slot] = made;
                }
                made
            }
        };
        board.sum += structure.sum;

        let occupied = position.occupied();
        for us in Colour::BOTH {
            let enemy = men[(!us).index()];
            let levers = attacks[us.index()] & enemy;
            board.sum += self.terms(terms::lever.start, us, levers.count() as i32, trace);
            let stuck = self.stuck(rules, position, us, occupied);
            board.sum += self.terms(terms::stuck.start, us, stuck as i32, trace);
        }
        if (structure.passed[0] | structure.passed[1]).any() {
            self.passed(position, board, structure.passed, trace);
        }
    }

    #[inline(always)]
    fn pawn_attacks(&self, rules: &Rules<B>, position: &Position<B>, us: Colour) -> B {
        let mut attacks = B::EMPTY;
        for &kind in &self.pawn_kinds {
            let men = position.men_of(us, kind);
            match rules.shifted_attacks(us, kind, men) {
                Some(shifted) => attacks |= shifted,
                None => {
                    for square in men.squares() {
                        attacks |= position.kind_attacks(rules, us, kind, square, position.occupied());
                    }
                }
            }
        }
        attacks
    }

    /// How many pawn-like men of a side cannot move without capturing.
    #[inline(always)]
    fn stuck(&self, rules: &Rules<B>, position: &Position<B>, us: Colour, occupied: B) -> u32 {
        let mut stuck = 0;
        for (index, &kind) in self.pawn_kinds.iter().enumerate() {
            let men = position.men_of(us, kind);
            if let Some(movers) = rules.shifted_movers(us, kind, men, !occupied) {
                stuck += (men & !movers).count();
                continue;
            }
            let tables = &self.pawn_tables[us.index()][index];
            for square in men.squares() {
                stuck += u32::from((*tables.forward.at(square) & !occupied).is_empty());
            }
        }
        stuck
    }

    /// Men that no enemy pawn-like man can stop: whether the others can.
    #[inline(always)]
    fn passed<T: Trace>(&self, position: &Position<B>, board: &mut Board<B>, passed: [B; 2], trace: &mut T) {
        for us in Colour::BOTH {
            for square in passed[us.index()].squares() {
                if let Some(enemy) = board.royal[(!us).index()] {
                    let steps = self.distance(square, enemy);
                    board.sum += self.term(terms::passed_royal.at(steps), us, trace);
                }
                let next = self.next_squares(position, us, square);
                if (next & !position.occupied()).any() {
                    board.sum += self.term(terms::passed_free.start, us, trace);
                }
            }
        }
    }

    #[inline(always)]
    fn next_squares(&self, position: &Position<B>, us: Colour, square: Square) -> B {
        let kinds: &[Kind] = &self.pawn_kinds;
        let mut next = B::EMPTY;
        for (index, &kind) in kinds.iter().enumerate() {
            if position.of_kind(kind).has(square) {
                next |= *self.pawn_tables[us.index()][index].forward.at(square);
            }
        }
        next
    }
}
