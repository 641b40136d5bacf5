//! What an evaluation tells about itself: the coefficients of its numbers.

use khun_board::{Bitboard, Colour};
use khun_rules::{Position, Rules};

use super::{Evaluator, FULL_PHASE, FULL_SCALE, evaluate_with};
use crate::score::{Tapered, Value};
use crate::terms::Term;

/// Is told which numbers an evaluation uses. `()` wants to know nothing and costs nothing.
pub trait Trace {
    /// Whether anything is recorded; evaluation leaves out what only a record needs.
    const ON: bool;

    /// The number at `index` counts `n` times for a side.
    fn add(&mut self, index: usize, side: Colour, n: i32);

    /// The number at `index` counts `n` times for a side, apart from phase and scale: its endgame value alone, with
    /// `share` of [`FULL_SCALE`].
    fn apart(&mut self, index: usize, side: Colour, n: i32, share: i32);

    /// The phase (of [`FULL_PHASE`]) and the scale (of [`FULL_SCALE`]) with which the sum was weighed.
    fn frame(&mut self, phase: i32, scale: i32);
}

impl Trace for () {
    const ON: bool = false;

    #[inline(always)]
    fn add(&mut self, _: usize, _: Colour, _: i32) {}

    #[inline(always)]
    fn apart(&mut self, _: usize, _: Colour, _: i32, _: i32) {}

    #[inline(always)]
    fn frame(&mut self, _: i32, _: i32) {}
}

/// The coefficients of an evaluation: its value for White is
/// `scale / FULL_SCALE * sum of n * (phase * middlegame + (FULL_PHASE - phase) * endgame) / FULL_PHASE`
/// over all `(index, n)` of `entries`, and the sum of `n * endgame * share / FULL_SCALE` over those of `apart`, up to
/// rounding and the bound on evaluations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coefficients {
    /// How often each number counts, White's uses minus Black's; numbers that cancel out are left out, the others are
    /// in order of their index.
    pub entries: Vec<(u16, i16)>,
    /// The numbers that count apart from phase and scale, with how often and with what share of [`FULL_SCALE`].
    pub apart: Vec<(u16, i16, i32)>,
    /// The phase.
    pub phase: i32,
    /// The scale.
    pub scale: i32,
}

impl Coefficients {
    /// The coefficients of a position.
    pub fn of<B: Bitboard>(rules: &Rules<B>, evaluator: &Evaluator<B>, position: &Position<B>) -> Coefficients {
        let mut all = Coefficients::default();
        evaluate_with(rules, evaluator, position, &mut all);
        all.entries.sort_unstable_by_key(|entry| entry.0);
        all.entries.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        all.entries.retain(|entry| entry.1 != 0);
        all
    }

    /// The value for White that these coefficients have with some numbers.
    pub fn value(&self, numbers: &[Tapered]) -> Value {
        let number = |index: u16| numbers.get(usize::from(index)).copied().unwrap_or_default();
        let sum = self.entries.iter().fold(Tapered::ZERO, |sum, &(index, n)| sum + number(index) * i32::from(n));
        sum.at(self.phase, FULL_PHASE) * self.scale / FULL_SCALE + self.value_apart(numbers)
    }

    /// The part of the value that counts apart.
    pub fn value_apart(&self, numbers: &[Tapered]) -> Value {
        let number = |index: u16| numbers.get(usize::from(index)).copied().unwrap_or_default().endgame();
        self.apart.iter().map(|&(index, n, share)| number(index) * i32::from(n) * share / FULL_SCALE).sum()
    }
}

impl Trace for Coefficients {
    const ON: bool = true;

    fn add(&mut self, index: usize, side: Colour, n: i32) {
        let n = if side == Colour::White { n } else { -n };
        self.entries.push((index as u16, n as i16));
    }

    fn apart(&mut self, index: usize, side: Colour, n: i32, share: i32) {
        let n = if side == Colour::White { n } else { -n };
        self.apart.push((index as u16, n as i16, share));
    }

    fn frame(&mut self, phase: i32, scale: i32) {
        (self.phase, self.scale) = (phase, scale);
    }
}

/// A term's share in an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The term.
    pub term: Term,
    /// White's and Black's sums.
    pub sides: [Tapered; 2],
}

/// An evaluation term by term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The terms that count for either side, in the order of [`crate::terms`].
    pub shares: Vec<Share>,
    /// The phase, of [`FULL_PHASE`].
    pub phase: i32,
    /// The scale, of [`FULL_SCALE`].
    pub scale: i32,
    /// The value for White.
    pub value: Value,
}

impl Explanation {
    /// Explains the evaluation of a position.
    pub fn of<B: Bitboard>(rules: &Rules<B>, evaluator: &Evaluator<B>, position: &Position<B>) -> Explanation {
        let mut record = Sides::default();
        let value = evaluate_with(rules, evaluator, position, &mut record);
        let mut shares: Vec<Share> = Vec::new();
        record.uses.sort_unstable_by_key(|entry| entry.0);
        for (index, side, n, share) in record.uses {
            let Some((term, _, _)) = Term::find(index) else { continue };
            if shares.last().is_none_or(|share| share.term != term) {
                shares.push(Share { term, sides: [Tapered::ZERO; 2] });
            }
            if let Some(sum) = shares.last_mut() {
                let number = evaluator.weights().get(index);
                sum.sides[side.index()] += match share {
                    None => number * n,
                    Some(share) => Tapered::new(0, number.endgame() * n * share / FULL_SCALE),
                };
            }
        }
        let value = if position.side() == Colour::White { value } else { -value };
        Explanation { shares, phase: record.phase, scale: record.scale, value }
    }
}

#[derive(Default)]
struct Sides {
    /// An index, for which side, how often, and with what share of [`FULL_SCALE`] where it counts apart.
    uses: Vec<(usize, Colour, i32, Option<i32>)>,
    phase: i32,
    scale: i32,
}

impl Trace for Sides {
    const ON: bool = true;

    fn add(&mut self, index: usize, side: Colour, n: i32) {
        self.uses.push((index, side, n, None));
    }

    fn apart(&mut self, index: usize, side: Colour, n: i32, share: i32) {
        self.uses.push((index, side, n, Some(share)));
    }

    fn frame(&mut self, phase: i32, scale: i32) {
        (self.phase, self.scale) = (phase, scale);
    }
}
