//! The figures: what the records of games come to.

use std::collections::BTreeMap;

use khun_rules::Status;
use khun_variant::Variant;
use serde::{Deserialize, Serialize};

use super::Settings;
use super::game::GameRecord;
use super::values::{self, GameSamples, NORMAL_975};
use crate::words::name;

/// A side that is ahead by so much, in hundredths of a pawn, has as good as won.
const WON: i32 = 200;
/// A side is ahead at all from here on.
const AHEAD: i32 = 50;
/// Plies for which the branching factor is told apart.
const MOST_CURVE: usize = 400;

/// What games say about a variant. These names are those of `--json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Figures {
    pub(crate) variant: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) profile: Option<String>,
    /// `engine` or `random`.
    pub(crate) players: String,
    /// Nodes that the engine searched for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    /// Random plies at the beginning of the engine's games.
    pub(crate) opening_plies: usize,
    pub(crate) seed: u64,
    /// Games played; fewer than asked for if they were interrupted.
    pub(crate) games: u64,
    pub(crate) interrupted: bool,
    /// What White scores, between 0 and 1, and half the width of its interval of 95 %.
    pub(crate) white_score: f64,
    pub(crate) white_score_error: f64,
    pub(crate) white_wins: u64,
    pub(crate) black_wins: u64,
    pub(crate) draws: u64,
    /// Games that do not count by the rules.
    pub(crate) replays: u64,
    /// Games that were cut off. They count as drawn.
    pub(crate) unfinished: u64,
    /// Games by the rule that ended them.
    pub(crate) reasons: BTreeMap<String, u64>,
    /// Drawn games by the rule that ended them.
    pub(crate) draws_by_reason: BTreeMap<String, u64>,
    /// How often each rule was used in a game, on average: ends, counts, promotions, extra moves.
    pub(crate) rules: Vec<RuleUse>,
    /// Ends of the variant that ended no game.
    pub(crate) ends_never_used: Vec<String>,
    /// Games in which some position came a second time.
    pub(crate) games_with_repetition: f64,
    /// Games in which a count ran, and the share of all plies under a count.
    pub(crate) games_with_count: f64,
    pub(crate) share_of_counted_plies: f64,
    pub(crate) length: Length,
    /// Legal moves of a position, on average.
    pub(crate) branching_factor: f64,
    pub(crate) captures_per_game: f64,
    /// The share of the moves that give check.
    pub(crate) share_of_checks: f64,
    pub(crate) men: Vec<ManUse>,
    /// Of the decisive games in which one side had more material halfway, the share that it won.
    pub(crate) material_decides: Option<f64>,
    /// What only the engine's scores can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<Play>,
    /// Numbers for the pictures.
    #[serde(skip)]
    pub(crate) curves: Curves,
}

/// Figures from the scores of the engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Play {
    /// The share of the moves that decide a game: neither side was ahead by two pawns before, and one is after the answer
    /// is known.
    pub(crate) share_of_decisive_moves: f64,
    /// How often the side that is ahead (by half a pawn at least) changes in a game.
    pub(crate) lead_changes_per_game: f64,
    /// After which part of a game with a winner it stays two pawns ahead to the end, on average.
    pub(crate) decided_after: Option<f64>,
}

/// Lengths of games, in plies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Length {
    pub(crate) mean: f64,
    pub(crate) shortest: u32,
    pub(crate) median: u32,
    /// Nine games in ten are not longer.
    pub(crate) ninth_decile: u32,
    pub(crate) longest: u32,
}

/// How often a rule was used.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RuleUse {
    /// The table of the rule: `end.checkmate`, `counting.board`, `pieces.pawn.promotion`, `pieces.met.extra.leap`.
    pub(crate) rule: String,
    /// Times a game, on average; for ends and counts the share of the games.
    pub(crate) per_game: f64,
}

/// What a kind of man does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct ManUse {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Its share of all moves.
    pub(crate) moves: f64,
    /// How many are captured in a game.
    pub(crate) captured_per_game: f64,
    /// How often it comes about by promotion in a game.
    pub(crate) promotions_per_game: f64,
    /// What the file says it is worth, or what is estimated from its moves, in hundredths.
    pub(crate) file_value: i32,
    /// What the results say it is worth, and half the width of the interval of 95 %. The values of a variant's men add up
    /// to those of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value_error: Option<f64>,
}

/// What the pictures show beside the figures.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Curves {
    /// The lengths of all games in plies, the shortest first.
    pub(crate) lengths: Vec<u32>,
    /// Legal moves, ply by ply, on average of the games that got so far (at least one in ten).
    pub(crate) branching: Vec<f64>,
    /// Differences of material halfway, from the first side's view in hundredths, with the score of White.
    pub(crate) material: Vec<(i32, f64)>,
}

impl Figures {
    pub(super) fn new(variant: &Variant, settings: &Settings, records: &[GameRecord]) -> Figures {
        let count = |test: &dyn Fn(&GameRecord) -> bool| records.iter().filter(|record| test(record)).count() as u64;
        let with = |status: Status| count(&|record| record.outcome.status == status);
        let games = records.len().max(1) as f64;
        let plies = sum(records, |record| record.plies.into()).max(1) as f64;
        let scores: Vec<f64> = records.iter().map(score).collect();
        let (white_score, white_score_error) = mean(&scores);
        let reasons = reasons(records, |_| true);
        let ends_never_used = variant.spec.ends.iter().filter(|end| !reasons.contains_key(&end.name));
        let counted = |record: &GameRecord| u64::from(record.counted[0] + record.counted[1]);
        Figures {
            variant: variant.id.clone(),
            profile: variant.profile.clone(),
            players: if settings.nodes.is_some() { "engine" } else { "random" }.to_owned(),
            nodes: settings.nodes,
            opening_plies: if settings.nodes.is_some() { settings.opening } else { 0 },
            seed: settings.seed,
            games: records.len() as u64,
            interrupted: (records.len() as u64) < settings.games,
            white_score,
            white_score_error,
            white_wins: with(Status::WhiteWins),
            black_wins: with(Status::BlackWins),
            draws: with(Status::Draw),
            replays: with(Status::Replay),
            unfinished: with(Status::Ongoing),
            ends_never_used: ends_never_used.map(|end| end.name.clone()).collect(),
            rules: rules(variant, records, &reasons),
            draws_by_reason: self::reasons(records, |record| record.outcome.status == Status::Draw),
            reasons,
            games_with_repetition: count(&|record| record.repeated) as f64 / games,
            games_with_count: count(&|record| counted(record) > 0) as f64 / games,
            share_of_counted_plies: sum(records, counted) as f64 / plies,
            length: length(records),
            branching_factor: sum(records, |record| record.legal_moves.iter().map(|&n| u64::from(n)).sum()) as f64
                / plies,
            captures_per_game: sum(records, |record| record.captures.into()) as f64 / games,
            share_of_checks: sum(records, |record| record.checks.into()) as f64 / plies,
            men: men(variant, records),
            material_decides: material_decides(records),
            play: settings.nodes.map(|_| play(records)),
            curves: Curves {
                lengths: sorted(records.iter().map(|record| record.plies).collect()),
                branching: branching(records),
                material: records.iter().map(|record| (halfway(record), score(record))).collect(),
            },
        }
    }

    /// How the games were played, in words: `200 games of the engine at 1,000 nodes`.
    pub(crate) fn described(&self) -> String {
        let games = crate::text::plural(self.games, if self.nodes.is_some() { "game" } else { "random game" });
        let cut = if self.interrupted { ", interrupted" } else { "" };
        match self.nodes {
            Some(nodes) => {
                format!(
                    "{games} of the engine at {} a move, seed {}{cut}",
                    crate::text::plural(nodes, "node"),
                    self.seed
                )
            }
            None => format!("{games}, seed {}{cut}", self.seed),
        }
    }

    /// The variant with its profile, as the command line names it.
    pub(crate) fn title(&self) -> String {
        match &self.profile {
            Some(profile) if profile != "default" => format!("{}:{profile}", self.variant),
            _ => self.variant.clone(),
        }
    }
}

fn sum(records: &[GameRecord], of: impl Fn(&GameRecord) -> u64) -> u64 {
    records.iter().map(of).sum()
}

/// What White scored. Games without a result count as drawn.
fn score(record: &GameRecord) -> f64 {
    match record.outcome.status {
        Status::WhiteWins => 1.0,
        Status::BlackWins => 0.0,
        Status::Draw | Status::Replay | Status::Ongoing => 0.5,
    }
}

/// The mean of some numbers, and half the width of its interval of 95 %.
pub(super) fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, NORMAL_975 * (variance / count).sqrt())
}

fn sorted(mut lengths: Vec<u32>) -> Vec<u32> {
    lengths.sort_unstable();
    lengths
}

fn reasons(records: &[GameRecord], which: impl Fn(&GameRecord) -> bool) -> BTreeMap<String, u64> {
    let mut reasons = BTreeMap::new();
    for record in records.iter().filter(|record| which(record)) {
        *reasons.entry(record.reason.clone().unwrap_or_else(|| "too long".to_owned())).or_default() += 1;
    }
    reasons
}

fn length(records: &[GameRecord]) -> Length {
    let lengths = sorted(records.iter().map(|record| record.plies).collect());
    let at = |part: f64| {
        let last = lengths.len().saturating_sub(1) as f64;
        lengths.get((last * part) as usize).copied().unwrap_or(0)
    };
    let plies: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
    Length {
        mean: plies as f64 / lengths.len().max(1) as f64,
        shortest: at(0.0),
        median: at(0.5),
        ninth_decile: at(0.9),
        longest: at(1.0),
    }
}

/// How often each rule of the variant was used.
fn rules(variant: &Variant, records: &[GameRecord], reasons: &BTreeMap<String, u64>) -> Vec<RuleUse> {
    let (spec, games) = (&variant.spec, records.len().max(1) as f64);
    let mut rules = Vec::new();
    let mut push = |rule: String, number: u64| rules.push(RuleUse { rule, per_game: number as f64 / games });
    for end in &spec.ends {
        push(format!("end.{}", end.name), reasons.get(&end.name).copied().unwrap_or(0));
    }
    if let Some(counting) = &spec.counting {
        for (index, name) in ["board", "pieces"].into_iter().enumerate() {
            let there = if index == 0 { counting.board.is_some() } else { counting.pieces.is_some() };
            if there {
                push(format!("counting.{name}"), sum(records, |record| u64::from(record.counted[index] > 0)));
            }
        }
    }
    for (index, kind) in spec.kinds.iter().enumerate() {
        if kind.promotion.is_some() {
            push(format!("pieces.{}.promotion", kind.id), sum(records, |record| at(&record.promoted, index)));
        }
        for (which, extra) in kind.extras.iter().enumerate() {
            let made = |record: &GameRecord| record.extras.get(index).map_or(0, |extras| at(extras, which));
            push(format!("pieces.{}.extra.{}", kind.id, extra.name), sum(records, made));
        }
    }
    rules
}

fn at(counts: &[u32], index: usize) -> u64 {
    counts.get(index).copied().unwrap_or(0).into()
}

fn men(variant: &Variant, records: &[GameRecord]) -> Vec<ManUse> {
    let spec = &variant.spec;
    let games = records.len().max(1) as f64;
    let plies = sum(records, |record| record.plies.into()).max(1) as f64;
    let samples: Vec<GameSamples<'_>> =
        records.iter().map(|record| GameSamples { differences: &record.samples, score: score(record) }).collect();
    let kinds = spec.kinds.iter().enumerate().filter(|(_, kind)| !kind.royal);
    let kinds: Vec<(usize, f64)> = kinds.map(|(index, kind)| (index, f64::from(kind.value))).collect();
    let estimates = values::estimate(&samples, &kinds).unwrap_or_default();
    let men = spec.kinds.iter().enumerate().map(|(index, kind)| {
        let estimate = estimates.iter().find(|estimate| estimate.kind == index);
        ManUse {
            id: kind.id.clone(),
            name: name(kind),
            moves: sum(records, |record| at(&record.moves, index)) as f64 / plies,
            captured_per_game: sum(records, |record| at(&record.captured, index)) as f64 / games,
            promotions_per_game: sum(records, |record| at(&record.promoted_to, index)) as f64 / games,
            file_value: kind.value,
            value: estimate.map(|estimate| estimate.value),
            value_error: estimate.map(|estimate| estimate.error),
        }
    });
    men.collect()
}

/// By how much White's men were worth more than Black's halfway through the game.
fn halfway(record: &GameRecord) -> i32 {
    record.balances.get(record.balances.len() / 2).copied().unwrap_or(0)
}

fn material_decides(records: &[GameRecord]) -> Option<f64> {
    let (mut ahead, mut won) = (0u64, 0u64);
    for record in records {
        let winner = score(record);
        let balance = halfway(record);
        if winner != 0.5 && balance != 0 {
            ahead += 1;
            won += u64::from((balance > 0) == (winner > 0.5));
        }
    }
    (ahead > 0).then(|| won as f64 / ahead as f64)
}

fn branching(records: &[GameRecord]) -> Vec<f64> {
    let mut curve = Vec::new();
    for ply in 0..MOST_CURVE {
        let there: Vec<u64> =
            records.iter().filter_map(|record| record.legal_moves.get(ply)).map(|&number| number.into()).collect();
        if there.is_empty() || there.len() * 10 < records.len() {
            break;
        }
        curve.push(there.iter().sum::<u64>() as f64 / there.len() as f64);
    }
    curve
}

fn play(records: &[GameRecord]) -> Play {
    let (mut moves, mut decisive, mut changes) = (0u64, 0u64, 0u64);
    let mut decided = Vec::new();
    for record in records {
        let scores = &record.scores;
        moves += scores.len() as u64;
        let pairs = scores.iter().zip(scores.iter().skip(1));
        decisive += pairs.filter(|(before, after)| before.abs() < WON && after.abs() >= WON).count() as u64;
        let leads: Vec<bool> = scores.iter().filter(|score| score.abs() >= AHEAD).map(|&score| score > 0).collect();
        changes += leads.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
        let winner = match record.outcome.status {
            Status::WhiteWins => 1,
            Status::BlackWins => -1,
            _ => continue,
        };
        let since = scores.iter().rposition(|score| score * winner < WON).map_or(0, |last| last + 1);
        let opening = record.plies as usize - scores.len().min(record.plies as usize);
        decided.push((opening + since) as f64 / f64::from(record.plies.max(1)));
    }
    Play {
        share_of_decisive_moves: decisive as f64 / moves.max(1) as f64,
        lead_changes_per_game: changes as f64 / records.len().max(1) as f64,
        decided_after: (!decided.is_empty()).then(|| mean(&decided).0),
    }
}
