//! The commands.

mod analyse;
mod bench;
mod check;
mod compare;
mod completions;
mod explain;
mod export;
mod import;
mod list;
mod moves;
mod new;
mod perft;
mod pgn;
pub(crate) mod play;
mod query;
mod random;
mod rules;
pub(crate) mod session;
mod sheet;
mod show;
mod stats;
mod watch;

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
        Command::Xboard(settings) => session::run(session::Protocol::Cecp, &settings, terminal),
        Command::Pgn(args) => pgn::run(&args, terminal, out),
        Command::Random(args) => random::run(&args, terminal, out),
        Command::New(args) => new::run(&args, terminal, out),
        Command::Explain(args) => explain::run(&args, terminal, out),
        Command::Sheet(args) => sheet::run(&args, terminal, out),
        Command::Watch(args) => watch::run(&args, terminal, out),
        Command::Compare(args) => compare::run(&args, terminal, out),
        Command::Stats(args) => stats::run(&args, terminal, out),
        Command::Export(args) => export::run(&args, terminal, out),
        Command::Import(args) => import::run(&args, out),
        Command::Schema => {
            serde_json::to_writer_pretty(&mut *out, &khun_variant::keys::schema())?;
            Ok(writeln!(out)?)
        }
        Command::Reference => Ok(write!(out, "{}", khun_variant::keys::reference())?),
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
