use std::fmt;

/// A square, numbered rank by rank from White's left corner: `rank * files + file`.
///
/// The number alone does not say where a square is; ask the [`Geometry`] of its board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(pub u8);

impl Square {
    /// The index into tables by square.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How Black's moves and square sets are made from White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mirror {
    /// Ranks are exchanged, files stay: what is on the left for White is on the same file for Black.
    #[default]
    Rank,
    /// The board is turned by half a circle.
    Rotate,
    /// Black has the same moves and squares as White.
    None,
}

/// The size of a board: 1 to 16 files and ranks, at most [`Geometry::MAX_SQUARES`] squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geometry {
    files: u8,
    ranks: u8,
}

impl Geometry {
    /// The largest number of squares of any board.
    pub const MAX_SQUARES: usize = 128;
    /// The largest number of files, and of ranks.
    pub const MAX_SIDE: u8 = 16;

    /// A board of `files` by `ranks`, or `None` where it has a side outside 1..=16 or more than 128 squares.
    pub const fn new(files: u8, ranks: u8) -> Option<Geometry> {
        let fits = files >= 1
            && ranks >= 1
            && files <= Self::MAX_SIDE
            && ranks <= Self::MAX_SIDE
            && files as usize * ranks as usize <= Self::MAX_SQUARES;
        if fits { Some(Geometry { files, ranks }) } else { None }
    }

    /// The number of files (columns).
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks (rows).
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of squares.
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square on `file` and `rank` (both from 0), or `None` off the board.
    pub const fn square(self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i32 || rank >= self.ranks as i32 {
            None
        } else {
            Some(Square((rank * self.files as i32 + file) as u8))
        }
    }

    /// The file of a square, from 0.
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, from 0.
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// All squares of the board in numerical order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..self.squares() as u8).map(Square)
    }

    /// The square `files` to the right and `ranks` up (from White's side), or `None` off the board.
    pub const fn offset(self, square: Square, files: i32, ranks: i32) -> Option<Square> {
        self.square(self.file(square) as i32 + files, self.rank(square) as i32 + ranks)
    }

    /// Where Black finds what White has on `square`.
    pub const fn mirrored(self, square: Square, mirror: Mirror) -> Square {
        let (file, rank) = (self.file(square), self.rank(square));
        match mirror {
            Mirror::Rank => Square((self.ranks - 1 - rank) * self.files + file),
            Mirror::Rotate => Square((self.ranks - 1 - rank) * self.files + self.files - 1 - file),
            Mirror::None => square,
        }
    }

    /// The set of all squares, bit `n` for square number `n`.
    pub const fn all(self) -> u128 {
        if self.squares() == 128 { u128::MAX } else { (1 << self.squares()) - 1 }
    }

    /// The mirror image of a set of squares.
    pub fn mirrored_set(self, set: u128, mirror: Mirror) -> u128 {
        self.iter()
            .filter(|square| set >> square.0 & 1 == 1)
            .fold(0, |mirrored, square| mirrored | 1 << self.mirrored(square, mirror).0)
    }

    /// The name of a square as players write it: file letter and rank number, `a1` to `p16`.
    pub fn name(self, square: Square) -> SquareName {
        SquareName { file: self.file(square), rank: self.rank(square) }
    }

    /// Reads a square's name. `None` where it is not one, or lies off the board.
    pub fn parse(self, text: &str) -> Option<Square> {
        let mut letters = text.chars();
        let file = letters.next()?;
        let rank = letters.as_str();
        if !file.is_ascii_lowercase() || rank.is_empty() || rank.len() > 2 || rank.starts_with('0') {
            return None;
        }
        if !rank.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let rank: i32 = rank.parse().ok()?;
        self.square(file as i32 - 'a' as i32, rank - 1)
    }
}

/// The name of a square, as [`Geometry::name`] gives it; it prints as `e4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file) as char, self.rank + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (files, ranks) in [(8, 8), (12, 10), (16, 8), (5, 6), (1, 16)] {
            let geometry = Geometry::new(files, ranks).unwrap();
            for square in geometry.iter() {
                assert_eq!(geometry.parse(&geometry.name(square).to_string()), Some(square));
            }
        }
    }

    #[test]
    fn bad_names_are_refused() {
        let geometry = Geometry::new(8, 8).unwrap();
        for text in ["", "a", "i1", "a9", "a0", "a01", "A1", "1a", "a1 ", "a+1", "é1", "a-1", "a١"] {
            assert_eq!(geometry.parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn boards_of_impossible_size_are_refused() {
        for (files, ranks) in [(0, 8), (8, 0), (17, 1), (1, 17), (12, 11), (16, 9)] {
            assert_eq!(Geometry::new(files, ranks), None);
        }
    }

    #[test]
    fn mirrors_are_involutions() {
        let geometry = Geometry::new(7, 9).unwrap();
        for mirror in [Mirror::Rank, Mirror::Rotate, Mirror::None] {
            for square in geometry.iter() {
                assert_eq!(geometry.mirrored(geometry.mirrored(square, mirror), mirror), square);
            }
        }
        let corner = geometry.parse("b1").unwrap();
        assert_eq!(geometry.name(geometry.mirrored(corner, Mirror::Rank)).to_string(), "b9");
        assert_eq!(geometry.name(geometry.mirrored(corner, Mirror::Rotate)).to_string(), "f9");
    }
}
