//! Dialogues with GUIs, whole: what is asked in `dialogues/*.txt`, and what was answered in `snapshots/`.
//!
//! What every change of the engine changes (scores, times, numbers of nodes, lines of play) is put in general words, so
//! that a dialogue tests the contract and not the play. Moves are told where only one is possible or asked for.

mod common;

use common::{Protocol, dialogue};

/// Puts the numbers and moves of a report in general words.
fn general(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["info", "depth", depth, "seldepth", ..] if depth != "0" => {
            let mut general = Vec::new();
            let mut words = words.iter().copied().skip(1);
            while let Some(name) = words.next() {
                match name {
                    "pv" => {
                        general.push("pv ...".to_owned());
                        break;
                    }
                    "score" => general.push(format!("score {} {}", words.next().unwrap(), number(words.next()))),
                    "wdl" => general.push(format!("wdl {}", [0; 3].map(|_| number(words.next())).join(" "))),
                    "multipv" => general.push(format!("multipv {}", words.next().unwrap())),
                    _ => general.push(format!("{name} {}", number(words.next()))),
                }
            }
            format!("info {}", general.join(" "))
        }
        ["bestmove", mv, "ponder", _] => format!("bestmove {mv} ponder ..."),
        ["Key:", _] => "Key: ...".to_owned(),
        ["id", "name", "Khun", _] => "id name Khun ...".to_owned(),
        ["stat01:", ..] if words.len() == 7 => format!("stat01: {} ...", [0; 5].map(|_| "N").join(" ")),
        _ if words[0].parse::<u32>().is_ok() && line.contains("\t ") => {
            let (numbers, _) = line.split_once('\t').unwrap();
            let general: Vec<String> = numbers.split(' ').map(|word| number(Some(word))).collect();
            format!("{}<TAB> ...", general.join(" "))
        }
        _ => line.replace(env!("CARGO_PKG_VERSION"), "..."),
    }
}

/// `N` for whatever number there has to be.
fn number(word: Option<&str>) -> String {
    let word = word.unwrap_or("nothing");
    if word.parse::<i64>().is_ok() { "N".to_owned() } else { word.to_owned() }
}

fn check(name: &str, protocol: Protocol, script: &str) {
    let mut lines: Vec<String> = Vec::new();
    // How many reports of a search there are, and how many before it is told to stop, is a matter of time.
    let mut reports: Vec<String> = Vec::new();
    for line in dialogue(protocol, script).lines().map(general) {
        if line.starts_with("> ") && !["> stop", "> ponderhit", "> exit"].contains(&line.as_str()) {
            reports.clear();
        }
        if line.starts_with("info depth N") || line.contains("<TAB>") {
            if reports.contains(&line) {
                continue;
            }
            reports.push(line.clone());
        }
        lines.push(line);
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, lines.join("\n"));
    });
}

macro_rules! dialogues {
    ($($name:ident $protocol:ident;)*) => {
        $(#[test]
        fn $name() {
            let script = include_str!(concat!("dialogues/", stringify!($name), ".txt"));
            check(stringify!($name), Protocol::$protocol, script);
        })*
    };
}

dialogues! {
    uci_makruk Uci;
    uci_ouk Uci;
    uci_kar_ouk Uci;
    uci_custom Uci;
    cecp_makruk Cecp;
    cecp_ouk Cecp;
    cecp_kar_ouk Cecp;
    cecp_custom Cecp;
}
