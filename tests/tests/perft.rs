//! Perft of the eight variants, and of both readings of Ouk's leaps.

use khun_rules::board::Bitboard;
use khun_rules::{Position, Rules, divide, perft};
use khun_tests::{BUNDLED, load, narrow, vectors, wide};
use khun_variant::Settings;

/// Paths beyond this number are left to the tests that are ignored unless asked for.
const QUICK: u64 = 10_000_000;

/// The rows of `perft_all.csv` of a bundled variant: position, depth, nodes.
fn rows(id: &str) -> Vec<(String, u32, u64)> {
    let text = vectors::text("perft_all.csv").expect("perft_all.csv is missing");
    let rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let number = |text: &str| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    rows.filter(|row| row[0] == vectors::foreign_name(id))
        .map(|row| (row[2].to_owned(), number(row[3]) as u32, number(row[4])))
        .collect()
}

fn start<B: Bitboard>(rules: &Rules<B>, fen: &str) -> Position<B> {
    rules.parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn quick_rows_of_the_table() {
    for id in BUNDLED {
        let variant = load(id, &Default::default());
        let (narrow, wide) = (narrow(&variant), wide(&variant));
        let rows = rows(id);
        assert!(rows.len() >= 5, "only {} rows of {id}", rows.len());
        for (fen, depth, nodes) in rows.into_iter().filter(|row| row.2 <= QUICK) {
            assert_eq!(perft(&narrow, &start(&narrow, &fen), depth), nodes, "{id} {depth} {fen}");
            assert_eq!(perft(&wide, &start(&wide, &fen), depth), nodes, "{id} {depth} {fen}, 128 squares");
        }
    }
}

#[test]
fn sums_of_divide() {
    for id in BUNDLED {
        let rules = narrow(&load(id, &Default::default()));
        let position = rules.start();
        let divided = divide(&rules, &position, 4);
        assert_eq!(divided.len() as u64, perft(&rules, &position, 1), "{id}");
        assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), perft(&rules, &position, 4), "{id}");
    }
}

#[test]
fn depths_without_a_move_to_make() {
    let rules = narrow(&load("makruk", &Default::default()));
    assert_eq!(perft(&rules, &rules.start(), 0), 1);
    let mated = start(&rules, "R6k/8/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(perft(&rules, &mated, 0), 1);
    assert_eq!(perft(&rules, &mated, 1), 0);
    assert_eq!(perft(&rules, &mated, 3), 0);
}

#[test]
fn ouk_without_the_rule_of_aim() {
    let rules = narrow(&load("ouk", &Settings::profile("sjaak")));
    assert_eq!(perft(&rules, &rules.start(), 4), 361_793);
    assert_eq!(perft(&rules, &rules.start(), 5), 8_601_434);
}

#[test]
#[ignore = "takes long; .ci/run asks for it"]
fn all_rows_of_the_table_and_deeper() {
    for id in BUNDLED {
        let rules = narrow(&load(id, &Default::default()));
        for (fen, depth, nodes) in rows(id) {
            assert_eq!(perft(&rules, &start(&rules, &fen), depth), nodes, "{id} {depth} {fen}");
        }
    }
    for (id, depth, nodes) in [("makruk", 6, 142_078_049), ("ouk", 6, 204_583_970), ("kar-ouk", 6, 204_573_392)] {
        let rules = narrow(&load(id, &Default::default()));
        assert_eq!(perft(&rules, &rules.start(), depth), nodes, "{id} {depth}");
    }
}
