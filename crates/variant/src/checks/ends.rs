//! Checks of the rules that end a game, together.

use khun_rules::spec::EndKind;

use super::witness;
use crate::codes;
use crate::condition::can_hold_together;
use crate::description::Description;
use crate::ends::End;
use crate::fault::{Fault, Faults};

pub(super) fn check(description: &Description, faults: &mut Faults) {
    let ends = &description.ends;
    for (index, end) in ends.iter().enumerate() {
        if let Some(other) = ends[..index].iter().find(|other| contradict(other, end)) {
            let message = format!(
                "`end.{}` and `end.{}` can hold at once, with different results",
                other.spec.name, end.spec.name
            );
            let help = "write conditions of which only one can hold";
            let help = match witness::position(description, &other.spec.kind, &end.spec.kind) {
                Some(fen) => format!("{help}; both hold for instance here: {fen}"),
                None => help.to_string(),
            };
            faults.push(
                Fault::new(codes::E502, &end.place, message).and(&other.place, "this rule is tried first").help(help),
            );
        }
    }
    goals(description, faults);
    // Ends that are switched off or faulty are not in the list: speak only where nothing is missing.
    if faults.have_errors() {
        return;
    }
    let place = description.board.start_place.as_ref();
    if let Some(place) = ends.first().map(|end| &end.place).or(place) {
        if !ends.iter().any(|end| end.spec.kind.stage() < 3) {
            let message = "no rule lets anybody win: the game has no mate, no count of men and no goal";
            faults.push(
                Fault::new(codes::E501, place, message)
                    .help("[end.checkmate]  kind = \"no_moves\"  in_check = true  result = \"loss\""),
            );
        } else if !ends.iter().any(|end| end.spec.kind.stage() == 3) && !always_advances(description) {
            let message = "games may go on for ever: there is no repetition, no n_move and no counting rule";
            faults.push(
                Fault::new(codes::W513, place, message)
                    .help("[end.repetition]  kind = \"repetition\"  times = 3  result = \"draw\""),
            );
        }
    }
    if let (Some(counting), false) = (&description.counting, ends.iter().any(|e| e.spec.kind == EndKind::Counting)) {
        let message = "there are counting tables, but no end of kind \"counting\" uses them";
        faults.push(
            Fault::new(codes::W510, &counting.place, message)
                .help("[end.counting]  kind = \"counting\"  result = \"draw\""),
        );
    }
    let tables = description.counting.as_ref().is_some_and(|c| c.spec.board.is_some() || c.spec.pieces.is_some());
    for end in ends.iter().filter(|end| end.spec.kind == EndKind::Counting && !tables) {
        let message = format!("`end.{}` is of kind \"counting\", but there is nothing to count", end.spec.name);
        faults.push(
            Fault::new(codes::E509, &end.place, message).help("define `[counting.board]` or `[counting.pieces]`"),
        );
    }
}

/// Goals are written from White's side and mirrored for Black. Where both sides are to have the same goal, squares in the
/// middle for instance, an author easily writes half of it.
fn goals(description: &Description, faults: &mut Faults) {
    for end in &description.ends {
        let EndKind::Goal { regions: [white, black], .. } = &end.spec.kind else { continue };
        if white & black != 0 && white != black {
            let geometry = description.board.geometry;
            let example = geometry.iter().find(|square| white & !black & (1 << square.0) != 0);
            let square = example.map(|square| geometry.name(square).to_string()).unwrap_or_default();
            let message = format!(
                "`end.{}`: the goals of both sides overlap without being the same; {square} is one of White's only",
                end.spec.name
            );
            faults.push(Fault::new(codes::W205, &end.place, message).help(
                "a region is written from White's side and mirrored for Black: one that both share has to be its own mirror \
                 image, as \"d4:e5\" on an 8x8 board",
            ));
        }
    }
}

/// Whether two ends can hold in one position and say different things of it.
fn contradict(one: &End, other: &End) -> bool {
    if let (EndKind::Checks { .. }, EndKind::Checks { .. }) = (&one.spec.kind, &other.spec.kind) {
        return true;
    }
    if one.spec.result == other.spec.result {
        return false;
    }
    match (&one.spec.kind, &other.spec.kind) {
        (EndKind::Count { when, .. }, EndKind::Count { when: other, .. }) => can_hold_together(when, other),
        (EndKind::NoMoves { in_check: one }, EndKind::NoMoves { in_check: other }) => {
            one.is_none() || other.is_none() || one == other
        }
        _ => false,
    }
}

/// Whether every man only goes forward, so that no game lasts for ever.
fn always_advances(description: &Description) -> bool {
    description.pieces.iter().all(|piece| piece.spec.steps.iter().all(|step| step.ranks > 0))
}
