//! Positions of the eight variants: legal moves, checks, captures, perft, ends and mating material, for both widths of
//! bitboards.

use khun_rules::Rules;
use khun_rules::board::Bitboard;
use khun_tests::position_vectors::{PositionVector, check};
use khun_tests::vectors;
use khun_tests::{load, narrow, report, wide};

fn check_all<B: Bitboard>(rules: &Rules<B>, id: &str) {
    let mut positions: Vec<PositionVector> = vectors::lines("positions", id);
    positions.extend(vectors::lines::<PositionVector>("positions_leaps", id));
    let differences: Vec<_> = positions.iter().flat_map(|vector| check(rules, vector, 4)).collect();
    report(&format!("positions of {id}"), positions.len(), &differences);
}

macro_rules! variants {
    ($($test:ident: $id:literal,)*) => {$(
        #[test]
        fn $test() {
            let variant = load($id, &Default::default());
            check_all(&*narrow(&variant), $id);
            check_all(&*wide(&variant), $id);
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
