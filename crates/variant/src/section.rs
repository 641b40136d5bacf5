//! Reading a table key by key: each key has a type, every fault is reported, no unknown key passes.

use std::cell::Cell;

use crate::codes;
use crate::fault::{Fault, Faults};
use crate::keys;
use crate::nearest::suggestion;
use crate::source::Place;
use crate::tree::{Node, Table, Text, Value};

/// A table that is being read.
pub(crate) struct Section<'a> {
    table: &'a Table,
    path: String,
    place: Place,
    /// Whether an unknown key was reported. Missing keys may then be misspelt ones.
    unknown: Cell<bool>,
}

impl<'a> Section<'a> {
    /// The table called `path`, written at `place`.
    pub(crate) fn new(table: &'a Table, path: impl Into<String>, place: &Place) -> Section<'a> {
        Section { table, path: path.into(), place: place.clone(), unknown: Cell::new(false) }
    }

    /// The table that a value is. Anything else is a fault.
    pub(crate) fn of(
        node: &'a Node,
        path: impl Into<String>,
        place: &Place,
        faults: &mut Faults,
    ) -> Option<Section<'a>> {
        let path = path.into();
        match &node.value {
            Value::Table(table) => Some(Section::new(table, path, place)),
            Value::Unknown => None,
            _ => {
                let message = format!("`{path}` wants a table, not {}", node.described());
                faults.push(with_origin(Fault::new(codes::E004, &node.place, message), node));
                None
            }
        }
    }

    /// Where the table is named.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// The name of the table.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The table.
    pub(crate) fn table(&self) -> &'a Table {
        self.table
    }

    /// The whole name of a key of the table.
    pub(crate) fn key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) }
    }

    /// Reports every key that the documentation of the table does not have; for some of them there is something special
    /// to say.
    pub(crate) fn documented(&self, table: &str, special: &[(&str, &str)], faults: &mut Faults) {
        self.known_with(&keys::inside(table), special, faults);
    }

    /// Reports every key that is not one of `keys`.
    pub(crate) fn known(&self, keys: &[&str], faults: &mut Faults) {
        self.known_with(keys, &[], faults);
    }

    /// Reports every key that is not one of `keys`; for some of them there is something special to say.
    pub(crate) fn known_with(&self, keys: &[&str], special: &[(&str, &str)], faults: &mut Faults) {
        for entry in &self.table.entries {
            if keys.contains(&entry.key.as_str()) {
                continue;
            }
            self.unknown.set(true);
            let message = if self.path.is_empty() {
                format!("unknown key `{}`", entry.key)
            } else {
                format!("unknown key `{}` in `[{}]`", entry.key, self.path)
            };
            let help = match special.iter().find(|(key, _)| *key == entry.key) {
                Some((_, help)) => (*help).to_string(),
                None => suggestion(&entry.key, keys.iter().copied(), "known keys"),
            };
            faults.push(Fault::new(codes::E003, &entry.key_place, message).help(help));
        }
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        self.table.get(key)
    }

    /// The value of a key that has to be there.
    pub(crate) fn required(&self, key: &str, faults: &mut Faults) -> Option<&'a Node> {
        let node = self.get(key);
        if node.is_none() && !self.unknown.get() {
            let message = if self.path.is_empty() {
                format!("the required key `{key}` is missing")
            } else {
                format!("the required key `{key}` is missing in `[{}]`", self.path)
            };
            faults.push(Fault::new(codes::E006, &self.place, message));
        }
        node
    }

    /// Warns that a key, if it is there, does nothing.
    pub(crate) fn no_effect(&self, key: &str, reason: &str, faults: &mut Faults) {
        if let Some(entry) = self.table.entry(key) {
            let message = format!("`{}` has no effect: {reason}", self.key(key));
            faults.push(Fault::new(codes::W009, &entry.key_place, message).help("leave it out"));
        }
    }

    /// The string of a key, with the places of its parts.
    pub(crate) fn string(&self, key: &str, faults: &mut Faults) -> Option<&'a Text> {
        let node = self.get(key)?;
        self.string_of(node, key, faults)
    }

    /// The string that a value of `key` is.
    pub(crate) fn string_of(&self, node: &'a Node, key: &str, faults: &mut Faults) -> Option<&'a Text> {
        let text = node.as_text();
        if text.is_none() {
            self.wrong_type(node, key, "a string", faults);
        }
        text
    }

    /// The string of a key.
    pub(crate) fn text(&self, key: &str, faults: &mut Faults) -> Option<String> {
        self.string(key, faults).map(|text| text.string.clone())
    }

    /// The integer of a key.
    pub(crate) fn integer(&self, key: &str, faults: &mut Faults) -> Option<i64> {
        let node = self.get(key)?;
        match node.value {
            Value::Integer(number) => Some(number),
            _ => {
                self.wrong_type(node, key, "an integer", faults);
                None
            }
        }
    }

    /// The integer of a key, which has to lie in a range.
    pub(crate) fn integer_in(&self, key: &str, min: i64, max: i64, faults: &mut Faults) -> Option<i64> {
        let number = self.integer(key, faults)?;
        if (min..=max).contains(&number) {
            return Some(number);
        }
        let node = self.get(key)?;
        let message = format!("`{}` wants a number from {min} to {max}, not {number}", self.key(key));
        faults.push(with_origin(Fault::new(codes::E004, &node.place, message), node));
        None
    }

    /// The truth value of a key.
    pub(crate) fn boolean(&self, key: &str, faults: &mut Faults) -> Option<bool> {
        let node = self.get(key)?;
        match node.value {
            Value::Boolean(value) => Some(value),
            _ => {
                self.wrong_type(node, key, "true or false", faults);
                None
            }
        }
    }

    /// The list of a key.
    pub(crate) fn array(&self, key: &str, faults: &mut Faults) -> Option<&'a [Node]> {
        let node = self.get(key)?;
        match &node.value {
            Value::Array(array) => Some(array),
            _ => {
                self.wrong_type(node, key, "a list", faults);
                None
            }
        }
    }

    /// The strings of the list of a key.
    pub(crate) fn strings(&self, key: &str, faults: &mut Faults) -> Option<Vec<(&'a Text, &'a Node)>> {
        let array = self.array(key, faults)?;
        Some(array.iter().filter_map(|node| self.string_of(node, key, faults).map(|text| (text, node))).collect())
    }

    /// The table of a key.
    pub(crate) fn section(&self, key: &str, faults: &mut Faults) -> Option<Section<'a>> {
        let entry = self.table.entry(key)?;
        Section::of(&entry.node, self.key(key), &entry.key_place, faults)
    }

    /// The tables of a key whose value is a table of tables, with their names.
    pub(crate) fn sections(&self, key: &str, faults: &mut Faults) -> Vec<(&'a str, Section<'a>)> {
        let Some(outer) = self.section(key, faults) else { return Vec::new() };
        let entries = outer.table.entries.iter();
        entries
            .filter_map(|entry| {
                let section = Section::of(&entry.node, outer.key(&entry.key), &entry.key_place, faults)?;
                Some((entry.key.as_str(), section))
            })
            .collect()
    }

    /// The table that a value of `key` is.
    pub(crate) fn table_of(&self, node: &'a Node, key: &str, faults: &mut Faults) -> Option<&'a Table> {
        let table = node.as_table();
        if table.is_none() {
            self.wrong_type(node, key, "a table", faults);
        }
        table
    }

    /// The word of a key, which has to be one of a list.
    pub(crate) fn word<T: Clone>(&self, key: &str, words: &[(&str, T)], faults: &mut Faults) -> Option<T> {
        let node = self.get(key)?;
        self.word_of(node, key, words, faults)
    }

    /// The word that a value of `key` is, which has to be one of a list.
    pub(crate) fn word_of<T: Clone>(
        &self,
        node: &'a Node,
        key: &str,
        words: &[(&str, T)],
        faults: &mut Faults,
    ) -> Option<T> {
        let text = self.string_of(node, key, faults)?;
        let found = words.iter().find(|(word, _)| *word == text.string);
        if found.is_none() {
            let list: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            let message = format!("`{}` is one of {}, not \"{}\"", self.key(key), list.join(", "), text.string);
            let fault = Fault::new(codes::E005, &node.place, message);
            let near = crate::nearest::nearest(&text.string, words.iter().map(|(word, _)| *word));
            let fault = match near {
                Some(near) => fault.help(format!("did you mean \"{near}\"?")),
                None => fault,
            };
            faults.push(with_origin(fault, node));
        }
        found.map(|(_, value)| value.clone())
    }

    /// The word of a key that has to be there.
    pub(crate) fn required_word<T: Clone>(&self, key: &str, words: &[(&str, T)], faults: &mut Faults) -> Option<T> {
        let node = self.required(key, faults)?;
        self.word_of(node, key, words, faults)
    }

    fn wrong_type(&self, node: &Node, key: &str, wanted: &str, faults: &mut Faults) {
        if node.is_unknown() {
            return;
        }
        let message = format!("`{}` wants {wanted}, not {}", self.key(key), node.described());
        faults.push(with_origin(Fault::new(codes::E004, &node.place, message), node));
    }
}

/// Says where a faulty value comes from, if a parameter gave it.
pub(crate) fn with_origin(fault: Fault, node: &Node) -> Fault {
    match &node.origin {
        Some(origin) => origin.explain(fault),
        None => fault,
    }
}

impl crate::tree::Origin {
    /// Says of a fault which value of the parameter makes it. The fault is then where the value was given: that is what
    /// its author wrote, perhaps in another file than the one that asks for the value.
    pub(crate) fn explain(&self, fault: Fault) -> Fault {
        match &self.place {
            Some(place) => fault.caused_at(place, format!("`${}` stands here", self.parameter)),
            None if fault.help.is_none() => fault.help(format!("`{}` was set to {}", self.parameter, self.value)),
            None => fault,
        }
    }
}
