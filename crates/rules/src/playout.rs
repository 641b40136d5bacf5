//! Random games: for statistics, tests and speed measurements.

use khun_board::Bitboard;
use khun_board::cpu::{Cpu, Task, dispatch};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::occurrences;
use crate::{Move, Outcome, Position, Rules};

/// A random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How it ended; ongoing when it was cut off.
    pub outcome: Outcome,
    /// The moves made.
    pub moves: Vec<Move>,
}

/// The generator of random numbers of game `index` of a series with a seed: the same on every machine and whichever
/// thread plays the game.
pub fn seeded(seed: u64, index: u64) -> Xoshiro256PlusPlus {
    // Seeding runs through splitmix64, so that neighbouring numbers give unrelated streams.
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ index)
}

/// Plays legal moves at random, each with the same probability, until a rule ends the game or `max_plies` are played.
/// Draws that a player would have to claim are not claimed.
pub fn playout<B: Bitboard>(rules: &Rules<B>, start: &Position<B>, random: &mut impl Rng, max_plies: usize) -> Playout {
    dispatch(PlayoutTask { rules, start: *start, random, max_plies })
}

struct PlayoutTask<'a, B: Bitboard, R> {
    rules: &'a Rules<B>,
    start: Position<B>,
    random: &'a mut R,
    max_plies: usize,
}

impl<B: Bitboard, R: Rng> Task for PlayoutTask<'_, B, R> {
    type Output = Playout;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> Playout {
        let PlayoutTask { rules, start: mut position, random, max_plies } = self;
        let mut moves = Vec::with_capacity(512);
        let mut hashes = vec![position.hash()];
        let mut reversible = 0;
        let mut legal = Vec::with_capacity(64);
        loop {
            legal.clear();
            position.push_legal_moves(rules, &mut legal);
            let occurrences = |limit| occurrences(&hashes, reversible, limit);
            let outcome = position.judge_knowing(rules, || !legal.is_empty(), occurrences).outcome;
            if outcome.is_over() || legal.is_empty() || moves.len() >= max_plies {
                return Playout { outcome, moves };
            }
            let mv = legal[random.random_range(0..legal.len() as u32) as usize];
            let rights = position.rights();
            let irreversible = position.is_irreversible(rules, mv);
            position = position.play(rules, mv);
            reversible = if irreversible || position.rights() != rights { 0 } else { reversible + 1 };
            moves.push(mv);
            hashes.push(position.hash());
        }
    }
}
