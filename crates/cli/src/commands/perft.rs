//! `khun perft`: how many move sequences there are.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use khun_rules::board::Bitboard;
use khun_rules::{Move, Position, Rules, perft, with_rules};
use serde::Serialize;

use super::print_json;
use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::setup::game_of;
use crate::source;
use crate::terminal::Terminal;
use crate::text::{plural, rate};

#[derive(Serialize)]
struct Report {
    variant: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u64,
    threads: usize,
    /// Nodes by first move, with `--divide`.
    divide: Option<BTreeMap<String, u64>>,
}

pub(super) fn run(args: &PerftArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    with_rules!(&variant.rules, rules => {
        let position = *game_of(rules, &args.position)?.position();
        let threads = args.threads.count();
        let begin = Instant::now();
        let by_move = (args.divide || threads > 1).then(|| divide(rules, &position, args.depth, threads));
        let nodes = match &by_move {
            Some(by_move) if args.depth > 0 => by_move.iter().map(|entry| entry.1).sum(),
            _ => perft(rules, &position, args.depth),
        };
        let seconds = begin.elapsed().as_secs_f64();
        let divide = by_move.filter(|_| args.divide).map(|list| list.into_iter().map(|(mv, n)| (rules.uci(mv), n)).collect());
        let nps = (nodes as f64 / seconds.max(1e-9)) as u64;
        let report = Report { variant: variant.id.clone(), depth: args.depth, nodes, seconds, nps, threads, divide };
        if args.json { print_json(out, &report) } else { print_text(&report, out) }
    })
}

fn print_text(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    for (mv, nodes) in report.divide.iter().flatten() {
        writeln!(out, "{mv}: {nodes}")?;
    }
    let nodes = plural(report.nodes, "node");
    let threads = if report.threads > 1 { format!(" on {} threads", report.threads) } else { String::new() };
    let rate = rate(report.nodes, report.seconds);
    writeln!(out, "{nodes} in {:.3} seconds ({rate} a second{threads})", report.seconds)?;
    Ok(())
}

/// Nodes by first move. Threads take the first moves one after the other.
fn divide<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = position.legal_moves(rules);
    if depth == 0 {
        return Vec::new();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((mv, perft(rules, &position.play(rules, mv), depth - 1)));
        }
        done
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.min(moves.len())).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        // A thread that panicked has panicked the program already, or left its moves out: nothing else can fail.
        done.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()).flatten());
        done
    })
}
