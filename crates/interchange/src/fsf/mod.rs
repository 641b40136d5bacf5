//! Fairy-Stockfish's `variants.ini`.

mod ends;
mod export;
mod import;
mod names;

pub use export::{SECTION_PREFIX, export};
pub use import::{Import, ImportError, LeftOut, import};
