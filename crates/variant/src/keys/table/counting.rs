//! Counting.

use super::key;
use crate::keys::Default::{Nothing, Required, Value};
use crate::keys::KeyDoc;
use crate::keys::Takes::{Boolean, Condition, Integer, Men, Table, Tables, Word, Words};

pub(super) const KEYS: &[KeyDoc] = &[
    key(
        "counting",
        Table,
        Nothing,
        "Counting rules: the other side has to mate within a number of moves. A count ends games only with an \
         `[end.X]` of kind \"counting\".",
        ROWS,
    ),
    key(
        "counting.draw_when",
        Word(&[("exceeded", "the number after the limit draws"), ("reached", "the limit draws")]),
        Value("\"exceeded\""),
        "Which number draws.",
        r#"[counting]
draw_when = "reached"

[params.draw_when]
remove = true

[profiles.hi]
remove = true"#,
    ),
    key(
        "counting.declare",
        Word(&[
            ("call", "when the number is called"),
            ("answer", "one ply earlier, when the number before has been answered without a mate"),
        ]),
        Value("\"call\""),
        "When the draw is declared.",
        r#"[counting]
declare = "answer"

[params.declare]
remove = true"#,
    ),
    key(
        "counting.keep_limit",
        Boolean,
        Value("true"),
        "Whether the limit stays when the bare king captures while it counts.",
        r#"[counting]
keep_limit = false

[params.keep_limit]
remove = true"#,
    ),
    key("counting.board", Table, Nothing, "Board honour: the side that counts still has men beside its king.", LIMIT),
    key(
        "counting.board.when",
        Condition,
        Required,
        "When it may run. `self` is the side that counts.",
        r#"[counting.board]
when = { board = { pawn = 0 }, self = { pieces = "2..3" }, enemy = { pieces = "2+" } }"#,
    ),
    key("counting.board.limit", Integer(1, 1000), Required, "How many moves the opponent has.", LIMIT),
    key(
        "counting.board.ask",
        Word(&[
            ("automatic", "nobody needs to ask: it starts by itself, for the side to move first"),
            ("either", "either side may ask for it on its move"),
            ("weaker", "the side with less material may ask for it on its move"),
        ]),
        Value("\"automatic\""),
        "Who may ask for it.",
        r#"[counting.board]
ask = "weaker"

[params.board_count]
remove = true

[profiles.table]
remove = true
[profiles.uk]
remove = true
[profiles.hi]
remove = true
[profiles.zh]
remove = true"#,
    ),
    key(
        "counting.board.counter_mates",
        Word(&[("win", "a win like any other"), ("draw", "a draw, unless it stopped counting first")]),
        Value("\"win\""),
        "What it is worth when the side that counts mates.",
        r#"[counting.board]
counter_mates = "draw"

[params.counter_mates]
remove = true

[profiles.table]
remove = true
[profiles.uk]
remove = true
[profiles.hi]
remove = true
[profiles.zh]
remove = true"#,
    ),
    key("counting.pieces", Table, Nothing, "Pieces' honour: the side that counts has nothing but its king.", ROWS),
    key(
        "counting.pieces.when",
        Condition,
        Required,
        "When it may run. `self` is the side that counts.",
        r#"[counting.pieces]
when = { self = { pieces = 1 }, enemy = { pieces = "2+" } }"#,
    ),
    key(
        "counting.pieces.start",
        Word(&[
            ("one", "1"),
            ("after_piece_count", "one more than there are men on the board"),
            ("piece_count", "the number of men on the board"),
        ]),
        Value("\"after_piece_count\""),
        "The first number that is called.",
        r#"[counting.pieces]
start = "one"

[params.count_offset]
remove = true

[profiles.hi]
remove = true
[profiles.zh]
remove = true"#,
    ),
    key(
        "counting.pieces.rearm",
        Words(&[("capture", "a capture that bares a king"), ("promotion", "a promotion while the enemy king is bare")]),
        Nothing,
        "What replaces a count that is running by a new one.",
        r#"[counting.pieces]
rearm = ["capture"]"#,
    ),
    key(
        "counting.pieces.self_trigger",
        Word(&[
            ("captured_pawn", "the bare king's capture of the last pawn-like man starts the count"),
            ("none", "it does not"),
        ]),
        Value("\"none\""),
        "Whether the bare side can start the count by a move.",
        r#"[counting.pieces]
self_trigger = "none""#,
    ),
    key(
        "counting.pieces.ask",
        Word(&[
            ("forced", "nobody needs to ask: it starts by itself and cannot be stopped"),
            ("on_request", "the bare side asks for it on its move, and may stop again"),
        ]),
        Value("\"forced\""),
        "Who may ask for it.",
        r#"[counting.pieces]
ask = "on_request"

[params.pieces_count]
remove = true

[profiles.hi]
remove = true"#,
    ),
    key(
        "counting.pieces.restart",
        Boolean,
        Value("false"),
        "Whether the bare side may begin again, from the men that are on the board then.",
        r#"[counting.pieces]
restart = true

[params.pieces_restart]
remove = true

[profiles.hi]
remove = true"#,
    ),
    key(
        "counting.pieces.on_bare",
        Word(&[
            ("replace", "the pieces' count takes its place"),
            ("shorter", "whichever has fewer plies left goes on"),
        ]),
        Value("\"replace\""),
        "What becomes of a board count that is running when a king is bared.",
        r#"[counting.pieces]
on_bare = "shorter"

[params.on_bare]
remove = true"#,
    ),
    key(
        "counting.pieces.row_choice",
        Word(&[
            ("first", "the first row that holds"),
            ("smallest", "the one with the smallest limit of those that hold"),
        ]),
        Value("\"first\""),
        "Which of several rows that hold counts.",
        r#"[counting.pieces]
row_choice = "first"

[params.row_choice]
remove = true

[profiles.uk]
remove = true
[profiles.hi]
remove = true"#,
    ),
    key("counting.pieces.table", Tables, Required, "The limits. Where no row holds there is no count.", ROWS),
    key("counting.pieces.table[].self", Men, Nothing, "Men that the bare side has to have.", ROWS),
    key("counting.pieces.table[].enemy", Men, Nothing, "Men that the stronger side has to have.", ROWS),
    key("counting.pieces.table[].board", Men, Nothing, "Men that have to be on the board, whosever they are.", ROWS),
    key(
        "counting.pieces.table[].limit",
        Integer(1, 1000),
        Required,
        "How many moves the stronger side has, before the first number is taken off.",
        ROWS,
    ),
];

const ROWS: &str = r#"[counting.pieces]
table = [
  { enemy = { rook = "1+" }, limit = 16 },
  { board = { khon = "1+" }, limit = 30 },
  { self = { pieces = 1 }, limit = 40 },
  { limit = 64 },
]"#;

const LIMIT: &str = r#"[counting.board]
limit = 50"#;
