//! Who still has enough men to mate.

use khun_board::{Bitboard, Colour};

use crate::spec::{EndKind, InCheck, KindSet, Verdict};
use crate::{Position, Rules};

impl<B: Bitboard> Rules<B> {
    /// Whether any man beside the king is enough to win: a check or a stalemate wins, or a king in check may not run.
    pub fn any_man_can_win(&self) -> bool {
        self.checks > 0
            || self.spec.ends.iter().any(|end| match end.kind {
                EndKind::NoMoves { in_check } => in_check != Some(true) && end.result == Verdict::Loss,
                EndKind::Count { .. } | EndKind::Goal { .. } => end.result != Verdict::Draw,
                _ => false,
            })
            || self.royal.kinds().any(|kind| self.kind(kind).in_check == InCheck::MayOnlyCaptureChecker)
    }
}

impl<B: Bitboard> Position<B> {
    /// Whether a side can no longer win with the men on the board, however badly its opponent plays.
    ///
    /// The test is that of Fairy-Stockfish and pychess, who use it when a player runs out of time, carried over to
    /// tables: a kind that mates a bare king alone is enough, and so is a man that promotes to one. Men bound to squares
    /// of one shade need a man of the other shade or one that is not bound, of either side; any other man needs a second
    /// one. Where [`Rules::any_man_can_win`], any man beside the king is enough.
    pub fn lacks_mating_material(&self, rules: &Rules<B>, colour: Colour) -> bool {
        if rules.royal.is_empty() {
            return false;
        }
        let royals = self.of_kinds(rules.royal);
        let own = self.men(colour) & !royals;
        if own.is_empty() {
            return true;
        }
        let mates = |kind: usize| rules.facts.get(kind).is_some_and(|facts| facts.mates_alone);
        let alone: KindSet = rules
            .kinds()
            .filter(|kind| {
                mates(kind.index()) || rules.facts[kind.index()].promotes_to.kinds().any(|to| mates(to.index()))
            })
            .collect();
        if rules.any_man_can_win() || (own & self.of_kinds(alone)).any() {
            return false;
        }
        let bound_kinds: KindSet = rules.kinds().filter(|kind| rules.facts[kind.index()].shade_bound).collect();
        let men = self.occupied() & !royals;
        let bound = men & self.of_kinds(bound_kinds);
        let unbound = men & !bound;
        let dark = |square| (rules.geometry.file(square) + rules.geometry.rank(square)).is_multiple_of(2);
        let both_shades = bound.squares().any(dark) && !bound.squares().all(dark);
        let bound_men_mate = (own & bound).any() && (both_shades || unbound.any());
        let unbound_men_mate = (own & unbound).any() && men.several();
        !(bound_men_mate || unbound_men_mate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    /// Positions and answers of pyffish 0.0.90.
    #[test]
    fn makruk_material() {
        let rules: Rules<u64> = Rules::build(&samples::makruk()).unwrap();
        for (men, lacks) in [
            ("KM6", [true, true]),
            ("KMM5", [false, true]),
            ("KM1M4", [true, true]),
            ("KN6", [true, true]),
            ("KS6", [false, true]),
            ("KR6", [false, true]),
            ("KNM5", [false, true]),
        ] {
            let position = rules.parse_fen(&format!("k7/8/8/8/8/8/8/{men} w - - 0 1")).unwrap();
            assert_eq!(Colour::BOTH.map(|colour| position.lacks_mating_material(&rules, colour)), lacks, "{men}");
        }
        let position = rules.parse_fen("kn6/8/8/8/8/8/8/KN6 w - - 0 1").unwrap();
        assert_eq!(Colour::BOTH.map(|colour| position.lacks_mating_material(&rules, colour)), [false, false]);
        let position = rules.parse_fen("k7/8/8/8/8/P7/8/K7 w - - 0 1").unwrap();
        assert_eq!(Colour::BOTH.map(|colour| position.lacks_mating_material(&rules, colour)), [true, true]);
    }
}
