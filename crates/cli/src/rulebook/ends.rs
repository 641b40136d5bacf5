//! How a game ends.

use khun_rules::spec::{Claim, EndKind, EndSpec, RulesSpec, Verdict};

use super::{Page, squares_by_colour};
use crate::text::capitalised;
use crate::words::{conditions, kinds_named, name};

pub(super) fn write(page: &mut Page, spec: &RulesSpec) {
    page.heading("How a game ends");
    let mut ends: Vec<&EndSpec> = spec.ends.iter().collect();
    ends.sort_by_key(|end| end.kind.stage());
    for end in ends {
        let title = capitalised(&end.name.replace(['-', '_'], " "));
        let claim = match (end.claim, end.kind.stage()) {
            (Claim::OnClaim, 3) => " A player has to claim it.",
            _ => "",
        };
        page.item(&format!("{title}: {}.{claim}", sentence(spec, end)));
    }
}

fn sentence(spec: &RulesSpec, end: &EndSpec) -> String {
    let to_move = match end.result {
        Verdict::Win => "wins",
        Verdict::Loss => "loses",
        Verdict::Draw => "draws",
        Verdict::Replay => "neither wins nor loses: the game is played again",
    };
    let result = match end.result {
        Verdict::Win => "the side to move wins",
        Verdict::Loss => "the side to move loses",
        Verdict::Draw => "the game is a draw",
        Verdict::Replay => "the game is played again",
    };
    match &end.kind {
        EndKind::NoMoves { in_check: Some(true) } => format!("a side in check that has no legal move {to_move}"),
        EndKind::NoMoves { in_check: Some(false) } => {
            format!("a side that has no legal move and is not in check {to_move}")
        }
        EndKind::NoMoves { in_check: None } => format!("a side that has no legal move {to_move}"),
        EndKind::Count { when, unless_can_capture } => {
            let when = conditions::sentence(spec, when, "the side to move", "its opponent");
            let unless = if *unless_can_capture { ", unless it can capture" } else { "" };
            match when {
                Some(when) => format!("when {when}, {result} at once{unless}"),
                None => format!("{result} at once{unless}"),
            }
        }
        EndKind::Checks { times: 1 } => format!("a side that is checked {to_move} at once"),
        EndKind::Checks { times } => format!("a side that has been checked {times} times {to_move} at once"),
        EndKind::Goal { kinds, regions } => {
            let who = kinds_named(spec, *kinds, "or");
            let where_to = squares_by_colour(spec.geometry, *regions);
            format!("when a {who} has reached {where_to}, {} at once", opponent(end.result))
        }
        EndKind::Repetition { times } => format!("when a position has occurred {times} times, {result}"),
        EndKind::NMove { moves, suspended_by_counting } => {
            let pawns: Vec<String> = spec.kinds.iter().filter(|kind| kind.pawn).map(name).collect();
            let pawns =
                if pawns.is_empty() { String::new() } else { format!(" or a move of a {}", pawns.join(" or ")) };
            let unless = if *suspended_by_counting { ", unless a count is running" } else { "" };
            format!("after {moves} moves of each side without a capture{pawns}, {result}{unless}")
        }
        EndKind::Counting => format!("when a count has run out, {result}"),
    }
}

/// A result for the side to move, as the side that has just moved sees it.
const fn opponent(result: Verdict) -> &'static str {
    match result {
        Verdict::Win => "its side loses",
        Verdict::Loss => "its side wins",
        Verdict::Draw => "the game is a draw",
        Verdict::Replay => "the game is played again",
    }
}
