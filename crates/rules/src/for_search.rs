//! What a search asks of positions beside their legal moves: who attacks a square, how a move could give check, which
//! rules end a game by its history.

use khun_board::{Bitboard, Colour, Mirror, Square};

use crate::attacks::walk;
use crate::spec::{EndKind, Kind, Modality, Verdict};
use crate::{Count, Move, Position, Rules};

/// A rule that ends a game by its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryRule {
    /// How many occurrences of a position, or plies without progress, it takes.
    pub limit: u16,
    /// The result, seen by the side to move.
    pub verdict: Verdict,
}

impl<B: Bitboard> Rules<B> {
    /// Whether some rule ends a game at once by the men on the board, a goal, or checks given.
    pub fn has_immediate_ends(&self) -> bool {
        !self.immediate.is_empty()
    }

    /// Whether there are counting rules.
    pub fn has_counting(&self) -> bool {
        self.counting.is_some()
    }

    /// The rule of repetition: after how many occurrences which result.
    pub fn repetition(&self) -> Option<HistoryRule> {
        self.spec.ends.iter().find_map(|end| match end.kind {
            EndKind::Repetition { times } => Some(HistoryRule { limit: times.into(), verdict: end.result }),
            _ => None,
        })
    }

    /// The rule of so many moves without progress, its limit in plies.
    pub fn no_progress(&self) -> Option<HistoryRule> {
        self.spec.ends.iter().find_map(|end| match end.kind {
            EndKind::NMove { moves, .. } => Some(HistoryRule { limit: moves.saturating_mul(2), verdict: end.result }),
            _ => None,
        })
    }

    /// The result without a legal move, in check or not, seen by the side to move.
    pub fn without_moves(&self, in_check: bool) -> Option<Verdict> {
        self.no_moves[usize::from(in_check)].map(|(verdict, _)| verdict)
    }

    /// The result of a game whose side to move has been checked often enough.
    pub fn after_checks(&self) -> Option<Verdict> {
        self.spec.ends.iter().find(|end| matches!(end.kind, EndKind::Checks { .. })).map(|end| end.result)
    }

    /// Whether a kind rides along lines, leaps only otherwise.
    pub fn is_rider(&self, kind: Kind) -> bool {
        !self.side(Colour::White).kind(kind).rides.is_empty()
    }

    /// The squares on which all men of a kind together could capture by leaps, found as shifts of the whole set, or
    /// `None` where the kind has too many leaps for that, or rides.
    #[inline(always)]
    pub fn shifted_attacks(&self, colour: Colour, kind: Kind, men: B) -> Option<B> {
        let shifts = &self.side(colour).kind(kind).shifts;
        if shifts.is_empty() {
            return None;
        }
        let mut attacks = B::EMPTY;
        for shift in shifts.iter().filter(|shift| shift.modality.capture()) {
            attacks |= (men & shift.sources).rotated(shift.delta);
        }
        Some(attacks)
    }
}

impl<B: Bitboard> Rules<B> {
    /// Those men of a kind that could make a quiet leap to one of the `free` squares, found as shifts of the whole set;
    /// `None` as for [`Self::shifted_attacks`].
    #[inline(always)]
    pub fn shifted_movers(&self, colour: Colour, kind: Kind, men: B, free: B) -> Option<B> {
        let shifts = &self.side(colour).kind(kind).shifts;
        if shifts.is_empty() {
            return None;
        }
        let mut movers = B::EMPTY;
        for shift in shifts.iter().filter(|shift| shift.modality.quiet()) {
            movers |= ((men & shift.sources).rotated(shift.delta) & free).rotated(shift.delta.wrapping_neg());
        }
        Some(movers)
    }
}

impl<B: Bitboard> Position<B> {
    /// The kind of the man on a square, whosever it is.
    #[inline(always)]
    pub fn kind_at(&self, rules: &Rules<B>, square: Square) -> Option<Kind> {
        let bit = B::of(square);
        let mut index = 0;
        while index < rules.spec.kinds.len() {
            if (self.by_kind(index) & bit).any() {
                return Some(Kind(index as u8));
            }
            index += 1;
        }
        None
    }

    /// The men of both colours that could capture on a square, were an enemy of theirs there and the board `occupied`
    /// as given. Men that are not in `occupied` do not count. Pins and checks are not considered.
    #[inline(always)]
    pub fn attackers_to(&self, rules: &Rules<B>, square: Square, occupied: B) -> B {
        let mut attackers = self.riders_to(rules, square, occupied);
        for colour in Colour::BOTH {
            let side = rules.side(colour);
            let mut leapers = B::EMPTY;
            for kind in &rules.leapers {
                leapers |= side.reverse(*kind, square) & self.of_kind(*kind);
            }
            attackers |= leapers & self.men(colour) & occupied;
        }
        if !rules.walkers.is_empty() || rules.extras_capture {
            attackers |= self.walkers_to(rules, square, occupied);
        }
        attackers
    }

    /// The part of [`Self::attackers_to`] that changes when a man on a line leaves it.
    #[inline(always)]
    pub fn riders_to(&self, rules: &Rules<B>, square: Square, occupied: B) -> B {
        let mut attackers = B::EMPTY;
        for kind in &rules.riders {
            for colour in Colour::BOTH {
                let riders = self.men_of(colour, *kind) & occupied;
                if riders.is_empty() {
                    continue;
                }
                for ride in &rules.side(colour).kind(*kind).rides {
                    if ride.modality != Modality::Quiet {
                        let line = rules.line(ride.reverse, square);
                        if (line.all() & riders).any() {
                            attackers |= line.attacks(occupied) & riders;
                        }
                    }
                }
            }
        }
        attackers
    }

    /// The rarer part of [`Self::attackers_to`]: steps that no table holds.
    #[inline(never)]
    fn walkers_to(&self, rules: &Rules<B>, square: Square, occupied: B) -> B {
        let target = B::of(square);
        let mut attackers = B::EMPTY;
        for colour in Colour::BOTH {
            for &kind in &rules.walkers {
                let tables = rules.side(colour).kind(kind);
                if (tables.region & target).is_empty() {
                    continue;
                }
                for from in (self.men_of(colour, kind) & occupied).squares() {
                    let reaches = tables.walks.iter().any(|&step| {
                        step.modality.capture()
                            && (B::from_set(walk(rules.geometry, step, from, occupied.to_set())) & target).any()
                    });
                    if reaches {
                        attackers |= B::of(from);
                    }
                }
            }
            for extra in rules.extras.iter().filter(|_| rules.extras_capture) {
                for from in (self.extra_holders(extra, colour, false) & occupied).squares() {
                    if (self.extra_captures(rules, extra, colour, from, occupied) & target).any() {
                        attackers |= B::of(from);
                    }
                }
            }
        }
        attackers
    }

    /// The squares from which a man of a kind and colour would attack `target` by a leap or along a line, men that stand
    /// there already or not.
    #[inline(always)]
    pub fn attack_origins(&self, rules: &Rules<B>, colour: Colour, kind: Kind, target: Square, occupied: B) -> B {
        let mut origins = rules.side(colour).reverse(kind, target);
        for ride in &rules.side(colour).kind(kind).rides {
            if ride.modality.capture() {
                origins |= rules.line(ride.reverse, target).attacks(occupied);
            }
        }
        origins
    }

    /// The men of either colour that alone stand between a square and a rider of colour `by` that would attack it.
    #[inline(always)]
    pub fn shields(&self, rules: &Rules<B>, square: Square, by: Colour) -> B {
        let occupied = self.occupied();
        let mut shields = B::EMPTY;
        for kind in &rules.riders {
            let riders = self.men_of(by, *kind);
            for ride in &rules.side(by).kind(*kind).rides {
                if ride.modality == Modality::Quiet {
                    continue;
                }
                let line = rules.line(ride.reverse, square);
                for rider in (line.all() & riders).squares() {
                    let between = line.between(square, rider) & occupied;
                    if between.any() && !between.several() {
                        shields |= between;
                    }
                }
            }
        }
        shields
    }

    /// Whether a move that came from elsewhere (a table, an earlier position) is one that the side to move could make
    /// if checks were not considered. The side to move must not be in check, and no rule may have ended the game.
    #[inline(always)]
    pub fn is_pseudo_legal(&self, rules: &Rules<B>, mv: Move) -> bool {
        let (kind, from, to) = (mv.kind(), mv.from(), mv.to());
        let us = self.side();
        if kind.index() >= rules.spec.kinds.len() || !self.men_of(us, kind).has(from) {
            return false;
        }
        let facts = rules.facts(kind);
        let in_zone = facts.promotion_choices > 0 && rules.side(us).kind(kind).zone.has(to);
        let promotes = match mv.promotion() {
            None => !in_zone || !facts.promotion_mandatory,
            Some(after) => in_zone && facts.promotes_to.has(after),
        };
        promotes && self.pseudo_targets(rules, kind, from, false).has(to)
    }

    /// The same position with the colours exchanged: every man and right on its mirrored square and of the other colour,
    /// the other side to move. `None` where a variant does not mirror Black's moves from White's. For tests of symmetry.
    pub fn colours_exchanged(&self, rules: &Rules<B>) -> Option<Position<B>> {
        let mirror = rules.spec.mirror;
        if mirror == Mirror::None {
            return None;
        }
        let across = |square| rules.geometry.mirrored(square, mirror);
        let mut exchanged = Position::empty();
        for square in self.occupied().squares() {
            let (colour, kind) = self.man_at(square)?;
            exchanged.put(rules, !colour, kind, across(square));
        }
        let set = |set: B| set.squares().fold(B::EMPTY, |all, square| all | B::of(across(square)));
        exchanged.set_rights(rules, set(self.rights()));
        exchanged.mark_promoted(set(self.promoted()));
        for colour in Colour::BOTH {
            exchanged.set_checks_left(rules, !colour, self.checks_left(colour));
        }
        let count = self.count();
        exchanged.set_count(Count { counter: count.counter.map(|colour| !colour), ..count });
        exchanged.set_clocks(self.halfmove(), self.fullmove());
        exchanged.set_side(rules, !self.side());
        Some(exchanged)
    }

    /// The hash with the count that runs (its limit, its plies, who counts) mixed in: equal keys mean that the future
    /// is the same as far as counting goes.
    #[inline(always)]
    pub fn hash_with_count(&self) -> u64 {
        self.hash_with(self.count().ply)
    }

    /// The hash with the limit of the count that runs and who counts mixed in, but not how far it has got: what holds
    /// of a position with fewer moves left holds under this key with more of them too. Never that of
    /// [`Position::hash_with_count`] while a count runs.
    #[inline(always)]
    pub fn hash_with_limit(&self) -> u64 {
        self.hash_with(u16::MAX)
    }

    #[inline(always)]
    fn hash_with(&self, ply: u16) -> u64 {
        let count = self.count();
        if !count.is_running() {
            return self.hash();
        }
        let state = u64::from(count.limit) << 32 | u64::from(ply) << 8 | count.counter.map_or(2, |c| c as u64);
        self.hash() ^ state.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    /// Positions of seeded random play.
    fn positions(rules: &Rules<u64>, games: u64) -> Vec<Position<u64>> {
        let mut all = Vec::new();
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..games {
            let mut position = rules.start();
            for _ in 0..120 {
                let moves = position.legal_moves(rules);
                if moves.is_empty() {
                    break;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play(rules, moves[(state >> 33) as usize % moves.len()]);
                all.push(position);
            }
        }
        all
    }

    #[test]
    fn attackers_agree_with_attacks() {
        let rules = Rules::<u64>::build(&samples::ouk()).unwrap();
        for position in positions(&rules, 3) {
            for square in rules.geometry().iter() {
                let both = position.attackers_to(&rules, square, position.occupied());
                for colour in Colour::BOTH {
                    assert_eq!(both & position.men(colour), position.attackers(&rules, square, colour));
                }
            }
        }
    }

    #[test]
    fn pseudo_legal_moves_are_the_legal_ones_and_those_that_leave_the_king_attacked() {
        let rules = Rules::<u64>::build(&samples::ouk()).unwrap();
        for position in positions(&rules, 2).into_iter().filter(|position| !position.in_check(&rules)) {
            let legal = position.legal_moves(&rules);
            for from in rules.geometry().iter() {
                for to in rules.geometry().iter() {
                    for kind in rules.kinds() {
                        for mv in [Move::new(kind, from, to), Move::new(kind, from, to).promoting(Kind(1))] {
                            let pseudo = position.is_pseudo_legal(&rules, mv);
                            let lawful = pseudo && !position.play(&rules, mv).is_exposed(&rules, position.side());
                            assert_eq!(lawful, legal.contains(&mv), "{}", rules.uci(mv));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn exchanging_colours_twice_changes_nothing() {
        let rules = Rules::<u64>::build(&samples::ouk()).unwrap();
        for position in positions(&rules, 2) {
            let exchanged = position.colours_exchanged(&rules).unwrap();
            assert_eq!(exchanged.colours_exchanged(&rules), Some(position));
            assert_eq!(exchanged.count_legal_moves(&rules), position.count_legal_moves(&rules));
        }
    }

    #[test]
    fn keys_tell_counts_apart() {
        let rules = Rules::<u64>::build(&samples::makruk()).unwrap();
        let fens =
            ["8/8/8/8/8/5k2/8/N3K3 w - 128 6 1", "8/8/8/8/8/5k2/8/N3K3 w - 128 8 1", "8/8/8/8/8/5k2/8/N3K3 w - 64 6 1"];
        let positions = fens.map(|fen| rules.parse_fen(fen).unwrap());
        assert_eq!(positions[0].hash(), positions[1].hash());
        assert_ne!(positions[0].hash_with_count(), positions[1].hash_with_count());
        assert_ne!(positions[0].hash_with_count(), positions[2].hash_with_count());
    }
}
