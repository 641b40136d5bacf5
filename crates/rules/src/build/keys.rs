//! Hash keys.

use khun_board::{Bitboard, Square, SquareMap};

/// Splitmix64: the stream of hash keys, the same on every machine.
pub(super) struct Keys(pub(super) u64);

impl Keys {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(super) fn map<B: Bitboard>(&mut self) -> B::Map<u64> {
        let mut map = B::Map::<u64>::filled(0);
        for square in 0..B::CAPACITY as u8 {
            *map.at_mut(Square(square)) = self.next();
        }
        map
    }
}
