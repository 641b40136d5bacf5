//! The library of the program: the bundled variants, and those of files and folders that the user names.

use std::path::{Path, PathBuf};

use khun_variant::{LoadError, Settings, Severity, Style, render};

use crate::library::{Library, Variant};
use crate::weights::weights_of;

/// The bundled variants and those of a path that the user gives.
#[derive(Clone, Debug, Default)]
pub struct Bundled {
    /// Under which profile and with which parameters variants are loaded, where they have them.
    pub settings: Settings,
    /// Name and file of the user's variants.
    added: Vec<(String, PathBuf)>,
}

impl Bundled {
    /// The bundled variants with a profile and settings. A variant that lacks the profile or a parameter cannot be
    /// chosen then.
    pub fn new(settings: Settings) -> Bundled {
        Bundled { settings, added: Vec::new() }
    }

    fn load_variant(&self, name: &str) -> Result<khun_variant::Variant, String> {
        let added = self.added.iter().find(|(known, _)| known == name);
        let source = added.map_or_else(|| name.to_owned(), |(_, path)| path.to_string_lossy().into_owned());
        khun_variant::load(&source, &self.settings).map_err(|error| in_words(&error))
    }
}

/// An error in words, each fault of a file on a line of its own with its place.
fn in_words(error: &LoadError) -> String {
    let mut lines = vec![error.to_string()];
    let errors = error.faults().iter().filter(|fault| fault.severity() == Severity::Error);
    lines.extend(errors.map(|fault| render(fault, Style::Short).trim_end().to_owned()));
    lines.join("\n")
}

impl Library for Bundled {
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut add = |name: String| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        for bundled in khun_variant::bundled() {
            let uci = khun_variant::load(bundled.id, &Settings::default()).map(|variant| variant.uci.to_lowercase());
            add(uci.unwrap_or_else(|_| bundled.id.to_owned()));
            add(bundled.id.to_owned());
        }
        self.added.iter().for_each(|(name, _)| add(name.clone()));
        names
    }

    fn load(&self, name: &str) -> Result<Variant, String> {
        let name = name.to_lowercase();
        let known = self.names().contains(&name) || khun_variant::bundled().iter().any(|bundled| bundled.id == name);
        if !known {
            return Err(format!("there is no variant {name:?}"));
        }
        let variant = self.load_variant(&name)?;
        let weights = weights_of(&variant)?;
        let template = variant.extends.last().cloned().unwrap_or_else(|| variant.uci.clone());
        Ok(Variant { name, rules: variant.rules, weights, template })
    }

    fn add_path(&mut self, path: &str) -> Result<(), String> {
        let path = path.trim();
        if path.is_empty() {
            self.added.clear();
            return Ok(());
        }
        let mut added = Vec::new();
        let mut faulty = Vec::new();
        for file in files(Path::new(path))? {
            match khun_variant::load(&file.to_string_lossy(), &Settings::default()) {
                Ok(variant) => {
                    added.push((variant.uci.to_lowercase(), file.clone()));
                    added.push((variant.id.to_lowercase(), file));
                }
                Err(error) => faulty.push(in_words(&error)),
            }
        }
        self.added = added;
        if faulty.is_empty() { Ok(()) } else { Err(faulty.join("\n")) }
    }
}

/// The variant files that a path means: itself, or those of the folder, in order of their names.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    if !std::fs::metadata(path).map_err(fail)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).map_err(fail)?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.is_file() && file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    Ok(files)
}
