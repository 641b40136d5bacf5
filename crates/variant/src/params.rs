//! The tables `[params]` and `[profiles]`, and what they make of the rest of the file.

use std::sync::Arc;

use crate::codes;
use crate::error::LoadError;
use crate::fault::{Fault, Faults};
use crate::merge;
use crate::nearest::suggestion;
use crate::section::Section;
use crate::settings::{Parameter, ParameterKind, Profile, Setting, Settings};
use crate::source::{Place, SourceFile};
use crate::tree::{Node, Origin, Table, Text, Value, name_length};

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
    /// The names of those that are not described rightly.
    faulty: Vec<String>,
    pub(crate) profiles: Vec<Profile>,
    /// What was chosen.
    pub(crate) profile: Option<String>,
}

impl Parameters {
    /// Reads `[params]` and `[profiles]`.
    pub(crate) fn read(table: &Table, file: &Arc<SourceFile>, faults: &mut Faults) -> Parameters {
        let mut declared = Vec::new();
        let mut faulty = Vec::new();
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
                match declaration(&section, &entry.key, faults) {
                    Some(parameter) => declared.push(parameter),
                    None => faulty.push(entry.key.clone()),
                }
            } else {
                faulty.push(entry.key.clone());
            }
        }
        let mut parameters = Parameters { declared, faulty, profiles: Vec::new(), profile: None };
        for entry in table.get("profiles").map(|node| entries(node, "profiles", faults)).unwrap_or_default() {
            let path = format!("profiles.{}", entry.key);
            if let Some(section) = Section::of(&entry.node, path, &entry.key_place, faults) {
                let profile = parameters.read_profile(&section, &entry.key, file, faults);
                parameters.profiles.push(profile);
            }
        }
        parameters
    }

    fn read_profile(&self, section: &Section<'_>, name: &str, file: &Arc<SourceFile>, faults: &mut Faults) -> Profile {
        section.documented("profiles.X", &[], faults);
        let mut set = Vec::new();
        for entry in section.get("set").map(|node| entries(node, &section.key("set"), faults)).unwrap_or_default() {
            if self.faulty.contains(&entry.key) {
                continue;
            }
            let inherited = !Arc::ptr_eq(entry.key_place.file(), file);
            let way_out = format!("the profile is inherited; [profiles.{name}] with `remove = true` removes it");
            let Some(declared) = self.find(&entry.key) else {
                let message = format!("profile `{name}` sets `{}`, which is not a parameter", entry.key);
                let fault = Fault::new(codes::E113, &entry.key_place, message);
                let help = suggestion(&entry.key, self.names(), "parameters");
                faults.push(fault.help(if inherited { way_out } else { help }));
                continue;
            };
            match declared.parameter.kind.read(&entry.node) {
                Ok(value) => set.push((entry.key.clone(), value)),
                Err(reason) => {
                    let message = format!("profile `{name}` cannot give `{}` this value: {reason}", entry.key);
                    let fault = Fault::new(codes::E114, &entry.node.place, message)
                        .and(&declared.declared_at, "the parameter is declared here");
                    faults.push(if inherited { fault.help(way_out) } else { fault });
                }
            }
        }
        if let Some(node) = section.get("override")
            && let Some(table) = section.table_of(node, "override", faults)
        {
            let layers = Section::new(table, section.key("override"), &node.place);
            layers.documented("profiles.X.override", &[], faults);
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
            if self.faulty.contains(name) {
                continue;
            }
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

    /// Puts the values of the parameters where the tree asks for them with `$name`.
    pub(crate) fn substitute(&self, node: &mut Node, faults: &mut Faults) {
        match &mut node.value {
            Value::Text(text) => {
                let whole = text.string.strip_prefix('$').filter(|name| name_length(name) == name.len());
                if let Some(name) = whole {
                    let Some((value, origin)) = self.value(name, &node.place, faults) else {
                        node.value = Value::Unknown;
                        return;
                    };
                    // A string that a parameter stands for is as a whole what the parameter says.
                    node.value = match value.value {
                        Value::Text(text) => {
                            Value::Text(Text::from_parameter(text.string, &node.place, Some(origin.clone())))
                        }
                        other => other,
                    };
                    node.origin = Some(origin);
                } else if text.string.contains('$') {
                    let mut complete = true;
                    let filled = text.substitute(|name, place| {
                        let value = self.value(name, place, faults);
                        complete &= value.is_some();
                        let (value, origin) = value?;
                        let string = match &value.value {
                            Value::Text(text) => text.string.clone(),
                            _ => origin.value.clone(),
                        };
                        Some((string, origin))
                    });
                    node.value = if complete { Value::Text(filled) } else { Value::Unknown };
                }
            }
            Value::Array(array) => array.iter_mut().for_each(|node| self.substitute(node, faults)),
            Value::Table(table) => table.entries.iter_mut().for_each(|entry| self.substitute(&mut entry.node, faults)),
            _ => {}
        }
    }

    /// What stands for `$name`: the value, or what the file says that the value means.
    fn value(&self, name: &str, place: &Place, faults: &mut Faults) -> Option<(Node, Origin)> {
        if self.faulty.iter().any(|faulty| faulty == name) {
            return None;
        }
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
    section.documented("params.X", &[], faults);
    let doc = section.text("doc", faults).unwrap_or_default();
    let types = [("int", "int"), ("choice", "choice"), ("bool", "bool"), ("pieces", "pieces")];
    let word = section.required_word("type", &types, faults)?;
    let (words, meanings) = alternatives(section, faults);
    for (key, types) in [("min", ["int", "int"]), ("max", ["int", "int"]), ("of", ["choice", "bool"])] {
        if !types.contains(&word) {
            section.no_effect(key, &format!("a parameter of type \"{word}\" has no `{key}`"), faults);
        }
    }
    let kind = match word {
        "int" => ParameterKind::Integer {
            min: section.integer("min", faults).unwrap_or(i64::MIN),
            max: section.integer("max", faults).unwrap_or(i64::MAX),
        },
        "choice" => {
            if words.is_empty() {
                let message = format!("the parameter `{name}` is a choice, but `of` gives it nothing to choose from");
                faults.push(Fault::new(codes::E118, section.place(), message).help("of = [\"one\", \"other\"]"));
                return None;
            }
            ParameterKind::Choice { words }
        }
        "bool" => {
            let says_both = ["true", "false"].iter().all(|value| words.iter().any(|word| word == value));
            if !words.is_empty() && (words.len() != 2 || !says_both) {
                let message = format!("`of` has to say what `true` and `false` mean for the parameter `{name}`");
                let help = "of = { false = \"fmD\", true = \"fD\" }";
                faults.push(Fault::new(codes::E118, section.place(), message).help(help));
            }
            ParameterKind::Boolean
        }
        _ => ParameterKind::Pieces,
    };
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

/// Reads `of`: a list of words, or a table of words and what each stands for.
fn alternatives(section: &Section<'_>, faults: &mut Faults) -> (Vec<String>, Vec<(String, Node)>) {
    match section.get("of").map(|node| &node.value) {
        Some(Value::Table(table)) => {
            let meanings: Vec<(String, Node)> =
                table.entries.iter().map(|entry| (entry.key.clone(), entry.node.clone())).collect();
            (meanings.iter().map(|(word, _)| word.clone()).collect(), meanings)
        }
        _ => {
            let words = section.strings("of", faults).unwrap_or_default();
            (words.into_iter().map(|(text, _)| text.string.clone()).collect(), Vec::new())
        }
    }
}
