//! What XBoard expects of a CECP engine, line by line.

mod common;

use common::{Protocol, dialogue, xboard};

fn has(lines: &[String], line: &str) -> bool {
    lines.iter().any(|known| known == line)
}

#[test]
fn the_greeting_lists_features_and_variants() {
    let lines = xboard("xboard\nprotover 2\n");
    let features = lines.iter().find(|line| line.starts_with("feature setboard=1")).unwrap();
    assert!(features.contains("usermove=1") && features.contains("variants=\"makruk,"));
    assert!(features.contains("cambodian") && features.contains("kar-ouk"));
    assert_eq!(lines.last().unwrap(), "feature done=1");
}

#[test]
fn variants_that_xboard_does_not_know_are_described() {
    let lines = xboard("variant cambodian\n");
    assert_eq!(
        lines[0],
        "setup (PN.R.M....SKpn.r.m....sk) 8x8+0_makruk \
         rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1"
    );
    assert!(has(&lines, "piece N& N") && has(&lines, "piece S& FfW"), "{lines:?}");
    assert!(xboard("variant makruk\n").is_empty());
}

#[test]
fn the_engine_answers_moves_and_refuses_illegal_ones() {
    let lines = xboard("new\nvariant makruk\nlevel 40 5 0\nsd 3\nnopost\nusermove a3a5\nusermove a3a4\nping 7\n");
    assert!(has(&lines, "Illegal move: a3a5"));
    assert!(has(&lines, "pong 7"));
    assert_eq!(lines.iter().filter(|line| line.starts_with("move ")).count(), 1, "{lines:?}");
}

#[test]
fn results_are_told() {
    let lines = xboard("force\nsetboard k7/8/1K6/8/8/8/8/1R6 w - - 0 1\nsd 6\nnopost\ngo\n");
    assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    let lines = xboard("force\nsetboard k7/2R5/1K6/8/8/8/8/1R6 w - - 0 1\nsd 4\nnopost\ngo\n");
    assert!(lines.iter().any(|line| line.starts_with("1-0 {")), "{lines:?}");
}

#[test]
fn moves_are_taken_back() {
    let lines = xboard("force\nusermove a3a4\nusermove a6a5\nundo\nremove\nusermove b3b4\nremove\nd\n");
    assert!(lines.iter().any(|line| line.starts_with("Error (nothing to take back): remove")), "{lines:?}");
}

#[test]
fn analysis_shows_lines_and_ends_with_the_input() {
    let lines = xboard("force\nanalyze\n.\nfoo\n");
    assert!(has(&lines, "Error (unknown command): foo"));
}

#[test]
fn analysis_is_at_full_strength() {
    // A level that looks at a few hundred positions a move does not get that far.
    let talk = dialogue(Protocol::Cecp, "force\noption Skill Level=1\nanalyze\n< 8 \nexit\nquit\n");
    assert!(!talk.contains("Error"), "{talk}");
}

#[test]
fn targets_are_highlighted() {
    let lines = xboard("force\nlift b1\n");
    assert_eq!(lines, ["highlight 8/8/8/8/8/8/3Y4/8"]);
}

#[test]
fn a_ping_is_answered_after_the_move_that_is_due() {
    let lines = xboard("new\nst 60\nnopost\ngo\n?\nping 8\n");
    assert!(matches!(&lines[..], [mv, pong] if mv.starts_with("move ") && pong == "pong 8"), "{lines:?}");
}

#[test]
fn the_engine_ponders_and_gives_hints() {
    let start = "new\nhard\nnopost\nsd 5\nusermove a3a4\nhint\n";
    let talk = dialogue(Protocol::Cecp, start);
    let hint = talk.lines().find_map(|line| line.strip_prefix("Hint: ")).expect(&talk).to_owned();
    let answers = |talk: &str| talk.lines().filter(|line| line.starts_with("move ")).count();
    assert_eq!(answers(&talk), 1);
    // The move that is expected, and one that is not.
    for mv in [hint.as_str(), if hint == "h3h4" { "g3g4" } else { "h3h4" }] {
        let talk = dialogue(Protocol::Cecp, &format!("{start}usermove {mv}\nping 1\neasy\nd\n"));
        assert_eq!(answers(&talk), 2, "{talk}");
        // What is pondered on is not on the board before it is played.
        assert!(
            talk.lines().any(|line| line.starts_with("Fen: ") && line.contains(" w ") && line.ends_with(" 3")),
            "{talk}"
        );
        assert!(!talk.contains("Error") && !talk.contains("Illegal"), "{talk}");
    }
}

#[test]
fn a_table_beyond_memory_is_refused() {
    let lines = xboard("memory 1048576\nforce\nsd 2\nnopost\ngo\n");
    assert_eq!(lines[0], "Error (no memory for a hash table of 1048576 MB): memory 1048576");
    assert!(lines[1].starts_with("move "), "{lines:?}");
}
