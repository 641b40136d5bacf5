//! The command line `khun`: one module for each command, and what they share.
//!
//! Data goes to standard output, talk to standard error. Exit status: 0 good, 1 the input has faults or a check
//! failed, 2 wrong usage or a file that cannot be read or written.

mod args;
mod commands;
pub mod draw;
mod engine;
mod failure;
mod files;
mod interrupt;
mod report;
mod rulebook;
mod setup;
mod sheet;
mod source;
mod stats;
mod terminal;
mod text;
mod words;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches, ValueEnum};

use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::terminal::Terminal;

/// Reads the command line, runs the command, and tells how it went.
pub fn main() -> ExitCode {
    let cli = read_arguments();
    let terminal = Terminal::new(cli.color);
    let json = cli.command.as_ref().is_some_and(Command::json);
    // Not locked: a session's threads write to standard output by themselves.
    let mut out = io::BufWriter::new(io::stdout());
    let result = run(cli, &terminal, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&mut out, &terminal, json),
    }
}

/// Reads the command line. Wrong usage and requests for help end the program here.
fn read_arguments() -> Cli {
    // Help and usage errors are printed while the arguments are read, so that `--color` has to be known before.
    let words: Vec<_> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let after = |index: usize| words.get(index + 1).map(String::as_str);
    let colour = words.iter().enumerate().find_map(|(index, word)| match word.strip_prefix("--color") {
        Some("") => after(index),
        Some(value) => value.strip_prefix('='),
        None => None,
    });
    let colour = colour.and_then(|word| ColorChoice::from_str(word, true).ok()).unwrap_or(ColorChoice::Auto);
    let matches = Cli::command().color(colour).get_matches();
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

fn run(cli: Cli, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    match cli.command {
        Some(command) => commands::run(command, terminal, out),
        None if io::stdin().is_terminal() => {
            Cli::command().print_help()?;
            Ok(())
        }
        None => commands::session::run_asked_for(),
    }
}
