//! `khun import`: a variant file from the format of another program.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use khun_interchange::fsf;

use crate::args::{ImportArgs, ImportFormat};
use crate::failure::Failure;

/// The longest file that is read.
const MOST_BYTES: u64 = 1 << 20;

pub(super) fn run(args: &ImportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let ImportFormat::Fsf { file, section } = &args.format;
    let text = read(file)?;
    let import = fsf::import(&text, section.as_deref())
        .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?;
    write!(out, "{}", import.toml)?;
    out.flush()?;
    for left in &import.left_out {
        let line = if left.line > 0 { format!("{}:{}: ", file.display(), left.line) } else { String::new() };
        writeln!(io::stderr(), "{line}not taken over: {}: {}", left.key, left.why)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, Failure> {
    let fault = |error: io::Error| Failure::file("read", path, &error);
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
    } else {
        fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)).map_err(fault)?;
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::usage(format!("{} is larger than {MOST_BYTES} bytes", path.display())));
    }
    String::from_utf8(bytes).map_err(|_| Failure::input(format!("{} is not UTF-8", path.display())))
}
