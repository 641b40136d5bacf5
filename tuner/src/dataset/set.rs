//! Directories of games.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use khun_rules::Rules;
use khun_rules::board::Bitboard;
use serde::Serialize;

use super::error::{DataError, DataFault};
use super::manifest::{FORMAT, Manifest, ShardEntry, Source, VariantId};
use super::record::GameRecord;
use super::replay::replay;
use super::shard;
use crate::ctl::{FileError, Hash, hash_bytes, read, write_atomically};

/// A data set on disk.
#[derive(Clone, Debug)]
pub struct DataSet {
    dir: PathBuf,
    manifest: Manifest,
}

/// How much there is in a data set.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Sampled positions.
    pub positions: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Games that White won, drew, lost.
    pub white: [u64; 3],
    /// How many games ended for each reason, the most frequent first.
    pub reasons: Vec<(String, u64)>,
    /// Games by length: the n-th number counts those of `20 n` to `20 n + 19` plies.
    pub lengths: Vec<u64>,
}

impl DataSet {
    /// Opens a data set.
    ///
    /// # Errors
    /// There is none, or its manifest is broken.
    pub fn open(dir: &Path) -> Result<DataSet, DataError> {
        Ok(DataSet { manifest: Manifest::read(dir)?, dir: dir.to_owned() })
    }

    /// Opens a data set of a variant.
    ///
    /// # Errors
    /// There is none, its manifest is broken, or it is of another variant.
    pub fn open_for(dir: &Path, variant: &VariantId) -> Result<DataSet, DataError> {
        let set = DataSet::open(dir)?;
        if set.manifest.variant.hash != variant.hash {
            return Err(DataError::OtherVariant {
                path: dir.to_owned(),
                found: set.manifest.variant.to_string(),
                expected: variant.to_string(),
            });
        }
        Ok(set)
    }

    /// Makes an empty data set in a directory that has none.
    ///
    /// # Errors
    /// It cannot be written, or there is one.
    pub fn create(dir: &Path, variant: VariantId, sources: Vec<Source>) -> Result<DataSet, DataError> {
        if dir.join(super::manifest::FILE).exists() {
            return Err(DataError::Occupied(dir.to_owned()));
        }
        std::fs::create_dir_all(dir).map_err(|error| FileError::new("create", dir, error))?;
        let manifest = Manifest { format: FORMAT, variant, sources, shards: Vec::new() };
        manifest.write(dir)?;
        Ok(DataSet { dir: dir.to_owned(), manifest })
    }

    /// What the data set says about itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Adds a shard. The games are on disk when this returns.
    ///
    /// # Errors
    /// They cannot be written; nothing that was there is changed.
    pub fn add_shard(&mut self, source: usize, games: &[GameRecord]) -> Result<(), DataError> {
        let (bytes, checksum) = shard::encode(games);
        let file = format!("shard-{:05}.games", self.manifest.shards.len());
        write_atomically(&self.dir.join(&file), &bytes)?;
        let mut manifest = self.manifest.clone();
        manifest.shards.push(ShardEntry {
            file,
            source,
            games: games.len() as u64,
            positions: games.iter().map(|game| game.samples.len() as u64).sum(),
            bytes: bytes.len() as u64,
            checksum,
        });
        manifest.write(&self.dir)?;
        self.manifest = manifest;
        Ok(())
    }

    /// The games of a shard.
    ///
    /// # Errors
    /// The file is missing, torn, changed, or another one.
    pub fn shard(&self, entry: &ShardEntry) -> Result<Vec<GameRecord>, DataError> {
        let path = self.dir.join(&entry.file);
        let bytes = read(&path)?;
        let check = || {
            if bytes.len() as u64 != entry.bytes {
                return Err(DataFault::Torn { found: bytes.len() as u64, expected: entry.bytes });
            }
            if shard::check(&bytes)? != entry.checksum {
                return Err(DataFault::OtherShard);
            }
            shard::decode(&bytes)
        };
        check().map_err(|fault| DataError::Broken { path: path.clone(), fault })
    }

    /// All games, shard by shard. A broken shard is one error.
    pub fn games(&self) -> impl Iterator<Item = Result<GameRecord, DataError>> + '_ {
        self.manifest.shards.iter().flat_map(|entry| match self.shard(entry) {
            Ok(games) => games.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// Counts everything.
    ///
    /// # Errors
    /// The first broken shard.
    pub fn totals(&self) -> Result<Totals, DataError> {
        let mut totals =
            Totals { bytes: self.manifest.shards.iter().map(|shard| shard.bytes).sum(), ..Totals::default() };
        for game in self.games() {
            totals.add(&game?);
        }
        totals.reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Ok(totals)
    }

    /// Checks every byte and every move. Returns all faults, one for each broken shard or game.
    pub fn verify<B: Bitboard>(&self, rules: &Arc<Rules<B>>) -> Vec<DataError> {
        let mut faults = Vec::new();
        for entry in &self.manifest.shards {
            let path = || self.dir.join(&entry.file);
            match self.shard(entry) {
                Err(error) => faults.push(error),
                Ok(games) => {
                    let replayed = games.iter().filter_map(|game| replay(rules, game).err());
                    faults.extend(replayed.map(|fault| DataError::Broken { path: path(), fault }));
                }
            }
        }
        faults
    }
}

impl Totals {
    /// Counts a game. Reasons are in the order in which they come up.
    pub fn add(&mut self, game: &GameRecord) {
        let plies = game.events.len();
        self.games += 1;
        self.positions += game.samples.len() as u64;
        self.plies += plies as u64;
        if let Some(result) = game.result() {
            self.white[2 - (2.0 * result) as usize] += 1;
        }
        match self.reasons.iter_mut().find(|(reason, _)| *reason == game.reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((game.reason.clone(), 1)),
        }
        let bin = plies / 20;
        if self.lengths.len() <= bin {
            self.lengths.resize(bin + 1, 0);
        }
        self.lengths[bin] += 1;
    }
}

/// Puts the games of several data sets of one variant into a new one. Games that are the same move by move are kept
/// once. Returns the new set and how many games were left out.
///
/// # Errors
/// The sets are of different variants, one is broken, or the new one cannot be written.
pub fn merge(inputs: &[PathBuf], output: &Path) -> Result<(DataSet, u64), DataError> {
    let first = inputs.first().ok_or(DataError::Nothing)?;
    let variant = DataSet::open(first)?.manifest.variant;
    let sets = inputs.iter().map(|dir| DataSet::open_for(dir, &variant)).collect::<Result<Vec<_>, _>>()?;
    let mut sources: Vec<Source> = Vec::new();
    for source in sets.iter().flat_map(|set| &set.manifest.sources) {
        if !sources.contains(source) {
            sources.push(source.clone());
        }
    }
    let mut merged = DataSet::create(output, variant, sources.clone())?;
    let (mut seen, mut left_out) = (HashSet::<Hash>::new(), 0);
    for set in &sets {
        for entry in &set.manifest.shards {
            let mut games = set.shard(entry)?;
            let before = games.len();
            games.retain(|game| seen.insert(identity(game)));
            left_out += (before - games.len()) as u64;
            let from = &set.manifest.sources[entry.source];
            let source = sources.iter().position(|source| source == from).unwrap_or_default();
            if !games.is_empty() {
                merged.add_shard(source, &games)?;
            }
        }
    }
    Ok((merged, left_out))
}

/// What makes a game the same as another: its start and its moves.
fn identity(game: &GameRecord) -> Hash {
    let bare = GameRecord { index: 0, opening_plies: 0, reason: String::new(), samples: Vec::new(), ..game.clone() };
    let mut bytes = Vec::new();
    bare.encode(0, &mut bytes);
    hash_bytes(&bytes)
}
