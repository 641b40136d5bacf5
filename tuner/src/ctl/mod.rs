//! What every long run needs: files that are never half written, a directory that remembers its configuration, results
//! that survive a kill, Ctrl-C, and progress.

mod checkpoint;
mod files;
mod hash;
mod interrupt;
mod journal;
mod progress;
mod run_dir;

pub use checkpoint::{CheckpointError, Checkpoints};
pub use files::{FileError, read, read_text, write_atomically};
pub use hash::{Hash, hash_bytes, hash_json};
pub use interrupt::Interrupt;
pub use journal::{Journal, JournalError};
pub use progress::{Output, Progress};
pub use run_dir::{Difference, RunDir, RunDirError};
