//! The pages of `docs/`: what they say that the program prints, it prints; their pictures are those that it draws.
//!
//! `UPDATE_PAGES=1 cargo test -p khun-cli --test cli docs` writes outputs and pictures anew.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{command, khun};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn updating() -> bool {
    std::env::var_os("UPDATE_PAGES").is_some()
}

/// Compares a file with what it should be, or writes it anew.
fn compare(path: &Path, wanted: &str) {
    if updating() {
        fs::write(path, wanted).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == wanted, "{} is out of date: run this test with UPDATE_PAGES=1", path.display());
}

/// Follows a page: a block of TOML with the name of a file is written to that file, a block `console` is run line by line.
/// Returns the page with the outputs that came.
fn follow(page: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut followed = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        followed += &format!("{line}\n");
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if info == "console" {
            for call in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                followed += &format!("$ {call}\n{}", run(call, folder.path()));
            }
        } else {
            if let Some(name) = info.strip_prefix("toml ") {
                fs::write(folder.path().join(name), block.join("\n") + "\n").unwrap();
            }
            block.iter().for_each(|line| followed += &format!("{line}\n"));
        }
        followed += "```\n";
    }
    followed
}

/// What a call prints, standard output first.
fn run(call: &str, folder: &Path) -> String {
    let mut words = call.split_whitespace();
    assert_eq!(words.next(), Some("khun"), "{call}");
    let args: Vec<&str> = words.collect();
    let output = command(&args).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn pages_say_what_the_program_prints() {
    for name in ["tutorial.md", "errors.md", "three-variants.md"] {
        let path = docs().join(name);
        let page = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        compare(&path, &follow(&page));
    }
}

#[test]
fn the_gallery_shows_every_bundled_variant() {
    let list = khun(&["list", "--json"]).json();
    let mut page = String::from(
        "# Gallery\n\nThe bundled variants, drawn by `khun show V --svg FILE`. `khun sheet V --html FILE` draws the whole rule \
         sheet,\n`khun rules V` tells the rules. This page is made by the tests.\n",
    );
    for variant in list["variants"].as_array().unwrap() {
        let text = |key: &str| variant[key].as_str().unwrap_or_default();
        let id = text("id");
        compare(&docs().join(format!("gallery/{id}.svg")), &khun(&["show", id, "--svg", "-", "--size", "360"]).stdout);
        let extends = if text("extends").is_empty() { String::new() } else { format!(", extends {}", text("extends")) };
        page += &format!(
            "\n## {}\n\n`{id}`{extends}\n\n<img src=\"gallery/{id}.svg\" width=\"360\" alt=\"start position of {}\">\n",
            text("name"),
            text("name")
        );
    }
    compare(&docs().join("gallery.md"), &page);
}
