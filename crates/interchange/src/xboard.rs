//! What an engine that defines its variants tells XBoard: the commands `setup` and `piece`.

use std::fmt::Write;

use khun_rules::spec::{Path, Step};
use khun_variant::Variant;

use crate::{Export, Unsaid};

/// A variant as XBoard's commands (protocol version 2 with `setup` and `piece`).
pub fn export(variant: &Variant) -> Export {
    let spec = &variant.spec;
    let mut text = String::new();
    let mut unsaid = Vec::new();
    let letters: String = spec.kinds.iter().map(|kind| kind.letter).collect();
    let black = letters.to_lowercase();
    let (files, ranks) = (spec.geometry.files(), spec.geometry.ranks());
    // The parent `fairy` has no rules of its own; `0` is the number of men in hand.
    let _ = writeln!(text, "setup ({letters}{black}) {files}x{ranks}+0_fairy {}", spec.start);
    for kind in &spec.kinds {
        let mut betza = kind.betza.clone();
        for extra in &kind.extras {
            // First moves are marked by `i`, before each of their atoms.
            betza += &initial(&extra.betza);
            if !extra.lost_by_aim.is_empty() || extra.from.is_some() {
                unsaid.push(Unsaid {
                    rule: format!("pieces.{}.extra.{}", kind.id, extra.name),
                    why: "only \"not moved yet\" can be said of first moves".into(),
                    moves_differ: true,
                });
            }
        }
        let _ = writeln!(text, "piece {}& {betza}", kind.letter);
        if kind.steps.iter().any(|step| step.path == Path::HopOne && step.range == Step::UNLIMITED) {
            let why = "grasshoppers are read differently by versions of XBoard".into();
            unsaid.push(Unsaid { rule: format!("pieces.{}", kind.id), why, moves_differ: true });
        }
    }
    for end in &spec.ends {
        let why = "the engine says how a game ends".into();
        unsaid.push(Unsaid { rule: format!("end.{}", end.name), why, moves_differ: false });
    }
    Export { text, unsaid }
}

/// Betza text with `i` before the modifiers of every atom.
fn initial(betza: &str) -> String {
    let mut text = String::new();
    let mut at_start = true;
    let mut last = None;
    for letter in betza.chars() {
        let doubled = last == Some(letter);
        if at_start && !doubled && !letter.is_ascii_digit() {
            text.push('i');
        }
        text.push(letter);
        at_start = letter.is_ascii_uppercase() || letter.is_ascii_digit();
        last = letter.is_ascii_uppercase().then_some(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_variant::{Settings, load};

    #[test]
    fn first_moves_are_marked() {
        assert_eq!(initial("fmDsN"), "ifmDisN");
        assert_eq!(initial("mNNR3W"), "imNNiR3iW");
    }

    #[test]
    fn makruk_for_xboard() {
        let export = export(&load("makruk", &Settings::default()).unwrap());
        assert!(export.text.starts_with("setup (KMSNRPkmsnrp) 8x8+0_fairy rnsmksnr/"));
        assert!(export.text.contains("\npiece P& fmWfcF\n"));
        assert!(export.unsaid.iter().all(|unsaid| !unsaid.moves_differ));
    }
}
