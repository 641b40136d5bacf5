//! `khun stats`: what games of a variant against itself say about it.

use std::io::Write;

use serde::Serialize;

use super::print_json;
use crate::args::StatsArgs;
use crate::failure::Failure;
use crate::files::write_output;
use crate::interrupt::stop_on_interrupt;
use crate::source;
use crate::stats::{self, Figures};
use crate::terminal::Terminal;

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    figures: &'a Figures,
    /// The figures of the game that all others are compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a Figures>,
}

pub(super) fn run(args: &StatsArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    let settings = args.playing.settings(args.games);
    let figures = stats::measure(&variant, &settings, &stop_on_interrupt())?;
    let reference = stats::reference(&settings).filter(|reference| reference.title() != figures.title());
    let reference = reference.as_ref();
    if args.json {
        return print_json(out, &Report { figures: &figures, reference });
    }
    match &args.html {
        Some(path) => write_output(path, stats::page(&figures, reference).as_bytes(), out),
        None => stats::print(&figures, reference, terminal, out),
    }
}
