//! `khun watch`: a file checked again whenever it is saved.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use khun_rules::{perft, with_rules};
use khun_variant::{Report, Severity, check, render};

use crate::args::WatchArgs;
use crate::draw::chart::Chart;
use crate::failure::Failure;
use crate::source::fault_style;
use crate::terminal::{Style, Terminal};
use crate::text::{plural, thousands};

/// How often the file is looked at. Looking costs microseconds, and works on every kind of disk.
const INTERVAL: Duration = Duration::from_millis(50);

/// What changes when a file is saved.
type Stamp = Option<(SystemTime, u64)>;

pub(super) fn run(args: &WatchArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let mut known: Option<Stamp> = None;
    let mut shown = Vec::new();
    let mut rounds = 0;
    loop {
        let stamp = stamp(&args.file);
        if known != Some(stamp) {
            known = Some(stamp);
            round(args, terminal, &mut shown, out)?;
            out.flush()?;
            rounds += 1;
            if args.times > 0 && rounds >= args.times {
                return Ok(());
            }
        }
        std::thread::sleep(INTERVAL);
    }
}

/// When the file was written and how long it is; `None` while it is not there, as between the two steps of some editors.
fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

fn round(
    args: &WatchArgs,
    terminal: &Terminal,
    shown: &mut Vec<(String, Vec<String>)>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let begin = Instant::now();
    let report = match check(&args.file.to_string_lossy()) {
        Ok(report) => report,
        Err(error) => return Ok(writeln!(out, "{} {error}", terminal.paint("waiting:", Style::Faint))?),
    };
    for fault in &report.faults {
        writeln!(out, "{}\n", render(fault, fault_style(terminal.colour, terminal.unicode)).trim_end())?;
    }
    changed_charts(&report, terminal, shown, out)?;
    let verdict = verdict(&report, args.depth);
    let style = if report.is_ok() { Style::Good } else { Style::Error };
    let line = format!("{verdict} ({} ms)", begin.elapsed().as_millis());
    Ok(writeln!(out, "{}", terminal.paint(&line, style))?)
}

fn verdict(report: &Report, depth: u32) -> String {
    let errors = report.faults.iter().filter(|fault| fault.severity() == Severity::Error).count() as u64;
    match &report.variant {
        Some(variant) if errors == 0 => {
            let nodes = with_rules!(&variant.rules, rules => perft(rules, &rules.start(), depth));
            let tests = plural(report.tests as u64, "test");
            format!("{}: good, {tests}, perft {depth} = {}", report.path, thousands(nodes))
        }
        _ => format!("{}: {}", report.path, plural(errors, "fault")),
    }
}

/// Draws the men whose moves are not what they were when they were drawn last.
fn changed_charts(
    report: &Report,
    terminal: &Terminal,
    shown: &mut Vec<(String, Vec<String>)>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Some(variant) = &report.variant else { return Ok(()) };
    let first = shown.is_empty();
    for kind in &variant.spec.kinds {
        let lines = Chart::new(&variant.spec, kind).lines(terminal.unicode);
        let entry = (kind.id.clone(), lines);
        if shown.contains(&entry) {
            continue;
        }
        if !first {
            writeln!(out, "{}", terminal.paint(&entry.0, Style::Strong))?;
            for line in &entry.1 {
                writeln!(out, "  {line}")?;
            }
        }
        shown.retain(|(id, _)| *id != entry.0);
        shown.push(entry);
    }
    Ok(())
}
