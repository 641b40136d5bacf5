//! The statistics against numbers from an independent implementation.

use khun_tuner::statistics::*;
use serde_json::Value;

fn vectors() -> Value {
    serde_json::from_str(include_str!("data/statistics.json")).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn close(what: &str, got: f64, expected: &Value) {
    within(what, got, expected, 1e-9);
}

fn within(what: &str, got: f64, expected: &Value, tolerance: f64) {
    let expected = number(expected);
    let error = (got - expected).abs();
    // Numbers that are zero but for rounding are compared as such.
    assert!(error <= tolerance * expected.abs() + 1e-11, "{what}: {got}, not {expected}");
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn counts<const N: usize>(value: &Value) -> [u64; N] {
    let counts: Vec<u64> = list(value).iter().map(|count| count.as_u64().unwrap()).collect();
    counts.try_into().unwrap()
}

fn distribution(value: &Value) -> Distribution {
    match list(value).len() {
        3 => Trinomial(counts(value)).distribution(),
        _ => Pentanomial(counts(value)).distribution(),
    }
}

fn model(value: &Value) -> Model {
    serde_json::from_value(value.clone()).unwrap()
}

fn test_of(entry: &Value) -> Sprt {
    Sprt {
        model: model(&entry["model"]),
        elo0: number(&entry["elo0"]),
        elo1: number(&entry["elo1"]),
        alpha: entry.get("alpha").map_or(0.05, number),
        beta: entry.get("beta").map_or(0.05, number),
    }
}

#[test]
fn estimates() {
    let vectors = vectors();
    for entry in list(&vectors["pentanomial"]).iter().chain(list(&vectors["trinomial"])) {
        let name = entry["name"].as_str().unwrap();
        let what = |key: &str| format!("{name}.{key}");
        let results = distribution(&entry["counts"]);
        let estimate = results.estimate();
        assert_eq!(Some(results.counted), entry["samples"].as_u64());
        for (key, got) in [
            ("score", estimate.score),
            ("var_per_sample", results.variance()),
            ("var_per_game", results.variance_per_game()),
            ("stderr_score", estimate.standard_error),
            ("elo", estimate.elo),
            ("elo_error95", estimate.elo_error),
            ("nelo", estimate.nelo),
            ("nelo_error95", estimate.nelo_error),
            ("los", estimate.los),
        ] {
            close(&what(key), got, &entry[key]);
        }
        for bound in [0, 1] {
            close(&what("elo_ci95"), estimate.elo_interval[bound], &entry["elo_ci95"][bound]);
            if let Some(student) = entry.get("elo_ci95_student") {
                close(&what("elo_ci95_student"), estimate.elo_interval_student.unwrap()[bound], &student[bound]);
            }
        }
        for ratio in list(&entry["llr"]) {
            let test = test_of(ratio);
            let llr = test.llr(&results);
            let what = what(&test.describe());
            close(&what, llr, &ratio["llr"]);
            let decision = match test.decide(llr) {
                Decision::Continue => "continue",
                Decision::Rejected => "H0",
                Decision::Accepted => "H1",
            };
            assert_eq!(ratio["decision_0505"], decision, "{what}");
            for key in ["approx_half_log_ratio", "approx_closed_form"] {
                if let Some(expected) = ratio.get(key) {
                    let got = approximate_llr(&results, test.model, test.elo0, test.elo1);
                    close(&format!("{what}.{key}"), got, expected);
                }
            }
        }
    }
}

#[test]
fn pairs() {
    let vectors = vectors();
    for entry in list(&vectors["pair_index"]) {
        let half_points = |key: &str| (2.0 * number(&entry[key])) as u8;
        let mut pairs = Pentanomial::default();
        pairs.add(half_points("game1"), half_points("game2"));
        assert_eq!(pairs.0[entry["cell"].as_u64().unwrap() as usize], 1);
        assert_eq!(pairs.pairs(), 1);
    }
    for entry in list(&vectors["book_bias"]) {
        let (games, pairs) = (Trinomial(counts(&entry["tri"])), Pentanomial(counts(&entry["penta"])));
        let bias = BookBias::of(&games, &pairs);
        close("var_per_game_tri", games.distribution().variance_per_game(), &entry["var_per_game_tri"]);
        close("var_per_game_penta", pairs.distribution().variance_per_game(), &entry["var_per_game_penta"]);
        close("rms_bias_elo", bias.rms_elo, &entry["rms_bias_elo"]);
        close("games_saved_fraction", bias.games_saved, &entry["games_saved_fraction"]);
    }
}

#[test]
fn sequential_test_with_overshoot() {
    let vectors = vectors();
    let stream = &vectors["overshoot_stream"];
    let test = test_of(stream);
    let (mut pairs, mut state) = (Pentanomial::default(), SprtState::default());
    let mut trace = list(&stream["trace"]).iter().peekable();
    for cell in stream["pair_cells"].as_str().unwrap().bytes() {
        assert_eq!(state.decision(&test), Decision::Continue);
        pairs.0[usize::from(cell - b'0')] += 1;
        state.update(test.llr(&pairs.distribution()));
        if let Some(point) = trace.next_if(|point| point["pairs"].as_u64() == Some(pairs.pairs())) {
            assert_eq!(pairs.0, counts(&point["counts"]));
            let (lower, upper) = state.bounds(&test);
            close("llr", state.llr, &point["llr"]);
            close("lower_corrected", lower, &point["lower_corrected"]);
            close("upper_corrected", upper, &point["upper_corrected"]);
        }
        if state.decision(&test) != Decision::Continue {
            break;
        }
    }
    assert!(trace.next().is_none());
    assert_eq!(Some(pairs.pairs()), stream["stopped_at_pair"].as_u64());
    assert_eq!(state.decision(&test), Decision::Accepted);
}

#[test]
fn expected_length_of_a_test() {
    for entry in list(&vectors()["sprt_expected"]) {
        let elo = number(&entry["true_elo"]);
        let prospect = prospect(&test_of(entry), elo, number(&entry["draw_ratio"]), number(&entry["rms_bias"]));
        close(&format!("pass_prob {entry}"), prospect.pass, &entry["pass_prob"]);
        close(&format!("expected_games {entry}"), prospect.games, &entry["expected_games"]);
    }
}

#[test]
fn estimates_after_a_test() {
    for entry in list(&vectors()["sprt_posterior"]) {
        let expected = &entry["fishtest"];
        let posterior = posterior(&distribution(&entry["counts"]), &test_of(entry)).unwrap();
        // Both approximate the ratio by a Brownian motion, but not with the same drift.
        within("elo", posterior.elo, &expected["elo"], 2e-3);
        within("ci low", posterior.elo_interval[0], &expected["ci"][0], 5e-3);
        within("ci high", posterior.elo_interval[1], &expected["ci"][1], 2e-3);
        within("LOS", posterior.los, &expected["LOS"], 1e-4);
    }
}

#[test]
fn workers() {
    let vectors = vectors();
    let vectors = &vectors["worker_chi2"];
    let workers: Vec<Pentanomial> =
        vectors["workers"].as_object().unwrap().values().map(|row| Pentanomial(counts(row))).collect();
    let check = check_workers(&workers);
    let expected = &vectors["fishtest"];
    close("chi2", check.chi_squared, &expected["chi2"]);
    close("dof", check.freedom, &expected["dof"]);
    close("p", check.p, &expected["p"]);
    for (residual, expected) in check.residuals.iter().zip(expected["residual"].as_object().unwrap().values()) {
        close("residual", residual.unwrap(), expected);
    }
    close("z_95", check.suspicious, &expected["z_95"]);
    close("z_99", check.guilty, &expected["z_99"]);
}

#[test]
fn ratings() {
    let vectors = vectors();
    let vectors = &vectors["bradley_terry"];
    let encounters: Vec<Encounter> = list(&vectors["games"])
        .iter()
        .map(|entry| Encounter {
            players: ["a", "b"].map(|key| entry[key].as_u64().unwrap() as usize),
            score: number(&entry["score_a"]),
            games: number(&entry["n"]),
        })
        .collect();
    let ratings = rate(3, &encounters).unwrap();
    for (rating, expected) in ratings.iter().zip(list(&vectors["ratings_anchor0"])) {
        close("rating", rating.elo, expected);
    }
    assert_eq!(ratings[0].error, 0.0);
    assert!((10.0..60.0).contains(&ratings[2].error));
}

#[test]
fn ratings_that_do_not_exist() {
    let won = Encounter { players: [0, 1], score: 10.0, games: 10.0 };
    assert_eq!(rate(2, &[won]), Err(RatingsError::Split(vec![1])));
    assert_eq!(rate(1, &[won]), Err(RatingsError::UnknownPlayer(1)));
    assert_eq!(rate(1, &[]).unwrap().len(), 1);
    assert!(rate(2, &[]).is_err());
}

#[test]
fn impossible_tests() {
    assert!(Sprt::new(Model::Logistic, 5.0, 5.0).is_err());
    assert!(Sprt::new(Model::Logistic, f64::NAN, 5.0).is_err());
    assert!(Sprt { alpha: 0.0, ..Sprt::new(Model::Logistic, 0.0, 5.0).unwrap() }.checked().is_err());
}
