//! Faults on paper: with frames and carets, told for screen readers, or one line each.

use miette::{GraphicalReportHandler, GraphicalTheme, NarratableReportHandler, ThemeCharacters, ThemeStyles};

use crate::fault::Fault;

/// How faults are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The source lines with carets under them.
    Graphical {
        /// Whether to use colours.
        colours: bool,
        /// Whether to draw with Unicode line characters, or with ASCII.
        unicode: bool,
        /// The width of the terminal, in columns.
        width: usize,
    },
    /// In words, for screen readers.
    Narrated,
    /// `file:line:column: code: message`, one line each.
    Short,
}

impl Style {
    /// Frames without colours, 80 columns wide.
    pub const PLAIN: Style = Style::Graphical { colours: false, unicode: true, width: 80 };
}

/// Shows a fault.
pub fn render(fault: &Fault, style: Style) -> String {
    let mut text = String::new();
    match style {
        Style::Graphical { colours, unicode, width } => {
            let theme = GraphicalTheme {
                characters: if unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
                styles: if colours { ThemeStyles::ansi() } else { ThemeStyles::none() },
            };
            let handler = GraphicalReportHandler::new_themed(theme).with_width(width.max(20)).with_links(false);
            // Writing to a string fails only where formatting does; the message alone is better than nothing.
            if handler.render_report(&mut text, fault).is_err() {
                return short(fault);
            }
        }
        Style::Narrated => {
            if NarratableReportHandler::new().render_report(&mut text, fault).is_err() {
                return short(fault);
            }
        }
        Style::Short => text = short(fault),
    }
    text
}

fn short(fault: &Fault) -> String {
    let help = fault.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
    format!("{}: {}: {}{help}\n", fault.primary.place, fault.code, fault.message)
}
