//! The command line. Results go to stdout, talk to stderr.
//!
//! Exit status: 0 done, 1 the input has faults or a check failed, 2 wrong usage or something that the system refuses,
//! 130 stopped before the end (what there is, is saved).

mod args;
mod commands;

use std::process::ExitCode;

use clap::Parser;
use serde_json::json;

use crate::ctl::{Interrupt, Output};
use args::Cli;

/// What a command came to.
pub(crate) enum Done {
    /// All of it.
    All,
    /// A check failed.
    Failed,
    /// Stopped before the end.
    Interrupted,
}

/// Why a command stopped.
pub(crate) struct Stop {
    message: String,
    status: u8,
}

impl<E: Into<crate::run::RunError>> From<E> for Stop {
    fn from(error: E) -> Stop {
        let error = error.into();
        Stop { message: error.to_string(), status: error.exit_status() }
    }
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let output = Output::new(cli.json);
    let interrupt = Interrupt::on_ctrl_c();
    match commands::run(&cli, &output, interrupt) {
        Ok(Done::All) => ExitCode::SUCCESS,
        Ok(Done::Failed) => ExitCode::from(1),
        Ok(Done::Interrupted) => {
            output.say("stopped; everything is saved, and the same command goes on");
            output.event("interrupted", &json!({}));
            ExitCode::from(130)
        }
        Err(stop) => {
            output.say(&format!("error: {}", stop.message));
            output.event("error", &json!({"message": stop.message, "status": stop.status}));
            ExitCode::from(stop.status)
        }
    }
}
