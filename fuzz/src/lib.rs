//! What the fuzz targets share.

use std::sync::{Arc, LazyLock};

use khun_rules::{AnyRules, Rules};

/// The rules of a bundled variant.
fn rules(id: &str) -> Arc<Rules<u64>> {
    match khun_variant::load(id, &Default::default()).map(|variant| variant.rules) {
        Ok(AnyRules::Small(rules)) => rules,
        other => panic!("{id}: {other:?}"),
    }
}

/// The rules that texts are read by: with counts, with rights, with checks that end the game, with neither.
pub static RULES: LazyLock<Vec<Arc<Rules<u64>>>> =
    LazyLock::new(|| ["makruk", "ouk", "kar-ouk", "asean", "shatranj"].into_iter().map(rules).collect());
