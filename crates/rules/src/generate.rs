//! Legal moves: the fast generator, the careful one, and what is made of them.

mod careful;
mod fast;

use khun_board::{Bitboard, Colour, Square, SquareMap};

use crate::attacks::walk;
use crate::moves::MoveVisitor;
use crate::rules::Extra;
use crate::spec::Kind;
use crate::{Move, Position, Rules};

impl<B: Bitboard> Position<B> {
    /// Shows every legal move to `visitor`, as sets of targets. A game that has ended at once (a bared king, a check
    /// where the first one decides) has no moves.
    #[inline(always)]
    pub fn visit_legal_moves<V: MoveVisitor<B>>(&self, rules: &Rules<B>, visitor: &mut V) {
        if self.is_over_at_once(rules) {
            return;
        }
        self.visit_moves(rules, visitor);
    }

    /// As [`Self::visit_legal_moves`], without asking whether the game is over.
    #[inline(always)]
    pub(crate) fn visit_moves<V: MoveVisitor<B>>(&self, rules: &Rules<B>, visitor: &mut V) {
        if rules.fast {
            self.visit_fast(rules, visitor);
        } else {
            self.visit_careful(rules, visitor);
        }
    }

    /// The number of legal moves, counted without making a list.
    #[inline(always)]
    pub fn count_legal_moves(&self, rules: &Rules<B>) -> u64 {
        let mut counter = Counter { rules, us: self.side(), moves: 0 };
        self.visit_legal_moves(rules, &mut counter);
        counter.moves
    }

    /// Whether there is a legal move, the game being over or not.
    #[inline(always)]
    pub fn has_move(&self, rules: &Rules<B>) -> bool {
        let mut finder = Finder { targets: !B::EMPTY, found: false };
        self.visit_moves(rules, &mut finder);
        finder.found
    }

    /// Whether there is a legal capture, the game being over or not.
    pub fn has_capture(&self, rules: &Rules<B>) -> bool {
        let mut finder = Finder { targets: self.men(!self.side()), found: false };
        self.visit_moves(rules, &mut finder);
        finder.found
    }

    /// Appends the legal moves to a list.
    #[inline(always)]
    pub fn push_legal_moves(&self, rules: &Rules<B>, moves: &mut Vec<Move>) {
        let mut lister = Lister { rules, us: self.side(), moves };
        self.visit_legal_moves(rules, &mut lister);
    }

    /// The legal moves.
    pub fn legal_moves(&self, rules: &Rules<B>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.push_legal_moves(rules, &mut moves);
        moves
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, rules: &Rules<B>, mv: Move) -> bool {
        self.legal_moves(rules).contains(&mv)
    }

    /// The legal moves by the careful generator, whatever the rules allow. Slow; for tests.
    pub fn legal_moves_carefully(&self, rules: &Rules<B>) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.is_over_at_once(rules) {
            self.visit_careful(rules, &mut Lister { rules, us: self.side(), moves: &mut moves });
        }
        moves
    }

    /// Where the man of a kind on `from` may go by its ordinary moves, checks not considered.
    #[inline(always)]
    fn targets(&self, rules: &Rules<B>, kind: Kind, from: Square) -> B {
        let us = self.side();
        let (own, enemy) = (self.men(us), self.men(!us));
        let occupied = own | enemy;
        let tables = rules.side(us).kind(kind);
        let leaps = rules.side(us).leaps(kind, from);
        if !rules.facts(kind).split {
            let mut targets = leaps.capture;
            for ride in &tables.rides {
                targets |= rules.line(ride.forward, from).attacks(occupied);
            }
            return targets & !own;
        }
        let (mut capture, mut quiet) = (leaps.capture, leaps.quiet);
        for ride in &tables.rides {
            let reached = rules.line(ride.forward, from).attacks(occupied);
            if ride.modality.capture() {
                capture |= reached;
            }
            if ride.modality.quiet() {
                quiet |= reached;
            }
        }
        for &step in &tables.walks {
            let reached = B::from_set(walk(rules.geometry, step, from, occupied.to_set())) & tables.region;
            if step.modality.capture() {
                capture |= reached;
            }
            if step.modality.quiet() {
                quiet |= reached;
            }
        }
        capture & enemy | quiet & !occupied
    }

    /// The men of a colour that may make an extra move now.
    #[inline(always)]
    pub(crate) fn extra_holders(&self, extra: &Extra<B>, colour: Colour, in_check: bool) -> B {
        if extra.unless_in_check && in_check {
            return B::EMPTY;
        }
        let men = self.men_of(colour, extra.kind) & extra.from[colour.index()];
        if extra.needs_right { men & self.rights() } else { men }
    }

    /// The squares on which an extra move could capture.
    pub(crate) fn extra_captures(
        &self,
        rules: &Rules<B>,
        extra: &Extra<B>,
        colour: Colour,
        from: Square,
        occupied: B,
    ) -> B {
        let mut captures = extra.leaps[colour.index()].at(from).capture;
        for &step in &extra.walks[colour.index()] {
            if step.modality.capture() {
                captures |= B::from_set(walk(rules.geometry, step, from, occupied.to_set()));
            }
        }
        captures & rules.side(colour).kind(extra.kind).region
    }

    /// Where an extra move may go, checks not considered and the man's ordinary moves left out.
    #[inline(always)]
    fn extra_targets(&self, rules: &Rules<B>, extra: &Extra<B>, from: Square) -> B {
        if extra.simple {
            return extra.leaps[self.side().index()].at(from).quiet & !self.occupied();
        }
        self.other_extra_targets(rules, extra, from)
    }

    /// The rarer part of [`Self::extra_targets`].
    #[inline(never)]
    fn other_extra_targets(&self, rules: &Rules<B>, extra: &Extra<B>, from: Square) -> B {
        let us = self.side();
        let occupied = self.occupied();
        let mut quiet = extra.leaps[us.index()].at(from).quiet;
        for &step in &extra.walks[us.index()] {
            if step.modality.quiet() {
                quiet |= B::from_set(walk(rules.geometry, step, from, occupied.to_set()));
            }
        }
        let quiet = quiet & !occupied & rules.side(us).kind(extra.kind).region;
        let captures = self.extra_captures(rules, extra, us, from, occupied) & self.men(!us);
        (quiet | captures) & !self.targets(rules, extra.kind, from)
    }
}

/// What explains moves that are not legal.
impl<B: Bitboard> Position<B> {
    /// Where a man may go if checks are not considered, its extra moves included.
    pub(crate) fn pseudo_targets(&self, rules: &Rules<B>, kind: Kind, from: Square, in_check: bool) -> B {
        let us = self.side();
        let of_kind = rules.extras.iter().filter(|extra| extra.kind == kind);
        of_kind
            .filter(|extra| self.extra_holders(extra, us, in_check).has(from))
            .fold(self.targets(rules, kind, from), |targets, extra| targets | self.extra_targets(rules, extra, from))
    }

    /// Where an extra move would lead if its man had the right to it and the board were empty.
    pub(crate) fn could_have_extra(&self, rules: &Rules<B>, extra: &Extra<B>, colour: Colour, from: Square) -> B {
        let leaps = extra.leaps[colour.index()].at(from);
        let walks = extra.walks[colour.index()].iter();
        walks.fold(leaps.quiet | leaps.capture, |all, &step| all | B::from_set(walk(rules.geometry, step, from, 0)))
    }
}

impl<B: Bitboard> Rules<B> {
    /// Appends the moves of one man to a list: one for each target, or for each choice of promotion.
    #[inline(always)]
    pub fn expand(&self, us: Colour, kind: Kind, from: Square, targets: B, moves: &mut Vec<Move>) {
        let facts = self.facts(kind);
        let zone = if facts.promotion_choices > 0 { self.side(us).kind(kind).zone } else { B::EMPTY };
        for to in (targets & !zone).squares() {
            moves.push(Move::new(kind, from, to));
        }
        for to in (targets & zone).squares() {
            self.push_promotions(Move::new(kind, from, to), moves);
        }
    }

    #[inline(always)]
    fn push_promotions(&self, mv: Move, moves: &mut Vec<Move>) {
        let facts = self.facts(mv.kind());
        if !facts.promotion_mandatory {
            moves.push(mv);
        }
        moves.extend(facts.promotes_to.kinds().map(|kind| mv.promoting(kind)));
    }
}

struct Counter<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    us: Colour,
    moves: u64,
}

impl<B: Bitboard> Counter<'_, B> {
    #[inline(always)]
    fn add(&mut self, kind: Kind, targets: B) {
        self.moves += u64::from(targets.count());
        if self.rules.has_choices {
            let choices = self.rules.facts(kind).promotion_choices.max(1);
            let promoting = targets & self.rules.side(self.us).kind(kind).zone;
            self.moves += u64::from(promoting.count()) * u64::from(choices - 1);
        }
    }
}

impl<B: Bitboard> MoveVisitor<B> for Counter<'_, B> {
    #[inline(always)]
    fn man(&mut self, kind: Kind, _: Square, targets: B) -> bool {
        self.add(kind, targets);
        true
    }

    #[inline(always)]
    fn shift(&mut self, kind: Kind, _: i8, targets: B) -> bool {
        self.add(kind, targets);
        true
    }
}

struct Finder<B> {
    targets: B,
    found: bool,
}

impl<B: Bitboard> MoveVisitor<B> for Finder<B> {
    #[inline(always)]
    fn man(&mut self, _: Kind, _: Square, targets: B) -> bool {
        self.found |= (targets & self.targets).any();
        !self.found
    }

    #[inline(always)]
    fn shift(&mut self, _: Kind, _: i8, targets: B) -> bool {
        self.found |= (targets & self.targets).any();
        !self.found
    }
}

struct Lister<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    us: Colour,
    moves: &'a mut Vec<Move>,
}

impl<B: Bitboard> MoveVisitor<B> for Lister<'_, B> {
    #[inline(always)]
    fn man(&mut self, kind: Kind, from: Square, targets: B) -> bool {
        self.rules.expand(self.us, kind, from, targets, self.moves);
        true
    }

    #[inline(always)]
    fn shift(&mut self, kind: Kind, delta: i8, targets: B) -> bool {
        let promotes = self.rules.facts(kind).promotion_choices > 0;
        let zone = if promotes { self.rules.side(self.us).kind(kind).zone } else { B::EMPTY };
        for to in targets.squares() {
            let mv = Move::new(kind, Square(to.0.wrapping_sub(delta as u8)), to);
            if zone.has(to) {
                self.rules.push_promotions(mv, self.moves);
            } else {
                self.moves.push(mv);
            }
        }
        true
    }
}
