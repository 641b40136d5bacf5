//! Any text as a variant file: it is refused with places, or can be played.
#![no_main]

use khun_rules::playout::{playout, seeded};
use khun_rules::with_rules;
use khun_variant::{Settings, load_str};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match load_str(text, "fuzz.toml", None, &Settings::default()) {
        Ok(variant) => with_rules!(&variant.rules, rules => {
            playout(rules, &rules.start(), &mut seeded(1, 1), 50);
        }),
        Err(error) => {
            for fault in error.faults() {
                let place = &fault.primary.place;
                assert!(place.file().text().get(place.start()..place.end()).is_some());
            }
        }
    }
});
