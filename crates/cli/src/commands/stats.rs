//! `khun stats`: what random games say about a variant.
//!
//! Random players are no good players: these figures compare rules, not openings. They find rules that never fire, men that
//! never move, games that never end, and a first move that weighs too much.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use khun_rules::board::{Bitboard, Colour};
use khun_rules::playout::{playout, seeded};
use khun_rules::{Position, Rules, Status, with_rules};
use serde::Serialize;

use super::print_json;
use crate::args::StatsArgs;
use crate::failure::Failure;
use crate::source;
use crate::terminal::{Style, Terminal};
use crate::text::{plural, thousands};
use crate::words::name;

/// Games longer than this are cut off.
const MAX_PLIES: usize = 10_000;

/// What is counted while games are played.
#[derive(Clone, Default)]
struct Tally {
    /// Games that White won, Black won, and that were drawn.
    results: [u64; 3],
    unfinished: u64,
    /// Games ended by each rule.
    reasons: BTreeMap<String, u64>,
    lengths: Vec<u32>,
    plies: u64,
    legal_moves: u64,
    captures: u64,
    checks: u64,
    /// Moves and promotions of each kind.
    moves: BTreeMap<usize, u64>,
    promotions: BTreeMap<usize, u64>,
    /// Decisive games in which one side had more material halfway, and those that it won.
    ahead: u64,
    ahead_won: u64,
}

#[derive(Serialize)]
struct Report {
    variant: String,
    games: u64,
    seed: u64,
    players: &'static str,
    /// What White scores, and half the width of its interval of 95 %.
    white_score: f64,
    white_score_error: f64,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
    unfinished: u64,
    reasons: BTreeMap<String, u64>,
    /// Ends of the variant that ended no game.
    ends_never_used: Vec<String>,
    length: Length,
    branching_factor: f64,
    captures_per_game: f64,
    share_of_checks: f64,
    men: Vec<ManUse>,
    /// Of the decisive games in which one side had more material halfway, the share that it won.
    material_decides: Option<f64>,
}

#[derive(Serialize)]
struct Length {
    mean: f64,
    shortest: u32,
    median: u32,
    /// Nine games in ten are not longer.
    ninth_decile: u32,
    longest: u32,
}

#[derive(Serialize)]
struct ManUse {
    id: String,
    name: String,
    /// Its share of all moves.
    moves: f64,
    /// How often it comes about by promotion in a game.
    promotions_per_game: f64,
}

pub(super) fn run(args: &StatsArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    let tally = with_rules!(&variant.rules, rules => play_all(rules, args));
    let report = report(&variant, args, tally);
    if args.json { print_json(out, &report) } else { print(&report, terminal, out) }
}

fn play_all<B: Bitboard>(rules: &Rules<B>, args: &StatsArgs) -> Tally {
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= args.games {
                return tally;
            }
            tally.add_game(rules, args.seed, index);
        }
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..args.threads.count()).map(|_| scope.spawn(work)).collect();
        let mut tally = work();
        for helper in helpers {
            if let Ok(part) = helper.join() {
                tally.merge(part);
            }
        }
        tally
    })
}

impl Tally {
    fn add_game<B: Bitboard>(&mut self, rules: &Rules<B>, seed: u64, index: u64) {
        let start = rules.start();
        let game = playout(rules, &start, &mut seeded(seed, index), MAX_PLIES);
        let mut position = start;
        let mut balance = 0;
        for (ply, &mv) in game.moves.iter().enumerate() {
            if ply == game.moves.len() / 2 {
                balance = material(rules, &position, Colour::White) - material(rules, &position, Colour::Black);
            }
            self.legal_moves += position.count_legal_moves(rules);
            self.captures += u64::from(position.is_capture(mv));
            *self.moves.entry(mv.kind().index()).or_default() += 1;
            if let Some(kind) = mv.promotion() {
                *self.promotions.entry(kind.index()).or_default() += 1;
            }
            position = position.play(rules, mv);
            self.checks += u64::from(position.in_check(rules));
        }
        self.plies += game.moves.len() as u64;
        self.lengths.push(game.moves.len() as u32);
        let winner = match game.outcome.status {
            Status::WhiteWins => Some(0),
            Status::BlackWins => Some(1),
            _ => None,
        };
        match (winner, game.outcome.is_over()) {
            (Some(winner), _) => self.results[winner] += 1,
            (None, true) => self.results[2] += 1,
            (None, false) => self.unfinished += 1,
        }
        if let (Some(winner), true) = (winner, balance != 0) {
            self.ahead += 1;
            self.ahead_won += u64::from((balance > 0) == (winner == 0));
        }
        let reason = game.outcome.reason.map_or("too long", |reason| rules.reason_name(reason));
        *self.reasons.entry(reason.to_owned()).or_default() += 1;
    }

    fn merge(&mut self, other: Tally) {
        for (sum, part) in self.results.iter_mut().zip(other.results) {
            *sum += part;
        }
        for (sum, part) in [(&mut self.moves, other.moves), (&mut self.promotions, other.promotions)] {
            for (kind, number) in part {
                *sum.entry(kind).or_default() += number;
            }
        }
        for (reason, number) in other.reasons {
            *self.reasons.entry(reason).or_default() += number;
        }
        self.lengths.extend(other.lengths);
        self.unfinished += other.unfinished;
        self.plies += other.plies;
        self.legal_moves += other.legal_moves;
        self.captures += other.captures;
        self.checks += other.checks;
        self.ahead += other.ahead;
        self.ahead_won += other.ahead_won;
    }
}

/// What a side's men are worth together, its royal man left out.
fn material<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, colour: Colour) -> i64 {
    rules
        .kinds()
        .filter(|&kind| !rules.kind(kind).royal)
        .map(|kind| i64::from(rules.kind(kind).value) * i64::from(position.men_of(colour, kind).to_set().count_ones()))
        .sum()
}

fn report(variant: &source::Variant, args: &StatsArgs, mut tally: Tally) -> Report {
    let spec = &variant.spec;
    let [white, black, draws] = tally.results;
    // Games that were cut off count as drawn.
    let games = args.games.max(1) as f64;
    let score = (white as f64 + (draws + tally.unfinished) as f64 / 2.0) / games;
    let square = (white as f64 + (draws + tally.unfinished) as f64 / 4.0) / games;
    let error = 1.96 * ((square - score * score).max(0.0) / games).sqrt();
    tally.lengths.sort_unstable();
    let at = |part: f64| {
        let last = tally.lengths.len().saturating_sub(1) as f64;
        tally.lengths.get((last * part) as usize).copied().unwrap_or(0)
    };
    let plies = tally.plies.max(1) as f64;
    let used = |map: &BTreeMap<usize, u64>, index: usize| map.get(&index).copied().unwrap_or(0) as f64;
    let men = spec.kinds.iter().enumerate().map(|(index, kind)| ManUse {
        id: kind.id.clone(),
        name: name(kind),
        moves: used(&tally.moves, index) / plies,
        promotions_per_game: used(&tally.promotions, index) / games,
    });
    let men = men.collect();
    let never = spec.ends.iter().filter(|end| !tally.reasons.contains_key(&end.name));
    Report {
        variant: variant.id.clone(),
        games: args.games,
        seed: args.seed,
        players: "random",
        white_score: score,
        white_score_error: error,
        white_wins: white,
        black_wins: black,
        draws,
        unfinished: tally.unfinished,
        ends_never_used: never.map(|end| end.name.clone()).collect(),
        length: Length {
            mean: tally.plies as f64 / games,
            shortest: at(0.0),
            median: at(0.5),
            ninth_decile: at(0.9),
            longest: at(1.0),
        },
        branching_factor: tally.legal_moves as f64 / plies,
        captures_per_game: tally.captures as f64 / games,
        share_of_checks: tally.checks as f64 / plies,
        men,
        material_decides: (tally.ahead > 0).then(|| tally.ahead_won as f64 / tally.ahead as f64),
        reasons: tally.reasons,
    }
}

fn print(report: &Report, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let heading = |text: &str| terminal.paint(text, Style::Strong);
    let games = plural(report.games, "random game");
    writeln!(out, "{}", heading(&format!("{}: {games} with seed {}", report.variant, report.seed)))?;
    let percent = |part: f64| 100.0 * part;
    let share = |number: u64| percent(number as f64 / report.games.max(1) as f64);
    writeln!(
        out,
        "  White scores {:.1} % ± {:.1} (wins {:.1} %, loses {:.1} %, draws {:.1} %)",
        percent(report.white_score),
        percent(report.white_score_error),
        share(report.white_wins),
        share(report.black_wins),
        share(report.draws)
    )?;
    let length = &report.length;
    writeln!(
        out,
        "  Length: {:.0} plies on average, half of the games up to {}, nine in ten up to {}, the longest {}",
        length.mean,
        length.median,
        length.ninth_decile,
        thousands(length.longest.into())
    )?;
    writeln!(out, "  {:.1} legal moves in a position", report.branching_factor)?;
    writeln!(
        out,
        "  {:.1} captures in a game, {:.1} % of the moves give check",
        report.captures_per_game,
        percent(report.share_of_checks)
    )?;
    if let Some(decides) = report.material_decides {
        writeln!(out, "  The side with more material halfway wins {:.0} % of the decisive games", percent(decides))?;
    }
    writeln!(out, "{}", heading("Ended by"))?;
    let mut reasons: Vec<(&String, &u64)> = report.reasons.iter().collect();
    reasons.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
    for (reason, number) in reasons {
        writeln!(out, "  {reason:<20} {:>6.2} %", share(*number))?;
    }
    for end in &report.ends_never_used {
        writeln!(out, "  {end:<20}  never")?;
    }
    writeln!(out, "{}", heading("Men: share of the moves, promotions in a game"))?;
    for man in &report.men {
        writeln!(out, "  {:<20} {:>6.2} %  {:>6.2}", man.name, percent(man.moves), man.promotions_per_game)?;
        if man.moves == 0.0 {
            writeln!(out, "    never moves")?;
        }
    }
    Ok(())
}
