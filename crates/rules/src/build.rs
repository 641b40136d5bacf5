//! From a [`RulesSpec`] to [`Rules`]: checks that the spec hangs together and derives every table.

mod keys;
mod lines;
mod rights;
mod steps;

use std::sync::Arc;

use arrayvec::ArrayVec;
use khun_board::{Bitboard, Colour, Geometry, SquareMap};

use self::keys::Keys;
use self::lines::LineTables;
use self::rights::{right_loss, right_squares};
use self::steps::{
    extras, guard_table, is_leap, is_ride, kind_facts, leap_table, needs_walk, reverse_table, seen_by, shifts,
};
use crate::Position;
use crate::condition::CompiledCondition;
use crate::count::CompiledCounting;
use crate::fen::{FenFault, parse_fen};
use crate::outcome::ClaimRule;
use crate::rules::{ByClass, ByMan, Immediate, KindFacts, KindTables, Leaps, MAX_LINES, Rules, Side};
use crate::spec::{EndKind, Kind, KindSet, KindSpec, MAX_KINDS, Modality, RulesSpec, Step};

/// A spec that cannot be compiled.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BuildFault {
    /// The board has more squares than this width of bitboard.
    #[error("the board has {squares} squares, more than {capacity}")]
    TooManySquares {
        /// Squares of the board.
        squares: usize,
        /// Squares that fit.
        capacity: usize,
    },
    /// There are no kinds of men, or too many.
    #[error("a variant has 1 to {MAX_KINDS} kinds of men, not {0}")]
    KindCount(usize),
    /// Two kinds share a letter, or a letter is not an upper-case ASCII letter.
    #[error("the letter {letter:?} of {kind} is not an upper-case letter of its own")]
    Letter {
        /// The kind's id.
        kind: String,
        /// Its letter.
        letter: char,
    },
    /// An index points at nothing.
    #[error("{0} refers to a kind or right that does not exist")]
    Index(String),
    /// A kind rides along more different lines than there is room for.
    #[error("{0} rides along more than {MAX_LINES} lines")]
    TooManyLines(String),
    /// A step leads nowhere: it moves by nothing, further than any board, or has no range.
    #[error("{0} has a step that leads nowhere")]
    EmptyStep(String),
    /// The start position is faulty.
    #[error("start position: {0}")]
    Start(FenFault),
}

/// Everything that keeps a spec from being compiled.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct BuildError {
    /// The faults, at least one.
    pub faults: Vec<BuildFault>,
}

impl<B: Bitboard> Rules<B> {
    /// Compiles a variant.
    ///
    /// # Errors
    /// All faults of the spec, those of its start position included.
    pub fn build(spec: &RulesSpec) -> Result<Rules<B>, BuildError> {
        build_boxed(spec).map(|rules| *rules)
    }

    /// As [`Rules::build`], for rules that are shared from the beginning. The tables for 128 squares are a good part of
    /// what the stack of a thread holds; here they never lie on it as a whole more than once.
    ///
    /// # Errors
    /// All faults of the spec, those of its start position included.
    pub fn build_shared(spec: &RulesSpec) -> Result<Arc<Rules<B>>, BuildError> {
        build_boxed(spec).map(Arc::from)
    }
}

fn build_boxed<B: Bitboard>(spec: &RulesSpec) -> Result<Box<Rules<B>>, BuildError> {
    let faults = check(spec, B::CAPACITY);
    if !faults.is_empty() {
        return Err(BuildError { faults });
    }
    let mut rules = compile::<B>(spec).map_err(|fault| BuildError { faults: vec![fault] })?;
    match parse_fen(&rules, &spec.start) {
        Ok(start) => rules.start = start,
        Err(error) => {
            return Err(BuildError { faults: error.faults.into_iter().map(BuildFault::Start).collect() });
        }
    }
    Ok(rules)
}

/// What the tables could not hold.
fn check(spec: &RulesSpec, capacity: usize) -> Vec<BuildFault> {
    let mut faults = Vec::new();
    let squares = spec.geometry.squares();
    if squares > capacity {
        faults.push(BuildFault::TooManySquares { squares, capacity });
    }
    if spec.kinds.is_empty() || spec.kinds.len() > MAX_KINDS {
        faults.push(BuildFault::KindCount(spec.kinds.len()));
    }
    let known = |kind: &Kind| kind.index() < spec.kinds.len();
    for (index, kind) in spec.kinds.iter().enumerate() {
        let shared = spec.kinds[..index].iter().any(|other| other.letter == kind.letter);
        if shared || !kind.letter.is_ascii_uppercase() {
            faults.push(BuildFault::Letter { kind: kind.id.clone(), letter: kind.letter });
        }
        if kind.promotion.as_ref().is_some_and(|promotion| !promotion.to.iter().all(known)) {
            faults.push(BuildFault::Index(format!("the promotion of {}", kind.id)));
        }
        if kind.extras.iter().any(|extra| extra.needs.is_some_and(|right| right >= spec.rights.len())) {
            faults.push(BuildFault::Index(format!("an extra move of {}", kind.id)));
        }
        let steps = kind.steps.iter().chain(kind.extras.iter().flat_map(|extra| &extra.steps));
        let nowhere = |step: &Step| {
            (step.files, step.ranks) == (0, 0)
                || step.range == 0
                || step.files.unsigned_abs() >= Geometry::MAX_SIDE
                || step.ranks.unsigned_abs() >= Geometry::MAX_SIDE
        };
        if steps.clone().any(nowhere) {
            faults.push(BuildFault::EmptyStep(kind.id.clone()));
        }
    }
    faults
}

/// A table for each colour, on the heap: for 128 squares a few of them are more than the stack of a thread holds.
#[inline(never)]
fn filled<B: Bitboard, T: Copy + Send + Sync + 'static>(value: T) -> Box<[ByMan<B, T>; 2]> {
    Box::new([[B::Map::filled(value); MAX_KINDS]; 2])
}

#[inline(never)]
fn compile<B: Bitboard>(spec: &RulesSpec) -> Result<Box<Rules<B>>, BuildFault> {
    let geometry = spec.geometry;
    let mut keys = Keys(0x6b68_756e);
    let mut lines = LineTables::new(geometry);
    let mut leaps = filled::<B, _>(Leaps { capture: B::EMPTY, quiet: B::EMPTY });
    let mut kinds: [[KindTables<B>; MAX_KINDS]; 2] = Default::default();
    for colour in Colour::BOTH {
        for (index, kind) in spec.kinds.iter().enumerate() {
            let steps = seen_by(&kind.steps, colour, spec.mirror);
            let region = B::from_set(kind.region.map_or(geometry.all(), |region| region[colour.index()]));
            let shifts = shifts(geometry, &steps, region);
            leaps[colour.index()][index] = leap_table(geometry, &steps, region);
            kinds[colour.index()][index] = KindTables {
                rides: lines.rides(&steps, region).ok_or_else(|| BuildFault::TooManyLines(kind.id.clone()))?,
                shifts,
                walks: steps.iter().filter(|step| needs_walk(step)).copied().collect(),
                zone: kind.promotion.as_ref().map_or(B::EMPTY, |p| B::from_set(p.zones[colour.index()])),
                region,
            };
        }
    }
    let facts: [KindFacts; MAX_KINDS] =
        std::array::from_fn(|index| spec.kinds.get(index).map_or_else(KindFacts::default, kind_facts));
    let of_kinds = |test: &dyn Fn(usize, &KindSpec) -> bool| -> ArrayVec<Kind, MAX_KINDS> {
        (0..spec.kinds.len()).filter(|&index| test(index, &spec.kinds[index])).map(|index| Kind(index as u8)).collect()
    };
    let unsplit_leaps =
        |kind: &KindSpec| kind.steps.iter().all(|step| is_leap(step) && step.modality == Modality::Both);
    let shifted = |index: usize| !kinds[0][index].shifts.is_empty() && !kinds[1][index].shifts.is_empty();
    let by_class = ByClass {
        shifts: of_kinds(&|index, kind| !kind.royal && shifted(index)),
        leapers: of_kinds(&|index, kind| !kind.royal && !shifted(index) && unsplit_leaps(kind)),
        others: of_kinds(&|index, kind| !kind.royal && !shifted(index) && !unsplit_leaps(kind)),
    };
    let captures = |step: &&Step| step.modality.capture();
    let riders = of_kinds(&|_, kind| kind.steps.iter().filter(captures).any(is_ride));
    let leapers = of_kinds(&|_, kind| kind.steps.iter().filter(captures).any(is_leap));
    let walkers: Vec<Kind> = of_kinds(&|_, kind| kind.steps.iter().filter(captures).any(needs_walk)).to_vec();
    let royal: KindSet = of_kinds(&|_, kind| kind.royal).into_iter().collect();
    let reverse = reverse_table::<B>(geometry, &leaps);
    let extras = extras::<B>(spec, &leaps);
    let extras_capture = spec.kinds.iter().flat_map(|k| &k.extras).flat_map(|e| &e.steps).any(|s| s.modality.capture());
    let mut immediate = Vec::new();
    let mut no_moves = [None; 2];
    let mut claims = Vec::new();
    let mut checks = 0;
    for (index, end) in spec.ends.iter().enumerate() {
        match &end.kind {
            EndKind::Count { when, unless_can_capture } => {
                let when = CompiledCondition::new(when);
                immediate.push((index, Immediate::Count { when, unless_can_capture: *unless_can_capture }));
            }
            EndKind::Checks { times } => {
                checks = (*times).clamp(1, 7);
                immediate.push((index, Immediate::Checks));
            }
            EndKind::Goal { kinds, regions } => {
                let regions = regions.map(B::from_set);
                immediate.push((index, Immediate::Goal { kinds: *kinds, regions }));
            }
            EndKind::NoMoves { in_check } => {
                for (state, slot) in no_moves.iter_mut().enumerate() {
                    if slot.is_none() && in_check.is_none_or(|wanted| wanted == (state == 1)) {
                        *slot = Some((end.result, index));
                    }
                }
            }
            kind @ (EndKind::Repetition { .. } | EndKind::NMove { .. } | EndKind::Counting) => {
                claims.extend(ClaimRule::new(kind, end.result, end.claim).map(|rule| (index, rule)));
            }
        }
    }
    let one_royal =
        royal.0.count_ones() == 1 && Colour::BOTH.iter().all(|&colour| count_in_start(spec, royal, colour) == 1);
    let royal_leaps = royal.kinds().all(|kind| !riders.contains(&kind) && kinds[0][kind.index()].rides.is_empty());
    let right_squares = right_squares(spec);
    let start_rights =
        [0, 1].map(|colour| B::from_set(right_squares.iter().fold(0, |all, squares| all | squares[colour])));
    let guards = guard_table::<B>(geometry, &leaps, &reverse, royal, &extras, start_rights);
    let right_loss = right_loss(spec, &right_squares, &leaps, &kinds, &lines.tables);
    Ok(Box::new(Rules {
        sides: sides(&leaps, kinds, &reverse, &guards, &mut keys),
        key_side: keys.next(),
        key_rights: keys.map::<B>(),
        key_checks: std::array::from_fn(|_| std::array::from_fn(|_| keys.next())),
        facts,
        fast: one_royal && royal_leaps && walkers.is_empty() && !extras_capture,
        riders,
        leapers,
        by_class,
        has_choices: facts.iter().any(|facts| facts.promotion_choices > 1),
        walkers,
        royal,
        extras_need_rights: extras.iter().all(|extra| extra.needs_right),
        extras,
        extras_capture,
        has_rights: !spec.rights.is_empty(),
        right_loss,
        immediate,
        checks,
        counting: spec.counting.as_ref().map(CompiledCounting::new),
        no_moves,
        claims,
        geometry,
        start: Position::empty(),
        start_rights,
        spec: spec.clone(),
        lines: lines.tables,
    }))
}

/// Puts the tables of each colour together.
fn sides<B: Bitboard>(
    leaps: &[ByMan<B, Leaps<B>>; 2],
    kinds: [[KindTables<B>; MAX_KINDS]; 2],
    reverse: &[ByMan<B, B>; 2],
    guards: &[ByMan<B, B>; 2],
    keys: &mut Keys,
) -> [Side<B>; 2] {
    let [white_kinds, black_kinds] = kinds;
    let mut side = |colour: usize, kinds| Side {
        leaps: leaps[colour],
        reverse: reverse[colour],
        guards: guards[colour],
        keys: std::array::from_fn(|_| keys.map::<B>()),
        kinds,
    };
    [side(0, white_kinds), side(1, black_kinds)]
}

/// How many men of some kinds a colour has in the start position, faulty or not.
fn count_in_start(spec: &RulesSpec, kinds: KindSet, colour: Colour) -> usize {
    let placement = spec.start.split([' ', '[']).next().unwrap_or_default();
    let letters: Vec<char> = kinds
        .kinds()
        .filter_map(|kind| spec.kinds.get(kind.index()))
        .map(|kind| if colour == Colour::White { kind.letter } else { kind.letter.to_ascii_lowercase() })
        .collect();
    placement.chars().filter(|letter| letters.contains(letter)).count()
}
