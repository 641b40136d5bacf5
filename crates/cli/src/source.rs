//! Where variants come from.

use khun_rules::{AnyRules, samples};

use crate::args::{SettingsArgs, VariantArgs};
use crate::failure::Failure;

/// A variant that can be played.
pub(crate) struct Variant {
    pub(crate) id: String,
    pub(crate) rules: AnyRules,
}

/// Opens the variant that the command line names.
pub(crate) fn open(args: &VariantArgs) -> Result<Variant, Failure> {
    open_named(&args.variant, &args.settings)
}

/// Opens a variant by name or path.
pub(crate) fn open_named(name: &str, _settings: &SettingsArgs) -> Result<Variant, Failure> {
    let spec = match name {
        "makruk" => samples::makruk(),
        "ouk" => samples::ouk(),
        _ => return Err(Failure::usage(format!("there is no variant `{name}`"))),
    };
    let rules = AnyRules::build(&spec).map_err(|error| Failure::input(error.to_string()))?;
    Ok(Variant { id: name.to_owned(), rules })
}
