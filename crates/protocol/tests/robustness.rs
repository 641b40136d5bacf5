//! Whatever is written to a session, it answers on and nothing falls over.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Protocol, answers};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Sessions of each protocol, and lines of each session.
const SESSIONS: u64 = 40;
const LINES: usize = 60;

/// Panics anywhere, those of threads that search included.
static PANICS: AtomicUsize = AtomicUsize::new(0);

const WORDS: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "99999999999999999999",
    "1e9",
    "NaN",
    "x",
    "a3a4",
    "e3e4",
    "a6a5",
    "e5e6m",
    "E5E6M",
    "z9z9",
    "a1",
    "@@@@",
    "0000",
    "(none)",
    "w",
    "b",
    "-",
    "moves",
    "startpos",
    "fen",
    "value",
    "name",
    "true",
    "false",
    "<empty>",
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
    "8/8/8/8/8/2k5/8/K2R4",
    "8/8/8/8/8/8/8/8",
    "1+1",
    "DEde",
    "32",
    "\u{0}",
    "\u{fffd}",
    "ก",
    "\"",
    "=",
    "{",
    "%s",
    "makruk",
    "cambodian",
    "karouk",
    "ai-wok",
    "nosuch",
];

const UCI: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "position startpos",
    "position startpos moves a3a4",
    "position startpos moves",
    "position fen 8/8/8/8/8/2k5/8/K2R4 w - 32 30 1",
    "position fen 4k3/8/8/3P4/8/8/8/4K3 w - - 0 1",
    "position fen 6Rk/6R1/6K1/8/8/8/8/8 b - - 0 1",
    "position fen",
    "position",
    "go nodes 200",
    "go depth 2",
    "go infinite",
    "go ponder nodes 100",
    "go mate 1 nodes 100",
    "go movetime 1",
    "go wtime 5 btime 5",
    "go nodes 50 searchmoves",
    "go perft 1",
    "go nodes",
    "setoption",
    "setoption name",
    "setoption name UCI_Variant value",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Hash value 1",
    "setoption name Hash value 1048576",
    "setoption name Skill Level value 1",
    "setoption name Skill Level value 20",
    "setoption name UCI_Elo value 700",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Threads value x",
    "setoption name Clear Hash",
    "setoption name VariantPath value tests/data",
    "setoption name VariantPath value",
    "setoption name WeightsFile value tests/data/weights/wrong.toml",
    "setoption name WeightsFile value",
    "setoption name Counting value manual",
    "setoption name Counting value auto",
    "setoption name UCI_Variant value mini-makruk",
    "setoption name UCI_Variant value chaturanga",
    "setoption name UCI_Variant value makruk",
    "bench 1",
];

const CECP: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted x",
    "new",
    "variant",
    "variant makruk",
    "variant cambodian",
    "variant mini-makruk",
    "force",
    "go",
    "?",
    "usermove",
    "usermove a3a4",
    "usermove a6a5",
    "a3a4",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "hint",
    "bk",
    "draw",
    "ping",
    "ping 1",
    "level 40 5 0",
    "level 0 0:01 0",
    "level",
    "st 0.01",
    "st",
    "sd 2",
    "sd",
    "time 1",
    "time -5",
    "otim 1",
    "memory 1",
    "memory 1048576",
    "cores 1",
    "cores 2",
    "option",
    "option Hash=1",
    "option MultiPV=2",
    "option VariantPath=tests/data",
    "option Ponder=1",
    "option Clear Hash",
    "setboard",
    "setboard 8/8/8/8/8/2k5/8/K2R4 w - 32 30 1",
    "setboard 6Rk/6R1/6K1/8/8/8/8/8 b - - 0 1",
    "setboard 4k3/8/8/3P4/8/8/8/4K3 w - - 0 1",
    "lift",
    "lift a3",
    "lift z9",
    "put a4",
    "hover a4",
    "playother",
    "result *",
    "result",
    "random",
    "computer",
    "name x",
    "rating 1 2",
    "edit",
    "d",
    "eval",
];

fn script(commands: &[&str], seed: u64) -> String {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut script = String::new();
    for _ in 0..LINES {
        script.push_str(commands.choose(&mut random).unwrap());
        for _ in 0..[0, 0, 0, 0, 1, 1, 2, 5][random.random_range(0..8)] {
            script.push(' ');
            script.push_str(WORDS.choose(&mut random).unwrap());
        }
        script.push_str(if random.random_bool(0.1) { "\r\n" } else { "\n" });
    }
    script
}

/// A script without what would take minutes: a search for a number that a random word has made large.
fn bounded(script: &str) -> String {
    let long = |line: &&str| {
        let large = line.contains("99999999") || line.contains("1e9") || line.contains("32");
        !(large && ["go", "st", "sd", "bench", "level", "time"].iter().any(|word| line.starts_with(word)))
    };
    script.lines().filter(long).map(|line| format!("{line}\n")).collect()
}

#[test]
fn no_line_ends_a_session_before_its_time() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        usual(info);
    }));
    for seed in 0..SESSIONS {
        for (protocol, commands, last, answer) in
            [(Protocol::Uci, UCI, "stop\nisready\n", "readyok"), (Protocol::Cecp, CECP, "force\nping 77\n", "pong 77")]
        {
            let script = bounded(&script(commands, seed)) + last;
            let lines = answers(protocol, &script);
            assert!(lines.iter().any(|line| line == answer), "{script:?}\n{lines:#?}");
            assert_eq!(PANICS.load(Ordering::Relaxed), 0, "{script:?}");
        }
    }
}
