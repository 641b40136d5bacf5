//! The long forms of codes: each example gets its code.

use khun_variant::codes::Code;
use khun_variant::{check_str, keys};

/// Codes that need files beside the one that is checked, cannot be shown, or are told by the program on request.
const NOT_ALONE: &[&str] = &["E102", "W007", "E107", "E412", "E315", "W701", "I703"];

#[test]
fn every_example_gets_its_code() {
    let mut wrong = Vec::new();
    for (code, _) in Code::all().filter(|(code, _)| !NOT_ALONE.contains(&code.as_str())) {
        let example = code.example();
        let whole = example.starts_with("format");
        let text = if whole { example.to_owned() } else { format!("{}{example}", keys::EXAMPLE_HEAD) };
        let report = check_str(&text, "example.toml", None).unwrap();
        let found: Vec<&str> = report.faults.iter().map(|fault| fault.code.as_str()).collect();
        let others = found.iter().any(|other| *other != code.as_str() && *other != "W605" && other.starts_with('E'));
        let missing = code == khun_variant::codes::E002 || !others;
        if !found.contains(&code.as_str()) || !missing {
            wrong.push((code, found.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
