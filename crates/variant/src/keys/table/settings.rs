//! Parameters, profiles and tests.

use super::key;
use crate::keys::Default::{Nothing, Required, Said, Value};
use crate::keys::KeyDoc;
use crate::keys::Takes::{Any, Boolean, Fen, Integer, Integers, Named, Settings, Table, Tables, Text, Texts, Word};

pub(super) const KEYS: &[KeyDoc] = &[
    key(
        "params",
        Named,
        Nothing,
        "What sources disagree on. `\"$name\"` stands for the value of a parameter wherever a value can stand; `--set \
         NAME=VALUE` changes it for one run.",
        PARAMETER,
    ),
    key("params.X", Table, Nothing, "A parameter.", PARAMETER),
    key(
        "params.X.type",
        Word(&[
            ("int", "a whole number from `min` to `max`"),
            ("choice", "one of the words of `of`"),
            ("bool", "true or false"),
            ("pieces", "a list of kinds of men"),
        ]),
        Required,
        "Which values it may have.",
        NUMBER,
    ),
    key("params.X.min", Integer(i64::MIN, i64::MAX), Said("no limit"), "The least value of an \"int\".", NUMBER),
    key("params.X.max", Integer(i64::MIN, i64::MAX), Said("no limit"), "The greatest value of an \"int\".", NUMBER),
    key(
        "params.X.of",
        Any,
        Said("required for a \"choice\""),
        "The words of a \"choice\": a list, or a table of words and what each stands for in the file. A \"bool\" may \
         have a table for `true` and `false`.",
        PARAMETER,
    ),
    key("params.X.default", Any, Required, "The value that it has where nothing sets it.", NUMBER),
    key("params.X.doc", Text, Nothing, "What it decides.", PARAMETER),
    key(
        "profiles",
        Named,
        Nothing,
        "Readings of the rules: each sets some parameters. `--profile NAME` plays by one; `default` is the one that \
         holds without a choice.",
        PROFILE,
    ),
    key("profiles.X", Table, Nothing, "A profile.", PROFILE),
    key("profiles.X.doc", Text, Nothing, "Whose reading it is.", PROFILE),
    key("profiles.X.set", Settings, Nothing, "The parameters that it sets.", PROFILE),
    key("profiles.X.override", Table, Nothing, "Tables laid over the file, for what no parameter can say.", PROFILE),
    key(
        "profiles.X.override.board",
        Any,
        Nothing,
        "What it changes of `[board]`.",
        r#"[profiles.small]
override.board = { files = 6, ranks = 6, start = "rnmksr/pppppp/6/6/PPPPPP/RSKMNR w - - 0 1" }
override.regions = { promotion = "rank 5" }"#,
    ),
    key(
        "profiles.X.override.regions",
        Any,
        Nothing,
        "What it changes of `[regions]`.",
        r#"[profiles.far]
override.regions = { promotion = "rank 8" }"#,
    ),
    key(
        "profiles.X.override.pieces",
        Any,
        Nothing,
        "What it changes of `[pieces]`.",
        r#"[profiles.leaping]
override.pieces.met = { betza = "FfmD" }"#,
    ),
    key(
        "profiles.X.override.rights",
        Any,
        Nothing,
        "What it changes of `[rights]`.",
        r#"[profiles.ouk]
override.rights.first_move = { holders = ["met"] }
override.board = { start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Ee - 0 1" }"#,
    ),
    key(
        "profiles.X.override.end",
        Any,
        Nothing,
        "What it changes of `[end]`.",
        r#"[profiles.uncounted]
override.end.counting = { remove = true }
override.counting = { remove = true }"#,
    ),
    key("profiles.X.override.counting", Any, Nothing, "What it changes of `[counting]`.", PROFILE),
    key(
        "tests",
        Tables,
        Nothing,
        "Games and positions that are played whenever the file is checked. Everything that a test expects is looked \
         at after its moves.",
        TEST,
    ),
    key("tests[].name", Text, Said("its number"), "What it is about.", TEST),
    key("tests[].profile", Text, Value("\"default\""), "The profile under which it is played.", RESULT),
    key("tests[].set", Settings, Nothing, "Parameters that it sets.", RESULT),
    key("tests[].fen", Fen, Said("the start position"), "Where it begins.", TEST),
    key(
        "tests[].moves",
        Texts,
        Nothing,
        "Moves from there, in UCI form, and between them the words of counting: count, stop, claim.",
        TEST,
    ),
    key(
        "tests[].perft",
        Integers,
        Nothing,
        "The numbers of ways to go on: with one move, with two, and so on.",
        r#"[[tests]]
name = "the first moves"
perft = [23, 529, 12012]"#,
    ),
    key("tests[].fen_after", Fen, Nothing, "The position after the moves.", TEST),
    key(
        "tests[].result",
        Word(&[
            ("1-0", "White wins"),
            ("0-1", "Black wins"),
            ("1/2-1/2", "a draw"),
            ("replay", "played again"),
            ("*", "the game goes on"),
        ]),
        Nothing,
        "The result after the moves.",
        RESULT,
    ),
    key("tests[].reason", Text, Nothing, "The name of the end that gave the result.", RESULT),
    key("tests[].legal_count", Integer(0, 100_000), Nothing, "The number of legal moves.", TEST),
    key("tests[].legal", Texts, Nothing, "Moves that are legal.", TEST),
    key("tests[].illegal", Texts, Nothing, "Moves that are not.", TEST),
    key("tests[].in_check", Boolean, Nothing, "Whether the side to move is in check.", TEST),
];

const PARAMETER: &str = r#"[params.first_reward]
type = "choice"
of = { small = "ranks 7-8", large = "ranks 6-8" }
default = "small"
doc = "Where bia promote."

[regions]
promotion = "$first_reward"

[params.promotion_rank]
remove = true

[profiles.uk]
remove = true"#;

const NUMBER: &str = r#"[params.far_rank]
type = "int"
min = 6
max = 8
default = 7
doc = "Where a khon can become a ruea."

[regions]
promotion = "ranks 6-8"
far = "ranks $far_rank-8"

[pieces.khon]
promotion = { region = "far", to = ["rook"], mandatory = false }

[params.promotion_rank]
remove = true

[profiles.uk]
remove = true"#;

const PROFILE: &str = r#"[profiles.long]
doc = "A longer way."
set = { promotion_rank = 8 }

[profiles.long.override.counting.board]
limit = 100"#;

const TEST: &str = r#"[[tests]]
name = "a bia takes a bia"
fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
moves = ["e4d5"]
fen_after = "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"
legal_count = 5
legal = ["e8d8"]
illegal = ["e8e6"]
in_check = false"#;

const RESULT: &str = r#"[[tests]]
name = "a stalemate wins by this setting"
profile = "default"
set = { stalemate = "win" }
fen = "k7/1R6/2K5/8/8/8/8/8 b - - 0 1"
result = "0-1"
reason = "stalemate""#;
