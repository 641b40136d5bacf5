//! Counts of results, and the distribution that they estimate.

use serde::{Deserialize, Serialize};

/// What an empty cell counts as, so that likelihoods stay finite.
const EMPTY_CELL: f64 = 1e-3;

/// Single games by result, seen by the first player: lost, drawn, won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Trinomial(pub [u64; 3]);

/// Pairs of games over one opening, colours swapped, by the first player's points: 0, 1/2, 1, 3/2, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Trinomial {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The distribution of a game's score.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(&self.0, 1.0)
    }
}

impl Pentanomial {
    /// Counts a pair, given the first player's half points (0 to 2) in each game.
    pub fn add(&mut self, first: u8, second: u8) {
        self.0[usize::from(first.min(2) + second.min(2))] += 1;
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The distribution of a pair's mean score.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(&self.0, 2.0)
    }
}

/// A distribution of scores from 0 to 1 over evenly spaced cells, with the number of samples behind it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Distribution {
    probabilities: [f64; 5],
    cells: usize,
    /// How many samples there are; empty cells count a little.
    pub samples: f64,
    /// How many games make a sample: 1 or 2.
    pub games_per_sample: f64,
    /// How many samples were counted.
    pub counted: u64,
}

impl Distribution {
    fn new(counts: &[u64], games_per_sample: f64) -> Distribution {
        let mut probabilities = [0.0; 5];
        for (cell, &count) in probabilities.iter_mut().zip(counts) {
            *cell = if count == 0 { EMPTY_CELL } else { count as f64 };
        }
        let samples = probabilities.iter().sum();
        probabilities.iter_mut().for_each(|cell| *cell /= samples);
        let counted = counts.iter().sum();
        Distribution { probabilities, cells: counts.len(), samples, games_per_sample, counted }
    }

    /// The probabilities of the cells, from the lowest score to the highest.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities[..self.cells]
    }

    /// Every score with its probability.
    pub fn cells(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        let top = (self.cells - 1) as f64;
        self.probabilities().iter().enumerate().map(move |(cell, &p)| (cell as f64 / top, p))
    }

    /// The same scores with other probabilities.
    pub(crate) fn with_probabilities(&self, probabilities: [f64; 5]) -> Distribution {
        Distribution { probabilities, ..*self }
    }

    /// The expected score.
    pub fn mean(&self) -> f64 {
        self.cells().map(|(score, p)| p * score).sum()
    }

    /// The variance of one sample's score.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.cells().map(|(score, p)| p * (score - mean).powi(2)).sum()
    }

    /// The variance of a game's score that samples of this variance come from.
    pub fn variance_per_game(&self) -> f64 {
        self.variance() * self.games_per_sample
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.samples).sqrt()
    }

    /// How many games there are; empty cells count a little.
    pub fn games(&self) -> f64 {
        self.samples * self.games_per_sample
    }
}
