//! Moves and sets of moves.

use khun_board::{Bitboard, Square};

use crate::spec::Kind;

/// A move: what goes from where to where, and what it becomes.
///
/// Four bytes: from (bits 0-6), to (7-13), kind of the moving man (14-17), kind after promotion plus one (18-22). The
/// other bits are free for moves of more than one man. [`Move::NULL`] is no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Move(u32);

impl Move {
    /// No move. Never legal: it would go from a square to itself.
    pub const NULL: Move = Move(0);

    /// A move of a man of `kind` from one square to another.
    #[inline(always)]
    pub const fn new(kind: Kind, from: Square, to: Square) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 7 | (kind.0 as u32) << 14)
    }

    /// The same move with a promotion.
    #[inline(always)]
    pub const fn promoting(self, to: Kind) -> Move {
        Move(self.0 | (to.0 as u32 + 1) << 18)
    }

    /// The square that is left.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square((self.0 & 127) as u8)
    }

    /// The square that is reached.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 7 & 127) as u8)
    }

    /// The kind of the moving man, before any promotion.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind((self.0 >> 14 & 15) as u8)
    }

    /// What the man becomes, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 18 & 31 {
            0 => None,
            kind => Some(Kind(kind as u8 - 1)),
        }
    }

    /// The kind of the man after the move.
    #[inline(always)]
    pub const fn kind_after(self) -> Kind {
        match self.promotion() {
            None => self.kind(),
            Some(kind) => kind,
        }
    }

    /// The move as a number, unique within a position and never 0 but for [`Move::NULL`].
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The move of a number that [`Move::bits`] gave. Any other number gives a move that no position has.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

/// Receives the moves of a position as sets of target squares.
///
/// Sets say less than lists: how many moves there are, or whether there is one, is known without making any. A set
/// does not tell promotions; [`crate::Rules::expand`] does.
pub trait MoveVisitor<B: Bitboard> {
    /// One man's moves. Returns whether to go on.
    fn man(&mut self, kind: Kind, from: Square, targets: B) -> bool;

    /// Moves of several men of a kind by the same leap: each target's man comes from `delta` numbers below it.
    /// Returns whether to go on.
    fn shift(&mut self, kind: Kind, delta: i8, targets: B) -> bool;
}
