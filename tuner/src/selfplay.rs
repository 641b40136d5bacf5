//! Games of a player with itself, for data.

use std::ops::ControlFlow;
use std::path::Path;

use khun_rules::Game;
use khun_rules::board::Bitboard;
use rand::RngExt;
use serde::Serialize;
use serde_json::json;

use crate::arena::{Adjudication, Contestant, Opening, OpeningSettings, Openings, PlayedGame, Player, Seats, play};
use crate::ctl::{Journal, RunDir};
use crate::dataset::{DataError, DataSet, GameRecord, Sample, Source, Totals, VariantId, record_of};
use crate::run::{Lab, RunError};
use crate::task::{Limits, PlayerId, Seed, Stage, Task, TaskResult, generator, in_order};

/// Scores beyond this say that the game is decided, and little else.
const MOST_SCORE: i32 = 1_500;
/// Games that are under way or wait for an earlier one, for each thread.
const WINDOW: u64 = 16;

/// How self-play is done.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// How many games.
    pub games: u64,
    /// How long.
    pub limits: Limits,
    /// What is drawn by lot.
    pub seed: Seed,
    /// Where games begin.
    pub openings: OpeningSettings,
    /// When games are decided early.
    pub adjudication: Adjudication,
    /// The most positions that are sampled from a game.
    pub samples: u32,
    /// Games in a file.
    pub shard: u64,
}

impl Default for SelfPlaySettings {
    fn default() -> SelfPlaySettings {
        SelfPlaySettings {
            games: 1_000,
            limits: Limits { max_plies: 300, ..Limits::nodes(2_000) },
            seed: Seed(1),
            openings: OpeningSettings::default(),
            adjudication: Adjudication { win_score: 1_500, win_plies: 8, ..Adjudication::default() },
            samples: 16,
            shard: 256,
        }
    }
}

/// What the games depend on.
#[derive(Serialize)]
struct Config<'a> {
    variant: &'a VariantId,
    player: &'a PlayerId,
    games: u64,
    limits: Limits,
    seed: Seed,
    openings: &'a OpeningSettings,
    adjudication: Adjudication,
    samples: u32,
    shard: u64,
}

/// What a run came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SelfPlaySummary {
    /// Games that are saved.
    pub games: u64,
    /// Games that there are to be.
    pub wanted: u64,
    /// Whether it was stopped.
    pub interrupted: bool,
    /// Whether there are no more openings.
    pub out_of_openings: bool,
    /// Counts of what was played now.
    pub totals: Totals,
    /// Positions searched a second, by all threads together.
    pub nodes_per_second: u64,
}

/// Plays games and saves them in a directory, or goes on with those that are there.
///
/// # Errors
/// The directory holds something else, or cannot be written.
pub fn self_play<B: Bitboard>(
    lab: &Lab<'_, B>,
    contestant: &Contestant<B>,
    settings: &SelfPlaySettings,
    book: Option<&Path>,
    dir: &Path,
) -> Result<SelfPlaySummary, RunError> {
    if contestant.evaluator().is_none() {
        return Err(RunError::Settings("self-play is for this program's own engine".to_owned()));
    }
    let SelfPlaySettings { games, limits, seed, adjudication, samples, shard, .. } = *settings;
    if shard == 0 || !limits.is_reproducible() {
        return Err(RunError::Settings("self-play needs a fixed number of nodes, or a fixed depth".to_owned()));
    }
    let mut openings = Openings::new(lab.rules, contestant, settings.openings.clone(), book, seed, games)?;
    let config = Config {
        variant: &lab.variant,
        player: &contestant.id,
        games,
        limits,
        seed,
        openings: openings.settings(),
        adjudication,
        samples,
        shard,
    };
    let run_dir = RunDir::open(dir, "selfplay", &config)?;
    lab.output.log_to(&run_dir.file("log.txt"));
    let source = Source { player: contestant.id.clone(), seed, limits };
    let mut set = match DataSet::open_for(dir, &lab.variant) {
        Err(DataError::Missing(_)) => DataSet::create(dir, lab.variant.clone(), vec![source])?,
        set => set?,
    };
    let (mut journal, rows) = Journal::open::<TaskResult<String>>(&run_dir.file("games.jsonl"))?;
    let mut saved = 0;
    for game in set.games() {
        openings.mark_used(game?.start.as_deref().unwrap_or_default());
        saved += 1;
    }
    // A kill between a shard and the clearing of the journal leaves games in both.
    let rows = rows.into_iter().filter(|row| row.index >= saved);
    let mut pending: Vec<GameRecord> = rows.filter_map(|row| GameRecord::from_hex(&row.result)).collect();
    pending.iter().for_each(|game| openings.mark_used(game.start.as_deref().unwrap_or_default()));
    let first = saved + pending.len() as u64;
    if run_dir.resumed() && first < games {
        lab.output.say(&format!("going on after {first} of {games} games"));
    }

    // One player for each thread, made here so that a lack of memory is told here.
    let players = (0..lab.threads.max(1)).map(|_| contestant.player().map_err(|_| RunError::NoMemory));
    let players = std::sync::Mutex::new(players.collect::<Result<Vec<_>, _>>()?);
    let seat = || players.lock().ok().and_then(|mut players| players.pop());
    let task = |index: u64, opening: &Opening| Task {
        run: run_dir.config(),
        stage: Stage::SelfPlay,
        index,
        seed: seed.named("game").part(index),
        openings: vec![opening.fen.clone()],
        players: vec![contestant.id.clone()],
        limits,
    };
    let play_one = |player: &mut Option<Box<dyn Player<B>>>, (task, plies): (Task, u32)| {
        let game = task.openings.first().and_then(|fen| Game::from_fen(lab.rules.clone(), fen).ok())?;
        let played = play(game, Seats::One(player.as_mut()?.as_mut()), &task.limits, &adjudication);
        let decision = Some((played.ending.status, played.ending.reason.as_str()));
        let samples = sample(&played, samples, task.seed);
        let record = record_of(&played.game, task.index, plies, decision, samples);
        Some((task.key(), record, played.nodes))
    };

    let progress = lab.output.bar("self-play", "games", first, games);
    let began = std::time::Instant::now();
    let (mut out_of_openings, mut totals, mut nodes, mut done) = (false, Totals::default(), 0u64, first);
    let prepare = |index: u64| {
        if index >= games || lab.interrupt.is_requested() {
            return None;
        }
        let opening = openings.next(index);
        out_of_openings = opening.is_none();
        opening.map(|opening| (task(index, &opening), opening.plies))
    };
    let commit = |index: u64, result: Option<_>| -> Result<ControlFlow<()>, RunError> {
        let Some((key, record, searched)): Option<(_, GameRecord, u64)> = result else {
            return Err(RunError::Settings(format!("game {index} cannot be played from its opening")));
        };
        journal.append(&TaskResult { key, index, result: record.to_hex() })?;
        totals.add(&record);
        nodes += searched;
        pending.push(record);
        done = index + 1;
        if pending.len() as u64 == shard {
            set.add_shard(0, &pending)?;
            pending.clear();
            journal.clear()?;
        }
        progress.step();
        let [white, draws, black] = totals.white;
        progress.message(format!("+{white} ={draws} -{black}"));
        Ok(ControlFlow::Continue(()))
    };
    let window = WINDOW * lab.threads.max(1) as u64;
    in_order(lab.threads, window, first, seat, play_one, prepare, commit)?;
    drop(progress);

    let interrupted = done < games && !out_of_openings;
    if !interrupted && !pending.is_empty() {
        set.add_shard(0, &pending)?;
        journal.clear()?;
    }
    journal.sync()?;
    totals.reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let nodes_per_second = (nodes as f64 / began.elapsed().as_secs_f64().max(1e-3)) as u64;
    let summary =
        SelfPlaySummary { games: done, wanted: games, interrupted, out_of_openings, totals, nodes_per_second };
    lab.output.event("selfplay", &json!({"dir": dir, "summary": summary}));
    Ok(summary)
}

/// Draws positions to learn from by lot among those that are fit for it.
fn sample<B: Bitboard>(played: &PlayedGame<B>, most: u32, seed: Seed) -> Vec<Sample> {
    let fit = played.turns.iter().enumerate().filter_map(|(ply, turn)| {
        let score = turn.score.filter(|score| turn.quiet && score.abs() <= MOST_SCORE)?;
        Some(Sample { ply: ply as u32, score: score as i16 })
    });
    let mut samples: Vec<Sample> = fit.collect();
    let mut random = generator(seed.named("samples"));
    let most = most as usize;
    for place in 0..samples.len().min(most) {
        let other = random.random_range(place as u64..samples.len() as u64) as usize;
        samples.swap(place, other);
    }
    samples.truncate(most);
    samples.sort_unstable_by_key(|sample| sample.ply);
    samples
}
