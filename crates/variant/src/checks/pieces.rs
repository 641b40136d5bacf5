//! Checks of kinds of men: letters, moves, promotion, the start position.

use khun_board::Colour;
use khun_rules::spec::{EndKind, Kind, KindSet};

use super::Man;
use super::movement::{all_targets, reachable, targets};
use crate::codes;
use crate::description::Description;
use crate::fault::{Fault, Faults};
use crate::pieces::Piece;

pub(super) fn check(description: &Description, start: Option<&[Man]>, faults: &mut Faults) {
    letters(description, faults);
    royals(description, faults);
    for piece in &description.pieces {
        moves(description, piece, faults);
        promotion_targets(description, piece, faults);
    }
    if let Some(start) = start {
        let present = present(description, start);
        for (index, piece) in description.pieces.iter().enumerate() {
            if !present.has(Kind(index as u8)) {
                let message = format!("no `{}` is in the start position, and no man becomes one", piece.spec.id);
                faults.push(
                    Fault::new(codes::W310, &piece.place, message).help("put one on the board, or remove the kind"),
                );
            } else {
                ways(description, index, piece, start, faults);
            }
        }
    }
}

/// Each kind has a letter of its own.
fn letters(description: &Description, faults: &mut Faults) {
    for (index, piece) in description.pieces.iter().enumerate() {
        let Some(place) = &piece.letter_place else { continue };
        let earlier = description.pieces[..index].iter().find(|other| other.spec.letter == piece.spec.letter);
        if let Some(other) = earlier
            && piece.spec.letter != '?'
        {
            let message =
                format!("`{}` and `{}` have the same letter {}", other.spec.id, piece.spec.id, piece.spec.letter);
            let mut fault = Fault::new(codes::E301, place, message);
            if let Some(place) = &other.letter_place {
                fault = fault.and(place, format!("the letter of `{}`", other.spec.id));
            }
            let free: String = ('A'..='Z')
                .filter(|letter| description.pieces.iter().all(|piece| piece.spec.letter != *letter))
                .collect();
            faults.push(fault.help(format!("letters that are free: {free}")));
        }
    }
}

fn royals(description: &Description, faults: &mut Faults) {
    let royal: Vec<&Piece> = description.pieces.iter().filter(|piece| piece.spec.royal).collect();
    if let [first, second, ..] = royal.as_slice() {
        let message = format!("`{}` and `{}` are both royal", first.spec.id, second.spec.id);
        faults.push(
            Fault::new(codes::E312, second.royal_place.as_ref().unwrap_or(&second.place), message)
                .and(first.royal_place.as_ref().unwrap_or(&first.place), "the other royal kind")
                .help("format 1 has one royal kind"),
        );
    }
    if royal.is_empty() {
        for end in &description.ends {
            if matches!(end.spec.kind, EndKind::NoMoves { in_check: Some(true) }) {
                let message = format!("`end.{}` is about check, but no kind of man is royal", end.spec.name);
                faults.push(
                    Fault::new(codes::E311, &end.place, message).help("write `royal = true` in the table of the king"),
                );
            }
        }
    }
}

fn moves(description: &Description, piece: &Piece, faults: &mut Faults) {
    let geometry = description.board.geometry;
    let stuck = geometry.iter().all(|square| targets(&piece.spec.steps, geometry, square) == 0);
    if stuck && !piece.immobile {
        let place = piece.betza_place.as_ref().unwrap_or(&piece.place);
        let message = format!("`{}` has no move from any square of this board", piece.spec.id);
        faults.push(Fault::new(codes::E309, place, message).help("if it is not to move, write `immobile = true`"));
    }
    for (extra, places) in piece.spec.extras.iter().zip(&piece.extras) {
        let known = |step| piece.spec.steps.contains(step);
        if !extra.steps.is_empty() && extra.steps.iter().all(known) {
            let message = format!("`{}` has the moves of `extra.{}` without it", piece.spec.id, extra.name);
            faults.push(Fault::new(codes::E335, &places.table, message));
        }
    }
}

fn promotion_targets(description: &Description, piece: &Piece, faults: &mut Faults) {
    let (Some(promotion), Some(place)) = (&piece.spec.promotion, &piece.promotion_place) else { return };
    for kind in &promotion.to {
        let Some(target) = description.pieces.get(kind.index()) else { continue };
        if target.spec.royal {
            let message = format!("`{}` cannot become `{}`, which is royal", piece.spec.id, target.spec.id);
            faults.push(Fault::new(codes::E321, place, message));
        } else if target.spec.id == piece.spec.id {
            let message = format!("`{}` promotes to itself", piece.spec.id);
            faults.push(Fault::new(codes::E321, place, message).help("`mandatory = false` lets it stay what it is"));
        }
    }
}

/// The kinds that are on the board or can come onto it.
fn present(description: &Description, start: &[Man]) -> KindSet {
    let mut present: KindSet = start.iter().map(|man| man.kind).collect();
    for _ in 0..description.pieces.len() {
        for (index, piece) in description.pieces.iter().enumerate() {
            if let Some(promotion) = &piece.spec.promotion
                && present.has(Kind(index as u8))
            {
                present.0 |= promotion.to.iter().copied().collect::<KindSet>().0;
            }
        }
    }
    present
}

/// Checks where White's men of a kind can get from the start position.
fn ways(description: &Description, index: usize, piece: &Piece, start: &[Man], faults: &mut Faults) {
    let geometry = description.board.geometry;
    let spec = &piece.spec;
    let men = start.iter().filter(|man| man.kind.index() == index && man.colour == Colour::White);
    let from = men.fold(0u128, |set, man| set | 1 << man.square.0);
    let promotion_unreadable = spec.promotion.is_none() && piece.promotion_place.is_some();
    if from == 0 || spec.steps.is_empty() || promotion_unreadable {
        return;
    }
    let zone = spec.promotion.as_ref().map_or(0, |promotion| promotion.zones[0]);
    let mandatory = spec.promotion.as_ref().is_some_and(|promotion| promotion.mandatory);
    let stops = if mandatory { zone } else { 0 };
    let steps: Vec<_> = spec.steps.iter().chain(spec.extras.iter().flat_map(|extra| &extra.steps)).copied().collect();
    let reach = reachable(&all_targets(&steps, geometry), from, stops);
    if let (Some(_), Some(place)) = (&spec.promotion, &piece.promotion_place)
        && reach & zone & !from == 0
    {
        let message = format!("`{}` can never reach the squares on which it promotes", spec.id);
        faults.push(Fault::new(codes::E322, place, message));
    }
    let dead = geometry.iter().find(|square| {
        let there = reach & !stops & !from;
        there >> square.0 & 1 == 1 && targets(&spec.steps, geometry, *square) == 0
    });
    if let Some(square) = dead {
        let name = geometry.name(square);
        let optional = zone >> square.0 & 1 == 1;
        let (code, message) = if optional {
            (codes::W324, format!("`{}` has no moves on {name} if it does not promote there", spec.id))
        } else {
            (codes::W313, format!("`{}` can come to {name}, where it has no moves and does not promote", spec.id))
        };
        let place = piece.promotion_place.as_ref().unwrap_or(&piece.place);
        faults.push(Fault::new(code, place, message).help("let it promote on every square on which it has no moves"));
    }
}
