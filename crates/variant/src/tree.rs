//! A TOML document as a tree in which every key and value knows its place.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::codes;
use crate::fault::{Fault, Faults};
use crate::source::{Place, SourceFile};

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) place: Place,
    /// Where the value comes from, if a parameter was put in here.
    pub(crate) origin: Option<Origin>,
}

/// The parameter that gave a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Origin {
    /// Its name.
    pub(crate) parameter: String,
    /// Its value as an author or user writes it.
    pub(crate) value: String,
    /// Where it got that value; `None` where it came from outside any file (`--set`).
    pub(crate) place: Option<Place>,
}

/// A TOML value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Text),
    Integer(i64),
    Boolean(bool),
    Array(Vec<Node>),
    Table(Table),
    /// A value of a type that no key wants (a float, a date), by the name of its type.
    Other(&'static str),
    /// What a faulty parameter stands for: nothing that could be judged.
    Unknown,
}

/// A string that knows where each of its bytes was written.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) string: String,
    parts: Vec<Part>,
}

/// A stretch of a string with the place it comes from.
#[derive(Clone, Debug)]
struct Part {
    /// The first byte in the string.
    at: usize,
    /// Where it was written.
    place: Place,
    /// Whether the bytes at the place are the bytes of the string, one for one.
    literal: bool,
    /// The parameter that was put in here.
    origin: Option<Origin>,
}

impl Text {
    /// A string written at a place, byte for byte if `literal`.
    fn new(string: String, place: Place, literal: bool) -> Text {
        Text { string, parts: vec![Part { at: 0, place, literal, origin: None }] }
    }

    /// A string that a parameter stands for at a place.
    pub(crate) fn from_parameter(string: String, place: &Place, origin: Option<Origin>) -> Text {
        Text { string, parts: vec![Part { at: 0, place: place.clone(), literal: false, origin }] }
    }

    /// The place of some bytes of the string, and the parameter that they come from.
    pub(crate) fn locate(&self, range: Range<usize>) -> (Place, Option<&Origin>) {
        let index = self.parts.iter().rposition(|part| part.at <= range.start).unwrap_or(0);
        let part = &self.parts[index];
        let part_end = self.parts.get(index + 1).map_or(self.string.len(), |next| next.at);
        let place = if part.literal {
            let start = part.place.start() + (range.start - part.at).min(part.place.end() - part.place.start());
            let end = part.place.start() + (range.end.min(part_end).max(range.start) - part.at);
            Place::new(part.place.file(), start, end.min(part.place.end()))
        } else {
            part.place.clone()
        };
        // What a parameter makes wrong often shows at the neighbouring bytes: `ranks 9-8`.
        let origin = part.origin.as_ref().or_else(|| {
            let in_range = self.parts.iter().filter(|part| part.at < range.end && part.at >= range.start);
            in_range.filter_map(|part| part.origin.as_ref()).next()
        });
        (place, origin)
    }

    /// The string with each `$name` in it replaced by what `value` gives for the name, if it gives anything.
    pub(crate) fn substitute(&self, mut value: impl FnMut(&str, &Place) -> Option<(String, Origin)>) -> Text {
        let mut result = Text { string: String::new(), parts: Vec::new() };
        let mut rest = 0;
        while let Some(found) = self.string[rest..].find('$') {
            let dollar = rest + found;
            let end = dollar + 1 + name_length(&self.string[dollar + 1..]);
            self.copy_to(&mut result, rest..dollar);
            let (place, _) = self.locate(dollar..end);
            match value(&self.string[dollar + 1..end], &place) {
                Some((string, origin)) => {
                    let at = result.string.len();
                    result.parts.push(Part { at, place, literal: false, origin: Some(origin) });
                    result.string.push_str(&string);
                }
                None => self.copy_to(&mut result, dollar..end),
            }
            rest = end;
        }
        self.copy_to(&mut result, rest..self.string.len());
        if result.parts.is_empty() {
            result.parts.clone_from(&self.parts);
        }
        result
    }

    fn copy_to(&self, result: &mut Text, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let (place, _) = self.locate(range.clone());
        let literal = self.parts.iter().rev().find(|part| part.at <= range.start).is_some_and(|part| part.literal);
        result.parts.push(Part { at: result.string.len(), place, literal, origin: None });
        result.string.push_str(&self.string[range]);
    }
}

/// The number of bytes at the beginning of `text` that can be the name of a parameter.
pub(crate) fn name_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'_').count()
}

/// A table: its entries in the order in which they were written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_place: Place,
    pub(crate) node: Node,
}

impl Table {
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node)
    }

    pub(crate) fn remove(&mut self, key: &str) -> Option<Entry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index))
    }
}

impl Node {
    /// What a reader would call the value: `an integer`, `the word "x"`.
    pub(crate) fn described(&self) -> String {
        match &self.value {
            Value::Text(text) => format!("{:?}", text.string),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(value) => value.to_string(),
            Value::Array(_) => "a list".to_string(),
            Value::Table(_) => "a table".to_string(),
            Value::Other(kind) => format!("a {kind}"),
            Value::Unknown => "a faulty parameter".to_string(),
        }
    }

    /// Whether the value is missing for a reason that is reported already.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self.value, Value::Unknown)
    }

    pub(crate) fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn as_text(&self) -> Option<&Text> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether two values are the same, wherever they were written.
    pub(crate) fn same(&self, other: &Node) -> bool {
        match (&self.value, &other.value) {
            (Value::Text(a), Value::Text(b)) => a.string == b.string,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Value::Table(a), Value::Table(b)) => {
                a.entries.len() == b.entries.len()
                    && a.entries.iter().all(|entry| b.get(&entry.key).is_some_and(|other| entry.node.same(other)))
            }
            _ => false,
        }
    }
}

/// Reads a file. What cannot be read is reported; what can be read is returned nevertheless.
pub(crate) fn parse(file: &Arc<SourceFile>, faults: &mut Faults) -> Table {
    let (document, errors) = DeTable::parse_recoverable(file.text());
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        faults.push(Fault::new(
            codes::E001,
            &Place::new(file, span.start, span.end),
            format!("not TOML: {}", error.message().trim()),
        ));
    }
    table(document.into_inner(), file)
}

fn table(source: DeTable<'_>, file: &Arc<SourceFile>) -> Table {
    let mut entries: Vec<Entry> = source
        .into_iter()
        .map(|(key, value)| Entry {
            key_place: Place::new(file, key.span().start, key.span().end),
            key: key.into_inner().into_owned(),
            node: node(value, file),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_place.start());
    Table { entries }
}

fn node(source: Spanned<DeValue<'_>>, file: &Arc<SourceFile>) -> Node {
    let span = source.span();
    let place = Place::new(file, span.start, span.end);
    let value = match source.into_inner() {
        DeValue::String(string) => Value::Text(text(string.into_owned(), &place)),
        DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(number) => Value::Integer(number),
            Err(_) => Value::Other("number that is too large"),
        },
        DeValue::Boolean(value) => Value::Boolean(value),
        DeValue::Array(array) => Value::Array(array.into_iter().map(|value| node(value, file)).collect()),
        DeValue::Table(inner) => Value::Table(table(inner, file)),
        DeValue::Float(_) => Value::Other("number with a decimal point"),
        DeValue::Datetime(_) => Value::Other("date"),
    };
    Node { value, place, origin: None }
}

/// A string, with the place of its first byte where it was written without escapes.
fn text(string: String, place: &Place) -> Text {
    let written = place.text();
    for quote in ["\"\"\"\n", "'''\n", "\"\"\"", "'''", "\"", "'"] {
        let Some(inner) = written.strip_prefix(quote) else { continue };
        if inner.strip_suffix(quote.trim_end()) == Some(string.as_str()) {
            let start = place.start() + quote.len();
            let inner = Place::new(place.file(), start, start + string.len());
            return Text::new(string, inner, true);
        }
    }
    Text::new(string, place.clone(), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Table {
        let file = SourceFile::new("t.toml", None, text);
        let mut faults = Faults::new();
        let table = parse(&file, &mut faults);
        assert!(!faults.have_errors(), "{faults:?}");
        table
    }

    #[test]
    fn entries_keep_their_order_and_places() {
        let table = read("b = 1\n[a.c]\nx = \"FfX\"\n[a]\nz = true\n");
        let keys: Vec<&str> = table.entries.iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!(keys, ["b", "a"]);
        let x = table.get("a").and_then(|a| a.as_table()?.get("c")?.as_table()?.get("x")).unwrap();
        assert_eq!(x.place.text(), "\"FfX\"");
        let (place, _) = x.as_text().unwrap().locate(2..3);
        assert_eq!((place.text(), place.line(), place.column()), ("X", 3, 8));
    }

    #[test]
    fn substitution_keeps_places() {
        let table = read("r = \"ranks $rank-8 + $x\"\n");
        let origin = Origin { parameter: "rank".to_string(), value: "6".to_string(), place: None };
        let text = table.get("r").and_then(Node::as_text).unwrap();
        let text = text.substitute(|name, _| (name == "rank").then(|| ("6".to_string(), origin.clone())));
        assert_eq!(text.string, "ranks 6-8 + $x");
        let at = |range: Range<usize>| {
            let (place, origin) = text.locate(range);
            (place.text().to_string(), origin.is_some())
        };
        assert_eq!(at(0..5), ("ranks".to_string(), false));
        assert_eq!(at(6..7), ("$rank".to_string(), true));
        assert_eq!(at(8..9), ("8".to_string(), false));
        assert!(at(0..9).1);
        assert_eq!(at(12..14), ("$x".to_string(), false));
    }

    #[test]
    fn every_syntax_error_is_reported() {
        let file = SourceFile::new("t.toml", None, "a = \nb = 1\nc = = 2\n");
        let mut faults = Faults::new();
        parse(&file, &mut faults);
        assert!(faults.error_count() >= 2, "{faults:?}");
    }

    #[test]
    fn escapes_do_not_confuse_places() {
        let table = read("a = \"x\\ty\"\nb = '''\nFfX'''\n");
        let (place, _) = table.get("a").and_then(Node::as_text).unwrap().locate(2..3);
        assert_eq!(place.text(), "\"x\\ty\"");
        let (place, _) = table.get("b").and_then(Node::as_text).unwrap().locate(2..3);
        assert_eq!(place.text(), "X");
    }
}
