//! The directory of a run: one process at a time, and one configuration for good.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value};

use super::{FileError, Hash, hash_json, read_text, write_atomically};

const CONFIG: &str = "config.json";
const LOCK: &str = "lock";

/// A run's directory, locked for this process.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    config: Hash,
    resumed: bool,
    _lock: File,
}

/// A setting that is not what it was when the run began.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The setting: `players.0.nodes`.
    pub key: String,
    /// What it was; `None` if there was none.
    pub was: Option<Value>,
    /// What it is; `None` if there is none.
    pub is: Option<Value>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let show = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), Value::to_string);
        write!(f, "{}: it was {}, now it is {}", self.key, show(&self.was), show(&self.is))
    }
}

/// Why a directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunDirError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another process uses it.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// It has something else in it.
    #[error("{} is not empty and holds no run (it has no config.json)", .0.display())]
    Foreign(PathBuf),
    /// Its configuration cannot be read.
    #[error("{} is broken: {reason}", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// It holds a run with another configuration.
    #[error("{} holds a run with another configuration:{}", .path.display(), listed(differences))]
    Changed {
        /// The directory.
        path: PathBuf,
        /// What differs.
        differences: Vec<Difference>,
    },
}

fn listed(differences: &[Difference]) -> String {
    differences.iter().map(|difference| format!("\n  {difference}")).collect()
}

impl RunDir {
    /// Opens a directory for a run, new or begun before. `command` names what runs; `config` is everything that the
    /// result depends on.
    ///
    /// # Errors
    /// It cannot be written, is in use, or holds something else.
    pub fn open<T: Serialize>(path: &Path, command: &str, config: &T) -> Result<RunDir, RunDirError> {
        fs::create_dir_all(path).map_err(|error| FileError::new("create", path, error))?;
        let config_path = path.join(CONFIG);
        let entries = fs::read_dir(path).map_err(|error| FileError::new("read", path, error))?;
        let foreign = |entry: &fs::DirEntry| {
            let name = entry.file_name();
            name != LOCK && !name.to_string_lossy().ends_with(".partial")
        };
        if !config_path.exists() && entries.flatten().any(|entry| foreign(&entry)) {
            return Err(RunDirError::Foreign(path.to_owned()));
        }
        let lock_path = path.join(LOCK);
        let lock = File::create(&lock_path).map_err(|error| FileError::new("create", &lock_path, error))?;
        fs4::FileExt::try_lock(&lock).map_err(|_| RunDirError::InUse(path.to_owned()))?;

        let mut now = Map::new();
        now.insert("command".to_owned(), command.into());
        now.insert("config".to_owned(), serde_json::to_value(config).unwrap_or_default());
        let now = Value::Object(now);
        let resumed = config_path.exists();
        if resumed {
            let broken = |reason: String| RunDirError::Broken { path: config_path.clone(), reason };
            let text = read_text(&config_path)?;
            let was: Value = serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
            let mut differences = Vec::new();
            compare("", Some(&was), Some(&now), &mut differences);
            if !differences.is_empty() {
                return Err(RunDirError::Changed { path: path.to_owned(), differences });
            }
        } else {
            write_atomically(&config_path, format!("{now:#}\n").as_bytes())?;
        }
        Ok(RunDir { path: path.to_owned(), config: hash_json(&now), resumed, _lock: lock })
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file in the directory.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The hash of the configuration: the run's identity.
    pub fn config(&self) -> Hash {
        self.config
    }

    /// Whether the run was begun before.
    pub fn resumed(&self) -> bool {
        self.resumed
    }
}

/// Collects where two values differ.
fn compare(key: &str, was: Option<&Value>, is: Option<&Value>, differences: &mut Vec<Difference>) {
    if was == is {
        return;
    }
    let inner = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match (was, is) {
        (Some(Value::Object(was)), Some(Value::Object(is))) => {
            for name in was.keys().chain(is.keys().filter(|name| !was.contains_key(*name))) {
                compare(&inner(name), was.get(name), is.get(name), differences);
            }
        }
        (Some(Value::Array(was)), Some(Value::Array(is))) => {
            for index in 0..was.len().max(is.len()) {
                compare(&inner(&index.to_string()), was.get(index), is.get(index), differences);
            }
        }
        _ => differences.push(Difference { key: key.to_owned(), was: was.cloned(), is: is.cloned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_changed_configuration_is_refused_with_what_differs() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run");
        let config = json!({"nodes": 1000, "players": [{"hash": "a"}, {"hash": "b"}]});
        let first = RunDir::open(&path, "match", &config).unwrap();
        assert!(!first.resumed());
        assert!(matches!(RunDir::open(&path, "match", &config), Err(RunDirError::InUse(_))));
        let hash = first.config();
        drop(first);
        let second = RunDir::open(&path, "match", &config).unwrap();
        assert!(second.resumed() && second.config() == hash);
        drop(second);
        let changed = json!({"nodes": 2000, "players": [{"hash": "a"}, {"hash": "c"}], "seed": 1});
        let error = RunDir::open(&path, "match", &changed).unwrap_err().to_string();
        let lines: Vec<&str> = error.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "  config.nodes: it was 1000, now it is 2000",
                "  config.players.1.hash: it was \"b\", now it is \"c\"",
                "  config.seed: it was nothing, now it is 1",
            ]
        );
    }

    #[test]
    fn foreign_directories_are_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("thesis.tex"), "x").unwrap();
        assert!(matches!(RunDir::open(dir.path(), "match", &1), Err(RunDirError::Foreign(_))));
        let file = dir.path().join("thesis.tex");
        assert!(matches!(RunDir::open(&file, "match", &1), Err(RunDirError::File(_))));
    }
}
