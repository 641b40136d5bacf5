//! What a position is worth, from tables and weights only.
//!
//! [`Evaluator`] holds the weights of a variant in the form in which positions are evaluated. Evaluation adds up
//! tapered numbers from [`crate::terms`], interpolates between middlegame and endgame, and scales the sum by what
//! counting and known endings leave of it. The same code reports how often each number was used ([`Trace`]), so that
//! fitting works on exactly what search sees.

mod endings;
mod pawns;
mod pieces;
mod prepare;
mod royal;
mod trace;

use khun_board::cpu::{Cpu, Task};
use khun_board::{Bitboard, Colour, SquareMap};
use khun_rules::spec::{Kind, MAX_KINDS};
use khun_rules::{Move, Position, Rules};

pub use pawns::PawnCache;
pub(crate) use pawns::men_key;
pub use prepare::Evaluator;
pub use trace::{Coefficients, Explanation, Trace};

use crate::score::{EVAL_BOUND, Tapered, Value};
use crate::terms;

/// The phase of a position with all its men on the board; 0 is a position without any.
pub const FULL_PHASE: i32 = 256;
/// The scale that leaves a score as it is.
pub const FULL_SCALE: i32 = 64;

/// The part of an evaluation that is kept up to date move by move: men and their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material {
    /// Values and squares, White's minus Black's.
    pub sum: Tapered,
    /// The men's phase weights.
    pub phase: i32,
}

impl Material {
    /// The material of a position, counted man by man.
    pub fn of<B: Bitboard>(rules: &Rules<B>, evaluator: &Evaluator<B>, position: &Position<B>) -> Material {
        let mut material = Material::default();
        for colour in Colour::BOTH {
            for kind in rules.kinds() {
                for square in position.men_of(colour, kind).squares() {
                    material.sum += *evaluator.standing[colour.index()][kind.index()].at(square);
                    material.phase += evaluator.phase[kind.index()];
                }
            }
        }
        material
    }

    /// The material after a move of the side to move that captures a man of kind `captured`.
    #[inline(always)]
    #[must_use]
    pub fn after<B: Bitboard>(
        self,
        evaluator: &Evaluator<B>,
        us: Colour,
        mv: Move,
        captured: Option<Kind>,
    ) -> Material {
        let Material { mut sum, mut phase } = self;
        let (before, after) = (mv.kind().index() & (MAX_KINDS - 1), mv.kind_after().index() & (MAX_KINDS - 1));
        let standing = &evaluator.standing[us.index()];
        sum += *standing[after].at(mv.to());
        sum -= *standing[before].at(mv.from());
        phase += evaluator.phase[after] - evaluator.phase[before];
        if let Some(captured) = captured {
            let captured = captured.index() & (MAX_KINDS - 1);
            sum -= *evaluator.standing[(!us).index()][captured].at(mv.to());
            phase -= evaluator.phase[captured];
        }
        Material { sum, phase }
    }
}

/// What the parts of an evaluation share: findings that one part makes and another uses.
pub(crate) struct Board<B: Bitboard> {
    /// Squares that a side's pawn-like men attack.
    pub(crate) pawn_attacks: [B; 2],
    /// Squares that a side attacks.
    pub(crate) attacks: [B; 2],
    /// Squares that a side attacks with two men or more.
    pub(crate) twice: [B; 2],
    /// Squares that a side attacks with men other than its royal ones.
    pub(crate) common: [B; 2],
    /// The squares around a side's royal man.
    pub(crate) ring: [B; 2],
    /// How many men of a side attack the enemy's ring.
    pub(crate) ring_attackers: [usize; 2],
    /// A side's royal man (the first of several), where it has one.
    pub(crate) royal: [Option<khun_board::Square>; 2],
    /// The sum of tapered numbers, White's minus Black's.
    pub(crate) sum: Tapered,
}

/// The evaluation of a position, seen by the side to move.
pub struct Evaluate<'a, B: Bitboard, T> {
    /// The rules.
    pub rules: &'a Rules<B>,
    /// The weights.
    pub evaluator: &'a Evaluator<B>,
    /// The position.
    pub position: &'a Position<B>,
    /// Its material.
    pub material: Material,
    /// Remembers what was found of pawn-like men. Not used while tracing.
    pub cache: &'a mut PawnCache<B>,
    /// Is told which numbers were used: `()` for none.
    pub trace: &'a mut T,
}

impl<B: Bitboard, T: Trace> Task for Evaluate<'_, B, T> {
    type Output = Value;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Value {
        let Evaluate { rules, evaluator, position, material, cache, trace } = self;
        if T::ON {
            trace_material(rules, evaluator, position, trace);
        }
        let mut board = evaluator.board(rules, position, material.sum);
        evaluator.pawns(cpu, rules, position, &mut board, cache, trace);
        evaluator.pieces(rules, position, &mut board, trace);
        evaluator.royals(rules, position, &mut board, trace);
        let (scale, drive) = evaluator.endings(rules, position, &board, trace);

        let us = position.side();
        let tempo = if us == Colour::White { 1 } else { -1 };
        board.sum += evaluator.term(terms::tempo.start, us, trace);
        let phase = (material.phase * FULL_PHASE / evaluator.full_phase).min(FULL_PHASE);
        let value = board.sum.at(phase, FULL_PHASE) * scale / FULL_SCALE + drive;
        if T::ON {
            trace.frame(phase, scale);
        }
        (value * tempo).clamp(1 - EVAL_BOUND, EVAL_BOUND - 1)
    }
}

#[cold]
fn trace_material<B: Bitboard, T: Trace>(
    rules: &Rules<B>,
    evaluator: &Evaluator<B>,
    position: &Position<B>,
    trace: &mut T,
) {
    for colour in Colour::BOTH {
        for kind in rules.kinds() {
            for square in position.men_of(colour, kind).squares() {
                trace.add(terms::value.of(kind, 0), colour, 1);
                trace.add(terms::squares.of(kind, evaluator.canonical(rules, colour, square).index()), colour, 1);
            }
        }
    }
}

impl<B: Bitboard> Evaluator<B> {
    /// The number at an index for a side: as it is for White, negative for Black.
    #[inline(always)]
    pub(crate) fn term<T: Trace>(&self, index: usize, side: Colour, trace: &mut T) -> Tapered {
        self.terms(index, side, 1, trace)
    }

    /// The number at an index, `n` times, for a side.
    #[inline(always)]
    pub(crate) fn terms<T: Trace>(&self, index: usize, side: Colour, n: i32, trace: &mut T) -> Tapered {
        if T::ON {
            trace.add(index, side, n);
        }
        let signed = if side == Colour::White { n } else { -n };
        self.numbers[index & (prepare::NUMBERS - 1)] * signed
    }

    /// What is known before any man is looked at.
    #[inline(always)]
    fn board(&self, rules: &Rules<B>, position: &Position<B>, sum: Tapered) -> Board<B> {
        let mut board = Board {
            pawn_attacks: [B::EMPTY; 2],
            attacks: [B::EMPTY; 2],
            twice: [B::EMPTY; 2],
            common: [B::EMPTY; 2],
            ring: [B::EMPTY; 2],
            ring_attackers: [0; 2],
            royal: [None; 2],
            sum,
        };
        for colour in Colour::BOTH {
            let royals = position.men(colour) & position.of_kinds(rules.royal_kinds());
            if royals.any() {
                let square = royals.first();
                board.royal[colour.index()] = Some(square);
                board.ring[colour.index()] = *self.ring[colour.index()].at(square);
            }
        }
        board
    }
}

/// The value of a position for the side to move, from nothing: slow, for tools and tests.
pub fn evaluate<B: Bitboard>(rules: &Rules<B>, evaluator: &Evaluator<B>, position: &Position<B>) -> Value {
    evaluate_with(rules, evaluator, position, &mut ())
}

/// As [`evaluate`], telling `trace` which numbers were used.
pub fn evaluate_with<B: Bitboard, T: Trace>(
    rules: &Rules<B>,
    evaluator: &Evaluator<B>,
    position: &Position<B>,
    trace: &mut T,
) -> Value {
    let material = Material::of(rules, evaluator, position);
    let cache = &mut PawnCache::empty();
    khun_board::cpu::dispatch(Evaluate { rules, evaluator, position, material, cache, trace })
}
