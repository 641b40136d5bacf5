//! The figures of makruk, to compare with: what `khun stats makruk --games 1000 --json` printed, for the engine and at
//! random.

use super::{Figures, Settings};

const ENGINE: &str = include_str!("reference/engine.json");
const RANDOM: &str = include_str!("reference/random.json");

/// The figures of makruk under players of the same kind.
pub(crate) fn reference(settings: &Settings) -> Option<Figures> {
    serde_json::from_str(if settings.nodes.is_some() { ENGINE } else { RANDOM }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_figures_for_both_kinds_of_players() {
        for nodes in [None, Some(1000)] {
            let settings = Settings { games: 1, seed: 1, nodes, opening: 6, max_plies: 1000, threads: 1 };
            let figures = reference(&settings).unwrap();
            assert_eq!((figures.variant.as_str(), figures.games, figures.nodes), ("makruk", 1000, nodes));
        }
    }
}
