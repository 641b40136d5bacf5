//! How games end: results, reasons, and the test of a position against the rules that end a game.

use khun_board::{Bitboard, Colour};

use crate::rules::Immediate;
use crate::spec::{Claim, EndKind, Verdict};
use crate::{Position, Rules};

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Status {
    /// It goes on.
    #[default]
    Ongoing,
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// Nobody has won.
    Draw,
    /// The game does not count and is played again.
    Replay,
}

impl Status {
    /// The status that a verdict means for the side that it is about.
    pub fn of(verdict: Verdict, side: Colour) -> Status {
        match (verdict, side) {
            (Verdict::Win, Colour::White) | (Verdict::Loss, Colour::Black) => Status::WhiteWins,
            (Verdict::Win, Colour::Black) | (Verdict::Loss, Colour::White) => Status::BlackWins,
            (Verdict::Draw, _) => Status::Draw,
            (Verdict::Replay, _) => Status::Replay,
        }
    }

    /// The word for it in JSON: `ongoing`, `white_wins`, `black_wins`, `draw`, `replay`.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Ongoing => "ongoing",
            Status::WhiteWins => "white_wins",
            Status::BlackWins => "black_wins",
            Status::Draw => "draw",
            Status::Replay => "replay",
        }
    }

    /// The result in PGN: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn pgn(self) -> &'static str {
        match self {
            Status::WhiteWins => "1-0",
            Status::BlackWins => "0-1",
            Status::Draw => "1/2-1/2",
            Status::Ongoing | Status::Replay => "*",
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A rule of the variant: an index into [`crate::spec::RulesSpec::ends`].
    Rule(u16),
    /// The side that was counting gave mate, which is a draw where the rules say so.
    CountingSideMated,
    /// A player resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
}

/// A result and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Outcome {
    /// How the game stands.
    pub status: Status,
    /// Why it is over; `None` while it goes on.
    pub reason: Option<Reason>,
}

impl Outcome {
    /// The game goes on.
    pub const ONGOING: Outcome = Outcome { status: Status::Ongoing, reason: None };

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.status != Status::Ongoing
    }
}

/// What the rules say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// The result, if the game is over.
    pub outcome: Outcome,
    /// A result that a player may claim.
    pub claim: Option<Outcome>,
}

impl<B: Bitboard> Rules<B> {
    /// The name of a reason: the key of the rule in the variant file, or a fixed word.
    pub fn reason_name(&self, reason: Reason) -> &str {
        match reason {
            Reason::Rule(index) => self.spec.ends.get(index as usize).map_or("rule", |end| &end.name),
            Reason::CountingSideMated => "counting_side_mated",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
        }
    }
}

impl<B: Bitboard> Position<B> {
    /// Whether a rule of the stage "immediate" has ended the game.
    #[inline(always)]
    pub(crate) fn is_over_at_once(&self, rules: &Rules<B>) -> bool {
        !rules.immediate.is_empty() && self.immediate_end(rules).is_some()
    }

    /// The immediate end that holds, as its index and the verdict for the side to move.
    #[inline(never)]
    pub(crate) fn immediate_end(&self, rules: &Rules<B>) -> Option<(Verdict, usize)> {
        let (us, them) = (self.side(), !self.side());
        rules.immediate.iter().find_map(|(index, rule)| {
            let holds = match rule {
                Immediate::Count { when, unless_can_capture } => {
                    when.holds(self, us) && !(*unless_can_capture && self.has_capture(rules))
                }
                Immediate::Checks => self.checks_left(them) == 0,
                Immediate::Goal { kinds, regions } => {
                    (self.men(them) & self.of_kinds(*kinds) & regions[them.index()]).any()
                }
            };
            holds.then(|| (rules.spec.ends[*index].result, *index))
        })
    }

    /// Judges the position. `occurrences` tells how often it has been on the board, up to the given number; it is
    /// asked only where a rule needs it.
    pub fn judge(&self, rules: &Rules<B>, occurrences: impl Fn(u8) -> u8) -> Judgement {
        self.judge_knowing(rules, || self.has_move(rules), occurrences)
    }

    /// As [`Self::judge`], for a caller that may know already whether there is a legal move.
    #[inline(always)]
    pub fn judge_knowing(
        &self,
        rules: &Rules<B>,
        has_move: impl FnOnce() -> bool,
        occurrences: impl Fn(u8) -> u8,
    ) -> Judgement {
        let side = self.side();
        let by_rule = |verdict, index: usize| Outcome {
            status: Status::of(verdict, side),
            reason: Some(Reason::Rule(index as u16)),
        };
        if !rules.immediate.is_empty()
            && let Some((verdict, index)) = self.immediate_end(rules)
        {
            return Judgement { outcome: by_rule(verdict, index), claim: None };
        }
        if !has_move() {
            let in_check = self.in_check(rules);
            if in_check && rules.counting.as_ref().is_some_and(|counting| counting.mate_is_draw(&self.count(), !side)) {
                let outcome = Outcome { status: Status::Draw, reason: Some(Reason::CountingSideMated) };
                return Judgement { outcome, claim: None };
            }
            if let Some((verdict, index)) = rules.no_moves[in_check as usize] {
                return Judgement { outcome: by_rule(verdict, index), claim: None };
            }
        }
        let mut claim = None;
        for &(index, ref rule) in &rules.claims {
            if self.claim_holds(rules, rule, &occurrences) {
                let outcome = by_rule(rule.verdict, index);
                if rule.claim == Claim::Automatic {
                    return Judgement { outcome, claim: None };
                }
                claim.get_or_insert(outcome);
            }
        }
        Judgement { outcome: Outcome::ONGOING, claim }
    }

    #[inline(always)]
    fn claim_holds(&self, rules: &Rules<B>, rule: &ClaimRule, occurrences: &impl Fn(u8) -> u8) -> bool {
        match rule.kind {
            ClaimKind::Repetition { times } => occurrences(times) >= times,
            ClaimKind::NMove { plies, suspended_by_counting } => {
                self.halfmove() >= plies && !(suspended_by_counting && self.count().is_running())
            }
            ClaimKind::Counting => rules.counting.as_ref().is_some_and(|counting| counting.is_drawn(&self.count())),
        }
    }

    /// How many moves the side that chases has left before the running count draws, this one included if it is its
    /// turn. `None` while nobody counts.
    pub fn chaser_moves_left(&self, rules: &Rules<B>) -> Option<u16> {
        let counting = rules.counting.as_ref().filter(|_| self.count().is_running())?;
        Some(counting.chaser_moves_left(&self.count()))
    }

    /// Whether a running count has run out: the position is a draw unless its side to move is mated.
    pub fn is_drawn_by_count(&self, rules: &Rules<B>) -> bool {
        rules.counting.as_ref().is_some_and(|counting| counting.is_drawn(&self.count()))
    }
}

/// A rule of stage 3, without what the test of a position does not need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClaimRule {
    kind: ClaimKind,
    verdict: Verdict,
    claim: Claim,
}

#[derive(Clone, Copy, Debug)]
enum ClaimKind {
    Repetition { times: u8 },
    NMove { plies: u16, suspended_by_counting: bool },
    Counting,
}

impl ClaimRule {
    /// The rule of stage 3 that a spec describes, `None` for the other stages.
    pub(crate) fn new(kind: &EndKind, verdict: Verdict, claim: Claim) -> Option<ClaimRule> {
        let kind = match *kind {
            EndKind::Repetition { times } => ClaimKind::Repetition { times },
            EndKind::NMove { moves, suspended_by_counting } => {
                ClaimKind::NMove { plies: moves.saturating_mul(2), suspended_by_counting }
            }
            EndKind::Counting => ClaimKind::Counting,
            EndKind::Count { .. } | EndKind::Checks { .. } | EndKind::Goal { .. } | EndKind::NoMoves { .. } => {
                return None;
            }
        };
        Some(ClaimRule { kind, verdict, claim })
    }
}
