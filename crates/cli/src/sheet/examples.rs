//! Example games: those of a file's tests that are long enough to show something.

use std::sync::Arc;

use khun_rules::board::Bitboard;
use khun_rules::{Declaration, Game, Rules, Script, with_rules};
use khun_variant::{TestCase, Variant};

use crate::words::outcome;

/// The heading over the examples.
pub(super) const TITLE: &str = "Example games";

/// Shorter ones show too little.
const FEWEST_MOVES: usize = 4;
/// A sheet has room for so many.
const MOST_EXAMPLES: usize = 4;

/// A game to look at.
pub(super) struct Example {
    pub(super) title: String,
    /// Where it begins, if not at the start position.
    pub(super) from: Option<String>,
    /// The moves in SAN and what came of them.
    pub(super) moves: String,
}

/// The example games of a variant, whole games first. Tests of other profiles and settings are no examples of this one.
pub(super) fn of(variant: &Variant) -> Vec<Example> {
    let fits = |test: &&TestCase| {
        let own = test.profile.as_ref().is_none_or(|profile| Some(&profile.value) == variant.profile.as_ref());
        own && test.set.is_empty() && test.moves.len() >= FEWEST_MOVES
    };
    let mut tests: Vec<&TestCase> = variant.tests.iter().filter(fits).collect();
    tests.sort_by_key(|test| test.fen.is_some());
    let examples = tests.into_iter().filter_map(|test| with_rules!(&variant.rules, rules => example(rules, test)));
    examples.take(MOST_EXAMPLES).collect()
}

fn example<B: Bitboard>(rules: &Arc<Rules<B>>, test: &TestCase) -> Option<Example> {
    let from = test.fen.as_ref().map(|fen| fen.value.clone());
    let mut game = match &from {
        Some(fen) => Game::from_fen(Arc::clone(rules), fen).ok()?,
        None => Game::new(Arc::clone(rules)),
    };
    let mut words = Vec::new();
    for text in &test.moves {
        let position = *game.position();
        if let Some(declaration) = Declaration::parse(&text.value, position.side()) {
            game.declare(declaration).ok()?;
            words.push(format!("({})", declaration.word()));
            continue;
        }
        let mv = rules.parse_uci(&position, &text.value).ok()?;
        let san = rules.san(&position, mv, Script::Latin);
        words.push(match (position.side().index(), words.is_empty()) {
            (0, _) => format!("{}. {san}", position.fullmove()),
            (_, true) => format!("{}... {san}", position.fullmove()),
            _ => san,
        });
        game.play(mv).ok()?;
    }
    if game.outcome().is_over() {
        words.push(format!("{} ({})", game.outcome().status.pgn(), outcome::sentence(rules, game.outcome())));
    }
    Some(Example { title: test.name.clone(), from, moves: words.join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_variant::{Settings, load, load_str};

    #[test]
    fn tests_of_the_file_are_examples() {
        let makruk = load("makruk", &Settings::default()).unwrap();
        let examples = of(&makruk);
        assert!(!examples.is_empty() && examples.iter().all(|example| example.from.is_some()));
        assert!(examples[0].moves.ends_with("1/2-1/2 (draw: the count has run out)"), "{}", examples[0].moves);
    }

    #[test]
    fn whole_games_come_first() {
        let text = "format = 1\nextends = \"makruk\"\n[[tests]]\nname = \"a game\"\n\
                    moves = [\"e3e4\", \"d6d5\", \"e4d5\", \"e6d5\"]\n";
        let variant = load_str(text, "mine.toml", None, &Settings::default()).unwrap();
        let examples = of(&variant);
        assert_eq!((examples[0].from.as_deref(), examples[0].title.as_str()), (None, "a game"));
        assert_eq!(examples[0].moves, "1. e4 d5 2. exd5 exd5");
    }
}
