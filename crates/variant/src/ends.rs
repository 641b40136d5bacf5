//! The tables `[end.X]`: the rules that end a game.

use khun_rules::spec::{Claim, Condition, EndKind, EndSpec, KindSet, Verdict};

use crate::board::Regions;
use crate::codes;
use crate::condition::{self, KindNames};
use crate::fault::{Fault, Faults};
use crate::keys;
use crate::section::{Section, with_origin};
use crate::source::Place;
use crate::tree::Value;

/// An end with the place of its table.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) spec: EndSpec,
    pub(crate) place: Place,
}

/// The kinds of ends.
const KINDS: &[&str] = &["no_moves", "count", "checks", "goal", "repetition", "n_move", "counting"];

/// The most checks that can be counted.
const MAX_CHECKS: i64 = 7;
/// The most occurrences of a position that can be counted.
const MAX_REPETITIONS: i64 = 200;

/// Reads `[end.X]`, in the order of the file.
pub(crate) fn read(root: &Section<'_>, kinds: &KindNames, regions: &mut Regions<'_>, faults: &mut Faults) -> Vec<End> {
    let sections = root.sections("end", faults);
    sections.into_iter().filter_map(|(name, section)| read_end(name, &section, kinds, regions, faults)).collect()
}

/// Reads one end; `None` where it is faulty or switched off.
fn read_end(
    name: &str,
    section: &Section<'_>,
    kinds: &KindNames,
    regions: &mut Regions<'_>,
    faults: &mut Faults,
) -> Option<End> {
    let words: Vec<(&str, &str)> = KINDS.iter().map(|word| (*word, *word)).collect();
    let Some(word) = section.required_word("kind", &words, faults) else {
        section.documented("end.X", &[], faults);
        return None;
    };
    // `claim` is read for every kind, to say of which kinds it has no effect.
    let keys = [keys::of_end(word), vec!["claim"]].concat();
    section.known_with(&keys, &other_keys(), faults);
    let results = [
        ("win", Some(Verdict::Win)),
        ("loss", Some(Verdict::Loss)),
        ("draw", Some(Verdict::Draw)),
        ("replay", Some(Verdict::Replay)),
        ("none", None),
    ];
    let result = section.required_word("result", &results, faults);
    let claim = section.word("claim", &[("automatic", Claim::Automatic), ("on_claim", Claim::OnClaim)], faults);
    let kind = match word {
        "no_moves" => Some(EndKind::NoMoves { in_check: section.boolean("in_check", faults) }),
        "count" => count(section, kinds, faults),
        "checks" => times(section, 1, MAX_CHECKS, faults).map(|times| EndKind::Checks { times }),
        "goal" => goal(section, kinds, regions, faults),
        "repetition" => times(section, 2, MAX_REPETITIONS, faults).map(|times| EndKind::Repetition { times }),
        "n_move" => n_move(section, faults),
        _ => Some(EndKind::Counting),
    }?;
    if kind.stage() < 3 && claim.is_some() {
        section.no_effect("claim", &format!("an end of kind \"{word}\" is never claimed"), faults);
    }
    Some(End {
        spec: EndSpec { name: name.to_string(), kind, result: result??, claim: claim.unwrap_or_default() },
        place: section.place().clone(),
    })
}

/// What to say of keys that belong to ends of another kind.
fn other_keys() -> [(&'static str, &'static str); 8] {
    [
        ("in_check", "`in_check` belongs to ends of kind \"no_moves\""),
        ("when", "a condition belongs to ends of kind \"count\""),
        ("unless", "a condition belongs to ends of kind \"count\""),
        ("times", "`times` belongs to ends of kind \"checks\" and \"repetition\""),
        ("pieces", "`pieces` and `region` belong to ends of kind \"goal\""),
        ("region", "`pieces` and `region` belong to ends of kind \"goal\""),
        ("moves", "`moves` and `suspended_by_counting` belong to ends of kind \"n_move\""),
        ("suspended_by_counting", "`moves` and `suspended_by_counting` belong to ends of kind \"n_move\""),
    ]
}

fn count(section: &Section<'_>, kinds: &KindNames, faults: &mut Faults) -> Option<EndKind> {
    section.required("when", faults);
    let unless = section.word("unless", &[("can_capture", true), ("none", false)], faults);
    let when = condition::read(section, "when", kinds, faults)?;
    if when == Condition::default() && !faults.have_errors() {
        let message = format!("`{}` says nothing, so that the game ends before it begins", section.key("when"));
        faults.push(Fault::new(codes::E503, section.place(), message));
    }
    Some(EndKind::Count { when, unless_can_capture: unless.unwrap_or(false) })
}

/// Reads `times`; 0 switches the rule off.
fn times(section: &Section<'_>, least: i64, most: i64, faults: &mut Faults) -> Option<u8> {
    section.required("times", faults);
    let times = section.integer_in("times", 0, most, faults)?;
    if times > 0 && times < least {
        let node = section.get("times")?;
        let message =
            format!("`{}` wants at least {least} (or 0 to switch the rule off), not {times}", section.key("times"));
        faults.push(with_origin(Fault::new(codes::E512, &node.place, message), node));
        return None;
    }
    u8::try_from(times).ok().filter(|&times| times > 0)
}

fn goal(section: &Section<'_>, kinds: &KindNames, regions: &mut Regions<'_>, faults: &mut Faults) -> Option<EndKind> {
    section.required("region", faults);
    section.required("pieces", faults);
    let pieces = match section.get("pieces").map(|node| &node.value) {
        // One piece may stand without a list around it.
        Some(Value::Text(text)) => {
            let place = text.locate(0..text.string.len()).0;
            match kinds.need(&text.string, codes::E505, &place) {
                Ok(kind) => Some(vec![kind]),
                Err(fault) => {
                    faults.push(*fault);
                    None
                }
            }
        }
        _ => kinds.list(section, "pieces", codes::E505, faults),
    };
    let regions = regions.both(section, "region", faults)?;
    Some(EndKind::Goal { kinds: pieces?.into_iter().collect::<KindSet>(), regions })
}

/// Reads an n-move rule; 0 moves switch it off.
fn n_move(section: &Section<'_>, faults: &mut Faults) -> Option<EndKind> {
    section.required("moves", faults);
    let suspended = section.boolean("suspended_by_counting", faults).unwrap_or(false);
    let moves = section.integer_in("moves", 0, 1000, faults)?;
    let moves = u16::try_from(moves).ok().filter(|&moves| moves > 0)?;
    Some(EndKind::NMove { moves, suspended_by_counting: suspended })
}
