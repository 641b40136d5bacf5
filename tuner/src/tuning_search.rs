//! The constants of the search, tuned by SPSA in games of this program's own engine.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use argmin::core::checkpointing::Checkpoint;
use argmin::core::observers::{Observe, ObserverMode};
use argmin::core::{Error, Executor, KV};
use khun_engine::eval::Evaluator;
use khun_engine::search::{Params, TUNABLES};
use khun_rules::board::Bitboard;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::arena::{Adjudication, Contestant, HASH_MEGABYTES, Internal, OpeningSettings, Openings};
use crate::ctl::{Checkpoints, Journal, Progress, RunDir, write_atomically};
use crate::dataset::VariantId;
use crate::matches::{PairRow, play_pair};
use crate::run::{Lab, RunError};
use crate::spsa::{
    Parameter, Plan, Play, Signal, Spsa, SpsaCheckpoint, SpsaIterState, SpsaState, Trial, plan, write_openbench,
    write_parameters,
};
use crate::task::{Limits, PlayerId, Pool, Seed, Stage, Task, TaskResult, with_pool};

/// A checkpoint is written every so many pairs; the journal has every pair.
const CHECKPOINT: u64 = 50;

/// How SPSA is run.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaSettings {
    /// How many games.
    pub games: u64,
    /// How long.
    pub limits: Limits,
    /// What is drawn by lot.
    pub seed: Seed,
    /// Where games begin.
    pub openings: OpeningSettings,
    /// The share of games that is taken to be drawn, for planning.
    pub draws: f64,
    /// How many pairs may be under way. The result depends on it, but not on the number of threads.
    pub window: u64,
}

impl Default for SpsaSettings {
    fn default() -> SpsaSettings {
        SpsaSettings {
            games: 20_000,
            limits: Limits::nodes(2_000),
            seed: Seed(1),
            openings: OpeningSettings::default(),
            draws: 0.45,
            window: 8,
        }
    }
}

#[derive(Serialize)]
struct Config<'a> {
    variant: &'a VariantId,
    player: &'a PlayerId,
    parameters: &'a [Parameter],
    games: u64,
    limits: Limits,
    seed: Seed,
    openings: &'a OpeningSettings,
    draws: f64,
    window: u64,
}

/// A pair of SPSA and its trial.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrialRow {
    /// The values that played.
    pub trial: Trial,
    /// The games.
    pub pair: PairRow,
}

/// What a run came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpsaSummary {
    /// Pairs played.
    pub pairs: u64,
    /// Pairs that there are to be.
    pub wanted: u64,
    /// Every parameter, and whether it moved by more than chance.
    pub signals: Vec<Signal>,
    /// What was planned.
    pub plan: Plan,
    /// Whether the run was stopped.
    pub interrupted: bool,
}

/// The constants of the search as parameters, all or those of some names, with ranges that a run can use.
///
/// # Errors
/// A name is not known.
pub fn search_parameters(names: &[String], params: &Params) -> Result<Vec<Parameter>, RunError> {
    if let Some(name) = names.iter().find(|name| TUNABLES.iter().all(|tunable| tunable.name != name.as_str())) {
        return Err(RunError::Settings(format!("{name:?} is no constant of the search")));
    }
    let chosen = TUNABLES.iter().filter(|tunable| names.is_empty() || names.iter().any(|name| name == tunable.name));
    let parameter = chosen.map(|tunable| Parameter {
        name: tunable.name.to_owned(),
        value: f64::from(params.get(tunable.name).unwrap_or(tunable.default)),
        min: f64::from(tunable.min),
        max: f64::from(tunable.max),
        integer: true,
        elo: None,
        c_end: Some(f64::from(tunable.step)),
        r_end: None,
    });
    Ok(parameter.collect())
}

/// Constants, those of some parameters with their values.
///
/// # Errors
/// A parameter is no constant of the search, or out of its range.
pub fn params_with(base: &Params, parameters: &[Parameter]) -> Result<Params, RunError> {
    let mut params = base.clone();
    for parameter in parameters {
        if !params.set(&parameter.name, parameter.value.round() as i32) {
            let Parameter { name, value, .. } = parameter;
            return Err(RunError::Settings(format!(
                "{name} = {value} is no constant of the search, or out of its range"
            )));
        }
    }
    Ok(params)
}

/// Tunes constants of the search, or goes on with a run that is in the directory.
///
/// # Errors
/// The directory holds something else or cannot be written, or the parameters cannot be tuned.
pub fn tune_search<B: Bitboard>(
    lab: &Lab<'_, B>,
    evaluator: &Arc<Evaluator<B>>,
    parameters: &[Parameter],
    settings: &SpsaSettings,
    book: Option<&Path>,
    dir: &Path,
) -> Result<SpsaSummary, RunError> {
    let SpsaSettings { games, limits, seed, draws, window, .. } = *settings;
    let weights = evaluator.weights();
    let mut base = weights.clone();
    base.search = params_with(&weights.search, parameters)?;
    for parameter in parameters {
        for bound in [parameter.min, parameter.max] {
            params_with(&weights.search, &[Parameter { value: bound, ..parameter.clone() }])?;
        }
    }
    let names: Vec<String> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let contestant = Contestant::internal("base", lab.rules, base);
    let mut openings = Openings::new(lab.rules, &contestant, settings.openings.clone(), book, seed, games / 2)?;
    let config = Config {
        variant: &lab.variant,
        player: &contestant.id,
        parameters,
        games,
        limits,
        seed,
        openings: openings.settings(),
        draws,
        window,
    };
    let run_dir = RunDir::open(dir, "spsa", &config)?;
    lab.output.log_to(&run_dir.file("log.txt"));
    let plan = plan(parameters, games, draws);
    describe_plan(lab, &plan);

    let (journal, rows) = Journal::open::<TaskResult<TrialRow>>(&run_dir.file("pairs.jsonl"))?;
    rows.iter().for_each(|row| openings.mark_used(&row.result.pair.opening));
    if !rows.is_empty() {
        lab.output.say(&format!("going on after {} pairs", rows.len()));
    }
    let files = Checkpoints::new(run_dir.file("spsa.json"), run_dir.config());
    let checkpoint = SpsaCheckpoint::new(files, CHECKPOINT, lab.interrupt.clone());
    let state = SpsaState::new(parameters.to_vec(), plan.schedule.clone(), seed, window);
    let progress = lab.output.bar("spsa", "pairs", rows.len() as u64, state.pairs());

    type Seats<B> = Option<(Internal<B>, Internal<B>)>;
    let seat = || -> Seats<B> {
        let player = || Internal::new(lab.rules, evaluator, HASH_MEGABYTES).ok();
        Some((player()?, player()?))
    };
    let work = |seats: &mut Seats<B>, (trial, opening): (Trial, String)| -> Option<PairRow> {
        let (plus, minus) = seats.as_mut()?;
        for (player, values) in [(&mut *plus, &trial.plus), (&mut *minus, &trial.minus)] {
            for (name, value) in names.iter().zip(values) {
                player.params_mut().set(name, value.round() as i32);
            }
        }
        play_pair(lab.rules, &opening, [0, 1], [plus, minus], &limits, &Adjudication::default())
    };
    let solver = with_pool(lab.threads, seat, work, |pool| {
        let task = |index: u64, opening: &str| Task {
            run: run_dir.config(),
            stage: Stage::Spsa,
            index,
            seed: seed.named("pair").part(index),
            openings: vec![opening.to_owned()],
            players: vec![contestant.id.clone()],
            limits,
        };
        let player =
            Pairs { pool, journal: RefCell::new(journal), rows, openings: RefCell::new(openings), task: &task };
        let observer = Watch { json: lab.output.is_json(), progress };
        let executor = Executor::new(player, Spsa::new(state, lab.interrupt.clone()));
        let executor = executor.ctrlc(false).timer(false).checkpointing(checkpoint.clone());
        let result = executor.add_observer(observer, ObserverMode::Always).run().map_err(RunError::Optimiser)?;
        checkpoint.save(&result.solver, &result.state).map_err(RunError::Optimiser)?;
        Ok::<Spsa, RunError>(result.solver)
    })?;

    let state = &solver.state;
    let tuned = state.parameters();
    write_atomically(&run_dir.file("parameters.toml"), write_parameters(&tuned).as_bytes())?;
    write_atomically(&run_dir.file("openbench.txt"), write_openbench(&with_gains(&tuned, &plan)).as_bytes())?;
    let summary = SpsaSummary {
        pairs: state.done(),
        wanted: state.pairs(),
        signals: state.signals(),
        plan,
        interrupted: state.done() < state.pairs(),
    };
    let text = serde_json::to_string_pretty(&summary).unwrap_or_default() + "\n";
    write_atomically(&run_dir.file("summary.json"), text.as_bytes())?;
    lab.output.event("spsa", &json!({"dir": dir, "summary": summary}));
    Ok(summary)
}

fn with_gains(parameters: &[Parameter], plan: &Plan) -> Vec<Parameter> {
    let gains = parameters.iter().zip(&plan.parameters);
    gains
        .map(|(parameter, planned)| Parameter {
            c_end: Some(planned.c_end),
            r_end: Some(planned.r_end),
            ..parameter.clone()
        })
        .collect()
}

fn describe_plan<B: Bitboard>(lab: &Lab<'_, B>, plan: &Plan) {
    lab.output.say(&format!(
        "{} games for {} parameters: at most {:.1} Elo will be left by noise, about {:.0} are at stake",
        plan.games,
        plan.parameters.len(),
        plan.precision,
        plan.at_stake
    ));
    for planned in &plan.parameters {
        lab.output.say(&format!(
            "  {:20} c_end {:.3}, r_end {:.5}, half of its loss is gone after {:.0} games",
            planned.name, planned.c_end, planned.r_end, planned.half_life
        ));
    }
    plan.warnings.iter().for_each(|warning| lab.output.say(&format!("warning: {warning}")));
}

/// Pairs of games for trials: from the journal if they have been played, else from the pool.
struct Pairs<'a, B: Bitboard> {
    pool: &'a Pool<(Trial, String), Option<PairRow>>,
    journal: RefCell<Journal>,
    /// What the journal had at the start.
    rows: Vec<TaskResult<TrialRow>>,
    openings: RefCell<Openings<B>>,
    task: &'a dyn Fn(u64, &str) -> Task,
}

impl<B: Bitboard> Play for Pairs<'_, B> {
    fn submit(&self, trial: &Trial) {
        if trial.index < self.rows.len() as u64 {
            return;
        }
        // Without an opening the trial is not played, and collecting it says why.
        let opening = self.openings.borrow_mut().next(trial.index).map(|opening| opening.fen).unwrap_or_default();
        self.pool.submit(trial.index, (trial.clone(), opening));
    }

    fn collect(&self, trial: &Trial) -> Result<i32, Error> {
        if let Some(row) = self.rows.get(trial.index as usize) {
            if row.result.trial != *trial {
                return Err(Error::msg(format!("pair {} of the journal belongs to another run", trial.index)));
            }
            return Ok(row.result.pair.net());
        }
        let pair = self.pool.wait(trial.index);
        let pair = pair.ok_or_else(|| Error::msg("there are no more balanced openings, or no memory for a table"))?;
        let (net, key) = (pair.net(), (self.task)(trial.index, &pair.opening).key());
        let row = TaskResult { key, index: trial.index, result: TrialRow { trial: trial.clone(), pair } };
        self.journal.borrow_mut().append(&row)?;
        Ok(net)
    }
}

/// Shows how a run goes.
struct Watch {
    json: bool,
    progress: Progress,
}

impl Observe<SpsaIterState> for Watch {
    fn observe_iter(&mut self, state: &SpsaIterState, kv: &KV) -> Result<(), Error> {
        let pairs = (-state.cost) as u64;
        self.progress.set(pairs);
        if self.json && pairs.is_multiple_of(10) {
            let net = kv.get("net").map(|net| net.to_string());
            println!(
                "{}",
                json!({"schema_version": 1, "event": "spsa_pair", "pairs": pairs, "net": net, "values": state.param})
            );
        }
        Ok(())
    }
}
