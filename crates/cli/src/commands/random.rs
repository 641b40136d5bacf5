//! `khun random`: random games and how they ended.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use khun_rules::board::Bitboard;
use khun_rules::playout::{playout, seeded};
use khun_rules::{Outcome, Position, Rules, Status, with_rules};
use serde::Serialize;

use super::print_json;
use crate::args::RandomArgs;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::setup::game_of;
use crate::source;
use crate::terminal::{Style, Terminal};
use crate::text::{plural, rate, thousands};

/// What became of the games.
#[derive(Clone, Default)]
struct Tally {
    games: u64,
    plies: u64,
    shortest: Option<u64>,
    longest: u64,
    outcomes: BTreeMap<(&'static str, Option<String>), u64>,
}

impl Tally {
    fn add<B: Bitboard>(&mut self, rules: &Rules<B>, outcome: Outcome, plies: u64) {
        self.games += 1;
        self.plies += plies;
        self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
        self.longest = self.longest.max(plies);
        let reason = outcome.reason.map(|reason| rules.reason_name(reason).to_owned());
        *self.outcomes.entry((outcome.status.word(), reason)).or_default() += 1;
    }

    fn merge(&mut self, other: Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.shortest = self.shortest.into_iter().chain(other.shortest).min();
        self.longest = self.longest.max(other.longest);
        for (outcome, games) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += games;
        }
    }

    fn with_status(&self, status: Status) -> u64 {
        self.outcomes.iter().filter(|(outcome, _)| outcome.0 == status.word()).map(|(_, games)| games).sum()
    }
}

#[derive(Serialize)]
struct Report {
    variant: String,
    seed: u64,
    /// Games played; fewer than asked for if they were interrupted.
    games: u64,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
    replays: u64,
    /// Games cut off.
    unfinished: u64,
    outcomes: Vec<OutcomeShare>,
    plies: Plies,
    seconds: f64,
    moves_per_second: u64,
    threads: usize,
    interrupted: bool,
}

#[derive(Serialize)]
struct OutcomeShare {
    status: &'static str,
    reason: Option<String>,
    games: u64,
}

#[derive(Serialize)]
struct Plies {
    total: u64,
    mean: f64,
    shortest: u64,
    longest: u64,
}

pub(super) fn run(args: &RandomArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    let stop = stop_on_interrupt();
    with_rules!(&variant.rules, rules => {
        let start = *game_of(rules, &args.position)?.position();
        let threads = args.threads.count();
        let begin = Instant::now();
        let tally = play_all(rules, &start, args, threads, &stop);
        let seconds = begin.elapsed().as_secs_f64();
        let report = Report {
            variant: variant.id.clone(),
            seed: args.seed,
            games: tally.games,
            white_wins: tally.with_status(Status::WhiteWins),
            black_wins: tally.with_status(Status::BlackWins),
            draws: tally.with_status(Status::Draw),
            replays: tally.with_status(Status::Replay),
            unfinished: tally.with_status(Status::Ongoing),
            plies: Plies {
                total: tally.plies,
                mean: tally.plies as f64 / tally.games.max(1) as f64,
                shortest: tally.shortest.unwrap_or(0),
                longest: tally.longest,
            },
            outcomes: shares(tally.outcomes),
            seconds,
            moves_per_second: (tally.plies as f64 / seconds.max(1e-9)) as u64,
            threads,
            interrupted: tally.games < args.games,
        };
        if args.json { print_json(out, &report) } else { print_text(&report, terminal, out) }
    })
}

fn play_all<B: Bitboard>(
    rules: &Rules<B>,
    start: &Position<B>,
    args: &RandomArgs,
    threads: usize,
    stop: &AtomicBool,
) -> Tally {
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::default();
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= args.games {
                break;
            }
            let game = playout(rules, start, &mut seeded(args.seed, index), args.max_plies);
            tally.add(rules, game.outcome, game.moves.len() as u64);
        }
        tally
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut tally = work();
        for helper in helpers {
            if let Ok(part) = helper.join() {
                tally.merge(part);
            }
        }
        tally
    })
}

/// Outcomes by how often they came.
fn shares(outcomes: BTreeMap<(&'static str, Option<String>), u64>) -> Vec<OutcomeShare> {
    let mut shares: Vec<OutcomeShare> =
        outcomes.into_iter().map(|((status, reason), games)| OutcomeShare { status, reason, games }).collect();
    shares.sort_by_key(|share| std::cmp::Reverse(share.games));
    shares
}

fn print_text(report: &Report, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let heading = format!("{}: {} with seed {}", report.variant, plural(report.games, "random game"), report.seed);
    writeln!(out, "{}", terminal.paint(&heading, Style::Strong))?;
    if report.interrupted {
        writeln!(out, "  (interrupted)")?;
    }
    let share = |games: u64| 100.0 * games as f64 / report.games.max(1) as f64;
    for (label, games) in [
        ("White wins", report.white_wins),
        ("Black wins", report.black_wins),
        ("draw", report.draws),
        ("played again", report.replays),
        ("cut off", report.unfinished),
    ] {
        if games > 0 {
            writeln!(out, "  {label:<28} {:>12} {:>6.2} %", thousands(games), share(games))?;
        }
    }
    writeln!(out, "{}", terminal.paint("By reason", Style::Strong))?;
    for OutcomeShare { status, reason, games } in &report.outcomes {
        let reason = reason.as_deref().unwrap_or("too long").replace('_', " ");
        let label = format!("{reason} ({})", status.replace('_', " "));
        writeln!(out, "  {label:<28} {:>12} {:>6.2} %", thousands(*games), share(*games))?;
    }
    let plies = &report.plies;
    writeln!(out, "{}", terminal.paint("Length", Style::Strong))?;
    writeln!(
        out,
        "  {:.1} plies on average, {} to {}",
        plies.mean,
        thousands(plies.shortest),
        thousands(plies.longest)
    )?;
    let threads = if report.threads > 1 { format!(" on {} threads", report.threads) } else { String::new() };
    writeln!(
        out,
        "{} moves in {:.2} seconds ({} a second{threads})",
        thousands(plies.total),
        report.seconds,
        rate(plies.total, report.seconds)
    )?;
    Ok(())
}
