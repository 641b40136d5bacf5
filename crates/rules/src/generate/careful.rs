//! The generator that is right by construction: every move is played, and dropped when it leaves a royal man attacked.
//!
//! It serves every variant whose pieces the theory of pins does not cover (hoppers, lame leapers, extra moves that
//! capture, several royal men or none), and is the twin that the fast generator is tested against.

use khun_board::{Bitboard, Square};

use crate::moves::MoveVisitor;
use crate::spec::Kind;
use crate::{Move, Position, Rules};

impl<B: Bitboard> Position<B> {
    #[inline(never)]
    pub(super) fn visit_careful<V: MoveVisitor<B>>(&self, rules: &Rules<B>, visitor: &mut V) {
        let us = self.side();
        let in_check = !rules.royal.is_empty() && self.in_check(rules);
        for kind in rules.kinds() {
            for from in self.men_of(us, kind).squares() {
                let mut targets = self.targets(rules, kind, from);
                for extra in rules.extras.iter().filter(|extra| extra.kind == kind) {
                    if self.extra_holders(extra, us, in_check).has(from) {
                        targets |= self.extra_targets(rules, extra, from);
                    }
                }
                let targets = self.lawful(rules, kind, from, targets, in_check);
                if targets.any() && !visitor.man(kind, from, targets) {
                    return;
                }
            }
        }
    }

    /// Those targets that leave no royal man of the moving side attacked.
    fn lawful(&self, rules: &Rules<B>, kind: Kind, from: Square, mut targets: B, in_check: bool) -> B {
        if rules.royal.is_empty() {
            return targets;
        }
        if in_check && rules.facts(kind).may_only_capture_checker {
            let checkers = self.checkers(rules);
            targets &= if checkers.several() { B::EMPTY } else { checkers };
        }
        let mut lawful = B::EMPTY;
        for to in targets.squares() {
            if !self.play(rules, Move::new(kind, from, to)).is_exposed(rules, self.side()) {
                lawful |= B::of(to);
            }
        }
        lawful
    }
}
