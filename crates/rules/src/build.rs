//! From a [`RulesSpec`] to [`Rules`]: checks that the spec hangs together and derives every table.

use arrayvec::ArrayVec;
use khun_board::{Bitboard, Colour, Geometry, Line, Mirror, Square, SquareMap};

use crate::Position;
use crate::condition::CompiledCondition;
use crate::count::CompiledCounting;
use crate::fen::{FenFault, parse_fen};
use crate::outcome::ClaimRule;
use crate::rules::{
    Aim, ByMan, Class, Extra, Immediate, KindFacts, KindTables, Leaps, MAX_LINES, MAX_SHIFTS, Ride, RightLoss, Rules,
    Shift, Side,
};
use crate::spec::{EndKind, InCheck, Kind, KindSet, KindSpec, MAX_KINDS, Modality, Path, RightSpec, RulesSpec, Step};

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

/// Splitmix64: the stream of hash keys, the same on every machine.
struct Keys(u64);

impl Keys {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn map<B: Bitboard>(&mut self) -> B::Map<u64> {
        let mut map = B::Map::<u64>::filled(0);
        for square in 0..B::CAPACITY as u8 {
            *map.at_mut(Square(square)) = self.next();
        }
        map
    }
}

fn compile<B: Bitboard>(spec: &RulesSpec) -> Result<Rules<B>, BuildFault> {
    let geometry = spec.geometry;
    let mut keys = Keys(0x6b68_756e);
    let mut lines = LineTables { geometry, keys: Vec::new(), tables: Vec::new() };
    let mut leaps = [[B::Map::filled(Leaps { capture: B::EMPTY, quiet: B::EMPTY }); MAX_KINDS]; 2];
    let mut kinds: [[KindTables<B>; MAX_KINDS]; 2] = Default::default();
    for colour in Colour::BOTH {
        for (index, kind) in spec.kinds.iter().enumerate() {
            let steps = seen_by(&kind.steps, colour, spec.mirror);
            let region = B::from_set(kind.region.map_or(geometry.all(), |region| region[colour.index()]));
            let shifts = shifts(geometry, &steps, region);
            let unsplit_leaps = steps.iter().all(|step| is_leap(step) && step.modality == Modality::Both);
            leaps[colour.index()][index] = leap_table(geometry, &steps, region);
            kinds[colour.index()][index] = KindTables {
                class: match shifts.is_empty() {
                    false => Class::Shifts,
                    true if unsplit_leaps => Class::Leaper,
                    true => Class::Other,
                },
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
    Ok(Rules {
        sides: sides(leaps, kinds, reverse, guards, &mut keys),
        key_side: keys.next(),
        key_rights: keys.map::<B>(),
        key_checks: std::array::from_fn(|_| std::array::from_fn(|_| keys.next())),
        facts,
        fast: one_royal && royal_leaps && walkers.is_empty() && !extras_capture,
        riders,
        leapers,
        commoners: of_kinds(&|_, kind| !kind.royal),
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
    })
}

/// Puts the tables of each colour together.
fn sides<B: Bitboard>(
    leaps: [ByMan<B, Leaps<B>>; 2],
    kinds: [[KindTables<B>; MAX_KINDS]; 2],
    reverse: [ByMan<B, B>; 2],
    guards: [ByMan<B, B>; 2],
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

/// The steps as a colour makes them.
fn seen_by(steps: &[Step], colour: Colour, mirror: Mirror) -> Vec<Step> {
    let (files, ranks) = match (colour, mirror) {
        (Colour::White, _) | (_, Mirror::None) => (1, 1),
        (Colour::Black, Mirror::Rank) => (1, -1),
        (Colour::Black, Mirror::Rotate) => (-1, -1),
    };
    steps.iter().map(|step| Step { files: step.files * files, ranks: step.ranks * ranks, ..*step }).collect()
}

fn is_leap(step: &Step) -> bool {
    step.path == Path::Free && step.range == 1
}

fn is_ride(step: &Step) -> bool {
    step.path == Path::Free && step.range > 1
}

fn needs_walk(step: &Step) -> bool {
    step.path != Path::Free
}

fn leap_table<B: Bitboard>(geometry: Geometry, steps: &[Step], region: B) -> B::Map<Leaps<B>> {
    let mut table = B::Map::filled(Leaps { capture: B::EMPTY, quiet: B::EMPTY });
    for from in geometry.iter() {
        for step in steps.iter().filter(|step| is_leap(step)) {
            let Some(to) = geometry.offset(from, step.files.into(), step.ranks.into()) else { continue };
            let entry: &mut Leaps<B> = table.at_mut(from);
            if step.modality.capture() {
                entry.capture |= B::of(to) & region;
            }
            if step.modality.quiet() {
                entry.quiet |= B::of(to) & region;
            }
        }
    }
    table
}

/// The leaps of a kind that has few of them and nothing else, as shifts of the whole set.
fn shifts<B: Bitboard>(geometry: Geometry, steps: &[Step], region: B) -> ArrayVec<Shift<B>, MAX_SHIFTS> {
    let mut shifts = ArrayVec::new();
    if steps.len() > MAX_SHIFTS || !steps.iter().all(is_leap) {
        return shifts;
    }
    for step in steps {
        let mut sources = B::EMPTY;
        for from in geometry.iter() {
            if let Some(to) = geometry.offset(from, step.files.into(), step.ranks.into()) {
                if region.has(to) {
                    sources |= B::of(from);
                }
            }
        }
        let delta = i32::from(step.ranks) * i32::from(geometry.files()) + i32::from(step.files);
        // A leap that fits nowhere on the board may be longer than an i8 holds.
        if let (true, Ok(delta)) = (sources.any(), i8::try_from(delta)) {
            shifts.push(Shift { delta, sources, modality: step.modality });
        }
    }
    shifts
}

/// Line tables, each kept once however many kinds ride along it.
struct LineTables<B: Bitboard> {
    geometry: Geometry,
    keys: Vec<LineKey<B>>,
    tables: Vec<B::Map<Line<B>>>,
}

#[derive(Clone, Copy, PartialEq)]
struct LineKey<B> {
    /// The step towards higher square numbers.
    step: (i8, i8),
    /// How often it may be repeated towards higher numbers, and towards lower ones.
    ranges: (u8, u8),
    region: B,
    reverse: bool,
}

impl<B: Bitboard> LineTables<B> {
    /// The lines of a kind, opposite directions joined. `None` when there are too many.
    fn rides(&mut self, steps: &[Step], region: B) -> Option<ArrayVec<Ride, MAX_LINES>> {
        let mut joined: Vec<((i8, i8), (u8, u8), Modality)> = Vec::new();
        for step in steps.iter().filter(|step| is_ride(step)) {
            let rises = (step.ranks, step.files) > (0, 0);
            let (direction, ranges) = if rises {
                ((step.files, step.ranks), (step.range, 0))
            } else {
                ((-step.files, -step.ranks), (0, step.range))
            };
            let partner = joined.iter_mut().find(|(other, (up, down), modality)| {
                *other == direction && *modality == step.modality && if rises { *up == 0 } else { *down == 0 }
            });
            match partner {
                Some((_, (up, down), _)) => (*up, *down) = (*up + ranges.0, *down + ranges.1),
                None => joined.push((direction, ranges, step.modality)),
            }
        }
        let mut rides = ArrayVec::new();
        for (step, ranges, modality) in joined {
            let forward = self.table(LineKey { step, ranges, region, reverse: false });
            let reverse = self.table(LineKey { step, ranges, region, reverse: true });
            rides.try_push(Ride { forward, reverse, modality }).ok()?;
        }
        Some(rides)
    }

    fn table(&mut self, key: LineKey<B>) -> u16 {
        // A line that goes both ways equally far, over the whole board, is its own reverse.
        let symmetric = key.ranges.0 == key.ranges.1 && key.region == B::from_set(self.geometry.all());
        let key = LineKey { reverse: key.reverse && !symmetric, ..key };
        if let Some(index) = self.keys.iter().position(|known| *known == key) {
            return index as u16;
        }
        let mut table: B::Map<Line<B>> = B::Map::filled(Line { lower: B::EMPTY, upper: B::EMPTY });
        for from in self.geometry.iter() {
            for (sign, range) in [(1, key.ranges.0), (-1, key.ranges.1)] {
                let mut at = from;
                for _ in 0..range {
                    let (files, ranks) = (i32::from(key.step.0) * sign, i32::from(key.step.1) * sign);
                    let Some(to) = self.geometry.offset(at, files, ranks).filter(|&to| key.region.has(to)) else {
                        break;
                    };
                    let (origin, end) = if key.reverse { (to, from) } else { (from, to) };
                    let line: &mut Line<B> = table.at_mut(origin);
                    if end > origin {
                        line.upper |= B::of(end);
                    } else {
                        line.lower |= B::of(end);
                    }
                    at = to;
                }
            }
        }
        self.keys.push(key);
        self.tables.push(table);
        (self.tables.len() - 1) as u16
    }
}

fn reverse_table<B: Bitboard>(geometry: Geometry, leaps: &[ByMan<B, Leaps<B>>; 2]) -> [ByMan<B, B>; 2] {
    let mut reverse = [[B::Map::filled(B::EMPTY); MAX_KINDS]; 2];
    for (reverse, leaps) in reverse.iter_mut().flatten().zip(leaps.iter().flatten()) {
        for from in geometry.iter() {
            for to in leaps.at(from).capture.squares() {
                *reverse.at_mut(to) |= B::of(from);
            }
        }
    }
    reverse
}

/// See [`Side::guards`]: the union of the reverse sets over a royal man's square and the squares that it may step to.
fn guard_table<B: Bitboard>(
    geometry: Geometry,
    leaps: &[ByMan<B, Leaps<B>>; 2],
    reverse: &[ByMan<B, B>; 2],
    royal: KindSet,
    extras: &[Extra<B>],
    start_rights: [B; 2],
) -> [ByMan<B, B>; 2] {
    let mut guards = [[B::Map::filled(B::EMPTY); MAX_KINDS]; 2];
    for colour in Colour::BOTH {
        for king in geometry.iter() {
            let own = (!colour).index();
            let mut steps = royal.kinds().fold(B::of(king), |near, royal| {
                let leaps = leaps[own][royal.index()].at(king);
                near | leaps.capture | leaps.quiet
            });
            // A right can be given by a FEN on any square of the rank of its holders.
            let home = start_rights[own].squares().any(|square| geometry.rank(square) == geometry.rank(king));
            for extra in extras.iter().filter(|extra| royal.has(extra.kind) && (home || !extra.needs_right)) {
                steps |= extra.leaps[own].at(king).quiet;
            }
            for (guards, reverse) in guards[colour.index()].iter_mut().zip(&reverse[colour.index()]) {
                *guards.at_mut(king) = steps.squares().fold(B::EMPTY, |all, square| all | *reverse.at(square));
            }
        }
    }
    guards
}

fn kind_facts(kind: &KindSpec) -> KindFacts {
    let choices = kind.promotion.as_ref().map_or(0, |p| p.to.len() as u8 + u8::from(!p.mandatory));
    let all_steps = || kind.steps.iter().chain(kind.extras.iter().flat_map(|extra| &extra.steps));
    let captures: Vec<_> = kind.steps.iter().filter(|step| step.modality == Modality::Capture).collect();
    let quiet = kind.steps.iter().filter(|step| step.modality == Modality::Quiet).count();
    KindFacts {
        pawn: kind.pawn,
        mates_alone: kind.mates_alone,
        shade_bound: all_steps().all(|step| (step.files + step.ranks) % 2 == 0),
        irreversible: all_steps().all(|step| step.ranks > 0),
        split: !captures.is_empty() || quiet > 0 || kind.steps.iter().any(needs_walk),
        may_only_capture_checker: kind.in_check == InCheck::MayOnlyCaptureChecker,
        promotion_mandatory: kind.promotion.as_ref().is_some_and(|promotion| promotion.mandatory),
        promotes_to: kind.promotion.iter().flat_map(|promotion| promotion.to.iter().copied()).collect(),
        promotion_choices: choices,
    }
}

fn extras<B: Bitboard>(spec: &RulesSpec, leaps: &[ByMan<B, Leaps<B>>; 2]) -> Vec<Extra<B>> {
    let mut extras = Vec::new();
    for (index, kind) in spec.kinds.iter().enumerate() {
        for extra in &kind.extras {
            let steps = Colour::BOTH.map(|colour| seen_by(&extra.steps, colour, spec.mirror));
            let tables = Colour::BOTH.map(|colour| {
                let region = kind.region.map_or(spec.geometry.all(), |region| region[colour.index()]);
                let mut table = leap_table(spec.geometry, &steps[colour.index()], B::from_set(region));
                for square in spec.geometry.iter() {
                    // What the man may do anyway is no extra move.
                    let ordinary = leaps[colour.index()][index].at(square);
                    let extra: &mut Leaps<B> = table.at_mut(square);
                    extra.quiet &= !ordinary.quiet;
                    extra.capture &= !ordinary.capture;
                }
                table
            });
            let only_leaps = |steps: &[Step]| steps.iter().all(is_leap);
            extras.push(Extra {
                kind: Kind(index as u8),
                needs_right: extra.needs.is_some(),
                unless_in_check: extra.unless_in_check,
                simple: only_leaps(&extra.steps)
                    && only_leaps(&kind.steps)
                    && extra.steps.iter().all(|step| step.modality == Modality::Quiet),
                from: extra.from.map_or([!B::EMPTY; 2], |from| from.map(B::from_set)),
                leaps: Box::new(tables),
                walks: steps.map(|steps| steps.into_iter().filter(|step| !is_leap(step)).collect()),
            });
        }
    }
    extras
}

/// The squares of the start position whose men hold each right, by colour.
fn right_squares(spec: &RulesSpec) -> Vec<[u128; 2]> {
    let placement = spec.start.split([' ', '[']).next().unwrap_or_default();
    let of_right = |right: &RightSpec| {
        let mut squares = [0; 2];
        for (row, text) in placement.split('/').enumerate() {
            let rank = i32::from(spec.geometry.ranks()) - 1 - row as i32;
            let (mut file, mut digits) = (0, 0);
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    digits = (digits * 10 + digit as i32).min(999);
                    continue;
                }
                file += std::mem::take(&mut digits);
                if letter == '~' {
                    continue;
                }
                let holds = |kind: Kind| spec.kinds[kind.index()].letter == letter.to_ascii_uppercase();
                if right.holders.kinds().filter(|kind| kind.index() < spec.kinds.len()).any(holds) {
                    let colour = usize::from(letter.is_ascii_lowercase());
                    squares[colour] |= spec.geometry.square(file, rank).map_or(0, |square| 1 << square.0);
                }
                file += 1;
            }
        }
        squares
    };
    spec.rights.iter().map(of_right).collect()
}

fn right_loss<B: Bitboard>(
    spec: &RulesSpec,
    right_squares: &[[u128; 2]],
    leaps: &[ByMan<B, Leaps<B>>; 2],
    kinds: &[[KindTables<B>; MAX_KINDS]; 2],
    lines: &[B::Map<Line<B>>],
) -> RightLoss<B> {
    let geometry = spec.geometry;
    // A FEN may give rights to men elsewhere than in the start position; those are lost by whatever takes any right.
    let lost_by = |test: &dyn Fn(&RightSpec) -> bool| {
        let keeps = spec.rights.iter().zip(right_squares).filter(|(right, _)| !test(right));
        let kept = keeps.fold(0, |kept, (_, [white, black])| kept | white | black);
        if spec.rights.iter().any(test) { B::from_set(geometry.all() & !kept) } else { B::EMPTY }
    };
    let mut aims = Vec::new();
    for (holder, kind) in spec.kinds.iter().enumerate() {
        let aiming = kind.extras.iter().fold(0, |all, extra| all | extra.lost_by_aim.0);
        for aiming in KindSet(aiming).kinds().filter(|kind| kind.index() < spec.kinds.len()) {
            let attacks = Colour::BOTH.map(|colour| {
                let mut table = B::Map::filled(B::EMPTY);
                for from in geometry.iter() {
                    let mut reach = leaps[colour.index()][aiming.index()].at(from).capture;
                    for ride in kinds[colour.index()][aiming.index()].rides.iter().filter(|r| r.modality.capture()) {
                        reach |= lines[ride.forward as usize].at(from).all();
                    }
                    *table.at_mut(from) = reach;
                }
                table
            });
            aims.push(Aim { aiming, holder: Kind(holder as u8), attacks: Box::new(attacks) });
        }
    }
    RightLoss {
        by_any_capture: lost_by(&|right| right.lost_by_any_capture),
        by_check: lost_by(&|right| right.lost_by_check),
        aims,
    }
}
