//! Endings: what counting and known results leave of an advantage, and how to make progress against a lone royal man.

use khun_board::{Bitboard, Colour, Square, SquareMap};
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
/// The numbers that drive a lone royal man are about so much for each move that mate takes longer.
const DRIVE_PER_MOVE: i32 = 66;
/// What counts of them beside the chance, in parts of [`FULL_SCALE`]: enough to tell one move from another where all are
/// sure to win or hardly do, and little enough that a man is not given for a better square.
const DRIVE_SHARE: i32 = 12;
/// What a lone royal man is worth to its enemy however small the chance, in parts of [`FULL_SCALE`] of the whole: with less
/// the drive could make an ending that may be won worse than a draw.
const LEAST_WORTH: i32 = 24;
/// Endings of which a smaller share is won say nothing about larger ones.
const LEAST_SHARE: f64 = 0.5;
/// With fewer moves than this left for a board count, an advantage shrinks.
const BOARD_COUNT_MOVES: i32 = 44;

/// What is known of endings against a lone royal man.
pub(super) struct EndingTable {
    entries: Vec<Entry>,
}

struct Entry {
    men: [u8; MAX_KINDS],
    /// The scale that the chance to win leaves, by how many moves more than the average win takes are left,
    /// [`MOST_MOVES`] meaning none.
    scales: Box<[i32; 2 * MOST_MOVES + 1]>,
    /// How many moves more than on average a win takes with the lone royal man on each square, in parts of
    /// [`FULL_SCALE`] of a move. Empty where that is not known.
    delays: Vec<i32>,
    /// How many moves a win takes on average.
    moves: i32,
}

impl EndingTable {
    pub(super) fn new(endings: &[Ending]) -> EndingTable {
        let entry = |(ending, delays): (&Ending, Option<Vec<f64>>)| {
            let scale = |spare: f64| {
                // The distances to mate are spread about their mean; in the endings that were solved the share of
                // wins within a number of moves follows a logistic curve of about this width.
                let width = 0.25 * (ending.longest - ending.moves).max(0.0) + 0.3;
                let in_time = 1.0 / (1.0 + (-spare / width).exp());
                let scale = ((ending.won * in_time * f64::from(FULL_SCALE)).round() as i32).clamp(0, FULL_SCALE);
                if ending.won < 0.005 { 0 } else { scale.max(LEAST_SCALE) }
            };
            Entry {
                men: ending.men,
                scales: Box::new(std::array::from_fn(|n| scale(n as f64 - MOST_MOVES as f64))),
                delays: delays
                    .unwrap_or_default()
                    .into_iter()
                    .map(|delay| (delay * f64::from(FULL_SCALE)).round() as i32)
                    .collect(),
                moves: ending.moves.round() as i32,
            }
        };
        EndingTable { entries: endings.iter().zip(delays(endings)).map(entry).collect() }
    }

    fn find(&self, men: &[u8; MAX_KINDS]) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.men == *men)
    }
}

impl Entry {
    /// Whether there is next to nothing to win.
    fn is_drawn(&self) -> bool {
        self.scales[2 * MOST_MOVES] == 0
    }

    /// The scale with so many moves left, where a win takes so many moves more than on average.
    fn scale(&self, left: usize, delay: i32) -> i32 {
        let most = MOST_MOVES as i32;
        let spare = if left >= MOST_MOVES { most } else { left as i32 - self.moves - delay };
        self.scales[(spare + most).clamp(0, 2 * most) as usize]
    }

    /// How much longer a win takes with the lone royal man on a square.
    fn delay(&self, square: Square) -> Option<i32> {
        self.delays.get(square.index()).copied()
    }
}

/// How many moves more than on average a win takes, square by square, of each ending. With men too many to be solved it is
/// the mean of what the endings with one man less say.
fn delays(endings: &[Ending]) -> Vec<Option<Vec<f64>>> {
    let mut all: Vec<Option<Vec<f64>>> = vec![None; endings.len()];
    let mut order: Vec<usize> = (0..endings.len()).collect();
    order.sort_by_key(|&n| endings[n].men.iter().map(|&men| u32::from(men)).sum::<u32>());
    for n in order {
        let ending = &endings[n];
        if !ending.squares.is_empty() {
            all[n] = Some(ending.squares.iter().map(|moves| moves - ending.moves).collect());
            continue;
        }
        let smaller = |kind: usize| {
            let mut men = ending.men;
            men[kind] -= 1;
            all[endings.iter().position(|known| known.men == men && known.won >= LEAST_SHARE)?].as_ref()
        };
        let known: Vec<&Vec<f64>> = (0..MAX_KINDS).filter(|&kind| ending.men[kind] > 0).filter_map(smaller).collect();
        let mean = |square: usize| known.iter().map(|delays| delays[square]).sum::<f64>() / known.len() as f64;
        let found = known.first().map(|first| (0..first.len()).map(mean).collect());
        all[n] = found;
    }
    all
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
        let men = position.men(chaser);
        if !men.several() {
            return (0, 0);
        }
        let others = men & !position.of_kinds(self.royal);
        let pawns = others & position.of_kinds(self.pawns);
        let mut counts = [0; MAX_KINDS];
        for kind in rules.kinds().filter(|kind| !self.royal.has(*kind)) {
            counts[kind.index()] = position.men_of(chaser, kind).count() as u8;
        }
        let known = self.endings.find(&counts);
        if known.is_some_and(|known| known.is_drawn())
            || known.is_none() && position.lacks_mating_material(rules, chaser)
        {
            return (0, 0);
        }

        let (files, ranks) =
            (self.file.at(royal).abs_diff(*self.file.at(hunter)), self.rank.at(royal).abs_diff(*self.rank.at(hunter)));
        // The drive counts twice: as moves that mate takes longer it is part of the chance, and a share of it stands beside
        // that.
        let mut value = 0;
        let mut drive = |index: usize, n: i32, share: i32| {
            if T::ON {
                trace.apart(index, lone, n, share);
            }
            value += self.numbers[index & (NUMBERS - 1)].endgame() * n * share / FULL_SCALE;
        };
        let share = DRIVE_SHARE;
        drive(terms::bared_distance.at((files + ranks).into()), 1, share);
        drive(terms::bared_steps.at(files.max(ranks).into()), 1, share);
        // A rider works from afar; without one all men have to come near, and are lost where their royal man is far.
        let slow = if (others & position.of_kinds(self.riders)).any() { B::EMPTY } else { others & !pawns };
        if let Some(astray) = slow.squares().map(|square| self.distance(square, hunter)).max() {
            drive(terms::bared_astray.at(astray), 1, share);
        }
        // Nearer than half a board counts for the chaser, farther against it: more men are not worth more by this.
        let crowd = slow.squares().map(|square| 4 - self.distance(square, royal) as i32).sum();
        drive(terms::bared_crowd.start, crowd, share);
        let delay = known.and_then(|known| known.delay(self.canonical(rules, chaser, royal)));
        match delay {
            Some(delay) => drive(terms::bared_moves.start, 1, delay * share / FULL_SCALE),
            None => drive(terms::bared_edge.at((*self.edge.at(royal)).into()), 1, share),
        }
        // Men that never leave their shade mate in corners of that shade. Delays know corners, but not of which shade.
        let bound = others & position.of_kinds(self.shade_bound);
        let corner = match ((bound & self.dark).any(), (bound & !self.dark).any()) {
            (true, false) => Some(1),
            (false, true) => Some(0),
            _ => delay.is_none().then_some(2),
        };
        if let Some(corner) = corner {
            drive(terms::bared_corner.at((*self.corner[corner].at(royal)).into()), 1, share);
        }

        let left = position.chaser_moves_left(rules).map_or(MOST_MOVES, usize::from);
        let scale = match known {
            _ if pawns.any() => FULL_SCALE,
            Some(known) => known.scale(left, value * FULL_SCALE / share / DRIVE_PER_MOVE),
            None => self.unknown_chance(rules, position, others, left),
        };
        let share = scale + LEAST_WORTH;
        if T::ON {
            trace.apart(terms::bared.start, lone, 1, share);
        }
        value += self.numbers[terms::bared.start & (NUMBERS - 1)].endgame() * share / FULL_SCALE;
        (scale, if lone == Colour::White { value } else { -value })
    }

    /// The chance to win with men that no table knows, as a scale: what they are worth and how many moves are left.
    fn unknown_chance(&self, rules: &Rules<B>, position: &Position<B>, men: B, left: usize) -> i32 {
        let kinds = men.squares().filter_map(|square| position.kind_at(rules, square));
        let worth: i32 = kinds.map(|kind: Kind| self.exchange_value(kind)).sum();
        let strength = if worth < 300 && !rules.any_man_can_win() { 12 } else { FULL_SCALE };
        (LEAST_SCALE + left as i32 * 4).min(strength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(men: &[(usize, u8)], won: f64, squares: Vec<f64>) -> Ending {
        let mut all = [0; MAX_KINDS];
        men.iter().for_each(|&(kind, number)| all[kind] = number);
        Ending { men: all, won, moves: 20.0, longest: 40.0, squares }
    }

    #[test]
    fn larger_endings_learn_from_smaller_ones() {
        let endings = [
            ending(&[(1, 1), (2, 1)], 0.9, vec![14.0, 26.0]),
            ending(&[(2, 2)], 0.8, vec![10.0, 30.0]),
            ending(&[(1, 2)], 0.1, vec![40.0, 0.0]),
            ending(&[(1, 1), (2, 2)], 1.0, Vec::new()),
            ending(&[(1, 2), (2, 1)], 1.0, Vec::new()),
            ending(&[(1, 2), (2, 2)], 1.0, Vec::new()),
            ending(&[(3, 2)], 1.0, Vec::new()),
        ];
        let all = delays(&endings);
        let of = |n: usize| all[n].clone();
        assert_eq!(of(0), Some(vec![-6.0, 6.0]));
        assert_eq!(of(3), Some(vec![-8.0, 8.0]));
        assert_eq!(of(4), Some(vec![-6.0, 6.0]));
        assert_eq!(of(5), Some(vec![-7.0, 7.0]));
        assert_eq!(of(6), None);
    }

    #[test]
    fn a_chance_shrinks_with_the_moves_left() {
        let table = EndingTable::new(&[ending(&[(2, 2)], 0.75, vec![10.0, 30.0]), ending(&[(1, 1)], 0.0, Vec::new())]);
        let [khons, met] = [&table.entries[0], &table.entries[1]];
        let scales: Vec<i32> = (0..=MOST_MOVES).map(|left| khons.scale(left, 0)).collect();
        assert!(scales.is_sorted(), "{scales:?}");
        assert_eq!((scales[0], scales[20], scales[MOST_MOVES]), (LEAST_SCALE, 24, 48));
        assert_eq!(khons.scale(20, -5), khons.scale(25, 0));
        assert!(met.is_drawn() && !khons.is_drawn());
        assert_eq!((khons.delay(Square(0)), khons.delay(Square(1))), (Some(-640), Some(640)));
        assert_eq!((met.scale(60, 0), met.delay(Square(0))), (0, None));
    }
}
