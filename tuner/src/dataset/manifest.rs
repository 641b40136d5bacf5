//! What a data set says about itself.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::{DataError, DataFault};
use crate::ctl::{Hash, read, write_atomically};
use crate::task::{Limits, PlayerId, Seed};

/// The version of manifests and shards.
pub const FORMAT: u32 = 1;

/// The name of the manifest.
pub(super) const FILE: &str = "manifest.json";

/// The contents of `manifest.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of manifest and shards.
    pub format: u32,
    /// The variant.
    pub variant: VariantId,
    /// Where the games come from.
    pub sources: Vec<Source>,
    /// The files.
    pub shards: Vec<ShardEntry>,
}

/// A variant and the hash of everything in its description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantId {
    /// Its id.
    pub id: String,
    /// The hash of its files and settings.
    pub hash: String,
}

impl std::fmt::Display for VariantId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.id, self.hash)
    }
}

/// Where games come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Who played.
    pub player: PlayerId,
    /// The run's seed.
    pub seed: Seed,
    /// How long a move could take.
    pub limits: Limits,
}

/// A file of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardEntry {
    /// Its name.
    pub file: String,
    /// The number of its source.
    pub source: usize,
    /// Its games.
    pub games: u64,
    /// Its sampled positions.
    pub positions: u64,
    /// Its length.
    pub bytes: u64,
    /// Its checksum.
    pub checksum: Hash,
}

impl Manifest {
    pub(super) fn read(dir: &Path) -> Result<Manifest, DataError> {
        let path = dir.join(FILE);
        if !path.exists() {
            return Err(DataError::Missing(dir.to_owned()));
        }
        let bytes = read(&path)?;
        let broken = |fault| DataError::Broken { path: path.clone(), fault };
        let value: serde_json::Value =
            serde_json::from_slice(&bytes).map_err(|error| broken(DataFault::Manifest(error.to_string())))?;
        let format = value.get("format").and_then(serde_json::Value::as_u64).unwrap_or(0);
        if format != u64::from(FORMAT) {
            return Err(broken(DataFault::Format(format as u32)));
        }
        let manifest: Manifest =
            serde_json::from_value(value).map_err(|error| broken(DataFault::Manifest(error.to_string())))?;
        let sourceless = |shard: &&ShardEntry| shard.source >= manifest.sources.len();
        if let Some(shard) = manifest.shards.iter().find(sourceless) {
            return Err(broken(DataFault::Manifest(format!("{} has no source {}", shard.file, shard.source))));
        }
        // A name that leads out of the directory is no shard of it.
        let outside = |shard: &&ShardEntry| shard.file.contains(['/', '\\']) || shard.file.starts_with('.');
        if let Some(shard) = manifest.shards.iter().find(outside) {
            return Err(broken(DataFault::Manifest(format!("{:?} is no name of a shard", shard.file))));
        }
        Ok(manifest)
    }

    pub(super) fn write(&self, dir: &Path) -> Result<(), DataError> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        Ok(write_atomically(&dir.join(FILE), text.as_bytes())?)
    }
}
