//! What the rules say, in English.

pub(crate) mod conditions;
pub(crate) mod count;
pub(crate) mod illegal;
pub(crate) mod movement;
pub(crate) mod outcome;

use khun_rules::board::Bitboard;
use khun_rules::spec::{Kind, KindSet, KindSpec, RulesSpec};
use khun_rules::{Rules, board::Square};

use crate::text;

/// What a kind of man is called: its English name, or its id.
pub(crate) fn name(spec: &KindSpec) -> String {
    match spec.names.get("en") {
        Some(name) => name.clone(),
        None => spec.id.replace(['-', '_'], " "),
    }
}

/// The name of a kind.
pub(crate) fn kind_name<B: Bitboard>(rules: &Rules<B>, kind: Kind) -> String {
    name(rules.kind(kind))
}

/// A name after a number: English names take an s, names of other languages stay as they are.
pub(crate) fn counted(number: u8, name: &str) -> String {
    const ENGLISH: [&str; 11] =
        ["king", "queen", "rook", "bishop", "knight", "pawn", "elephant", "horse", "boat", "chariot", "counsellor"];
    let s = if number != 1 && ENGLISH.contains(&name) { "s" } else { "" };
    format!("{name}{s}")
}

/// The names of several kinds, as they follow a number.
pub(crate) fn kinds_counted(spec: &RulesSpec, kinds: KindSet, number: u8) -> String {
    let kinds = kinds.kinds().filter_map(|kind| spec.kinds.get(kind.index()));
    let names: Vec<String> = kinds.map(|kind| counted(number, &name(kind))).collect();
    text::join(&names, "or")
}

/// The names of several kinds: `met or ruea`.
pub(crate) fn kinds_named(spec: &RulesSpec, kinds: KindSet, conjunction: &str) -> String {
    let names: Vec<String> = kinds.kinds().filter_map(|kind| spec.kinds.get(kind.index())).map(name).collect();
    text::join(&names, conjunction)
}

/// `the ruea on e8`.
pub(crate) fn man_on<B: Bitboard>(rules: &Rules<B>, kind: Kind, square: Square) -> String {
    format!("the {} on {}", kind_name(rules, kind), rules.geometry().name(square))
}
