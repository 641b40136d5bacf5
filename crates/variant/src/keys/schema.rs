//! The JSON Schema of the format, for editors.
//!
//! It is made from the table of keys and not derived from Rust types: the reader keeps the place of every value and reads a
//! tree, so that there are no types to derive it from, and a second set of them would be a second truth.

use serde_json::{Map, Value, json};

use super::{Default, KeyDoc, Takes, all};

/// The tables in which `"$name"` may stand for any value.
const SUBSTITUTED: &[&str] = &["board", "regions", "pieces", "rights", "end", "counting"];

/// The JSON Schema (draft 7, which editors read) of variant files.
pub fn schema() -> Value {
    let mut root = object("");
    root.insert("$schema".into(), json!("http://json-schema.org/draft-07/schema#"));
    root.insert("title".into(), json!("Khun variant, format 1"));
    root.insert("description".into(), json!("The rules of a game of the Makruk family."));
    root.insert("required".into(), json!(["format"]));
    // What a file has to say depends on what it inherits.
    root.insert("anyOf".into(), json!([{ "required": ["extends"] }, { "required": ["board", "pieces"] }]));
    Value::Object(root)
}

/// The schema of the table of this path.
fn object(table: &str) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut others = json!(false);
    for key in all().filter(|key| key.table() == table) {
        match key.name() {
            "X" | "Y" => others = value(key),
            name => {
                properties.insert(name.trim_end_matches("[]").into(), value(key));
            }
        }
    }
    let mut object = Map::new();
    object.insert("type".into(), json!("object"));
    if !table.is_empty() && !table.ends_with("[]") {
        properties.insert("remove".into(), json!({ "const": true, "description": "Deletes what is inherited." }));
    }
    object.insert("properties".into(), Value::Object(properties));
    object.insert("additionalProperties".into(), others);
    object
}

/// The schema of what a key takes.
fn value(key: &KeyDoc) -> Value {
    let mut schema = shape(key);
    let by_parameter = SUBSTITUTED.contains(&key.path.split(['.', '[']).next().unwrap_or_default());
    let structural = matches!(key.takes, Takes::Table | Takes::Named | Takes::Any);
    let text = matches!(key.takes, Takes::Text | Takes::Betza | Takes::Squares | Takes::Fen);
    if by_parameter && !structural && !text {
        schema = json!({ "anyOf": [schema, { "type": "string", "pattern": "^\\$[a-z0-9_]+$" }] });
    }
    if let Value::Object(object) = &mut schema {
        let words: Vec<String> = key.takes.words().iter().map(|(word, doc)| format!("{word}: {doc}.")).collect();
        let doc = [&[key.doc.to_owned()], words.as_slice()].concat().join("\n");
        object.insert("description".into(), json!(doc));
        if let Default::Value(text) = key.default
            && let Ok(default) = serde_json::from_str::<Value>(text)
        {
            object.insert("default".into(), default);
        }
    }
    schema
}

fn shape(key: &KeyDoc) -> Value {
    let text = json!({ "type": "string" });
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    match key.takes {
        Takes::Table | Takes::Named => Value::Object(object(key.path)),
        Takes::Tables => json!({ "type": "array", "items": object(&format!("{}[]", key.path)) }),
        Takes::Text | Takes::Betza | Takes::Squares | Takes::Fen => text,
        Takes::Texts => texts,
        // One piece may stand without a list around it where an end asks for them.
        Takes::Pieces => json!({ "anyOf": [texts, text] }),
        Takes::TextsByName => json!({
            "type": "object",
            "properties": { "remove": { "const": true } },
            "additionalProperties": { "type": "string" }
        }),
        Takes::Integer(i64::MIN, _) => json!({ "type": "integer" }),
        Takes::Integer(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Takes::Integers => json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } }),
        Takes::Boolean => json!({ "type": "boolean" }),
        Takes::Word(words) => json!({ "enum": names(words) }),
        Takes::Words(words) => json!({ "anyOf": [
            { "type": "array", "items": { "enum": names(words) } },
            { "enum": names(words) },
            // A right may say of each event whether it takes it away.
            { "type": "object", "propertyNames": { "enum": names(words) } },
        ] }),
        Takes::Condition => json!({
            "type": "object",
            "properties": { "self": men(), "enemy": men(), "board": men() },
            "additionalProperties": false
        }),
        Takes::Men => men(),
        Takes::Settings => json!({ "type": "object" }),
        Takes::Any => json!({}),
    }
}

/// Numbers of men by kind.
fn men() -> Value {
    json!({
        "type": "object",
        "additionalProperties": { "anyOf": [
            { "type": "integer", "minimum": 0, "maximum": 255 },
            { "type": "string", "pattern": "^\\s*([0-9]+\\+?|\\.\\.[0-9]+|[0-9]+\\.\\.[0-9]+|\\$[a-z0-9_]+)\\s*$" },
        ] }
    })
}

fn names(words: &[(&str, &str)]) -> Vec<String> {
    words.iter().map(|(word, _)| (*word).to_owned()).collect()
}
