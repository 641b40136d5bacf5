//! Where variants come from, and what is said when they cannot be had.

pub(crate) use khun_variant::Variant;
use khun_variant::{Fault, LoadError, Settings, Severity, Style, load, render};

use crate::args::{SettingsArgs, VariantArgs};
use crate::failure::{Complaint, Failure, FaultReport};
use crate::terminal::Terminal;

/// Opens the variant that the command line names, and tells its warnings to whoever watches.
pub(crate) fn open(args: &VariantArgs, terminal: &Terminal) -> Result<Variant, Failure> {
    open_named(&args.variant, &args.settings, terminal)
}

/// Opens a variant by name or path.
pub(crate) fn open_named(name: &str, settings: &SettingsArgs, terminal: &Terminal) -> Result<Variant, Failure> {
    let settings = Settings { profile: settings.profile.clone(), set: settings.set.clone() };
    load(name, &settings).map_err(|error| failure(error, terminal))
}

/// Whether a name in a file of another program means a variant.
pub(crate) fn is_called(variant: &Variant, name: &str) -> bool {
    let names = [&variant.id, &variant.name, &variant.uci].into_iter().chain(&variant.aliases);
    names.into_iter().any(|known| known.to_lowercase() == name.trim().to_lowercase())
}

fn failure(error: LoadError, terminal: &Terminal) -> Failure {
    let usage = error.exit_status() != 1;
    let message = error.to_string();
    let rendered = (!error.faults().is_empty()).then(|| {
        let style = fault_style(terminal.error_colour, terminal.unicode);
        let faults = errors_first(error.faults()).map(|fault| render(fault, style)).collect::<Vec<_>>();
        format!("{message}\n\n{}", faults.join("\n"))
    });
    let complaint = Complaint { message, faults: error.faults().iter().map(report).collect(), rendered };
    if usage { Failure::Usage(complaint) } else { Failure::Input(complaint) }
}

/// How faults are drawn.
pub(crate) fn fault_style(colours: bool, unicode: bool) -> Style {
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).clamp(60, 120));
    Style::Graphical { colours, unicode, width }
}

fn errors_first(faults: &[Fault]) -> impl Iterator<Item = &Fault> {
    let of = |errors: bool| faults.iter().filter(move |fault| (fault.severity() == Severity::Error) == errors);
    of(true).chain(of(false))
}

fn report(fault: &Fault) -> FaultReport {
    let data = fault.to_data();
    FaultReport {
        message: data.message,
        code: Some(data.code.to_owned()),
        path: Some(data.path),
        line: Some(data.line),
        column: Some(data.column),
        length: Some(data.length),
        help: data.help,
    }
}
