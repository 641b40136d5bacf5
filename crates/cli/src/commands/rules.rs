//! `khun rules`.
use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::terminal::Terminal;
use std::io::Write;

pub(super) fn run(_args: &RulesArgs, _terminal: &Terminal, _out: &mut dyn Write) -> Result<(), Failure> {
    Ok(())
}
