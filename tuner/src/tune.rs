//! The whole loop: from estimated weights to weights that have proved better.
//!
//! A generation is self-play with the best weights so far, a fit to all games so far, and a match of the fitted weights
//! against those they come from. Only what wins the match is kept. Every step is a run in a directory of its own, so
//! stopping and going on is theirs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use khun_engine::Weights;
use khun_engine::eval::Evaluator;
use khun_rules::board::Bitboard;
use serde::Serialize;
use serde_json::json;

use crate::arena::{Contestant, read_weights};
use crate::ctl::{Hash, RunDir, read_text, write_atomically};
use crate::dataset::{DataSet, VariantId};
use crate::fit::{self, Fit};
use crate::fitting::{Terms, describe_fit, fit_weights};
use crate::matches::{MatchSettings, MatchSummary, play_match};
use crate::run::{Lab, RunError};
use crate::selfplay::{SelfPlaySettings, self_play};
use crate::spsa::{Parameter, read_parameters};
use crate::statistics::{Decision, Model, Sprt};
use crate::task::Seed;
use crate::tuning_search::{SpsaSettings, params_with, tune_search};

/// An undecided match is won by a player that is the stronger one with so much probability.
const LOS: f64 = 0.95;

/// How the loop is run.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneSettings {
    /// The most generations.
    pub generations: u32,
    /// The time after which no generation is begun.
    pub time: Option<Duration>,
    /// Self-play of a generation.
    pub self_play: SelfPlaySettings,
    /// The fit of a generation.
    pub fit: fit::Settings,
    /// The match that a generation has to win.
    pub gate: MatchSettings,
    /// Pairs of the match that measures what all generations gained; 0 for none.
    pub final_pairs: u64,
    /// Constants of the search to tune at the end, and how; with 0 games none.
    pub search: SpsaSettings,
    /// The constants.
    pub parameters: Vec<Parameter>,
    /// What is drawn by lot.
    pub seed: Seed,
}

impl Default for TuneSettings {
    fn default() -> TuneSettings {
        TuneSettings {
            generations: 4,
            time: None,
            self_play: SelfPlaySettings { games: 20_000, ..SelfPlaySettings::default() },
            fit: fit::Settings::default(),
            gate: MatchSettings {
                pairs: 1_000,
                sprt: Sprt::new(Model::Logistic, 0.0, 20.0).ok(),
                ..MatchSettings::default()
            },
            final_pairs: 500,
            search: SpsaSettings { games: 0, ..SpsaSettings::default() },
            parameters: Vec::new(),
            seed: Seed(1),
        }
    }
}

#[derive(Serialize)]
struct Config<'a> {
    variant: &'a VariantId,
    start: Hash,
    engine: &'a str,
    generations: u32,
    games: u64,
    limits: crate::task::Limits,
    gate_pairs: u64,
    gate_limits: crate::task::Limits,
    sprt: Option<Sprt>,
    final_pairs: u64,
    search_games: u64,
    parameters: &'a [Parameter],
    fit: &'a fit::Settings,
    seed: Seed,
}

/// A generation, as the pedigree tells it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Games and positions of its self-play.
    pub games: u64,
    /// Sampled positions.
    pub positions: u64,
    /// The checksums of its games' files.
    pub data: Vec<Hash>,
    /// The weights that played.
    pub parent: Hash,
    /// The weights that were fitted.
    pub candidate: Hash,
    /// The scale, and the loss on games kept back, before and after.
    pub k: f64,
    /// The loss on games kept back, before and after.
    pub holdout: [f64; 2],
    /// What the candidate scored against its parent; `None` if the fit left everything as it was.
    pub gate: Option<MatchSummary>,
    /// Whether it was kept.
    pub accepted: bool,
}

/// Where weights come from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pedigree {
    /// The variant.
    pub variant: VariantId,
    /// The engine.
    pub engine: String,
    /// The seed.
    pub seed: Seed,
    /// The weights at the start.
    pub start: Hash,
    /// The weights at the end.
    pub weights: Hash,
    /// The generations.
    pub generations: Vec<Generation>,
    /// What the weights at the end scored against those at the start.
    pub gain: Option<MatchSummary>,
    /// The constants of the search, where they were tuned.
    pub parameters: Vec<Parameter>,
    /// What they scored against those before; they are kept if they won.
    pub search_gate: Option<MatchSummary>,
}

/// What the loop came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuneSummary {
    /// Where the weights come from.
    pub pedigree: Pedigree,
    /// Where they are.
    pub weights: PathBuf,
    /// Whether the loop was stopped.
    pub interrupted: bool,
}

/// Whether a match says that its first player is the better one.
fn is_won(summary: &MatchSummary) -> bool {
    match summary.decision {
        Decision::Accepted => true,
        Decision::Rejected => false,
        Decision::Continue => summary.estimate.is_some_and(|estimate| estimate.los >= LOS),
    }
}

/// Runs the loop in a directory, or goes on with it.
///
/// # Errors
/// The directory holds something else or cannot be written, or a step fails.
pub fn tune<B: Bitboard>(
    lab: &Lab<'_, B>,
    start: &Weights,
    settings: &TuneSettings,
    terms: &Terms,
    dir: &Path,
) -> Result<TuneSummary, RunError> {
    let deadline = settings.time.map(|time| Instant::now() + time);
    let player = |name: &str, weights: &Weights| Contestant::internal(name, lab.rules, weights.clone());
    let first = player("start", start);
    let config = Config {
        variant: &lab.variant,
        start: first.id.weights,
        engine: &first.id.engine,
        generations: settings.generations,
        games: settings.self_play.games,
        limits: settings.self_play.limits,
        gate_pairs: settings.gate.pairs,
        gate_limits: settings.gate.limits,
        sprt: settings.gate.sprt,
        final_pairs: settings.final_pairs,
        search_games: settings.search.games,
        parameters: &settings.parameters,
        fit: &settings.fit,
        seed: settings.seed,
    };
    let run_dir = RunDir::open(dir, "tune", &config)?;
    let log = run_dir.file("log.txt");
    lab.output.log_to(&log);
    let mut pedigree = Pedigree {
        variant: lab.variant.clone(),
        engine: first.id.engine.clone(),
        seed: settings.seed,
        start: first.id.weights,
        weights: first.id.weights,
        generations: Vec::new(),
        gain: None,
        parameters: Vec::new(),
        search_gate: None,
    };
    let mut best = start.clone();
    let mut data: Vec<PathBuf> = Vec::new();
    let done = |pedigree: Pedigree, interrupted: bool| TuneSummary {
        pedigree,
        weights: dir.join("weights.toml"),
        interrupted,
    };

    for number in 1..=settings.generations {
        let here = run_dir.file(&format!("generation-{number}"));
        // A generation that was begun is finished whatever the time.
        if !here.exists() && deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            lab.output.say("no time is left for another generation");
            break;
        }
        let seed = settings.seed.named("generation").part(number.into());
        let parent = player(&format!("generation {}", number - 1), &best);
        lab.output.say(&format!("generation {number}: {} games of self-play", settings.self_play.games));
        let games = here.join("games");
        let self_play_settings = SelfPlaySettings { seed, ..settings.self_play.clone() };
        let played = self_play(lab, &parent, &self_play_settings, None, &games)?;
        lab.output.log_to(&log);
        if played.interrupted {
            return Ok(done(pedigree, true));
        }
        data.push(games.clone());

        let candidate_path = here.join("candidate.toml");
        let fit_path = here.join("fit.json");
        let fitted = fit_weights(lab, &best, &data, terms, &settings.fit)?;
        let candidate = player(&format!("generation {number}"), &fitted.weights);
        write_atomically(&candidate_path, fitted.weights.write(lab.rules).as_bytes())?;
        let text = serde_json::to_string(&fitted.fit).unwrap_or_default() + "\n";
        write_atomically(&fit_path, text.as_bytes())?;
        lab.output.say(&describe_fit(&fitted.fit));

        if candidate.id == parent.id {
            lab.output.say(&format!("generation {number}: the fit finds nothing better: no further gain"));
            pedigree.generations.push(generation(number, &games, &parent, &candidate, &fitted.fit, None, false)?);
            break;
        }
        lab.output.say(&format!("generation {number}: match against its parent"));
        let gate_settings = MatchSettings { seed: seed.named("gate"), ..settings.gate.clone() };
        let gate = play_match(lab, &[candidate.clone(), parent.clone()], &gate_settings, None, &here.join("gate"))?;
        lab.output.log_to(&log);
        lab.output.say(&gate.to_string());
        if gate.interrupted {
            return Ok(done(pedigree, true));
        }
        let accepted = is_won(&gate);
        pedigree.generations.push(generation(number, &games, &parent, &candidate, &fitted.fit, Some(gate), accepted)?);
        if !accepted {
            lab.output.say(&format!("generation {number} is no better and is dropped: no further gain"));
            break;
        }
        best = fitted.weights;
        pedigree.weights = candidate.id.weights;
        save(lab, &run_dir, &pedigree, &best)?;
    }

    if settings.search.games > 0 {
        lab.output.say("tuning the constants of the search");
        let evaluator = Arc::new(Evaluator::new(lab.rules, best.clone()));
        let seed = settings.seed.named("search");
        let search = SpsaSettings { seed, ..settings.search.clone() };
        let here = run_dir.file("search");
        let summary = tune_search(lab, &evaluator, &settings.parameters, &search, None, &here)?;
        if summary.interrupted {
            return Ok(done(pedigree, true));
        }
        let parameters = read_parameters(&read_text(&here.join("parameters.toml"))?)?;
        let mut tuned = best.clone();
        tuned.search = params_with(&best.search, &parameters)?;
        if tuned != best {
            let players = [player("tuned search", &tuned), player("search before", &best)];
            let gate_settings = MatchSettings { seed: seed.named("gate"), ..settings.gate.clone() };
            let gate = play_match(lab, &players, &gate_settings, None, &run_dir.file("search-gate"))?;
            lab.output.say(&gate.to_string());
            if gate.interrupted {
                return Ok(done(pedigree, true));
            }
            if is_won(&gate) {
                pedigree.parameters = parameters;
                pedigree.weights = players[0].id.weights;
                best = tuned;
            }
            pedigree.search_gate = Some(gate);
        }
        lab.output.log_to(&log);
    }

    if settings.final_pairs > 0 && pedigree.weights != pedigree.start {
        lab.output.say("match of the result against the start");
        let players = [player("tuned", &best), player("start", start)];
        let seed = settings.seed.named("final");
        let last = MatchSettings { seed, pairs: settings.final_pairs, sprt: None, ..settings.gate.clone() };
        let gain = play_match(lab, &players, &last, None, &run_dir.file("final"))?;
        lab.output.log_to(&log);
        lab.output.say(&gain.to_string());
        if gain.interrupted {
            return Ok(done(pedigree, true));
        }
        pedigree.gain = Some(gain);
    }
    save(lab, &run_dir, &pedigree, &best)?;
    lab.output
        .event("tune", &json!({"dir": dir, "weights": pedigree.weights, "generations": pedigree.generations.len()}));
    Ok(done(pedigree, false))
}

fn generation<B: Bitboard>(
    number: u32,
    games: &Path,
    parent: &Contestant<B>,
    candidate: &Contestant<B>,
    fit: &Fit,
    gate: Option<MatchSummary>,
    accepted: bool,
) -> Result<Generation, RunError> {
    let set = DataSet::open(games)?;
    let shards = &set.manifest().shards;
    Ok(Generation {
        number,
        games: shards.iter().map(|shard| shard.games).sum(),
        positions: shards.iter().map(|shard| shard.positions).sum(),
        data: shards.iter().map(|shard| shard.checksum).collect(),
        parent: parent.id.weights,
        candidate: candidate.id.weights,
        k: fit.k,
        holdout: fit.holdout,
        gate,
        accepted,
    })
}

/// Writes the weights with their pedigree, and the pedigree by itself.
fn save<B: Bitboard>(
    lab: &Lab<'_, B>,
    run_dir: &RunDir,
    pedigree: &Pedigree,
    weights: &Weights,
) -> Result<(), RunError> {
    let text = serde_json::to_string_pretty(pedigree).unwrap_or_default() + "\n";
    write_atomically(&run_dir.file("pedigree.json"), text.as_bytes())?;
    let path = run_dir.file("weights.toml");
    let text = header(pedigree) + &weights.write(lab.rules);
    write_atomically(&path, text.as_bytes())?;
    // What nobody can load is no result.
    read_weights(lab.rules, &path)?;
    Ok(())
}

/// The pedigree as comments at the head of a weights file.
fn header(pedigree: &Pedigree) -> String {
    let mut text = format!(
        "# Weights for {}, made by `khun-tuner tune` with {}, seed {}.\n# Weights {}, tuned from {}.\n",
        pedigree.variant, pedigree.engine, pedigree.seed.0, pedigree.weights, pedigree.start
    );
    for generation in &pedigree.generations {
        let Generation { number, games, positions, .. } = generation;
        text += &format!("# Generation {number}: {games} games, {positions} positions; ");
        let gate = generation.gate.as_ref();
        text += &match gate.and_then(|gate| Some((gate.games, gate.estimate?))) {
            None => "the fit found nothing better.\n".to_owned(),
            Some((games, estimate)) => {
                let verdict = if generation.accepted { "kept" } else { "dropped" };
                let (elo, error) = (estimate.elo, estimate.elo_error);
                format!("{elo:+.1} ±{error:.1} Elo against its parent in {games} games: {verdict}.\n")
            }
        };
    }
    if !pedigree.parameters.is_empty()
        && let Some((gate, estimate)) = pedigree.search_gate.as_ref().and_then(|gate| Some((gate, gate.estimate?)))
    {
        let (elo, error, games) = (estimate.elo, estimate.elo_error, gate.games);
        text += &format!("# Constants of the search: {elo:+.1} ±{error:.1} Elo in {games} games: kept.\n");
    }
    if let Some((gain, estimate)) = pedigree.gain.as_ref().and_then(|gain| Some((gain, gain.estimate?))) {
        let [low, high] = estimate.elo_interval;
        let (elo, games) = (estimate.elo, gain.games);
        text += &format!("# Gain in all: {elo:+.1} Elo (95 %: {low:+.1} to {high:+.1}) in {games} games.\n");
    }
    text
}
