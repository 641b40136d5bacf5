//! What is wrong with a description although each of its values can be read.

mod counting;
mod ends;
mod movement;
mod never;
mod pieces;
mod presence;
mod rights;
mod witness;

use std::sync::Arc;

use khun_board::{Colour, Square};
use khun_rules::spec::Kind;

use crate::description::Description;
use crate::fault::Faults;
use crate::source::SourceFile;

/// Checks a description. `file` is the one that is checked, apart from those that it extends.
pub(crate) fn run(description: &Description, file: &Arc<SourceFile>, faults: &mut Faults) {
    let start = placement(description);
    pieces::check(description, start.as_deref(), faults);
    rights::check(description, start.as_deref(), faults);
    ends::check(description, faults);
    counting::check(description, start.as_deref(), faults);
    // What is faulty may be missing: only of a whole description it can be said what never comes about.
    if let Some(start) = start.filter(|_| !faults.have_errors()) {
        never::check(description, &start, file, faults);
    }
}

/// A man of the start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    square: Square,
    colour: Colour,
    kind: Kind,
}

/// The men of the start position; `None` where it cannot be read, which is reported elsewhere.
fn placement(description: &Description) -> Option<Vec<Man>> {
    let geometry = description.board.geometry;
    let start = description.board.start.as_ref()?;
    let rows = start.string.split_whitespace().next()?;
    let rows = rows.split('[').next()?;
    let mut men = Vec::new();
    let (mut file, mut rank) = (0i32, i32::from(geometry.ranks()) - 1);
    let mut gap = 0;
    for letter in rows.chars() {
        if let Some(digit) = letter.to_digit(10) {
            gap = (gap * 10 + digit as i32).min(1000);
            continue;
        }
        file += gap;
        gap = 0;
        match letter {
            '/' => (file, rank) = (0, rank - 1),
            '~' | '+' => {}
            _ => {
                let upper = letter.to_ascii_uppercase();
                let kind = description.pieces.iter().position(|piece| piece.spec.letter == upper)?;
                let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                men.push(Man { square: geometry.square(file, rank)?, colour, kind: Kind(kind as u8) });
                file += 1;
            }
        }
    }
    Some(men)
}
