//! Why a move is not legal.

use khun_board::{Bitboard, Square};

use crate::spec::Kind;
use crate::{Move, Position, Rules};

/// The reason why a move that a player tried is not legal. The words are for whoever talks to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyIllegal {
    /// No man stands on the square.
    NoMan,
    /// The man belongs to the opponent.
    NotYours(Kind),
    /// A man of the same side stands on the target square.
    OwnMan {
        /// The man that would move.
        kind: Kind,
        /// The man in its way.
        blocker: Kind,
    },
    /// The man moves differently.
    NotItsMove(Kind),
    /// The man moves so, but not onto an empty square.
    OnlyCaptures(Kind),
    /// The man moves so, but does not capture so.
    NeverCaptures(Kind),
    /// Something stands in the way.
    Blocked(Kind),
    /// A royal man would be in check.
    Exposes {
        /// The royal man.
        royal: Kind,
        /// The man that would give check.
        attacker: Kind,
        /// Where that man stands.
        from: Square,
        /// Whether the side is in check already.
        in_check: bool,
    },
    /// A royal man in check may only capture the man that gives check.
    MayOnlyCaptureChecker(Kind),
    /// An extra move that is no longer, or not now, allowed.
    ExtraNotNow {
        /// The man.
        kind: Kind,
        /// Whether that is because of a check; otherwise the right is lost.
        in_check: bool,
    },
    /// The move promotes, and has to say to what.
    MustPromote(Kind),
    /// The move does not promote, or not to that.
    CannotPromote(Kind),
    /// The game is over.
    Over,
}

impl<B: Bitboard> Position<B> {
    /// Why a move from one square to another is not legal, or `None` if it is.
    pub fn why_illegal(
        &self,
        rules: &Rules<B>,
        from: Square,
        to: Square,
        promotion: Option<Kind>,
    ) -> Option<WhyIllegal> {
        let us = self.side();
        let (colour, kind) = match self.man_at(from) {
            None => return Some(WhyIllegal::NoMan),
            Some(man) => man,
        };
        if colour != us {
            return Some(WhyIllegal::NotYours(kind));
        }
        let legal = self.legal_moves(rules);
        let same: Vec<_> = legal.iter().filter(|mv| mv.from() == from && mv.to() == to).collect();
        if same.iter().any(|mv| mv.promotion() == promotion) {
            return None;
        }
        if !same.is_empty() {
            return Some(match promotion {
                None => WhyIllegal::MustPromote(kind),
                Some(_) => WhyIllegal::CannotPromote(kind),
            });
        }
        if self.is_over_at_once(rules) {
            return Some(WhyIllegal::Over);
        }
        if let Some((colour, blocker)) = self.man_at(to)
            && colour == us
        {
            return Some(WhyIllegal::OwnMan { kind, blocker });
        }
        Some(self.why_not_there(rules, kind, from, to))
    }

    fn why_not_there(&self, rules: &Rules<B>, kind: Kind, from: Square, to: Square) -> WhyIllegal {
        let us = self.side();
        let in_check = self.in_check(rules);
        let capture = self.man_at(to).is_some();
        let (quiet, captures) = rules.reach(us, kind, from);
        let (fits, other) = if capture { (captures, quiet) } else { (quiet, captures) };
        if !self.pseudo_targets(rules, kind, from, in_check).has(to) {
            let extra = rules
                .extras
                .iter()
                .filter(|extra| extra.kind == kind)
                .any(|extra| self.could_have_extra(rules, extra, us, from).has(to));
            return match (fits.has(to), other.has(to)) {
                _ if extra && !fits.has(to) => WhyIllegal::ExtraNotNow { kind, in_check },
                (true, _) => WhyIllegal::Blocked(kind),
                (false, true) if capture => WhyIllegal::NeverCaptures(kind),
                (false, true) => WhyIllegal::OnlyCaptures(kind),
                (false, false) => WhyIllegal::NotItsMove(kind),
            };
        }
        let after = self.play(rules, Move::new(kind, from, to));
        let royals = after.men(us) & after.of_kinds(rules.royal);
        for square in royals.squares() {
            let attackers = after.attackers(rules, square, !us);
            let royal = after.man_at(square).map(|man| man.1);
            let attacker = attackers.squares().next().and_then(|from| Some((from, after.man_at(from)?.1)));
            if let (Some(royal), Some((from, attacker))) = (royal, attacker) {
                return WhyIllegal::Exposes { royal, attacker, from, in_check };
            }
        }
        if rules.facts[kind.index()].may_only_capture_checker && in_check {
            return WhyIllegal::MayOnlyCaptureChecker(kind);
        }
        WhyIllegal::NotItsMove(kind)
    }
}
