//! Positions: legal moves, checks, captures, perft, ends, mating material.

use std::collections::BTreeSet;

use khun_rules::board::{Bitboard, Colour};
use khun_rules::{Move, Position, Reason, Rules, Status, perft};
use serde::Deserialize;

/// A position and what is true of it.
#[derive(Clone, Debug, Deserialize)]
pub struct PositionVector {
    /// The position.
    pub fen: String,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The legal moves in UCI.
    pub legal: Vec<String>,
    /// Those that give check.
    pub checking_moves: Vec<String>,
    /// Those that capture.
    pub captures: Vec<String>,
    /// Perft from depth 1.
    pub perft: Vec<u64>,
    /// Whether a rule of the stage "immediate" has ended the game.
    pub immediate_end: bool,
    /// Its result for the side to move: `win`, `loss` or `draw`.
    pub immediate_result_stm: Option<String>,
    /// Whether a count or the number of moves without progress draws.
    pub optional_end: bool,
    /// `checkmate` or `stalemate`, where there is no legal move.
    pub no_moves: Option<String>,
    /// The result of that.
    pub no_moves_result_stm: Option<String>,
    /// Whether White and Black lack the material to win.
    pub insufficient_wb: [bool; 2],
}

/// What differs between a vector and the rules. Perft goes as deep as `depth` at most.
pub fn check<B: Bitboard>(rules: &Rules<B>, vector: &PositionVector, depth: usize) -> Vec<String> {
    let position = match rules.parse_fen(&vector.fen) {
        Ok(position) => position,
        Err(error) => return vec![format!("{}: {error}", vector.fen)],
    };
    let mut found = Vec::new();
    let legal = position.legal_moves(rules);
    let written = |moves: &mut dyn Iterator<Item = Move>| moves.map(|mv| rules.uci(mv)).collect::<Vec<_>>();
    let after = |mv: Move| position.play(rules, mv);
    let checking = |mv: &Move| after(*mv).in_check(rules);
    compare("legal moves", &written(&mut legal.iter().copied()), &vector.legal, &mut found);
    compare("checks", &written(&mut legal.iter().copied().filter(checking)), &vector.checking_moves, &mut found);
    let captures = |mv: &Move| position.is_capture(*mv);
    compare("captures", &written(&mut legal.iter().copied().filter(captures)), &vector.captures, &mut found);
    let mut differs = |what: &str, ours: String, theirs: String| {
        if ours != theirs {
            found.push(format!("{what}: {ours}, not {theirs}"));
        }
    };
    differs("in check", position.in_check(rules).to_string(), vector.in_check.to_string());
    for (index, &nodes) in vector.perft.iter().enumerate().take(depth) {
        let ours = perft(rules, &position, index as u32 + 1);
        differs(&format!("perft {}", index + 1), ours.to_string(), nodes.to_string());
    }
    differs("end", end(rules, &position), expected_end(vector, position.side()));
    for colour in Colour::BOTH {
        let theirs = vector.insufficient_wb[colour.index()];
        if wrong_about_material(rules, &position, colour).is_none() {
            let ours = position.lacks_mating_material(rules, colour);
            differs(&format!("{} lacks material", colour.name()), ours.to_string(), theirs.to_string());
        }
    }
    found.into_iter().map(|line| format!("{}: {line}", vector.fen)).collect()
}

/// Why the vectors are wrong about the material that a side lacks in a position, where they are: they say what
/// Fairy-Stockfish's general test comes to for variants that it was not made for.
fn wrong_about_material<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, colour: Colour) -> Option<&'static str> {
    let men = position.men(colour);
    let bare = men.count() == 1;
    match rules.spec().id.as_str() {
        "shatranj" if bare => Some("a bare king wins nothing, but any rule of bare kings switches the test off"),
        "ai-wok" if men.count() == 2 => {
            let kinds = ['A', 'P'].into_iter().filter_map(|letter| rules.kind_by_letter(letter));
            let has_one = kinds.into_iter().any(|kind| position.men_of(colour, kind).any());
            has_one.then_some(
                "an ai-wok (ruea and ma in one) mates a bare king, and a bia becomes one; the test does not know it",
            )
        }
        _ => None,
    }
}

/// Reports the moves of one list that are missing in another.
pub fn compare(what: &str, ours: &[String], theirs: &[String], found: &mut Vec<String>) {
    if ours.iter().collect::<BTreeSet<_>>().len() != ours.len() {
        found.push(format!("{what}: a move twice in {ours:?}"));
    }
    let missing: Vec<_> = theirs.iter().filter(|mv| !ours.contains(mv)).collect();
    let extra: Vec<_> = ours.iter().filter(|mv| !theirs.contains(mv)).collect();
    if !missing.is_empty() || !extra.is_empty() {
        found.push(format!("{what}: missing {missing:?}, too many {extra:?}"));
    }
}

/// How the position ends the game by itself, in words that vectors can be put into too.
fn end<B: Bitboard>(rules: &Rules<B>, position: &Position<B>) -> String {
    let outcome = position.judge(rules, |_| 1).outcome;
    match outcome.reason {
        None => "none".into(),
        Some(Reason::Rule(index)) => {
            let stage = rules.spec().ends[index as usize].kind.stage();
            format!("stage {stage}: {}", outcome.status.word())
        }
        Some(other) => format!("{other:?}"),
    }
}

fn expected_end(vector: &PositionVector, side: Colour) -> String {
    let result = |stage: u8, word: Option<&str>| {
        let status = match (word, side) {
            (Some("win"), Colour::White) | (Some("loss"), Colour::Black) => Status::WhiteWins,
            (Some("win"), Colour::Black) | (Some("loss"), Colour::White) => Status::BlackWins,
            _ => Status::Draw,
        };
        format!("stage {stage}: {}", status.word())
    };
    if vector.immediate_end {
        result(1, vector.immediate_result_stm.as_deref())
    } else if vector.no_moves.is_some() {
        result(2, vector.no_moves_result_stm.as_deref())
    } else if vector.optional_end {
        result(3, Some("draw"))
    } else {
        "none".into()
    }
}
