//! `khun analyse`: what the engine thinks of a position.

mod live;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use khun_engine::{Best, Control, Info, Limits, Score};
use khun_rules::board::Bitboard;
use khun_rules::{Game, Move, with_rules};
use serde::Serialize;

use super::print_json;
use crate::args::AnalyseArgs;
use crate::engine::{self, line_in_san, score_words};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::setup::game_of;
use crate::source;
use crate::terminal::{Style, Terminal};
use crate::text::{rate, thousands};
use crate::words::outcome;
use live::Live;

/// The time for a position if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct Report {
    /// The best lines, best first.
    lines: Vec<LineReport>,
    /// The best move in UCI; `None` if the game is over.
    bestmove: Option<String>,
}

#[derive(Serialize)]
struct LineReport {
    depth: u32,
    score: ScoreReport,
    /// The moves in UCI.
    pv: Vec<String>,
    nodes: u64,
    nps: u64,
}

/// A score seen by the side to move.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ScoreReport {
    /// In hundredths of a pawn.
    Cp(i32),
    /// It gives mate in so many moves, or is mated (negative).
    Mate(i32),
}

pub(super) fn run(args: &AnalyseArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    let weights = engine::weights(&variant)?;
    with_rules!(&variant.rules, rules => {
        let game = game_of(rules, &args.position)?;
        if game.outcome().is_over() {
            return print(args, &game, &[], None, terminal, out);
        }
        let mut engine = engine::engine(rules, weights, args.hash as usize, args.threads.count())?;
        engine.multipv = args.multipv as usize;
        engine.set_position(*game.position(), game.hashes());
        let control = Arc::new(Control::new());
        let stopper = Arc::clone(&control);
        on_interrupt(move || stopper.stop());
        let mut lines: Vec<Info> = Vec::new();
        let mut live = Live::new(terminal);
        let best = engine.go(&limits(args), &control, |info| {
            take(&mut lines, info);
            live.show(&game, &lines);
        });
        live.clear();
        finish(&mut lines, &best, args.multipv as usize);
        print(args, &game, &lines, Some(&best), terminal, out)
    })
}

fn limits(args: &AnalyseArgs) -> Limits {
    let unlimited = args.depth.is_none() && args.nodes.is_none() && args.movetime.is_none() && !args.infinite;
    let time = args.movetime.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME));
    Limits { depth: args.depth, nodes: args.nodes, move_time: time, ..Limits::default() }
}

/// Puts a line at its place among the best lines.
fn take(lines: &mut Vec<Info>, info: &Info) {
    match lines.get_mut(info.multipv.saturating_sub(1)) {
        Some(line) => *line = info.clone(),
        None => lines.push(info.clone()),
    }
}

/// Makes the lines agree with the answer: a search that is stopped within an iteration may have changed its mind since
/// it last told its lines. Its new first line is one deeper than the others, and its score not to be compared with theirs.
fn finish(lines: &mut Vec<Info>, best: &Best, multipv: usize) {
    let Some(mv) = best.mv else { return };
    if lines.first().and_then(|line| line.line.first()) == Some(&mv) {
        return;
    }
    let line = best.lines.iter().map(|(line, _)| line).find(|line| line.first() == Some(&mv));
    lines.retain(|other| other.line.first() != Some(&mv));
    let info = Info {
        depth: best.depth + 1,
        selective_depth: best.depth + 1,
        multipv: 1,
        score: best.score,
        nodes: best.nodes,
        time: best.time,
        hash_full: 0,
        line: line.cloned().unwrap_or_else(|| vec![mv]),
    };
    lines.insert(0, info);
    lines.truncate(multipv);
}

fn print<B: Bitboard>(
    args: &AnalyseArgs,
    game: &Game<B>,
    lines: &[Info],
    best: Option<&Best>,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (rules, position) = (game.rules(), game.position());
    let best_move: Option<Move> = best.and_then(|best| best.mv);
    if args.json {
        let lines = lines.iter().map(|info| LineReport {
            depth: info.depth,
            score: match info.score {
                Score::Centipawns(value) => ScoreReport::Cp(value),
                Score::Mate(moves) => ScoreReport::Mate(moves),
            },
            pv: info.line.iter().map(|&mv| rules.uci(mv)).collect(),
            nodes: info.nodes,
            nps: info.nodes_per_second(),
        });
        return print_json(out, &Report { lines: lines.collect(), bestmove: best_move.map(|mv| rules.uci(mv)) });
    }
    let (Some(best), Some(mv)) = (best, best_move) else {
        writeln!(out, "Over: {}", outcome::sentence(rules, game.outcome()))?;
        return Ok(());
    };
    let heading = format!("{} to move", position.side().name());
    writeln!(out, "{}", terminal.paint(&heading, Style::Strong))?;
    for info in lines {
        writeln!(out, "{}", row(game, info))?;
    }
    let nodes = thousands(best.nodes);
    let seconds = best.time.as_secs_f64();
    writeln!(out, "{nodes} nodes in {seconds:.2} seconds ({} a second)", rate(best.nodes, seconds))?;
    let san = rules.san(position, mv, khun_rules::Script::Latin);
    writeln!(out, "{} {san} ({})", terminal.paint("Best:", Style::Strong), rules.uci(mv))?;
    Ok(())
}

/// A line of play with its depth and its score for the side to move.
fn row<B: Bitboard>(game: &Game<B>, info: &Info) -> String {
    let line = line_in_san(game.rules(), game.position(), &info.line).join(" ");
    format!("  depth {:>2}  {:>9}  {line}", info.depth, score_words(info.score))
}
