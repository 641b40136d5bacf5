//! What the command line says, done.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use khun_engine::eval::Evaluator;
use khun_engine::search::Params;
use khun_engine::{Ending, Weights};
use khun_rules::board::Bitboard;
use khun_rules::{Rules, with_rules};
use khun_variant::{Fault, Settings as VariantSettings, Style, Variant, load, render};
use serde_json::json;

use super::args::{
    Cli, Command, DatasetCommand, EndingsArgs, ExportFormat, FitArgs, MatchArgs, OpeningArgs, SelfplayArgs, SpsaArgs,
    TuneArgs, VariantArgs,
};
use super::{Done, Stop};
use crate::arena::{Adjudication, Contestant, OpeningSettings, parse_contestant, read_weights};
use crate::ctl::{FileError, Interrupt, Output, read_text, write_atomically};
use crate::dataset::{DataError, DataSet, VariantId, export_pgn, export_positions, merge};
use crate::endings::{Solved, solve};
use crate::fit;
use crate::fitting::{Terms, describe_fit, fit_weights};
use crate::matches::{MatchSettings, play_match};
use crate::report::{ReportError, report};
use crate::run::{Lab, RunError};
use crate::selfplay::{SelfPlaySettings, self_play};
use crate::spsa::{read_parameters, write_parameters};
use crate::statistics::Sprt;
use crate::task::{Limits, Seed};
use crate::tune::{TuneSettings, tune};
use crate::tuning_search::{SpsaSettings, search_parameters, tune_search};

/// What `tune` tunes of the search unless it is told otherwise: what decides most about the shape of the tree.
const SEARCH: [&str; 6] =
    ["reverse_margin", "null_eval", "futility_margin", "reduce_base", "reduce_divisor", "exchange_capture"];

pub(super) fn run(cli: &Cli, output: &Output, interrupt: Interrupt) -> Result<Done, Stop> {
    match &cli.command {
        Command::Selfplay(args) => {
            let variant = open(&args.variant)?;
            with_rules!(&variant.rules, rules => selfplay(rules, lab(rules, &variant, args.threads.threads, output, interrupt), args))
        }
        Command::Dataset(args) => dataset(&args.command, output),
        Command::Fit(args) => {
            let variant = open(&args.variant)?;
            with_rules!(&variant.rules, rules => fitted(rules, lab(rules, &variant, args.threads.threads, output, interrupt), args))
        }
        Command::Spsa(args) => {
            let variant = open(&args.variant)?;
            with_rules!(&variant.rules, rules => spsa(rules, lab(rules, &variant, args.threads.threads, output, interrupt), args))
        }
        Command::Match(args) => {
            let Some((name, players)) = args.players_and_variant.split_last() else { return Err(usage("no variant")) };
            let settings = VariantSettings { profile: args.profile.clone(), set: args.set.clone() };
            let variant = open_named(name, &settings)?;
            with_rules!(&variant.rules, rules => {
                match_(rules, lab(rules, &variant, args.threads.threads, output, interrupt), players, args)
            })
        }
        Command::Tune(args) => {
            let variant = open(&args.variant)?;
            with_rules!(&variant.rules, rules => tuned(rules, lab(rules, &variant, args.threads.threads, output, interrupt), args))
        }
        Command::Report { dir } => {
            let path = report(dir).map_err(|error| Stop {
                status: if matches!(error, ReportError::File(_) | ReportError::NoRun(_)) { 2 } else { 1 },
                message: error.to_string(),
            })?;
            print(&format!("{}\n", path.display()), output)?;
            Ok(Done::All)
        }
        Command::Endings(args) => {
            let variant = open(&args.variant)?;
            with_rules!(&variant.rules, rules => endings(rules, lab(rules, &variant, args.threads.threads, output, interrupt), args))
        }
        Command::Params => {
            let parameters = search_parameters(&[], &Params::default())?;
            print(&write_parameters(&parameters), output)?;
            Ok(Done::All)
        }
    }
}

fn usage(message: impl Into<String>) -> Stop {
    Stop { message: message.into(), status: 2 }
}

/// Prints a result for people; with `--json` stdout is for events.
fn print(text: &str, output: &Output) -> Result<(), Stop> {
    let written = if output.is_json() { Ok(()) } else { std::io::stdout().lock().write_all(text.as_bytes()) };
    // A reader that has seen enough is no error.
    written.or_else(|error| match error.kind() {
        std::io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(FileError::new("write", Path::new("stdout"), error).into()),
    })
}

fn open(args: &VariantArgs) -> Result<Variant, Stop> {
    open_named(&args.variant, &VariantSettings { profile: args.profile.clone(), set: args.set.clone() })
}

fn open_named(name: &str, settings: &VariantSettings) -> Result<Variant, Stop> {
    load(name, settings).map_err(|error| {
        let style = Style::Graphical { colours: false, unicode: true, width: 100 };
        let faults: String = error.faults().iter().map(|fault: &Fault| format!("\n{}", render(fault, style))).collect();
        Stop { message: format!("{error}{faults}"), status: error.exit_status() }
    })
}

fn lab<'a, B: Bitboard>(
    rules: &'a Arc<Rules<B>>,
    variant: &Variant,
    threads: usize,
    output: &'a Output,
    interrupt: Interrupt,
) -> Lab<'a, B> {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let mut names = vec![variant.uci.clone(), variant.id.clone()];
    names.extend(variant.aliases.iter().cloned());
    Lab {
        rules,
        variant: VariantId { id: variant.id.clone(), hash: variant.hash.clone() },
        names,
        threads: if threads == 0 { processors() } else { threads },
        output,
        interrupt,
    }
}

fn weights_of<B: Bitboard>(rules: &Rules<B>, path: Option<&PathBuf>) -> Result<Weights, RunError> {
    Ok(match path {
        None => Weights::estimate(rules),
        Some(path) => read_weights(rules, path)?,
    })
}

fn openings(args: &OpeningArgs) -> OpeningSettings {
    OpeningSettings { plies: args.plies, balance: args.balance, ..OpeningSettings::default() }
}

fn done(interrupted: bool) -> Done {
    if interrupted { Done::Interrupted } else { Done::All }
}

fn selfplay<B: Bitboard>(rules: &Arc<Rules<B>>, lab: Lab<'_, B>, args: &SelfplayArgs) -> Result<Done, Stop> {
    let weights = weights_of(rules, args.weights.as_ref())?;
    let contestant = Contestant::internal("khun", rules, weights);
    let defaults = SelfPlaySettings::default();
    let settings = SelfPlaySettings {
        games: args.games,
        limits: Limits { max_plies: args.max_plies, ..Limits::nodes(args.nodes) },
        seed: Seed(args.seed),
        openings: openings(&args.openings),
        adjudication: if args.no_adjudication { Adjudication::default() } else { defaults.adjudication },
        samples: args.samples,
        ..defaults
    };
    let summary = self_play(&lab, &contestant, &settings, args.openings.book.as_deref(), &args.out)?;
    let [white, draws, black] = summary.totals.white;
    let text = format!(
        "{} of {} games; now White +{white} ={draws} -{black}, {} positions, {} nodes a second\n",
        summary.games, summary.wanted, summary.totals.positions, summary.nodes_per_second
    );
    print(&text, lab.output)?;
    if summary.out_of_openings {
        lab.output.say("there are no more balanced openings: more random moves (--plies), or a book");
        return Ok(Done::Failed);
    }
    Ok(done(summary.interrupted))
}

fn dataset(command: &DatasetCommand, output: &Output) -> Result<Done, Stop> {
    match command {
        DatasetCommand::Info { dir } => {
            let set = DataSet::open(dir)?;
            let totals = set.totals()?;
            let manifest = set.manifest();
            output
                .event("dataset", &json!({"variant": manifest.variant, "sources": manifest.sources, "totals": totals}));
            let [white, draws, black] = totals.white;
            let mut text = format!(
                "{}: {} games, {} positions, {} plies, {} bytes in {} shards\nWhite +{white} ={draws} -{black}\n",
                manifest.variant,
                totals.games,
                totals.positions,
                totals.plies,
                totals.bytes,
                manifest.shards.len()
            );
            for source in &manifest.sources {
                let (player, seed) = (&source.player, source.seed.0);
                text += &format!(
                    "by {} with weights {}, {} nodes a move, seed {seed}\n",
                    player.engine,
                    player.weights.short(),
                    source.limits.nodes
                );
            }
            for (reason, count) in &totals.reasons {
                text += &format!("{count:8} {reason}\n");
            }
            print(&text, output)?;
            Ok(Done::All)
        }
        DatasetCommand::Verify { variant, dirs } => {
            let variant = open(variant)?;
            let id = VariantId { id: variant.id.clone(), hash: variant.hash.clone() };
            let mut faults: Vec<DataError> = Vec::new();
            for dir in dirs {
                let set = DataSet::open_for(dir, &id)?;
                with_rules!(&variant.rules, rules => faults.extend(set.verify(rules)));
            }
            for fault in &faults {
                output.say(&fault.to_string());
            }
            output.event(
                "verify",
                &json!({"ok": faults.is_empty(), "faults": faults.iter().map(ToString::to_string).collect::<Vec<_>>()}),
            );
            print(if faults.is_empty() { "everything is whole, and every move is legal\n" } else { "" }, output)?;
            Ok(if faults.is_empty() { Done::All } else { Done::Failed })
        }
        DatasetCommand::Merge { dirs, out } => {
            let (set, left_out) = merge(dirs, out)?;
            let games: u64 = set.manifest().shards.iter().map(|shard| shard.games).sum();
            output.event("merge", &json!({"games": games, "left_out": left_out}));
            print(&format!("{games} games; {left_out} were there twice\n"), output)?;
            Ok(Done::All)
        }
        DatasetCommand::Export { variant, dir, format } => {
            let variant = open(variant)?;
            let set = DataSet::open_for(dir, &VariantId { id: variant.id.clone(), hash: variant.hash.clone() })?;
            with_rules!(&variant.rules, rules => export(rules, &set, *format))
        }
    }
}

fn export<B: Bitboard>(rules: &Arc<Rules<B>>, set: &DataSet, format: ExportFormat) -> Result<Done, Stop> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for game in set.games() {
        let game = game?;
        let written = match format {
            ExportFormat::Fen => export_positions(rules, &game, &mut out),
            ExportFormat::Pgn => export_pgn(rules, &game, "khun", &mut out),
        };
        match written {
            Ok(replayed) => {
                replayed.map_err(|fault| DataError::Broken { path: set.dir().to_owned(), fault })?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(Done::All),
            Err(error) => return Err(FileError::new("write", Path::new("stdout"), error).into()),
        }
    }
    match out.flush() {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(FileError::new("write", Path::new("stdout"), error).into())
        }
        _ => Ok(Done::All),
    }
}

fn fitted<B: Bitboard>(rules: &Arc<Rules<B>>, lab: Lab<'_, B>, args: &FitArgs) -> Result<Done, Stop> {
    if !(0.0..0.9).contains(&args.holdout) || args.pull.is_nan() || args.pull < 0.0 {
        return Err(usage("--holdout has to be from 0 to 0.9, and --pull not negative"));
    }
    if !(0.0..=1.0).contains(&args.blend) {
        return Err(usage("--blend has to be from 0 to 1"));
    }
    let start = weights_of(rules, args.from.as_ref())?;
    let settings = fit::Settings {
        blend: args.blend,
        loss: args.loss.into(),
        solver: args.solver.into(),
        evaluations: args.evaluations,
        iterations: args.evaluations,
        k: args.k,
        k_method: args.k_method.into(),
        pull: args.pull,
        holdout: args.holdout,
        seed: Seed(args.seed),
        ..fit::Settings::default()
    };
    let terms = Terms { only: args.only.clone(), mirrored: !args.both_wings };
    let result = fit_weights(&lab, &start, &args.data, &terms, &settings)?;
    write_atomically(&args.out, result.weights.write(rules).as_bytes())?;
    let details = args.out.with_extension("fit.json");
    let text = serde_json::to_string_pretty(&result.fit).unwrap_or_default() + "\n";
    write_atomically(&details, text.as_bytes())?;
    print(&describe_fit(&result.fit), lab.output)?;
    Ok(Done::All)
}

fn endings<B: Bitboard>(rules: &Arc<Rules<B>>, lab: Lab<'_, B>, args: &EndingsArgs) -> Result<Done, Stop> {
    let mut weights = weights_of(rules, args.from.as_ref())?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(lab.threads).build();
    let pool = pool.map_err(|error| Stop { message: error.to_string(), status: 2 })?;
    let mut told = Ok(());
    let tell = |solved: &Solved| {
        told = print(&format!("{}\n", solved.describe(rules)), lab.output);
        told.is_ok() && !lab.interrupt.is_requested()
    };
    let most = args.men.into();
    let solved = pool.install(|| solve(rules, most, tell)).map_err(|error| usage(error.to_string()))?;
    told?;
    if lab.interrupt.is_requested() {
        // Half of the endings would pass for all of them.
        return Err(Stop { message: "stopped before the end; nothing is written".to_owned(), status: 130 });
    }
    for ending in &solved {
        let men: Vec<&str> = ending.men.iter().map(|&kind| rules.kind(kind).id.as_str()).collect();
        let Solved { positions, wins, longest, .. } = ending;
        let facts =
            json!({"men": men, "positions": positions, "wins": wins, "longest": longest, "mean": ending.mean()});
        lab.output.event("ending", &facts);
    }
    if solved.is_empty() {
        lab.output.say("no ending of this variant goes on against a lone royal man");
    }
    let larger = |ending: &Ending| ending.men.iter().map(|&men| usize::from(men)).sum::<usize>() > most;
    weights.endings.retain(larger);
    weights.endings.splice(0..0, solved.iter().map(Solved::ending));
    if let Some(out) = &args.out {
        // Where the weights come from stands in the head of their file.
        let head = args.from.as_ref().map(|from| read_text(from)).transpose()?.unwrap_or_default();
        let head: String = head.split_inclusive('\n').take_while(|line| line.starts_with('#')).collect();
        write_atomically(out, (head + &weights.write(rules)).as_bytes())?;
        lab.output.say(&format!("weights with {} endings are in {}", weights.endings.len(), out.display()));
    }
    Ok(Done::All)
}

fn spsa<B: Bitboard>(rules: &Arc<Rules<B>>, lab: Lab<'_, B>, args: &SpsaArgs) -> Result<Done, Stop> {
    let parameters = read_parameters(&read_text(&args.params)?).map_err(|error| {
        let error = RunError::from(error);
        Stop { message: format!("{}: {error}", args.params.display()), status: error.exit_status() }
    })?;
    let evaluator = Arc::new(Evaluator::new(rules, weights_of(rules, args.weights.as_ref())?));
    let settings = SpsaSettings {
        games: args.games,
        limits: Limits::nodes(args.nodes),
        seed: Seed(args.seed),
        openings: openings(&args.openings),
        draws: args.draws.clamp(0.0, 0.95),
        window: args.window,
    };
    let summary = tune_search(&lab, &evaluator, &parameters, &settings, args.openings.book.as_deref(), &args.out)?;
    let mut text = format!("{} of {} pairs\n", summary.pairs, summary.wanted);
    for signal in &summary.signals {
        let note = if signal.at_bound {
            " (at the end of its range)"
        } else if signal.signal < 2.0 {
            " (may be chance)"
        } else {
            ""
        };
        text += &format!(
            "{:20} {:8.1} -> {:8.2}  signal to noise {:.1}{note}\n",
            signal.name, signal.start, signal.value, signal.signal
        );
    }
    print(&text, lab.output)?;
    Ok(done(summary.interrupted))
}

fn match_<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    lab: Lab<'_, B>,
    players: &[String],
    args: &MatchArgs,
) -> Result<Done, Stop> {
    let contestants =
        players.iter().map(|text| parse_contestant(text, rules, &lab.names)).collect::<Result<Vec<_>, _>>()?;
    let unlimited = args.nodes.is_none() && args.depth.is_none() && args.movetime.is_none() && args.clock.is_none();
    let (clock, increment) = args.clock.unwrap_or_default();
    let limits = Limits {
        nodes: args.nodes.unwrap_or(if unlimited { 5_000 } else { 0 }),
        depth: args.depth.unwrap_or(0),
        movetime: args.movetime.unwrap_or(0),
        clock,
        increment,
        max_plies: args.max_plies,
    };
    let sprt = args.sprt.map(|(elo0, elo1)| Sprt::new(args.model.into(), elo0, elo1)).transpose();
    let settings = MatchSettings {
        pairs: args.games.div_ceil(2),
        limits,
        seed: Seed(args.seed),
        openings: openings(&args.openings),
        adjudication: if args.adjudicate {
            Adjudication { win_score: 1_000, win_plies: 6, draw_score: 10, draw_plies: 12, draw_after: 80 }
        } else {
            Adjudication::default()
        },
        sprt: sprt.map_err(|error| usage(error.to_string()))?,
        ..MatchSettings::default()
    };
    let summary = play_match(&lab, &contestants, &settings, args.openings.book.as_deref(), &args.out)?;
    print(&format!("{summary}\n"), lab.output)?;
    Ok(done(summary.interrupted))
}

fn tuned<B: Bitboard>(rules: &Arc<Rules<B>>, lab: Lab<'_, B>, args: &TuneArgs) -> Result<Done, Stop> {
    if !(0.0..=1.0).contains(&args.blend) {
        return Err(usage("--blend has to be from 0 to 1"));
    }
    let start = weights_of(rules, args.from.as_ref())?;
    let parameters = match &args.params {
        Some(path) => read_parameters(&read_text(path)?)?,
        None => search_parameters(&SEARCH.map(str::to_owned), &start.search)?,
    };
    let hours = args.hours.map(|hours| Duration::try_from_secs_f64(hours * 3600.0)).transpose();
    let openings = OpeningSettings { plies: args.plies, ..OpeningSettings::default() };
    let sprt = Sprt::new(crate::statistics::Model::Logistic, args.sprt.0, args.sprt.1);
    let defaults = TuneSettings::default();
    let settings = TuneSettings {
        generations: args.generations,
        time: hours.map_err(|error| usage(format!("--hours: {error}")))?,
        self_play: SelfPlaySettings {
            games: args.games,
            limits: Limits { nodes: args.nodes, ..defaults.self_play.limits },
            openings: openings.clone(),
            ..defaults.self_play
        },
        fit: fit::Settings { blend: args.blend, pull: args.pull, ..defaults.fit },
        gate: MatchSettings {
            pairs: args.gate_games.div_ceil(2),
            limits: Limits::nodes(args.gate_nodes),
            sprt: Some(sprt.map_err(|error| usage(error.to_string()))?),
            openings: openings.clone(),
            ..defaults.gate
        },
        final_pairs: args.final_games.div_ceil(2),
        search: SpsaSettings {
            games: args.search_games,
            limits: Limits::nodes(args.nodes),
            openings,
            ..defaults.search
        },
        parameters,
        seed: Seed(args.seed),
    };
    let summary = tune(&lab, &start, &settings, &Terms::default(), &args.out)?;
    if !summary.interrupted {
        // A report is a service; that it cannot be drawn is no reason to fail.
        if let Err(error) = report(&args.out) {
            lab.output.say(&format!("no report: {error}"));
        }
        let kept = summary.pedigree.generations.iter().filter(|generation| generation.accepted).count();
        print(&format!("{kept} generations kept; weights are in {}\n", summary.weights.display()), lab.output)?;
    }
    Ok(done(summary.interrupted))
}
