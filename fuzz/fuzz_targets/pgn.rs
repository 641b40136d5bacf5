//! Any text as PGN: a game that can be replayed can be written and replayed again.
#![no_main]

use khun_fuzz::RULES;
use khun_rules::pgn::{read_pgn, write_pgn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (games, _) = read_pgn(text);
    for rules in RULES.iter() {
        for game in games.iter().filter_map(|game| game.replay(rules).ok()) {
            let (again, faults) = read_pgn(&write_pgn(&game, &[]));
            assert!(faults.is_empty() && again.len() == 1, "{faults:?}");
            let replayed = again[0].replay(rules).expect("what was written can be replayed");
            assert_eq!(rules.fen(replayed.position()), rules.fen(game.position()));
        }
    }
});
