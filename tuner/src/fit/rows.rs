//! Positions as rows of coefficients.

use crate::task::Seed;

/// A position: its evaluation is `fixed + sum of n * (middlegame * weight.middlegame + endgame * weight.endgame)` over all
/// `(column, n)`, in hundredths of a pawn, seen by White.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row<'a> {
    /// The game that the position is from. Positions of one game follow each other.
    pub game: u64,
    /// White's result: 0, 1/2 or 1.
    pub result: f32,
    /// What a search thought of the position, in hundredths of a pawn, seen by White, if that is known.
    pub score: Option<f32>,
    /// The share of the middlegame.
    pub middlegame: f32,
    /// The share of the endgame.
    pub endgame: f32,
    /// What no weight has a part in.
    pub fixed: f32,
    /// How often each weight counts, White's uses minus Black's; each column once.
    pub entries: &'a [(u16, i16)],
}

/// Where rows come from.
pub trait RowSource {
    /// Why they may not come.
    type Error;

    /// Hands all rows to `visit`, game by game. The same ones in the same order each time.
    ///
    /// # Errors
    /// They cannot be read.
    fn for_each(&self, visit: &mut dyn FnMut(&Row<'_>)) -> Result<(), Self::Error>;
}

/// Rows in memory, four bytes a coefficient.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    entries: Vec<(u16, i16)>,
    heads: Vec<Head>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Head {
    /// Where the row's entries end; they begin where the row before ends.
    end: u32,
    result: f32,
    score: Option<f32>,
    middlegame: f32,
    endgame: f32,
    fixed: f32,
    /// Games are numbered through.
    game: u32,
}

impl Rows {
    /// Adds a row. Entries beyond what 32 bits can count are refused.
    ///
    /// Returns whether there was room.
    pub fn push(&mut self, row: &Row<'_>, same_game: bool) -> bool {
        let Ok(end) = u32::try_from(self.entries.len() + row.entries.len()) else { return false };
        let game = self.heads.last().map_or(0, |last| last.game + u32::from(!same_game));
        let Row { result, score, middlegame, endgame, fixed, .. } = *row;
        self.entries.extend_from_slice(row.entries);
        self.heads.push(Head { end, result, score, middlegame, endgame, fixed, game });
        true
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// How many games they are from.
    pub fn games(&self) -> usize {
        self.heads.last().map_or(0, |last| last.game as usize + 1)
    }

    /// How many columns there are: one more than the largest in use.
    pub fn columns(&self) -> usize {
        self.entries.iter().map(|entry| usize::from(entry.0) + 1).max().unwrap_or(0)
    }

    /// A row.
    #[inline]
    pub(super) fn row(&self, index: usize) -> Row<'_> {
        let start = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        let Head { end, result, score, middlegame, endgame, fixed, game } = self.heads[index];
        let entries = &self.entries[start as usize..end as usize];
        Row { game: u64::from(game), result, score, middlegame, endgame, fixed, entries }
    }

    /// The same rows with results that are partly what the search expected: `share` of `1 / (1 + exp(-k score / 400))`
    /// and the rest of the result, where there is a score. A search says of each position what the result, which all
    /// positions of a game share, says only of many games together.
    #[must_use]
    pub fn blended(mut self, share: f64, k: f64) -> Rows {
        for head in &mut self.heads {
            if let Some(score) = head.score {
                let expected = 1.0 / (1.0 + (-k * f64::from(score) / 400.0).exp());
                head.result = (share * expected + (1.0 - share) * f64::from(head.result)) as f32;
            }
        }
        self
    }

    /// All rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        (0..self.len()).map(|index| self.row(index))
    }
}

/// Rows to learn from, and rows to be examined with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Split {
    /// To learn from.
    pub training: Rows,
    /// To be examined with.
    pub holdout: Rows,
    /// Rows for which there was no room.
    pub dropped: u64,
}

impl Split {
    /// Reads all rows, and puts a share of the *games*, drawn by lot, aside: positions of one game share its result, so
    /// they may not stand on both sides.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn read<S: RowSource>(source: &S, holdout: f64, seed: Seed) -> Result<Split, S::Error> {
        let mut split = Split::default();
        let mut last: [Option<u64>; 2] = [None; 2];
        let bound = (holdout.clamp(0.0, 1.0) * (1u64 << 53) as f64) as u64;
        source.for_each(&mut |row| {
            let aside = seed.part(row.game).0 >> 11 < bound;
            let rows = if aside { &mut split.holdout } else { &mut split.training };
            let last = &mut last[usize::from(aside)];
            let same_game = last.replace(row.game) == Some(row.game);
            split.dropped += u64::from(!rows.push(row, same_game));
        })?;
        Ok(split)
    }
}
