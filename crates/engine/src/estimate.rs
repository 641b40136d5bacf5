//! Weights for a variant that nobody has tuned: values, squares and mobility estimated from its tables.
//!
//! A leap is worth about `LEAP` hundredths of a pawn times the share of squares from which it stays on the board; that
//! gives a knight 3.25, a met (four short diagonals) 1.9 and a khon 2.4 of a pawn, near what tuning finds. Each further
//! square of a ride counts less by `OPEN`, the chance that the square before it is empty.

use khun_board::{Bitboard, Colour, Square};
use khun_rules::Rules;
use khun_rules::spec::{Kind, Path, Step};

use crate::score::Tapered;
use crate::terms;
use crate::weights::Weights;

const LEAP: f64 = 62.0;
const OPEN: f64 = 0.72;

impl Weights {
    /// Weights that are estimated from the tables of a variant.
    pub fn estimate<B: Bitboard>(rules: &Rules<B>) -> Weights {
        let mut weights = Weights::default();
        let values = estimated_values(rules);
        for kind in rules.kinds() {
            estimate_kind(rules, &values, kind, &mut weights);
        }
        estimate_general(&mut weights);
        weights
    }
}

/// How much a man of a kind is worth, in hundredths of a pawn. The variant's own hints are taken where it gives any.
pub fn estimated_values<B: Bitboard>(rules: &Rules<B>) -> Vec<i32> {
    let hints: Vec<i32> = rules.kinds().map(|kind| rules.kind(kind).value).collect();
    let hinted = |&kind: &Kind| !rules.kind(kind).royal && hints[kind.index()] > 0;
    if rules.kinds().filter(hinted).any(|kind| hints[kind.index()] != hints[0]) {
        return rules
            .kinds()
            .map(|kind| if rules.kind(kind).royal { 0 } else { hints[kind.index()].min(2_500) })
            .collect();
    }
    let plain: Vec<f64> = rules.kinds().map(|kind| LEAP * mean_activity(rules, kind)).collect();
    let value = |kind: Kind| {
        let promotion = rules.kind(kind).promotion.iter().flat_map(|promotion| &promotion.to);
        let best = promotion.map(|to| plain[to.index()]).fold(0.0, f64::max);
        (plain[kind.index()] + 0.2 * (best - plain[kind.index()]).max(0.0)).clamp(20.0, 2_500.0) as i32
    };
    rules.kinds().map(|kind| if rules.kind(kind).royal { 0 } else { value(kind) }).collect()
}

/// How many squares a step reaches from a square, those behind others counted less.
fn activity<B: Bitboard>(rules: &Rules<B>, step: &Step, from: Square) -> f64 {
    let geometry = rules.geometry();
    let share = match (step.modality.quiet(), step.modality.capture()) {
        (true, true) => 1.0,
        (true, false) => 0.45,
        _ => 0.55,
    };
    let path = match step.path {
        Path::Free => 1.0,
        Path::Lame => OPEN,
        Path::MustJump => 1.0 - OPEN,
        Path::HopAny | Path::HopOne => 0.5,
    };
    let (mut at, mut weight, mut sum) = (from, share * path, 0.0);
    for _ in 0..step.range {
        let Some(to) = geometry.offset(at, step.files.into(), step.ranks.into()) else { break };
        sum += weight;
        weight *= OPEN;
        at = to;
    }
    sum
}

fn square_activity<B: Bitboard>(rules: &Rules<B>, kind: Kind, from: Square) -> f64 {
    rules.kind(kind).steps.iter().map(|step| activity(rules, step, from)).sum()
}

fn mean_activity<B: Bitboard>(rules: &Rules<B>, kind: Kind) -> f64 {
    let squares = rules.geometry().squares() as f64;
    rules.geometry().iter().map(|square| square_activity(rules, kind, square)).sum::<f64>() / squares
}

fn estimate_kind<B: Bitboard>(rules: &Rules<B>, values: &[i32], kind: Kind, weights: &mut Weights) {
    let spec = rules.kind(kind);
    let geometry = rules.geometry();
    let value = values[kind.index()];
    let both = |number: f64| Tapered::new(number as i32, number as i32);
    let taper = |middlegame: f64, endgame: f64| Tapered::new(middlegame as i32, endgame as i32);
    // Where a check wins, games are over before anybody counts.
    let counts = rules.has_counting() && rules.checks_to_win().is_none();
    let (early, late) = if counts { counted_shares(value) } else { (1.0, 1.0) };
    weights.set(terms::value.of(kind, 0), taper(f64::from(value) * early, f64::from(value) * late));

    let mean = mean_activity(rules, kind);
    let middle = (f64::from(geometry.files() - 1) / 2.0, f64::from(geometry.ranks() - 1) / 2.0);
    for square in geometry.iter() {
        let (file, rank) = (f64::from(geometry.file(square)), f64::from(geometry.rank(square)));
        let from_middle = (file - middle.0).abs().max((rank - middle.1).abs());
        let number = if spec.royal {
            let behind = 12.0 * (2.0 - rank).max(0.0);
            taper(8.0 - 10.0 * rank.min(3.0), 26.0 - 9.0 * from_middle - behind)
        } else if spec.pawn {
            let zone = rules.promotion_zone(Colour::White, kind);
            let steps = (0..geometry.ranks())
                .find(|&n| geometry.offset(square, 0, n.into()).is_some_and(|ahead| zone.has(ahead)));
            let advance = steps.map_or(0.0, |n| 24.0 - 8.0 * f64::from(n.min(3)));
            taper(advance * 0.6 - 8.0 * ((file - middle.0).abs() - 2.0), advance)
        } else {
            let activity = square_activity(rules, kind, square) - mean;
            let forward = (rank - middle.1) * 2.0;
            taper(5.0 * activity - 2.5 * from_middle + forward, 5.0 * activity - 3.0 * from_middle + forward)
        };
        weights.set(terms::squares.of(kind, square.index()), number);
    }
    if spec.royal {
        return;
    }

    let each = if rules.is_rider(kind) { 3.5 } else { 6.0 };
    for n in 0..terms::mobility.len {
        weights.set(terms::mobility.of(kind, n), both(each * (n as f64 - 0.6 * mean)));
    }
    for n in 0..terms::distance.len {
        let near = 4.0 - n as f64;
        weights.set(terms::distance.of(kind, n), taper(2.0 * near, near));
        weights.set(terms::own_distance.of(kind, n), taper(near, 0.5 * near));
    }
    let value = f64::from(value);
    let worth = |factor: f64, bound: f64| (value * factor).min(bound);
    if !spec.pawn {
        weights.set(terms::attacked_by_pawn.of(kind, 0), both(-worth(0.16, 60.0)));
        weights.set(terms::attacked_by_lesser.of(kind, 0), both(-worth(0.09, 40.0)));
        weights.set(terms::hanging.of(kind, 0), both(-worth(0.1, 45.0)));
        weights.set(terms::guarded.of(kind, 0), both(6.0));
        weights.set(terms::outpost.of(kind, 0), taper(8.0, 4.0));
        weights.set(terms::ring.of(kind, 0), taper(5.0, 0.0));
        weights.set(terms::safe_check.of(kind, 0), taper(worth(0.06, 30.0), 2.0));
    }
}

/// What shares of its value a man has in the middlegame and in the endgame where counting ends the game: an advantage
/// that is not used early is likely to be counted out, unless it is large enough to mate quickly. The shares are about
/// those that self-play of Makruk finds.
fn counted_shares(value: i32) -> (f64, f64) {
    let mates = ((f64::from(value) - 150.0) / 350.0).clamp(0.0, 1.0);
    if value < 150 { (1.5, 0.75) } else { (1.6 - 0.15 * mates, 0.35 + 0.5 * mates) }
}

fn estimate_general(weights: &mut Weights) {
    let mut row = |term: terms::Term, number: &dyn Fn(f64) -> (f64, f64)| {
        for n in 0..term.len {
            let (middlegame, endgame) = number(n as f64);
            weights.set(term.at(n), Tapered::new(middlegame as i32, endgame as i32));
        }
    };
    row(terms::tempo, &|_| (12.0, 4.0));
    row(terms::ring_attackers, &|n| ((n * n * 2.0).min(40.0), n));
    row(terms::ring_weak, &|n| (-(n * n * 1.5).min(40.0), -n));
    row(terms::shelter, &|n| (n.min(4.0) * 6.0 - 12.0, 0.0));
    row(terms::passed, &|n| ((12.0 - 3.0 * n).max(0.0), (20.0 - 3.0 * n).max(0.0)));
    row(terms::passed_free, &|_| (5.0, 15.0));
    row(terms::passed_royal, &|n| (0.0, (4.0 * n - 12.0).min(8.0)));
    row(terms::isolated, &|_| (-14.0, -1.0));
    row(terms::doubled, &|_| (-1.0, -5.0));
    row(terms::chained, &|_| (9.0, 1.0));
    row(terms::phalanx, &|_| (9.0, 10.0));
    row(terms::stuck, &|_| (-10.0, -2.0));
    row(terms::loose, &|_| (-22.0, -24.0));
    row(terms::lever, &|_| (1.0, 2.0));
    row(terms::pressed, &|_| (-18.0, -13.0));
    row(terms::check_moves, &|n| if n == 0.0 { (-30.0, -10.0) } else { (40.0 + 6.0 * n, 22.0 + 8.0 * n) });
    row(terms::escapes, &|n| (2.5 * n.min(6.0) - 5.0, 4.0 * n.min(5.0) - 7.0));
    // Driving a lone royal man is worth about nothing on average, or it would be bared too early. A step counts by the moves
    // that mate takes longer in the solved endings of Makruk, 66 for a move (`eval/endings.rs`).
    row(terms::bared, &|_| (0.0, -250.0));
    row(terms::bared_edge, &|n| (0.0, 100.0 * (n - 1.0)));
    row(terms::bared_corner, &|n| (0.0, 35.0 * (n - 3.0)));
    row(terms::bared_distance, &|n| (0.0, 20.0 * (n - 5.0)));
    row(terms::bared_steps, &|n| (0.0, 46.0 * (n - 4.0)));
    row(terms::bared_astray, &|n| (0.0, 45.0 * (n - 3.0)));
    row(terms::bared_moves, &|_| (0.0, 72.0));
    row(terms::bared_crowd, &|_| (0.0, -30.0));
}
