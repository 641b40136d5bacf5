//! The table of keys, in the order in which a file is usually written.

mod about;
mod board;
mod counting;
mod ends;
mod men;
mod settings;

use super::{Default, KeyDoc, Takes};

/// Every key of the format.
pub fn all() -> impl Iterator<Item = &'static KeyDoc> + Clone {
    GROUPS.iter().copied().flatten()
}

const GROUPS: &[&[KeyDoc]] = &[about::KEYS, board::KEYS, men::KEYS, ends::KEYS, counting::KEYS, settings::KEYS];

const fn key(path: &'static str, takes: Takes, default: Default, doc: &'static str, example: &'static str) -> KeyDoc {
    KeyDoc { path, takes, default, of_ends: &[], doc, example }
}

impl KeyDoc {
    const fn of(self, of_ends: &'static [&'static str]) -> KeyDoc {
        KeyDoc { of_ends, ..self }
    }
}
