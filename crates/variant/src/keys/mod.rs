//! What every key of a variant file means, in one place.
//!
//! The reader asks this table which keys a TOML table may have, so that a key without documentation cannot be read; the
//! JSON Schema, `khun explain` and the reference page are made from it too.

mod reference;
mod schema;
mod table;

use crate::bundled;
use crate::nearest::nearest;
use crate::tree::{Node, Table, Value};

pub use reference::reference;
pub use schema::schema;
pub use table::all;

/// What a key takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A table with keys of its own.
    Table,
    /// A table whose keys are names that the author chooses, each with a table of its own.
    Named,
    /// A list of tables.
    Tables,
    /// A string.
    Text,
    /// A list of strings.
    Texts,
    /// A table of strings: names by language code.
    TextsByName,
    /// A whole number of a range.
    Integer(i64, i64),
    /// A list of whole numbers.
    Integers,
    /// `true` or `false`.
    Boolean,
    /// One of some words, each with its meaning.
    Word(&'static [(&'static str, &'static str)]),
    /// A list of some words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
    /// Moves in Betza notation.
    Betza,
    /// A set of squares, White's.
    Squares,
    /// A position as FEN.
    Fen,
    /// A list of ids of kinds of men.
    Pieces,
    /// A condition: `{ self = { rook = 1 }, enemy = { pieces = "2+" }, board = { pawn = 0 } }`.
    Condition,
    /// Numbers of men by kind: `{ rook = "2+" }`, a part of a condition.
    Men,
    /// Values of parameters by name.
    Settings,
    /// Anything.
    Any,
}

impl Takes {
    /// What it is, in words.
    pub fn describe(self) -> String {
        match self {
            Takes::Table => "a table".into(),
            Takes::Named => "a table of tables, under names that you choose".into(),
            Takes::Tables => "a list of tables".into(),
            Takes::Text => "a string".into(),
            Takes::Texts => "a list of strings".into(),
            Takes::TextsByName => "a table of strings".into(),
            Takes::Integer(min, max) => format!("a whole number from {min} to {max}"),
            Takes::Integers => "a list of whole numbers".into(),
            Takes::Boolean => "true or false".into(),
            Takes::Word(_) => "one of the words below".into(),
            Takes::Words(_) => "a list of the words below".into(),
            Takes::Betza => "moves in Betza notation, from White's side".into(),
            Takes::Squares => "a set of squares, seen from White's side".into(),
            Takes::Fen => "a position as FEN".into(),
            Takes::Pieces => "a list of ids of kinds of men".into(),
            Takes::Condition => "a condition: `{ self = { … }, enemy = { … }, board = { … } }`".into(),
            Takes::Men => "numbers of men by kind: `{ rook = \"2+\" }`".into(),
            Takes::Settings => "values of parameters: `{ stalemate = \"win\" }`".into(),
            Takes::Any => "any value".into(),
        }
    }

    /// The words to choose from, if it takes words, each with its meaning.
    pub fn words(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Takes::Word(words) | Takes::Words(words) => words,
            _ => &[],
        }
    }
}

/// What holds where a key is not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Default {
    /// The key has to be there, unless it is inherited.
    Required,
    /// Nothing.
    Nothing,
    /// As if this had been written.
    Value(&'static str),
    /// Something that takes words to say.
    Said(&'static str),
}

impl Default {
    /// What it is, in words.
    pub fn describe(self) -> String {
        match self {
            Default::Required => "required, unless it is inherited".into(),
            Default::Nothing => "nothing".into(),
            Default::Value(value) => format!("`{value}`"),
            Default::Said(text) => text.into(),
        }
    }
}

/// The documentation of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyDoc {
    /// The way to the key: `pieces.X.extra.Y.needs`. `X` and `Y` stand for names that the author chooses, `[]` for a
    /// table of a list.
    pub path: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What holds without it.
    pub default: Default,
    /// The kinds of ends that have it; empty: all of them, or it is no key of an end.
    pub of_ends: &'static [&'static str],
    /// What it means.
    pub doc: &'static str,
    /// A piece of a file that has it. Unless it has a `format`, it goes on after `format = 1` and `extends = "makruk"`.
    pub example: &'static str,
}

impl KeyDoc {
    /// The key itself, without the tables that it is in.
    pub fn name(&self) -> &'static str {
        self.path.rsplit('.').next().unwrap_or(self.path)
    }

    /// The table that the key is in; empty at the top of a file.
    pub fn table(&self) -> &'static str {
        self.path.rsplit_once('.').map_or("", |(table, _)| table)
    }

    /// The example as a whole file.
    pub fn example_file(&self) -> String {
        let own_format = self.example.lines().any(|line| line.starts_with("format"));
        if own_format { self.example.to_owned() } else { format!("{EXAMPLE_HEAD}{}", self.example) }
    }

    /// The bundled variants whose own files have the key.
    pub fn used_by(&self) -> Vec<&'static str> {
        let path: Vec<&str> = self.path.split('.').collect();
        bundled::files().filter(|file| has(&file.table, &path)).map(|file| file.id).collect()
    }
}

/// What stands before an example that is no whole file.
pub const EXAMPLE_HEAD: &str = "format = 1\nextends = \"makruk\"\n";

/// The names of the keys that a table may have, in the order of the documentation.
pub(crate) fn inside(table: &str) -> Vec<&'static str> {
    all().filter(|key| key.table() == table).map(KeyDoc::name).collect()
}

/// The names of the keys that an end of a kind has.
pub(crate) fn of_end(kind: &str) -> Vec<&'static str> {
    let keys = all().filter(|key| key.table() == "end.X");
    keys.filter(|key| key.of_ends.is_empty() || key.of_ends.contains(&kind)).map(KeyDoc::name).collect()
}

/// The keys that a reader may mean by a text: a whole path, with the names of a file (`pieces.met.betza`) or with `X`, or
/// the end of a path (`betza`, `extra.leap.needs`).
pub fn find(text: &str) -> Vec<&'static KeyDoc> {
    let wanted: Vec<&str> = text.trim_matches(['[', ']', '.', ' ']).split('.').collect();
    let same = |known: &str, wanted: &str| {
        let wanted = wanted.split('[').next().unwrap_or(wanted);
        known.trim_end_matches("[]") == wanted || matches!(known, "X" | "Y")
    };
    let matches = |key: &&KeyDoc, whole: bool| {
        let path: Vec<&str> = key.path.split('.').collect();
        let fits = if whole { path.len() == wanted.len() } else { path.len() >= wanted.len() };
        let tail = path.get(path.len().saturating_sub(wanted.len())..).unwrap_or_default();
        // The last name has to be the key itself: `X` there stands for anything.
        let last = tail
            .last()
            .zip(wanted.last())
            .is_some_and(|(known, wanted)| (*known != "X" && *known != "Y") || whole || known == wanted);
        fits && last && tail.iter().zip(&wanted).all(|(known, wanted)| same(known, wanted))
    };
    let whole: Vec<&KeyDoc> = all().filter(|key| matches(key, true)).collect();
    if whole.is_empty() { all().filter(|key| matches(key, false)).collect() } else { whole }
}

/// The key whose path or name is nearest to a text that means none.
pub fn nearest_key(text: &str) -> Option<&'static str> {
    let last = text.rsplit('.').next().unwrap_or(text);
    nearest(text, all().map(|key| key.path)).or_else(|| nearest(last, all().map(KeyDoc::name)))
}

/// Whether a table has a key.
fn has(table: &Table, path: &[&str]) -> bool {
    let Some((&first, rest)) = path.split_first() else { return true };
    let inside = |node: &Node| match &node.value {
        _ if rest.is_empty() => true,
        Value::Table(table) => has(table, rest),
        Value::Array(nodes) => nodes.iter().filter_map(Node::as_table).any(|table| has(table, rest)),
        _ => false,
    };
    match first {
        "X" | "Y" => table.entries.iter().any(|entry| inside(&entry.node)),
        "*" => table.entries.iter().any(|entry| inside_anywhere(&entry.node, rest)),
        name => table.get(name.trim_end_matches("[]")).is_some_and(inside),
    }
}

/// Whether a value has a key at any depth.
fn inside_anywhere(node: &Node, path: &[&str]) -> bool {
    let Some(table) = node.as_table() else { return false };
    has(table, path) || table.entries.iter().any(|entry| inside_anywhere(&entry.node, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<&'static str> {
        find(text).iter().map(|key| key.path).collect()
    }

    #[test]
    fn keys_are_found_by_their_paths() {
        assert_eq!(paths("board.files"), ["board.files"]);
        assert_eq!(paths("pieces.met.betza"), ["pieces.X.betza"]);
        assert_eq!(paths("[pieces.met]"), ["pieces.X"]);
        assert_eq!(paths("counting.pieces.table[3].limit"), ["counting.pieces.table[].limit"]);
        assert_eq!(paths("betza"), ["pieces.X.betza", "pieces.X.extra.Y.betza"]);
        assert_eq!(paths("lost_by_aim"), ["pieces.X.extra.Y.lost_by_aim"]);
        assert!(paths("nonsense").is_empty());
        assert_eq!(nearest_key("promotoin"), Some("promotion"));
    }

    #[test]
    fn keys_know_who_uses_them() {
        let users = |path: &str| find(path)[0].used_by();
        assert_eq!(users("rights.X.lost_by"), ["ouk"]);
        assert!(users("board.mirror").is_empty());
        assert!(users("*.remove").contains(&"ouk"));
        assert_eq!(users("format").len(), bundled::files().count());
    }

    #[test]
    fn every_table_of_a_key_is_a_key_too() {
        for key in all().filter(|key| !key.table().is_empty() && key.table() != "*") {
            let table = key.table();
            let known = all().any(|other| other.path == table || other.path == table.trim_end_matches("[]"));
            assert!(known, "{}", key.path);
            assert!(all().filter(|other| other.path == key.path).count() == 1, "{} twice", key.path);
        }
    }
}
