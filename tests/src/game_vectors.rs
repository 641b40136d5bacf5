//! Games: the position after each ply, and how the game ends.

use std::sync::Arc;

use khun_rules::board::Bitboard;
use khun_rules::{Game, Rules, Status};
use serde::Deserialize;

/// A game that was played to its end.
#[derive(Clone, Debug, Deserialize)]
pub struct GameVector {
    /// Where it begins.
    pub start_fen: String,
    /// Its moves in UCI.
    pub moves: Vec<String>,
    /// The position after each move.
    pub fens: Vec<String>,
    /// Why it ended: `checkmate`, `optional:counting`, ...
    pub reason: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Whether the side to move is in check at the end.
    pub in_check: bool,
}

/// The names that the bundled files give to the reasons of the vectors. Several where the vectors do not tell apart what
/// the files do.
pub fn reason_names(foreign: &str) -> &'static [&'static str] {
    match foreign {
        "checkmate" => &["checkmate"],
        "stalemate" => &["stalemate"],
        "counting" | "optional:counting" => &["counting"],
        "repetition" | "optional:repetition" => &["repetition"],
        "n_move" | "optional:n_move_rule" => &["n_move"],
        "check" | "immediate:check_count" => &["first_check"],
        "bare_king" | "immediate:extinction" => &["enemy_bare", "self_bare", "no_answer"],
        "bare_kings" => &["two_bare_kings"],
        "counting_side_mated" => &["counting_side_mated"],
        _ => &[],
    }
}

/// What differs between a vector and the rules; the first difference ends the comparison.
pub fn check<B: Bitboard>(rules: &Arc<Rules<B>>, vector: &GameVector) -> Vec<String> {
    replay(rules, vector).err().map(|line| format!("{}: {line}", vector.start_fen)).into_iter().collect()
}

fn replay<B: Bitboard>(rules: &Arc<Rules<B>>, vector: &GameVector) -> Result<(), String> {
    let mut game = Game::from_fen(Arc::clone(rules), &vector.start_fen).map_err(|error| error.to_string())?;
    for (index, (text, fen)) in vector.moves.iter().zip(&vector.fens).enumerate() {
        let ply = index + 1;
        if game.outcome().is_over() {
            return Err(format!("over before ply {ply}: {:?}", game.outcome()));
        }
        let mv = rules.parse_uci(game.position(), text).map_err(|error| format!("ply {ply}: {error}"))?;
        game.play(mv).map_err(|error| format!("ply {ply}: {text}: {error}"))?;
        let ours = rules.fen(game.position());
        if ours != *fen {
            return Err(format!("ply {ply}: {ours}, not {fen}"));
        }
    }
    let outcome = game.outcome();
    let reason = outcome.reason.map_or("none", |reason| rules.reason_name(reason));
    if outcome.status == Status::Ongoing || outcome.status.pgn() != vector.result {
        return Err(format!("{} at the end, not {}", outcome.status.word(), vector.result));
    }
    if !reason_names(&vector.reason).contains(&reason) {
        return Err(format!("ends by {reason}, not by {}", vector.reason));
    }
    if game.position().in_check(rules) != vector.in_check {
        return Err("check at the end".into());
    }
    Ok(())
}
