//! Test vectors: positions, games and rules with the answers of an independent program.

use std::path::PathBuf;

use serde::de::DeserializeOwned;

/// The folder of the vectors: the one that the environment variable `KHUN_VECTORS` names, or the selection in
/// `tests/data/vectors`.
pub fn folder() -> PathBuf {
    match std::env::var_os("KHUN_VECTORS") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data/vectors")),
    }
}

/// Fairy-Stockfish's name for a bundled variant, which the vectors use.
pub fn foreign_name(id: &str) -> &str {
    match id {
        "ouk" => "cambodian",
        "kar-ouk" => "karouk",
        same => same,
    }
}

/// The text of a file of vectors, `None` where there is no such file.
///
/// # Panics
/// When it cannot be read.
pub fn text(name: &str) -> Option<String> {
    let path = folder().join(name);
    path.exists().then(|| std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The vectors of a file of JSON Lines `KIND_VARIANT.jsonl`; none where there is no such file.
///
/// # Panics
/// When a line is not what it should be.
pub fn lines<T: DeserializeOwned>(kind: &str, id: &str) -> Vec<T> {
    let name = format!("{kind}_{}.jsonl", foreign_name(id));
    let text = text(&name).unwrap_or_default();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}, line {}: {error}", number + 1))
        })
        .collect()
}
