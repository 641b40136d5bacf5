//! The engine from outside: analysis, the benchmark, and sessions for GUIs.

use serde_json::json;

use crate::program::{khun, khun_with};

const MATE_IN_TWO: &str = "4k3/2R5/2pRN3/1p6/pP2P3/P1PP4/4m3/2SKM3 w - - 1 32";

#[test]
fn analysis_finds_a_mate_in_two() {
    let run = khun(&["analyse", "makruk", "--fen", MATE_IN_TWO, "--depth", "10", "--json"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let report = run.json();
    assert_eq!(report["schema_version"], 1);
    let best = report["bestmove"].as_str().unwrap();
    assert!(["d1d2", "d1e2"].contains(&best), "{best}");
    let [line] = &report["lines"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&line["score"], &line["pv"][0]), (&json!({"mate": 2}), &json!(best)));
    assert!(line["depth"].is_u64() && line["nodes"].is_u64() && line["nps"].is_u64(), "{line}");
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&report), ["bestmove", "lines", "schema_version"]);
    assert_eq!(keys(line), ["depth", "nodes", "nps", "pv", "score"]);
    let text = khun(&["analyse", "makruk", "--fen", MATE_IN_TWO, "--depth", "10"]).stdout;
    assert!(text.starts_with("White to move\n") && text.contains("mate in 2  32. Kx"), "{text}");
    assert!(text.contains(&format!("({best})\n")), "{text}");
}

#[test]
fn analysis_takes_limits_lines_and_moves() {
    let report =
        |args: &[&str]| khun(&[&["analyse", "ouk", "--moves", "e3e4", "d6d5", "--json"], args].concat()).json();
    let three = report(&["--nodes", "3000", "--multipv", "3", "--hash", "1"]);
    let lines = three["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    // A search that is cut off within an iteration may have a first line that is deeper than the others.
    let number = |value: &serde_json::Value| value.as_i64().unwrap();
    let ranks: Vec<_> = lines.iter().map(|line| (number(&line["depth"]), number(&line["score"]["cp"]))).collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    assert_eq!(three["bestmove"], lines[0]["pv"][0]);
    let again = report(&["--nodes", "3000", "--multipv", "3", "--hash", "1"]);
    assert_eq!((&again["lines"][0]["pv"], &again["bestmove"]), (&lines[0]["pv"], &three["bestmove"]));
    // Even a single node gives an answer.
    let one = report(&["--nodes", "1"]);
    assert_eq!(one["lines"][0]["pv"][0], one["bestmove"]);
    assert!(report(&["--movetime", "20", "--threads", "2"])["bestmove"].is_string());
}

#[test]
fn finished_games_have_no_lines() {
    let mated = ["analyse", "makruk", "--fen", "k6R/8/1K6/8/8/8/8/8 b - - 0 1"];
    let report = khun(&[&mated[..], &["--json"]].concat());
    assert_eq!((report.status, report.json()), (0, json!({"schema_version": 1, "lines": [], "bestmove": null})));
    assert_eq!(khun(&mated).stdout, "Over: White wins: checkmate\n");
    for wrong in [&["--depth", "0"][..], &["--multipv", "0"], &["--hash", "0"], &["--infinite", "--depth", "3"]] {
        assert_eq!(khun(&[&["analyse", "makruk"], wrong].concat()).status, 2, "{wrong:?}");
    }
    assert_eq!(khun(&["analyse", "makruk", "--fen", "x"]).status, 1);
}

#[test]
fn the_benchmark_is_the_same_every_time() {
    let report = |args: &[&str]| khun(&[&["bench", "--depth", "4", "--json"], args].concat()).json();
    let first = report(&[]);
    assert!(first["nodes"].as_u64().unwrap() > 1000 && first["nps"].is_u64() && first["seconds"].is_number());
    assert_eq!(first["signature"], first["nodes"]);
    assert_eq!(first["signature"], report(&["makruk"])["signature"]);
    assert_ne!(first["signature"], report(&["ouk"])["signature"]);
    let text = khun(&["bench", "--depth", "4"]).stdout;
    let last: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = last[..] else { panic!("{text}") };
    assert_eq!(nodes, first["nodes"].to_string());
    assert!(nps.parse::<u64>().is_ok(), "{text}");
}

/// What a dialogue over UCI gives, without what differs from run to run, and without what is told before `uciok`.
fn uci(args: &[&str], input: &str) -> String {
    let run = khun_with(args, input.as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let (greeting, rest) = run.stdout.split_once("uciok\n").unwrap();
    assert!(greeting.starts_with("id name Khun "), "{greeting}");
    let combo = greeting.lines().find(|line| line.starts_with("option name UCI_Variant type combo")).unwrap();
    for name in ["makruk", "cambodian", "ouk", "karouk", "makpong", "asean", "ai-wok", "shatranj"] {
        assert!(combo.contains(&format!(" var {name}")), "{name}: {combo}");
    }
    let lines = rest.lines().filter(|line| !line.starts_with("info depth"));
    lines.map(|line| line.split(" ponder ").next().unwrap_or_default().to_owned() + "\n").collect()
}

const DIALOGUE: &str = "uci
isready
setoption name Hash value 1
setoption name UCI_Variant value makruk
ucinewgame
position startpos moves e3e4 d6d5
go perft 2
position fen 3mRn1k/6R1/1M2Np2/pp6/3S2PP/PK6/3M2S1/8 w - - 1 36
go depth 3
position fen k6R/8/1K6/8/8/8/8/8 b - - 0 1
go depth 3
setoption name UCI_Variant value cambodian
position startpos moves d1b2
frobnicate
position startpos moves e3e5
setoption name UCI_Variant value draughts
isready
quit
";

#[test]
fn a_dialogue_over_uci() {
    let text = uci(&["uci"], DIALOGUE);
    insta::assert_snapshot!("uci", text);
    assert_eq!(uci(&[], DIALOGUE), text);
    assert_eq!(uci(&[], &format!("\r\n\n{}", DIALOGUE.replace('\n', "\r\n"))), text);
    // The end of the input is the end of the session.
    assert!(uci(&["uci"], "uci\nposition startpos\ngo infinite\n").starts_with("bestmove "));
}

#[test]
fn a_dialogue_over_cecp() {
    let input =
        "xboard\nprotover 2\nvariant makruk\nsetboard 3mRn1k/6R1/1M2Np2/pp6/3S2PP/PK6/3M2S1/8 w - - 1 36\nsd 3\ngo\n";
    for args in [&["xboard"][..], &[]] {
        let run = khun_with(args, input.as_bytes());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains("variants=\"") && run.stdout.contains("done=1"), "{}", run.stdout);
        assert!(run.stdout.contains("\nmove e8f8\n") && run.stdout.contains("1-0"), "{}", run.stdout);
    }
}

#[test]
fn tables_beyond_memory_and_faulty_weights_are_refused() {
    let run = khun(&["analyse", "makruk", "--hash", "1048576", "--depth", "2"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("no memory for a hash table of 1048576 MB"), "{}", run.stderr);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/tests/data/badly-weighed.toml");
    for command in [&["analyse", file, "--depth", "2"][..], &["bench", file, "--depth", "2"], &["play", file]] {
        let run = khun(command);
        assert_eq!(run.status, 1, "{command:?}");
        assert!(run.stderr.contains("weights of badly-weighed: line 5, column 9: 2 numbers"), "{}", run.stderr);
    }
}

#[test]
fn settings_reach_sessions() {
    let input = "uci\nposition fen 4k3/8/8/3P4/8/8/8/4K3 w - - 0 1\ngo perft 1\nquit\n";
    assert!(uci(&["uci"], input).contains("d5d6m:"));
    assert!(uci(&["uci", "--set", "promotion_rank=8"], input).contains("d5d6:"));
    let run = khun_with(&["uci", "--profile", "tabel"], b"quit\n");
    assert!(run.status == 0 && run.stderr.contains("no profile `tabel`"), "{}", run.stderr);
}

#[test]
fn what_asks_for_no_protocol_is_refused() {
    for input in ["hello\n", "", "\n\n", "ucinewgame\n", "\u{0}\u{1}\n", &"x".repeat(100_000)] {
        let run = khun_with(&[], input.as_bytes());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains("waits for the line \"uci\"") && run.stderr.len() < 400, "{}", run.stderr);
    }
}
