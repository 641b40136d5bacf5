//! Settings: what parameters can be, what they are set to, and profiles.

use std::fmt;

use crate::nearest::nearest;
use crate::tree::{Node, Value};

/// What a variant is loaded with: a profile, and parameters set one by one after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The profile; `None`: the one called `default`, if there is one.
    pub profile: Option<String>,
    /// Parameters and their values as text: an integer, `true` or `false`, a word, or ids of pieces with commas between.
    pub set: Vec<(String, String)>,
}

impl Settings {
    /// The settings of a profile.
    pub fn profile(name: impl Into<String>) -> Settings {
        Settings { profile: Some(name.into()), set: Vec::new() }
    }

    /// Sets one parameter more.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Settings {
        self.set.push((name.into(), value.into()));
        self
    }
}

/// A parameter of a variant with the value that it has now.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Parameter {
    /// Its name, as `--set` and `$name` have it.
    pub name: String,
    /// Which values it may have.
    pub kind: ParameterKind,
    /// What it means.
    pub doc: String,
    /// The value it has when nothing sets it.
    pub default: Setting,
    /// The value it has now.
    pub value: Setting,
}

/// Which values a parameter may have.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ParameterKind {
    /// A whole number of a range.
    Integer {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A word of a list.
    Choice {
        /// The list.
        words: Vec<String>,
    },
    /// `true` or `false`.
    Boolean,
    /// A list of ids of kinds of men, perhaps empty.
    Pieces,
}

/// A value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// A whole number.
    Integer(i64),
    /// A word.
    Word(String),
    /// Yes or no.
    Boolean(bool),
    /// Kinds of men.
    Pieces(Vec<String>),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Integer(number) => write!(f, "{number}"),
            Setting::Word(word) => f.write_str(word),
            Setting::Boolean(value) => write!(f, "{value}"),
            Setting::Pieces(pieces) if pieces.is_empty() => f.write_str("none"),
            Setting::Pieces(pieces) => f.write_str(&pieces.join(",")),
        }
    }
}

impl ParameterKind {
    /// What values there are, in words.
    pub fn describe(&self) -> String {
        match self {
            ParameterKind::Integer { min, max } => format!("a whole number from {min} to {max}"),
            ParameterKind::Choice { words } => format!("one of {}", words.join(", ")),
            ParameterKind::Boolean => "true or false".to_string(),
            ParameterKind::Pieces => "ids of pieces with commas between, or none".to_string(),
        }
    }

    /// The value that a user writes as `text`, or why it is none.
    pub(crate) fn parse(&self, text: &str) -> Result<Setting, String> {
        let text = text.trim();
        let value = match self {
            ParameterKind::Integer { .. } => text.parse().map(Setting::Integer).ok(),
            ParameterKind::Boolean => match text {
                "true" | "yes" | "on" => Some(Setting::Boolean(true)),
                "false" | "no" | "off" => Some(Setting::Boolean(false)),
                _ => None,
            },
            ParameterKind::Choice { .. } => Some(Setting::Word(text.to_string())),
            ParameterKind::Pieces if matches!(text, "" | "none" | "[]") => Some(Setting::Pieces(Vec::new())),
            ParameterKind::Pieces => {
                Some(Setting::Pieces(text.split(',').map(|piece| piece.trim().to_string()).collect()))
            }
        };
        value.ok_or_else(|| format!("it wants {}, not `{text}`", self.describe())).and_then(|value| self.allow(value))
    }

    /// The value that a file gives, or why it is none.
    pub(crate) fn read(&self, node: &Node) -> Result<Setting, String> {
        let value = match (self, &node.value) {
            (ParameterKind::Integer { .. }, Value::Integer(number)) => Some(Setting::Integer(*number)),
            (ParameterKind::Boolean, Value::Boolean(value)) => Some(Setting::Boolean(*value)),
            (ParameterKind::Choice { .. }, Value::Text(text)) => Some(Setting::Word(text.string.clone())),
            (ParameterKind::Pieces, Value::Array(array)) => {
                let pieces = array.iter().map(|node| node.as_text().map(|text| text.string.clone()));
                pieces.collect::<Option<Vec<String>>>().map(Setting::Pieces)
            }
            _ => None,
        };
        let wanted = match self {
            ParameterKind::Pieces => "a list of ids of pieces".to_string(),
            _ => self.describe(),
        };
        value.ok_or_else(|| format!("it wants {wanted}, not {}", node.described())).and_then(|value| self.allow(value))
    }

    /// Whether a value of the right type is one of the values that are allowed.
    fn allow(&self, value: Setting) -> Result<Setting, String> {
        match (self, &value) {
            (ParameterKind::Integer { min, max }, Setting::Integer(number)) if number < min || number > max => {
                Err(format!("it wants {}, not {number}", self.describe()))
            }
            (ParameterKind::Choice { words }, Setting::Word(word)) if !words.contains(word) => {
                let near = nearest(word, words.iter().map(String::as_str));
                let near = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
                Err(format!("it wants {}, not `{word}`{near}", self.describe()))
            }
            _ => Ok(value),
        }
    }
}

/// A profile of a variant.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Profile {
    /// Its name, as `--profile` has it.
    pub name: String,
    /// Whose reading of the rules it is.
    pub doc: String,
    /// What it sets.
    pub set: Vec<(String, Setting)>,
}
