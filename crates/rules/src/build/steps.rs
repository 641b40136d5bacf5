//! Steps, sorted into what tables hold and what needs a walk, and the tables of leaps made from them.

use arrayvec::ArrayVec;
use khun_board::{Bitboard, Colour, Geometry, Mirror, SquareMap};

use super::filled;
use crate::rules::{ByMan, Extra, KindFacts, Leaps, MAX_SHIFTS, Shift};
use crate::spec::{InCheck, Kind, KindSet, KindSpec, Modality, Path, RulesSpec, Step};

/// The steps as a colour makes them.
pub(super) fn seen_by(steps: &[Step], colour: Colour, mirror: Mirror) -> Vec<Step> {
    let (files, ranks) = match (colour, mirror) {
        (Colour::White, _) | (_, Mirror::None) => (1, 1),
        (Colour::Black, Mirror::Rank) => (1, -1),
        (Colour::Black, Mirror::Rotate) => (-1, -1),
    };
    steps.iter().map(|step| Step { files: step.files * files, ranks: step.ranks * ranks, ..*step }).collect()
}

pub(super) fn is_leap(step: &Step) -> bool {
    step.path == Path::Free && step.range == 1
}

pub(super) fn is_ride(step: &Step) -> bool {
    step.path == Path::Free && step.range > 1
}

pub(super) fn needs_walk(step: &Step) -> bool {
    step.path != Path::Free
}

pub(super) fn leap_table<B: Bitboard>(geometry: Geometry, steps: &[Step], region: B) -> B::Map<Leaps<B>> {
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
pub(super) fn shifts<B: Bitboard>(geometry: Geometry, steps: &[Step], region: B) -> ArrayVec<Shift<B>, MAX_SHIFTS> {
    let mut shifts = ArrayVec::new();
    if steps.len() > MAX_SHIFTS || !steps.iter().all(is_leap) {
        return shifts;
    }
    for step in steps {
        let mut sources = B::EMPTY;
        for from in geometry.iter() {
            if let Some(to) = geometry.offset(from, step.files.into(), step.ranks.into())
                && region.has(to)
            {
                sources |= B::of(from);
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

pub(super) fn reverse_table<B: Bitboard>(geometry: Geometry, leaps: &[ByMan<B, Leaps<B>>; 2]) -> Box<[ByMan<B, B>; 2]> {
    let mut reverse = filled::<B, B>(B::EMPTY);
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
pub(super) fn guard_table<B: Bitboard>(
    geometry: Geometry,
    leaps: &[ByMan<B, Leaps<B>>; 2],
    reverse: &[ByMan<B, B>; 2],
    royal: KindSet,
    extras: &[Extra<B>],
    start_rights: [B; 2],
) -> Box<[ByMan<B, B>; 2]> {
    let mut guards = filled::<B, B>(B::EMPTY);
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

pub(super) fn kind_facts(kind: &KindSpec) -> KindFacts {
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

pub(super) fn extras<B: Bitboard>(spec: &RulesSpec, leaps: &[ByMan<B, Leaps<B>>; 2]) -> Vec<Extra<B>> {
    let mut extras = Vec::new();
    for (index, kind) in spec.kinds.iter().enumerate() {
        // A man of a kind that does not hold the right can never make the move.
        let holds = |right: usize| spec.rights[right].holders.has(Kind(index as u8));
        for extra in kind.extras.iter().filter(|extra| extra.needs.is_none_or(holds)) {
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
