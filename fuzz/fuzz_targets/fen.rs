//! Any text as a position: it is refused, or comes out of its own text again.
#![no_main]

use khun_fuzz::RULES;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for rules in RULES.iter() {
        match rules.parse_fen(text) {
            Ok(position) => {
                let written = rules.fen_marking_promoted(&position);
                let again = rules.parse_fen(&written).expect("what was written can be read");
                assert_eq!(rules.fen_marking_promoted(&again), written);
                assert_eq!(position.hash(), position.hash_from_scratch(rules));
                assert_eq!(position.legal_moves(rules).len() as u64, position.count_legal_moves(rules));
            }
            Err(error) => assert!(error.faults.iter().all(|fault| text.get(fault.span.clone()).is_some())),
        }
    }
});
