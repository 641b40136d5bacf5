//! Endings: what counting and known results leave of an advantage, and how to make progress against a lone royal man.

use khun_board::{Bitboard, Colour, SquareMap};
use khun_rules::spec::{Kind, MAX_KINDS};
use khun_rules::{Position, Rules};

use super::prepare::NUMBERS;
use super::{Board, Evaluator, FULL_SCALE, Trace};
use crate::terms;
use crate::weights::Ending;

/// Counts beyond this many moves do not matter.
const MOST_MOVES: usize = 128;
/// A win that is hardly possible keeps so much of its score, so that play goes on in its direction.
const LEAST_SCALE: i32 = 3;
/// With fewer moves than this left for a board count, an advantage shrinks.
const BOARD_COUNT_MOVES: i32 = 44;

/// What is known of endings, with the chance to win by the moves that are left.
pub(super) struct EndingTable {
    entries: Vec<([u8; MAX_KINDS], Box<[i32; MOST_MOVES + 1]>)>,
}

impl EndingTable {
    pub(super) fn new(endings: &[Ending]) -> EndingTable {
        let entry = |ending: &Ending| {
            let scale = |left: usize| {
                // The distances to mate are spread about their mean; in the endings that were solved the share of
                // wins within a number of moves follows a logistic curve of about this width.
                let width = 0.25 * (ending.longest - ending.moves).max(0.0) + 0.3;
                let in_time = 1.0 / (1.0 + (-(left as f64 - ending.moves) / width).exp());
                let in_time = if left >= MOST_MOVES { 1.0 } else { in_time };
                ((ending.won * in_time * f64::from(FULL_SCALE)) as i32).clamp(0, FULL_SCALE)
            };
            let mut scales = Box::new([0; MOST_MOVES + 1]);
            for (left, entry) in scales.iter_mut().enumerate() {
                *entry = if ending.won < 0.005 { 0 } else { scale(left).max(LEAST_SCALE) };
            }
            (ending.men, scales)
        };
        EndingTable { entries: endings.iter().map(entry).collect() }
    }

    /// The scale of an ending with so many moves left.
    fn scale(&self, men: &[u8; MAX_KINDS], left: usize) -> Option<i32> {
        let entry = self.entries.iter().find(|(known, _)| known == men)?;
        Some(entry.1[left.min(MOST_MOVES)])
    }
}

impl<B: Bitboard> Evaluator<B> {
    /// The scale of the whole, and what drives a lone royal man: the latter counts by itself, for White, since the
    /// scale would leave nothing of it where few moves are left.
    #[inline(always)]
    pub(super) fn endings<T: Trace>(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        board: &Board<B>,
        trace: &mut T,
    ) -> (i32, i32) {
        let pawns = position.of_kinds(self.pawns);
        for colour in Colour::BOTH {
            let own = position.men(colour);
            if !own.several() && board.royal[colour.index()].is_some() {
                return self.lone_royal(rules, position, board, colour, trace);
            }
        }
        if pawns.any() || !rules.has_counting() {
            return (FULL_SCALE, 0);
        }
        match position.chaser_moves_left(rules) {
            Some(left) => ((8 + i32::from(left) * (FULL_SCALE - 8) / BOARD_COUNT_MOVES).min(FULL_SCALE), 0),
            None => (FULL_SCALE, 0),
        }
    }

    #[inline(never)]
    fn lone_royal<T: Trace>(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        board: &Board<B>,
        lone: Colour,
        trace: &mut T,
    ) -> (i32, i32) {
        let chaser = !lone;
        let (Some(royal), Some(hunter)) = (board.royal[lone.index()], board.royal[chaser.index()]) else {
            return (FULL_SCALE, 0);
        };
        let scale = self.chance(rules, position, chaser);
        if scale == 0 {
            return (0, 0);
        }
        let men = position.men(chaser);
        let others = men & !position.of_kinds(self.royal);
        let (files, ranks) =
            (self.file.at(royal).abs_diff(*self.file.at(hunter)), self.rank.at(royal).abs_diff(*self.rank.at(hunter)));
        // The drive counts in full however small the chance, or search would not know one move from another; what a lone
        // royal man is worth to its enemy does not, or it would be bared too early.
        let mut value = 0;
        let mut drive = |index: usize, n: i32, share: i32| {
            if T::ON {
                trace.apart(index, lone, n, share);
            }
            let signed = if lone == Colour::White { n } else { -n };
            value += self.numbers[index & (NUMBERS - 1)].endgame() * signed * share / FULL_SCALE;
        };
        drive(terms::bared.start, 1, scale);
        drive(terms::bared_edge.at((*self.edge.at(royal)).into()), 1, FULL_SCALE);
        drive(terms::bared_distance.at((files + ranks).into()), 1, FULL_SCALE);
        // Men that never leave their shade mate in corners of that shade.
        let bound = others & position.of_kinds(self.shade_bound);
        let corner = match ((bound & self.dark).any(), (bound & !self.dark).any()) {
            (true, false) => 1,
            (false, true) => 0,
            _ => 2,
        };
        let corner = *self.corner[corner].at(royal);
        drive(terms::bared_corner.at(corner.into()), 1, FULL_SCALE);
        let crowd: usize = others.squares().map(|square| 8usize.saturating_sub(self.distance(square, royal))).sum();
        drive(terms::bared_crowd.start, crowd as i32, FULL_SCALE);
        (scale, value)
    }

    /// The chance to win against a lone royal man, as a scale.
    fn chance(&self, rules: &Rules<B>, position: &Position<B>, chaser: Colour) -> i32 {
        let men = position.men(chaser);
        if !men.several() {
            return 0;
        }
        let others = men & !position.of_kinds(self.royal);
        if (men & position.of_kinds(self.pawns)).any() {
            return FULL_SCALE;
        }
        let mut counts = [0; MAX_KINDS];
        for kind in rules.kinds().filter(|kind| !self.royal.has(*kind)) {
            counts[kind.index()] = position.men_of(chaser, kind).count() as u8;
        }
        let left = position.chaser_moves_left(rules).map_or(MOST_MOVES, usize::from);
        if let Some(scale) = self.endings.scale(&counts, left) {
            return scale;
        }
        if position.lacks_mating_material(rules, chaser) {
            return 0;
        }
        let value: i32 = others
            .squares()
            .filter_map(|square| position.kind_at(rules, square))
            .map(|kind: Kind| self.exchange_value(kind))
            .sum();
        let strength = if value < 300 && !rules.any_man_can_win() { 12 } else { FULL_SCALE };
        (LEAST_SCALE + left as i32 * 4).min(strength)
    }
}
