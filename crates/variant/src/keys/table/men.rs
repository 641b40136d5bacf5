//! Kinds of men, and their rights.

use super::key;
use crate::keys::Default::{Nothing, Required, Said, Value};
use crate::keys::KeyDoc;
use crate::keys::Takes::{Betza, Boolean, Integer, Named, Pieces, Squares, Table, Text, TextsByName, Word, Words};

pub(super) const KEYS: &[KeyDoc] = &[
    key(
        "pieces",
        Named,
        Required,
        "The kinds of men. The name of a table is the id by which rules refer to the kind; there can be 16 kinds.",
        MET,
    ),
    key("pieces.X", Table, Nothing, "A kind of man.", MET),
    key(
        "pieces.X.letter",
        Text,
        Required,
        "Its letter in FEN and move text, A to Z; Black's men get the lower-case letter.",
        r#"[pieces.met]
letter = "Q"

[board]
start = "rnsqksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKQSNR w - - 0 1""#,
    ),
    key(
        "pieces.X.name",
        Text,
        Said("the id"),
        "What people call it.",
        r#"[pieces.met]
name = "queen""#,
    ),
    key(
        "pieces.X.names",
        TextsByName,
        Nothing,
        "Its names by language code (`th`, `km`, `zh`, `rtgs` for Thai in Latin letters); `promoted` names a man that \
         got here by promotion.",
        r#"[pieces.met]
names = { km = "នាង", fr = "conseiller" }"#,
    ),
    key(
        "pieces.X.betza",
        Betza,
        Required,
        "How it moves. Atoms W F D N A H C Z G K R B Q, a doubled atom or a number for a rider, directions f b l r v \
         s, m (moves only), c (captures only), n (can be blocked), j (has to jump), p and g (hoppers).",
        r#"[pieces.met]
betza = "FfmD""#,
    ),
    key(
        "pieces.X.royal",
        Boolean,
        Value("false"),
        "Whether check and mate are about this kind. One kind of a variant is royal.",
        r#"[pieces.king]
royal = false

[pieces.lord]
letter = "L"
betza = "K"
royal = true

[board]
start = "rnslmsnr/3k4/pppppppp/8/8/PPPPPPPP/3K4/RNSMLSNR w - - 0 1""#,
    ),
    key(
        "pieces.X.role",
        Word(&[
            ("pawn", "its moves reset the n-move clock, and its capture by a bare king can start a count"),
            ("none", "nothing special"),
        ]),
        Value("\"none\""),
        "What part it plays in rules about pawns.",
        r#"[pieces.pawn]
role = "none""#,
    ),
    key(
        "pieces.X.value",
        Integer(0, 100_000),
        Said("an estimate from its moves"),
        "What it is worth, in hundredths of a pawn: it says which side is the weaker one, and is a hint to the \
         engine.",
        r#"[pieces.met]
value = 200"#,
    ),
    key(
        "pieces.X.mates_alone",
        Boolean,
        Value("false"),
        "Whether one such man and its king can mate a bare king, so that a side with one is never short of men to \
         win.",
        r#"[pieces.met]
mates_alone = true"#,
    ),
    key(
        "pieces.X.region",
        Squares,
        Said("the whole board"),
        "The squares that it never leaves.",
        r#"[pieces.king]
region = "c1:f3""#,
    ),
    key(
        "pieces.X.in_check",
        Word(&[
            ("free", "any legal move"),
            ("may_only_capture_checker", "nothing but to capture the only man that gives check"),
        ]),
        Value("\"free\""),
        "What a royal man may do while in check.",
        r#"[pieces.king]
in_check = "may_only_capture_checker"
betza = "KfD""#,
    ),
    key(
        "pieces.X.immobile",
        Boolean,
        Value("false"),
        "Says that a kind without moves is meant to have none.",
        r#"[pieces.wall]
letter = "W"
immobile = true

[board]
start = "rnsmksnr/8/pppppppp/w7/W7/PPPPPPPP/8/RNSKMSNR w - - 0 1""#,
    ),
    key(
        "pieces.X.promotion",
        Table,
        Nothing,
        "What it becomes, and where. The table is replaced whole by a file that extends this one.",
        r#"[pieces.pawn]
promotion = { region = "rank 8", to = ["met", "khon"], mandatory = true }

[params.promotion_rank]
remove = true

[profiles.uk]
remove = true

[regions]
promotion = "ranks 6-8""#,
    ),
    key(
        "pieces.X.promotion.region",
        Squares,
        Required,
        "The squares on which a move promotes.",
        r#"[pieces.pawn]
promotion = { region = "promotion + d5:e5", to = ["met"] }"#,
    ),
    key(
        "pieces.X.promotion.to",
        Pieces,
        Required,
        "The kinds that it may become.",
        r#"[pieces.pawn]
promotion = { region = "promotion", to = ["met", "khon"] }"#,
    ),
    key(
        "pieces.X.promotion.when",
        Word(&[("on_entry", "with every move that ends in the region")]),
        Value("\"on_entry\""),
        "When it promotes. There is one way in format 1; the key is there so that files say which.",
        r#"[pieces.pawn]
promotion = { region = "promotion", to = ["met", "khon"], when = "on_entry" }"#,
    ),
    key(
        "pieces.X.promotion.mandatory",
        Boolean,
        Value("true"),
        "Whether it has to promote.",
        r#"[pieces.pawn]
promotion = { region = "ranks $promotion_rank-8", to = ["met"], mandatory = false }
betza = "fmWfcFbW""#,
    ),
    key("pieces.X.extra", Named, Nothing, "Moves that it has only under conditions, each under a name.", RIGHT),
    key("pieces.X.extra.Y", Table, Nothing, "A group of moves that a man has only under conditions.", RIGHT),
    key("pieces.X.extra.Y.betza", Betza, Required, "The moves.", RIGHT),
    key(
        "pieces.X.extra.Y.needs",
        Text,
        Said("no right is needed"),
        "The right (a table of `[rights]`) that the man has to have.",
        RIGHT,
    ),
    key(
        "pieces.X.extra.Y.from",
        Squares,
        Said("from everywhere"),
        "The squares from which the moves can be made.",
        r#"[pieces.pawn.extra.double_step]
betza = "fmnD"
from = "rank 3""#,
    ),
    key(
        "pieces.X.extra.Y.unless",
        Words(&[("in_check", "not while in check"), ("none", "always")]),
        Nothing,
        "When the moves cannot be made.",
        AIM,
    ),
    key(
        "pieces.X.extra.Y.lost_by_aim",
        Pieces,
        Nothing,
        "Enemy men that take the right away for good when one of them ends a move on a square from which it would \
         attack the man on an empty board.",
        AIM,
    ),
    key(
        "rights",
        Named,
        Nothing,
        "Rights that a man has on its square of the start position, until something takes them away.",
        RIGHT,
    ),
    key("rights.X", Table, Nothing, "A right.", RIGHT),
    key("rights.X.holders", Pieces, Required, "The kinds of men that have it.", RIGHT),
    key(
        "rights.X.fen",
        Word(&[
            ("file_letters", "as the letters of the holders' files, White's in upper case"),
            ("none", "not at all"),
        ]),
        Value("\"file_letters\""),
        "How field 3 of a FEN shows it.",
        RIGHT,
    ),
    key(
        "rights.X.lost_by",
        Words(&[
            ("own_move", "a move of the holder (always)"),
            ("capture_of_holder", "its capture (always)"),
            ("any_capture", "the first capture of the game, by whomever: all holders of both sides lose it"),
            ("check", "being in check: the side in check loses it"),
        ]),
        Nothing,
        "What takes it away: a list, or a table that says yes or no for each event, `{ any_capture = \"$parameter\" \
         }`.",
        RIGHT,
    ),
];

const MET: &str = r#"[pieces.met]
betza = "FfW""#;

const RIGHT: &str = r#"[board]
start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Ee - 0 1"

[rights.first_move]
holders = ["met"]
fen = "file_letters"
lost_by = ["own_move", "any_capture"]

[pieces.met.extra.leap]
betza = "fmD"
needs = "first_move""#;

const AIM: &str = r#"[board]
start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Dd - 0 1"

[rights.first_move]
holders = ["king"]

[pieces.king.extra.leap]
betza = "fsmN"
needs = "first_move"
unless = ["in_check"]
lost_by_aim = ["rook"]"#;
