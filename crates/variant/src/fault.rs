//! Faults of a variant file: a stable code, what was found, where, and what to write instead.

use std::fmt;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, SourceCode, SourceSpan};

use crate::codes::Code;
use crate::source::Place;

/// How much a fault matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file cannot be played.
    Error,
    /// The file can be played, but hardly means what it says.
    Warning,
    /// Something an author may want to know.
    Info,
}

/// A place with what is to be said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What.
    pub text: String,
}

/// Something wrong with a variant file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The stable code.
    pub code: Code,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where it is.
    pub primary: Label,
    /// Other places that have to do with it, perhaps in other files.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// Those of `secondary` that are not near `primary`, in the form in which they are shown.
    related: Vec<Note>,
}

impl Fault {
    /// A fault at a place.
    pub fn new(code: Code, place: &Place, message: impl Into<String>) -> Fault {
        Fault {
            code,
            message: message.into(),
            primary: Label { place: place.clone(), text: String::new() },
            secondary: Vec::new(),
            help: None,
            related: Vec::new(),
        }
    }

    /// Says something at the place itself.
    pub fn label(mut self, text: impl Into<String>) -> Fault {
        self.primary.text = text.into();
        self
    }

    /// Says something at another place.
    pub fn and(mut self, place: &Place, text: impl Into<String>) -> Fault {
        let label = Label { place: place.clone(), text: text.into() };
        if !self.shows(place) {
            self.related.push(Note(label.clone()));
        }
        self.secondary.push(label);
        self
    }

    /// Whether the lines that are shown around the fault can show another place too.
    fn shows(&self, place: &Place) -> bool {
        let own = &self.primary.place;
        Arc::ptr_eq(own.file(), place.file()) && own.line().abs_diff(place.line()) <= NEAR
    }

    /// Moves the fault to another place. What was its place is told with `said`.
    pub(crate) fn caused_at(self, place: &Place, said: String) -> Fault {
        let mut moved = Fault { primary: Label { place: place.clone(), text: self.primary.text }, ..self };
        let labels = std::mem::take(&mut moved.secondary);
        moved.related.clear();
        let used = std::iter::once(Label { place: self.primary.place, text: said });
        used.chain(labels).fold(moved, |fault, label| fault.and(&label.place, label.text))
    }

    /// Says before the message in which matter the fault is.
    pub(crate) fn in_matter(mut self, matter: &str) -> Fault {
        self.message = format!("{matter}: {}", self.message);
        self
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// How much it matters.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The fault as data.
    pub fn to_data(&self) -> FaultData {
        let place = &self.primary.place;
        let (line, column) = place.file().line_column(place.start());
        FaultData {
            code: self.code.as_str(),
            severity: self.severity(),
            message: self.message.clone(),
            line,
            column,
            length: place.length(),
            help: self.help.clone(),
            path: place.file().name().to_string(),
            labels: self
                .secondary
                .iter()
                .map(|label| LabelData {
                    path: label.place.file().name().to_string(),
                    line: label.place.line(),
                    column: label.place.column(),
                    length: label.place.length(),
                    text: label.text.clone(),
                })
                .collect(),
        }
    }
}

/// A fault as `--json` prints it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct FaultData {
    /// The stable code, `E303`.
    pub code: &'static str,
    /// `error`, `warning` or `info`.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The length in characters.
    pub length: usize,
    /// What to do about it.
    pub help: Option<String>,
    /// The file in which it is: not always the one that was checked, as files inherit.
    pub path: String,
    /// Other places that have to do with it.
    pub labels: Vec<LabelData>,
}

/// Another place of a fault as `--json` prints it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct LabelData {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The length in characters.
    pub length: usize,
    /// What is to be said about the place.
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl Diagnostic for Fault {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity() {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Info => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.primary.place)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let others = self.secondary.iter().filter(|label| self.shows(&label.place));
        let labels = others.map(|label| label.span(false));
        Some(Box::new(std::iter::once(self.primary.span(true)).chain(labels)))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        Some(Box::new(self.related.iter().map(|note| note as &dyn Diagnostic)))
    }
}

impl Label {
    fn span(&self, primary: bool) -> LabeledSpan {
        let text = if self.text.is_empty() { None } else { Some(self.text.clone()) };
        let span = SourceSpan::from((self.place.start(), self.place.end() - self.place.start()));
        if primary { LabeledSpan::new_primary_with_span(text, span) } else { LabeledSpan::new_with_span(text, span) }
    }
}

/// How many lines apart two places may be to be shown in one frame.
const NEAR: usize = 8;

/// A label of a fault that is not near it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Note(Label);

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl std::error::Error for Note {}

impl Diagnostic for Note {
    fn severity(&self) -> Option<miette::Severity> {
        Some(miette::Severity::Advice)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.0.place)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = SourceSpan::from((self.0.place.start(), self.0.place.end() - self.0.place.start()));
        Some(Box::new(std::iter::once(LabeledSpan::new_primary_with_span(Some("here".to_string()), span))))
    }
}

/// A place serves as its own source code: it knows its file's text and name.
impl SourceCode for Place {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        let file = self.file();
        let contents = file.text().read_span(span, context_lines_before, context_lines_after)?;
        Ok(Box::new(
            miette::MietteSpanContents::new_named(
                file.name().to_string(),
                contents.data(),
                *contents.span(),
                contents.line(),
                contents.column(),
                contents.line_count(),
            )
            .with_language("toml"),
        ))
    }
}

/// Faults as they are found; nothing stops at the first.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    list: Vec<Fault>,
}

impl Faults {
    /// No fault so far.
    pub fn new() -> Faults {
        Faults::default()
    }

    /// Adds a fault, unless the same one is already known.
    pub fn push(&mut self, fault: Fault) {
        if !self.list.contains(&fault) {
            self.list.push(fault);
        }
    }

    /// Whether any of them is an error.
    pub fn have_errors(&self) -> bool {
        self.error_count() > 0
    }

    /// The number of errors.
    pub fn error_count(&self) -> usize {
        self.list.iter().filter(|fault| fault.severity() == Severity::Error).count()
    }

    /// Adds the faults of another list that are not known yet.
    pub fn extend(&mut self, other: Faults) {
        for fault in other.list {
            self.push(fault);
        }
    }

    /// Keeps the faults for which `keep` holds.
    pub fn retain(&mut self, keep: impl FnMut(&Fault) -> bool) {
        self.list.retain(keep);
    }

    /// The faults in the order of their files and places.
    pub fn into_sorted(mut self) -> Vec<Fault> {
        let mut files: Vec<String> = Vec::new();
        for fault in &self.list {
            let name = fault.primary.place.file().name();
            if !files.iter().any(|known| known == name) {
                files.push(name.to_string());
            }
        }
        let rank = |fault: &Fault| files.iter().position(|name| name == fault.primary.place.file().name());
        self.list.sort_by_key(|fault| (rank(fault), fault.primary.place.start(), fault.code));
        self.list
    }

    /// The faults in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.list.iter()
    }
}
