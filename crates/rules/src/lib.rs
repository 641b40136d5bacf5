//! The rules engine: a variant compiled to flat tables, and everything that can be said about positions with them.
//!
//! [`Rules`] are built once from a [`spec::RulesSpec`] and shared; a [`Position`] is a small value that is copied and
//! played. This crate knows no file format for variants (the `variant` crate reads TOML) and no variant by name.

mod any;
mod attacks;
mod build;
mod condition;
mod count;
mod fen;
mod for_search;
mod game;
mod generate;
mod material;
mod moves;
mod notation;
mod outcome;
mod perft;
pub mod pgn;
pub mod playout;
mod position;
mod rules;
#[doc(hidden)]
pub mod samples;
pub mod spec;
mod why;

pub use any::AnyRules;
pub use build::{BuildError, BuildFault};
pub use count::{Count, CountError, CountKind};
pub use fen::{FenError, FenFault, FenFaultKind};
pub use for_search::HistoryRule;
pub use game::{Declaration, Event, Game, GameError};
pub use khun_board as board;
pub use moves::{Move, MoveVisitor};
pub use notation::{NotationError, Script};
pub use outcome::{Judgement, Outcome, Reason, Status};
pub use perft::{divide, perft};
pub use position::Position;
pub use rules::Rules;
pub use why::WhyIllegal;
