//! The tables `[rights.X]`: what a man may do until something takes it away.

use khun_rules::spec::RightSpec;

use crate::board::is_id;
use crate::codes;
use crate::condition::KindNames;
use crate::fault::{Fault, Faults};
use crate::section::Section;
use crate::source::Place;
use crate::tree::Value;

/// A right with the place of its table.
#[derive(Clone, Debug)]
pub(crate) struct Right {
    pub(crate) spec: RightSpec,
    pub(crate) place: Place,
}

/// The events that take a right away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    OwnMove,
    CaptureOfHolder,
    AnyCapture,
    Check,
}

const EVENTS: &[(&str, Event)] = &[
    ("own_move", Event::OwnMove),
    ("capture_of_holder", Event::CaptureOfHolder),
    ("any_capture", Event::AnyCapture),
    ("check", Event::Check),
];

/// The names of the rights.
pub(crate) fn names(root: &Section<'_>) -> Vec<String> {
    let table = root.get("rights").and_then(|node| node.as_table());
    table.map(|table| table.entries.iter().map(|entry| entry.key.clone()).collect()).unwrap_or_default()
}

/// Reads `[rights.X]`.
pub(crate) fn read(root: &Section<'_>, kinds: &KindNames, faults: &mut Faults) -> Vec<Right> {
    let mut rights = Vec::new();
    for (name, section) in root.sections("rights", faults) {
        section.documented("rights.X", &[], faults);
        if !is_id(name) {
            let message = format!("a right cannot be called `{name}`");
            faults.push(Fault::new(codes::E008, section.place(), message).help("use lower-case letters, digits and _"));
        }
        section.required("holders", faults);
        let holders = kinds.list(&section, "holders", codes::E505, faults).unwrap_or_default();
        let in_fen = section.word("fen", &[("file_letters", true), ("none", false)], faults).unwrap_or(true);
        let lost = lost_by(&section, faults);
        rights.push(Right {
            spec: RightSpec {
                name: name.to_string(),
                holders: holders.into_iter().collect(),
                in_fen,
                lost_by_any_capture: lost.contains(&Event::AnyCapture),
                lost_by_check: lost.contains(&Event::Check),
            },
            place: section.place().clone(),
        });
    }
    rights
}

/// Reads `lost_by`: a list of events, or a table that says yes or no for each. A right is tied to a square of the start
/// position, so that a move of its holder and a capture on its square always take it away.
fn lost_by(section: &Section<'_>, faults: &mut Faults) -> Vec<Event> {
    let Some(node) = section.get("lost_by") else { return Vec::new() };
    let words: Vec<&str> = EVENTS.iter().map(|(word, _)| *word).collect();
    match &node.value {
        Value::Table(table) => {
            let section = Section::new(table, section.key("lost_by"), &node.place);
            section.known(&words, faults);
            let mut events = Vec::new();
            for &(word, event) in EVENTS {
                match section.boolean(word, faults) {
                    Some(true) => events.push(event),
                    Some(false) if matches!(event, Event::OwnMove | Event::CaptureOfHolder) => {
                        let place = section.get(word).map_or(section.place(), |node| &node.place);
                        let message = format!("`{}` cannot be false", section.key(word));
                        let help = "a right stays with a man on its square of the start position; it is lost with it";
                        faults.push(Fault::new(codes::E005, place, message).help(help));
                    }
                    _ => {}
                }
            }
            events
        }
        Value::Array(array) => {
            array.iter().filter_map(|node| section.word_of(node, "lost_by", EVENTS, faults)).collect()
        }
        Value::Unknown => Vec::new(),
        _ => {
            let message = format!("`{}` wants a list of events, not {}", section.key("lost_by"), node.described());
            faults.push(Fault::new(codes::E004, &node.place, message).help(format!("events: {}", words.join(", "))));
            Vec::new()
        }
    }
}
