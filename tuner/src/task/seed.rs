//! Seeds: one number for a run, from which every task's numbers follow.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// The source of everything random in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of a part of the run: of a stage, of a task in it, of a purpose in that.
    pub fn part(self, number: u64) -> Seed {
        Seed(mix(mix(self.0) ^ mix(number ^ 0x9e37_79b9_7f4a_7c15)))
    }

    /// The seed of a part with a name.
    pub fn named(self, name: &str) -> Seed {
        name.bytes().fold(self, |seed, byte| seed.part(u64::from(byte)))
    }
}

/// The finaliser of SplitMix64: every bit of the result depends on every bit of the number.
fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A generator of random numbers that gives the same ones on every machine.
pub fn generator(seed: Seed) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.0)
}
