//! Data sets: games with sampled positions, in compact, checksummed files that are written whole or not at all.
//!
//! A data set is a directory. `manifest.json` says what the games are of (variant, engine, weights, seed) and lists the
//! shards. A shard holds whole games: positions are found again by playing them, which takes a tenth of the room that
//! positions would take and keeps counts and repetitions exact. Wherever writing stops, the directory holds all games of
//! the shards that its manifest lists.

mod bytes;
mod error;
mod export;
mod manifest;
mod record;
mod replay;
mod set;
mod shard;

pub use error::{DataError, DataFault};
pub use export::{export_pgn, export_positions};
pub use manifest::{FORMAT, Manifest, ShardEntry, Source, VariantId};
pub use record::{GameRecord, PackedEvent, Sample, adjudicated};
pub use replay::{for_samples, record_of, replay};
pub use set::{DataSet, Totals, merge};
