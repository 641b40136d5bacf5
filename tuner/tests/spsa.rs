//! SPSA against published schedules, on a synthetic noisy function, stopped and resumed.

use std::cell::Cell;

use argmin::core::observers::{Observe, ObserverMode};
use argmin::core::{Error, Executor, KV};
use khun_tuner::ctl::{Checkpoints, Interrupt, hash_bytes};
use khun_tuner::spsa::*;
use khun_tuner::statistics::score_of_elo;
use khun_tuner::task::{Pool, Seed, generator, with_pool};
use rand::RngExt;
use serde_json::Value;

fn vectors() -> Value {
    serde_json::from_str(include_str!("data/statistics.json")).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn close(what: &str, got: f64, expected: &Value) {
    let expected = number(expected);
    assert!((got - expected).abs() <= 1e-9 * expected.abs(), "{what}: {got}, not {expected}");
}

#[test]
fn schedules() {
    for run in list(&vectors()["spsa_schedule"]) {
        let parameters = list(&run["params"]);
        let ends: Vec<Gains> =
            parameters.iter().map(|p| Gains { c: number(&p["c_end"]), r: number(&p["r_end"]) }).collect();
        let schedule = Schedule::ending_with(run["num_iter"].as_u64().unwrap(), &ends);
        close("alpha", schedule.alpha, &run["alpha"]);
        close("gamma", schedule.gamma, &run["gamma"]);
        for (index, parameter) in parameters.iter().enumerate() {
            let [c, a] = schedule.numerators[index];
            close("A", schedule.stability, &parameter["A"]);
            close("c", c, &parameter["c"]);
            close("a", a, &parameter["a"]);
            for point in list(&parameter["at"]) {
                let gains = schedule.at(index, point["pairs_done"].as_u64().unwrap());
                close("c_k", gains.c, &point["c_k"]);
                close("R_k", gains.r, &point["R_k"]);
                let a = gains.r * gains.c * gains.c;
                close("a_k", a, &point["a_k"]);
                close("step_per_win", gains.r * gains.c, &point["step_per_win"]);
                let c = gains.c.max(0.5);
                close("openbench_int_c", c, &point["openbench_int_c"]);
                close("openbench_r", a / (c * c), &point["openbench_r"]);
            }
        }
    }
}

#[test]
fn updates() {
    let vectors = vectors();
    let run = &vectors["spsa_trace"];
    let parameters: Vec<[f64; 5]> =
        list(&run["params"]).iter().map(|p| [1, 2, 3, 4, 5].map(|n| number(&p[n]))).collect();
    let ends: Vec<Gains> = parameters.iter().map(|&[.., c, r]| Gains { c, r }).collect();
    let schedule = Schedule::ending_with(run["num_games"].as_u64().unwrap() / 2, &ends);
    let mut theta: Vec<f64> = parameters.iter().map(|p| p[0]).collect();
    for update in list(&run["updates"]) {
        let done = update["iter_before"].as_u64().unwrap();
        let net = number(&update["wins"]) - number(&update["losses"]);
        for (index, &[_, min, max, ..]) in parameters.iter().enumerate() {
            let gains = schedule.at(index, done);
            let flip = number(&update["flips"][index]);
            let perturbed = |sign: f64| (theta[index] + sign * gains.c * flip).clamp(min, max);
            close("plus", perturbed(1.0), &update["theta_plus"][index]);
            close("minus", perturbed(-1.0), &update["theta_minus"][index]);
            theta[index] = (theta[index] + gains.r * gains.c * net * flip).clamp(min, max);
            close("after", theta[index], &update["theta_after"][index]);
        }
    }
}

#[test]
fn budgets() {
    for case in list(&vectors()["spsa_autoselect"]) {
        let halves = list(&case["half_ranges"]).iter().map(number);
        let parameters: Vec<Parameter> = list(&case["elos"])
            .iter()
            .zip(halves)
            .map(|(elo, half)| parameter("x", 0.0, half, Some(number(elo))))
            .collect();
        let draws = number(&case["draw_ratio"]);
        let (r, games) = plan_for_precision(&parameters, number(&case["precision"]), draws);
        close("r", r, &case["r"]);
        assert_eq!(Some(games), case["num_games"].as_u64());
        // Planned the other way round, the same budget leaves the same precision.
        let plan = plan(&parameters, games, draws);
        assert!((plan.precision / number(&case["precision"]) - 1.0).abs() < 1e-3, "{}", plan.precision);
        assert!((plan.parameters[0].c_end / number(&case["c"][0]) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn hopeless_budgets_are_called_so() {
    let parameters: Vec<Parameter> = (0..60).map(|_| parameter("x", 0.0, 50.0, Some(4.0))).collect();
    assert_eq!(plan(&parameters, 20_000, 0.45).warnings.len(), 1);
    assert!(plan(&parameters[..6], 200_000, 0.45).warnings.is_empty());
}

fn parameter(name: &str, value: f64, half_range: f64, elo: Option<f64>) -> Parameter {
    let (min, max) = (-half_range, half_range);
    Parameter { name: name.into(), value, min, max, integer: false, elo, c_end: None, r_end: None }
}

/// Games whose strength is a quadratic of the values with its optimum at 0, 45 % of them drawn.
fn synthetic(trial: &Trial) -> i32 {
    let elo = |values: &[f64]| values.iter().map(|x| -40.0 * (x / 100.0).powi(2)).sum::<f64>();
    let score = score_of_elo(elo(&trial.plus) - elo(&trial.minus));
    let mut random = generator(Seed(99).part(trial.index));
    (0..2)
        .map(|_| match random.random::<f64>() {
            x if x < score - 0.225 => 1,
            x if x < score + 0.225 => 0,
            _ => -1,
        })
        .sum()
}

struct Player<'a> {
    pool: &'a Pool<Trial, i32>,
    interrupt: Interrupt,
    stop_after: Cell<u64>,
}

impl Play for Player<'_> {
    fn submit(&self, trial: &Trial) {
        self.pool.submit(trial.index, trial.clone());
    }

    fn collect(&self, trial: &Trial) -> Result<i32, Error> {
        let left = self.stop_after.get();
        if left == 0 {
            self.interrupt.request();
        }
        self.stop_after.set(left.saturating_sub(1));
        Ok(self.pool.wait(trial.index))
    }
}

fn start(integer: bool) -> SpsaState {
    let parameters: Vec<Parameter> =
        (0..6).map(|n| Parameter { integer, ..parameter(&format!("p{n}"), 60.0, 100.0, Some(40.0)) }).collect();
    let schedule = plan(&parameters, 10_000, 0.45).schedule;
    SpsaState::new(parameters, schedule, Seed(3), 8)
}

/// Runs until the end or an interrupt after so many results.
fn run(
    threads: usize,
    solver: Spsa,
    checkpoint: Option<SpsaCheckpoint>,
    stop_after: u64,
    interrupt: Interrupt,
) -> Spsa {
    with_pool(
        threads,
        || (),
        |(), trial: Trial| synthetic(&trial),
        |pool| {
            let player = Player { pool, interrupt, stop_after: Cell::new(stop_after) };
            let mut executor = Executor::new(player, solver).ctrlc(false).timer(false);
            if let Some(checkpoint) = &checkpoint {
                executor = executor.checkpointing(checkpoint.clone());
            }
            let result = executor.run().unwrap();
            if let Some(checkpoint) = &checkpoint {
                argmin::core::checkpointing::Checkpoint::save(checkpoint, &result.solver, &result.state).unwrap();
            }
            result.solver
        },
    )
}

#[test]
fn it_finds_the_optimum_whatever_the_number_of_threads() {
    let one = run(1, Spsa::new(start(false), Interrupt::new()), None, u64::MAX, Interrupt::new());
    let loss: f64 = one.state.values().iter().map(|x| 40.0 * (x / 100.0).powi(2)).sum();
    assert!(loss < 10.0, "{loss} of 86 Elo are still lost: {:?}", one.state.values());
    assert_eq!(one.state.done(), 5_000);
    assert!(one.state.signals().iter().all(|signal| signal.signal > 2.0 && !signal.at_bound));
    for threads in [2, 5] {
        let many = run(threads, Spsa::new(start(false), Interrupt::new()), None, u64::MAX, Interrupt::new());
        assert_eq!(many.state, one.state);
    }
}

#[test]
fn stopped_and_resumed_it_ends_the_same() {
    let whole = run(2, Spsa::new(start(true), Interrupt::new()), None, u64::MAX, Interrupt::new());
    let dir = tempfile::tempdir().unwrap();
    let files = Checkpoints::new(dir.path().join("spsa.json"), hash_bytes(b"config"));
    let mut done = 0;
    for stop_after in [0, 1, 700, 1234, 1, u64::MAX] {
        let interrupt = Interrupt::new();
        let checkpoint = SpsaCheckpoint::new(files.clone(), 100, interrupt.clone());
        let solver = Spsa::new(start(true), interrupt.clone());
        let solver = run(3, solver, Some(checkpoint), stop_after, interrupt);
        assert!(solver.state.done() > done);
        done = solver.state.done();
    }
    let (state, _) = files.load::<SpsaState>().unwrap().unwrap();
    assert_eq!(state, whole.state);
    assert!(state.parameters().iter().all(|parameter| parameter.value.fract() == 0.0));
}

#[test]
fn killed_it_goes_on_from_the_last_checkpoint() {
    let whole = run(2, Spsa::new(start(false), Interrupt::new()), None, u64::MAX, Interrupt::new());
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("spsa.json");
    let files = Checkpoints::new(path.clone(), hash_bytes(b"config"));
    let interrupt = Interrupt::new();
    let checkpoint = SpsaCheckpoint::new(files.clone(), 100, interrupt.clone());
    run(2, Spsa::new(start(false), interrupt.clone()), Some(checkpoint.clone()), 950, interrupt);
    // The newest generation is torn.
    std::fs::write(&path, "{\"format\":1").unwrap();
    let checkpoint = SpsaCheckpoint::new(files, 100, Interrupt::new());
    let resumed = run(2, Spsa::new(start(false), Interrupt::new()), Some(checkpoint), u64::MAX, Interrupt::new());
    assert_eq!(resumed.state, whole.state);
}

struct Count(std::sync::Arc<std::sync::atomic::AtomicU64>);

impl Observe<SpsaIterState> for Count {
    fn observe_iter(&mut self, state: &SpsaIterState, kv: &KV) -> Result<(), Error> {
        assert_eq!(state.param.as_ref().map(Vec::len), Some(6));
        assert!(kv.get("net").is_some());
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    }
}

#[test]
fn observers_see_every_pair() {
    let count = std::sync::Arc::default();
    with_pool(
        2,
        || (),
        |(), trial: Trial| synthetic(&trial),
        |pool| {
            let player = Player { pool, interrupt: Interrupt::new(), stop_after: Cell::new(u64::MAX) };
            let solver = Spsa::new(start(false), Interrupt::new());
            let observer = Count(std::sync::Arc::clone(&count));
            Executor::new(player, solver).ctrlc(false).add_observer(observer, ObserverMode::Always).run().unwrap();
        },
    );
    assert_eq!(count.load(std::sync::atomic::Ordering::Relaxed), 5_000);
}

#[test]
fn parameters_are_read_and_checked() {
    let text = "format = 1\n[[parameters]]\nname = \"a\"\nvalue = 3\nmin = 0\nmax = 10\ninteger = true\nelo = 5\n";
    let parameters = read_parameters(text).unwrap();
    assert_eq!(read_parameters(&write_parameters(&parameters)).unwrap(), parameters);
    let lines = "# a comment\nlmr, int, 90, 20, 200, 6, 0.002\nmargin, float, 1.5, 0, 3, 0.25, 0.001\n";
    let parameters = read_parameters(lines).unwrap();
    assert_eq!(parameters.len(), 2);
    assert_eq!(format!("# a comment\n{}", write_openbench(&parameters)), lines);
    for (text, fault) in [
        ("", "missing field"),
        ("format = 2", "format 2 is not known"),
        ("format = 1", "no parameters"),
        ("a, int, 1, 2, 3", "line 1: name, int or float"),
        ("a, int, 1, 2, 3, 1, 1", "a: 1 is outside of 2 to 3"),
        ("a, int, 1, 1, 1, 1, 1", "a: 1 to 1 is no range"),
        ("a, int, 1, 0, 3, 0, 1", "a: c_end has to be above 0"),
        ("a, int, 1, 0, 3, x, 1", "\"x\" is no number"),
        ("a, bool, 1, 0, 3, 1, 1", "neither int nor float"),
        ("a, int, 1, 0, 3, 1, 1\na, int, 1, 0, 3, 1, 1", "a: it is listed twice"),
    ] {
        let error = read_parameters(text).unwrap_err().to_string();
        assert!(error.contains(fault), "{text:?}: {error}");
    }
}
