//! `khun new`: the file of a new variant.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use khun_variant::{Settings, bundled, starter};

use crate::args::{NewArgs, SettingsArgs};
use crate::failure::Failure;
use crate::files::write_whole;
use crate::source;
use crate::terminal::Terminal;

pub(super) fn run(args: &NewArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let id = &args.id;
    let good = id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if !good || id.starts_with('-') || id.is_empty() || id.len() > 40 {
        return Err(Failure::usage(format!(
            "a variant cannot have the id `{id}`: use lower-case letters, digits and -"
        )));
    }
    if bundled().iter().any(|bundled| bundled.id == id) {
        return Err(Failure::usage(format!("`{id}` is a bundled variant: choose another id")));
    }
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.toml")));
    let text = match args.board {
        Some((files, ranks)) => starter::on_board(id, files, ranks).map_err(Failure::usage)?,
        None => {
            let parent = source::open_named(&args.from, &SettingsArgs::default(), terminal)?;
            // A bundled variant is called by its id, a file by its name without `.toml`.
            let is_file = Path::new(&args.from).is_file();
            let name = if is_file { args.from.trim_end_matches(".toml").replace('\\', "/") } else { parent.id.clone() };
            starter::extending(id, &name, &parent, path.parent()).map_err(|error| Failure::usage(error.to_string()))?
        }
    };
    if path == Path::new("-") {
        return Ok(write!(out, "{text}")?);
    }
    if path.exists() {
        return Err(Failure::usage(format!("{} is there already", path.display())));
    }
    write_whole(&path, text.as_bytes()).map_err(|error| Failure::file("write", &path, &error))?;
    // What was just written has to be good: the check says so with the author's own command.
    khun_variant::load(&path.to_string_lossy(), &Settings::default())
        .map_err(|error| Failure::input(error.to_string()))?;
    let name = path.display();
    writeln!(io::stderr(), "wrote {name}; next: khun check {name}, khun play {name}")?;
    Ok(())
}
