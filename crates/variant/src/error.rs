//! Why a variant cannot be loaded.

use std::path::PathBuf;

use crate::fault::Fault;

/// Why a variant cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is no bundled variant of this name, and no file.
    #[error("there is no variant `{name}` ({help})")]
    UnknownVariant {
        /// The name.
        name: String,
        /// The nearest names, or all names.
        help: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file has faults.
    #[error("{} has {}", name, count(faults))]
    Faults {
        /// The file.
        name: String,
        /// All faults that were found, warnings too.
        faults: Vec<Fault>,
    },
    /// The variant has no profile of this name.
    #[error("`{variant}` has no profile `{profile}` ({help})")]
    UnknownProfile {
        /// The variant.
        variant: String,
        /// The profile.
        profile: String,
        /// The nearest profile, or all of them.
        help: String,
    },
    /// The variant has no parameter of this name.
    #[error("`{variant}` has no parameter `{parameter}` ({help})")]
    UnknownParameter {
        /// The variant.
        variant: String,
        /// The parameter.
        parameter: String,
        /// The nearest parameter, or all of them.
        help: String,
    },
    /// A parameter cannot have a value.
    #[error("`{parameter}`: {reason}")]
    BadValue {
        /// The parameter.
        parameter: String,
        /// What it wants.
        reason: String,
    },
}

impl LoadError {
    /// The exit status of a program that stops for this reason: 1 where the file has faults, 2 for wrong usage and
    /// files that cannot be read.
    pub fn exit_status(&self) -> u8 {
        match self {
            LoadError::Faults { .. } => 1,
            _ => 2,
        }
    }

    /// The faults of the file, if that is the reason.
    pub fn faults(&self) -> &[Fault] {
        match self {
            LoadError::Faults { faults, .. } => faults,
            _ => &[],
        }
    }
}

fn count(faults: &[Fault]) -> String {
    let errors = faults.iter().filter(|fault| fault.severity() == crate::Severity::Error).count();
    if errors == 1 { "a fault".to_string() } else { format!("{errors} faults") }
}
