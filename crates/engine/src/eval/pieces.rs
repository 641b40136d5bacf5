//! Men that are neither royal nor pawn-like: where they can go and what they and their enemies attack.

use khun_board::{Bitboard, Colour, SquareMap};
use khun_rules::spec::MAX_KINDS;
use khun_rules::{Position, Rules};

use super::{Board, Evaluator, Trace};
use crate::terms;

impl<B: Bitboard> Evaluator<B> {
    #[inline(always)]
    pub(super) fn pieces<T: Trace>(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        board: &mut Board<B>,
        trace: &mut T,
    ) {
        let occupied = position.occupied();
        // By place in `pieces`: what all men of a kind attack.
        let mut by_kind = [[B::EMPTY; MAX_KINDS]; 2];
        // What men of clearly less worth than the present kind attack, and how many kinds those are.
        let mut lesser = [B::EMPTY; 2];
        let mut merged = 0;
        for (place, &(kind, lesser_kinds)) in self.pieces.iter().enumerate() {
            let place = place & (MAX_KINDS - 1);
            while merged < lesser_kinds {
                for side in 0..2 {
                    lesser[side] |= by_kind[side][merged & (MAX_KINDS - 1)];
                }
                merged += 1;
            }
            if position.of_kind(kind).is_empty() {
                continue;
            }
            for us in Colour::BOTH {
                let (ours, theirs) = (us.index(), (!us).index());
                let own = position.men(us);
                let men = own & position.of_kind(kind);
                if men.is_empty() {
                    continue;
                }
                let mut sum = self.terms(
                    terms::attacked_by_pawn.of(kind, 0),
                    us,
                    (men & board.pawn_attacks[theirs]).count() as i32,
                    trace,
                );
                let by_lesser = men & lesser[theirs] & !board.pawn_attacks[theirs];
                sum += self.terms(terms::attacked_by_lesser.of(kind, 0), us, by_lesser.count() as i32, trace);
                let guarded = men & board.pawn_attacks[ours];
                sum += self.terms(terms::guarded.of(kind, 0), us, guarded.count() as i32, trace);
                for square in (guarded & self.enemy_half[ours]).squares() {
                    let attackers = *self.future_attackers[theirs].at(square);
                    if (attackers & position.men(!us) & position.of_kinds(self.pawns)).is_empty() {
                        sum += self.term(terms::outpost.of(kind, 0), us, trace);
                    }
                }
                if men.several() {
                    sum += self.term(terms::pair.of(kind, 0), us, trace);
                }
                let area = !(own | board.pawn_attacks[theirs]);
                let mut together = B::EMPTY;
                for square in men.squares() {
                    let attacks = position.kind_attacks(rules, us, kind, square, occupied);
                    sum += self.term(terms::mobility.of(kind, (attacks & area).count() as usize), us, trace);
                    let on_ring = attacks & board.ring[theirs];
                    if on_ring.any() {
                        board.ring_attackers[ours] += 1;
                        sum += self.terms(terms::ring.of(kind, 0), us, on_ring.count() as i32, trace);
                    }
                    if let Some(enemy) = board.royal[theirs] {
                        sum += self.term(terms::distance.of(kind, self.distance(square, enemy)), us, trace);
                    }
                    if let Some(royal) = board.royal[ours] {
                        sum += self.term(terms::own_distance.of(kind, self.distance(square, royal)), us, trace);
                    }
                    board.twice[ours] |= board.attacks[ours] & attacks;
                    board.attacks[ours] |= attacks;
                    together |= attacks;
                }
                by_kind[ours][place] = together;
                board.sum += sum;
            }
        }
        for colour in Colour::BOTH {
            board.common[colour.index()] = board.attacks[colour.index()];
            if let Some(royal) = board.royal[colour.index()] {
                let around = *self.ring[colour.index()].at(royal);
                board.twice[colour.index()] |= board.attacks[colour.index()] & around;
                board.attacks[colour.index()] |= around;
            }
        }
        self.exposed(rules, position, board, &by_kind, trace);
    }

    /// Men that are attacked more than they are defended, and checks that could be given.
    #[inline(always)]
    fn exposed<T: Trace>(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        board: &mut Board<B>,
        by_kind: &[[B; MAX_KINDS]; 2],
        trace: &mut T,
    ) {
        let occupied = position.occupied();
        let pawns = position.of_kinds(self.pawns);
        for us in Colour::BOTH {
            let (ours, theirs) = (us.index(), (!us).index());
            let own = position.men(us);
            let attacked = own & board.attacks[theirs];
            let mut sum = crate::score::Tapered::ZERO;
            let hanging = attacked & !board.attacks[ours];
            if hanging.any() {
                sum += self.terms(terms::loose.start, us, (hanging & pawns).count() as i32, trace);
                for &(kind, _) in &self.pieces {
                    let men = hanging & position.of_kind(kind);
                    if men.any() {
                        sum += self.terms(terms::hanging.of(kind, 0), us, men.count() as i32, trace);
                    }
                }
            }
            let pressed = attacked & board.twice[theirs] & board.attacks[ours] & !board.twice[ours];
            sum += self.terms(terms::pressed.start, us, (pressed & !pawns).count() as i32, trace);
            if let Some(enemy) = board.royal[theirs] {
                let safe = !(own | board.attacks[theirs]);
                for (place, &(kind, _)) in self.pieces.iter().enumerate() {
                    let reach = by_kind[ours][place & (MAX_KINDS - 1)] & safe;
                    if reach.any() && (reach & position.attack_origins(rules, us, kind, enemy, occupied)).any() {
                        sum += self.term(terms::safe_check.of(kind, 0), us, trace);
                    }
                }
            }
            board.sum += sum;
        }
    }
}
