//! `khun sheet`: the rule sheet of a variant.

use std::io::Write;

use crate::args::SheetArgs;
use crate::failure::Failure;
use crate::files::write_output;
use crate::sheet;
use crate::source;
use crate::terminal::Terminal;

pub(super) fn run(args: &SheetArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    if let Some(path) = &args.html {
        return write_output(path, sheet::page(&variant).as_bytes(), out);
    }
    if let Some(path) = &args.svg {
        // Whoever looks at it has fonts of their own.
        return write_output(path, sheet::picture(&variant, args.size, &|_| true).as_bytes(), out);
    }
    let Some(path) = &args.png else { return Ok(()) };
    let fonts = sheet::Fonts::of_system();
    let picture = sheet::picture(&variant, args.size, &|text| fonts.can_show(text));
    write_output(path, &sheet::pixels(&picture, &fonts)?, out)
}
