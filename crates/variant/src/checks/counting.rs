//! Checks of the counting tables.

use khun_board::Colour;
use khun_rules::spec::{Clause, CountStart, Kind, KindSet, PiecesCountSpec, RowChoice, Whose};

use super::Man;
use crate::codes;
use crate::condition::{can_hold_together, implies};
use crate::counting::Counting;
use crate::description::Description;
use crate::fault::{Fault, Faults};

pub(super) fn check(description: &Description, start: Option<&[Man]>, faults: &mut Faults) {
    let Some(counting) = &description.counting else { return };
    let Some(pieces) = &counting.spec.pieces else { return };
    unreachable_rows(counting, pieces, faults);
    order(counting, pieces, faults);
    uncounted(description, counting, pieces, faults);
    if let Some(start) = start {
        short_limits(counting, pieces, start, faults);
    }
}

/// A row that can never be chosen.
fn unreachable_rows(counting: &Counting, pieces: &PiecesCountSpec, faults: &mut Faults) {
    for (index, row) in pieces.table.iter().enumerate() {
        let covering = pieces.table[..index].iter().position(|earlier| {
            let chosen = pieces.choice == RowChoice::First || earlier.limit <= row.limit;
            implies(&row.when, &earlier.when) && chosen
        });
        let (Some(earlier), Some(place)) = (covering, counting.rows.get(index)) else { continue };
        let message = format!("row {} is never reached: row {} holds whenever it does", index + 1, earlier + 1);
        let mut fault = Fault::new(codes::E506, place, message);
        if let Some(place) = counting.rows.get(earlier) {
            fault = fault.and(place, format!("row {}", earlier + 1));
        }
        faults.push(fault.help("put the row with more conditions first, or leave it out"));
    }
}

/// Where the author has not said which row counts, the order of the table should not matter.
fn order(counting: &Counting, pieces: &PiecesCountSpec, faults: &mut Faults) {
    if counting.row_choice_given || pieces.choice != RowChoice::First {
        return;
    }
    for (index, row) in pieces.table.iter().enumerate() {
        let larger = pieces.table[..index]
            .iter()
            .position(|earlier| earlier.limit > row.limit && can_hold_together(&earlier.when, &row.when));
        let (Some(earlier), Some(place)) = (larger, counting.rows.get(index)) else { continue };
        let message =
            format!("rows {} and {} can hold at once, and the first has the larger limit", earlier + 1, index + 1);
        faults.push(
            Fault::new(codes::W507, place, message)
                .help("say which one counts: `row_choice = \"first\"` or `row_choice = \"smallest\"`"),
        );
    }
}

/// Armies against which there is no count.
fn uncounted(description: &Description, counting: &Counting, pieces: &PiecesCountSpec, faults: &mut Faults) {
    let Some(place) = &counting.table_place else { return };
    let unreadable = |clause: &Clause| clause.kinds.is_empty();
    if pieces.table.iter().any(|row| row.when.0.iter().any(unreadable)) {
        return;
    }
    if pieces.table.is_empty() || pieces.table.iter().any(|row| row.when.0.is_empty()) {
        return;
    }
    // A row speaks of a kind if it wants some of it.
    let spoken_of = |kind| {
        let of_kind = |clause: &Clause| {
            clause.whose != Whose::Own && clause.kinds != KindSet::ALL && clause.kinds.has(kind) && clause.min > 0
        };
        pieces.table.iter().any(|row| row.when.0.iter().all(of_kind))
    };
    let missing: Vec<&str> = description
        .pieces
        .iter()
        .enumerate()
        .filter(|(index, piece)| !piece.spec.royal && !piece.spec.pawn && !spoken_of(Kind(*index as u8)))
        .map(|(_, piece)| piece.spec.id.as_str())
        .collect();
    if !missing.is_empty() {
        let message = format!("there is no count against a side that has nothing but {}", missing.join(", "));
        faults.push(
            Fault::new(codes::I508, place, message)
                .help("a last row without a condition, `{ limit = 64 }`, counts against all others"),
        );
    }
}

/// A limit that may be behind the first number already.
fn short_limits(counting: &Counting, pieces: &PiecesCountSpec, start: &[Man], faults: &mut Faults) {
    if pieces.start == CountStart::One {
        return;
    }
    let army = |colour| start.iter().filter(|man| man.colour == colour).count();
    // A whole army against a bare king.
    let most = army(Colour::White).max(army(Colour::Black)) + 1;
    for (row, place) in pieces.table.iter().zip(&counting.rows) {
        if usize::from(row.limit) < most {
            let message = format!(
                "the limit {} can be less than the number of men, from which the count starts: there can be {most}",
                row.limit
            );
            let help = "a king that is bared with so many men on the board has drawn at once";
            faults.push(Fault::new(codes::I511, place, message).help(help));
        }
    }
}
