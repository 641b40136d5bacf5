//! The tables `[counting]`, `[counting.board]` and `[counting.pieces]`.

use khun_rules::spec::{
    BoardAsk, BoardCountSpec, CountRow, CountStart, CounterMates, CountingSpec, Declare, DrawWhen, OnBare, PiecesAsk,
    PiecesCountSpec, RowChoice,
};

use crate::codes;
use crate::condition::{self, KindNames};
use crate::fault::{Fault, Faults};
use crate::section::Section;
use crate::source::Place;
use crate::tree::Value;

/// The counting rules with the places that checks speak of.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    pub(crate) spec: CountingSpec,
    pub(crate) place: Place,
    /// The row's own place, for each row of the table.
    pub(crate) rows: Vec<Place>,
    pub(crate) table_place: Option<Place>,
    /// Whether the file says which of several rows counts.
    pub(crate) row_choice_given: bool,
}

/// The longest limit of a count.
const MAX_LIMIT: i64 = 1000;

/// Reads `[counting]`; `None` where there are no counting rules.
pub(crate) fn read(root: &Section<'_>, kinds: &KindNames, faults: &mut Faults) -> Option<Counting> {
    let section = root.section("counting", faults)?;
    section.documented("counting", &[], faults);
    let draw_when = [("exceeded", DrawWhen::Exceeded), ("reached", DrawWhen::Reached)];
    let declare = [("call", Declare::Call), ("answer", Declare::Answer)];
    let mut rows = Vec::new();
    let pieces = section.section("pieces", faults);
    let spec = CountingSpec {
        draw_when: section.word("draw_when", &draw_when, faults).unwrap_or_default(),
        declare: section.word("declare", &declare, faults).unwrap_or_default(),
        keep_limit: section.boolean("keep_limit", faults).unwrap_or(true),
        board: section.section("board", faults).and_then(|section| board(&section, kinds, faults)),
        pieces: pieces.as_ref().and_then(|section| self::pieces(section, kinds, &mut rows, faults)),
    };
    let table_place = pieces.as_ref().and_then(|section| section.get("table").map(|node| node.place.clone()));
    let row_choice_given = pieces.is_some_and(|section| section.get("row_choice").is_some());
    Some(Counting { spec, place: section.place().clone(), rows, table_place, row_choice_given })
}

fn limit(section: &Section<'_>, faults: &mut Faults) -> Option<u16> {
    section.required("limit", faults);
    section.integer_in("limit", 1, MAX_LIMIT, faults).and_then(|limit| u16::try_from(limit).ok())
}

fn board(section: &Section<'_>, kinds: &KindNames, faults: &mut Faults) -> Option<BoardCountSpec> {
    section.documented("counting.board", &[], faults);
    section.required("when", faults);
    let ask = [("automatic", BoardAsk::Automatic), ("either", BoardAsk::Either), ("weaker", BoardAsk::Weaker)];
    let mates = [("win", CounterMates::Win), ("draw", CounterMates::Draw)];
    let ask = section.word("ask", &ask, faults).unwrap_or_default();
    let counter_mates = section.word("counter_mates", &mates, faults).unwrap_or_default();
    let when = condition::read(section, "when", kinds, faults);
    let limit = limit(section, faults)?;
    Some(BoardCountSpec { when: when?, limit, ask, counter_mates })
}

fn pieces(
    section: &Section<'_>,
    kinds: &KindNames,
    rows: &mut Vec<Place>,
    faults: &mut Faults,
) -> Option<PiecesCountSpec> {
    section.documented("counting.pieces", &[], faults);
    section.required("when", faults);
    section.required("table", faults);
    let start = [
        ("one", CountStart::One),
        ("after_piece_count", CountStart::AfterPieceCount),
        ("piece_count", CountStart::PieceCount),
    ];
    let start = section.word("start", &start, faults).unwrap_or(CountStart::AfterPieceCount);
    let (mut capture, mut promotion) = (false, false);
    if let Some(events) = section.array("rearm", faults) {
        for node in events {
            match section.word_of(node, "rearm", &[("capture", true), ("promotion", false)], faults) {
                Some(true) => capture = true,
                Some(false) => promotion = true,
                None => {}
            }
        }
    }
    let trigger = section.word("self_trigger", &[("captured_pawn", true), ("none", false)], faults);
    let ask = section.word("ask", &[("forced", PiecesAsk::Forced), ("on_request", PiecesAsk::OnRequest)], faults);
    let restart = section.boolean("restart", faults).unwrap_or(false);
    let on_bare = section.word("on_bare", &[("replace", OnBare::Replace), ("shorter", OnBare::Shorter)], faults);
    let choice = section.word("row_choice", &[("first", RowChoice::First), ("smallest", RowChoice::Smallest)], faults);
    let when = condition::read(section, "when", kinds, faults);
    let table = table(section, kinds, rows, faults)?;
    Some(PiecesCountSpec {
        when: when?,
        start,
        rearm_on_capture: capture,
        rearm_on_promotion: promotion,
        self_trigger_on_pawn: trigger.unwrap_or(false),
        ask: ask.unwrap_or_default(),
        restart,
        on_bare: on_bare.unwrap_or_default(),
        choice: choice.unwrap_or_default(),
        table,
    })
}

/// Reads the rows: conditions side by side with `limit`.
fn table(
    section: &Section<'_>,
    kinds: &KindNames,
    rows: &mut Vec<Place>,
    faults: &mut Faults,
) -> Option<Vec<CountRow>> {
    let array = section.array("table", faults)?;
    let mut table = Vec::new();
    for (index, node) in array.iter().enumerate() {
        let path = format!("{}[{}]", section.key("table"), index + 1);
        if node.is_unknown() {
            continue;
        }
        let Value::Table(row) = &node.value else {
            let message = format!(
                "`{path}` wants a row such as {{ enemy = {{ rook = 1 }}, limit = 16 }}, not {}",
                node.described()
            );
            faults.push(Fault::new(codes::E004, &node.place, message));
            continue;
        };
        let row = Section::new(row, path, &node.place);
        row.documented("counting.pieces.table[]", &[], faults);
        let when = condition::clauses(&row, kinds, faults);
        if let Some(limit) = limit(&row, faults) {
            table.push(CountRow { when, limit });
            rows.push(node.place.clone());
        }
    }
    if array.is_empty() {
        let place = section.get("table").map_or(section.place(), |node| &node.place);
        let message = format!("`{}` has no rows, so that nothing is ever counted", section.key("table"));
        faults.push(Fault::new(codes::I508, place, message));
    }
    Some(table)
}
