//! `khun sheet`: the rule sheet of a variant.

use std::io::Write;
use std::path::Path;

use crate::args::SheetArgs;
use crate::failure::Failure;
use crate::files::write_whole;
use crate::sheet;
use crate::source;
use crate::terminal::Terminal;

pub(super) fn run(args: &SheetArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    if let Some(path) = &args.html {
        return write(path, sheet::page(&variant).as_bytes(), out);
    }
    if let Some(path) = &args.svg {
        // Whoever looks at it has fonts of their own.
        return write(path, sheet::picture(&variant, args.size, &|_| true).as_bytes(), out);
    }
    let Some(path) = &args.png else { return Ok(()) };
    let fonts = sheet::Fonts::of_system();
    let picture = sheet::picture(&variant, args.size, &|text| fonts.can_show(text));
    let pixels = sheet::pixels(&picture, &fonts).map_err(|error| Failure::usage(format!("cannot draw: {error}")))?;
    write(path, &pixels, out)
}

fn write(path: &Path, content: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(out.write_all(content)?);
    }
    write_whole(path, content).map_err(|error| Failure::file("write", path, &error))
}
