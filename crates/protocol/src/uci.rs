//! UCI, as the GUIs of the Makruk family speak it.

use std::io::BufRead;
use std::time::Duration;

use khun_engine::score::Score;
use khun_engine::{Limits, bench};

use crate::library::Library;
use crate::options::{Change, OptionKind, OptionLine, Settings};
use crate::output::Output;
use crate::seat::Report;
use crate::session::{Session, read_line};

/// Runs a session until `quit` or the end of the input.
///
/// # Errors
/// The input cannot be read.
pub fn uci(
    input: &mut impl BufRead,
    output: &Output,
    library: Box<dyn Library>,
    settings: Settings,
) -> std::io::Result<()> {
    let mut session = Session::new(library, settings, output.clone());
    while let Some(line) = read_line(input)? {
        if !obey(&mut session, &line) {
            session.stop();
            break;
        }
    }
    Ok(())
}

/// Does what a line says. Returns whether the session goes on.
pub(crate) fn obey(session: &mut Session, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&command, arguments)) = words.split_first() else { return true };
    let result = match command {
        "uci" => {
            greet(session);
            Ok(())
        }
        "isready" => {
            session.output.line("readyok");
            Ok(())
        }
        "ucinewgame" => session.seat().map(|seat| seat.clear()),
        "setoption" => set_option(session, arguments),
        "position" => position(session, arguments),
        "go" => {
            if let Err(message) = go(session, arguments) {
                complain(session, &message);
                // Whoever asked waits for an answer.
                session.output.line("bestmove (none)");
            }
            Ok(())
        }
        "stop" => {
            session.stop();
            Ok(())
        }
        "ponderhit" => {
            session.ponder_hit();
            Ok(())
        }
        "quit" => return false,
        "d" => show(session, |seat| seat.board()),
        "eval" => show(session, |seat| seat.explain()),
        "bench" => run_bench(session, arguments),
        _ => {
            session.output.line(format_args!("Unknown command: '{line}'."));
            Ok(())
        }
    };
    if let Err(message) = result {
        complain(session, &message);
    }
    true
}

fn complain(session: &Session, message: &str) {
    for line in message.lines() {
        session.output.line(format_args!("info string ERROR: {line}"));
    }
}

fn show(session: &mut Session, text: impl Fn(&dyn crate::seat::Seat) -> String) -> Result<(), String> {
    let text = text(session.seat()?);
    session.output.line(text);
    Ok(())
}

fn greet(session: &Session) {
    let output = &session.output;
    output.line(format_args!("id name Khun {}", env!("CARGO_PKG_VERSION")));
    output.line("id author the Khun developers");
    output.line("");
    for option in session.options() {
        output.line(option_line(&option));
    }
    output.line("uciok");
}

fn option_line(option: &OptionLine) -> String {
    let head = format!("option name {} type", option.name);
    match &option.kind {
        OptionKind::Check(default) => format!("{head} check default {default}"),
        OptionKind::Spin { default, min, max } => format!("{head} spin default {default} min {min} max {max}"),
        OptionKind::Combo { default, choices } => {
            let choices: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            format!("{head} combo default {default}{choices}")
        }
        OptionKind::Text(default) => format!("{head} string default {default}"),
        OptionKind::Button => format!("{head} button"),
    }
}

fn set_option(session: &mut Session, arguments: &[&str]) -> Result<(), String> {
    let Some((&"name", rest)) = arguments.split_first() else {
        return Err("setoption name NAME [value VALUE] is expected".to_owned());
    };
    let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let name = rest[..split].join(" ");
    let value = rest.get(split + 1..).unwrap_or_default().join(" ");
    match session.set_option(&name, &value)? {
        Change::Unknown => session.output.line(format_args!("No such option: {name}")),
        Change::Invalid => return Err(format!("{value:?} is not a value of {name}")),
        Change::Variant(name) => choose(session, &name)?,
        Change::Settings | Change::ClearHash | Change::Path(_) | Change::Weights(_) | Change::Tunable(..) => {}
    }
    Ok(())
}

fn choose(session: &mut Session, name: &str) -> Result<(), String> {
    let output = session.output.clone();
    let variant = session.choose(name)?;
    let spec = variant.rules.spec();
    output.line(format_args!(
        "info string variant {} files {} ranks {} pocket 0 template {} startpos {}",
        variant.name,
        spec.geometry.files(),
        spec.geometry.ranks(),
        variant.template,
        variant.start()
    ));
    Ok(())
}

fn position(session: &mut Session, arguments: &[&str]) -> Result<(), String> {
    let split = arguments.iter().position(|&word| word == "moves").unwrap_or(arguments.len());
    let (place, moves) = arguments.split_at(split);
    let seat = session.seat()?;
    match place.split_first() {
        Some((&"startpos", _)) => seat.set_up(None)?,
        Some((&"fen", fen)) => seat.set_up(Some(&fen.join(" ")))?,
        _ => return Err("position startpos|fen FEN [moves ...] is expected".to_owned()),
    }
    for mv in moves.iter().skip(1) {
        seat.play(mv)?;
    }
    Ok(())
}

fn go(session: &mut Session, arguments: &[&str]) -> Result<(), String> {
    let mut limits = Limits { overhead: session.settings.overhead, ..Limits::default() };
    let mut words = arguments.iter().copied().peekable();
    let mut search_moves = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    search_moves.push(mv);
                }
            }
            "perft" => {
                let depth = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
                return perft(session, depth);
            }
            _ if KEYWORDS.contains(&word) => {
                // A number that cannot be read, or is negative (a clock that has run out), is taken for 0.
                let number = words.next().and_then(|word| word.parse::<i64>().ok()).unwrap_or(0).max(0) as u64;
                let time = Duration::from_millis(number);
                match word {
                    "wtime" => limits.time[0] = Some(time),
                    "btime" => limits.time[1] = Some(time),
                    "winc" => limits.increment[0] = time,
                    "binc" => limits.increment[1] = time,
                    "movestogo" => limits.moves_to_go = Some(number.min(u32::MAX.into()) as u32),
                    "depth" => limits.depth = Some(number.min(u32::MAX.into()) as u32),
                    "nodes" => limits.nodes = Some(number),
                    "mate" => limits.mate = Some(number.min(10_000) as u32),
                    _ => limits.move_time = Some(time),
                }
            }
            _ => complain(session, &format!("{word:?} is not known to go")),
        }
    }
    if session.settings.auto_counting && session.seat()?.ask_for_count() {
        session.output.line("info string the side to move counts");
    }
    let seat = session.seat()?;
    limits.search_moves = seat.read_moves(&search_moves);
    let (output, wdl) = (session.output.clone(), session.settings.show_wdl);
    let last = session.output.clone();
    session.search(
        limits,
        move |report| output.line(info_line(&report, wdl)),
        move |answer| match (answer.mv, answer.ponder) {
            (None, _) => last.line("bestmove (none)"),
            (Some(mv), None) => last.line(format_args!("bestmove {mv}")),
            (Some(mv), Some(ponder)) => last.line(format_args!("bestmove {mv} ponder {ponder}")),
        },
    )
}

const KEYWORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn info_line(report: &Report, wdl: bool) -> String {
    let info = &report.info;
    if info.depth == 0 {
        return format!("info depth 0 score {}", info.score);
    }
    let chances = if wdl { chances(info.score) } else { String::new() };
    format!(
        "info depth {} seldepth {} multipv {} score {}{chances} nodes {} nps {} hashfull {} tbhits 0 time {} pv {}",
        info.depth,
        info.selective_depth,
        info.multipv,
        info.score,
        info.nodes,
        info.nodes_per_second(),
        info.hash_full,
        info.time.as_millis(),
        report.line
    )
}

/// Chances to win, draw and lose in thousandths.
fn chances(score: Score) -> String {
    let (win, loss) = match score {
        Score::Mate(moves) => (f64::from(u8::from(moves > 0)), f64::from(u8::from(moves <= 0))),
        Score::Centipawns(value) => {
            // Half a game point either way is a draw: two logistic curves, a pawn and a half apart each way.
            let chance = |value: f64| 1.0 / (1.0 + (-(value - 150.0) / 90.0).exp());
            (chance(value.into()), chance(-f64::from(value)))
        }
    };
    let (win, loss) = ((win * 1000.0) as u32, (loss * 1000.0) as u32);
    format!(" wdl {win} {} {loss}", 1000 - win - loss)
}

fn perft(session: &mut Session, depth: u32) -> Result<(), String> {
    let (moves, total) = session.seat()?.divide(depth);
    for (mv, nodes) in moves {
        session.output.line(format_args!("{mv}: {nodes}"));
    }
    session.output.line(format_args!("\nNodes searched: {total}\n"));
    Ok(())
}

fn run_bench(session: &mut Session, arguments: &[&str]) -> Result<(), String> {
    let depth = arguments.first().and_then(|word| word.parse().ok()).unwrap_or(bench::DEPTH);
    let report = session.seat()?.bench(depth).map_err(|error| error.to_string())?;
    session.output.line(format_args!("{} nodes {} nps", report.nodes, report.nodes_per_second()));
    Ok(())
}
