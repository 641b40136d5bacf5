//! Moves that give check, for games in which a check decides.

use khun_board::cpu::{Cpu, Task};
use khun_board::{Bitboard, Square};
use khun_rules::spec::{Kind, MAX_KINDS};
use khun_rules::{Move, MoveVisitor, Position, Rules};

/// Looks for a legal move that gives check.
pub(crate) struct CheckFinder<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    position: &'a Position<B>,
    /// From where a man of each kind gives check.
    origins: [B; MAX_KINDS],
    /// Men that uncover a check when they leave.
    shields: B,
    found: bool,
}

impl<'a, B: Bitboard> CheckFinder<'a, B> {
    pub(crate) fn new(rules: &'a Rules<B>, position: &'a Position<B>, royals: B) -> CheckFinder<'a, B> {
        let us = position.side();
        let mut finder =
            CheckFinder { rules, position, origins: [B::EMPTY; MAX_KINDS], shields: B::EMPTY, found: false };
        for royal in royals.squares() {
            for kind in rules.kinds() {
                let origins = position.attack_origins(rules, us, kind, royal, position.occupied());
                finder.origins[kind.index()] |= origins;
            }
            finder.shields |= position.shields(rules, royal, us) & position.men(us);
        }
        finder
    }

    pub(crate) fn found(&self) -> bool {
        self.found
    }

    #[inline(always)]
    fn try_targets(&mut self, kind: Kind, from: Square, targets: B) -> bool {
        let spec = self.rules.kind(kind);
        let zone = self.rules.promotion_zone(self.position.side(), kind);
        let mut likely = targets & self.origins[kind.index() & (MAX_KINDS - 1)];
        for after in spec.promotion.iter().flat_map(|promotion| &promotion.to) {
            likely |= targets & zone & self.origins[after.index() & (MAX_KINDS - 1)];
        }
        if self.shields.has(from) || !self.rules.is_fast() {
            likely = targets;
        }
        for to in likely.squares() {
            let plain = Move::new(kind, from, to);
            let promotion = spec.promotion.as_ref().filter(|_| zone.has(to));
            let gives = |mv| self.position.play(self.rules, mv).in_check(self.rules);
            self.found |= promotion.is_none_or(|promotion| !promotion.mandatory) && gives(plain);
            self.found |=
                promotion.is_some_and(|promotion| promotion.to.iter().any(|&after| gives(plain.promoting(after))));
        }
        !self.found
    }
}

impl<B: Bitboard> MoveVisitor<B> for CheckFinder<'_, B> {
    #[inline(always)]
    fn man(&mut self, kind: Kind, from: Square, targets: B) -> bool {
        self.try_targets(kind, from, targets)
    }

    #[inline(always)]
    fn shift(&mut self, kind: Kind, delta: i8, targets: B) -> bool {
        targets.squares().all(|to| self.try_targets(kind, Square(to.0.wrapping_sub(delta as u8)), B::of(to)))
    }
}

/// Runs a [`CheckFinder`] over the legal moves of a position.
pub(crate) struct FindChecks<'f, 'a, B: Bitboard> {
    pub(crate) rules: &'a Rules<B>,
    pub(crate) position: &'a Position<B>,
    pub(crate) finder: &'f mut CheckFinder<'a, B>,
}

impl<B: Bitboard> Task for FindChecks<'_, '_, B> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        self.position.visit_legal_moves(self.rules, self.finder);
    }
}
