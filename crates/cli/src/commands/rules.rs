//! `khun rules`.
use std::io::Write;
use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::terminal::Terminal;

pub(super) fn run(_args: &RulesArgs, _terminal: &Terminal, _out: &mut dyn Write) -> Result<(), Failure> {
    Ok(())
}
