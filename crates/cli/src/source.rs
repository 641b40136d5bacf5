//! Where variants come from, and what is said when they cannot be had.

use std::io::{self, Write};

pub(crate) use khun_variant::Variant;
use khun_variant::{Fault, LoadError, Settings, Severity, load, render};

use crate::args::{SettingsArgs, VariantArgs};
use crate::failure::{Complaint, Failure, FaultReport};
use crate::terminal::{Style, Terminal};
use crate::text::plural;

/// Opens the variant that the command line names.
pub(crate) fn open(args: &VariantArgs, terminal: &Terminal) -> Result<Variant, Failure> {
    open_named(&args.variant, &args.settings, terminal)
}

/// Opens a variant by name or path. Its warnings are counted on standard error.
pub(crate) fn open_named(name: &str, settings: &SettingsArgs, terminal: &Terminal) -> Result<Variant, Failure> {
    let settings = Settings { profile: settings.profile.clone(), set: settings.set.clone() };
    let variant = load(name, &settings).map_err(|error| failure(error, terminal))?;
    let warnings = variant.warnings.iter().filter(|fault| fault.severity() == Severity::Warning).count() as u64;
    if warnings > 0 {
        let label = terminal.paint_error("note:", Style::Strong);
        let count = plural(warnings, "warning");
        // Nothing depends on whether anybody reads this.
        let _ = writeln!(io::stderr(), "{label} {name} has {count}; see khun check {name}");
    }
    Ok(variant)
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
pub(crate) fn fault_style(colours: bool, unicode: bool) -> khun_variant::Style {
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).clamp(60, 120));
    khun_variant::Style::Graphical { colours, unicode, width }
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
