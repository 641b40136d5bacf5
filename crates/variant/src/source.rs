//! Files and places in them: every value that a variant file gives keeps where it was written.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A variant file as it was read: its name, where it is, and its text.
#[derive(PartialEq, Eq)]
pub struct SourceFile {
    name: String,
    path: Option<PathBuf>,
    text: String,
    line_starts: Vec<usize>,
}

impl SourceFile {
    /// A file of this name (as faults show it) and text. `path` is where it is on disk; bundled files are nowhere.
    pub fn new(name: impl Into<String>, path: Option<PathBuf>, text: impl Into<String>) -> Arc<SourceFile> {
        let text = text.into();
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Arc::new(SourceFile { name: name.into(), path, text, line_starts })
    }

    /// The name that faults show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the file is on disk; `None` for a bundled file and for text.
    pub fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line (from 1) and column (from 1, in characters) of a byte of the text.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = floor_char_boundary(&self.text, byte);
        let line = self.line_starts.partition_point(|&start| start <= byte);
        let start = self.line_starts[line - 1];
        (line, self.text[start..byte].chars().count() + 1)
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SourceFile").field(&self.name).finish()
    }
}

/// The last character boundary of `text` at or before `byte`.
fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// A stretch of a file, in bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Place {
    file: Arc<SourceFile>,
    start: usize,
    end: usize,
}

impl Place {
    /// The bytes `start..end` of a file; both ends are moved into the text and onto characters.
    pub fn new(file: &Arc<SourceFile>, start: usize, end: usize) -> Place {
        let start = floor_char_boundary(&file.text, start);
        let end = floor_char_boundary(&file.text, end).max(start);
        Place { file: Arc::clone(file), start, end }
    }

    /// The file.
    pub fn file(&self) -> &Arc<SourceFile> {
        &self.file
    }

    /// The first byte.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The byte after the last.
    pub fn end(&self) -> usize {
        self.end
    }

    /// The text at the place.
    pub fn text(&self) -> &str {
        &self.file.text[self.start..self.end]
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.file.line_column(self.start).0
    }

    /// The column, from 1, in characters.
    pub fn column(&self) -> usize {
        self.file.line_column(self.start).1
    }

    /// The number of characters.
    pub fn length(&self) -> usize {
        self.text().chars().count()
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.file.line_column(self.start);
        write!(f, "{}:{line}:{column}", self.file.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let file = SourceFile::new("x.toml", None, "a = 1\nชื่อ = \"ขุน\"\n");
        let start = file.text().find("ขุน").unwrap();
        let place = Place::new(&file, start, start + "ขุน".len());
        assert_eq!((place.line(), place.column(), place.length()), (2, 9, 3));
        assert_eq!(place.to_string(), "x.toml:2:9");
    }

    #[test]
    fn places_outside_the_text_are_moved_into_it() {
        let file = SourceFile::new("x.toml", None, "é");
        let place = Place::new(&file, 1, 99);
        assert_eq!((place.start(), place.end()), (0, 2));
        let place = Place::new(&file, 99, 1);
        assert_eq!((place.line(), place.column(), place.length()), (1, 2, 0));
    }
}
