//! State that is saved now and then: two generations, each checked when it is read.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::files::{FileError, sync_directory_of};
use super::{Hash, hash_bytes, read, write_atomically};

/// The version of the file format.
const FORMAT: u32 = 1;

/// Where a run's state is saved.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    current: PathBuf,
    previous: PathBuf,
    config: Hash,
}

/// Why there is no state to go on from.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Both generations are broken.
    #[error("{} and the generation before it are broken ({reason}); remove both to begin again", .path.display())]
    Broken {
        /// The newer file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The state belongs to another configuration.
    #[error("{} belongs to the configuration {found}, not {expected}", .path.display())]
    OtherConfiguration {
        /// The file.
        path: PathBuf,
        /// The hash in the file.
        found: Hash,
        /// The hash of this run.
        expected: Hash,
    },
    /// The state cannot be written as JSON.
    #[error("the state cannot be saved: {0}")]
    Unserialisable(#[from] serde_json::Error),
}

#[derive(Serialize, Deserialize)]
struct Envelope {
    format: u32,
    config: Hash,
    checksum: Hash,
    /// The state, as JSON text: what the checksum is of.
    state: String,
}

impl Checkpoints {
    /// State at `path`, for runs with a configuration.
    pub fn new(path: PathBuf, config: Hash) -> Checkpoints {
        Checkpoints { previous: path.with_extension("previous.json"), current: path, config }
    }

    /// Saves a state; the one before it is kept as the previous generation.
    ///
    /// # Errors
    /// It cannot be written; what was saved before is there still.
    pub fn save<T: Serialize>(&self, state: &T) -> Result<(), CheckpointError> {
        let state = serde_json::to_string(state)?;
        let checksum = hash_bytes(state.as_bytes());
        let envelope = Envelope { format: FORMAT, config: self.config, checksum, state };
        let text = serde_json::to_string(&envelope)?;
        // Copied and not renamed, so that there is a current generation at every moment.
        if let Ok(old) = std::fs::read(&self.current) {
            write_atomically(&self.previous, &old)?;
        }
        write_atomically(&self.current, text.as_bytes())?;
        sync_directory_of(&self.current);
        Ok(())
    }

    /// The newest state that is whole; `None` where none was ever saved. The flag tells that the newest was broken and
    /// the previous generation is returned.
    ///
    /// # Errors
    /// Nothing is whole, or the state belongs to another configuration.
    pub fn load<T: DeserializeOwned>(&self) -> Result<Option<(T, bool)>, CheckpointError> {
        let mut reason = None;
        for (path, is_previous) in [(&self.current, false), (&self.previous, true)] {
            if !path.exists() {
                continue;
            }
            match self.parse(path) {
                Ok(state) => return Ok(Some((state, is_previous))),
                Err(CheckpointError::Broken { reason: why, .. }) => reason = reason.or(Some(why)),
                Err(error) => return Err(error),
            }
        }
        reason.map_or(Ok(None), |reason| Err(CheckpointError::Broken { path: self.current.clone(), reason }))
    }

    fn parse<T: DeserializeOwned>(&self, path: &std::path::Path) -> Result<T, CheckpointError> {
        let broken = |reason: String| CheckpointError::Broken { path: path.to_owned(), reason };
        let envelope: Envelope = serde_json::from_slice(&read(path)?).map_err(|error| broken(error.to_string()))?;
        if envelope.format != FORMAT {
            return Err(broken(format!("its format is {}, not {FORMAT}", envelope.format)));
        }
        if envelope.checksum != hash_bytes(envelope.state.as_bytes()) {
            return Err(broken("its checksum does not fit".to_owned()));
        }
        if envelope.config != self.config {
            let (found, expected) = (envelope.config, self.config);
            return Err(CheckpointError::OtherConfiguration { path: path.to_owned(), found, expected });
        }
        serde_json::from_str(&envelope.state).map_err(|error| broken(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_torn_file_costs_one_generation() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state.json");
        let config = hash_bytes(b"config");
        let checkpoints = Checkpoints::new(path.clone(), config);
        assert!(checkpoints.load::<Vec<f64>>().unwrap().is_none());
        checkpoints.save(&vec![1.0, 0.1]).unwrap();
        checkpoints.save(&vec![2.0, 0.1 + 0.2]).unwrap();
        assert_eq!(checkpoints.load::<Vec<f64>>().unwrap(), Some((vec![2.0, 0.1 + 0.2], false)));
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(checkpoints.load::<Vec<f64>>().unwrap(), Some((vec![1.0, 0.1], true)));
        let text = String::from_utf8(whole).unwrap();
        fs::write(&path, text.replace("[2.0", "[3.0")).unwrap();
        assert_eq!(checkpoints.load::<Vec<f64>>().unwrap().unwrap().0[0], 1.0);
        fs::write(dir.path().join("state.previous.json"), "").unwrap();
        let error = checkpoints.load::<Vec<f64>>().unwrap_err().to_string();
        assert!(error.contains("checksum"), "{error}");
    }

    #[test]
    fn another_configuration_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state.json");
        Checkpoints::new(path.clone(), hash_bytes(b"a")).save(&1).unwrap();
        let error = Checkpoints::new(path, hash_bytes(b"b")).load::<u32>().unwrap_err();
        assert!(matches!(error, CheckpointError::OtherConfiguration { .. }));
    }
}
