//! Scores: what a position is worth, in hundredths of a pawn or in plies to mate, and tapered numbers.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score inside search, seen by the side to move: hundredths of a pawn, or near [`MATE`] for a forced win.
pub type Value = i32;

/// A win on the board now; a win in `n` plies is worth `MATE - n`.
pub const MATE: Value = 32_000;
/// Beyond every score.
pub const INFINITE: Value = 32_500;
/// No score is known.
pub const UNKNOWN: Value = 32_501;
/// The longest line that search follows.
pub const MAX_PLY: usize = 240;
/// Scores at least so large (or small) mean a forced win (or loss).
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// Evaluation stays strictly inside these bounds.
pub const EVAL_BOUND: Value = 8_000;

/// The score of a side that wins (or loses) by a rule after `ply` plies.
#[inline(always)]
pub const fn win_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether a score means a forced win or loss.
#[inline(always)]
pub const fn is_decided(value: Value) -> bool {
    value >= MATE_BOUND || value <= -MATE_BOUND
}

/// A score as protocols show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn, seen by the side to move.
    Centipawns(i32),
    /// The side to move wins in so many of its own moves (0: it has won, negative: it loses in so many moves of its
    /// opponent's).
    Mate(i32),
}

impl Score {
    /// The score that a search value stands for.
    pub fn of(value: Value) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-(MATE + value) / 2)
        } else {
            Score::Centipawns(value)
        }
    }

    /// The expected result, from 0 (loss) to 1 (win), by the logistic curve with which weights are fitted.
    pub fn expectation(self) -> f64 {
        match self {
            Score::Mate(moves) => f64::from(u8::from(moves > 0)),
            Score::Centipawns(value) => 1.0 / (1.0 + 10f64.powf(-f64::from(value) / 400.0)),
        }
    }
}

impl fmt::Display for Score {
    /// As UCI writes it: `cp 31`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// A number for the middlegame and one for the endgame, packed into one word so that both are added at once.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i32);

impl Tapered {
    /// Zero in both.
    pub const ZERO: Tapered = Tapered(0);

    /// Packs two numbers of 16 bits.
    #[inline(always)]
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered((endgame << 16).wrapping_add(middlegame))
    }

    /// The number for the middlegame.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The number for the endgame.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }

    /// The number between the two at a phase from 0 (endgame) to `full` (middlegame).
    #[inline(always)]
    pub const fn at(self, phase: i32, full: i32) -> i32 {
        (self.middlegame() * phase + self.endgame() * (full - phase)) / full
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.middlegame(), self.endgame())
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tapered_numbers_add_part_by_part() {
        for (a, b) in [((3, -7), (-10, 20)), ((-300, 300), (299, -1)), ((0, -1), (-1, 0))] {
            let sum = Tapered::new(a.0, a.1) + Tapered::new(b.0, b.1);
            assert_eq!((sum.middlegame(), sum.endgame()), (a.0 + b.0, a.1 + b.1));
            let product = -(Tapered::new(a.0, a.1) * 3);
            assert_eq!((product.middlegame(), product.endgame()), (-3 * a.0, -3 * a.1));
        }
        assert_eq!(Tapered::new(100, 200).at(64, 256), 175);
    }

    #[test]
    fn mates_are_shown_in_moves() {
        assert_eq!(Score::of(win_in(1)), Score::Mate(1));
        assert_eq!(Score::of(win_in(3)), Score::Mate(2));
        assert_eq!(Score::of(-win_in(0)), Score::Mate(0));
        assert_eq!(Score::of(-win_in(2)), Score::Mate(-1));
        assert_eq!(Score::of(-31).to_string(), "cp -31");
    }
}
