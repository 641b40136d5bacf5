//! What earlier parts of the search say about moves: histories with gravity, countermoves, and the correction of
//! evaluations.

use khun_board::{Bitboard, Colour};
use khun_rules::spec::Kind;
use khun_rules::{Move, Rules};

/// The bound on any history.
pub(crate) const HISTORY_MAX: i32 = 16_384;
/// Corrections are kept in this fraction of a hundredth of a pawn.
const CORRECTION_GRAIN: i32 = 128;
const CORRECTION_BITS: u32 = 14;
const CORRECTION_MAX: i32 = 16_000;

/// A move as the continuation of another: which man went where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step(u32);

impl Step {
    /// No move before.
    pub(crate) const NONE: Step = Step(u32::MAX);
}

/// The histories of a thread.
pub(crate) struct Histories {
    squares: usize,
    /// How many (kind, target) there are.
    steps: usize,
    /// By side, origin, target.
    butterfly: Vec<i16>,
    /// By side, kind, target, captured kind.
    capture: Vec<i16>,
    /// By the step before (with its side) and the step: one table for answers, one for the next move of the same side.
    continuation: [Vec<i16>; 2],
    /// The answer that refuted a step.
    counter: Vec<Move>,
    /// By side and structure of pawn-like men.
    correction: Vec<i32>,
    /// By side and men that are not pawn-like.
    correction_pieces: Vec<i32>,
    kinds: usize,
}

impl Histories {
    pub(crate) fn new<B: Bitboard>(rules: &Rules<B>) -> Histories {
        let (squares, kinds) = (rules.geometry().squares(), rules.kind_count());
        let steps = squares * kinds;
        Histories {
            squares,
            steps,
            kinds,
            butterfly: vec![0; 2 * squares * squares],
            capture: vec![0; 2 * steps * kinds],
            continuation: [vec![0; 2 * steps * steps], vec![0; 2 * steps * steps]],
            counter: vec![Move::NULL; 2 * steps],
            correction: vec![0; 2 << CORRECTION_BITS],
            correction_pieces: vec![0; 2 << CORRECTION_BITS],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.capture.fill(0);
        self.continuation.iter_mut().for_each(|table| table.fill(0));
        self.counter.fill(Move::NULL);
        self.correction.fill(0);
        self.correction_pieces.fill(0);
    }

    #[inline(always)]
    pub(crate) fn step(&self, side: Colour, mv: Move) -> Step {
        Step((side.index() * self.steps + self.place(mv)) as u32)
    }

    #[inline(always)]
    fn place(&self, mv: Move) -> usize {
        mv.kind().index() * self.squares + mv.to().index()
    }

    #[inline(always)]
    fn butterfly_at(&self, side: Colour, mv: Move) -> usize {
        (side.index() * self.squares + mv.from().index()) * self.squares + mv.to().index()
    }

    #[inline(always)]
    fn capture_at(&self, side: Colour, mv: Move, captured: Kind) -> usize {
        (side.index() * self.steps + self.place(mv)) * self.kinds + captured.index()
    }

    /// The history of a quiet move after the steps one and two plies before it.
    #[inline(always)]
    pub(crate) fn quiet(&self, side: Colour, mv: Move, before: [Step; 2]) -> i32 {
        let mut sum = i32::from(self.butterfly[self.butterfly_at(side, mv)]);
        let place = self.place(mv);
        for (table, step) in self.continuation.iter().zip(before) {
            if step != Step::NONE {
                sum += i32::from(table[step.0 as usize * self.steps + place]);
            }
        }
        sum
    }

    /// The history of a capture.
    #[inline(always)]
    pub(crate) fn captures(&self, side: Colour, mv: Move, captured: Kind) -> i32 {
        i32::from(self.capture[self.capture_at(side, mv, captured)])
    }

    /// The answer that last refuted a step.
    #[inline(always)]
    pub(crate) fn countermove(&self, before: Step) -> Move {
        self.counter.get(before.0 as usize).copied().unwrap_or(Move::NULL)
    }

    pub(crate) fn set_countermove(&mut self, before: Step, mv: Move) {
        if let Some(place) = self.counter.get_mut(before.0 as usize) {
            *place = mv;
        }
    }

    #[inline(always)]
    pub(crate) fn reward_quiet(&mut self, side: Colour, mv: Move, before: [Step; 2], bonus: i32) {
        let at = self.butterfly_at(side, mv);
        pull(&mut self.butterfly[at], bonus);
        let place = self.place(mv);
        for (table, step) in self.continuation.iter_mut().zip(before) {
            if step != Step::NONE {
                pull(&mut table[step.0 as usize * self.steps + place], bonus);
            }
        }
    }

    #[inline(always)]
    pub(crate) fn reward_capture(&mut self, side: Colour, mv: Move, captured: Kind, bonus: i32) {
        let at = self.capture_at(side, mv, captured);
        pull(&mut self.capture[at], bonus);
    }

    #[inline(always)]
    fn correction_at(side: Colour, key: u64) -> usize {
        side.index() << CORRECTION_BITS | (key >> (64 - CORRECTION_BITS)) as usize
    }

    /// By how much evaluations of positions with the same structures have been wrong, in hundredths of a pawn.
    #[inline(always)]
    pub(crate) fn correction(&self, side: Colour, keys: [u64; 2]) -> i32 {
        let sum = self.correction[Self::correction_at(side, keys[0])]
            + self.correction_pieces[Self::correction_at(side, keys[1])];
        sum / CORRECTION_GRAIN
    }

    /// Learns that an evaluation was wrong by `error`, found by a search of `depth`.
    #[inline(always)]
    pub(crate) fn learn_correction(&mut self, side: Colour, keys: [u64; 2], error: i32, depth: i32, limit: i32) {
        let weight = (depth + 1).min(16);
        let target = (error * CORRECTION_GRAIN).clamp(-CORRECTION_MAX, CORRECTION_MAX);
        for (table, key) in [(&mut self.correction, keys[0]), (&mut self.correction_pieces, keys[1])] {
            let entry = &mut table[Self::correction_at(side, key)];
            let moved = (*entry * (256 - weight) + target * weight) / 256;
            *entry = moved.clamp(-limit * CORRECTION_GRAIN / 2, limit * CORRECTION_GRAIN / 2);
        }
    }
}

/// Moves a history towards its bound by a share of the distance: what happens often counts, what happened long ago
/// fades.
#[inline(always)]
fn pull(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_inside_their_bound() {
        let mut entry = 0;
        for _ in 0..1000 {
            pull(&mut entry, 2000);
        }
        assert!(i32::from(entry) <= HISTORY_MAX && i32::from(entry) > HISTORY_MAX - 2000);
        for _ in 0..1000 {
            pull(&mut entry, -2000);
        }
        assert!(i32::from(entry) >= -HISTORY_MAX && i32::from(entry) < 2000 - HISTORY_MAX);
    }
}
