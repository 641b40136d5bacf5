//! Perft: the number of games of a length, the yardstick of every move generator.

use khun_board::Bitboard;
use khun_board::cpu::{Cpu, Task, dispatch};

use crate::{Move, Position, Rules};

/// Counts the sequences of `depth` legal moves, the last ply by counting moves without making them.
pub fn perft<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lists = vec![Vec::with_capacity(64); depth as usize];
    dispatch(Perft { rules, position, depth, lists: &mut lists })
}

/// As [`perft`], split by first move, in the order of [`Position::legal_moves`]. `depth` counts the first move too.
pub fn divide<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    position.legal_moves(rules).into_iter().map(|mv| (mv, perft(rules, &position.play(rules, mv), below))).collect()
}

struct Perft<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    position: &'a Position<B>,
    depth: u32,
    /// One list of moves for each ply to go, kept to save allocations.
    lists: &'a mut [Vec<Move>],
}

impl<B: Bitboard> Task for Perft<'_, B> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        let Perft { rules, position, depth, lists } = self;
        if depth <= 1 {
            return position.count_legal_moves(rules);
        }
        let Some((moves, lists)) = lists.split_first_mut() else { return 0 };
        moves.clear();
        position.push_legal_moves(rules, moves);
        let mut nodes = 0;
        for &mv in moves.iter() {
            let next = position.play(rules, mv);
            nodes += cpu.call(Perft { rules, position: &next, depth: depth - 1, lists });
        }
        nodes
    }
}
