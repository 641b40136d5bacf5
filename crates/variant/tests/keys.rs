//! The documentation of keys: its examples are files that can be played, its words are those that the reader knows, and
//! the pages made from it are up to date.

use khun_variant::keys::{Takes, all, reference, schema};
use khun_variant::{Settings, bundled, check_str, codes, load_str};

#[test]
fn every_example_can_be_played() {
    let mut wrong = String::new();
    let mut seen = std::collections::BTreeSet::new();
    for key in all().filter(|key| seen.insert(key.example)) {
        let text = key.example_file();
        let report = check_str(&text, "example.toml", None).unwrap();
        let bad: Vec<String> = report
            .faults
            .iter()
            .filter(|fault| !matches!(fault.code, codes::W605 | codes::W106 | codes::I508 | codes::I511 | codes::I410))
            .map(|fault| khun_variant::render(fault, khun_variant::Style::Short))
            .collect();
        if !bad.is_empty() {
            wrong += &format!("{}:\n{text}\n{}\n", key.path, bad.concat());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_example_has_its_key() {
    for key in all() {
        let name = key.name().trim_end_matches("[]");
        assert!(matches!(name, "X" | "Y") || key.example.contains(name), "{}", key.path);
    }
}

/// Puts a word that nobody knows in place of a value of the example: the reader tells the words that it knows.
#[test]
fn the_words_are_those_of_the_reader() {
    for key in all() {
        let Takes::Word(words) = key.takes else { continue };
        if key.name() == "remove" {
            continue;
        }
        let lines: Vec<String> = key
            .example_file()
            .lines()
            .map(|line| {
                let Some(at) = line.find(&format!("{} = \"", key.name())) else { return line.to_owned() };
                let start = at + key.name().len() + 4;
                let end = start + line[start..].find('"').unwrap();
                format!("{}no-such-word{}", &line[..start], &line[end..])
            })
            .collect();
        let error = load_str(&lines.join("\n"), "words.toml", None, &Settings::default()).unwrap_err();
        let list: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
        let wanted = format!("is one of {}, not", list.join(", "));
        assert!(
            error.faults().iter().any(|fault| fault.message.contains(&wanted)),
            "{}: {:#?}",
            key.path,
            error.faults()
        );
    }
}

#[test]
fn bundled_files_and_examples_fit_the_schema() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let fits = |name: &str, text: &str| {
        let value: toml::Value = toml::from_str(text).unwrap();
        let value = serde_json::to_value(value).unwrap();
        let errors: Vec<String> =
            schema.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    };
    for bundled in bundled() {
        fits(bundled.id, bundled.text);
    }
    for key in all() {
        fits(key.path, &key.example_file());
    }
    for bad in [
        "format = 1",
        "format = 1\nextends = \"makruk\"\nbord = 1",
        "format = 1\nextends = \"makruk\"\n[pieces.met]\nbetza = 1",
    ] {
        let value: toml::Value = toml::from_str(bad).unwrap();
        assert!(!schema.is_valid(&serde_json::to_value(value).unwrap()), "{bad}");
    }
}

/// `UPDATE_PAGES=1 cargo test -p khun-variant --test keys` writes the pages anew.
#[test]
fn the_pages_are_up_to_date() {
    let schema = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    for (path, page) in [("../../docs/reference.md", reference()), ("../../docs/khun.schema.json", schema)] {
        if std::env::var_os("UPDATE_PAGES").is_some() {
            std::fs::write(path, &page).unwrap();
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found.replace("\r\n", "\n") == page, "{path} is out of date: run this test with UPDATE_PAGES=1");
    }
}
