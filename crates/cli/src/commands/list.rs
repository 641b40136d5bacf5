//! `khun list`: the bundled variants.

use std::io::Write;

use khun_variant::{Settings, Variant, bundled, load};
use serde::Serialize;

use super::print_json;
use crate::args::ListArgs;
use crate::failure::Failure;
use crate::terminal::{Style, Terminal};
use crate::text::wrap;

#[derive(Serialize)]
struct Report {
    variants: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    id: String,
    name: String,
    aliases: Vec<String>,
    uci: String,
    summary: String,
    /// The variant whose file this one builds on.
    extends: Option<String>,
    files: u8,
    ranks: u8,
    start: String,
    sources: Vec<String>,
    profiles: Vec<String>,
}

impl Entry {
    fn new(variant: Variant) -> Entry {
        Entry {
            id: variant.id,
            name: variant.name,
            aliases: variant.aliases,
            uci: variant.uci,
            summary: variant.summary,
            extends: variant.extends.into_iter().next(),
            files: variant.spec.geometry.files(),
            ranks: variant.spec.geometry.ranks(),
            start: variant.spec.start,
            sources: variant.sources,
            profiles: variant.profiles.into_iter().map(|profile| profile.name).collect(),
        }
    }
}

pub(super) fn run(args: &ListArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variants = bundled()
        .iter()
        .map(|bundled| load(bundled.id, &Settings::default()).map(Entry::new))
        .collect::<Result<Vec<Entry>, _>>()
        .map_err(|error| Failure::input(error.to_string()))?;
    let report = Report { variants };
    if args.json {
        return print_json(out, &report);
    }
    let width = report.variants.iter().map(|entry| entry.id.len()).max().unwrap_or(0);
    for entry in &report.variants {
        let id = terminal.paint(&format!("{:<width$}", entry.id), Style::Strong);
        let size = format!("{}x{}", entry.files, entry.ranks);
        let extends = entry.extends.as_ref().map(|base| format!(", extends {base}")).unwrap_or_default();
        writeln!(out, "{id}  {} ({size}{extends})", entry.name)?;
        let pad = " ".repeat(width);
        for line in wrap(&entry.summary, 78 - width) {
            writeln!(out, "{pad}  {line}")?;
        }
        if !entry.aliases.is_empty() {
            writeln!(out, "{pad}  {}", terminal.paint(&format!("also: {}", entry.aliases.join(", ")), Style::Faint))?;
        }
    }
    Ok(())
}
