//! Royal men: what is around them, where they can go, and checks where checks decide.

use khun_board::{Bitboard, Colour, SquareMap};
use khun_rules::{Position, Rules};

use super::{Board, Evaluator, Trace};
use crate::terms;

impl<B: Bitboard> Evaluator<B> {
    #[inline(always)]
    pub(super) fn royals<T: Trace>(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        board: &mut Board<B>,
        trace: &mut T,
    ) {
        let pawns = position.of_kinds(self.pawns);
        for us in Colour::BOTH {
            let (ours, theirs) = (us.index(), (!us).index());
            let Some(royal) = board.royal[ours] else { continue };
            let own = position.men(us);
            let ring = board.ring[ours];
            let mut sum = self.term(terms::shelter.at((ring & own & pawns).count() as usize), us, trace);
            let weak = ring & board.attacks[theirs] & !board.common[ours];
            sum += self.term(terms::ring_weak.at(weak.count() as usize), us, trace);
            sum += self.term(terms::ring_attackers.at(board.ring_attackers[ours]), us, trace);
            let escapes = *self.ring[ours].at(royal) & !(own | board.attacks[theirs]);
            sum += self.term(terms::escapes.at(escapes.count() as usize), us, trace);
            board.sum += sum;
            if rules.checks_to_win().is_some() {
                self.check_moves(rules, position, board, us, trace);
            }
        }
    }

    /// Where checks end the game: how many squares a side could give check from.
    fn check_moves<T: Trace>(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        board: &mut Board<B>,
        us: Colour,
        trace: &mut T,
    ) {
        let Some(enemy) = board.royal[(!us).index()] else { return };
        let occupied = position.occupied();
        let free = !position.men(us);
        let mut moves = 0;
        for &(kind, _) in &self.pieces {
            let men = position.men_of(us, kind);
            if men.is_empty() {
                continue;
            }
            let origins = position.attack_origins(rules, us, kind, enemy, occupied) & free;
            for square in men.squares() {
                moves += (position.kind_attacks(rules, us, kind, square, occupied) & origins).count();
            }
        }
        for (index, &kind) in self.pawn_kinds.iter().enumerate() {
            let origins = position.attack_origins(rules, us, kind, enemy, occupied);
            for square in position.men_of(us, kind).squares() {
                let forward = *self.pawn_tables[us.index()][index].forward.at(square) & !occupied;
                moves += (forward & origins).count();
            }
        }
        board.sum += self.term(terms::check_moves.at(moves as usize), us, trace);
    }
}
