//! The counting rules: when a count runs, its table, and an example.

use khun_rules::spec::{
    BoardAsk, BoardCountSpec, Clause, CountRow, CountStart, CounterMates, CountingSpec, Declare, DrawWhen, OnBare,
    PiecesAsk, PiecesCountSpec, RowChoice, RulesSpec, Whose,
};

use super::Page;
use crate::text::plural;
use crate::words::count::holding;
use crate::words::{conditions, counted, name};

const OWN: &str = "the side that counts";
const ENEMY: &str = "its opponent";

pub(super) fn write(page: &mut Page, spec: &RulesSpec) {
    let Some(counting) = &spec.counting else { return };
    page.heading("Counting");
    page.say(
        "So that no game goes on for ever, one side counts its moves aloud, and the other has to mate before the count \
         runs out.",
    );
    page.say(match (counting.draw_when, counting.declare) {
        (DrawWhen::Exceeded, Declare::Call) => "The game is drawn when the number after the limit is called.",
        (DrawWhen::Exceeded, Declare::Answer) => {
            "The game is drawn when the number of the limit has been answered without a mate."
        }
        (DrawWhen::Reached, Declare::Call) => "The game is drawn when the number of the limit is called.",
        (DrawWhen::Reached, Declare::Answer) => {
            "The game is drawn when the number before the limit has been answered without a mate."
        }
    });
    if let Some(board) = &counting.board {
        board_count(page, spec, board);
    }
    if let Some(pieces) = &counting.pieces {
        pieces_count(page, spec, counting, pieces);
    }
}

fn board_count(page: &mut Page, spec: &RulesSpec, board: &BoardCountSpec) {
    page.line("");
    let when = conditions::sentence(spec, &board.when, OWN, ENEMY);
    let when = when.map(|when| format!(" when {when}")).unwrap_or_default();
    let (begins, who) = match board.ask {
        BoardAsk::Automatic => ("It begins by itself", ", for the side to move first"),
        BoardAsk::Either => {
            ("Either side may ask for it on its move", "; it may stop again, and only one counts at a time")
        }
        BoardAsk::Weaker => ("The side with less material may ask for it on its move", "; it may stop again"),
    };
    page.say(&format!("Board honour, limit {}. {begins}{when}{who}. It counts from 1.", board.limit));
    page.say(match board.counter_mates {
        CounterMates::Win => "A side that mates while it counts wins as usual.",
        CounterMates::Draw => {
            "A side that mates while it counts has only drawn, unless it has stopped counting before."
        }
    });
}

fn pieces_count(page: &mut Page, spec: &RulesSpec, counting: &CountingSpec, pieces: &PiecesCountSpec) {
    page.line("");
    let when = conditions::sentence(spec, &pieces.when, OWN, ENEMY);
    let when = when.map(|when| format!(" when {when}")).unwrap_or_default();
    let begins = match pieces.ask {
        PiecesAsk::Forced => "It begins by itself and cannot be stopped",
        PiecesAsk::OnRequest => "The bare side may ask for it on its move, and stop again,",
    };
    page.say(&format!("Pieces' honour, by the table below. {begins}{when}."));
    page.say(match pieces.start {
        CountStart::One => "The first number is 1.",
        CountStart::AfterPieceCount => "The first number is one more than there are men on the board.",
        CountStart::PieceCount => "The first number is the number of men on the board.",
    });
    if pieces.rearm_on_capture || pieces.rearm_on_promotion {
        page.say(match pieces.on_bare {
            OnBare::Replace => "It takes the place of a board count that is running.",
            OnBare::Shorter => "Of this count and a board count that is running the shorter goes on.",
        });
    }
    if pieces.self_trigger_on_pawn && pieces.ask == PiecesAsk::Forced {
        let pawns: Vec<String> = spec.kinds.iter().filter(|kind| kind.pawn).map(name).collect();
        page.say(&format!("The bare side starts it by itself when it takes the last {}.", pawns.join(" or ")));
    }
    if pieces.restart {
        page.say("The bare side may begin again, with the men that are on the board then.");
    }
    page.say(if counting.keep_limit {
        "Captures by the bare side leave the limit as it is."
    } else {
        "When the bare side captures, the limit becomes that of the men that are left."
    });
    let rows: Vec<(String, u16)> = pieces.table.iter().map(|row| (holding(spec, row), row.limit)).collect();
    let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0).max(20);
    page.line("");
    page.line(&format!("    {:<width$}  limit", "the opponent has"));
    for (men, limit) in &rows {
        page.line(&format!("    {men:<width$}  {limit:>5}"));
    }
    page.line(match pieces.choice {
        RowChoice::First => "  Of several rows that hold, the first counts.",
        RowChoice::Smallest => "  Of several rows that hold, the one with the smallest limit counts.",
    });
    if let Some(example) = pieces.table.first().and_then(|row| example(spec, counting, pieces, row)) {
        page.line("");
        page.say(&example);
    }
}

/// The first row of the table with numbers.
fn example(spec: &RulesSpec, counting: &CountingSpec, pieces: &PiecesCountSpec, row: &CountRow) -> Option<String> {
    let mut royals = spec.kinds.iter().filter(|kind| kind.royal);
    let (Some(royal), None) = (royals.next(), royals.next()) else { return None };
    let royal = name(royal);
    let simple = |clause: &Clause| clause.whose == Whose::Enemy && clause.min > 0;
    let army: u16 = row.when.0.iter().filter(|clause| simple(clause)).map(|clause| u16::from(clause.min)).sum();
    if army == 0 || !row.when.0.iter().all(|clause| simple(clause) || clause.max == 0) {
        return None;
    }
    // Both royal men are on the board too.
    let men = army + 2;
    let first = match pieces.start {
        CountStart::One => 1,
        CountStart::AfterPieceCount => men + 1,
        CountStart::PieceCount => men,
    };
    let moves = chaser_moves(row.limit, first, counting.draw_when, counting.declare);
    let army: Vec<String> = row
        .when
        .0
        .iter()
        .filter(|clause| simple(clause))
        .map(|clause| {
            let kind = clause.kinds.kinds().next().and_then(|kind| spec.kinds.get(kind.index()));
            let kind = kind.map(name).unwrap_or_default();
            format!("{} {}", clause.min, counted(clause.min, &kind))
        })
        .collect();
    let fewer = chaser_moves(row.limit, first + 1, counting.draw_when, counting.declare);
    let fewer = match pieces.start {
        CountStart::One => String::new(),
        _ => format!(" With one man more on the board it has {}.", plural(fewer.into(), "move")),
    };
    Some(format!(
        "Example: a {royal} with {} has bared the other {royal}. With {men} men on the board and a limit of {}, the \
         first number is {first}: the stronger side has {} to mate.{fewer}",
        army.join(" and "),
        row.limit,
        plural(moves.into(), "move"),
    ))
}

/// How many moves the stronger side has from the first number of a count on.
fn chaser_moves(limit: u16, first: u16, draw_when: DrawWhen, declare: Declare) -> u16 {
    // A number is called at ply 2n - 1 and answered at ply 2n; an answer at the drawing ply itself still may mate.
    let drawn_at = match (draw_when, declare) {
        (DrawWhen::Exceeded, Declare::Call) => 2 * limit + 1,
        (DrawWhen::Exceeded, Declare::Answer) => 2 * limit,
        (DrawWhen::Reached, Declare::Call) => (2 * limit).saturating_sub(1),
        (DrawWhen::Reached, Declare::Answer) => (2 * limit).saturating_sub(2),
    };
    (drawn_at / 2).saturating_sub(first.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::{Rules, samples};

    #[test]
    fn the_example_counts_as_the_rules_do() {
        for draw_when in [DrawWhen::Exceeded, DrawWhen::Reached] {
            for declare in [Declare::Call, Declare::Answer] {
                let mut spec = samples::makruk();
                if let Some(counting) = &mut spec.counting {
                    (counting.draw_when, counting.declare) = (draw_when, declare);
                }
                let rules: Rules<u64> = Rules::build(&spec).unwrap();
                // Two rooks against a bare king: four men, so that number 5 comes next.
                let position = rules.parse_fen("4k3/8/8/R7/1R6/8/8/K7 b - 16 8 1").unwrap();
                let left = position.chaser_moves_left(&rules).unwrap();
                assert_eq!(chaser_moves(8, 5, draw_when, declare), left, "{draw_when:?} {declare:?}");
            }
        }
    }
}
