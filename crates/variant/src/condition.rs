//! Conditions on the men on the board: `{ enemy = { rook = "2+" }, board = { pawn = 0 } }`.

use khun_rules::spec::{Clause, Condition, Kind, KindSet, Whose};

use crate::codes;
use crate::fault::{Fault, Faults};
use crate::nearest::suggestion;
use crate::section::{Section, with_origin};
use crate::source::Place;
use crate::tree::{Entry, Value};

/// The ids of the kinds of men of a variant; [`Kind`] counts through them.
#[derive(Clone, Debug, Default)]
pub(crate) struct KindNames(pub(crate) Vec<String>);

impl KindNames {
    pub(crate) fn find(&self, id: &str) -> Option<Kind> {
        self.0.iter().position(|known| known == id).map(|index| Kind(index as u8))
    }

    /// The kind of this id, or a fault of the code with the nearest id.
    pub(crate) fn need(&self, id: &str, code: codes::Code, place: &Place) -> Result<Kind, Box<Fault>> {
        self.find(id).ok_or_else(|| {
            let fault = Fault::new(code, place, format!("`{id}` is not a kind of man"));
            Box::new(fault.help(suggestion(id, self.0.iter().map(String::as_str), "kinds of men")))
        })
    }

    /// The kinds that the list of a key names.
    pub(crate) fn list(
        &self,
        section: &Section<'_>,
        key: &str,
        code: codes::Code,
        faults: &mut Faults,
    ) -> Option<Vec<Kind>> {
        let ids = section.strings(key, faults)?;
        let mut kinds = Vec::with_capacity(ids.len());
        for (id, node) in ids {
            match self.need(&id.string, code, &node.place) {
                Ok(kind) if !kinds.contains(&kind) => kinds.push(kind),
                Ok(_) => {}
                Err(fault) => faults.push(with_origin(*fault, node)),
            }
        }
        Some(kinds)
    }
}

/// Reads a condition. `key` names its value in messages.
pub(crate) fn read(section: &Section<'_>, key: &str, names: &KindNames, faults: &mut Faults) -> Option<Condition> {
    let outer = section.section(key, faults)?;
    outer.known(&["self", "enemy", "board"], faults);
    Some(clauses(&outer, names, faults))
}

/// Stands for a clause that cannot be read, so that a condition does not look like a wider one.
pub(crate) const UNREADABLE: Clause = Clause { whose: Whose::Own, kinds: KindSet::EMPTY, min: 0, max: u8::MAX };

/// Reads the clauses that stand in a table beside other keys.
pub(crate) fn clauses(outer: &Section<'_>, names: &KindNames, faults: &mut Faults) -> Condition {
    let mut clauses = Vec::new();
    for (word, whose) in [("self", Whose::Own), ("enemy", Whose::Enemy), ("board", Whose::Board)] {
        let Some(inner) = outer.section(word, faults) else { continue };
        for entry in &inner.table().entries {
            let kinds = kinds(entry, names, faults);
            let range = range(entry, &inner.key(&entry.key), faults);
            clauses.push(match (kinds, range) {
                (Some(kinds), Some((min, max))) => Clause { whose, kinds, min, max },
                _ => Clause { whose, ..UNREADABLE },
            });
        }
    }
    check_possible(&clauses, outer, faults);
    Condition(clauses)
}

/// The kinds that a key of a condition names: `rook`, `"rook + khon"` (both together), `pieces` (all men).
fn kinds(entry: &Entry, names: &KindNames, faults: &mut Faults) -> Option<KindSet> {
    if entry.key == "pieces" {
        return Some(KindSet::ALL);
    }
    let mut set = KindSet::EMPTY;
    let mut complete = true;
    for id in entry.key.split('+').map(str::trim) {
        match names.need(id, codes::E505, &entry.key_place) {
            Ok(kind) => set.0 |= KindSet::of(kind).0,
            Err(fault) => {
                let near = fault.help.clone().unwrap_or_default();
                faults.push(fault.help(format!("{near} (`pieces` counts all men)")));
                complete = false;
            }
        }
    }
    complete.then_some(set)
}

/// Reads a number of men: `2`, `"2+"`, `"..2"`, `"1..3"`.
fn range(entry: &Entry, name: &str, faults: &mut Faults) -> Option<(u8, u8)> {
    let node = &entry.node;
    let range = match &node.value {
        Value::Integer(number) => u8::try_from(*number).ok().map(|number| (number, number)),
        Value::Text(text) => parse_range(&text.string),
        _ => None,
    };
    if range.is_none() && !node.is_unknown() {
        let message = format!("`{name}` is a number of men, not {}", node.described());
        faults.push(with_origin(
            Fault::new(codes::E504, &node.place, message).help("write 2, \"2+\", \"..2\" or \"1..3\""),
            node,
        ));
    }
    range
}

fn parse_range(text: &str) -> Option<(u8, u8)> {
    let text = text.trim();
    let number = |text: &str| if text.bytes().all(|b| b.is_ascii_digit()) { text.parse::<u8>().ok() } else { None };
    if let Some(min) = text.strip_suffix('+') {
        return Some((number(min)?, u8::MAX));
    }
    match text.split_once("..") {
        Some(("", max)) => Some((0, number(max)?)),
        Some((min, max)) => Some((number(min)?, number(max)?)).filter(|(min, max)| min <= max),
        None => number(text).map(|number| (number, number)),
    }
}

/// Reports clauses that cannot hold together, or cannot hold at all.
fn check_possible(clauses: &[Clause], section: &Section<'_>, faults: &mut Faults) {
    let never = |what: &str, faults: &mut Faults| {
        let message = format!("`{}` never holds: {what}", section.path());
        faults.push(Fault::new(codes::E503, section.place(), message));
    };
    for (at, clause) in clauses.iter().enumerate() {
        let side = if clause.whose == Whose::Board { "the board" } else { "a side" };
        if clause.kinds == KindSet::ALL && clause.max == 0 {
            never(&format!("{side} always has a king"), faults);
        }
        for other in &clauses[at + 1..] {
            let same_whose = clause.whose == other.whose;
            if same_whose && clause.kinds == other.kinds && (clause.min > other.max || other.min > clause.max) {
                never("two of its numbers exclude each other", faults);
            }
            // Part and whole: all men of a side, and some of them.
            for (whole, part) in [(clause, other), (other, clause)] {
                let bigger = same_whose || whole.whose == Whose::Board;
                if whole.kinds == KindSet::ALL && part.kinds != KindSet::ALL && bigger && part.min > whole.max {
                    never("it wants more men of one kind than men in all", faults);
                }
                if whole.whose == Whose::Board
                    && part.whose != Whose::Board
                    && whole.kinds == part.kinds
                    && whole.kinds != KindSet::ALL
                    && part.min > whole.max
                {
                    never("it wants more men of a kind for one side than there are on the board", faults);
                }
            }
        }
    }
}

/// Whether `one` holds only where `other` does, as far as their clauses show it.
pub(crate) fn implies(one: &Condition, other: &Condition) -> bool {
    other.0.iter().all(|wanted| {
        one.0.iter().any(|given| {
            (given.whose, given.kinds) == (wanted.whose, wanted.kinds)
                && given.min >= wanted.min
                && given.max <= wanted.max
        })
    })
}

/// Whether two conditions can hold in one position, as far as their clauses exclude it.
pub(crate) fn can_hold_together(one: &Condition, other: &Condition) -> bool {
    let clauses: Vec<&Clause> = one.0.iter().chain(&other.0).collect();
    // The least and the greatest number that the clauses leave for some men.
    let bounds = |whose: Whose, kinds: KindSet| {
        let least = if kinds == KindSet::ALL { if whose == Whose::Board { 2 } else { 1 } } else { 0 };
        let about = clauses.iter().filter(|clause| clause.whose == whose && clause.kinds == kinds);
        about.fold((least, u32::from(u8::MAX) * 2), |(min, max), clause| {
            let open = clause.max == u8::MAX;
            (min.max(u32::from(clause.min)), if open { max } else { max.min(u32::from(clause.max)) })
        })
    };
    let mut sets: Vec<KindSet> = clauses.iter().map(|clause| clause.kinds).collect();
    sets.push(KindSet::ALL);
    sets.iter().all(|&kinds| {
        let (own, enemy, board) = (bounds(Whose::Own, kinds), bounds(Whose::Enemy, kinds), bounds(Whose::Board, kinds));
        let whole = [Whose::Own, Whose::Enemy, Whose::Board].map(|whose| bounds(whose, KindSet::ALL));
        let fits = |part: (u32, u32), whole: (u32, u32)| part.0 <= part.1 && part.0 <= whole.1;
        fits(own, whole[0])
            && fits(enemy, whole[1])
            && fits(board, whole[2])
            && own.0 + enemy.0 <= board.1
            && own.1 + enemy.1 >= board.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(clauses: &[(Whose, u16, u8, u8)]) -> Condition {
        let clause = |&(whose, kinds, min, max): &_| Clause { whose, kinds: KindSet(kinds), min, max };
        Condition(clauses.iter().map(clause).collect())
    }

    #[test]
    fn conditions_are_compared() {
        const ALL: u16 = u16::MAX;
        let bare = condition(&[(Whose::Own, ALL, 1, 1), (Whose::Enemy, ALL, 2, 255)]);
        let other_bare = condition(&[(Whose::Enemy, ALL, 1, 1), (Whose::Own, ALL, 2, 255)]);
        let both_bare = condition(&[(Whose::Board, ALL, 2, 2)]);
        let rook = condition(&[(Whose::Enemy, 1, 1, 255)]);
        let two_rooks = condition(&[(Whose::Enemy, 1, 2, 255)]);
        let knight = condition(&[(Whose::Enemy, 2, 1, 1)]);
        assert!(!can_hold_together(&bare, &other_bare));
        assert!(!can_hold_together(&bare, &both_bare));
        assert!(can_hold_together(&rook, &two_rooks));
        assert!(can_hold_together(&rook, &knight));
        assert!(!can_hold_together(&two_rooks, &condition(&[(Whose::Enemy, ALL, 1, 1)])));
        assert!(implies(&two_rooks, &rook) && !implies(&rook, &two_rooks) && !implies(&rook, &knight));
        assert!(implies(&rook, &Condition::default()));
    }

    #[test]
    fn ranges() {
        for (text, range) in [
            ("2", Some((2, 2))),
            ("2+", Some((2, 255))),
            ("..3", Some((0, 3))),
            ("1..3", Some((1, 3))),
            (" 1..1 ", Some((1, 1))),
            ("3..1", None),
            ("2..", None),
            ("+", None),
            ("..", None),
            ("-1", None),
            ("+2", None),
            ("256", None),
            ("two", None),
            ("", None),
        ] {
            assert_eq!(parse_range(text), range, "{text}");
        }
    }
}
