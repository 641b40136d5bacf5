//! Data sets for other programs.

use std::io::{self, Write};
use std::sync::Arc;

use khun_rules::board::Bitboard;
use khun_rules::{Rules, pgn};

use super::error::DataFault;
use super::record::{GameRecord, adjudicated};
use super::replay::{for_samples, replay};

/// Writes a game's sampled positions, a line each: `FEN;result;score;ply`. The result is White's (1, 0.5 or 0), the score
/// is in hundredths of a pawn, seen by White. Games without a result have no lines.
///
/// # Errors
/// The game does not follow the rules, or the writer fails.
pub fn export_positions<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    record: &GameRecord,
    out: &mut impl Write,
) -> io::Result<Result<(), DataFault>> {
    let Some(result) = record.result() else { return Ok(Ok(())) };
    let mut written = Ok(());
    let replayed = for_samples(rules, record, |sample, position| {
        if written.is_ok() {
            let fen = rules.fen(position);
            written = writeln!(out, "{fen};{result};{};{}", sample.score, sample.ply);
        }
    });
    written.map(|()| replayed)
}

/// Writes a game as PGN.
///
/// # Errors
/// The game does not follow the rules, or the writer fails.
pub fn export_pgn<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    record: &GameRecord,
    player: &str,
    out: &mut impl Write,
) -> io::Result<Result<(), DataFault>> {
    let game = match replay(rules, record) {
        Ok(game) => game,
        Err(fault) => return Ok(Err(fault)),
    };
    let mut tags: Vec<(String, String)> = [
        ("Event", "self-play".to_owned()),
        ("Round", (record.index + 1).to_string()),
        ("White", player.to_owned()),
        ("Black", player.to_owned()),
    ]
    .map(|(tag, value)| (tag.to_owned(), value))
    .into();
    if adjudicated::contains(&record.reason) {
        tags.push(("Result".to_owned(), record.status.pgn().to_owned()));
        tags.push(("Termination".to_owned(), record.reason.replace('_', " ")));
    }
    writeln!(out, "{}", pgn::write_pgn(&game, &tags)).map(Ok)
}
