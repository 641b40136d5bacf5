//! The snippets of `docs/cookbook.md` are rules that can be played.

use khun_variant::{Severity, Style, check_str, keys, render};

#[test]
fn every_snippet_is_good() {
    let page = include_str!("../../../docs/cookbook.md").replace("\r\n", "\n");
    let snippets: Vec<&str> = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(snippets.len() >= 20);
    let mut wrong = String::new();
    for snippet in snippets {
        let report = check_str(&format!("{}{snippet}", keys::EXAMPLE_HEAD), "snippet.toml", None).unwrap();
        for fault in &report.faults {
            // A snippet has no tests of its own, and replaces tables on purpose.
            let meant = ["W605", "W106"].contains(&fault.code.as_str()) || fault.severity() == Severity::Info;
            if !meant {
                wrong += &format!("{snippet}{}\n", render(fault, Style::Short));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
