//! The engine for a variant that the command line names, and what it says in words.

use std::sync::Arc;

use khun_engine::{Engine, Score, Weights};
use khun_protocol::weights_of;
use khun_rules::board::Bitboard;
use khun_rules::{Move, Position, Rules, Script};

use crate::failure::Failure;
use crate::source::Variant;

/// The weights of a variant.
pub(crate) fn weights(variant: &Variant) -> Result<Weights, Failure> {
    weights_of(variant).map_err(Failure::input)
}

/// An engine with a table of so many megabytes.
pub(crate) fn engine<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    weights: Weights,
    hash: usize,
    threads: usize,
) -> Result<Engine<B>, Failure> {
    Engine::new(rules.clone(), weights, hash, threads).map_err(|error| Failure::usage(error.to_string()))
}

/// A score as people read it: `+0.31`, `mate in 3`, `mated in 2`. It is seen by the side that the score is for.
pub(crate) fn score_words(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        Score::Mate(0) => "mated".to_owned(),
        Score::Mate(moves) => format!("mated in {}", moves.unsigned_abs()),
    }
}

/// A line of play in SAN, with the numbers of the moves.
pub(crate) fn line_in_san<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut words = Vec::with_capacity(line.len());
    for (index, &mv) in line.iter().enumerate() {
        let legal = position.legal_moves(rules);
        if !legal.contains(&mv) {
            break;
        }
        let san = rules.san_among(&position, mv, &legal, Script::Latin);
        words.push(match (position.side().index(), index) {
            (0, _) => format!("{}. {san}", position.fullmove()),
            (_, 0) => format!("{}... {san}", position.fullmove()),
            _ => san,
        });
        position = position.play(rules, mv);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::samples;

    #[test]
    fn scores_read_well() {
        for (score, words) in [
            (Score::Centipawns(31), "+0.31"),
            (Score::Centipawns(-205), "-2.05"),
            (Score::Mate(3), "mate in 3"),
            (Score::Mate(-2), "mated in 2"),
            (Score::Mate(0), "mated"),
        ] {
            assert_eq!(score_words(score), words);
        }
    }

    #[test]
    fn lines_are_numbered() {
        let rules: Rules<u64> = Rules::build(&samples::makruk()).unwrap();
        let position = rules.start();
        let mv = |position: &Position<u64>, text: &str| rules.parse_uci(position, text).unwrap();
        let first = mv(&position, "e3e4");
        let after = position.play(&rules, first);
        let second = mv(&after, "d6d5");
        assert_eq!(line_in_san(&rules, &position, &[first, second]).join(" "), "1. e4 d5");
        assert_eq!(line_in_san(&rules, &after, &[second, second]).join(" "), "1... d5");
    }
}
