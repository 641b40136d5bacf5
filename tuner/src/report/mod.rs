//! One page of HTML about a run: no network, no scripts, pictures drawn into it.

mod charts;
mod page;
mod weights;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::ctl::{FileError, Journal, JournalError, read_text, write_atomically};
use crate::dataset::{DataError, DataSet};
use crate::spsa::SpsaState;
use crate::task::TaskResult;
use crate::tuning_search::TrialRow;
use charts::{Series, bars, lines};
use page::Page;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The games cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The results cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no run in the directory.
    #[error("{} holds no run (it has no config.json)", .0.display())]
    NoRun(PathBuf),
    /// A file is broken.
    #[error("{} is broken: {reason}", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// Writes `report.html` into the directory of a run, finished or not, and returns its path.
///
/// # Errors
/// There is no run, or a file is broken.
pub fn report(dir: &Path) -> Result<PathBuf, ReportError> {
    let config = json(&dir.join("config.json"))?.ok_or_else(|| ReportError::NoRun(dir.to_owned()))?;
    let command = config["command"].as_str().unwrap_or("run");
    let variant = config["config"]["variant"]["id"].as_str().unwrap_or("a variant");
    let mut page = Page::new(&format!("khun-tuner: {command} of {variant}"));
    match command {
        "selfplay" => games(&mut page, dir)?,
        "match" => match_(&mut page, dir)?,
        "spsa" => spsa(&mut page, dir)?,
        "tune" => tune(&mut page, dir)?,
        _ => {}
    }
    page.section("Configuration");
    page.preformatted(&format!("{config:#}"));
    let path = dir.join("report.html");
    write_atomically(&path, page.finish().as_bytes())?;
    Ok(path)
}

/// A file of JSON; `None` if it is not there.
fn json(path: &Path) -> Result<Option<Value>, ReportError> {
    if !path.exists() {
        return Ok(None);
    }
    let text = read_text(path)?;
    let broken = |error: serde_json::Error| ReportError::Broken { path: path.to_owned(), reason: error.to_string() };
    serde_json::from_str(&text).map(Some).map_err(broken)
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
}

fn games(page: &mut Page, dir: &Path) -> Result<(), ReportError> {
    let totals = match DataSet::open(dir) {
        Err(DataError::Missing(_)) => return Ok(()),
        set => set?.totals()?,
    };
    page.section("Games");
    let [white, draws, black] = totals.white;
    page.paragraph(&format!(
        "{} games with {} sampled positions; White won {white}, drew {draws}, lost {black}; {:.0} plies a game.",
        totals.games,
        totals.positions,
        totals.plies as f64 / totals.games.max(1) as f64
    ));
    page.picture(&bars(
        "Results by first player",
        &[("won".into(), white as f64), ("drawn".into(), draws as f64), ("lost".into(), black as f64)],
    ));
    let reasons: Vec<(String, f64)> =
        totals.reasons.iter().map(|(reason, count)| (reason.clone(), *count as f64)).collect();
    page.picture(&bars("Reasons of ending", &reasons));
    let lengths: Vec<(String, f64)> =
        totals.lengths.iter().enumerate().map(|(bin, count)| (format!("{}", bin * 20), *count as f64)).collect();
    page.picture(&bars("Length of games, in plies", &lengths));
    Ok(())
}

fn match_(page: &mut Page, dir: &Path) -> Result<(), ReportError> {
    let Some(summary) = json(&dir.join("summary.json"))? else { return Ok(()) };
    match_summary(page, &summary);
    Ok(())
}

fn match_summary(page: &mut Page, summary: &Value) {
    page.section("Match");
    let name = |player: &Value| {
        let index = player.as_u64().unwrap_or(0) as usize;
        summary["players"][index]["name"].as_str().unwrap_or("?").to_owned()
    };
    let rows = summary["results"].as_array().map(Vec::as_slice).unwrap_or_default().iter().map(|result| {
        let (players, standing) = (&result[0], &result[1]);
        let games = numbers(&standing["games"]);
        let count = |cell: usize| games.get(cell).copied().unwrap_or(0.0).to_string();
        vec![name(&players[0]), name(&players[1]), count(2), count(1), count(0), standing["pairs"].to_string()]
    });
    page.table(&["first", "second", "won", "drawn", "lost", "pairs by points"], rows);
    if let Some(estimate) = summary.get("estimate").filter(|estimate| estimate.is_object()) {
        let number = |key: &str| estimate[key].as_f64().unwrap_or(f64::NAN);
        page.paragraph(&format!(
            "Elo {:+.1} ±{:.1}, normalised {:+.1} ±{:.1}, likelihood of superiority {:.2} %.",
            number("elo"),
            number("elo_error"),
            number("nelo"),
            number("nelo_error"),
            100.0 * number("los")
        ));
    }
    let path = numbers(&summary["llr_path"]);
    if !path.is_empty() {
        let points = path.iter().enumerate().map(|(pair, llr)| (pair as f64 + 1.0, *llr)).collect();
        let length = path.len() as f64;
        let sprt: Option<crate::statistics::Sprt> = serde_json::from_value(summary["sprt"].clone()).ok();
        let mut series = vec![Series::new("log-likelihood ratio", points)];
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            series.push(Series::new("accepted above", vec![(1.0, upper), (length, upper)]));
            series.push(Series::new("rejected below", vec![(1.0, lower), (length, lower)]));
        }
        page.picture(&lines("Sequential test", "pairs", "LLR", &series));
    }
    let white = numbers(&summary["white"]);
    if let [won, drawn, lost] = white[..] {
        page.picture(&bars(
            "Results by first player",
            &[("won".into(), won), ("drawn".into(), drawn), ("lost".into(), lost)],
        ));
    }
    if let Some(reasons) = summary["reasons"].as_object() {
        let reasons: Vec<(String, f64)> =
            reasons.iter().map(|(reason, count)| (reason.clone(), count.as_f64().unwrap_or(0.0))).collect();
        page.picture(&bars("Reasons of ending", &reasons));
    }
}

fn spsa(page: &mut Page, dir: &Path) -> Result<(), ReportError> {
    let Some(config) = json(&dir.join("config.json"))? else { return Ok(()) };
    let config = &config["config"];
    let path = dir.join("pairs.jsonl");
    if !path.exists() {
        return Ok(());
    }
    let rows: Vec<TaskResult<TrialRow>> = Journal::read(&path)?;
    // The run is a function of its configuration and results: play it through again.
    let broken =
        |error: serde_json::Error| ReportError::Broken { path: dir.join("config.json"), reason: error.to_string() };
    let parameters: Vec<crate::spsa::Parameter> =
        serde_json::from_value(config["parameters"].clone()).map_err(broken)?;
    let seed = serde_json::from_value(config["seed"].clone()).map_err(broken)?;
    let games = config["games"].as_u64().unwrap_or(0);
    let plan = crate::spsa::plan(&parameters, games, config["draws"].as_f64().unwrap_or(0.5));
    let mut state =
        SpsaState::new(parameters.clone(), plan.schedule.clone(), seed, config["window"].as_u64().unwrap_or(1));
    let mut traces: Vec<Vec<(f64, f64)>> = parameters.iter().map(|parameter| vec![(0.0, parameter.value)]).collect();
    let every = (rows.len() / 400).max(1);
    for (index, row) in rows.iter().enumerate() {
        state.commit(row.result.pair.net());
        if (index + 1) % every == 0 {
            let values = traces.iter_mut().zip(state.values());
            values.for_each(|(trace, value)| trace.push((index as f64 + 1.0, *value)));
        }
    }
    page.section("Parameters");
    page.paragraph(&format!(
        "{} of {} pairs. By plan at most {:.1} Elo are left by noise.",
        state.done(),
        state.pairs(),
        plan.precision
    ));
    let rows = state.signals().into_iter().map(|signal| {
        let note = if signal.at_bound {
            "at the end of its range"
        } else if signal.signal < 2.0 {
            "may be chance"
        } else {
            ""
        };
        vec![
            signal.name,
            format!("{:.2}", signal.start),
            format!("{:.2}", signal.value),
            format!("{:.1}", signal.signal),
            note.to_owned(),
        ]
    });
    page.table(&["parameter", "start", "now", "signal to noise", ""], rows);
    for (parameter, trace) in parameters.iter().zip(traces) {
        page.picture(&lines(&parameter.name, "pairs", "value", &[Series::new("value", trace)]));
    }
    Ok(())
}

fn tune(page: &mut Page, dir: &Path) -> Result<(), ReportError> {
    if let Some(pedigree) = json(&dir.join("pedigree.json"))? {
        page.section("Generations");
        let generations = pedigree["generations"].as_array().cloned().unwrap_or_default();
        let estimate = |gate: &Value, key: &str| gate["estimate"][key].as_f64().unwrap_or(f64::NAN);
        let rows = generations.iter().map(|generation| {
            let gate = &generation["gate"];
            vec![
                generation["number"].to_string(),
                generation["games"].to_string(),
                generation["positions"].to_string(),
                format!("{:+.1} ±{:.1}", estimate(gate, "elo"), estimate(gate, "elo_error")),
                if generation["accepted"] == true { "kept".into() } else { "dropped".into() },
            ]
        });
        page.table(&["generation", "games", "positions", "Elo against parent", ""], rows);
        let (mut sum, mut variance) = (0.0, 0.0f64);
        let mut gains = vec![(0.0, 0.0, 0.0)];
        for generation in generations.iter().filter(|generation| generation["accepted"] == true) {
            sum += estimate(&generation["gate"], "elo");
            variance += estimate(&generation["gate"], "elo_error").powi(2);
            gains.push((generation["number"].as_f64().unwrap_or(0.0), sum, variance.sqrt()));
        }
        let gains = Series::with_errors("Elo", &gains);
        page.picture(&lines("Elo of the generations, added up", "generation", "Elo", &[gains]));
        if pedigree["gain"].is_object() {
            page.paragraph("The result against the start:");
            match_summary(page, &pedigree["gain"]);
        }
    }
    let weights = dir.join("weights.toml");
    if weights.exists() {
        weights::draw(page, &read_text(&weights)?);
    }
    for number in 1.. {
        let here = dir.join(format!("generation-{number}"));
        if !here.exists() {
            break;
        }
        page.chapter(&format!("Generation {number}"));
        games(page, &here.join("games"))?;
        if let Some(fit) = json(&here.join("fit.json"))? {
            loss(page, &fit);
        }
        match_(page, &here.join("gate"))?;
    }
    let search = dir.join("search");
    if search.exists() {
        page.chapter("Constants of the search");
        spsa(page, &search)?;
    }
    Ok(())
}

fn loss(page: &mut Page, fit: &Value) {
    let path: Vec<Vec<f64>> = fit["path"].as_array().map(|path| path.iter().map(numbers).collect()).unwrap_or_default();
    let series = |place: usize| {
        let points = path.iter().enumerate().filter_map(|(step, losses)| Some((step as f64, *losses.get(place)?)));
        points.collect::<Vec<_>>()
    };
    page.section("Loss");
    let both = [Series::new("games learnt from", series(0)), Series::new("games kept back", series(1))];
    page.picture(&lines("Loss", "iteration", "mean loss", &both));
}
