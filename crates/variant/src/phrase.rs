//! The small languages inside strings (Betza, square sets): their faults and how they get a place in the file.

use std::ops::Range;

use crate::codes::{self, Code};
use crate::fault::Fault;
use crate::tree::Text;

/// A fault in a text of a small language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhraseFault {
    /// The stable code.
    pub code: Code,
    /// The bytes of the text that are wrong.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl PhraseFault {
    pub(crate) fn new(code: Code, range: Range<usize>, message: impl Into<String>) -> PhraseFault {
        PhraseFault { code, range, message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> PhraseFault {
        self.help = Some(help.into());
        self
    }

    /// The fault with its place in a file. `what` names the language or key: `Betza`. What a parameter has made wrong is
    /// the parameter's fault, with its value's place beside.
    pub(crate) fn placed(self, text: &Text, what: &str) -> Fault {
        let (place, origin) = text.locate(self.range);
        let message = format!("{what}: {}", self.message);
        let fault = match origin {
            Some(origin) => {
                let message = format!("{message} (`${}` is {})", origin.parameter, origin.value);
                origin.explain(Fault::new(codes::E116, &place, message))
            }
            None => Fault::new(self.code, &place, message),
        };
        match self.help {
            Some(help) => fault.help(help),
            None => fault,
        }
    }
}

/// The character at which a grammar stopped, or nothing at the end of the text.
pub(crate) fn syntax_error<R: pest::RuleType>(text: &str, error: &pest::error::Error<R>) -> Range<usize> {
    let start = match error.location {
        pest::error::InputLocation::Pos(at) => at,
        pest::error::InputLocation::Span((at, _)) => at,
    };
    let length = text[start..].chars().next().map_or(0, char::len_utf8);
    start..start + length
}
