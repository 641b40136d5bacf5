//! Rule sheets: everything about a variant on a page, for browsers and printers, and as a picture.

mod html;
mod picture;

use khun_rules::spec::KindSpec;
use khun_rules::with_rules;
use khun_variant::Variant;

use crate::draw::Scene;

pub(crate) use html::page;
pub(crate) use picture::{picture, pixels};

/// The start position.
fn start(variant: &Variant) -> Scene {
    with_rules!(&variant.rules, rules => Scene::new(rules, &rules.start(), None))
}

/// The names of a man in other scripts.
fn other_names(kind: &KindSpec) -> Vec<&str> {
    let known = kind.names.get("en");
    let mut names: Vec<&str> = Vec::new();
    for (language, name) in &kind.names {
        if language != "promoted" && Some(name) != known && !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}
