//! A variant in the words of CECP: which pieces stand where, and how they move.

use std::fmt::Write as _;

use khun_rules::spec::{KindSpec, RulesSpec};

use crate::library::Variant;

/// The slots of XBoard's table of pieces for one side, by the letter that a piece usually has; the king's is last.
const SLOTS: &str = "PNBRQFEACWMOHIJGDVLSUK";
/// XBoard draws a met with the picture of a ferz and a khon with that of a man; those slots are known by place.
const FERZ: usize = 5;
const MAN: usize = 10;
/// The least number of slots beside the king's.
const SHORT: usize = 11;

/// The `setup` line and a `piece` line for each kind.
pub(crate) fn set_up(variant: &Variant) -> String {
    let spec = variant.rules.spec();
    let table = piece_table(spec);
    let (files, ranks) = (spec.geometry.files(), spec.geometry.ranks());
    let (black, start) = (table.to_lowercase(), variant.start());
    let mut text = format!("setup ({table}{black}) {files}x{ranks}+0_{} {start}", variant.template);
    for kind in &spec.kinds {
        let _ = write!(text, "\npiece {}& {}", kind.letter, betza(kind));
    }
    text
}

/// The letters of the kinds in XBoard's slots: each in the slot of a piece that looks like it where there is one, else in
/// the first that is free.
fn piece_table(spec: &RulesSpec) -> String {
    let mut slots = vec!['.'; SLOTS.len()];
    let last = slots.len() - 1;
    let mut homeless = Vec::new();
    for kind in &spec.kinds {
        let slot = if kind.royal {
            last
        } else if kind.pawn {
            0
        } else {
            match (kind.betza.as_str(), SLOTS.find(kind.letter)) {
                ("F", _) => FERZ,
                ("FfW", _) => MAN,
                (_, Some(slot)) => slot,
                (_, None) => usize::MAX,
            }
        };
        match slots.get_mut(slot) {
            Some(place) if *place == '.' => *place = kind.letter,
            _ => homeless.push(kind.letter),
        }
    }
    for letter in homeless {
        if let Some(place) = slots.iter_mut().skip(1).find(|place| **place == '.') {
            *place = letter;
        }
    }
    let king = slots.pop().unwrap_or('K');
    let used = slots.iter().rposition(|&letter| letter != '.').map_or(0, |slot| slot + 1);
    slots.truncate(used.max(SHORT));
    slots.push(king);
    slots.into_iter().collect()
}

/// A kind's moves in XBoard's Betza: its own moves and those that it has only as its first.
fn betza(kind: &KindSpec) -> String {
    let mut text = kind.betza.clone();
    for extra in &kind.extras {
        let _ = write!(text, "{}{}", if extra.needs.is_some() { "i" } else { "" }, extra.betza);
    }
    text
}

/// A board on which nothing is highlighted.
pub(crate) fn empty_highlight(spec: &RulesSpec) -> String {
    let row = spec.geometry.files().to_string();
    vec![row; spec.geometry.ranks().into()].join("/")
}
