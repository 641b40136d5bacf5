//! Rules one by one: a position, moves, and what has to hold after them, under the configuration that a vector names.

use std::collections::BTreeMap;
use std::sync::Arc;

use khun_rules::board::{Bitboard, Colour};
use khun_rules::{Count, Declaration, FenFaultKind, Game, Move, Reason, Rules, Script, perft};
use khun_variant::Settings;
use serde::Deserialize;
use serde_json::Value;

use crate::game_vectors::reason_names;
use crate::position_vectors::compare;
use crate::vectors;

/// A rule and its consequences.
#[derive(Clone, Debug, Deserialize)]
pub struct RuleVector {
    /// What failures are reported with.
    pub id: String,
    /// Fairy-Stockfish's name for the variant.
    pub variant: String,
    /// Where it begins.
    pub fen: String,
    /// The moves made, in UCI.
    pub moves: Vec<String>,
    /// Who counts: 0 nobody in particular (counts are automatic), -1 nobody at all, otherwise the ply of the game before
    /// which the side to move has asked for its count.
    #[serde(default)]
    pub count_started: i64,
    /// Rules other than the default ones.
    #[serde(default)]
    pub config: BTreeMap<String, Value>,
    /// What has to hold.
    pub expect: Expect,
}

/// What has to hold after the moves.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    status: Option<String>,
    reason: Option<String>,
    fen_after: Option<String>,
    fen_after_tilde: Option<String>,
    legal: Option<Vec<String>>,
    legal_count: Option<usize>,
    #[serde(default)]
    legal_from: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    legal_contains: Vec<String>,
    #[serde(default)]
    legal_excludes: Vec<String>,
    promotions: Option<Vec<String>>,
    in_check: Option<bool>,
    count: Option<ExpectedCount>,
    #[serde(default)]
    perft: BTreeMap<u32, u64>,
    san: Option<Vec<String>>,
    insufficient: Option<[bool; 2]>,
    validate: Option<i32>,
    immediate_end: Option<(bool, Option<i32>)>,
    start_fen: Option<bool>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedCount {
    kind: Option<String>,
    limit_moves: Option<u16>,
    start_pieces: Option<u32>,
    first_called: Option<u16>,
    chaser_moves_left: Option<u16>,
}

#[derive(Deserialize)]
struct File {
    vectors: Vec<Value>,
}

/// The rule vectors of a bundled variant.
///
/// # Panics
/// When the file is missing or not what it should be.
pub fn of(id: &str) -> Vec<RuleVector> {
    let text = vectors::text("rules.json").expect("rules.json is missing");
    let file: File = serde_json::from_str(&text).unwrap_or_else(|error| panic!("rules.json: {error}"));
    let of_variant = file.vectors.into_iter().filter(|vector| vector["variant"] == vectors::foreign_name(id));
    of_variant
        .map(|vector| {
            let name = vector["id"].to_string();
            serde_json::from_value(vector).unwrap_or_else(|error| panic!("rules.json, {name}: {error}"))
        })
        .collect()
}

impl RuleVector {
    /// The profile and the parameters of the bundled file that the vector's configuration means.
    ///
    /// # Errors
    /// The configuration is unknown here.
    pub fn settings(&self) -> Result<Settings, String> {
        // Counts that are asked for belong to the game over the board.
        let mut settings = if self.count_started == 0 { Settings::default() } else { Settings::profile("table") };
        for (key, value) in &self.config {
            settings = match (key.as_str(), value.as_str().unwrap_or_default(), value.as_bool()) {
                ("counting.table", "asean_literal", _) => Settings::profile("literal"),
                ("counting.ruleset", "khmer_institute", _) => Settings::profile("khmer_institute"),
                ("counting.board.start", "on_request", _) => settings.with("board_count", "either"),
                ("counting.mate_by_counter", "draw", _) => settings.with("counter_mates", "draw"),
                ("counting.declare", "after_chaser_move", _) => settings.with("declare", "answer"),
                ("stalemate" | "two_bare_kings", result, _) if !result.is_empty() => settings.with(key, result),
                ("special_moves.lost_on_any_capture", _, Some(true)) => settings.with("leaps_lost_at_capture", "true"),
                ("met_leap.capture", _, Some(true)) => settings.with("met_leap_captures", "true"),
                ("bare_king.adjudicate_at_once", _, Some(true)) => settings.with("bare_king_at_once", "true"),
                _ => return Err(format!("{}: unknown configuration {key} = {value}", self.id)),
            };
        }
        Ok(settings)
    }

    /// What differs between the vector and the rules, which have to be those of [`Self::settings`].
    pub fn check<B: Bitboard>(&self, rules: &Arc<Rules<B>>) -> Vec<String> {
        let found = match self.expect.validate {
            Some(code) => check_validity(rules, &self.fen, code),
            None => match self.replay(rules) {
                Ok((game, san)) => self.expect.check(rules, &game, &san, &self.fen),
                Err(error) => vec![error],
            },
        };
        found.into_iter().map(|line| format!("{}: {line}", self.id)).collect()
    }

    /// Plays the moves and asks for the count when it is time. Returns the game and its moves in SAN.
    fn replay<B: Bitboard>(&self, rules: &Arc<Rules<B>>) -> Result<(Game<B>, Vec<String>), String> {
        let mut game = Game::from_fen(Arc::clone(rules), &self.fen).map_err(|error| error.to_string())?;
        let mut san = Vec::new();
        for text in &self.moves {
            let position = *game.position();
            let ply = 2 * i64::from(position.fullmove()) - 1 + i64::from(position.side() == Colour::Black);
            // Asking in vain is what some of the vectors are about.
            let _ = (ply == self.count_started).then(|| game.declare(Declaration::Count));
            let mv = rules.parse_uci(&position, text).map_err(|error| error.to_string())?;
            san.push(rules.san(&position, mv, Script::Latin));
            // Some vectors go on after a draw that a player would have had to claim.
            game.play_on(mv).map_err(|error| format!("{text}: {error}"))?;
        }
        Ok((game, san))
    }
}

impl Expect {
    fn check<B: Bitboard>(&self, rules: &Arc<Rules<B>>, game: &Game<B>, san: &[String], fen: &str) -> Vec<String> {
        let position = game.position();
        let mut found = Vec::new();
        let moves = position.legal_moves(rules);
        let written = |keep: &dyn Fn(Move) -> bool| -> Vec<String> {
            moves.iter().filter(|&&mv| keep(mv)).map(|&mv| rules.uci(mv)).collect()
        };
        let legal = written(&|_| true);
        if let Some(expected) = &self.legal {
            compare("legal moves", &legal, expected, &mut found);
        }
        for (from, expected) in &self.legal_from {
            let ours: Vec<_> = legal.iter().filter(|text| text.starts_with(from)).cloned().collect();
            compare(&format!("moves from {from}"), &ours, expected, &mut found);
        }
        if let Some(expected) = &self.promotions {
            compare("promotions", &written(&|mv| mv.promotion().is_some()), expected, &mut found);
        }
        found.extend(self.legal_contains.iter().filter(|mv| !legal.contains(mv)).map(|mv| format!("lacks {mv}")));
        found.extend(self.legal_excludes.iter().filter(|mv| legal.contains(mv)).map(|mv| format!("has {mv}")));

        let outcome = game.outcome();
        let mut differs = |what: &str, ours: String, theirs: Option<String>| {
            if theirs.as_ref().is_some_and(|theirs| *theirs != ours) {
                found.push(format!("{what}: {ours}, not {}", theirs.unwrap_or_default()));
            }
        };
        differs("number of legal moves", legal.len().to_string(), self.legal_count.map(|count| count.to_string()));
        differs("status", outcome.status.word().into(), self.status.clone());
        differs("position", rules.fen(position), self.fen_after.clone());
        differs("position with marks", rules.fen_marking_promoted(position), self.fen_after_tilde.clone());
        differs("in check", position.in_check(rules).to_string(), self.in_check.map(|check| check.to_string()));
        differs("moves in SAN", san.join(" "), self.san.as_ref().map(|san| san.join(" ")));
        let insufficient = Colour::BOTH.map(|colour| position.lacks_mating_material(rules, colour));
        differs("lacks material", format!("{insufficient:?}"), self.insufficient.map(|pair| format!("{pair:?}")));
        if self.start_fen == Some(true) {
            // Fairy-Stockfish leaves out the checks to give as long as none has been given.
            let expected = rules.parse_fen(fen).map_or_else(|error| error.to_string(), |start| rules.fen(&start));
            differs("start position", rules.fen(&rules.start()), Some(expected));
        }
        for (&depth, &nodes) in &self.perft {
            let ours = perft(rules, position, depth).to_string();
            differs(&format!("perft {depth}"), ours, Some(nodes.to_string()));
        }
        if let Some((over, _)) = self.immediate_end {
            let is_immediate =
                |reason| matches!(reason, Reason::Rule(index) if rules.spec().ends[index as usize].kind.stage() == 1);
            differs("immediate end", outcome.reason.is_some_and(is_immediate).to_string(), Some(over.to_string()));
        }
        if let Some(foreign) = &self.reason {
            let name = outcome.reason.map_or("none", |reason| rules.reason_name(reason));
            if !reason_names(foreign).contains(&name) {
                found.push(format!("ends by {name}, not by {foreign}"));
            }
        }
        if let Some(count) = &self.count {
            let left = position.chaser_moves_left(rules);
            found.extend(count.check(position.count(), left, position.occupied().count()));
        }
        found
    }
}

impl ExpectedCount {
    /// Compares with a count that has just begun, before its first number is called.
    fn check(&self, count: Count, chaser_moves_left: Option<u16>, men: u32) -> Vec<String> {
        let facts = [
            ("limit", u32::from(count.limit / 2), self.limit_moves.map(u32::from)),
            ("men", men, self.start_pieces),
            ("first number", u32::from(count.called()) + 1, self.first_called.map(u32::from)),
            ("moves left", chaser_moves_left.map_or(u32::MAX, u32::from), self.chaser_moves_left.map(u32::from)),
        ];
        let kind = format!("{:?}", count.kind).to_lowercase();
        let wrong_kind = self.kind.as_ref().filter(|expected| **expected != kind);
        let mut found: Vec<_> =
            wrong_kind.map(|expected| format!("count of {kind}, not {expected}")).into_iter().collect();
        for (what, ours, theirs) in facts {
            if theirs.is_some_and(|theirs| theirs != ours) {
                found.push(format!("count: {what} {ours}, not {theirs:?}"));
            }
        }
        found
    }
}

/// Compares with what Fairy-Stockfish says of a FEN: 1 good, -14 a faulty field of the count, -6 a faulty side to move.
fn check_validity<B: Bitboard>(rules: &Rules<B>, fen: &str, code: i32) -> Vec<String> {
    let faults = rules.parse_fen(fen).err().map_or(Vec::new(), |error| error.faults);
    let agrees = match code {
        1 => faults.is_empty(),
        -6 => faults.iter().any(|fault| fault.kind == FenFaultKind::Side),
        -14 => faults.iter().any(|fault| fault.kind == FenFaultKind::Limit),
        _ => false,
    };
    if agrees { Vec::new() } else { vec![format!("{fen}: {faults:?}, but it is {code} for Fairy-Stockfish")] }
}
