//! The command line `khun`: one module for each command, and what they share.
//!
//! Data goes to standard output, talk to standard error. Exit status: 0 good, 1 the input has faults or a check
//! failed, 2 wrong usage or a file that cannot be read or written.

mod args;
mod commands;
pub mod draw;
mod failure;
mod files;
mod report;
mod rulebook;
mod setup;
mod source;
mod terminal;
mod text;
mod words;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::terminal::Terminal;

/// Reads the command line, runs the command, and tells how it went.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let terminal = Terminal::new(cli.color);
    let json = cli.command.as_ref().is_some_and(Command::json);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(cli, &terminal, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&mut out, &terminal, json),
    }
}

fn run(cli: Cli, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    match cli.command {
        Some(command) => commands::run(command, terminal, out),
        None if io::stdin().is_terminal() => {
            Cli::command().print_help()?;
            Ok(())
        }
        None => Err(Failure::usage(
            "`khun` without a command speaks an engine protocol (UCI or CECP), which this build does not have yet; \
             see `khun --help`",
        )),
    }
}
