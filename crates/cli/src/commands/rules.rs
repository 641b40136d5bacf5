//! `khun rules`: the rules of a variant in plain English.

use std::io::Write;

use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::rulebook;
use crate::source;
use crate::terminal::Terminal;

pub(super) fn run(args: &RulesArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    let unicode = terminal.unicode && !args.ascii;
    write!(out, "{}", rulebook::text(&variant, terminal, unicode))?;
    Ok(())
}
