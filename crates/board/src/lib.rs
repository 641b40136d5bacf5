//! The vocabulary below every rule: squares, colours, bitboards and lines.
//!
//! Nothing in this crate knows what a piece is. A board has up to 16 files and 16 ranks and at most 128
//! squares; [`Bitboard`] is implemented for `u64` (boards of at most 64 squares) and `u128` (the others), and
//! everything above is generic over it.
//!
//! This is the one crate of the workspace that may contain `unsafe` code; all of it is in [`cpu`].

mod bitboard;
mod colour;
pub mod cpu;
mod line;
mod square;

pub use bitboard::{Bitboard, SquareMap, Squares};
pub use colour::Colour;
pub use line::Line;
pub use square::{Geometry, Mirror, Square};
