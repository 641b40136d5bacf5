//! The ends of a game.

use super::key;
use crate::keys::Default::{Nothing, Required, Said, Value};
use crate::keys::KeyDoc;
use crate::keys::Takes::{Boolean, Condition, Integer, Named, Pieces, Squares, Table, Word};

pub(super) const KEYS: &[KeyDoc] = &[
    key(
        "end",
        Named,
        Nothing,
        "The rules that end a game. They are tried after every move in stages: those that end it at once (count, \
         checks, goal), then no_moves, then those that can be claimed (repetition, n_move, counting). The name of a \
         table is the reason that a result is given.",
        BARE,
    ),
    key("end.X", Table, Nothing, "A rule that ends the game.", BARE),
    key(
        "end.X.kind",
        Word(&[
            ("no_moves", "the side to move has no legal move"),
            ("count", "the men on the board fulfil a condition"),
            ("checks", "the side to move has been checked so many times"),
            ("goal", "the side that has just moved has a man on its goal"),
            ("repetition", "the position has occurred so many times"),
            ("n_move", "so many moves of each side without a capture or a move of a pawn-like man"),
            ("counting", "a count of `[counting]` has run out"),
        ]),
        Required,
        "When the rule holds.",
        BARE,
    ),
    key(
        "end.X.result",
        Word(&[
            ("win", "the side to move wins"),
            ("loss", "the side to move loses"),
            ("draw", "nobody wins"),
            ("replay", "the game does not count and is played again"),
            ("none", "the rule is switched off"),
        ]),
        Required,
        "The result, for the side to move.",
        r#"[end.stalemate]
result = "win"

[params.stalemate]
remove = true

[profiles.zh]
remove = true"#,
    ),
    key(
        "end.X.claim",
        Word(&[("automatic", "the game is over at once"), ("on_claim", "the game is over when a player claims it")]),
        Value("\"automatic\""),
        "Who declares that the game is over.",
        r#"[end.long]
kind = "n_move"
moves = 50
result = "draw"
claim = "on_claim""#,
    )
    .of(&["repetition", "n_move", "counting"]),
    key(
        "end.X.in_check",
        Boolean,
        Said("in check or not"),
        "`true`: only while in check (mate). `false`: only while not in check (stalemate).",
        r#"[end.stuck]
kind = "no_moves"
in_check = false
result = "loss"

[end.stalemate]
remove = true

[params.stalemate]
remove = true

[profiles.zh]
remove = true"#,
    )
    .of(&["no_moves"]),
    key(
        "end.X.when",
        Condition,
        Required,
        "The men that have to be on the board. `self` is the side to move. Numbers are 2, \"2+\", \"..2\" or \
         \"1..3\"; `pieces` counts all men of a side with its king.",
        BARE,
    )
    .of(&["count"]),
    key(
        "end.X.unless",
        Word(&[
            ("can_capture", "the rule waits while the side to move has a legal capture"),
            ("none", "the rule waits for nothing"),
        ]),
        Value("\"none\""),
        "When the rule waits.",
        BARE,
    )
    .of(&["count"]),
    key(
        "end.X.times",
        Integer(0, 200),
        Required,
        "How many checks, or how many occurrences of a position, the first one counted. 0 switches the rule off; at \
         most 7 checks can be counted.",
        r#"[end.three_checks]
kind = "checks"
times = 3
result = "loss"

[board]
start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 3+3 0 1""#,
    )
    .of(&["checks", "repetition"]),
    key("end.X.pieces", Pieces, Required, "The kinds that count on the goal.", GOAL).of(&["goal"]),
    key("end.X.region", Squares, Required, "The goal, from White's side.", GOAL).of(&["goal"]),
    key(
        "end.X.moves",
        Integer(0, 1000),
        Required,
        "How many moves of each side. 0 switches the rule off.",
        r#"[end.long]
kind = "n_move"
moves = 50
result = "draw""#,
    )
    .of(&["n_move"]),
    key(
        "end.X.suspended_by_counting",
        Boolean,
        Value("false"),
        "Whether the rule sleeps while a count runs.",
        r#"[end.long]
kind = "n_move"
moves = 50
result = "draw"
suspended_by_counting = true"#,
    )
    .of(&["n_move"]),
];

const BARE: &str = r#"[end.bare_khun]
kind = "count"
when = { self = { pieces = 1 }, enemy = { pieces = "2+" } }
unless = "can_capture"
result = "loss""#;

const GOAL: &str = r#"[end.march]
kind = "goal"
pieces = ["king"]
region = "rank 8"
result = "loss""#;
