//! `khun completions`: scripts that complete the command line.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::Failure;

pub(super) fn run(shell: Shell, out: &mut dyn Write) -> Result<(), Failure> {
    // The generator panics where it cannot write, so that it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "khun", &mut script);
    out.write_all(&script)?;
    Ok(())
}
