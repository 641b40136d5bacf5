//! The calls that scripts rely on: arguments, JSON fields, exit statuses, and which stream is for what.

use std::fs;
use std::process::Stdio;

use crate::program::{command, khun, khun_with};
use serde_json::json;

const BARE: &str = "8/8/8/8/2k5/8/1R6/K7 b - 32 23 40";

#[test]
fn list_names_every_bundled_variant() {
    let report = khun(&["list", "--json"]).json();
    assert_eq!(report["schema_version"], 1);
    let variants = report["variants"].as_array().unwrap();
    let ids: Vec<&str> = variants.iter().map(|variant| variant["id"].as_str().unwrap()).collect();
    for id in ["makruk", "ouk", "kar-ouk", "makpong", "asean", "ai-wok", "shatranj", "chaturanga"] {
        assert!(ids.contains(&id), "{id}");
    }
    for variant in variants {
        for key in ["id", "name", "aliases", "uci", "extends", "files", "ranks", "start", "sources"] {
            assert!(variant.get(key).is_some(), "{key} of {}", variant["id"]);
        }
    }
    let ouk = variants.iter().find(|variant| variant["id"] == "ouk").unwrap();
    assert_eq!((&ouk["uci"], &ouk["extends"], &ouk["files"]), (&json!("cambodian"), &json!("makruk"), &json!(8)));
    assert!(khun(&["list"]).stdout.contains("Ouk Chatrang (8x8, extends makruk)"));
}

#[test]
fn moves_tells_everything_about_a_position() {
    let run = khun(&["moves", "makruk", "--fen", BARE, "--json"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let state = run.json();
    assert_eq!(state["variant"], "makruk");
    assert_eq!(state["fen"], BARE);
    assert_eq!((&state["side"], &state["in_check"]), (&json!("black"), &json!(false)));
    assert_eq!(state["legal"], json!(["c4c3", "c4c5", "c4d3", "c4d4", "c4d5"]));
    assert_eq!(state["san"]["c4d3"], "Kd3");
    assert_eq!(state["outcome"], json!({"status": "ongoing", "reason": null}));
    assert_eq!(
        state["count"],
        json!({
            "kind": "pieces", "counter": "black", "limit": 16, "limit_plies": 32, "ply": 23, "called": 12,
            "chaser_moves_left": 5
        })
    );
    assert_eq!(state["insufficient"], json!([false, true]));
    insta::assert_snapshot!("moves", khun(&["moves", "makruk", "--fen", BARE]).stdout);
}

#[test]
fn moves_are_read_in_every_spelling() {
    let fen = |args: &[&str]| khun(&[&["moves", "makruk", "--json", "--moves"], args].concat()).json()["fen"].clone();
    let expected = fen(&["e3e4", "d6d5", "e4d5"]);
    assert_eq!(fen(&["e4", "d5", "exd5"]), expected);
    assert_eq!(fen(&["e4 d5 exd5"]), expected);
    assert_eq!(fen(&["จ๔", "ง๕", "จxง๕"]), expected);
}

#[test]
fn settings_change_the_rules() {
    let legal = |args: &[&str]| {
        let fen = ["moves", "makruk", "--json", "--fen", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1"];
        khun(&[&fen[..], args].concat()).json()["legal"].as_array().unwrap().contains(&json!("d5d6"))
    };
    assert!(!legal(&[]));
    assert!(legal(&["--set", "promotion_rank=8"]));
    assert!(legal(&["--profile", "uk"]));
    let run = khun(&["moves", "makruk", "--set", "promotion_rank=99"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("a whole number from"), "{}", run.stderr);
    assert_eq!(khun(&["moves", "makruk", "--set", "promotion_rank"]).status, 2);
    let run = khun(&["moves", "makruk", "--profile", "tabel"]);
    assert!(run.status == 2 && run.stderr.contains("`table`"), "{}", run.stderr);
}

#[test]
fn perft_counts_with_any_number_of_threads() {
    for (args, nodes) in [
        (&["perft", "makruk", "4"][..], 273_026),
        (&["perft", "ouk", "4", "--threads", "3"], 361_719),
        (&["perft", "ouk", "4", "--profile", "sjaak"], 361_793),
        (&["perft", "makruk", "0"], 1),
        (&["perft", "makruk", "0", "--threads", "2", "--divide"], 1),
        (&["perft", "makruk", "1", "--divide", "--moves", "e3e4"], 23),
    ] {
        let report = khun(&[args, &["--json"]].concat()).json();
        assert_eq!(report["nodes"], nodes, "{args:?}");
        assert!(report["seconds"].is_number() && report["nps"].is_u64());
    }
    let report = khun(&["perft", "makruk", "3", "--divide", "--threads", "2", "--json"]).json();
    let divide = report["divide"].as_object().unwrap();
    assert_eq!(divide.len(), 23);
    assert_eq!(divide.values().map(|nodes| nodes.as_u64().unwrap()).sum::<u64>(), 12_012);
    let text = khun(&["perft", "makruk", "4"]).stdout;
    assert!(text.starts_with("273,026 nodes in "), "{text}");
}

#[test]
fn query_answers_line_by_line() {
    let input = "{\"id\":1}\nnot json\n{\"id\":2,\"fen\":\"8/8/8/8/2k5/8/1R6/K7 b - 32 23 40\",\"moves\":[\"c4d3\"],\"perft\":[1,2],\"trace\":true}\n";
    let run = khun_with(&["query", "makruk"], input.as_bytes());
    assert_eq!(run.status, 0);
    let answers: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["id"], 1);
    assert!(answers[1]["error"].as_str().unwrap().starts_with("bad JSON"));
    assert_eq!(answers[2]["fen_after"], "8/8/8/8/8/3k4/1R6/K7 w - 32 24 41");
    assert_eq!(answers[2]["fens"], json!(["8/8/8/8/8/3k4/1R6/K7 w - 32 24 41"]));
    assert_eq!(answers[2]["checking_moves"], json!(["b2b3", "b2d2"]));
    assert_eq!(answers[2]["perft"]["1"], answers[2]["legal"].as_array().unwrap().len());
}

#[test]
fn a_query_may_hold_declarations() {
    let question = json!({
        "fen": "3k4/2m5/8/4M3/3KS3/8/8/8 w - - 0 1", "moves": ["count", "d4d5", "d8e8", "stop", "d5d4", "draw"], "trace": true
    });
    let answer = khun_with(&["query", "makruk", "--profile", "table"], question.to_string().as_bytes()).json();
    assert_eq!(answer["outcome"], json!({"status": "draw", "reason": "agreement"}));
    assert_eq!(answer["fens"].as_array().unwrap().len(), 3);
    assert_eq!(answer["count"], json!(null));
}

#[test]
fn faults_of_a_fen_are_all_shown() {
    let fen = "rnsmksnr/8/pppppqpp/8/8/PPPPPPP/8/RNSKMSNR x - - 0 1";
    let run = khun(&["moves", "makruk", "--fen", fen]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    insta::assert_snapshot!("fen_faults", run.stderr);
    let run = khun(&["moves", "makruk", "--fen", fen, "--json"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.json()["faults"].as_array().unwrap().len(), 3);
    let run = khun(&["show", "makruk", "--moves", "e3e4", "e6e4"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("move 2, \"e6e4\": the bia moves one step"), "{}", run.stderr);
}

#[test]
fn unknown_names_get_the_nearest() {
    let run = khun(&["play", "makrok"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("did you mean `makruk`"), "{}", run.stderr);
    let run = khun(&["moves", "none.toml", "--json"]);
    assert_eq!(run.status, 2);
    assert!(run.json()["error"].as_str().unwrap().contains("cannot read none.toml"));
}

#[test]
fn faulty_files_are_shown_whole_and_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.toml");
    fs::write(
        &path,
        "format = 1\nextends = \"makruk\"\n\n[pieces.met]\nbetza = \"FQx\"\n\n[pieces.rook]\nleter = \"R\"\n",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let run = khun_with(&["play", path], b"e3e4\n");
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("leter") && run.stderr.contains("FQx"), "{}", run.stderr);
    let run = khun(&["check", path]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("leter") && run.stdout.contains("FQx"), "{}", run.stdout);
    let run = khun(&["check", path, "--json"]);
    assert_eq!(run.status, 1);
    let report = run.json();
    assert_eq!(report["files"][0]["ok"], false);
    let faults = report["files"][0]["faults"].as_array().unwrap();
    assert!(faults.len() >= 2);
    for key in ["code", "message", "line", "column", "length", "help"] {
        assert!(faults.iter().all(|fault| fault.get(key).is_some()), "{key}");
    }
}

#[test]
fn good_files_are_played_by_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first-check.toml");
    fs::write(&path, "format = 1\nid = \"mine\"\nname = \"Mine\"\nextends = \"makruk\"\n\n[[tests]]\nname = \"start\"\nperft = [23]\n").unwrap();
    let path = path.to_str().unwrap();
    let run = khun(&["check", path]);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(khun(&["perft", path, "2", "--json"]).json()["nodes"], 529);
    let missing = khun(&["check", path, "nowhere.toml"]);
    assert_eq!(missing.status, 2);
    assert!(missing.stdout.contains(": good"), "{}", missing.stdout);
}

#[test]
fn warnings_are_mentioned_beside_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("warned.toml");
    fs::write(&path, "format = 1\nextends = \"makruk\"\n\n[board]\nranks = 8\n").unwrap();
    let run = khun(&["perft", path.to_str().unwrap(), "1", "--json"]);
    assert_eq!((run.status, &run.json()["nodes"]), (0, &json!(23)));
    assert!(run.stderr.starts_with("note: ") && run.stderr.contains("1 warning"), "{}", run.stderr);
}

#[test]
fn random_games_are_the_same_for_a_seed() {
    let run = |threads: &str| {
        let mut report =
            khun(&["random", "makruk", "--games", "60", "--seed", "7", "--threads", threads, "--json"]).json();
        for timing in ["seconds", "moves_per_second", "threads"] {
            assert!(report.as_object_mut().unwrap().remove(timing).is_some());
        }
        report
    };
    let report = run("1");
    assert_eq!(report, run("3"));
    assert_eq!(report["games"], 60);
    let outcomes = report["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.iter().map(|outcome| outcome["games"].as_u64().unwrap()).sum::<u64>(), 60);
    let short = khun(&["random", "makruk", "--games", "3", "--max-plies", "4", "--json"]).json();
    assert_eq!((&short["unfinished"], &short["plies"]["total"]), (&json!(3), &json!(12)));
    assert!(khun(&["random", "ouk", "--games", "20"]).stdout.contains("a second"));
}

#[test]
fn colours_only_where_they_are_wanted() {
    let colour = |args: &[&str], no_color: Option<&str>| {
        let mut command = command(args);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let output = command.output().unwrap();
        String::from_utf8_lossy(&output.stdout).contains('\u{1b}')
    };
    let show = ["show", "makruk", "--moves", "e3e4"];
    assert!(!colour(&show, None));
    assert!(colour(&[&show[..], &["--color", "always"]].concat(), None));
    assert!(!colour(&[&show[..], &["--color=never"]].concat(), None));
    assert!(!colour(&show, Some("1")));
    assert!(colour(&["--color=always", "--help"], None));
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    let mut child = command(&["perft", "makruk", "3", "--divide"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    for args in [&["--help"][..], &["rules", "makruk"], &["completions", "zsh"], &["list"]] {
        let mut child = command(args).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(String::from_utf8_lossy(&child.wait_with_output().unwrap().stderr), "", "{args:?}");
    }
}

#[test]
fn wrong_usage_has_status_two() {
    for args in [&["frobnicate"][..], &["perft", "makruk"], &["perft", "makruk", "x"], &["check"], &["list", "x"]] {
        assert_eq!(khun(args).status, 2, "{args:?}");
    }
    // Without a command and a terminal the program waits for a protocol.
    let run = command(&[]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = khun(&["completions", shell]);
        assert!(run.status == 0 && run.stdout.contains("khun"), "{shell}");
    }
    assert!(khun(&["--version"]).stdout.starts_with("khun 0."));
}
