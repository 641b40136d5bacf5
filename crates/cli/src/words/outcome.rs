//! How games end, in words.

use khun_rules::board::Bitboard;
use khun_rules::spec::EndKind;
use khun_rules::{Outcome, Reason, Rules, Status};

/// The result: `White wins`.
pub(crate) const fn result(status: Status) -> &'static str {
    match status {
        Status::Ongoing => "the game goes on",
        Status::WhiteWins => "White wins",
        Status::BlackWins => "Black wins",
        Status::Draw => "draw",
        Status::Replay => "no result: the game is played again",
    }
}

/// The result and its reason: `White wins: checkmate`.
pub(crate) fn sentence<B: Bitboard>(rules: &Rules<B>, outcome: Outcome) -> String {
    match outcome.reason {
        None => result(outcome.status).to_owned(),
        Some(reason) => format!("{}: {}", result(outcome.status), reason_words(rules, reason)),
    }
}

/// A reason in words.
fn reason_words<B: Bitboard>(rules: &Rules<B>, reason: Reason) -> String {
    match reason {
        Reason::Rule(index) => {
            let kind = rules.spec().ends.get(index as usize).map(|end| &end.kind);
            let name = rules.reason_name(reason).replace(['-', '_'], " ");
            match kind {
                Some(EndKind::Repetition { times }) => format!("the same position {times} times"),
                Some(EndKind::NMove { moves, .. }) => format!("{moves} moves without capture or pawn move"),
                Some(EndKind::Counting) => "the count has run out".to_owned(),
                _ => name,
            }
        }
        Reason::CountingSideMated => "the side that was counting gave mate".to_owned(),
        Reason::Resignation => "resignation".to_owned(),
        Reason::Agreement => "agreed".to_owned(),
    }
}
