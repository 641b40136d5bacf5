//! The generator for variants with one royal man a side, leapers and plain riders.
//!
//! Nothing is played and taken back: a check mask says where a man has to go while the king is in check, a pin line
//! where a pinned man may go, and a map of endangered squares where the king may not. [`crate::Rules::build`] proves
//! that this theory holds before it lets a variant in here.

use khun_board::{Bitboard, Square, SquareMap};

use crate::moves::MoveVisitor;
use crate::spec::{Kind, MAX_KINDS, Modality};
use crate::{Position, Rules};

impl<B: Bitboard> Position<B> {
    #[inline(always)]
    pub(super) fn visit_fast<V: MoveVisitor<B>>(&self, rules: &Rules<B>, visitor: &mut V) {
        let (us, them) = (self.side(), !self.side());
        let (own, enemy) = (self.men(us), self.men(them));
        let occupied = own | enemy;
        let royal = Kind(rules.royal.0.trailing_zeros() as u8);
        let king_bit = own & self.of_kind(royal);
        if king_bit.is_empty() {
            return;
        }
        let king = king_bit.first();

        let (mut danger, mut checkers, mut check_mask, mut pinned) = (B::EMPTY, B::EMPTY, B::EMPTY, B::EMPTY);
        for kind in &rules.leapers {
            let guards = rules.guards[them.index()][kind.index() & (MAX_KINDS - 1)].at(king);
            for from in (*guards & enemy & self.of_kind(*kind)).squares() {
                let attacks = rules.leaps[them.index()][kind.index() & (MAX_KINDS - 1)].at(from).capture;
                danger |= attacks;
                if (attacks & king_bit).any() {
                    checkers |= B::of(from);
                    check_mask |= B::of(from);
                }
            }
        }
        for kind in &rules.riders {
            let riders = enemy & self.of_kind(*kind);
            if riders.is_empty() {
                continue;
            }
            let rides = &rules.kinds[them.index()][kind.index()].rides;
            for ride in rides.iter().filter(|ride| ride.modality.capture()) {
                for from in riders.squares() {
                    danger |= rules.lines[ride.forward as usize].at(from).attacks(occupied ^ king_bit);
                }
                let line = rules.lines[ride.reverse as usize].at(king);
                for sniper in (line.all() & riders).squares() {
                    let between = line.between(king, sniper);
                    let blockers = between & occupied;
                    if blockers.is_empty() {
                        checkers |= B::of(sniper);
                        check_mask |= between | B::of(sniper);
                    } else if !blockers.several() {
                        pinned |= blockers & own;
                    }
                }
            }
        }

        let mut king_targets = self.targets(rules, royal, king) & !danger;
        if checkers.any() && rules.facts[royal.index() & (MAX_KINDS - 1)].may_only_capture_checker {
            king_targets &= if checkers.several() { B::EMPTY } else { checkers };
        }
        if king_targets.any() && !visitor.man(royal, king, king_targets) {
            return;
        }
        let double_check = checkers.several();
        if checkers.is_empty() {
            check_mask = !B::EMPTY;
        }
        if !rules.extras.is_empty() && !self.visit_extras(rules, visitor, royal, checkers, check_mask, pinned) {
            return;
        }
        if double_check {
            return;
        }

        for index in 0..rules.kinds[us.index()].len() {
            let kind = Kind(index as u8);
            let mut men = own & self.of_kind(kind);
            if men.is_empty() || kind == royal {
                continue;
            }
            let tables = &rules.kinds[us.index()][index];
            if !tables.shifts.is_empty() {
                let free = men & !pinned;
                for shift in &tables.shifts {
                    let allowed = match shift.modality {
                        Modality::Quiet => !occupied,
                        Modality::Capture => enemy,
                        Modality::Both => !own,
                    };
                    let targets = (free & shift.sources).rotated(shift.delta) & allowed & check_mask;
                    if targets.any() && !visitor.shift(kind, shift.delta, targets) {
                        return;
                    }
                }
                men &= pinned;
            }
            for from in men.squares() {
                let mut targets = self.targets(rules, kind, from) & check_mask;
                if pinned.has(from) {
                    targets &= self.pin_mask(rules, king, from);
                }
                if targets.any() && !visitor.man(kind, from, targets) {
                    return;
                }
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
            for ride in &rules.kinds[them.index()][kind.index()].rides {
                if !ride.modality.capture() {
                    continue;
                }
                let line = rules.lines[ride.reverse as usize].at(king);
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
        royal: Kind,
        checkers: B,
        check_mask: B,
        pinned: B,
    ) -> bool {
        let us = self.side();
        let king_bit = self.men_of(us, royal);
        for extra in &rules.extras {
            let holders = self.extra_holders(extra, us, checkers.any());
            if holders.is_empty() || extra.kind != royal && checkers.several() {
                continue;
            }
            for from in holders.squares() {
                let mut targets = self.extra_targets(rules, extra, from);
                if extra.kind == royal {
                    if checkers.any() && rules.facts[royal.index()].may_only_capture_checker {
                        continue;
                    }
                    let occupied = self.occupied() ^ king_bit;
                    for to in targets.squares() {
                        if self.is_attacked(rules, to, !us, occupied) {
                            targets &= !B::of(to);
                        }
                    }
                } else {
                    targets &= check_mask;
                    if pinned.has(from) {
                        targets &= self.pin_mask(rules, king_bit.first(), from);
                    }
                }
                if targets.any() && !visitor.man(extra.kind, from, targets) {
                    return false;
                }
            }
        }
        true
    }
}
