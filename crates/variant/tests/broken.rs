//! What authors get to read: each file of `broken/` with its faults, as they are shown.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use khun_variant::codes::Code;
use khun_variant::{Report, Style, check, render};

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir("tests/broken").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    files
}

fn report(path: &Path) -> Report {
    let path = path.to_str().unwrap().replace('\\', "/");
    check(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn faults_as_they_are_shown() {
    for path in files() {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        if name.starts_with("chain-") {
            continue;
        }
        let report = report(&path);
        let shown: Vec<String> = report.faults.iter().map(|fault| render(fault, Style::PLAIN)).collect();
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.clone(), shown.join("\n")));
        let code = name.split('-').next().unwrap();
        if let Some(code) = Code::find(code) {
            assert!(report.faults.iter().any(|fault| fault.code == code), "{name}: {:?}", report.faults);
        }
    }
}

/// Codes that no file can show: one guards against what other checks keep out, two are told by the program on request.
const UNSHOWN: &[&str] = &["E412", "W701", "I703"];

#[test]
fn every_code_has_a_file() {
    let shown: BTreeSet<&str> = files().iter().flat_map(|path| report(path).faults).map(|f| f.code.as_str()).collect();
    let missing: Vec<&str> = Code::all()
        .map(|(code, _)| code.as_str())
        .filter(|code| !shown.contains(code) && !UNSHOWN.contains(code))
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn all_faults_come_in_one_pass() {
    let report = report(Path::new("tests/broken/many-faults.toml"));
    let codes: BTreeSet<&str> = report.faults.iter().map(|fault| fault.code.as_str()).collect();
    for code in ["E003", "E005", "E114", "E202", "E301", "E303", "E401", "E402", "E505"] {
        assert!(codes.contains(code), "{code} is not among {codes:?}");
    }
}

#[test]
fn faults_as_data_and_in_words() {
    let report = report(Path::new("tests/broken/E303-betza.toml"));
    insta::assert_snapshot!("data", serde_json::to_string_pretty(&report.to_data()).unwrap());
    let narrated: Vec<String> = report.faults.iter().map(|fault| render(fault, Style::Narrated)).collect();
    insta::assert_snapshot!("narrated", narrated.join("\n"));
    let short: String = report.faults.iter().map(|fault| render(fault, Style::Short)).collect();
    insta::assert_snapshot!("short", short);
}
