//! Checking a file: every fault under every profile and setting, and the tests that it brings along.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use khun_rules::spec::RulesSpec;

use crate::bundled;
use crate::codes;
use crate::error::LoadError;
use crate::fault::{Fault, FaultData, Faults, Severity};
use crate::hash::Fnv;
use crate::load::{self, Loaded, Variant};
use crate::run;
use crate::settings::{Parameter, ParameterKind, Profile, Settings};
use crate::source::{Place, SourceFile};

/// What came of checking a file.
#[derive(Clone, Debug)]
pub struct Report {
    /// The file, as it was named.
    pub path: String,
    /// Everything that was found.
    pub faults: Vec<Fault>,
    /// How many of the file's tests were run.
    pub tests: usize,
    /// The variant, if it can be played.
    pub variant: Option<Variant>,
}

impl Report {
    /// Whether the file can be played and its tests hold: no fault is an error.
    pub fn is_ok(&self) -> bool {
        !self.faults.iter().any(|fault| fault.severity() == Severity::Error)
    }

    /// The report as `--json` prints it.
    pub fn to_data(&self) -> ReportData {
        ReportData {
            path: self.path.clone(),
            ok: self.is_ok(),
            tests: self.tests,
            faults: self.faults.iter().map(Fault::to_data).collect(),
        }
    }
}

/// A report as `--json` prints it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct ReportData {
    /// The file, as it was named.
    pub path: String,
    /// Whether there is no error among the faults.
    pub ok: bool,
    /// How many of the file's tests were run.
    pub tests: usize,
    /// Everything that was found.
    pub faults: Vec<FaultData>,
}

/// Checks a file, or a bundled variant.
///
/// # Errors
/// There is no such file, or it cannot be read. Faults of the file are not errors here but what the report is about.
pub fn check(name_or_path: &str) -> Result<Report, LoadError> {
    let mut faults = Faults::new();
    let (file, dir) = load::find(name_or_path, &mut faults)?;
    check_file(name_or_path, &Source { file, dir }, faults)
}

/// Checks a text as if it were a file called `name`, beside the files of `dir`.
///
/// # Errors
/// As for [`check`].
pub fn check_str(text: &str, name: &str, dir: Option<&Path>) -> Result<Report, LoadError> {
    let file = SourceFile::new(name, None, text);
    check_file(name, &Source { file, dir: dir.map(Path::to_path_buf) }, Faults::new())
}

/// Where a variant is loaded from, again and again.
struct Source {
    file: Arc<SourceFile>,
    dir: Option<PathBuf>,
}

impl Source {
    fn build(&self, settings: &Settings, faults: Faults) -> Result<Loaded, LoadError> {
        load::build(Arc::clone(&self.file), self.dir.as_deref(), settings, faults)
    }
}

fn check_file(path: &str, source: &Source, faults: Faults) -> Result<Report, LoadError> {
    let unreadable = faults.have_errors();
    let loaded = source.build(&Settings::default(), faults)?;
    let mut faults = loaded.faults;
    let mut tests = 0;
    if !unreadable && !faults.have_errors() {
        let own_profile = loaded.variant.as_ref().and_then(|variant| variant.profile.as_deref());
        let others = other_settings(source, own_profile, &loaded.profiles, &loaded.parameters, &mut faults);
        if let Some(variant) = &loaded.variant {
            equal_to_bundled(variant, &mut faults);
            tests = run_tests(source, variant, &others, &mut faults);
        }
    }
    Ok(Report { path: path.to_string(), faults: faults.into_sorted(), tests, variant: loaded.variant })
}

/// Tells of a variant that is a bundled one under another name, unless it says so itself by extending it.
fn equal_to_bundled(variant: &Variant, faults: &mut Faults) {
    let own = crate::bundled().iter().any(|bundled| bundled.text == variant.file.text());
    if own {
        return;
    }
    let fingerprint = fingerprint(&variant.spec);
    let same = bundled::FINGERPRINTS.iter().filter(|(_, known)| *known == fingerprint);
    for (id, _) in same.filter(|(id, _)| !variant.extends.iter().any(|parent| parent == id)) {
        let place = Place::new(&variant.file, 0, 0);
        let message = format!("these are the rules of the bundled variant `{id}`");
        let help = format!("extends = \"{id}\" says so, and keeps up with it");
        faults.push(Fault::new(codes::I702, &place, message).help(help));
    }
}

/// A number (16 hexadecimal digits) that two variants share if they are the same game, whatever it and its men are called.
fn fingerprint(spec: &RulesSpec) -> String {
    let mut spec = spec.clone();
    spec.id.clear();
    spec.name.clear();
    for kind in &mut spec.kinds {
        kind.names.clear();
        kind.betza.clear();
        kind.value = 0;
        for extra in &mut kind.extras {
            extra.betza.clear();
        }
    }
    let mut hash = Fnv::new();
    hash.text(&format!("{spec:?}"));
    hash.finish()
}

/// Loads the file under each of its profiles, and with each parameter at each of its words or ends, and adds the errors
/// that come of it. What the file has been loaded with already is left out. Returns the variants for tests to use.
fn other_settings(
    source: &Source,
    own_profile: Option<&str>,
    profiles: &[Profile],
    parameters: &[Parameter],
    faults: &mut Faults,
) -> Vec<(Settings, Variant)> {
    let profiles = profiles
        .iter()
        .filter(|profile| Some(profile.name.as_str()) != own_profile)
        .map(|profile| (format!("with --profile {}", profile.name), Settings::profile(&profile.name)));
    let values = parameters.iter().flat_map(|parameter| {
        let values: Vec<String> = match &parameter.kind {
            ParameterKind::Integer { min, max } => [min, max].map(ToString::to_string).to_vec(),
            ParameterKind::Choice { words } => words.clone(),
            ParameterKind::Boolean => vec!["true".to_string(), "false".to_string()],
            ParameterKind::Pieces => Vec::new(),
        };
        values.into_iter().filter(|value| *value != parameter.value.to_string()).map(|value| {
            let said = format!("with --set {}={value}", parameter.name);
            (said, Settings::default().with(&parameter.name, value))
        })
    });
    let (said, settings): (Vec<String>, Vec<Settings>) = profiles.chain(values).unzip();
    let mut variants = Vec::new();
    for ((said, settings), loaded) in said.into_iter().zip(settings.clone()).zip(load_all(source, &settings)) {
        // Profiles and values come from the file: they are there.
        let Some(loaded) = loaded else { continue };
        for fault in loaded.faults.iter().filter(|fault| fault.severity() == Severity::Error) {
            faults.push(fault.clone().in_matter(&said));
        }
        variants.extend(loaded.variant.map(|variant| (settings, variant)));
    }
    variants
}

/// The most threads that load a file: an author waits for them.
const MOST_THREADS: usize = 4;
/// Settings for which another thread is worth while.
const FEWEST_FOR_THREAD: usize = 8;

/// Loads the file under each of the settings.
fn load_all(source: &Source, settings: &[Settings]) -> Vec<Option<Loaded>> {
    let load = |settings: &[Settings]| -> Vec<Option<Loaded>> {
        settings.iter().map(|settings| source.build(settings, Faults::new()).ok()).collect()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let share = settings.len().div_ceil(threads).max(FEWEST_FOR_THREAD);
    if share >= settings.len() {
        return load(settings);
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = settings.chunks(share).map(|part| scope.spawn(move || load(part))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    })
}

/// Runs the file's tests. `others` are variants that are loaded already. Returns how many there were.
fn run_tests(source: &Source, variant: &Variant, others: &[(Settings, Variant)], faults: &mut Faults) -> usize {
    if variant.tests.is_empty() {
        let place = Place::new(&source.file, 0, 0);
        faults.push(
            Fault::new(codes::W605, &place, "the variant has no tests")
                .help("[[tests]]  perft = [20, 400]  or  moves = [\"a2a3\"]  fen_after = \"…\""),
        );
    }
    for test in &variant.tests {
        if test.profile.is_none() && test.set.is_empty() {
            run::run(test, &variant.rules, faults);
            continue;
        }
        let profile = test.profile.as_ref();
        let settings = Settings { profile: profile.map(|profile| profile.value.clone()), set: test.set.clone() };
        if let Some((_, variant)) = others.iter().find(|(known, _)| *known == settings) {
            run::run(test, &variant.rules, faults);
            continue;
        }
        match source.build(&settings, Faults::new()) {
            Ok(loaded) => {
                // Where it cannot be loaded, that is reported with the setting already.
                if let Some(variant) = loaded.variant {
                    run::run(test, &variant.rules, faults);
                }
            }
            Err(error) => {
                let place = profile.map_or(&test.place, |profile| &profile.place);
                faults.push(Fault::new(
                    codes::E606,
                    place,
                    format!("the test \"{}\" cannot be run: {error}", test.name),
                ));
            }
        }
    }
    variant.tests.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comparing fingerprints takes the place of loading all bundled variants whenever a file is checked.
    #[test]
    fn fingerprints_are_those_of_the_bundled_variants() {
        let now: Vec<(&str, String)> = bundled::bundled()
            .iter()
            .map(|bundled| (bundled.id, fingerprint(&load::load(bundled.id, &Settings::default()).unwrap().spec)))
            .collect();
        let known: Vec<(&str, String)> =
            bundled::FINGERPRINTS.iter().map(|(id, fingerprint)| (*id, (*fingerprint).to_string())).collect();
        assert_eq!(known, now, "rules have changed: write the new fingerprints to bundled.rs");
    }
}
