//! Forced wins against a lone royal man that counts.
//!
//! The table tells positions apart by how far a count has got, since that decides what a score is worth. A forced win
//! that takes no more moves than are left does not depend on it, however: such wins are stored a second time, under a
//! key without the plies of the count, and found again from lines of another length. In an ending of few men, where
//! lines differ mostly by moves that were lost on the way, search builds up a table of its wins in this manner.

use khun_board::{Bitboard, Colour};
use khun_rules::Move;

use super::table::{Bound, Finding, Found};
use super::worker::Worker;
use crate::score::{MATE, MATE_BOUND, UNKNOWN, Value, is_decided};

/// What a forced win is stored under, and for whom.
struct Proof {
    key: u64,
    /// The side to move is the one that wins.
    attacking: bool,
    /// How many moves the attacker has left.
    left: i32,
}

impl Proof {
    /// Whether a value that was found `ply` plies from the root is a forced win in time.
    fn holds(&self, value: Value, bound: Bound, ply: usize) -> bool {
        let proved = if self.attacking {
            value >= MATE_BOUND && bound.is_lower()
        } else {
            value <= -MATE_BOUND && bound.is_upper()
        };
        let plies = MATE - value.abs() - ply as i32;
        proved && (plies + 1) / 2 <= self.left
    }
}

impl<B: Bitboard> Worker<'_, '_, B> {
    #[inline(always)]
    fn proof(&self, ply: usize) -> Option<Proof> {
        let position = &self.frame(ply).position;
        let counter: Colour = position.count().counter?;
        if position.men(counter).several() {
            return None;
        }
        let left = position.chaser_moves_left(self.shared.rules)?;
        Some(Proof { key: position.hash_with_limit(), attacking: position.side() != counter, left: left.into() })
    }

    /// A forced win from the position at `ply` that was found with as many or fewer counted moves left, or with more
    /// of them and yet in time: its value for the side to move, and its first move where the attacker is to move.
    #[inline(always)]
    pub(crate) fn proved(&self, ply: usize) -> Option<(Value, Found)> {
        let proof = self.proof(ply)?;
        let found = self.shared.table.look_up(proof.key, ply)?;
        proof.holds(found.value, found.bound, ply).then_some((found.value, found))
    }

    /// Stores what was found of the position at `ply`, if it is a forced win.
    #[inline(always)]
    pub(crate) fn store_proof(&self, ply: usize, mv: Move, value: Value, bound: Bound, depth: i32) {
        if !is_decided(value) {
            return;
        }
        if let Some(proof) = self.proof(ply).filter(|proof| proof.holds(value, bound, ply)) {
            let finding = Finding { mv, value, eval: UNKNOWN, depth, bound, pv: false };
            self.shared.table.store(proof.key, ply, finding);
        }
    }
}
