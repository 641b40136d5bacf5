//! `khun check`: every fault of variant files.

use std::io::Write;

use khun_interchange::{Unsaid, fsf};
use khun_rules::AnyRules;
use khun_variant::{Fault, Place, Report, ReportData, Severity, Variant, check, codes, render};
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
            Ok(mut report) => {
                tell_more(&mut report, args);
                reports.push(report);
            }
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
        print_json(out, &Summary { files: reports.iter().map(Report::to_data).collect() })?;
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

/// Adds what is told on request of a file that can be played.
fn tell_more(report: &mut Report, args: &CheckArgs) {
    let Some(variant) = report.variant.as_ref().filter(|_| report.is_ok()) else { return };
    let mut more = Vec::new();
    if args.portable {
        more.extend(fsf::export(variant).unsaid.iter().map(|unsaid| not_portable(variant, unsaid)));
    }
    if args.summary {
        more.push(Fault::new(codes::I703, &Place::new(&variant.file, 0, 0), summary(variant)));
    }
    report.faults.extend(more);
}

/// A rule that Fairy-Stockfish cannot be told, at the place where the file speaks of it.
fn not_portable(variant: &Variant, unsaid: &Unsaid) -> Fault {
    let what = if unsaid.moves_differ { "legal moves differ" } else { "results differ" };
    let message = format!("Fairy-Stockfish cannot be told `{}` ({what}): {}", unsaid.rule, unsaid.why);
    Fault::new(codes::W701, &variant.place_of(&unsaid.rule), message)
        .help("`khun export fsf --lossy` exports the variant without it")
}

/// What came of a file, in a few sentences.
fn summary(variant: &Variant) -> String {
    let spec = &variant.spec;
    let (files, ranks) = (spec.geometry.files(), spec.geometry.ranks());
    let men = spec.kinds.iter().map(|kind| kind.id.clone()).collect::<Vec<_>>();
    let (fast, wide, moves) = match &variant.rules {
        AnyRules::Small(rules) => (rules.is_fast(), false, rules.start().count_legal_moves(rules)),
        AnyRules::Large(rules) => (rules.is_fast(), true, rules.start().count_legal_moves(rules)),
    };
    let mut uses: Vec<String> = spec.ends.iter().map(|end| format!("end.{}", end.name)).collect();
    if let Some(counting) = &spec.counting {
        let tables = [("board", counting.board.is_some()), ("pieces", counting.pieces.is_some())];
        uses.extend(tables.iter().filter(|(_, there)| *there).map(|(name, _)| format!("counting.{name}")));
    }
    uses.extend(spec.rights.iter().map(|right| format!("rights.{}", right.name)));
    for kind in &spec.kinds {
        uses.extend(kind.promotion.iter().map(|_| format!("pieces.{}.promotion", kind.id)));
        uses.extend(kind.extras.iter().map(|extra| format!("pieces.{}.extra.{}", kind.id, extra.name)));
    }
    let unsaid = fsf::export(variant).unsaid;
    let elsewhere = match (unsaid.iter().any(|unsaid| unsaid.moves_differ), unsaid.is_empty()) {
        (true, _) => "no program by export",
        (false, false) => "Fairy-Stockfish, with other results in some games",
        (false, true) => "Fairy-Stockfish",
    };
    format!(
        "{files}x{ranks} squares in boards of {} bits, {} ({}), {} from the start, the {} move generator; rules: {}; played also by: {elsewhere}",
        if wide { 128 } else { 64 },
        if men.len() == 1 { "one kind of man".to_owned() } else { format!("{} kinds of men", men.len()) },
        men.join(", "),
        plural(moves, "move"),
        if fast { "fast" } else { "careful" },
        uses.join(", "),
    )
}

/// Whether a file passes the check.
fn passes(report: &Report, deny: Option<Deny>) -> bool {
    // A summary that was asked for is no fault.
    let faults = report.faults.iter().filter(|fault| fault.code != codes::I703);
    faults.map(Fault::severity).all(|severity| match severity {
        Severity::Error => false,
        Severity::Warning => deny.is_none(),
        Severity::Info => deny != Some(Deny::All),
    })
}
