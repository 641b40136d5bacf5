//! Fitting: against published numbers, finite differences, and weights that are known.

use std::convert::Infallible;

use khun_tuner::fit::*;
use khun_tuner::task::{Seed, generator};
use rand::RngExt;
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The positions and weights of the published example.
fn published() -> (Rows, Vec<Pair>, Value) {
    let vectors: Value = serde_json::from_str(include_str!("data/statistics.json")).unwrap();
    let example = vectors["texel"].clone();
    let weights = list(&example["theta"]).iter().map(|pair| [number(&pair[0]), number(&pair[1])]).collect();
    let mut rows = Rows::default();
    for (game, position) in list(&example["positions"]).iter().enumerate() {
        let entries: Vec<(u16, i16)> = list(&position["coeffs"])
            .iter()
            .map(|entry| (number(&entry[0]) as u16, number(&entry[1]) as i16))
            .collect();
        let phase = number(&position["phase"]) / 24.0;
        let row = Row {
            game: game as u64,
            result: number(&position["result"]) as f32,
            score: None,
            middlegame: phase as f32,
            endgame: ((1.0 - phase) * number(&position["eg_scale"])) as f32,
            fixed: number(&position["fixed"]) as f32,
            entries: &entries,
        };
        assert!(rows.push(&row, false));
    }
    (rows, weights, example)
}

#[test]
fn published_scales_and_gradients() {
    // Shares are kept in 32 bits, so seven digits are what there is.
    let close = |what: &str, got: f64, expected: &Value| {
        let expected = number(expected);
        assert!((got - expected).abs() < 1e-6 * expected.abs() + 1e-10, "{what}: {got}, not {expected}");
    };
    let (rows, weights, example) = published();
    let losses = [
        (Loss::SquaredError, "K_mse", "mse_at_K", "grad_mse"),
        (Loss::CrossEntropy, "K_xent", "xent_at_K", "grad_xent"),
    ];
    for (loss, scale, at, gradient) in losses {
        for method in [ScaleMethod::Brent, ScaleMethod::GoldenSection] {
            let k = fit_scale(&rows, &weights, loss, method).unwrap().unwrap();
            close(scale, k, &example[scale]);
        }
        let space = Space::new(weights.clone(), &[1.0; 6], Some, |_, _| true);
        let objective = Objective::new(&rows, &space, loss, number(&example[scale]), 0.0, 10);
        let (cost, slopes) = objective.value_and_gradient(&[0.0; 12]);
        close(at, cost, &example[at]);
        for column in 0..6 {
            for phase in 0..2 {
                let slope = slopes[space.coordinate(column, phase).unwrap()];
                close(gradient, slope, &example[gradient][column][phase]);
            }
        }
    }
}

#[test]
fn gradients_are_differences() {
    let (rows, weights, _) = published();
    let spread = [1.0, 5.0, 20.0, 20.0, 50.0, 3.0];
    for loss in [Loss::CrossEntropy, Loss::SquaredError] {
        // Two columns move together, one stays, one moves in the endgame only.
        let group = |column: usize| [Some(0), Some(0), Some(1), None, Some(2), Some(3)][column];
        let space = Space::new(weights.clone(), &spread, group, |column, phase| column != 4 || phase == 1);
        assert_eq!(space.dimensions(), 7);
        let objective = Objective::new(&rows, &space, loss, 1.5, 0.7, 100);
        let point = [0.3, -0.2, 0.1, 0.5, -0.4, 0.25, -1.0];
        let (_, gradient) = objective.value_and_gradient(&point);
        for coordinate in 0..7 {
            let step = 1e-5;
            let at = |offset: f64| {
                let mut point = point;
                point[coordinate] += offset;
                objective.value_and_gradient(&point).0
            };
            let difference = (at(step) - at(-step)) / (2.0 * step);
            assert!((difference - gradient[coordinate]).abs() < 1e-9, "{loss:?} {coordinate}");
        }
    }
}

/// Simulated games of random positions, ten of each game sharing its result.
struct Simulated {
    rows: u64,
    columns: usize,
    entries: usize,
    truth: Vec<Pair>,
    per_game: u64,
}

const SCALE: f64 = 1.5;

impl Simulated {
    fn new(rows: u64, columns: usize, entries: usize, per_game: u64) -> Simulated {
        let mut random = generator(Seed(11));
        let truth =
            (0..columns).map(|_| [random.random_range(-60.0..60.0), random.random_range(-60.0..60.0)]).collect();
        Simulated { rows, columns, entries, truth, per_game }
    }

    fn columns(&self, start: impl Fn(usize) -> Pair) -> Vec<Column> {
        let column = |index: usize| Column {
            name: format!("term {index}"),
            start: start(index),
            spread: 50.0,
            group: Some(index),
        };
        (0..self.columns).map(column).collect()
    }
}

impl RowSource for Simulated {
    type Error = Infallible;

    fn for_each(&self, visit: &mut dyn FnMut(&Row<'_>)) -> Result<(), Infallible> {
        let mut entries = Vec::new();
        for game in 0..self.rows / self.per_game {
            let mut random = generator(Seed(5).part(game));
            let luck: f64 = random.random();
            for position in 0..self.per_game {
                entries.clear();
                let stride = (self.columns / self.entries).max(1) as u32;
                let mut column = random.random_range(0..stride);
                while (column as usize) < self.columns {
                    let n = random.random_range(1..=2i16) * if random.random() { 1 } else { -1 };
                    entries.push((column as u16, n));
                    column += random.random_range(1..=2 * stride - 1);
                }
                let middlegame = random.random_range(0..=256u16) as f32 / 256.0;
                let value = |&(column, n): &(u16, i16)| {
                    let [mg, eg] = self.truth[usize::from(column)];
                    f64::from(n) * (mg * f64::from(middlegame) + eg * f64::from(1.0 - middlegame))
                };
                let value: f64 = entries.iter().map(value).sum();
                let expected = 1.0 / (1.0 + (-SCALE * value / 400.0).exp());
                // Positions of a game share its luck, but for games of one position.
                let luck = if self.per_game == 1 { random.random() } else { luck };
                let result = f32::from(u8::from(luck < expected));
                let endgame = 1.0 - middlegame;
                let _ = position;
                visit(&Row { game, result, score: None, middlegame, endgame, fixed: 0.0, entries: &entries });
            }
        }
        Ok(())
    }
}

fn rms(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count() as f64;
    (values.map(|value| value * value).sum::<f64>() / count).sqrt()
}

fn settings() -> Settings {
    Settings { k: Some(SCALE), pull: 0.01, ..Settings::default() }
}

/// Errors in hundredths of a pawn, and in standard errors.
fn misses(fit: &Fit, truth: &[Pair]) -> [f64; 2] {
    let each =
        fit.columns.iter().zip(truth).flat_map(|(column, truth)| {
            [0, 1].map(|phase| (column.weights[phase] - truth[phase], column.errors[phase]))
        });
    [rms(each.clone().map(|(miss, _)| miss)), rms(each.map(|(miss, error)| miss / error))]
}

#[test]
fn known_weights_are_found_again() {
    let mut errors = Vec::new();
    for rows in [20_000, 80_000] {
        let source = Simulated::new(rows, 60, 12, 1);
        let Ok(split) = Split::read(&source, 0.1, Seed(2));
        assert!((split.holdout.len() as f64 / rows as f64 - 0.1).abs() < 0.01);
        let fit = fit(&split, &source.columns(|_| [0.0; 2]), &settings()).unwrap();
        let [miss, standard] = misses(&fit, &source.truth);
        assert!((0.85..1.15).contains(&standard), "errors are {standard} times what the fit says");
        assert!(fit.holdout[1] < fit.holdout[0] && fit.training[1] < fit.training[0]);
        assert_eq!(fit.dimensions, 120);
        assert!(fit.columns.iter().all(|column| column.states == [State::Fitted; 2]));
        errors.push(miss);
    }
    // Four times the positions, half the error.
    assert!((1.7..2.3).contains(&(errors[0] / errors[1])), "{errors:?}");
}

#[test]
fn errors_know_that_positions_of_a_game_repeat_each_other() {
    // The same positions all through a game: ten of them tell no more than one.
    struct Repeated(Simulated);
    impl RowSource for Repeated {
        type Error = Infallible;
        fn for_each(&self, visit: &mut dyn FnMut(&Row<'_>)) -> Result<(), Infallible> {
            self.0.for_each(&mut |row| (0..10).for_each(|_| visit(row)))
        }
    }
    let source = Simulated::new(8_000, 20, 8, 1);
    let columns = source.columns(|_| [0.0; 2]);
    let truth = source.truth.clone();
    let Ok(split) = Split::read(&Repeated(source), 0.0, Seed(2));
    let fit = fit(&split, &columns, &settings()).unwrap();
    assert!((8.0..12.0).contains(&fit.repetition), "{}", fit.repetition);
    let [_, standard] = misses(&fit, &truth);
    assert!((0.75..1.3).contains(&standard), "{standard}");
}

#[test]
fn twice_the_same_to_the_last_bit() {
    let source = Simulated::new(30_000, 60, 12, 10);
    let Ok(split) = Split::read(&source, 0.1, Seed(2));
    let columns = source.columns(|_| [0.0; 2]);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| fit(&split, &columns, &Settings { k: None, ..settings() }))
    };
    // Without any weights nothing says what the scale is.
    assert!(matches!(run(1), Err(FitError::NoScale)));
    let columns = source.columns(|index| source.truth[index].map(|weight| weight * 0.5));
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| fit(&split, &columns, &Settings { k: None, ..settings() })).unwrap()
    };
    let one = run(1);
    assert_eq!(one, run(1));
    assert_eq!(one, run(3));
}

/// Simulated positions with scores that a search might give them: what they are worth by the true weights, more or less.
struct Scored(Simulated);

impl RowSource for Scored {
    type Error = Infallible;

    fn for_each(&self, visit: &mut dyn FnMut(&Row<'_>)) -> Result<(), Infallible> {
        let mut random = generator(Seed(12));
        self.0.for_each(&mut |row| {
            let value = |&(column, n): &(u16, i16)| {
                let [mg, eg] = self.0.truth[usize::from(column)];
                f64::from(n) * (mg * f64::from(row.middlegame) + eg * f64::from(row.endgame))
            };
            let value = row.entries.iter().map(value).sum::<f64>() + random.random_range(-60.0..60.0);
            visit(&Row { score: Some(value as f32), ..*row });
        })
    }
}

#[test]
fn scores_of_a_search_say_more_than_results() {
    let source = Scored(Simulated::new(20_000, 60, 12, 10));
    let Ok(split) = Split::read(&source, 0.1, Seed(2));
    let columns = source.0.columns(|_| [0.0; 2]);
    let miss = |blend: f64| {
        let fit = fit(&split, &columns, &Settings { blend, ..settings() }).unwrap();
        assert_eq!(fit.score_k.is_some(), blend > 0.0);
        misses(&fit, &source.0.truth)[0]
    };
    let [results, both, scores] = [0.0, 0.7, 1.0].map(miss);
    assert!(both < results / 2.0 && scores < both, "{results} {both} {scores}");
    // Without scores there is nothing to blend.
    let Ok(split) = Split::read(&source.0, 0.1, Seed(2));
    let settings = Settings { blend: 0.7, k: None, ..settings() };
    let columns = source.0.columns(|index| source.0.truth[index].map(|weight| weight * 0.5));
    assert!(matches!(fit(&split, &columns, &settings), Err(FitError::NoScores)));
}

#[test]
fn rare_terms_are_left_alone_and_tied_ones_move_together() {
    let source = Simulated::new(20_000, 40, 10, 1);
    let Ok(split) = Split::read(&source, 0.0, Seed(2));
    let mut columns = source.columns(|index| if index == 7 { [11.0, 12.0] } else { [0.0; 2] });
    columns.push(Column { name: "never seen".into(), start: [3.0, 4.0], spread: 50.0, group: Some(40) });
    columns[1].group = Some(0);
    columns[7].group = None;
    let fit = fit(&split, &columns, &Settings { pull: 1.0, ..settings() }).unwrap();
    assert_eq!((fit.columns[40].weights, fit.columns[40].states), ([3.0, 4.0], [State::Undetermined; 2]));
    assert_eq!((fit.columns[7].weights, fit.columns[7].states), ([11.0, 12.0], [State::Fixed; 2]));
    assert_eq!(fit.columns[0].weights, fit.columns[1].weights);
    assert_eq!(fit.dimensions, 2 * 38);
    let moved = fit.moved_most(5);
    assert_eq!(moved.len(), 5);
    assert!(moved.windows(2).all(|pair| pair[0].2.abs() >= pair[1].2.abs()));
}

#[test]
fn every_solver_works_and_keeps_to_its_budget() {
    let source = Simulated::new(2_000, 3, 2, 1);
    let Ok(split) = Split::read(&source, 0.1, Seed(2));
    let columns = source.columns(|_| [0.0; 2]);
    let best = fit(&split, &columns, &settings()).unwrap().training[1];
    for solver in [
        SolverKind::LbfgsBacktracking,
        SolverKind::SteepestDescent,
        SolverKind::NelderMead,
        SolverKind::ParticleSwarm,
        SolverKind::SimulatedAnnealing,
    ] {
        let run = |evaluations| {
            let settings = Settings { solver, iterations: 20_000, evaluations, ..settings() };
            fit(&split, &columns, &settings).unwrap()
        };
        let long = run(2_000);
        assert!(long.evaluations <= 2_000);
        assert!(long.training[1] < best + 2e-3, "{solver:?}: {} against {best}", long.training[1]);
        assert_eq!(long, run(2_000), "{solver:?}");
        assert!(run(50).evaluations <= 50);
    }
    let many = Simulated::new(2_000, 60, 10, 1);
    let Ok(split) = Split::read(&many, 0.0, Seed(2));
    let settings = Settings { solver: SolverKind::NelderMead, ..settings() };
    assert!(matches!(fit(&split, &many.columns(|_| [0.0; 2]), &settings), Err(FitError::TooMany { most: 64, .. })));
}

#[test]
fn nothing_to_learn_from() {
    let columns = Simulated::new(0, 3, 2, 1).columns(|_| [0.0; 2]);
    assert!(matches!(fit(&Split::default(), &columns, &settings()), Err(FitError::NoRows)));
    let source = Simulated::new(100, 10, 2, 1);
    let Ok(split) = Split::read(&source, 0.0, Seed(2));
    assert!(matches!(fit(&split, &columns, &settings()), Err(FitError::UnknownColumn { known: 3, .. })));
}

/// A million positions with 26 of 400 tapered weights each: `cargo test --release -- --ignored million --nocapture`.
#[test]
#[ignore = "takes half a minute"]
fn a_million_positions() {
    let source = Simulated::new(1_000_000, 400, 26, 10);
    let Ok(split) = Split::read(&source, 0.1, Seed(2));
    let began = std::time::Instant::now();
    let fit = fit(&split, &source.columns(|_| [0.0; 2]), &settings()).unwrap();
    let seconds = began.elapsed().as_secs_f64();
    let [miss, standard] = misses(&fit, &source.truth);
    println!(
        "{seconds:.1} s, {} evaluations, {} iterations, rms error {miss:.2} cp, {standard:.2} standard errors, repetition {:.2}",
        fit.evaluations,
        fit.path.len(),
        fit.repetition
    );
    assert!(seconds < 30.0);
}
