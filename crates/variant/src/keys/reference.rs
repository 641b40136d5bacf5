//! The reference page, in Markdown.

use std::fmt::Write;

use super::{KeyDoc, Takes, all};

const HEAD: &str = "# The variant file: reference

This page is made from the program (`khun reference`); `khun explain KEY` says the same of one key. `X` and `Y` stand for
names that you choose, `[]` for a table of a list. Every example is a piece of a file that begins with `format = 1` and
`extends = \"makruk\"`; all of them are checked by the tests.

";

/// The reference of the format as a page of Markdown.
pub fn reference() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("| key | takes |\n|---|---|\n");
    for key in all() {
        let _ = writeln!(page, "| [`{}`](#{}) | {} |", key.path, anchor(key.path), takes_in_short(key.takes));
    }
    let mut shown: Vec<&str> = Vec::new();
    for key in all() {
        let _ = write!(page, "\n## {}\n\n", key.path);
        write_key(&mut page, key);
        // Keys that belong together share an example: it is shown once.
        if shown.contains(&key.example) {
            continue;
        }
        shown.push(key.example);
        let _ = write!(page, "\n```toml\n{}\n```\n", key.example);
    }
    page
}

fn write_key(page: &mut String, key: &KeyDoc) {
    let _ = writeln!(page, "{}", key.doc);
    let _ = writeln!(page, "\n- takes {}", key.takes.describe());
    for (word, doc) in key.takes.words() {
        let _ = writeln!(page, "  - `{word}`: {doc}");
    }
    let _ = writeln!(page, "- without it: {}", key.default.describe());
    if !key.of_ends.is_empty() {
        let kinds: Vec<String> = key.of_ends.iter().map(|kind| format!("`{kind}`")).collect();
        let _ = writeln!(page, "- in ends of kind {}", kinds.join(", "));
    }
    let users = key.used_by();
    if !users.is_empty() {
        let _ = writeln!(page, "- used by {}", users.join(", "));
    }
}

fn takes_in_short(takes: Takes) -> String {
    match takes {
        Takes::Word(words) => {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            words.join(", ")
        }
        Takes::Words(words) => {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            format!("a list of {}", words.join(", "))
        }
        other => other.describe(),
    }
}

/// The name that Markdown gives a heading: letters, digits, `_` and `-`.
fn anchor(heading: &str) -> String {
    heading.to_lowercase().chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-')).collect()
}
