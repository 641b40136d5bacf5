//! What the terminal can show: colours and characters.

use std::io::{self, IsTerminal};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Color, Effects, Style as Ansi};

/// What a text is, so that it can be painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// A heading or something else to look at first.
    Strong,
    /// Something that may be skipped.
    Faint,
    /// Something that went well.
    Good,
    /// Something that went wrong.
    Error,
}

impl Style {
    fn ansi(self) -> Ansi {
        let colour = |colour: AnsiColor| Ansi::new().fg_color(Some(Color::Ansi(colour)));
        match self {
            Style::Strong => Ansi::new().effects(Effects::BOLD),
            Style::Faint => Ansi::new().effects(Effects::DIMMED),
            Style::Good => colour(AnsiColor::Green),
            Style::Error => colour(AnsiColor::Red).effects(Effects::BOLD),
        }
    }

    /// A text in this style.
    pub(crate) fn paint(self, text: &str) -> String {
        let style = self.ansi();
        format!("{style}{text}{style:#}")
    }
}

/// What standard output and standard error can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// Whether standard output shows colours.
    pub(crate) colour: bool,
    /// Whether standard error does.
    pub(crate) error_colour: bool,
    /// Whether standard output is a terminal.
    pub(crate) output_is_terminal: bool,
    /// Whether standard input is a terminal.
    pub(crate) input_is_terminal: bool,
    /// Whether characters beyond ASCII can be expected to be shown.
    pub(crate) unicode: bool,
}

impl Terminal {
    /// Looks at the streams and the environment.
    pub(crate) fn new(choice: clap::ColorChoice) -> Terminal {
        ColorChoice::write_global(match choice {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::Always,
            clap::ColorChoice::Never => ColorChoice::Never,
        });
        let output_is_terminal = io::stdout().is_terminal();
        Terminal {
            colour: shows_colours(&io::stdout()),
            error_colour: shows_colours(&io::stderr()),
            output_is_terminal,
            input_is_terminal: io::stdin().is_terminal(),
            // A file or a pipe takes UTF-8; a terminal takes what its locale says.
            unicode: !output_is_terminal || cfg!(windows) || locale_is_utf8(),
        }
    }

    /// A text in a style for standard output.
    pub(crate) fn paint(&self, text: &str, style: Style) -> String {
        if self.colour { style.paint(text) } else { text.to_owned() }
    }

    /// A text in a style for standard error.
    pub(crate) fn paint_error(&self, text: &str, style: Style) -> String {
        if self.error_colour { style.paint(text) } else { text.to_owned() }
    }
}

fn shows_colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// Whether the locale promises UTF-8.
fn locale_is_utf8() -> bool {
    let value = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    value.contains("utf-8") || value.contains("utf8")
}
