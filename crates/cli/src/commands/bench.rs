//! `khun bench`: how fast the engine is, and whether it still searches as it did.

use std::io::Write;

use khun_engine::bench;
use khun_rules::with_rules;
use serde::Serialize;

use super::print_json;
use crate::args::BenchArgs;
use crate::engine;
use crate::failure::Failure;
use crate::source;
use crate::terminal::Terminal;

#[derive(Serialize)]
struct Report {
    variant: String,
    depth: u32,
    positions: usize,
    nodes: u64,
    seconds: f64,
    nps: u64,
    /// The number of nodes: two builds that search alike have the same one, on every machine.
    signature: u64,
}

pub(super) fn run(args: &BenchArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open_named(&args.variant, &args.settings, terminal)?;
    let weights = engine::weights(&variant)?;
    let measured = with_rules!(&variant.rules, rules => bench::run(rules, weights, args.depth));
    let measured = measured.map_err(|error| Failure::usage(error.to_string()))?;
    let report = Report {
        variant: variant.id.clone(),
        depth: args.depth,
        positions: measured.each.len(),
        nodes: measured.nodes,
        seconds: measured.time.as_secs_f64(),
        nps: measured.nodes_per_second(),
        signature: measured.nodes,
    };
    if args.json {
        return print_json(out, &report);
    }
    let Report { variant, depth, positions, nodes, seconds, nps, .. } = report;
    writeln!(out, "{variant}: {positions} positions to depth {depth} in {seconds:.3} seconds")?;
    // OpenBench reads these numbers.
    writeln!(out, "{nodes} nodes {nps} nps")?;
    Ok(())
}
