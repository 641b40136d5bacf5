//! Late move reductions.

use crate::params::Params;

/// Reductions by depth and number of the move, in hundredths of a ply.
pub(crate) struct Reductions {
    table: Vec<u16>,
}

impl Reductions {
    const SIDE: usize = 64;

    pub(crate) fn new(params: &Params) -> Reductions {
        let (base, divisor) = (f64::from(params.reduce_base) / 100.0, f64::from(params.reduce_divisor) / 100.0);
        let entry = |index: usize| {
            let (depth, number) = ((index / Self::SIDE) as f64, (index % Self::SIDE) as f64);
            if depth < 1.0 || number < 1.0 {
                0
            } else {
                (100.0 * (base + depth.ln() * number.ln() / divisor)).max(0.0) as u16
            }
        };
        Reductions { table: (0..Self::SIDE * Self::SIDE).map(entry).collect() }
    }

    #[inline(always)]
    pub(crate) fn of(&self, depth: i32, number: usize) -> i32 {
        let row = (depth.max(0) as usize).min(Self::SIDE - 1);
        i32::from(self.table[row * Self::SIDE + number.min(Self::SIDE - 1)])
    }
}
