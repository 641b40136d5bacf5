//! Endings of a few men against a lone royal man, solved exactly by the rules of any variant.
//!
//! What the engine knows of such endings (`[[endings]]` of a weights file) is how many placements are won and how long a
//! win takes when nobody counts. Here every placement is looked at: a position of the lone side is lost in `n` moves when
//! each of its moves leads to one that is won in at most `n`; one of the chaser is won in `n` when a move leads to one that
//! is lost in `n - 1`. Levels are worked out one after the other until none brings anything new.

use std::collections::HashMap;
use std::fmt;

use khun_engine::Ending;
use khun_rules::board::{Bitboard, Colour, Square};
use khun_rules::spec::{Kind, MAX_KINDS};
use khun_rules::{Move, MoveVisitor, Position, Rules, Status};
use rayon::prelude::*;

/// The most men beside the chaser's royal man: with three the tables would need gigabytes.
pub const MOST_MEN: usize = 2;

/// The level of a position that is not known (yet) to be won or lost.
const OPEN: u8 = 0;
/// The level of what is no position, or one in which the game is over or the lone side is safe.
const NEVER: u8 = 255;
/// Longer wins are not looked for.
const LAST_LEVEL: u8 = 250;

/// Why endings cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndingsError {
    /// There is no royal man, or there are several kinds.
    #[error("endings are those against one royal man; this variant has {0} kinds of them")]
    Royals(usize),
    /// Tables would be too large.
    #[error("endings are solved on boards of up to 64 squares; this one has {0}")]
    Board(usize),
    /// Too many men, or none.
    #[error("endings are solved with 1 to {MOST_MEN} men beside the royal one, not {0}")]
    Men(usize),
}

/// An ending, solved.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The chaser's men beside its royal one.
    pub men: Vec<Kind>,
    /// How many placements there are with the chaser to move.
    pub positions: u64,
    /// How many of them are won.
    pub wins: u64,
    /// How many moves the longest win takes.
    pub longest: u32,
    /// The moves of all wins together.
    moves: u64,
    /// The number of wins with the lone royal man on each square, and their moves together.
    squares: Vec<(u64, u64)>,
}

impl Solved {
    /// How many moves a win takes on average; 0 without wins.
    pub fn mean(&self) -> f64 {
        if self.wins == 0 { 0.0 } else { self.moves as f64 / self.wins as f64 }
    }

    /// What an evaluation is told.
    pub fn ending(&self) -> Ending {
        let round = |number: f64, digits: f64| (number * digits).round() / digits;
        let mut men = [0; MAX_KINDS];
        self.men.iter().for_each(|kind| men[kind.index()] += 1);
        Ending {
            men,
            won: round(self.wins as f64 / self.positions.max(1) as f64, 1e4),
            moves: round(self.mean(), 10.0),
            longest: self.longest.into(),
            squares: match self.wins {
                0 => Vec::new(),
                // Where no win begins it is at least far away.
                _ => self
                    .squares
                    .iter()
                    .map(|&(wins, moves)| match wins {
                        0 => self.longest.into(),
                        _ => round(moves as f64 / wins as f64, 10.0),
                    })
                    .collect(),
            },
        }
    }

    /// The ending in words, with the ids of its men.
    pub fn describe<B: Bitboard>(&self, rules: &Rules<B>) -> impl fmt::Display {
        let men: Vec<&str> = self.men.iter().map(|&kind| rules.kind(kind).id.as_str()).collect();
        let share = 100.0 * self.wins as f64 / self.positions.max(1) as f64;
        format!(
            "{:24} {:9} placements, {share:6.2} % won, in {:.1} moves on average, {} at most",
            men.join(" + "),
            self.positions,
            self.mean(),
            self.longest
        )
    }
}

/// Solves all endings with up to so many men that are neither royal nor pawn-like and never promote, the smaller ones
/// first. `report` is told of each and says whether to go on; endings that are over as soon as they begin are left out.
///
/// # Errors
/// The variant has no such endings.
pub fn solve<B: Bitboard>(
    rules: &Rules<B>,
    most_men: usize,
    mut report: impl FnMut(&Solved) -> bool,
) -> Result<Vec<Solved>, EndingsError> {
    let royals: Vec<Kind> = rules.kinds().filter(|&kind| rules.kind(kind).royal).collect();
    let &[royal] = royals.as_slice() else { return Err(EndingsError::Royals(royals.len())) };
    let squares = rules.geometry().squares();
    if squares > 64 {
        return Err(EndingsError::Board(squares));
    }
    if !(1..=MOST_MEN).contains(&most_men) {
        return Err(EndingsError::Men(most_men));
    }
    let kinds: Vec<Kind> = rules
        .kinds()
        .filter(|&kind| {
            let spec = rules.kind(kind);
            !spec.royal && !spec.pawn && spec.promotion.is_none()
        })
        .collect();
    let mut groups: Vec<Vec<Kind>> = kinds.iter().map(|&kind| vec![kind]).collect();
    if most_men > 1 {
        let pairs =
            kinds.iter().enumerate().flat_map(|(n, &one)| kinds[n..].iter().map(move |&other| vec![one, other]));
        groups.extend(pairs);
    }
    let mut solver = Solver { rules, royal, count: squares, tables: HashMap::new() };
    let mut all = Vec::new();
    for men in groups {
        let table = solver.table(&men);
        let positions = table.iter().filter(|&&level| level != NEVER).count() as u64;
        let mut longest = 0;
        let mut of_squares = vec![(0, 0); squares];
        // The lone royal man's square is the first digit of a placement's number.
        for (places, (wins, moves)) in table.chunks(table.len() / squares).zip(&mut of_squares) {
            for &level in places.iter().filter(|&&level| level != OPEN && level <= LAST_LEVEL) {
                (*wins, *moves, longest) = (*wins + 1, *moves + u64::from(level), longest.max(level.into()));
            }
        }
        let (wins, moves) = of_squares.iter().fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        solver.tables.insert(men.clone(), table);
        if positions > 0 {
            let solved = Solved { men, positions, wins, longest, moves, squares: of_squares };
            let go_on = report(&solved);
            all.push(solved);
            if !go_on {
                break;
            }
        }
    }
    Ok(all)
}

struct Solver<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    royal: Kind,
    /// How many squares the board has. A placement is a number whose digits to that base are squares: the lone royal man's
    /// first, then the chaser's royal man's, then those of the other men.
    count: usize,
    /// The levels of the chaser's positions of the endings that are solved.
    tables: HashMap<Vec<Kind>, Vec<u8>>,
}

/// A placement of men.
#[derive(Clone, Copy)]
struct Placement {
    squares: [u8; MOST_MEN + 2],
    men: usize,
}

impl Placement {
    fn new(mut index: usize, men: usize, count: usize) -> Placement {
        let mut squares = [0; MOST_MEN + 2];
        for place in squares[..men].iter_mut().rev() {
            *place = (index % count) as u8;
            index /= count;
        }
        Placement { squares, men }
    }

    fn index(&self, count: usize) -> usize {
        self.squares[..self.men].iter().fold(0, |index, &square| index * count + usize::from(square))
    }

    fn is_apart(&self) -> bool {
        (1..self.men).all(|n| !self.squares[..n].contains(&self.squares[n]))
    }

    /// The man that is captured on a square, of those after the royal ones.
    fn captured(&self, on: u8) -> Option<usize> {
        self.squares[2..self.men].iter().position(|&square| square == on)
    }

    fn without(mut self, man: usize) -> Placement {
        self.squares.copy_within(man + 3..self.men, man + 2);
        self.men -= 1;
        self
    }
}

impl<B: Bitboard> Solver<'_, B> {
    /// The levels of all placements with the chaser to move.
    fn table(&self, kinds: &[Kind]) -> Vec<u8> {
        let size = self.count.pow(kinds.len() as u32 + 2);
        let chunk = size / self.count;
        let fill = |first: &(dyn Fn(usize) -> u8 + Sync)| -> Vec<u8> { (0..size).into_par_iter().map(first).collect() };
        let mut chaser = fill(&|index| self.first(kinds, index, Colour::White));
        let mut lone = fill(&|index| self.first(kinds, index, Colour::Black));
        let mut longest_before = 0;
        for men in 0..kinds.len() {
            let rest: Vec<Kind> = kinds.iter().enumerate().filter(|(n, _)| *n != men).map(|(_, &kind)| kind).collect();
            let levels = self.tables.get(&rest).into_iter().flatten().filter(|&&level| level <= LAST_LEVEL);
            longest_before = longest_before.max(levels.copied().max().unwrap_or(0));
        }
        for level in 1..=LAST_LEVEL {
            let step = |table: &mut Vec<u8>, next: &(dyn Fn(usize) -> Option<u8> + Sync)| -> usize {
                let chunks = table.par_chunks_mut(chunk).enumerate();
                let changed = chunks.map(|(number, places)| {
                    let open = places.iter_mut().enumerate().filter(|(_, place)| **place == OPEN);
                    let mut changed = 0;
                    for (n, place) in open {
                        if let Some(found) = next(number * chunk + n) {
                            *place = found;
                            changed += 1;
                        }
                    }
                    changed
                });
                changed.sum()
            };
            let won = step(&mut chaser, &|index| self.is_won(kinds, index, level, &lone).then_some(level));
            let lost = step(&mut lone, &|index| self.lone_level(kinds, index, level, &chaser));
            if won + lost == 0 && level > longest_before {
                break;
            }
        }
        chaser
    }

    /// The men of a placement on the board. White chases.
    fn position(&self, kinds: &[Kind], placement: &Placement, side: Colour) -> Position<B> {
        let of = |place: usize| match place {
            0 => (Colour::Black, self.royal),
            1 => (Colour::White, self.royal),
            place => (Colour::White, kinds[place - 2]),
        };
        let men = placement.squares[..placement.men].iter().enumerate().map(|(place, &square)| {
            let (colour, kind) = of(place);
            (colour, kind, Square(square))
        });
        self.rules.arrange(men, side)
    }

    /// What is known of a placement before anybody moves. The lone side's levels are one higher than the moves the chaser
    /// needs: 1 is a position in which it has lost.
    fn first(&self, kinds: &[Kind], index: usize, side: Colour) -> u8 {
        let placement = Placement::new(index, kinds.len() + 2, self.count);
        if !placement.is_apart() || !self.may_stand(kinds, &placement) {
            return NEVER;
        }
        let position = self.position(kinds, &placement, side);
        // Nobody moves into check.
        if self.position(kinds, &placement, !side).in_check(self.rules) {
            return NEVER;
        }
        match position.judge(self.rules, |_| 1).outcome.status {
            Status::Ongoing => OPEN,
            Status::WhiteWins if side == Colour::Black => 1,
            _ => NEVER,
        }
    }

    fn may_stand(&self, kinds: &[Kind], placement: &Placement) -> bool {
        let allowed = |kind: Kind, colour: Colour, square: u8| {
            self.rules.kind(kind).region.is_none_or(|region| region[colour as usize] >> square & 1 == 1)
        };
        allowed(self.royal, Colour::Black, placement.squares[0])
            && allowed(self.royal, Colour::White, placement.squares[1])
            && kinds.iter().zip(&placement.squares[2..]).all(|(&kind, &square)| allowed(kind, Colour::White, square))
    }

    /// Whether a move of the chaser leads to a position that is lost in `level - 1` moves.
    fn is_won(&self, kinds: &[Kind], index: usize, level: u8, lone: &[u8]) -> bool {
        let placement = Placement::new(index, kinds.len() + 2, self.count);
        let position = self.position(kinds, &placement, Colour::White);
        let mut won = false;
        self.each_move(&position, |kind, from, to| {
            let mut after = placement;
            after.squares[1..after.men].iter_mut().filter(|square| **square == from.0).for_each(|place| *place = to.0);
            won = lone[after.index(self.count)] == level
                || level == 1 && self.end(&position, kind, from, to) == Some(Status::WhiteWins);
            !won
        });
        won
    }

    /// The level of a position of the lone side, if all its moves lose in at most `level` moves; that of a safe one if one
    /// of them is known never to lose.
    fn lone_level(&self, kinds: &[Kind], index: usize, level: u8, chaser: &[u8]) -> Option<u8> {
        let placement = Placement::new(index, kinds.len() + 2, self.count);
        let position = self.position(kinds, &placement, Colour::Black);
        let (mut lost, mut safe, mut moves) = (true, false, 0);
        self.each_move(&position, |kind, from, to| {
            moves += 1;
            let mut after = placement;
            after.squares[0] = to.0;
            let found = match self.end(&position, kind, from, to) {
                Some(Status::WhiteWins) => 1,
                Some(_) => NEVER,
                None => match placement.captured(to.0) {
                    None => chaser[after.index(self.count)],
                    Some(man) => {
                        let mut rest = kinds.to_vec();
                        rest.remove(man);
                        let table = self.tables.get(&rest);
                        // A position that a solved table leaves open is a draw.
                        let found = table.map_or(NEVER, |table| table[after.without(man).index(self.count)]);
                        if found == OPEN { NEVER } else { found }
                    }
                },
            };
            safe = found == NEVER;
            lost &= found != OPEN && found <= level;
            !safe && lost
        });
        if safe || moves == 0 { Some(NEVER) } else { lost.then_some(level + 1) }
    }

    /// How a move ends the game, where some rule may end it at once.
    fn end(&self, position: &Position<B>, kind: Kind, from: Square, to: Square) -> Option<Status> {
        if !self.rules.has_immediate_ends() {
            return None;
        }
        let after = position.play(self.rules, Move::new(kind, from, to));
        let status = after.judge_knowing(self.rules, || true, |_| 1).outcome.status;
        (status != Status::Ongoing).then_some(status)
    }

    fn each_move(&self, position: &Position<B>, look: impl FnMut(Kind, Square, Square) -> bool) {
        position.visit_legal_moves(self.rules, &mut Each(look));
    }
}

/// Shows moves one by one, until it is told to stop.
struct Each<F>(F);

impl<B: Bitboard, F: FnMut(Kind, Square, Square) -> bool> MoveVisitor<B> for Each<F> {
    fn man(&mut self, kind: Kind, from: Square, targets: B) -> bool {
        targets.squares().all(|to| self.0(kind, from, to))
    }

    fn shift(&mut self, kind: Kind, delta: i8, targets: B) -> bool {
        targets.squares().all(|to| self.0(kind, Square(to.0.wrapping_sub(delta as u8)), to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::samples;

    /// Figures that were published of makruk's endings. (Those of two men agree too: `khun-tuner endings makruk --men 2`.)
    #[test]
    fn one_man_against_a_king() {
        let rules = Rules::<u64>::build(&samples::makruk()).unwrap();
        let solved = solve(&rules, 1, |_| true).unwrap();
        let of = |id: &str| {
            let found = solved.iter().find(|solved| rules.kind(solved.men[0]).id == id).unwrap();
            (found.positions, found.wins, found.longest, (found.mean() * 1e3).round() / 1e3)
        };
        assert_eq!(of("rook"), (175_168, 175_168, 16, 9.865));
        assert_eq!(of("khon"), (209_856, 162, 4, 2.654));
        assert_eq!(of("knight"), (205_496, 0, 0, 0.0));
        assert_eq!(of("met"), (213_000, 0, 0, 0.0));

        // The rook mates sooner the nearer the lone king is to the edge, whichever edge that is.
        let rook = solved.iter().find(|solved| rules.kind(solved.men[0]).id == "rook").unwrap().ending();
        let diagonal: Vec<f64> = (0..4).map(|n| rook.squares[9 * n]).collect();
        assert!(diagonal.is_sorted(), "{diagonal:?}");
        for square in 0..64 {
            assert_eq!(rook.squares[square], rook.squares[63 - square]);
        }
    }
}
