//! Static exchange evaluation: what a series of captures on one square brings, from the tables of any variant.

use khun_board::{Bitboard, Colour};
use khun_rules::{Move, Position, Rules};

use crate::eval::Evaluator;

/// Whether a move and the exchange that follows on its target bring the moving side at least `threshold` hundredths of a
/// pawn, if both capture with their least valuable man and may stop at any time. Pins are not seen.
#[inline(always)]
pub fn exchange_reaches<B: Bitboard>(
    rules: &Rules<B>,
    evaluator: &Evaluator<B>,
    position: &Position<B>,
    mv: Move,
    threshold: i32,
) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let us = position.side();
    let captured = if position.men(!us).has(to) {
        position.kind_at(rules, to).map_or(0, |kind| evaluator.exchange_value(kind))
    } else {
        0
    };
    let mover = evaluator.exchange_value(mv.kind_after());
    let mut balance = captured - threshold;
    if mv.promotion().is_some() {
        balance += mover - evaluator.exchange_value(mv.kind());
    }
    if balance < 0 {
        return false;
    }
    balance = mover - balance;
    if balance <= 0 {
        return true;
    }

    let mut occupied = position.occupied() & !B::of(from) | B::of(to);
    let mut attackers = position.attackers_to(rules, to, occupied);
    let mut side = us;
    let mut reached = true;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & position.men(side);
        if own.is_empty() {
            return reached;
        }
        reached = !reached;
        let Some(&kind) = evaluator.by_worth().iter().find(|kind| (own & position.of_kind(**kind)).any()) else {
            return !reached;
        };
        if rules.royal_kinds().has(kind) {
            // A royal man cannot capture what is still defended.
            let defended = (attackers & position.men(!side)).any();
            return if defended { !reached } else { reached };
        }
        balance = evaluator.exchange_value(kind) - balance;
        if balance < i32::from(reached) {
            return reached;
        }
        let least = own & position.of_kind(kind);
        occupied &= !B::of(least.first());
        attackers |= position.riders_to(rules, to, occupied);
    }
}

/// What a move and the exchange that follows bring, found by search over [`exchange_reaches`]' model step by step: slow,
/// for tests and tools.
pub fn exchange<B: Bitboard>(rules: &Rules<B>, evaluator: &Evaluator<B>, position: &Position<B>, mv: Move) -> i32 {
    let worth = |position: &Position<B>| {
        if position.men(!position.side()).has(mv.to()) {
            position.kind_at(rules, mv.to()).map_or(0, |kind| evaluator.exchange_value(kind))
        } else {
            0
        }
    };
    let mut gain = worth(position);
    if mv.promotion().is_some() {
        gain += evaluator.exchange_value(mv.kind_after()) - evaluator.exchange_value(mv.kind());
    }
    let occupied = position.occupied() & !B::of(mv.from()) | B::of(mv.to());
    gain - answer(rules, evaluator, position, mv, occupied, !position.side(), evaluator.exchange_value(mv.kind_after()))
}

/// What the side to capture next gains on the target, where `prize` stands; nothing if it does better to stop.
fn answer<B: Bitboard>(
    rules: &Rules<B>,
    evaluator: &Evaluator<B>,
    position: &Position<B>,
    mv: Move,
    occupied: B,
    side: Colour,
    prize: i32,
) -> i32 {
    let attackers = position.attackers_to(rules, mv.to(), occupied);
    let own = attackers & position.men(side);
    let Some(&kind) = evaluator.by_worth().iter().find(|kind| (own & position.of_kind(**kind)).any()) else { return 0 };
    if rules.royal_kinds().has(kind) && (attackers & position.men(!side)).any() {
        return 0;
    }
    let from = (own & position.of_kind(kind)).first();
    let rest = occupied & !B::of(from);
    let value = evaluator.exchange_value(kind);
    (prize - answer(rules, evaluator, position, mv, rest, !side, value)).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;
    use khun_rules::playout::{playout, seeded};
    use khun_rules::samples;

    #[test]
    fn thresholds_agree_with_exchanges_step_by_step() {
        let rules = Rules::<u64>::build(&samples::ouk()).unwrap();
        let evaluator = Evaluator::new(&rules, Weights::estimate(&rules));
        for game in 0..8 {
            let mut position = rules.start();
            for mv in playout(&rules, &position, &mut seeded(5, game), 120).moves {
                for mv in position.legal_moves(&rules) {
                    let exact = exchange(&rules, &evaluator, &position, mv);
                    for threshold in [exact - 1, exact, exact + 1, 0, 100, -100] {
                        let reaches = exchange_reaches(&rules, &evaluator, &position, mv, threshold);
                        assert_eq!(reaches, exact >= threshold, "{} {}", rules.fen(&position), rules.uci(mv));
                    }
                }
                position = position.play(&rules, mv);
            }
        }
    }
}
