//! `khun check`: every fault of variant files.

use std::io::Write;

use khun_variant::{ReportData, Severity, check, render};
use serde::Serialize;

use super::print_json;
use crate::args::{CheckArgs, Deny};
use crate::failure::Failure;
use crate::source::fault_style;
use crate::terminal::{Style, Terminal};
use crate::text::plural;

#[derive(Serialize)]
struct Summary {
    files: Vec<ReportData>,
}

pub(super) fn run(args: &CheckArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(code) = &args.explain {
        return super::explain::code(code, terminal, out);
    }
    let mut reports = Vec::new();
    let mut unreadable = None;
    for path in &args.files {
        match check(&path.to_string_lossy()) {
            Ok(report) => reports.push(report),
            // The other files are checked all the same.
            Err(error) if args.files.len() > 1 && !args.json => {
                unreadable = Some(error.to_string());
                writeln!(out, "{} {error}", terminal.paint("error:", Style::Error))?;
            }
            Err(error) => return Err(Failure::usage(error.to_string())),
        }
    }
    let ok = reports.iter().all(|report| passes(report, args.deny));
    if args.json {
        print_json(out, &Summary { files: reports.iter().map(khun_variant::Report::to_data).collect() })?;
    } else {
        let style =
            if args.plain { khun_variant::Style::Narrated } else { fault_style(terminal.colour, terminal.unicode) };
        for report in &reports {
            for fault in &report.faults {
                writeln!(out, "{}", render(fault, style).trim_end())?;
                writeln!(out)?;
            }
            let count = |severity| report.faults.iter().filter(|fault| fault.severity() == severity).count() as u64;
            let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
            let warned = if warnings > 0 { format!(", {}", plural(warnings, "warning")) } else { String::new() };
            let line = if passes(report, args.deny) {
                let tests = plural(report.tests as u64, "test");
                terminal.paint(&format!("{}: good ({tests}{warned})", report.path), Style::Good)
            } else {
                terminal.paint(&format!("{}: {}{warned}", report.path, plural(errors, "fault")), Style::Error)
            };
            writeln!(out, "{line}")?;
        }
    }
    match (unreadable, ok) {
        (Some(message), _) => Err(Failure::usage(message)),
        (None, true) => Ok(()),
        (None, false) => Err(Failure::Told),
    }
}

/// Whether a file passes the check.
fn passes(report: &khun_variant::Report, deny: Option<Deny>) -> bool {
    report.faults.iter().all(|fault| match fault.severity() {
        Severity::Error => false,
        Severity::Warning => deny.is_none(),
        Severity::Info => deny != Some(Deny::All),
    })
}
