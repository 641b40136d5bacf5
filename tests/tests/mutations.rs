//! The vectors notice a wrong rule: one rule at a time is changed in a copy of a bundled file, and some vector has to
//! fail then.

use khun_tests::game_vectors::{self, GameVector};
use khun_tests::position_vectors::{self, PositionVector};
use khun_tests::{narrow, rule_vectors, vectors};
use khun_variant::{Settings, Variant, bundled, load_str};

/// A change of one rule: what it is about, the text in the file (found there once), and what takes its place.
type Change = (&'static str, &'static str, &'static str);

/// The text of a bundled file.
fn text(id: &str) -> &'static str {
    bundled().iter().find(|bundled| bundled.id == id).unwrap_or_else(|| panic!("no bundled {id}")).text
}

fn load(id: &str, text: &str, settings: &Settings) -> Variant {
    let name = format!("{id}.toml");
    load_str(text, &name, None, settings).unwrap_or_else(|error| panic!("{id}: {error}: {:#?}", error.faults()))
}

/// The first difference between the vectors and a variant's text.
fn first_difference(id: &str, text: &str) -> Option<String> {
    for vector in rule_vectors::of(id) {
        let settings = vector.settings().unwrap_or_else(|error| panic!("{error}"));
        if let Some(found) = vector.check(&narrow(&load(id, text, &settings))).into_iter().next() {
            return Some(found);
        }
    }
    let rules = narrow(&load(id, text, &Settings::default()));
    for kind in ["endgames", "games"] {
        for vector in vectors::lines::<GameVector>(kind, id) {
            if let Some(found) = game_vectors::check(&rules, &vector).into_iter().next() {
                return Some(found);
            }
        }
    }
    for kind in ["positions", "positions_leaps"] {
        for vector in vectors::lines::<PositionVector>(kind, id) {
            if let Some(found) = position_vectors::check(&rules, &vector, 2).into_iter().next() {
                return Some(found);
            }
        }
    }
    None
}

fn every_change_is_noticed(id: &str, changes: &[Change]) {
    let original = text(id);
    assert_eq!(first_difference(id, original), None, "{id} as it is");
    let mut unnoticed = Vec::new();
    for (what, old, new) in changes {
        assert_eq!(original.matches(old).count(), 1, "{id}: {what}: {old:?} is not there once");
        if first_difference(id, &original.replace(old, new)).is_none() {
            unnoticed.push(what);
        }
    }
    assert!(unnoticed.is_empty(), "{id}: no vector notices {unnoticed:?}");
}

#[test]
fn moves_and_promotion_of_makruk() {
    every_change_is_noticed(
        "makruk",
        &[
            ("promotion on the fifth rank", "default = 6\n", "default = 5\n"),
            ("promotion on the seventh rank", "default = 6\n", "default = 7\n"),
            (
                "promotion as one likes",
                "when = \"on_entry\", mandatory = true",
                "when = \"on_entry\", mandatory = false",
            ),
            ("promotion to a khon", "to = [\"met\"]", "to = [\"khon\"]"),
            ("a choice of promotions", "to = [\"met\"]", "to = [\"met\", \"khon\"]"),
            ("a met that steps straight", "betza  = \"F\"", "betza  = \"W\""),
            ("a khon without its step ahead", "betza       = \"FfW\"", "betza       = \"F\""),
            ("a khon with steps aside", "betza       = \"FfW\"", "betza       = \"FsW\""),
            ("a khon that steps back", "betza       = \"FfW\"", "betza       = \"FbW\""),
            ("a ma that leaps further", "betza  = \"N\"", "betza  = \"C\""),
            ("a lame ma", "betza  = \"N\"", "betza  = \"nN\""),
            ("a short ruea", "betza       = \"R\"", "betza       = \"R4\""),
            ("a ruea that captures nothing", "betza       = \"R\"", "betza       = \"mR\""),
            ("a khun without diagonal steps", "betza  = \"K\"", "betza  = \"W\""),
            ("a bia that captures straight", "betza     = \"fmWfcF\"", "betza     = \"fW\""),
            ("a bia with a double step", "betza     = \"fmWfcF\"", "betza     = \"fmR2fcF\""),
            ("the khun on the right of its met", "PPPPPPPP/8/RNSKMSNR", "PPPPPPPP/8/RNSMKSNR"),
            ("a khon that is not enough to mate", "value       = 260\nmates_alone = true", "value       = 260"),
        ],
    );
}

#[test]
fn ends_and_counts_of_makruk() {
    let default = |value: &'static str, other: &'static str, doc: &'static str| -> (String, String) {
        (format!("default = {value}\ndoc     = \"{doc}"), format!("default = {other}\ndoc     = \"{doc}"))
    };
    let defaults = [
        ("a stalemate loses", default("\"draw\"", "\"loss\"", "What a stalemate")),
        ("a stalemate wins", default("\"draw\"", "\"win\"", "What a stalemate")),
        ("a board count only when asked for", default("\"auto\"", "\"either\"", "Who may ask")),
        ("a mate by the counting side draws", default("\"win\"", "\"draw\"", "What it is when")),
        ("a pieces' count only when asked for", default("\"forced\"", "\"on_request\"", "Whether the pieces' count")),
        ("a count from one", default("\"after_piece_count\"", "\"one\"", "The first number")),
        ("a count from the men", default("\"after_piece_count\"", "\"piece_count\"", "The first number")),
        ("the first row that holds", default("\"smallest\"", "\"first\"", "Which row")),
        ("the limit itself draws", default("\"exceeded\"", "\"reached\"", "Whether the number after")),
        ("a draw declared by the answer", default("\"call\"", "\"answer\"", "Whether the draw is declared")),
        ("a limit that changes", default("true", "false", "Whether the limit stays")),
        ("the shorter count goes on", default("\"replace\"", "\"shorter\"", "What becomes of a board count")),
        ("two occurrences draw", default("3", "2", "How often a position")),
        ("four occurrences draw", default("3", "4", "How often a position")),
        ("repetition does not matter", default("3", "0", "How often a position")),
        ("draws have to be claimed", default("\"automatic\"", "\"on_claim\"", "Whether draws by counting")),
    ];
    let defaults: Vec<Change> =
        defaults.into_iter().map(|(what, (old, new))| (what, &*old.leak(), &*new.leak())).collect();
    every_change_is_noticed("makruk", &defaults);
    let of_pieces = "when         = { board = { pawn = 0 }, self = { pieces = 1 }";
    every_change_is_noticed(
        "makruk",
        &[
            ("a mate that draws", "in_check = true\nresult   = \"loss\"", "in_check = true\nresult   = \"draw\""),
            ("a board count while there are bia", "when          = { board = { pawn = 0 }, ", "when          = { "),
            ("a pieces' count while there are bia", of_pieces, "when         = { self = { pieces = 1 }"),
            ("a capture does not begin a count again", "[\"capture\", \"promotion\"]", "[\"promotion\"]"),
            (
                "a bare khun that takes the last bia waits",
                "self_trigger = \"captured_pawn\"",
                "self_trigger = \"none\"",
            ),
            ("a bia is not a pawn", "role      = \"pawn\"\n", ""),
            ("a longer board count", "limit         = 64", "limit         = 65"),
            ("a shorter board count", "limit         = 64", "limit         = 63"),
        ],
    );
}

/// The limit of a row of a counting table.
fn limit(row: &str) -> u16 {
    let (_, limit) = row.split_once("limit = ").expect("a limit");
    limit.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a number")
}

/// The rows of a counting table of a file, each with a limit one higher and one lower, are noticed.
fn every_limit_is_noticed(id: &str) {
    let original = text(id);
    // Profiles may bring tables of their own along, which come later.
    let start = original.find("\n  { enemy").expect("a table");
    let table = &original[start..start + original[start..].find("\n]").expect("the end of a table")];
    let rows: Vec<&str> = table.lines().filter(|line| line.contains("limit = ")).collect();
    let otherwise = rows.iter().find(|row| !row.contains("enemy")).map_or(u16::MAX, |row| limit(row));
    for row in &rows {
        let number = limit(row);
        for other in [number - 1, number + 1] {
            // The smallest limit holds: a row cannot say more than the one that holds in any case.
            if row.contains("enemy") && other > otherwise {
                continue;
            }
            let changed = row.replace(&format!("limit = {number}"), &format!("limit = {other}"));
            let text = original.replacen(table, &table.replacen(row, &changed, 1), 1);
            assert!(first_difference(id, &text).is_some(), "{id}: no vector notices {changed:?} for {row:?}");
        }
    }
}

#[test]
fn limits_of_makruk() {
    every_limit_is_noticed("makruk");
}

#[test]
fn limits_of_ouk() {
    every_limit_is_noticed("ouk");
}

#[test]
fn limits_of_asean() {
    every_limit_is_noticed("asean");
}

#[test]
fn leaps_and_counts_of_ouk() {
    every_change_is_noticed(
        "ouk",
        &[
            ("a king that leaps like a knight", "default = \"forward\"", "default = \"knight\""),
            ("a king that leaps far ahead", "forward = \"fsmN\"", "forward = \"ffmN\""),
            ("a king that captures by its leap", "forward = \"fsmN\"", "forward = \"fsN\""),
            ("a king that leaps out of check", "unless      = [\"in_check\"]\n", ""),
            ("the aim of a tuk does not matter", "default = [\"rook\"]", "default = []"),
            ("a met that captures by its leap", "false = \"fmD\"", "false = \"fD\""),
            ("a met that leaps back", "false = \"fmD\"", "false = \"mD\""),
            ("a met that does not jump", "false = \"fmD\"", "false = \"fmnD\""),
            ("a met that leaps all the time", "needs = \"first_move\"\n\n[pieces.khon]", "\n[pieces.khon]"),
            ("leaps that end with the first capture", "any_capture = \"$leaps_lost_at_capture\"", "any_capture = true"),
            ("a check takes leaps away", "capture_of_holder = true,", "capture_of_holder = true, check = true,"),
            ("a board count from four men", "pieces = \"2..3\"", "pieces = \"2..4\""),
            ("a board count from two men", "pieces = \"2..3\"", "pieces = 2"),
            (
                "a promotion does not begin a count again",
                "[counting.pieces]\n",
                "[counting.pieces]\nrearm = [\"capture\"]\n",
            ),
            ("a longer board count", "limit = 63\n\n[counting.pieces]", "limit = 64\n\n[counting.pieces]"),
            ("a shorter board count", "limit = 63\n\n[counting.pieces]", "limit = 62\n\n[counting.pieces]"),
        ],
    );
}

#[test]
fn check_in_kar_ouk_and_makpong() {
    every_change_is_noticed(
        "kar-ouk",
        &[
            ("the second check loses", "times  = 1", "times  = 2"),
            ("whoever gives check loses", "result = \"loss\" ", "result = \"win\" "),
            ("a check draws", "result = \"loss\" ", "result = \"draw\" "),
        ],
    );
    every_change_is_noticed(
        "makpong",
        &[("a khun may run from a check", "in_check = \"may_only_capture_checker\"", "in_check = \"free\"")],
    );
}

#[test]
fn asean_and_ai_wok() {
    every_change_is_noticed(
        "asean",
        &[
            ("promotion on the sixth rank", "promotion_rank   = { default = 8 }", "promotion_rank   = { default = 6 }"),
            (
                "promotion on the seventh rank",
                "promotion_rank   = { default = 8 }",
                "promotion_rank   = { default = 7 }",
            ),
            (
                "no promotion to a rook",
                "to = [\"rook\", \"knight\", \"khon\", \"met\"]",
                "to = [\"knight\", \"khon\", \"met\"]",
            ),
            ("promotion to a queen only", "to = [\"rook\", \"knight\", \"khon\", \"met\"]", "to = [\"met\"]"),
            (
                "a pawn that may stay one",
                "when = \"on_entry\", mandatory = true",
                "when = \"on_entry\", mandatory = false",
            ),
            ("forty-nine moves draw", "default = 50", "default = 49"),
            ("fifty-one moves draw", "default = 50", "default = 51"),
            ("the fifty moves sleep while a count runs", "default = false, doc", "default = true, doc"),
            ("a count from the men", "default = \"one\"", "default = \"after_piece_count\""),
        ],
    );
    every_change_is_noticed(
        "ai-wok",
        &[
            ("an ai-wok that is no ma", "\"RNF\"", "\"RF\""),
            ("an ai-wok that is no met", "\"RNF\"", "\"RN\""),
            ("an ai-wok that is no ruea", "\"RNF\"", "\"NF\""),
            ("promotion to a ruea", "to = [\"ai_wok\"]", "to = [\"rook\"]"),
        ],
    );
}

#[test]
fn shatranj_and_chaturanga() {
    every_change_is_noticed(
        "shatranj",
        &[
            ("an alfil that does not jump", "betza  = \"A\"", "betza  = \"nA\""),
            ("an alfil that leaps straight", "betza  = \"A\"", "betza  = \"D\""),
            ("a ferz that is a queen", "betza  = \"F\"", "betza  = \"Q\""),
            ("promotion on the seventh rank", "promotion = \"rank 8\"", "promotion = \"ranks 7-8\""),
            ("promotion to a rook", "to = [\"ferz\"]", "to = [\"rook\"]"),
            ("a stalemate draws", "default = \"loss\"", "default = \"draw\""),
            ("no time to take back", "enemy = { pieces = \"3+\" }", "enemy = { pieces = \"2+\" }"),
            ("all the time to take back", "enemy = { pieces = \"3+\" }", "enemy = { pieces = \"4+\" }"),
            (
                "baring the king loses",
                "self = { pieces = \"2+\" } }\nresult = \"win\"",
                "self = { pieces = \"2+\" } }\nresult = \"loss\"",
            ),
            ("sixty-nine moves draw", "default = 70", "default = 69"),
            ("seventy-one moves draw", "default = 70", "default = 71"),
            ("two occurrences draw", "default = 3\n", "default = 2\n"),
            ("four occurrences draw", "default = 3\n", "default = 4\n"),
            ("a bare king that cannot answer loses at once", "default = false", "default = true"),
        ],
    );
    every_change_is_noticed(
        "chaturanga",
        &[
            ("the kings on the other file", "start = \"rnbqkbnr/", "start = \"rnbkqbnr/"),
            ("a bare king loses", "[end.self_bare]\nremove = true\n", ""),
            ("a bare king loses a move later", "[end.enemy_bare]\nremove = true\n", ""),
        ],
    );
}
