//! Games: who plays, from where, how long, and how they end.

mod contestant;
mod game;
mod openings;
mod player;
mod uci;

pub use contestant::{Contestant, ContestantError, HASH_MEGABYTES, engine_build, parse_contestant, read_weights};
pub use game::{Adjudication, Ending, Fault, PlayedGame, Seats, Turn, play};
pub use openings::{Opening, OpeningSettings, Openings, OpeningsError};
pub use player::{Choice, Failure, Internal, Player};
pub use uci::{External, UciCommand};
