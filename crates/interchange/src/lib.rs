//! Variants in the formats of other programs: Fairy-Stockfish's `variants.ini` (both ways), XBoard's commands for engines
//! that define their variants, and the compiled tables as JSON.
//!
//! What a format cannot say is never left out in silence: each conversion tells what it could not take along.

pub mod fsf;
pub mod json;
pub mod xboard;

/// Something that the other format cannot say.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Unsaid {
    /// The rule, as the file it comes from calls it: `counting.pieces`, `pieces.met.extra.leap`.
    pub rule: String,
    /// Why it cannot be said.
    pub why: String,
    /// Whether legal moves differ for it; otherwise only results do.
    pub moves_differ: bool,
}

/// A variant in another format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The text in the other format.
    pub text: String,
    /// What it does not say.
    pub unsaid: Vec<Unsaid>,
}
