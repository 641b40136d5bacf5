//! Whole games and endgames of the eight variants: the position after every ply, the result and its reason, for both
//! widths of bitboards.

use std::sync::Arc;

use khun_rules::Rules;
use khun_rules::board::Bitboard;
use khun_tests::game_vectors::{GameVector, check};
use khun_tests::vectors;
use khun_tests::{load, narrow, report, wide};

fn check_all<B: Bitboard>(rules: &Arc<Rules<B>>, id: &str) {
    for kind in ["games", "endgames"] {
        let games: Vec<GameVector> = vectors::lines(kind, id);
        let differences: Vec<_> = games.iter().flat_map(|vector| check(rules, vector)).collect();
        report(&format!("{kind} of {id}"), games.len(), &differences);
    }
}

macro_rules! variants {
    ($($test:ident: $id:literal,)*) => {$(
        #[test]
        fn $test() {
            let variant = load($id, &Default::default());
            check_all(&narrow(&variant), $id);
            check_all(&wide(&variant), $id);
        }
    )*};
}

variants! {
    makruk: "makruk",
    ouk: "ouk",
    kar_ouk: "kar-ouk",
    makpong: "makpong",
    asean: "asean",
    ai_wok: "ai-wok",
    shatranj: "shatranj",
    chaturanga: "chaturanga",
}
