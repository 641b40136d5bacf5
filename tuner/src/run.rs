//! What all runs share: what they work on, and why they stop.

use std::sync::Arc;

use khun_rules::Rules;
use khun_rules::board::Bitboard;

use crate::arena::{ContestantError, OpeningsError};
use crate::ctl::{CheckpointError, FileError, Interrupt, JournalError, Output, RunDirError};
use crate::dataset::{DataError, VariantId};
use crate::fit::FitError;
use crate::spsa::ParametersError;

/// What a run works on, and how it talks.
pub struct Lab<'a, B: Bitboard> {
    /// The rules.
    pub rules: &'a Arc<Rules<B>>,
    /// The variant.
    pub variant: VariantId,
    /// Names by which other programs may know the variant.
    pub names: Vec<String>,
    /// How many threads play.
    pub threads: usize,
    /// What is told.
    pub output: &'a Output,
    /// The wish to stop.
    pub interrupt: Interrupt,
}

/// Why a run cannot go on. What it came to so far is saved.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The directory cannot be used.
    #[error(transparent)]
    Directory(#[from] RunDirError),
    /// A data set cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// There are no openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// There is no such player.
    #[error(transparent)]
    Contestant(#[from] ContestantError),
    /// The parameters cannot be tuned.
    #[error(transparent)]
    Parameters(#[from] ParametersError),
    /// The fit failed.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// The memory for a player's table cannot be had.
    #[error("no memory for the tables of the players")]
    NoMemory,
    /// The settings make no sense.
    #[error("{0}")]
    Settings(String),
    /// A player fails in every game.
    #[error("{name} fails in game after game: {reason}")]
    BrokenPlayer {
        /// Who.
        name: String,
        /// How.
        reason: String,
    },
    /// The optimiser failed.
    #[error("{0:#}")]
    Optimiser(argmin::core::Error),
}

impl RunError {
    /// The exit status of a program that stops for this reason: 1 where the input has faults, 2 for wrong usage and for
    /// what the system refuses.
    pub fn exit_status(&self) -> u8 {
        match self {
            RunError::Data(DataError::Broken { .. } | DataError::OtherVariant { .. })
            | RunError::Journal(JournalError::Line { .. })
            | RunError::Checkpoint(CheckpointError::Broken { .. } | CheckpointError::OtherConfiguration { .. })
            | RunError::Openings(OpeningsError::Line { .. } | OpeningsError::TooFew { .. })
            | RunError::Contestant(ContestantError::Weights { .. } | ContestantError::Parameters { .. })
            | RunError::Parameters(_)
            | RunError::Fit(_)
            | RunError::BrokenPlayer { .. }
            | RunError::Optimiser(_) => 1,
            _ => 2,
        }
    }
}
