//! The commands.

mod analyse;
mod bench;
mod check;
mod completions;
mod list;
mod moves;
mod perft;
mod pgn;
pub(crate) mod play;
mod query;
mod random;
mod rules;
pub(crate) mod session;
mod show;

use std::io::Write;

use serde::Serialize;

use crate::args::Command;
use crate::failure::Failure;
use crate::report::SCHEMA_VERSION;
use crate::terminal::Terminal;

/// Runs a command.
pub(crate) fn run(command: Command, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::List(args) => list::run(&args, terminal, out),
        Command::Check(args) => check::run(&args, terminal, out),
        Command::Rules(args) => rules::run(&args, terminal, out),
        Command::Show(args) => show::run(&args, terminal, out),
        Command::Moves(args) => moves::run(&args, terminal, out),
        Command::Perft(args) => perft::run(&args, terminal, out),
        Command::Query(args) => query::run(&args, terminal, out),
        Command::Play(args) => play::run(&args, terminal, out),
        Command::Analyse(args) => analyse::run(&args, terminal, out),
        Command::Bench(args) => bench::run(&args, terminal, out),
        Command::Uci(settings) => session::run(session::Protocol::Uci, &settings, terminal),
        Command::Pgn(args) => pgn::run(&args, terminal, out),
        Command::Random(args) => random::run(&args, terminal, out),
        Command::Completions { shell } => completions::run(shell, out),
    }
}

#[derive(Serialize)]
struct Versioned<'a, T> {
    schema_version: u32,
    #[serde(flatten)]
    report: &'a T,
}

/// Prints an answer as one line of JSON.
fn print_json(out: &mut dyn Write, report: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, &Versioned { schema_version: SCHEMA_VERSION, report })?;
    writeln!(out)?;
    Ok(())
}
