//! Weaker play: levels from 1 to 20, and a rough Elo.
//!
//! A weak player sees less far and judges worse, but does not throw a rook away out of the blue. So a level limits the
//! nodes of a search and adds an error of judgement to the evaluation that is the same whenever the same position is
//! judged with the same seed ([`Noise`]); exchanges are still played out.

use crate::search::{Engine, Limits, Noise};
use khun_board::Bitboard;

/// The weakest and the strongest Elo that can be asked for. The scale is only rough.
pub const ELO: std::ops::RangeInclusive<u32> = 500..=2850;
/// The number of levels.
pub const LEVELS: u32 = 20;

/// How strong to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strength {
    /// As strong as possible.
    #[default]
    Full,
    /// About so many Elo.
    Elo(u32),
}

impl Strength {
    /// The strength of a level from 1 to 20; 20 is full strength. Numbers outside mean the nearest level.
    pub fn of_level(level: u32) -> Strength {
        if level >= LEVELS {
            return Strength::Full;
        }
        let steps = (ELO.end() - ELO.start()) / (LEVELS - 1);
        Strength::Elo(ELO.start() + (level.max(1) - 1) * steps)
    }

    /// The limits of a move: those of the game and those of the strength.
    pub fn limits(self, limits: &Limits) -> Limits {
        let Strength::Elo(elo) = self else { return limits.clone() };
        let nodes = nodes(elo);
        Limits { nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))), ..limits.clone() }
    }

    /// The errors of judgement.
    pub fn noise(self, seed: u64) -> Option<Noise> {
        let Strength::Elo(elo) = self else { return None };
        let deviation = (ELO.end().saturating_sub(elo)) * 130 / (ELO.end() - ELO.start());
        (deviation > 0).then_some(Noise { seed, deviation: deviation as i32 })
    }

    /// Makes an engine play so strong.
    pub fn apply<B: Bitboard>(self, engine: &mut Engine<B>, seed: u64) {
        engine.noise = self.noise(seed);
    }
}

/// How many nodes a player of some Elo searches: twice as many for about 110 Elo.
fn nodes(elo: u32) -> u64 {
    let doublings = f64::from(elo.clamp(*ELO.start(), *ELO.end()) - ELO.start()) / 150.0;
    (60.0 * 2f64.powf(doublings)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise() {
        let mut last = (0, i32::MAX);
        for level in 1..LEVELS {
            let strength = Strength::of_level(level);
            let nodes = strength.limits(&Limits::default()).nodes.unwrap();
            let deviation = strength.noise(1).unwrap().deviation;
            assert!(nodes > last.0 && deviation < last.1);
            last = (nodes, deviation);
        }
        assert_eq!(Strength::of_level(20), Strength::Full);
    }

    #[test]
    fn errors_are_the_same_for_a_seed() {
        let noise = Strength::Elo(500).noise(7).unwrap();
        let other = Strength::Elo(500).noise(8).unwrap();
        assert_eq!(noise.apply(99, 10), noise.apply(99, 10));
        assert_ne!(noise.apply(99, 10), other.apply(99, 10));
        let errors: Vec<f64> = (0..2000u64).map(|hash| f64::from(noise.apply(hash * 977, 0))).collect();
        let deviation = (errors.iter().map(|e| e * e).sum::<f64>() / 2000.0).sqrt();
        assert!((deviation - 130.0).abs() < 12.0, "{deviation}");
    }
}
