//! The board and its regions.

use super::key;
use crate::keys::Default::{Nothing, Required, Value};
use crate::keys::KeyDoc;
use crate::keys::Takes::{Fen, Integer, Squares, Table, Word};

pub(super) const KEYS: &[KeyDoc] = &[
    key("board", Table, Required, "The board and how the game begins.", BOARD),
    key("board.files", Integer(1, 16), Required, "The number of files. A board has at most 128 squares.", BOARD),
    key("board.ranks", Integer(1, 16), Required, "The number of ranks. A board has at most 128 squares.", BOARD),
    key(
        "board.start",
        Fen,
        Required,
        "The start position: men, side to move, rights, limit of a count, its ply, number of the move.",
        BOARD,
    ),
    key(
        "board.mirror",
        Word(&[
            ("rank", "top to bottom: each man faces the man on its own file"),
            ("rotate", "turned by half a turn"),
            ("none", "Black's squares and moves are White's"),
        ]),
        Value("\"rank\""),
        "How Black's squares and moves are made from White's.",
        r#"[board]
mirror = "rotate""#,
    ),
    key(
        "regions",
        Table,
        Nothing,
        "Sets of squares with names, so that a region is written once.",
        r#"[regions]
promotion = "ranks 6-8"

[params.promotion_rank]
remove = true

[profiles.uk]
remove = true"#,
    ),
    key(
        "regions.X",
        Squares,
        Nothing,
        "A set of squares from White's side: squares (`a3`), ranks and files (`rank 6`, `ranks 6-8`, `files c-f`), \
         rectangles (`c1:f2`), `all`, `none`, other regions; put together with `+`, `-`, `&` and parentheses.",
        r#"[regions]
river = "ranks 4-5 - d4:e5""#,
    ),
];

const BOARD: &str = r#"[board]
files = 6
ranks = 6
start = "rnmksr/pppppp/6/6/PPPPPP/RSKMNR w - - 0 1"

[regions]
promotion = "rank 5""#;
