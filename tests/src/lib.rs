//! What the end-to-end tests share: test vectors and how to check them, and a generator of random variants.
//!
//! The tests themselves are in `tests/`, one file for each subject.

pub mod consistency;
pub mod game_vectors;
pub mod position_vectors;
pub mod random_spec;
pub mod rule_vectors;
pub mod vectors;

use std::sync::Arc;

use khun_rules::{AnyRules, Rules};
use khun_variant::{Settings, Variant};

/// The bundled variants, in the order in which they are listed.
pub const BUNDLED: [&str; 8] = ["makruk", "ouk", "kar-ouk", "makpong", "asean", "ai-wok", "shatranj", "chaturanga"];

/// Loads a variant that must load.
///
/// # Panics
/// When it does not, with its faults.
pub fn load(name: &str, settings: &Settings) -> Variant {
    khun_variant::load(name, settings).unwrap_or_else(|error| panic!("{name}: {error}\n{:#?}", error.faults()))
}

/// A variant's rules for 64 squares.
///
/// # Panics
/// When the board is larger.
pub fn narrow(variant: &Variant) -> Arc<Rules<u64>> {
    match &variant.rules {
        AnyRules::Small(rules) => Arc::clone(rules),
        AnyRules::Large(_) => panic!("{} has more than 64 squares", variant.id),
    }
}

/// A variant's rules for 128 squares, whatever the size of its board.
///
/// # Panics
/// When they cannot be built, which a variant that was loaded excludes.
pub fn wide(variant: &Variant) -> Arc<Rules<u128>> {
    match AnyRules::build_large(&variant.spec) {
        Ok(AnyRules::Large(rules)) => rules,
        other => panic!("{}: {other:?}", variant.id),
    }
}

/// Reports what is wrong, if anything is: the first few differences and how many there are.
///
/// # Panics
/// When `differences` is not empty, or `checked` is 0.
pub fn report(what: &str, checked: usize, differences: &[String]) {
    assert!(checked > 0, "no {what} were checked");
    let shown = differences.iter().take(20).map(|line| format!("\n  {line}")).collect::<String>();
    assert!(differences.is_empty(), "{} differences in {checked} {what}:{shown}", differences.len());
}
