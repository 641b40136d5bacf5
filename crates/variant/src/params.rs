//! Parameters and profiles: disputed rules as settings, and sets of settings that stand for one source's reading.

use std::fmt;

use crate::codes;
use crate::error::LoadError;
use crate::fault::{Fault, Faults};
use crate::merge;
use crate::nearest::{nearest, suggestion};
use crate::section::Section;
use crate::source::Place;
use crate::tree::{Node, Origin, Table, Text, Value, name_length};

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
    fn parse(&self, text: &str) -> Result<Setting, String> {
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
    fn read(&self, node: &Node) -> Result<Setting, String> {
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

/// A parameter as its file declares it.
struct Declared {
    parameter: Parameter,
    /// What each word stands for, where that is not the word itself.
    meanings: Vec<(String, Node)>,
    declared_at: Place,
    /// Where its present value was given, if in a file.
    value_place: Option<Place>,
}

/// The parameters and profiles of a file with all that it inherits.
pub(crate) struct Parameters {
    declared: Vec<Declared>,
    pub(crate) profiles: Vec<Profile>,
    /// What was chosen.
    pub(crate) profile: Option<String>,
}

impl Parameters {
    /// Reads `[params]` and `[profiles]`.
    pub(crate) fn read(table: &Table, faults: &mut Faults) -> Parameters {
        let mut declared = Vec::new();
        for entry in table.get("params").map(|node| entries(node, "params", faults)).unwrap_or_default() {
            let path = format!("params.{}", entry.key);
            if entry.key.is_empty() || name_length(&entry.key) != entry.key.len() {
                let message = format!("a parameter cannot be called `{}`", entry.key);
                faults.push(
                    Fault::new(codes::E008, &entry.key_place, message).help("use lower-case letters, digits and _"),
                );
                continue;
            }
            if let Some(section) = Section::of(&entry.node, path, &entry.key_place, faults) {
                declared.extend(declaration(&section, &entry.key, faults));
            }
        }
        let mut parameters = Parameters { declared, profiles: Vec::new(), profile: None };
        for entry in table.get("profiles").map(|node| entries(node, "profiles", faults)).unwrap_or_default() {
            let path = format!("profiles.{}", entry.key);
            if let Some(section) = Section::of(&entry.node, path, &entry.key_place, faults) {
                let profile = parameters.read_profile(&section, &entry.key, faults);
                parameters.profiles.push(profile);
            }
        }
        parameters
    }

    fn read_profile(&self, section: &Section<'_>, name: &str, faults: &mut Faults) -> Profile {
        section.known(&["doc", "set", "override"], faults);
        let mut set = Vec::new();
        for entry in section.get("set").map(|node| entries(node, &section.key("set"), faults)).unwrap_or_default() {
            match self.find(&entry.key) {
                None => faults.push(
                    Fault::new(
                        codes::E113,
                        &entry.key_place,
                        format!("profile `{name}` sets `{}`, which is not a parameter", entry.key),
                    )
                    .help(suggestion(&entry.key, self.names(), "parameters")),
                ),
                Some(declared) => match declared.parameter.kind.read(&entry.node) {
                    Ok(value) => set.push((entry.key.clone(), value)),
                    Err(reason) => faults.push(
                        Fault::new(
                            codes::E114,
                            &entry.node.place,
                            format!("profile `{name}` cannot give `{}` this value: {reason}", entry.key),
                        )
                        .and(&declared.declared_at, "the parameter is declared here"),
                    ),
                },
            }
        }
        if let Some(node) = section.get("override")
            && let Some(table) = section.table_of(node, "override", faults)
        {
            let layers = ["board", "regions", "pieces", "rights", "end", "counting"];
            Section::new(table, section.key("override"), &node.place).known(&layers, faults);
        }
        Profile { name: name.to_string(), doc: section.text("doc", faults).unwrap_or_default(), set }
    }

    /// Chooses a profile and sets parameters. Lays the profile's `override` over `table`.
    pub(crate) fn apply(
        &mut self,
        variant: &str,
        settings: &Settings,
        table: &mut Table,
        faults: &mut Faults,
    ) -> Result<(), LoadError> {
        let wanted = settings.profile.as_deref().unwrap_or("default");
        match self.profiles.iter().find(|profile| profile.name == wanted) {
            Some(profile) => {
                let name = profile.name.clone();
                for (parameter, value) in profile.set.clone() {
                    let place = profile_value(table, &name, &parameter).map(|node| node.place.clone());
                    self.assign(&parameter, value, place);
                }
                lay_over(table, &name, faults);
                self.profile = Some(name);
            }
            None if settings.profile.is_some() => {
                let names: Vec<String> = self.profiles.iter().map(|profile| profile.name.clone()).collect();
                return Err(LoadError::UnknownProfile {
                    variant: variant.to_string(),
                    profile: wanted.to_string(),
                    help: suggestion(wanted, names.iter().map(String::as_str), "profiles"),
                });
            }
            None => {}
        }
        for (name, text) in &settings.set {
            let Some(declared) = self.find(name) else {
                return Err(LoadError::UnknownParameter {
                    variant: variant.to_string(),
                    parameter: name.clone(),
                    help: suggestion(name, self.names(), "parameters"),
                });
            };
            match declared.parameter.kind.parse(text) {
                Ok(value) => self.assign(name, value, None),
                Err(reason) => return Err(LoadError::BadValue { parameter: name.clone(), reason }),
            }
        }
        Ok(())
    }

    fn assign(&mut self, name: &str, value: Setting, place: Option<Place>) {
        if let Some(declared) = self.declared.iter_mut().find(|declared| declared.parameter.name == name) {
            declared.parameter.value = value;
            declared.value_place = place;
        }
    }

    fn find(&self, name: &str) -> Option<&Declared> {
        self.declared.iter().find(|declared| declared.parameter.name == name)
    }

    fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.declared.iter().map(|declared| declared.parameter.name.as_str())
    }

    /// The parameters as they are now, in the order of the file.
    pub(crate) fn list(&self) -> Vec<Parameter> {
        self.declared.iter().map(|declared| declared.parameter.clone()).collect()
    }

    /// Where a parameter is declared.
    pub(crate) fn declared_at(&self, name: &str) -> Option<&Place> {
        self.find(name).map(|declared| &declared.declared_at)
    }

    /// Puts the values of the parameters where the tree asks for them with `$name`.
    pub(crate) fn substitute(&self, node: &mut Node, faults: &mut Faults) {
        match &mut node.value {
            Value::Text(text) => {
                let whole = text.string.strip_prefix('$').filter(|name| name_length(name) == name.len());
                if let Some(name) = whole {
                    if let Some((value, origin)) = self.value(name, &node.place, faults) {
                        node.value = value.value;
                        node.origin = Some(origin);
                        // A string that a parameter stands for is as a whole what the parameter says.
                        if let Value::Text(text) = &node.value {
                            let origin = node.origin.clone();
                            node.value = Value::Text(Text::from_parameter(text.string.clone(), &node.place, origin));
                        }
                    }
                } else if text.string.contains('$') {
                    let filled = text.substitute(|name, place| {
                        let (value, origin) = self.value(name, place, faults)?;
                        let string = match &value.value {
                            Value::Text(text) => text.string.clone(),
                            _ => origin.value.clone(),
                        };
                        Some((string, origin))
                    });
                    *text = filled;
                }
            }
            Value::Array(array) => array.iter_mut().for_each(|node| self.substitute(node, faults)),
            Value::Table(table) => table.entries.iter_mut().for_each(|entry| self.substitute(&mut entry.node, faults)),
            _ => {}
        }
    }

    /// What stands for `$name`: the value, or what the file says that the value means.
    fn value(&self, name: &str, place: &Place, faults: &mut Faults) -> Option<(Node, Origin)> {
        let Some(declared) = self.find(name) else {
            faults.push(Fault::new(codes::E111, place, format!("`${name}` is not a parameter")).help(suggestion(
                name,
                self.names(),
                "parameters",
            )));
            return None;
        };
        let setting = &declared.parameter.value;
        let origin =
            Origin { parameter: name.to_string(), value: setting.to_string(), place: declared.value_place.clone() };
        let written = setting.to_string();
        if let Some((_, meaning)) = declared.meanings.iter().find(|(word, _)| *word == written) {
            return Some((meaning.clone(), origin));
        }
        let literal = |value| Node { value, place: place.clone(), origin: Some(origin.clone()) };
        let word = |word: &String| Value::Text(Text::from_parameter(word.clone(), place, Some(origin.clone())));
        let node = match setting {
            Setting::Integer(number) => literal(Value::Integer(*number)),
            Setting::Boolean(value) => literal(Value::Boolean(*value)),
            Setting::Word(text) => literal(word(text)),
            Setting::Pieces(pieces) => literal(Value::Array(pieces.iter().map(|id| literal(word(id))).collect())),
        };
        Some((node, origin))
    }

    /// Warns of parameters of the file itself that nothing in it asks for.
    pub(crate) fn warn_of_unused(&self, table: &Table, own: &dyn Fn(&Place) -> bool, faults: &mut Faults) {
        for declared in &self.declared {
            let name = &declared.parameter.name;
            let used =
                table.entries.iter().filter(|entry| entry.key != "params").any(|entry| asks_for(&entry.node, name));
            if !used && own(&declared.declared_at) {
                let message = format!("nothing asks for the parameter `{name}`");
                faults.push(
                    Fault::new(codes::W115, &declared.declared_at, message)
                        .help(format!("write \"${name}\" where its value is to stand, or remove it")),
                );
            }
        }
    }

    /// Whether anything in the file asks for a parameter.
    #[cfg(test)]
    pub(crate) fn unused(&self, table: &Table) -> Vec<String> {
        let mut faults = Faults::new();
        self.warn_of_unused(table, &|_| true, &mut faults);
        faults.iter().map(|fault| fault.message.clone()).collect()
    }
}

fn asks_for(node: &Node, name: &str) -> bool {
    match &node.value {
        Value::Text(text) => text.string.match_indices('$').any(|(at, _)| {
            let rest = &text.string[at + 1..];
            &rest[..name_length(rest)] == name
        }),
        Value::Array(array) => array.iter().any(|node| asks_for(node, name)),
        Value::Table(table) => table.entries.iter().any(|entry| asks_for(&entry.node, name)),
        _ => false,
    }
}

/// The entries of a value that has to be a table.
fn entries<'a>(node: &'a Node, path: &str, faults: &mut Faults) -> Vec<&'a crate::tree::Entry> {
    match &node.value {
        Value::Table(table) => table.entries.iter().collect(),
        _ => {
            let message = format!("`{path}` wants a table, not {}", node.described());
            faults.push(Fault::new(codes::E004, &node.place, message));
            Vec::new()
        }
    }
}

fn profile_value<'a>(table: &'a Table, profile: &str, parameter: &str) -> Option<&'a Node> {
    table.get("profiles")?.as_table()?.get(profile)?.as_table()?.get("set")?.as_table()?.get(parameter)
}

/// Lays the `override` of a profile over the file.
fn lay_over(table: &mut Table, profile: &str, faults: &mut Faults) {
    let layer = table.get("profiles").and_then(Node::as_table).and_then(|profiles| profiles.get(profile));
    let layer = layer.and_then(Node::as_table).and_then(|profile| profile.get("override")).and_then(Node::as_table);
    if let Some(layer) = layer.cloned() {
        let mut found = Faults::new();
        *table = merge::merge(std::mem::take(table), layer, "", &mut found);
        // A profile is meant to replace things: only what cannot be done is a fault.
        found.retain(|fault| fault.severity() == crate::fault::Severity::Error);
        faults.extend(found);
    }
}

/// Reads the table of one parameter.
fn declaration(section: &Section<'_>, name: &str, faults: &mut Faults) -> Option<Declared> {
    section.known(&["type", "min", "max", "of", "default", "doc"], faults);
    let doc = section.text("doc", faults).unwrap_or_default();
    let types = [("int", "int"), ("choice", "choice"), ("bool", "bool"), ("pieces", "pieces")];
    let kind = section.required_word("type", &types, faults)?;
    let mut meanings = Vec::new();
    let mut words = Vec::new();
    match section.get("of").map(|node| (node, &node.value)) {
        Some((_, Value::Array(array))) => {
            for node in array {
                match node.as_text() {
                    Some(text) => words.push(text.string.clone()),
                    None => faults.push(Fault::new(
                        codes::E004,
                        &node.place,
                        format!("`{}` wants a list of words, not {}", section.key("of"), node.described()),
                    )),
                }
            }
        }
        Some((_, Value::Table(table))) => {
            for entry in &table.entries {
                words.push(entry.key.clone());
                meanings.push((entry.key.clone(), entry.node.clone()));
            }
        }
        Some((node, _)) => faults.push(Fault::new(
            codes::E004,
            &node.place,
            format!("`{}` wants a list of words or a table, not {}", section.key("of"), node.described()),
        )),
        None => {}
    }
    let kind = match kind {
        "int" => ParameterKind::Integer {
            min: section.integer("min", faults).unwrap_or(i64::MIN),
            max: section.integer("max", faults).unwrap_or(i64::MAX),
        },
        "choice" if words.is_empty() => {
            let message = format!("the parameter `{name}` is a choice, but `of` gives it nothing to choose from");
            faults.push(Fault::new(codes::E118, section.place(), message).help("of = [\"one\", \"other\"]"));
            return None;
        }
        "choice" => ParameterKind::Choice { words: words.clone() },
        "bool" => {
            if !words.is_empty()
                && !(words.len() == 2 && ["true", "false"].iter().all(|word| words.iter().any(|w| w == word)))
            {
                let message = format!("`of` has to say what `true` and `false` mean for the parameter `{name}`");
                faults.push(
                    Fault::new(codes::E118, section.place(), message).help("of = { false = \"fmD\", true = \"fD\" }"),
                );
            }
            ParameterKind::Boolean
        }
        _ => ParameterKind::Pieces,
    };
    for (key, kinds) in [("min", "int"), ("max", "int"), ("of", "choice bool")] {
        let word = match kind {
            ParameterKind::Integer { .. } => "int",
            ParameterKind::Choice { .. } => "choice",
            ParameterKind::Boolean => "bool",
            ParameterKind::Pieces => "pieces",
        };
        if !kinds.split(' ').any(|one| one == word) {
            section.no_effect(key, &format!("a parameter of type \"{word}\" has no `{key}`"), faults);
        }
    }
    let default = section.required("default", faults)?;
    match kind.read(default) {
        Ok(value) => Some(Declared {
            parameter: Parameter { name: name.to_string(), kind, doc, default: value.clone(), value },
            meanings,
            declared_at: section.place().clone(),
            value_place: Some(default.place.clone()),
        }),
        Err(reason) => {
            let message = format!("`{name}` cannot have this default: {reason}");
            faults.push(Fault::new(codes::E112, &default.place, message));
            None
        }
    }
}
