//! What can be wrong with a data set.

use std::path::PathBuf;

use crate::ctl::{FileError, RunDirError};

/// Why a data set cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// The directory is not free for this.
    #[error(transparent)]
    Directory(#[from] RunDirError),
    /// There is no data set in the directory.
    #[error("{} holds no data set (it has no manifest.json)", .0.display())]
    Missing(PathBuf),
    /// A file is broken.
    #[error("{} is broken: {fault}", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: DataFault,
    },
    /// The data are of another variant.
    #[error("{} holds games of {found}, not of {expected}", .path.display())]
    OtherVariant {
        /// The data set.
        path: PathBuf,
        /// Its variant and hash.
        found: String,
        /// The variant and hash that are wanted.
        expected: String,
    },
    /// The place to write to has a data set already.
    #[error("{} holds a data set already", .0.display())]
    Occupied(PathBuf),
    /// There is nothing to read.
    #[error("no data set is named")]
    Nothing,
}

/// What is wrong with a file of a data set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DataFault {
    /// It is not what its name says.
    #[error("it is no shard of games")]
    Magic,
    /// It was written by another version.
    #[error("its format is {0}, only {known} is known", known = super::FORMAT)]
    Format(u32),
    /// It ends too early.
    #[error("it is cut short ({found} of {expected} bytes)")]
    Torn {
        /// How long it is.
        found: u64,
        /// How long it should be.
        expected: u64,
    },
    /// Its contents are not what was written.
    #[error("its checksum does not fit")]
    Checksum,
    /// It is not the file that the manifest lists.
    #[error("it is not the shard that the manifest lists")]
    OtherShard,
    /// A game does not follow the format.
    #[error("game {0} does not follow the format")]
    Record(u64),
    /// A game does not follow the rules.
    #[error("game {index} does not follow the rules: {reason}")]
    Game {
        /// The game's index.
        index: u64,
        /// What is wrong.
        reason: String,
    },
    /// The manifest cannot be read.
    #[error("{0}")]
    Manifest(String),
}
