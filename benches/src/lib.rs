//! What the benchmarks share. They are in `benches/`, one file for each subject; `cargo bench -p khun-benches` runs them.

use std::sync::Arc;

use khun_rules::board::Bitboard;
use khun_rules::playout::{playout, seeded};
use khun_rules::{AnyRules, Position, Rules};
use khun_variant::Variant;

/// A bundled variant in its default profile.
///
/// # Panics
/// When it cannot be loaded.
pub fn variant(id: &str) -> Variant {
    khun_variant::load(id, &Default::default()).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Its rules for 64 squares.
///
/// # Panics
/// When its board is larger.
pub fn narrow(variant: &Variant) -> Arc<Rules<u64>> {
    match &variant.rules {
        AnyRules::Small(rules) => Arc::clone(rules),
        AnyRules::Large(_) => panic!("{} has more than 64 squares", variant.id),
    }
}

/// Its rules for 128 squares, whatever its board.
///
/// # Panics
/// When they cannot be built.
pub fn wide(variant: &Variant) -> Arc<Rules<u128>> {
    match AnyRules::build_large(&variant.spec) {
        Ok(AnyRules::Large(rules)) => rules,
        other => panic!("{}: {other:?}", variant.id),
    }
}

/// Positions from random games, every seventh of each: what a search meets, from full boards to bare ones.
pub fn positions<B: Bitboard>(rules: &Rules<B>, games: u64) -> Vec<Position<B>> {
    let mut positions = Vec::new();
    for index in 0..games {
        let mut position = rules.start();
        let game = playout(rules, &position, &mut seeded(1, index), 400);
        for (ply, &mv) in game.moves.iter().enumerate() {
            if ply % 7 == 0 {
                positions.push(position);
            }
            position = position.play(rules, mv);
        }
    }
    positions
}
