//! `khun uci`, `khun xboard`, and `khun` alone on a pipe: the engine for a GUI.

use std::io::{self, BufRead, Cursor, Read, Write};

use khun_protocol::{Bundled, Output, Settings};

use crate::args::SettingsArgs;
use crate::failure::Failure;
use crate::terminal::{Style, Terminal};

/// A language that GUIs and engines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of XBoard and WinBoard, version 2.
    Cecp,
}

impl Protocol {
    /// The protocol that a first line asks for.
    fn asked_for(line: &str) -> Option<Protocol> {
        match line.trim() {
            "uci" => Some(Protocol::Uci),
            "xboard" => Some(Protocol::Cecp),
            _ => None,
        }
    }
}

/// Speaks a protocol until the other side has enough.
pub(crate) fn run(protocol: Protocol, settings: &SettingsArgs, terminal: &Terminal) -> Result<(), Failure> {
    note_unknown_settings(settings, terminal);
    speak(protocol, io::BufReader::new(io::stdin()), settings)
}

/// Speaks whichever protocol the first line asks for.
pub(crate) fn run_asked_for() -> Result<(), Failure> {
    let mut input = io::BufReader::new(io::stdin());
    let mut first = Vec::new();
    while first.trim_ascii().is_empty() {
        first.clear();
        // A protocol's first line is short; what is longer is no protocol and need not be read.
        let length = input.by_ref().take(80).read_until(b'\n', &mut first).map_err(cannot_read)?;
        if length == 0 {
            return Err(no_protocol("nothing came"));
        }
    }
    let line = String::from_utf8_lossy(&first);
    match Protocol::asked_for(&line) {
        Some(protocol) => speak(protocol, Cursor::new(first).chain(input), &SettingsArgs::default()),
        None => Err(no_protocol(&format!("the first line was \"{}\"", crate::text::shown(line.trim())))),
    }
}

fn no_protocol(what: &str) -> Failure {
    Failure::usage(format!(
        "without a command khun is an engine for a GUI and waits for the line \"uci\" or \"xboard\", but {what}; \
         see khun --help"
    ))
}

fn speak(protocol: Protocol, mut input: impl BufRead + Send, settings: &SettingsArgs) -> Result<(), Failure> {
    let settings = khun_variant::Settings { profile: settings.profile.clone(), set: settings.set.clone() };
    let library = Box::new(Bundled::new(settings));
    let output = Output::new(io::stdout());
    match protocol {
        Protocol::Uci => khun_protocol::uci(&mut input, &output, library, Settings::default()),
        Protocol::Cecp => khun_protocol::xboard(&mut input, &output, library, Settings::default()),
    }
    .map_err(cannot_read)
}

fn cannot_read(error: io::Error) -> Failure {
    Failure::usage(format!("cannot read standard input: {error}"))
}

/// Tells the user of settings that no bundled variant has. A variant that the GUI brings along may have them.
fn note_unknown_settings(settings: &SettingsArgs, terminal: &Terminal) {
    let settings = khun_variant::Settings { profile: settings.profile.clone(), set: settings.set.clone() };
    let mut complaint = None;
    for bundled in khun_variant::bundled() {
        match khun_variant::load(bundled.id, &settings) {
            Ok(_) => return,
            Err(error) => complaint = complaint.or(Some(error)),
        }
    }
    if let Some(error) = complaint {
        let label = terminal.paint_error("note:", Style::Strong);
        let _ = writeln!(io::stderr(), "{label} no bundled variant can be played so: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_chooses() {
        assert_eq!(Protocol::asked_for("uci\r\n"), Some(Protocol::Uci));
        assert_eq!(Protocol::asked_for("xboard"), Some(Protocol::Cecp));
        for line in ["", "uciok", "UCI", "help", "\u{fffd}"] {
            assert_eq!(Protocol::asked_for(line), None, "{line}");
        }
    }
}
