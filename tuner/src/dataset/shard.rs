//! Files of games.
//!
//! A shard is: `KHUNGAME`, the format (4 bytes, the lowest first), the length of the body (8 bytes), the body, and the
//! hash of everything before (16 bytes). The body is the list of reasons, the number of games, and the games.

use super::FORMAT;
use super::bytes::{Take, put_number, put_text};
use super::error::DataFault;
use super::record::GameRecord;
use crate::ctl::{Hash, hash_bytes};

const MAGIC: &[u8; 8] = b"KHUNGAME";
const HEADER: usize = 8 + 4 + 8;
const CHECKSUM: usize = 16;

/// A shard as bytes, and its checksum.
pub(super) fn encode(games: &[GameRecord]) -> (Vec<u8>, Hash) {
    let mut reasons: Vec<&str> = games.iter().map(|game| game.reason.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let mut body = Vec::new();
    put_number(&mut body, reasons.len() as u64);
    reasons.iter().for_each(|reason| put_text(&mut body, reason));
    put_number(&mut body, games.len() as u64);
    for game in games {
        let reason = reasons.binary_search(&game.reason.as_str()).unwrap_or_default();
        game.encode(reason, &mut body);
    }
    let mut bytes = Vec::with_capacity(HEADER + body.len() + CHECKSUM);
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(body);
    let checksum = hash_bytes(&bytes);
    bytes.extend(checksum.bytes());
    (bytes, checksum)
}

/// The checksum of a shard whose bytes are whole.
pub(super) fn check(bytes: &[u8]) -> Result<Hash, DataFault> {
    let found = bytes.len() as u64;
    let mut take = Take(bytes);
    let torn = |expected: usize| DataFault::Torn { found, expected: expected as u64 };
    if take.array::<8>().ok_or_else(|| torn(HEADER))? != *MAGIC {
        return Err(DataFault::Magic);
    }
    let format = u32::from_le_bytes(take.array().ok_or_else(|| torn(HEADER))?);
    if format != FORMAT {
        return Err(DataFault::Format(format));
    }
    let length = u64::from_le_bytes(take.array().ok_or_else(|| torn(HEADER))?);
    let expected = length.saturating_add((HEADER + CHECKSUM) as u64);
    if found != expected {
        return Err(DataFault::Torn { found, expected });
    }
    let (contents, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    let actual = hash_bytes(contents);
    if actual.bytes() != checksum { Err(DataFault::Checksum) } else { Ok(actual) }
}

/// The games of a shard.
pub(super) fn decode(bytes: &[u8]) -> Result<Vec<GameRecord>, DataFault> {
    check(bytes)?;
    let mut take = Take(&bytes[HEADER..bytes.len() - CHECKSUM]);
    let mut games = Vec::new();
    let mut read = || {
        let reasons = (0..take.number()?).map(|_| take.text().map(str::to_owned)).collect::<Option<Vec<_>>>()?;
        let count = take.number()?;
        for _ in 0..count {
            games.push(GameRecord::decode(&mut take, &reasons)?);
        }
        take.0.is_empty().then_some(())
    };
    match read() {
        Some(()) => Ok(games),
        None => Err(DataFault::Record(games.len() as u64)),
    }
}
