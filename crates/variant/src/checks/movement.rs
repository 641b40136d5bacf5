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

/// The squares that White's man can ever come to from `from`, if it never goes on from one of `stops`.
pub(super) fn reachable(steps: &[Step], geometry: Geometry, from: u128, stops: u128) -> u128 {
    let mut known = from;
    let mut open: Vec<Square> = geometry.iter().filter(|square| from >> square.0 & 1 == 1).collect();
    while let Some(square) = open.pop() {
        if stops >> square.0 & 1 == 1 {
            continue;
        }
        let new = targets(steps, geometry, square) & !known;
        known |= new;
        open.extend(geometry.iter().filter(|square| new >> square.0 & 1 == 1));
    }
    known
}
