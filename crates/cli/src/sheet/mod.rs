//! Rule sheets: everything about a variant on a page, for browsers and printers, and as a picture.

mod examples;
mod fonts;
mod html;
mod picture;

use khun_rules::spec::KindSpec;
use khun_rules::with_rules;
use khun_variant::Variant;

use crate::draw::Scene;

pub(crate) use fonts::Fonts;
pub(crate) use html::page;
pub(crate) use picture::{picture, pixels};

/// The start position.
fn start(variant: &Variant) -> Scene {
    with_rules!(&variant.rules, rules => Scene::new(rules, &rules.start(), None))
}

/// The languages of the games' homes: Thai, Khmer, and Thai in Latin letters.
const HOME: [&str; 3] = ["th", "km", "rtgs"];

/// The names of a man in other languages, those of the game's home first.
fn other_names(kind: &KindSpec) -> Vec<&str> {
    let others = kind.names.iter().filter(|(language, _)| {
        !HOME.contains(&language.as_str()) && *language != "promoted" && !language.ends_with("_abbr")
    });
    let mut names = home_names(kind);
    for (_, name) in others {
        if kind.names.get("en") != Some(name) && !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// The names of a man where the game is at home.
fn home_names(kind: &KindSpec) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in HOME.iter().filter_map(|language| kind.names.get(*language)) {
        if kind.names.get("en") != Some(name) && !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}
