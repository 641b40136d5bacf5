//! Any text as moves in Betza notation.
#![no_main]

use khun_variant::betza;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(faults) = betza::parse(text) {
        assert!(!faults.is_empty() && faults.iter().all(|fault| text.get(fault.range.clone()).is_some()));
    }
});
