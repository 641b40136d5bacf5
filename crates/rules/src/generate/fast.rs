//! The generator for variants with one royal man a side, leapers and plain riders.
//!
//! Nothing is played and taken back: a check mask says where a man has to go while the king is in check, a pin line
//! where a pinned man may go, and a map of endangered squares where the king may not. [`crate::Rules::build`] proves
//! that this theory holds before it lets a variant in here.

use khun_board::{Bitboard, Square};

use crate::moves::MoveVisitor;
use crate::spec::{Kind, Modality};
use crate::{Position, Rules};

/// What the enemy's men mean for the king and its men.
#[derive(Clone, Copy)]
struct Threats<B> {
    /// Squares where the king would be attacked, of those that it could step to.
    danger: B,
    /// The men that give check.
    checkers: B,
    /// Where other men may go: everywhere, or where they end the only check. Meaningless under double check.
    check_mask: B,
    /// Own men that must stay on a line with the king.
    pinned: B,
}

impl<B: Bitboard> Position<B> {
    #[inline(always)]
    pub(super) fn visit_fast<V: MoveVisitor<B>>(&self, rules: &Rules<B>, visitor: &mut V) {
        let (us, them) = (self.side(), !self.side());
        let (own, enemy) = (self.men(us), self.men(them));
        let side = rules.side(us);
        let occupied = own | enemy;
        let royal = Kind(rules.royal.0.trailing_zeros() as u8);
        let king_bit = own & self.of_kind(royal);
        if king_bit.is_empty() {
            return;
        }
        let king = king_bit.first();

        let threats = self.threats(rules, king);
        let Threats { danger, checkers, check_mask, pinned } = threats;

        let mut king_targets = self.targets(rules, royal, king) & !danger;
        if checkers.any() && rules.facts(royal).may_only_capture_checker {
            king_targets &= if checkers.several() { B::EMPTY } else { checkers };
        }
        if !visitor.man(royal, king, king_targets) {
            return;
        }
        if !rules.extras.is_empty() && !self.visit_extras(rules, visitor, king, threats) {
            return;
        }
        if checkers.several() {
            return;
        }

        let free = own & !pinned;
        for &kind in &rules.by_class.shifts {
            let men = free & self.of_kind(kind);
            for shift in &side.kind(kind).shifts {
                let onto = match shift.modality {
                    Modality::Quiet => !occupied,
                    Modality::Capture => enemy,
                    Modality::Both => !own,
                };
                let targets = (men & shift.sources).rotated(shift.delta) & onto & check_mask;
                if !visitor.shift(kind, shift.delta, targets) {
                    return;
                }
            }
        }
        let allowed = check_mask & !own;
        for &kind in &rules.by_class.leapers {
            for from in (free & self.of_kind(kind)).squares() {
                if !visitor.man(kind, from, side.leaps(kind, from).capture & allowed) {
                    return;
                }
            }
        }
        for &kind in &rules.by_class.others {
            for from in (free & self.of_kind(kind)).squares() {
                if !visitor.man(kind, from, self.targets(rules, kind, from) & check_mask) {
                    return;
                }
            }
        }
        if pinned.any() {
            self.visit_pinned(rules, visitor, king, pinned, check_mask);
        }
    }

    /// What the enemy's men mean for the king and its men.
    #[inline(always)]
    fn threats(&self, rules: &Rules<B>, king: Square) -> Threats<B> {
        let (us, them) = (self.side(), !self.side());
        let (own, enemy) = (self.men(us), self.men(them));
        let occupied = own | enemy;
        let enemy_side = rules.side(them);
        let king_bit = B::of(king);
        let (mut danger, mut checkers, mut pinned) = (B::EMPTY, B::EMPTY, B::EMPTY);
        // A man that checks in two ways at once (by a ride and by a leap over it) has to be answered in both.
        let mut check_mask = !B::EMPTY;
        for &kind in &rules.leapers {
            for from in (enemy_side.guards(kind, king) & enemy & self.of_kind(kind)).squares() {
                let attacks = enemy_side.leaps(kind, from).capture;
                danger |= attacks;
                if (attacks & king_bit).any() {
                    checkers |= B::of(from);
                    check_mask &= B::of(from);
                }
            }
        }
        for &kind in &rules.riders {
            let riders = enemy & self.of_kind(kind);
            if riders.is_empty() {
                continue;
            }
            for ride in enemy_side.kind(kind).rides.iter().filter(|ride| ride.modality.capture()) {
                for from in riders.squares() {
                    danger |= rules.line(ride.forward, from).attacks(occupied ^ king_bit);
                }
                let line = rules.line(ride.reverse, king);
                for sniper in (line.all() & riders).squares() {
                    let between = line.between(king, sniper);
                    let blockers = between & occupied;
                    if blockers.is_empty() {
                        checkers |= B::of(sniper);
                        check_mask &= between | B::of(sniper);
                    } else if !blockers.several() {
                        pinned |= blockers & own;
                    }
                }
            }
        }
        Threats { danger, checkers, check_mask, pinned: pinned & own }
    }

    /// The moves of pinned men, along their pin lines.
    #[inline(always)]
    fn visit_pinned<V: MoveVisitor<B>>(
        &self,
        rules: &Rules<B>,
        visitor: &mut V,
        king: Square,
        pinned: B,
        check_mask: B,
    ) {
        for from in pinned.squares() {
            let Some((_, kind)) = self.man_at(from) else { continue };
            let targets = self.targets(rules, kind, from) & check_mask & self.pin_mask(rules, king, from);
            if !visitor.man(kind, from, targets) {
                return;
            }
        }
    }

    /// Where a pinned man may go: between its king and whatever pins it, and on to that.
    #[inline(never)]
    fn pin_mask(&self, rules: &Rules<B>, king: Square, pinned: Square) -> B {
        let them = !self.side();
        let occupied = self.occupied();
        let mut mask = !B::EMPTY;
        for kind in &rules.riders {
            let riders = self.men_of(them, *kind);
            for ride in rules.side(them).kind(*kind).rides.iter().filter(|ride| ride.modality.capture()) {
                let line = rules.line(ride.reverse, king);
                for sniper in (line.all() & riders).squares() {
                    let between = line.between(king, sniper);
                    if between & occupied == B::of(pinned) {
                        mask &= between | B::of(sniper);
                    }
                }
            }
        }
        mask
    }

    /// Extra moves, which never capture here. Returns whether to go on.
    #[inline(always)]
    fn visit_extras<V: MoveVisitor<B>>(
        &self,
        rules: &Rules<B>,
        visitor: &mut V,
        king: Square,
        threats: Threats<B>,
    ) -> bool {
        let us = self.side();
        let Threats { danger, checkers, check_mask, pinned } = threats;
        if self.rights().is_empty() && rules.extras_need_rights {
            return true;
        }
        for extra in &rules.extras {
            let holders = self.extra_holders(extra, us, checkers.any());
            if holders.is_empty() || !rules.royal.has(extra.kind) && checkers.several() {
                continue;
            }
            for from in holders.squares() {
                let mut targets = self.extra_targets(rules, extra, from);
                if rules.royal.has(extra.kind) {
                    if checkers.any() && rules.facts(extra.kind).may_only_capture_checker {
                        continue;
                    }
                    targets &= !danger;
                } else {
                    targets &= check_mask;
                    if pinned.has(from) {
                        targets &= self.pin_mask(rules, king, from);
                    }
                }
                if !visitor.man(extra.kind, from, targets) {
                    return false;
                }
            }
        }
        true
    }
}
