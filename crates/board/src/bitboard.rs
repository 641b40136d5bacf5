use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares: bit `n` is square number `n`. Implemented for `u64` and `u128`.
pub trait Bitboard:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// A table with one entry a square.
    type Map<T: Copy + Send + Sync + 'static>: SquareMap<T>;

    /// How many squares a board may have: 64 or 128.
    const CAPACITY: usize;
    /// No square.
    const EMPTY: Self;

    /// The set of one square.
    fn of(square: Square) -> Self;

    /// The lowest [`Self::CAPACITY`] squares of a set that is wide enough for every board.
    fn from_set(set: u128) -> Self;

    /// The same set in the widest form.
    fn to_set(self) -> u128;

    /// How many squares are in the set.
    fn count(self) -> u32;

    /// The lowest square. Meaningless for the empty set.
    fn first(self) -> Square;

    /// The set without its lowest square.
    fn without_first(self) -> Self;

    /// All squares strictly between two numbers, in either order.
    fn between(a: Square, b: Square) -> Self;

    /// Every square moved by `delta` numbers, which must be between `-CAPACITY` and `CAPACITY`; bits pushed over
    /// one end come in at the other, so the caller masks the squares that would leave the board.
    fn rotated(self, delta: i8) -> Self;

    /// `self` minus `other` in wrapping arithmetic: the subtraction behind line attacks.
    fn wrapping_sub(self, other: Self) -> Self;

    /// The highest square of the set alone; the set of square 0 where it is empty.
    fn highest_or_lowest_bit(self) -> Self;

    /// Whether no square is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether some square is in the set.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Whether two or more squares are in the set.
    #[inline(always)]
    fn several(self) -> bool {
        self.without_first().any()
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        (self & Self::of(square)).any()
    }

    /// The squares of the set, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// A table with one entry a square.
pub trait SquareMap<T>: Copy + Send + Sync + 'static {
    /// The same entry for every square.
    fn filled(value: T) -> Self;

    /// The entry of a square. A number beyond the board's capacity wraps round, so that no bounds check is needed.
    fn at(&self, square: Square) -> &T;

    /// The entry of a square, to be changed.
    fn at_mut(&mut self, square: Square) -> &mut T;
}

impl<T: Copy + Send + Sync + 'static, const N: usize> SquareMap<T> for [T; N] {
    #[inline]
    fn filled(value: T) -> Self {
        [value; N]
    }

    #[inline(always)]
    fn at(&self, square: Square) -> &T {
        // N is a power of two, so that the mask makes the bounds check vanish.
        &self[square.index() & (N - 1)]
    }

    #[inline(always)]
    fn at_mut(&mut self, square: Square) -> &mut T {
        &mut self[square.index() & (N - 1)]
    }
}

macro_rules! implement {
    ($word:ty, $capacity:literal) => {
        impl Bitboard for $word {
            type Map<T: Copy + Send + Sync + 'static> = [T; $capacity];

            const CAPACITY: usize = $capacity;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(square: Square) -> Self {
                1 << (square.0 & ($capacity - 1))
            }

            #[inline(always)]
            fn from_set(set: u128) -> Self {
                set as $word
            }

            #[inline(always)]
            fn to_set(self) -> u128 {
                self as u128
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Square {
                Square(self.trailing_zeros() as u8)
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn between(a: Square, b: Square) -> Self {
                let (low, high) = if a < b { (a, b) } else { (b, a) };
                (Self::of(high).wrapping_sub(1)) & !(Self::of(low) | Self::of(low).wrapping_sub(1))
            }

            #[inline(always)]
            fn rotated(self, delta: i8) -> Self {
                self.rotate_left(delta as u32 & ($capacity - 1))
            }

            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                <$word>::wrapping_sub(self, other)
            }

            #[inline(always)]
            fn highest_or_lowest_bit(self) -> Self {
                (1 << ($capacity - 1)) >> (self | 1).leading_zeros()
            }
        }
    };
}

implement!(u64, 64);
implement!(u128, 128);

/// Iterator over the squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

impl<B: Bitboard> ExactSizeIterator for Squares<B> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets<B: Bitboard>() {
        let set = B::of(Square(3)) | B::of(Square(9)) | B::of(Square(B::CAPACITY as u8 - 1));
        assert_eq!(set.squares().map(|s| s.0).collect::<Vec<_>>(), [3, 9, B::CAPACITY as u8 - 1]);
        assert_eq!(set.count(), 3);
        assert!(set.several() && !B::of(Square(9)).several());
        assert_eq!(set.highest_or_lowest_bit(), B::of(Square(B::CAPACITY as u8 - 1)));
        assert_eq!(B::EMPTY.highest_or_lowest_bit(), B::of(Square(0)));
        assert_eq!(B::between(Square(9), Square(6)).squares().map(|s| s.0).collect::<Vec<_>>(), [7, 8]);
        assert_eq!(B::between(Square(9), Square(8)), B::EMPTY);
        assert_eq!(B::of(Square(9)).rotated(-8), B::of(Square(1)));
        assert_eq!(B::of(Square(9)).rotated(8), B::of(Square(17)));
        assert_eq!(B::from_set(set.to_set()), set);
    }

    #[test]
    fn both_widths_hold_sets() {
        sets::<u64>();
        sets::<u128>();
    }
}
