//! Any text as a set of squares.
#![no_main]

use khun_rules::board::Geometry;
use khun_variant::squares;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for (files, ranks) in [(8, 8), (12, 10)] {
        let Some(geometry) = Geometry::new(files, ranks) else { continue };
        match squares::parse(text, geometry, &mut |_| Ok(0xff)) {
            Ok(set) => assert_eq!(set & !geometry.all(), 0),
            Err(faults) => assert!(faults.iter().all(|fault| text.get(fault.range.clone()).is_some())),
        }
    }
});
