//! Boards of more than 64 squares: two variants in files of their own, from the file to perft and to whole games.

use std::path::PathBuf;
use std::sync::Arc;

use khun_rules::board::Bitboard;
use khun_rules::playout::{playout, seeded};
use khun_rules::{AnyRules, Rules, perft};
use khun_tests::consistency::check_random_game;
use khun_tests::load;
use khun_variant::Variant;

/// The folder of the variants, and of the numbers that Fairy-Stockfish gives.
fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data/boards"))
}

fn variant(id: &str) -> Variant {
    load(&folder().join(format!("{id}.toml")).display().to_string(), &Default::default())
}

fn large(variant: &Variant) -> Arc<Rules<u128>> {
    match &variant.rules {
        AnyRules::Large(rules) => Arc::clone(rules),
        AnyRules::Small(_) => panic!("{} has at most 64 squares", variant.id),
    }
}

/// Compares with every row of `perft.csv` that is about the variant.
fn check_perft<B: Bitboard>(id: &str, rules: &Rules<B>) {
    let text = std::fs::read_to_string(folder().join("perft.csv")).expect("perft.csv can be read");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let rows = rows.iter().filter(|row| row[0] == id);
    let mut deepest = 0;
    for row in rows {
        let position = rules.parse_fen(row[1]).unwrap_or_else(|error| panic!("{}: {error}", row[1]));
        let (depth, nodes): (u32, u64) = (row[2].parse().expect("a depth"), row[3].parse().expect("a number"));
        assert_eq!(perft(rules, &position, depth), nodes, "{id} {depth} {}", row[1]);
        deepest = deepest.max(depth);
    }
    assert!(deepest >= 4, "{id}: only to depth {deepest}");
}

fn check_games(rules: &Arc<Rules<u128>>) {
    for index in 0..3 {
        check_random_game(rules, &mut seeded(5, index), 150).unwrap_or_else(|error| panic!("{error}"));
    }
    // Counting draws sooner or later, whatever the board.
    for index in 0..3 {
        let game = playout(rules, &rules.start(), &mut seeded(6, index), 20_000);
        assert!(game.outcome.is_over(), "{} moves and no end", game.moves.len());
    }
}

#[test]
fn ten_by_eight() {
    let rules = large(&variant("wide-makruk"));
    assert!(rules.is_fast());
    check_perft("wide-makruk", &rules);
    check_games(&rules);
}

#[test]
fn twelve_by_ten_with_lame_men() {
    let rules = large(&variant("great-makruk"));
    assert!(!rules.is_fast());
    check_perft("great-makruk", &rules);
    check_games(&rules);
}

#[test]
fn squares_of_two_digits_in_text() {
    let rules = large(&variant("great-makruk"));
    let position = rules.parse_fen("11k/12/12/12/12/12/12/12/R11/K11 w - - 0 1").expect("a good FEN");
    let mv = rules.parse_uci(&position, "a2l2").expect("a legal move");
    assert_eq!(rules.uci(mv), "a2l2");
    let after = position.play(&rules, mv);
    assert_eq!(rules.fen(&after), "11k/12/12/12/12/12/12/12/11R/K11 b - 32 6 1");
    let escape = rules.parse_uci(&after, "l10k10").expect("a legal move");
    assert_eq!(rules.san(&after, escape, Default::default()), "Kk10");
}
