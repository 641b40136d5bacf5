//! What can never come about in a game from the start position: rules, extra moves, ways of men.

use std::sync::Arc;

use khun_board::Colour;
use khun_rules::spec::{Condition, EndKind, Kind, KindSet, Step, Whose};

use super::Man;
use super::movement::targets;
use super::presence::Presence;
use crate::codes;
use crate::description::Description;
use crate::ends::End;
use crate::fault::{Fault, Faults};
use crate::pieces::Piece;
use crate::source::{Place, SourceFile};

/// Of rules that never hold only those are told that the file itself has: a small board need not repeat the whole counting
/// table of the variant that it extends.
pub(super) fn check(description: &Description, start: &[Man], file: &Arc<SourceFile>, faults: &mut Faults) {
    let mut found = Faults::new();
    rules(description, start, &mut found);
    found.retain(|fault| fault.code != codes::W514 || Arc::ptr_eq(fault.primary.place.file(), file));
    faults.extend(found);
}

fn rules(description: &Description, start: &[Man], faults: &mut Faults) {
    let presence = Presence::new(description, start);
    for end in &description.ends {
        never_ends(description, &presence, end, faults);
    }
    if let Some(counting) = &description.counting {
        let tables =
            [counting.spec.board.as_ref().map(|it| &it.when), counting.spec.pieces.as_ref().map(|it| &it.when)];
        for (when, name) in tables.into_iter().zip(["board", "pieces"]) {
            if let Some(when) = when {
                never_holds(description, &presence, when, &format!("`counting.{name}`"), &counting.place, faults);
            }
        }
        let rows = counting.spec.pieces.iter().flat_map(|pieces| &pieces.table);
        for (index, (row, place)) in rows.zip(&counting.rows).enumerate() {
            never_holds(description, &presence, &row.when, &format!("row {}", index + 1), place, faults);
        }
    }
    for (index, piece) in description.pieces.iter().enumerate() {
        let kind = Kind(index as u8);
        never_made(description, &presence, piece, kind, start, faults);
        stuck_after_promotion(description, &presence, piece, kind, faults);
        few_squares(description, &presence, piece, kind, faults);
    }
}

fn never_ends(description: &Description, presence: &Presence, end: &End, faults: &mut Faults) {
    let name = format!("`end.{}`", end.spec.name);
    match &end.spec.kind {
        EndKind::Count { when, .. } => never_holds(description, presence, when, &name, &end.place, faults),
        EndKind::Goal { kinds, regions } => {
            let reached = kinds.kinds().fold(0, |set, kind| set | presence.squares_of(kind));
            if reached & regions[0] == 0 {
                let message = format!("{name} never holds: no man that counts can come to its goal");
                faults.push(Fault::new(codes::W514, &end.place, message));
            }
        }
        EndKind::Checks { .. } if !description.pieces.iter().any(|piece| piece.spec.royal) => {
            let message = format!("{name} never holds: without a royal man there is no check");
            let fault = Fault::new(codes::W514, &end.place, message);
            faults.push(fault.help("write `royal = true` in the table of the king"));
        }
        _ => {}
    }
}

/// Reports a condition that wants more men than there can be.
fn never_holds(
    description: &Description,
    presence: &Presence,
    when: &Condition,
    name: &str,
    place: &Place,
    faults: &mut Faults,
) {
    let Some(clause) = presence.impossible(when) else { return };
    let men = if clause.kinds == KindSet::ALL {
        "men".to_string()
    } else {
        let ids = clause.kinds.kinds().filter_map(|kind| description.pieces.get(kind.index()));
        ids.map(|piece| format!("`{}`", piece.spec.id)).collect::<Vec<_>>().join(" and ")
    };
    let whose = if clause.whose == Whose::Board { "on the board" } else { "on a side" };
    let most = presence.most(clause.whose, clause.kinds);
    let message =
        format!("{name} never holds: it wants {} {men} {whose}, and there are never more than {most}", clause.min);
    faults.push(
        Fault::new(codes::W514, place, message).help("the start position and promotions say how many there can be"),
    );
}

/// Reports extra moves for which there is no square to make them from.
fn never_made(
    description: &Description,
    presence: &Presence,
    piece: &Piece,
    kind: Kind,
    start: &[Man],
    faults: &mut Faults,
) {
    let geometry = description.board.geometry;
    let at_start = start.iter().filter(|man| man.kind == kind).fold(0u128, |set, man| {
        let square = 1u128 << man.square.0;
        let black = man.colour == Colour::Black;
        set | if black { geometry.mirrored_set(square, description.board.mirror) } else { square }
    });
    for (extra, places) in piece.spec.extras.iter().zip(&piece.extras) {
        let stands = if extra.needs.is_some() { at_start } else { presence.squares_of(kind) };
        let from = stands & extra.from.map_or(u128::MAX, |from| from[0]);
        let can_go =
            geometry.iter().any(|square| from >> square.0 & 1 == 1 && targets(&extra.steps, geometry, square) != 0);
        // An empty region is told of by itself.
        let somewhere = extra.from.is_none_or(|from| from[0] != 0);
        if stands != 0 && somewhere && !extra.steps.is_empty() && !can_go {
            let message = format!("`{}` never makes the moves of `extra.{}`", piece.spec.id, extra.name);
            let help = if extra.from.is_some() {
                "it never stands on one of the squares of `from` from which they lead anywhere"
            } else {
                "they lead off the board from every square on which it can stand"
            };
            faults.push(Fault::new(codes::W337, &places.table, message).help(help));
        }
    }
}

/// Reports a promotion after which a man cannot move.
fn stuck_after_promotion(
    description: &Description,
    presence: &Presence,
    piece: &Piece,
    kind: Kind,
    faults: &mut Faults,
) {
    let geometry = description.board.geometry;
    let (Some(promotion), Some(place)) = (&piece.spec.promotion, &piece.promotion_place) else { return };
    let becomes: Vec<&Piece> = promotion.to.iter().filter_map(|kind| description.pieces.get(kind.index())).collect();
    let stuck = |steps: &[Step], square| targets(steps, geometry, square) == 0;
    let reached = presence.squares_of(kind) & promotion.zones[0];
    let square = geometry.iter().find(|&square| {
        reached >> square.0 & 1 == 1
            && !becomes.is_empty()
            && becomes.iter().all(|piece| !piece.immobile && stuck(&piece.spec.steps, square))
    });
    if let Some(square) = square {
        let ids: Vec<String> = becomes.iter().map(|piece| format!("`{}`", piece.spec.id)).collect();
        let message = format!(
            "`{}` can promote on {} to {}, which has no move from there",
            piece.spec.id,
            geometry.name(square),
            ids.join(" or ")
        );
        faults
            .push(Fault::new(codes::W325, place, message).help("let it become a man that can move from every square"));
    }
}

/// Reports men that see hardly anything of the board although nobody said that they should stay in a region.
fn few_squares(description: &Description, presence: &Presence, piece: &Piece, kind: Kind, faults: &mut Faults) {
    let spec = &piece.spec;
    let squares = presence.squares_of(kind);
    if squares == 0 || spec.steps.is_empty() || spec.region.is_some() || spec.promotion.is_some() {
        return;
    }
    // Men that only go forward are told of elsewhere.
    if spec.steps.iter().all(|step| step.ranks > 0) {
        return;
    }
    let all = description.board.geometry.squares();
    let count = squares.count_ones() as usize;
    if count * 8 < all {
        let place = piece.betza_place.as_ref().unwrap_or(&piece.place);
        let message = format!("`{}` can only ever come to {count} of the {all} squares", spec.id);
        let fault = Fault::new(codes::W314, place, message);
        faults.push(fault.help("give it a step to the next square, or say with `region` that it is to stay there"));
    }
}
