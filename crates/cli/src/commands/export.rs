//! `khun export`: a variant in the format of another program.

use std::io::Write;

use khun_interchange::{Export, fsf, json, xboard};

use crate::args::{ExportArgs, ExportFormat, ExportVariantArgs};
use crate::failure::{Complaint, Failure, FaultReport};
use crate::source;
use crate::terminal::Terminal;
use crate::text::plural;

pub(super) fn run(args: &ExportArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.format {
        ExportFormat::Fsf(args) => print(&fsf::export(&source::open(&args.variant, terminal)?), args, out),
        ExportFormat::Xboard(args) => {
            let mut export = xboard::export(&source::open(&args.variant, terminal)?);
            // Only the moves of men are said to XBoard: results are the engine's own business.
            export.unsaid.retain(|unsaid| unsaid.moves_differ);
            print(&export, args, out)
        }
        ExportFormat::Json(args) => {
            let tables = json::export(&source::open(&args.variant, terminal)?);
            serde_json::to_writer(&mut *out, &tables)?;
            Ok(writeln!(out)?)
        }
    }
}

fn print(export: &Export, args: &ExportVariantArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if !export.unsaid.is_empty() && !args.lossy {
        let lines = export.unsaid.iter().map(|unsaid| {
            let effect = if unsaid.moves_differ { "moves differ" } else { "results differ" };
            format!("{}: {} ({effect})", unsaid.rule, unsaid.why)
        });
        let lines: Vec<String> = lines.collect();
        let message = format!("{} cannot be said in this format", plural(lines.len() as u64, "rule"));
        let rendered = format!("{message}\n  {}\n`--lossy` exports the rest.", lines.join("\n  "));
        let faults = lines.into_iter().map(|message| FaultReport { message, ..FaultReport::default() }).collect();
        return Err(Failure::Input(Complaint { message, faults, rendered: Some(rendered) }));
    }
    write!(out, "{}", export.text)?;
    for unsaid in &export.unsaid {
        writeln!(std::io::stderr(), "not said: {}: {}", unsaid.rule, unsaid.why)?;
    }
    Ok(())
}
