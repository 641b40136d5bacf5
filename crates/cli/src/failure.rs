//! Why a command stops, as text, as JSON and as an exit status.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use khun_rules::FenError;
use serde::Serialize;

use crate::report::SCHEMA_VERSION;
use crate::terminal::{Style, Terminal};

/// Why a command stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of standard output is gone: a quiet end.
    Closed,
    /// The input has faults: exit status 1.
    Input(Complaint),
    /// Wrong usage, or a file that cannot be read or written: exit status 2.
    Usage(Complaint),
    /// The answer has been printed, and it says that something failed: exit status 1.
    Told,
}

/// What there is to say about a failure.
#[derive(Debug, Default)]
pub(crate) struct Complaint {
    /// What is wrong, in one sentence.
    pub(crate) message: String,
    /// Where and why, one entry for each fault.
    pub(crate) faults: Vec<FaultReport>,
    /// A rendering for people that takes the place of the message.
    pub(crate) rendered: Option<String>,
}

/// A fault as JSON has it. Places are given where they are known.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct FaultReport {
    /// What is wrong.
    pub(crate) message: String,
    /// A stable code, for faults of variant files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<String>,
    /// The file, for faults of variant files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// The column, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    /// The number of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) length: Option<usize>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
}

#[derive(Serialize)]
struct FailureReport<'a> {
    schema_version: u32,
    error: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    faults: &'a [FaultReport],
}

impl Failure {
    /// Wrong usage.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(Complaint { message: message.into(), ..Complaint::default() })
    }

    /// Faulty input.
    pub(crate) fn input(message: impl Into<String>) -> Failure {
        Failure::Input(Complaint { message: message.into(), ..Complaint::default() })
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::usage(format!("cannot {doing} {}: {error}", path.display()))
    }

    /// A faulty FEN.
    pub(crate) fn fen(text: &str, error: &FenError) -> Failure {
        Failure::Input(Complaint {
            message: error.to_string(),
            faults: fen_faults(text, error),
            rendered: Some(caret_lines(text, error)),
        })
    }

    /// What is wrong, in one sentence.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Closed | Failure::Told => String::new(),
            Failure::Input(complaint) | Failure::Usage(complaint) => complaint.message.clone(),
        }
    }

    /// Tells what went wrong, and gives the exit status.
    pub(crate) fn report(self, out: &mut dyn Write, terminal: &Terminal, json: bool) -> ExitCode {
        let (complaint, status) = match self {
            // Nobody is there to read what is left.
            Failure::Closed => return ExitCode::SUCCESS,
            Failure::Told => return if out.flush().is_ok() { ExitCode::from(1) } else { ExitCode::SUCCESS },
            Failure::Input(complaint) => (complaint, 1),
            Failure::Usage(complaint) => (complaint, 2),
        };
        if json {
            let report =
                FailureReport { schema_version: SCHEMA_VERSION, error: &complaint.message, faults: &complaint.faults };
            let _ = serde_json::to_writer(&mut *out, &report);
            let _ = writeln!(out);
        } else {
            let label = terminal.paint_error("error:", Style::Error);
            let text = complaint.rendered.unwrap_or(complaint.message);
            let _ = out.flush();
            let _ = writeln!(io::stderr(), "{label} {}", text.trim_end());
        }
        let _ = out.flush();
        ExitCode::from(status)
    }
}

/// Writing to standard output is the only thing that fails without a word about what it was for.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::usage(format!("cannot write: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        match error.io_error_kind() {
            Some(kind) => io::Error::from(kind).into(),
            None => Failure::usage(format!("cannot write JSON: {error}")),
        }
    }
}

/// The faults of a FEN with their places.
pub(crate) fn fen_faults(text: &str, error: &FenError) -> Vec<FaultReport> {
    let faults = error.faults.iter().map(|fault| {
        let (column, length) = characters(text, &fault.span);
        FaultReport {
            message: fault.kind.to_string(),
            column: Some(column + 1),
            length: Some(length),
            ..FaultReport::default()
        }
    });
    faults.collect()
}

/// A span in bytes as a start, from 0, and a length in characters.
fn characters(text: &str, span: &Range<usize>) -> (usize, usize) {
    let count = |range: Range<usize>| text.get(range).map_or(0, |part| part.chars().count());
    (count(0..span.start.min(text.len())), count(span.clone()).max(1))
}

/// A FEN with a line under it for each fault.
pub(crate) fn caret_lines(text: &str, error: &FenError) -> String {
    let number = error.faults.len();
    let mut lines =
        format!("the position has {}\n", if number == 1 { "a fault".into() } else { format!("{number} faults") });
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(lines, "  {shown}");
    for fault in &error.faults {
        let (start, length) = characters(text, &fault.span);
        let _ = writeln!(lines, "  {}{} {}", " ".repeat(start), "^".repeat(length), fault.kind);
    }
    lines
}
