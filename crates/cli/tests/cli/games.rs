//! Whole games: played by a script, saved, loaded and validated.

use std::fs;

use crate::program::{khun, khun_with};

#[test]
fn a_script_plays_a_game_with_a_count_to_its_end() {
    let fen = "4k3/8/8/R7/1R6/5m2/8/K3N3 w - - 0 1";
    let moves = "e1f3\ne8f8\na5a7\nf8e8\nb4b5\ne8f8\nb5b6\nf8e8\nquit\n";
    let args = ["play", "makruk", "--fen", fen, "--white", "human", "--black", "human"];
    let run = khun_with(&args, moves.as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("game_with_count", run.stdout);
}

#[test]
fn mistakes_are_explained_and_change_nothing() {
    let input = "e1e2\na1a9\nKe1\nxyzzy\ne3e4\ne6e5\nfen\n";
    let run = khun_with(&["play", "makruk", "--black", "human"], input.as_bytes());
    insta::assert_snapshot!("mistakes", run.stdout);
    let fen = "4r3/8/8/8/8/8/4M3/k3K3 w - - 0 1";
    let run = khun_with(&["play", "makruk", "--black", "human", "--fen", fen], b"e2d3\nfen\n");
    assert!(run.stdout.contains("your khun would be in check from the ruea on e8"), "{}", run.stdout);
    assert!(run.stdout.contains(fen));
}

#[test]
fn the_engine_answers_and_a_seed_repeats_a_game() {
    let input = "e3e4\nhint\neval\nundo\ne3e4\nmoves d1\nresign\n";
    let play = |args: &[&str]| {
        let run = khun_with(&[&["play", "ouk", "--seed", "7"], args].concat(), input.as_bytes());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        run.stdout
    };
    for args in [&[][..], &["--level", "1"], &["--nodes", "1000", "--bar"]] {
        let text = play(args);
        assert!(text.contains("1. e4 (e3e4)") && text.contains("1... ") && text.contains("Perhaps "), "{text}");
        assert!(text.contains("White resigns.") && text.contains("Black wins: resignation (0-1)"), "{text}");
        let bars = text.lines().filter(|line| line.starts_with("White █") && line.contains(" for White, depth "));
        assert_eq!(bars.count(), if args.contains(&"--bar") { 5 } else { 1 }, "{text}");
        assert_eq!(text, play(args));
    }
}

#[test]
fn players_that_nobody_types_for_play_whole_games() {
    let whole = |args: &[&str]| {
        let run = khun(&[&["play", "makruk", "--white", "engine", "--seed", "3"], args].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stdout.trim_end().ends_with(')'), "{}", run.stdout);
        run.stdout
    };
    let won = whole(&["--black", "random", "--nodes", "2000"]);
    assert!(won.contains("White wins: checkmate (1-0)"), "{won}");
    let first = ["--black", "engine", "--level", "1"];
    let text = whole(&first);
    assert_eq!(text, whole(&first));
}

#[test]
fn who_has_no_time_left_has_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let name = path.to_str().unwrap();
    // A clock of six milliseconds falls before the engine has thought, or before anything is typed.
    let args = ["play", "makruk", "--clock", "0.0001", "--white", "engine", "--black", "human"];
    let run = khun_with(&args, format!("resign\ndraw\ne6e5\nsave {name}\n").as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("'s time is up.") && run.stdout.contains(" on time ("), "{}", run.stdout);
    assert!(!run.stdout.contains("resigns") && run.stdout.contains("The game is over."), "{}", run.stdout);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("[Termination \"time forfeit\"]") && !text.contains("[Result \"*\"]"), "{text}");
    assert_eq!(khun(&["pgn", name]).status, 0);
    let run = khun_with(&["play", "makruk", "--clock", "5+3", "--level", "1"], b"e3e4\nundo\ne3e4\nquit\n");
    assert!(run.stdout.contains("1... ") && run.stdout.contains("left unfinished"), "{}", run.stdout);
    for wrong in [&["--clock", "five"][..], &["--level", "0"], &["--level", "21"], &["--clock", "5", "--movetime", "9"]]
    {
        assert_eq!(khun(&[&["play", "makruk"], wrong].concat()).status, 2, "{wrong:?}");
    }
}

#[test]
fn saved_games_are_valid_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let name = path.to_str().unwrap();
    let fen = "3k4/2m5/8/4M3/3KS3/8/8/8 w - - 0 1";
    let args = ["play", "makruk", "--profile", "table", "--black", "human", "--fen", fen];
    let input = format!("count\nd4d5\nd8e8\nsave {name}\nd5d4\nload {name}\nfen\nstop\nresign\nsave {name}\n");
    let run = khun_with(&args, input.as_bytes());
    assert!(
        run.stdout.contains("White stops counting.") && run.stdout.contains("4k3/2m5/8/3KM3/4S3/8/8/8 w - 128 2 2"),
        "{}",
        run.stdout
    );
    let text = fs::read_to_string(&path).unwrap();
    for part in [
        "[Variant \"makruk\"]",
        "[VariantProfile \"table\"]",
        "[Result \"0-1\"]",
        "[%declare count]",
        "[%declare stop]",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let report = khun(&["pgn", name, "--json"]);
    assert_eq!(report.status, 0, "{}", report.stdout);
    let report = report.json();
    assert_eq!((report["ok"].as_bool(), report["games"][0]["plies"].as_u64()), (Some(true), Some(2)));
    assert_eq!(report["games"][0]["outcome"]["reason"], "resignation");
    // Played under another profile, it would be another game.
    let run = khun_with(&["play", "makruk"], format!("load {name}\n").as_bytes());
    assert!(run.stdout.contains("was played with --profile table"), "{}", run.stdout);
    let run = khun_with(&["play", "ouk"], format!("load {name}\n").as_bytes());
    assert!(run.stdout.contains("is a game of makruk, not of ouk"), "{}", run.stdout);
}

#[test]
fn faulty_games_are_placed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let name = path.to_str().unwrap();
    fs::write(
        &path,
        "[Variant \"makruk\"]\n\n1. e4 d5 2. exd5 *\n\n[Variant \"cambodian\"]\n\n1. Kb2 Kg7\n2. Kh8 1-0\n\n[Event \"no variant\"]\n\n1. e4 *\n\n[Variant \"../makruk.toml\"]\n\n*\n",
    )
    .unwrap();
    let run = khun(&["pgn", name]);
    assert_eq!(run.status, 1);
    let text = run.stdout.replace(name, "games.pgn");
    insta::assert_snapshot!("faulty_games", text);
    let report = khun(&["pgn", name, "makruk", "--json"]).json();
    let ok: Vec<bool> = report["games"].as_array().unwrap().iter().map(|game| game["ok"].as_bool().unwrap()).collect();
    assert_eq!(ok, [true, false, true, false]);
    assert_eq!(khun(&["pgn", "nowhere.pgn"]).status, 2);
    assert_eq!(khun(&["pgn", name, "makrok"]).status, 2);
    assert_eq!(khun_with(&["pgn", "-", "makruk"], b"1. e4 *").status, 0);
}

#[test]
fn a_save_that_fails_keeps_the_older_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let input = format!("e3e4\nsave {}\nfen\n", path.display());
    let run = khun_with(&["play", "makruk", "--black", "human"], input.as_bytes());
    assert!(run.stdout.contains("Not saved: "), "{}", run.stdout);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
}
