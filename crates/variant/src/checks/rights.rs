//! Checks of rights and of the moves that need them.

use khun_board::Colour;
use khun_rules::spec::{Kind, Step};

use super::Man;
use crate::codes;
use crate::description::Description;
use crate::fault::{Fault, Faults};
use crate::rights::Right;

pub(super) fn check(description: &Description, start: Option<&[Man]>, faults: &mut Faults) {
    for right in &description.rights {
        let Some(start) = start else { continue };
        let holders: Vec<&Man> = start.iter().filter(|man| right.spec.holders.has(man.kind)).collect();
        if holders.is_empty() && !right.spec.holders.is_empty() {
            let message = format!("nobody holds the right `{}` in the start position", right.spec.name);
            faults.push(Fault::new(codes::E332, &right.place, message).help("put one of its `holders` on the board"));
        }
        if right.spec.in_fen {
            shared_letters(description, right, &holders, faults);
        }
    }
    aims(description, faults);
    needs(description, faults);
}

/// FEN shows a right as the letter of a file, so that a side can have one holder on a file.
fn shared_letters(description: &Description, right: &Right, holders: &[&Man], faults: &mut Faults) {
    let geometry = description.board.geometry;
    for (index, man) in holders.iter().enumerate() {
        let same =
            |other: &&&Man| other.colour == man.colour && geometry.file(other.square) == geometry.file(man.square);
        if let Some(other) = holders[..index].iter().find(same) {
            let side = if man.colour == Colour::White { "White" } else { "Black" };
            let message = format!(
                "{side}'s holders of `{}` on {} and {} would share a letter in FEN",
                right.spec.name,
                geometry.name(other.square),
                geometry.name(man.square)
            );
            faults.push(
                Fault::new(codes::E333, &right.place, message).help("fen = \"none\" leaves the right out of FEN"),
            );
            return;
        }
    }
}

/// Only a man that rides aims from afar.
fn aims(description: &Description, faults: &mut Faults) {
    let rides = |step: &Step| step.range > 1 && step.modality.capture();
    for piece in &description.pieces {
        for (extra, places) in piece.spec.extras.iter().zip(&piece.extras) {
            let Some(place) = &places.aim else { continue };
            for kind in extra.lost_by_aim.kinds() {
                let Some(aiming) = description.pieces.get(kind.index()) else { continue };
                if !aiming.spec.steps.is_empty() && !aiming.spec.steps.iter().any(rides) {
                    let message =
                        format!("`{}` does not slide: it aims only at the squares that it attacks", aiming.spec.id);
                    faults.push(Fault::new(codes::W334, place, message));
                }
            }
        }
    }
}

/// A man that does not hold the right in the start position makes the move only where a FEN gives it the right.
fn needs(description: &Description, faults: &mut Faults) {
    for (index, piece) in description.pieces.iter().enumerate() {
        for (extra, places) in piece.spec.extras.iter().zip(&piece.extras) {
            let Some(right) = extra.needs.and_then(|right| description.rights.get(right)) else { continue };
            if !right.spec.holders.has(Kind(index as u8)) {
                let message = format!("`{}` is not one of the holders of `{}`", piece.spec.id, right.spec.name);
                faults.push(
                    Fault::new(codes::W336, &places.table, message)
                        .and(&right.place, "the right is given here")
                        .help(format!("add \"{}\" to its `holders`", piece.spec.id)),
                );
            }
        }
    }
}
