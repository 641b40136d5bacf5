//! Broken files, each fault at its line and column and nothing else: see `faults.txt`.

use khun_variant::{check_str, codes, keys};

/// A case: its name, the file without marks, and the code, line and column of each fault.
struct Case {
    name: String,
    text: String,
    wanted: Vec<(String, usize, usize)>,
}

fn cases() -> Vec<Case> {
    let whole = include_str!("faults.txt");
    whole.split("\n=== ").skip(1).map(case).collect()
}

fn case(section: &str) -> Case {
    let (name, marked) = section.split_once('\n').unwrap();
    let marked = if marked.lines().any(|line| line.starts_with("format")) {
        marked.to_owned()
    } else {
        format!("{}{marked}", keys::EXAMPLE_HEAD)
    };
    let (mut text, mut wanted) = (String::new(), Vec::new());
    let mut rest = marked.as_str();
    while let Some((before, after)) = rest.split_once('«') {
        text += before;
        let (code, after) = after.split_once('|').unwrap();
        let (inside, after) = after.split_once('»').unwrap();
        let line = text.matches('\n').count() + 1;
        let column = text.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        wanted.push((code.to_owned(), line, column));
        text += inside;
        rest = after;
    }
    text += rest;
    wanted.sort();
    Case { name: name.to_owned(), text, wanted }
}

#[test]
fn each_fault_at_its_place_and_nothing_else() {
    let cases = cases();
    let several = cases.iter().filter(|case| case.wanted.len() > 1).count();
    assert!(cases.len() - several >= 80 && several >= 20, "{} and {several}", cases.len() - several);
    let mut wrong = String::new();
    for case in cases {
        let report = check_str(&case.text, "case.toml", None).unwrap();
        let mut found: Vec<(String, usize, usize)> = report
            .faults
            .iter()
            .filter(|fault| fault.code != codes::W605)
            .map(|fault| {
                let data = fault.to_data();
                (data.code.to_owned(), data.line, data.column)
            })
            .collect();
        found.sort();
        if found != case.wanted {
            wrong += &format!("{}\n  wanted {:?}\n  found  {:?}\n", case.name, case.wanted, found);
            for fault in &report.faults {
                wrong += &format!("    {}", khun_variant::render(fault, khun_variant::Style::Short));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
