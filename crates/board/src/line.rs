use crate::{Bitboard, Square};

/// A line through a square, cut at that square into the part with lower and the part with higher numbers.
///
/// Along any straight line with a constant step the square numbers grow by a constant, so that "the first man on
/// the way" is the lowest occupied square of the upper part and the highest occupied one of the lower part.
/// [`Line::attacks`] finds both with one subtraction ("obstruction difference"). Unlike hyperbola quintessence it
/// reverses nothing, so that one formula serves ranks, files, diagonals, the lines of a nightrider, lines of limited
/// length and one-sided lines, at 64 and at 128 squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Line<B> {
    /// The squares of the line with lower numbers than its origin.
    pub lower: B,
    /// The squares of the line with higher numbers than its origin.
    pub upper: B,
}

impl<B: Bitboard> Line<B> {
    /// All squares of the line but its origin.
    #[inline(always)]
    pub fn all(self) -> B {
        self.lower | self.upper
    }

    /// The squares that a man on the origin reaches along the line: every empty one up to the first occupied square
    /// on either side, and those occupied squares themselves, whosever they are.
    #[inline(always)]
    pub fn attacks(self, occupied: B) -> B {
        let lower = (self.lower & occupied).highest_or_lowest_bit();
        let upper = self.upper & occupied;
        // Bits of `upper - lower` and `upper` differ from the nearest man below to the nearest man above.
        self.all() & (upper ^ upper.wrapping_sub(lower))
    }

    /// The squares of the line strictly between its origin and `square`, which must lie on it.
    #[inline(always)]
    pub fn between(self, origin: Square, square: Square) -> B {
        self.all() & B::between(origin, square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Geometry, Square};

    fn walk(geometry: Geometry, from: Square, step: (i32, i32), occupied: u128, range: usize) -> (u128, u128) {
        let (mut reached, mut line, mut blocked) = (0, 0, false);
        for n in 1..=range as i32 {
            let Some(square) = geometry.offset(from, step.0 * n, step.1 * n) else { break };
            line |= 1 << square.0;
            if !blocked {
                reached |= 1 << square.0;
            }
            blocked |= occupied >> square.0 & 1 == 1;
        }
        (reached, line)
    }

    fn compare<B: Bitboard>(geometry: Geometry) {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..300 {
            let occupied = (random() as u128 | (random() as u128) << 64) & geometry.all();
            let occupied = occupied & (random() as u128 | (random() as u128) << 64);
            for from in geometry.iter() {
                for step in [(1, 0), (0, 1), (1, 1), (-1, 1), (1, 2), (-2, 1), (3, 1)] {
                    for range in [1, 3, 16] {
                        let (up, upper) = walk(geometry, from, step, occupied, range);
                        let (down, lower) = walk(geometry, from, (-step.0, -step.1), occupied, range);
                        let line = Line { lower: B::from_set(lower), upper: B::from_set(upper) };
                        assert_eq!(line.attacks(B::from_set(occupied)).to_set(), up | down);
                        let half = Line { lower: B::EMPTY, upper: B::from_set(upper) };
                        assert_eq!(half.attacks(B::from_set(occupied)).to_set(), up);
                        let half = Line { lower: B::from_set(lower), upper: B::EMPTY };
                        assert_eq!(half.attacks(B::from_set(occupied)).to_set(), down);
                    }
                }
            }
        }
    }

    #[test]
    fn attacks_agree_with_walking() {
        compare::<u64>(Geometry::new(8, 8).unwrap());
        compare::<u64>(Geometry::new(7, 9).unwrap());
        compare::<u128>(Geometry::new(8, 8).unwrap());
        compare::<u128>(Geometry::new(16, 8).unwrap());
        compare::<u128>(Geometry::new(12, 10).unwrap());
    }
}
