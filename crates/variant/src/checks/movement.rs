//! Where men can get by their moves.

use khun_board::{Geometry, Square};
use khun_rules::spec::Step;

/// The squares that White's man reaches from `square` with one move, whatever stands on the way.
pub(super) fn targets(steps: &[Step], geometry: Geometry, square: Square) -> u128 {
    let mut set = 0;
    for step in steps {
        let mut at = square;
        for _ in 0..step.range {
            match geometry.offset(at, i32::from(step.files), i32::from(step.ranks)) {
                Some(next) => at = next,
                None => break,
            }
            set |= 1 << at.0;
        }
    }
    set
}

/// The squares that White's man reaches with one move from each square, whatever stands on the way, by square number.
pub(super) fn all_targets(steps: &[Step], geometry: Geometry) -> Vec<u128> {
    geometry.iter().map(|square| targets(steps, geometry, square)).collect()
}

/// The squares that White's man can ever come to from `from`, if it never goes on from one of `stops`. `targets` are those
/// of [`all_targets`].
pub(super) fn reachable(targets: &[u128], from: u128, stops: u128) -> u128 {
    let (mut known, mut open) = (from, from & !stops);
    while open != 0 {
        let square = open.trailing_zeros() as usize;
        open &= open - 1;
        let new = targets.get(square).copied().unwrap_or(0) & !known;
        known |= new;
        open |= new & !stops;
    }
    known
}
