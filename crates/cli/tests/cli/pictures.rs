//! What people read: boards, rules and help.

use std::fs;

use crate::program::khun;

#[test]
fn boards() {
    insta::assert_snapshot!("board", khun(&["show", "ouk", "--moves", "d1b2", "--flip"]).stdout);
    let fen = "4k3/8/4P3/2M~5/8/8/3m4/3K3R w - - 0 1";
    insta::assert_snapshot!("board_ascii", khun(&["show", "makruk", "--ascii", "--fen", fen, "--moves", "Rh8"]).stdout);
    // Men that are not of the family have letters.
    insta::assert_snapshot!("board_shatranj", khun(&["show", "shatranj"]).stdout);
}

#[test]
fn rules_in_english() {
    insta::assert_snapshot!("rules_makruk", khun(&["rules", "makruk"]).stdout);
    // The parameters are those of the files.
    let before_parameters = |args: &[&str]| {
        let text = khun(&[&["rules"], args].concat()).stdout;
        text.split("\nParameters").next().unwrap_or_default().to_owned()
    };
    insta::assert_snapshot!("rules_hi", before_parameters(&["makruk", "--profile", "hi", "--ascii"]));
    insta::assert_snapshot!("rules_kar_ouk", before_parameters(&["kar-ouk"]));
    insta::assert_snapshot!("rules_shatranj", before_parameters(&["shatranj"]));
    for variant in ["makpong", "asean", "ai-wok", "chaturanga", "ouk"] {
        let run = khun(&["rules", variant]);
        assert!(run.status == 0 && run.stdout.lines().all(|line| line.chars().count() <= 90), "{variant}");
    }
    assert!(khun(&["rules", "ouk", "--ascii"]).stdout.contains("+---+"));
}

#[test]
fn help_has_examples() {
    insta::assert_snapshot!("help", khun(&["--help"]).stdout);
    for command in [
        "list",
        "check",
        "rules",
        "show",
        "moves",
        "perft",
        "query",
        "play",
        "pgn",
        "random",
        "analyse",
        "bench",
        "uci",
        "new",
        "explain",
        "sheet",
        "compare",
        "stats",
        "export",
        "completions",
    ] {
        for flag in ["-h", "--help"] {
            let text = khun(&[command, flag]).stdout;
            let examples = text.split("Examples:").nth(1).unwrap_or_default();
            assert!(examples.matches("khun ").count() >= 3, "{command} {flag}");
        }
    }
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    fs::write(&path, "old").unwrap();
    let run = khun(&["show", "makruk", "--svg", path.to_str().unwrap(), "--size", "300", "--moves", "e3e4"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    let picture = fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains(r#"width="300""#) && picture.ends_with("</svg>\n"));
    assert_eq!(picture, khun(&["show", "makruk", "--svg", "-", "--size", "300", "--moves", "e3e4"]).stdout);
    let run = khun(&["show", "makruk", "--svg", folder.path().join("none/board.svg").to_str().unwrap()]);
    assert!(run.status == 2 && run.stderr.contains("cannot write"), "{}", run.stderr);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
