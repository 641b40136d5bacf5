//! Any words as moves of a game, in UCI or SAN: each is refused or played.
#![no_main]

use std::sync::Arc;

use khun_fuzz::RULES;
use khun_rules::{Game, Script};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for rules in RULES.iter() {
        let mut game = Game::new(Arc::clone(rules));
        for word in text.split_whitespace().take(200) {
            let position = *game.position();
            let read = rules.parse_uci(&position, word).or_else(|_| rules.parse_san(&position, word));
            if let Ok(mv) = read {
                let san = rules.san(&position, mv, Script::Thai);
                assert_eq!(rules.parse_san(&position, &san), Ok(mv));
                if game.play(mv).is_err() {
                    assert!(game.outcome().is_over());
                }
            }
        }
    }
});
