//! The tables `[pieces.X]`: letters, moves, promotion, moves under conditions.

use std::collections::BTreeMap;

use khun_rules::spec::{ExtraSpec, InCheck, KindSet, KindSpec, MAX_KINDS, PromotionSpec, Step};

use crate::betza;
use crate::board::{Board, Regions, is_id};
use crate::codes;
use crate::condition::KindNames;
use crate::fault::{Fault, Faults};
use crate::nearest::suggestion;
use crate::section::{Section, with_origin};
use crate::source::Place;
use crate::tree::Value;
use crate::worth;

/// A kind of man with the places that checks speak of.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) spec: KindSpec,
    /// The key of its table.
    pub(crate) place: Place,
    pub(crate) letter_place: Option<Place>,
    pub(crate) royal_place: Option<Place>,
    pub(crate) betza_place: Option<Place>,
    pub(crate) promotion_place: Option<Place>,
    /// The places of its extra moves, in the order of [`KindSpec::extras`].
    pub(crate) extras: Vec<ExtraPlaces>,
    pub(crate) immobile: bool,
}

/// Where moves under conditions were written.
#[derive(Clone, Debug)]
pub(crate) struct ExtraPlaces {
    /// The key of the table.
    pub(crate) table: Place,
    pub(crate) aim: Option<Place>,
}

/// What pieces may refer to.
pub(crate) struct Context<'a, 'r> {
    pub(crate) board: &'a Board,
    pub(crate) regions: &'a mut Regions<'r>,
    pub(crate) names: &'a KindNames,
    /// The names of the rights.
    pub(crate) rights: &'a [String],
}

/// The ids of the kinds of men, in the order of the file, and their tables.
pub(crate) fn ids<'a>(root: &Section<'a>, faults: &mut Faults) -> (KindNames, Vec<Section<'a>>) {
    root.required("pieces", faults);
    let mut names = KindNames::default();
    let mut sections = Vec::new();
    for (id, section) in root.sections("pieces", faults) {
        if id == "pieces" || !is_id(id) {
            let message = format!("a kind of man cannot be called `{id}`");
            faults.push(
                Fault::new(codes::E008, section.place(), message)
                    .help("use a word of lower-case letters, digits and _, but not `pieces`"),
            );
            continue;
        }
        if names.0.len() == MAX_KINDS {
            let message = format!("`{id}` is one kind of men too many: there can be {MAX_KINDS}");
            faults.push(Fault::new(codes::E315, section.place(), message));
            break;
        }
        names.0.push(id.to_string());
        sections.push(section);
    }
    (names, sections)
}

/// Reads `[pieces.X]`.
pub(crate) fn read(id: &str, section: &Section<'_>, context: &mut Context<'_, '_>, faults: &mut Faults) -> Piece {
    section.documented("pieces.X", &[("owner", "kinds of men of one side only are not in format 1")], faults);
    let letter = letter(section, faults);
    let mut names = names(section, faults);
    let display = section.text("name", faults).unwrap_or_else(|| id.replace('_', " "));
    names.insert("en".to_string(), display);
    let immobile = section.boolean("immobile", faults).unwrap_or(false);
    let betza_text = section.text("betza", faults).unwrap_or_default();
    let steps = if immobile && betza_text.is_empty() {
        Some(Vec::new())
    } else if section.required("betza", faults).is_some() {
        moves(section, faults)
    } else {
        None
    };
    let readable = steps.is_some();
    let steps = steps.unwrap_or_default();
    let in_check = [("free", InCheck::Free), ("may_only_capture_checker", InCheck::MayOnlyCaptureChecker)];
    let region = context.regions.both(section, "region", faults);
    let promotion = promotion(section, context, faults);
    let (extras, extra_places) = extras(section, context, faults);
    let value = section.integer_in("value", 0, 100_000, faults);
    let spec = KindSpec {
        id: id.to_string(),
        letter: letter.unwrap_or('?'),
        names,
        betza: betza_text,
        value: value.map_or_else(|| worth::estimate(&steps, context.board.geometry), |value| value as i32),
        steps,
        extras,
        royal: section.boolean("royal", faults).unwrap_or(false),
        pawn: section.word("role", &[("pawn", true), ("none", false)], faults).unwrap_or(false),
        mates_alone: section.boolean("mates_alone", faults).unwrap_or(false),
        in_check: section.word("in_check", &in_check, faults).unwrap_or_default(),
        region,
        promotion,
    };
    Piece {
        place: section.place().clone(),
        letter_place: section.get("letter").map(|node| node.place.clone()),
        royal_place: section.get("royal").map(|node| node.place.clone()),
        betza_place: section.get("betza").map(|node| node.place.clone()),
        promotion_place: section.get("promotion").map(|node| node.place.clone()),
        extras: extra_places,
        // A piece whose moves cannot be read is not one that has none.
        immobile: immobile || !readable,
        spec,
    }
}

/// The letter of a kind, an upper-case ASCII letter.
fn letter(section: &Section<'_>, faults: &mut Faults) -> Option<char> {
    let node = section.required("letter", faults)?;
    let text = section.string("letter", faults)?;
    let mut letters = text.string.chars();
    let fault = match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_uppercase() => return Some(letter),
        (Some(letter), None) if letter.is_ascii_lowercase() => {
            Fault::new(codes::E302, &node.place, format!("the letter `{letter}` is Black's"))
                .help(format!("write \"{}\"; Black's men get the lower-case letter", letter.to_ascii_uppercase()))
        }
        _ => {
            let message = format!("`{}` wants one letter from A to Z, not \"{}\"", section.key("letter"), text.string);
            Fault::new(codes::E302, &node.place, message).help("names in any script belong into `names`")
        }
    };
    faults.push(with_origin(fault, node));
    None
}

/// Names by language code.
fn names(section: &Section<'_>, faults: &mut Faults) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    if let Some(table) = section.section("names", faults) {
        for entry in &table.table().entries {
            if let Some(name) = table.text(&entry.key, faults) {
                names.insert(entry.key.clone(), name);
            }
        }
    }
    names
}

/// The moves of the key `betza`; `None` where they are faulty.
fn moves(section: &Section<'_>, faults: &mut Faults) -> Option<Vec<Step>> {
    let text = section.string("betza", faults)?;
    let key = format!("`{}`", section.key("betza"));
    match betza::parse(&text.string) {
        Ok(moves) => {
            for warning in moves.warnings {
                faults.push(warning.placed(text, &key));
            }
            Some(moves.steps)
        }
        Err(list) => {
            for fault in list {
                faults.push(fault.placed(text, &key));
            }
            None
        }
    }
}

/// Reads `promotion = { region, to, when, mandatory }`.
fn promotion(section: &Section<'_>, context: &mut Context<'_, '_>, faults: &mut Faults) -> Option<PromotionSpec> {
    let section = section.section("promotion", faults)?;
    let later = "this way to promote is not in format 1";
    section.documented(
        "pieces.X.promotion",
        &[("limit", later), ("only_if", later), ("capture_only", later), ("demote_on_capture", later)],
        faults,
    );
    section.required("region", faults);
    section.required("to", faults);
    // The one way there is; the key is there so that files say which it is.
    section.word("when", &[("on_entry", ())], faults);
    let zones = context.regions.both(&section, "region", faults);
    let mandatory = section.boolean("mandatory", faults).unwrap_or(true);
    let to = context.names.list(&section, "to", codes::E321, faults)?;
    if to.is_empty() && section.array("to", faults).is_some_and(<[_]>::is_empty) {
        let place = section.get("to").map_or(section.place(), |node| &node.place);
        let message = format!("`{}` names nothing to become", section.key("to"));
        faults.push(Fault::new(codes::E323, place, message).help("name a kind of man, or leave the promotion out"));
    }
    Some(PromotionSpec { zones: zones?, to, mandatory })
}

/// Reads the tables `[pieces.X.extra.Y]`.
fn extras(
    section: &Section<'_>,
    context: &mut Context<'_, '_>,
    faults: &mut Faults,
) -> (Vec<ExtraSpec>, Vec<ExtraPlaces>) {
    let sections = section.sections("extra", faults);
    sections.into_iter().map(|(name, section)| extra(name, &section, context, faults)).unzip()
}

fn extra(
    name: &str,
    section: &Section<'_>,
    context: &mut Context<'_, '_>,
    faults: &mut Faults,
) -> (ExtraSpec, ExtraPlaces) {
    section.documented(
        "pieces.X.extra.Y",
        &[("kind", "double steps and castling are not in format 1"), ("castle", "castling is not in format 1")],
        faults,
    );
    let steps = section.required("betza", faults).and_then(|_| moves(section, faults)).unwrap_or_default();
    let needs = section.string("needs", faults).and_then(|right| {
        let found = context.rights.iter().position(|known| *known == right.string);
        if found.is_none() {
            let (place, _) = right.locate(0..right.string.len());
            let message = format!("there is no right `{}`", right.string);
            let help = suggestion(&right.string, context.rights.iter().map(String::as_str), "rights");
            faults.push(Fault::new(codes::E331, &place, message).help(help));
        }
        found
    });
    if section.get("needs").is_none() {
        section.no_effect("lost_by_aim", "the moves need no right that could be lost", faults);
    }
    let aim = context.names.list(section, "lost_by_aim", codes::E334, faults).unwrap_or_default();
    let spec = ExtraSpec {
        name: name.to_string(),
        betza: section.text("betza", faults).unwrap_or_default(),
        steps,
        needs,
        from: context.regions.both(section, "from", faults),
        unless_in_check: unless_in_check(section, faults),
        lost_by_aim: aim.into_iter().collect::<KindSet>(),
    };
    let aim = section.get("lost_by_aim").map(|node| node.place.clone());
    (spec, ExtraPlaces { table: section.place().clone(), aim })
}

/// Reads `unless`: a word or a list of words.
fn unless_in_check(section: &Section<'_>, faults: &mut Faults) -> bool {
    let Some(node) = section.get("unless") else { return false };
    let nodes = match &node.value {
        Value::Array(array) => array.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let words = [("in_check", true), ("none", false)];
    nodes.iter().filter_map(|node| section.word_of(node, "unless", &words, faults)).any(|word| word)
}
