//! [`Evaluator`]: weights and tables of a variant, prepared once for evaluating positions.

use std::collections::VecDeque;

use khun_board::{Bitboard, Colour, Square, SquareMap};
use khun_rules::Rules;
use khun_rules::spec::{Kind, KindSet, MAX_KINDS};

use super::endings::EndingTable;
use crate::score::Tapered;
use crate::terms;
use crate::weights::Weights;

/// A royal man in an exchange is worth more than everything else together.
pub(crate) const ROYAL_VALUE: i32 = 20_000;

/// Room for all numbers: a power of two, so that a mask takes the place of a bounds check.
pub(super) const NUMBERS: usize = 4096;
const _: () = assert!(terms::COUNT <= NUMBERS && NUMBERS.is_power_of_two());

/// The weights of a variant in the form in which positions are evaluated. Immutable; shared by all threads.
pub struct Evaluator<B: Bitboard> {
    weights: Weights,
    pub(super) numbers: Box<[Tapered; NUMBERS]>,
    /// Value and square of a man, negative for Black's.
    pub(crate) standing: [[B::Map<Tapered>; MAX_KINDS]; 2],
    /// What a man adds to the phase.
    pub(super) phase: [i32; MAX_KINDS],
    /// The phase of the start position, at least 1.
    pub(super) full_phase: i32,
    /// What a man is worth in an exchange.
    pub(crate) exchange: [i32; MAX_KINDS],
    /// All kinds, the least worth in an exchange first.
    by_worth: Vec<Kind>,
    /// The kinds that are neither royal nor pawn-like, the least worth first; with each the number of kinds before it
    /// that are worth clearly less.
    pub(super) pieces: Vec<(Kind, usize)>,
    /// The pawn-like kinds.
    pub(super) pawn_kinds: Vec<Kind>,
    /// All pawn-like kinds.
    pub(super) pawns: KindSet,
    /// The squares around a royal man, and its own.
    pub(super) ring: [B::Map<B>; 2],
    /// The squares from which a pawn-like man of a colour attacks a square, now or after moving on.
    pub(super) future_attackers: [B::Map<B>; 2],
    /// By colour and index into `pawn_kinds`.
    pub(super) pawn_tables: [Vec<PawnTables<B>>; 2],
    /// The half of the board that is the enemy's.
    pub(super) enemy_half: [B; 2],
    /// The files beside a square's.
    pub(super) beside: B::Map<B>,
    /// The squares right beside a square on its rank.
    pub(super) neighbours: B::Map<B>,
    /// King's steps between two squares.
    distances: Box<B::Map<B::Map<u8>>>,
    pub(super) file: B::Map<u8>,
    pub(super) rank: B::Map<u8>,
    /// Steps to the nearest edge.
    pub(super) edge: B::Map<u8>,
    /// Files and ranks to the nearest corner of a light shade, of a dark one, of any.
    pub(super) corner: [B::Map<u8>; 3],
    pub(super) dark: B,
    /// Kinds that never change the shade of their square.
    pub(super) shade_bound: KindSet,
    pub(super) endings: EndingTable,
    /// How a square is mirrored onto the one whose number it shares, by colour.
    canonical: [B::Map<Square>; 2],
    /// The royal kinds, to be evaluated as such.
    pub(super) royal: KindSet,
    /// The kinds that ride.
    pub(super) riders: KindSet,
}

/// What is known beforehand of a kind of pawn-like men of one colour.
pub(super) struct PawnTables<B: Bitboard> {
    /// Where it moves without capturing.
    pub(super) forward: B::Map<B>,
    /// From where an enemy pawn-like man keeps it from promoting.
    pub(super) stoppers: B::Map<B>,
    /// How many moves it needs to promote; `u8::MAX`: it cannot.
    pub(super) steps: B::Map<u8>,
    /// The squares ahead of it on its file.
    pub(super) ahead: B::Map<B>,
}

impl<B: Bitboard> Evaluator<B> {
    /// Prepares weights for a variant.
    pub fn new(rules: &Rules<B>, weights: Weights) -> Evaluator<B> {
        let geometry = rules.geometry();
        let mut numbers = Box::new([Tapered::ZERO; NUMBERS]);
        numbers[..terms::COUNT].copy_from_slice(weights.numbers());

        let symmetric = rules.kinds().all(|kind| {
            let steps = &rules.kind(kind).steps;
            steps.iter().all(|step| {
                steps.iter().any(|other| {
                    (other.files, other.ranks) == (-step.files, step.ranks)
                        && (other.range, other.modality, other.path) == (step.range, step.modality, step.path)
                })
            })
        });
        let canonical: [B::Map<Square>; 2] = Colour::BOTH.map(|colour| {
            map(geometry.iter(), Square(0), |square| {
                let own = if colour == Colour::White { square } else { geometry.mirrored(square, rules.spec().mirror) };
                let file = geometry.file(own).min(geometry.files() - 1 - geometry.file(own));
                let mirrored = geometry.square(file.into(), geometry.rank(own).into());
                mirrored.filter(|_| symmetric).unwrap_or(own)
            })
        });
        let standing = Colour::BOTH.map(|colour| {
            std::array::from_fn(|index| {
                let kind = Kind(index as u8);
                map(geometry.iter(), Tapered::ZERO, |square| {
                    let own = canonical[colour.index()].at(square);
                    let number = numbers[terms::value.of(kind, 0)] + numbers[terms::squares.of(kind, own.index())];
                    if colour == Colour::White { number } else { -number }
                })
            })
        });

        let is_pawn = |kind: &Kind| rules.kind(*kind).pawn && !rules.kind(*kind).royal;
        let pawn_kinds: Vec<Kind> = rules.kinds().filter(is_pawn).collect();
        let mut exchange = [0; MAX_KINDS];
        let mut phase = [0; MAX_KINDS];
        for kind in rules.kinds() {
            let value = numbers[terms::value.of(kind, 0)];
            let worth = ((value.middlegame() + value.endgame()) / 2).max(1);
            exchange[kind.index()] = if rules.kind(kind).royal { ROYAL_VALUE } else { worth };
            phase[kind.index()] = if rules.kind(kind).royal || is_pawn(&kind) { 0 } else { value.middlegame().max(1) };
        }
        let start = rules.start();
        let in_start = |kind: Kind| start.of_kind(kind).count() as i32;
        let full_phase = rules.kinds().map(|kind| phase[kind.index()] * in_start(kind)).sum::<i32>().max(1);

        let mut by_worth: Vec<Kind> = rules.kinds().collect();
        by_worth.sort_by_key(|kind| exchange[kind.index()]);
        let mut sorted: Vec<Kind> = rules.kinds().filter(|&kind| !rules.kind(kind).royal && !is_pawn(&kind)).collect();
        sorted.sort_by_key(|kind| exchange[kind.index()]);
        let lesser = |kind: &Kind| {
            sorted.iter().take_while(|other| exchange[other.index()] * 100 < exchange[kind.index()] * 88).count()
        };
        let pieces = sorted.iter().map(|kind| (*kind, lesser(kind))).collect();

        let files = geometry.files();
        let file_set = |file: i32| {
            geometry.iter().filter(|&s| i32::from(geometry.file(s)) == file).fold(B::EMPTY, |all, s| all | B::of(s))
        };
        let distances = map(geometry.iter(), B::Map::filled(0), |a| {
            map(geometry.iter(), 0, |b| {
                geometry.file(a).abs_diff(geometry.file(b)).max(geometry.rank(a).abs_diff(geometry.rank(b)))
            })
        });
        let file = map(geometry.iter(), 0, |square| geometry.file(square));
        let rank = map(geometry.iter(), 0, |square| geometry.rank(square));
        let dark = geometry
            .iter()
            .filter(|&s| (geometry.file(s) + geometry.rank(s)).is_multiple_of(2))
            .fold(B::EMPTY, |all, s| all | B::of(s));
        let corners = [(0, 0), (files - 1, 0), (0, geometry.ranks() - 1), (files - 1, geometry.ranks() - 1)];
        let corner_distance = |square: Square, wanted: usize| {
            let fits = |&&(file, rank): &&(u8, u8)| match wanted {
                0 => (file + rank) % 2 == 1,
                1 => (file + rank) % 2 == 0,
                _ => true,
            };
            let far =
                |&(file, rank): &(u8, u8)| geometry.file(square).abs_diff(file) + geometry.rank(square).abs_diff(rank);
            corners.iter().filter(fits).map(far).min().unwrap_or(0)
        };
        let pawn_tables = Colour::BOTH.map(|colour| pawn_tables(rules, &pawn_kinds, colour));
        Evaluator {
            endings: EndingTable::new(&weights.endings),
            numbers,
            standing,
            phase,
            full_phase,
            exchange,
            by_worth,
            pieces,
            pawns: pawn_kinds.iter().copied().collect(),
            ring: Colour::BOTH.map(|colour| {
                map(geometry.iter(), B::EMPTY, |square| {
                    let reach = |kind| {
                        let (quiet, capture) = rules.reach(colour, kind, square);
                        quiet | capture
                    };
                    rules.royal_kinds().kinds().fold(B::of(square), |ring, kind| ring | reach(kind))
                })
            }),
            future_attackers: Colour::BOTH.map(|colour| future_attackers(rules, &pawn_kinds, colour)),
            pawn_kinds,
            pawn_tables,
            enemy_half: Colour::BOTH.map(|colour| {
                let beyond = |&square: &Square| {
                    let white_view =
                        if colour == Colour::White { square } else { geometry.mirrored(square, rules.spec().mirror) };
                    2 * geometry.rank(white_view) >= geometry.ranks()
                };
                geometry.iter().filter(beyond).fold(B::EMPTY, |all, square| all | B::of(square))
            }),
            beside: map(geometry.iter(), B::EMPTY, |square| {
                let file = i32::from(geometry.file(square));
                file_set(file - 1) | file_set(file + 1)
            }),
            neighbours: map(geometry.iter(), B::EMPTY, |square| {
                let beside = [-1, 1].into_iter().filter_map(|step| geometry.offset(square, step, 0));
                beside.fold(B::EMPTY, |all, square| all | B::of(square))
            }),
            edge: map(geometry.iter(), 0, |square| {
                let (file, rank) = (geometry.file(square), geometry.rank(square));
                file.min(files - 1 - file).min(rank).min(geometry.ranks() - 1 - rank)
            }),
            corner: [0, 1, 2].map(|wanted| map(geometry.iter(), 0, |square| corner_distance(square, wanted))),
            distances: Box::new(distances),
            file,
            rank,
            dark,
            shade_bound: rules.kinds().filter(|&kind| rules.is_shade_bound(kind)).collect(),
            canonical,
            royal: rules.royal_kinds(),
            riders: rules.kinds().filter(|&kind| rules.is_rider(kind)).collect(),
            weights,
        }
    }

    /// The weights that the evaluator was made from.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What a man of a kind is worth in an exchange, in hundredths of a pawn.
    #[inline(always)]
    pub fn exchange_value(&self, kind: Kind) -> i32 {
        self.exchange[kind.index() & (MAX_KINDS - 1)]
    }

    /// All kinds, the least worth in an exchange first.
    #[inline(always)]
    pub fn by_worth(&self) -> &[Kind] {
        &self.by_worth
    }

    /// The square whose number a man of a colour on `square` uses: mirrored to White's side, and to the left half where
    /// the moves of all kinds are symmetric.
    pub fn canonical(&self, _: &Rules<B>, colour: Colour, square: Square) -> Square {
        *self.canonical[colour.index()].at(square)
    }

    /// King's steps between two squares.
    #[inline(always)]
    pub(super) fn distance(&self, a: Square, b: Square) -> usize {
        (*self.distances.at(a).at(b)).into()
    }
}

fn map<T: Copy + Send + Sync + 'static, M: SquareMap<T>>(
    squares: impl Iterator<Item = Square>,
    filler: T,
    entry: impl Fn(Square) -> T,
) -> M {
    let mut map = M::filled(filler);
    for square in squares {
        *map.at_mut(square) = entry(square);
    }
    map
}

/// The squares that a pawn-like man passes on its way, itself excluded, each with the number of moves to get there. It
/// stops where it promotes.
fn ways<B: Bitboard>(rules: &Rules<B>, kind: Kind, colour: Colour, from: Square) -> Vec<(Square, u8)> {
    let zone = rules.promotion_zone(colour, kind);
    let mut seen = B::of(from);
    let mut queue = VecDeque::from([(from, 0)]);
    let mut ways = Vec::new();
    while let Some((square, moves)) = queue.pop_front() {
        let (quiet, _) = rules.reach(colour, kind, square);
        for to in (quiet & !seen).squares() {
            seen |= B::of(to);
            ways.push((to, moves + 1));
            if !zone.has(to) {
                queue.push_back((to, moves + 1));
            }
        }
    }
    ways
}

/// The squares that a pawn-like man attacks now or after some quiet moves.
fn future_attacks<B: Bitboard>(rules: &Rules<B>, kind: Kind, colour: Colour, from: Square) -> B {
    let zone = rules.promotion_zone(colour, kind);
    let later = ways(rules, kind, colour, from).into_iter().map(|(square, _)| square).filter(|&s| !zone.has(s));
    later.fold(rules.reach(colour, kind, from).1, |all, square| all | rules.reach(colour, kind, square).1)
}

fn future_attackers<B: Bitboard>(rules: &Rules<B>, pawns: &[Kind], colour: Colour) -> B::Map<B> {
    let mut attackers = B::Map::filled(B::EMPTY);
    for &kind in pawns {
        for from in rules.geometry().iter() {
            for to in future_attacks(rules, kind, colour, from).squares() {
                *attackers.at_mut(to) |= B::of(from);
            }
        }
    }
    attackers
}

fn pawn_tables<B: Bitboard>(rules: &Rules<B>, pawns: &[Kind], colour: Colour) -> Vec<PawnTables<B>> {
    let geometry = rules.geometry();
    let enemy_attackers = future_attackers(rules, pawns, !colour);
    let tables = |&kind: &Kind| {
        let mut tables: PawnTables<B> = PawnTables {
            forward: B::Map::filled(B::EMPTY),
            stoppers: B::Map::filled(B::EMPTY),
            steps: B::Map::filled(u8::MAX),
            ahead: B::Map::filled(B::EMPTY),
        };
        let zone = rules.promotion_zone(colour, kind);
        for from in geometry.iter() {
            *tables.forward.at_mut(from) = rules.reach(colour, kind, from).0;
            let mut stoppers = B::EMPTY;
            for (square, moves) in ways(rules, kind, colour, from) {
                stoppers |= B::of(square) | *enemy_attackers.at(square);
                if zone.has(square) {
                    let steps: &mut u8 = tables.steps.at_mut(from);
                    *steps = (*steps).min(moves);
                }
                if geometry.file(square) == geometry.file(from) {
                    *tables.ahead.at_mut(from) |= B::of(square);
                }
            }
            *tables.stoppers.at_mut(from) = stoppers;
        }
        tables
    };
    pawns.iter().map(tables).collect()
}
