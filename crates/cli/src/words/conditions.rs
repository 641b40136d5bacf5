//! Conditions on the men on the board, in words.

use khun_rules::spec::{Clause, Condition, KindSet, RulesSpec, Whose};

use crate::text;
use crate::words::{kinds_counted, name};

/// How many men: `2 ruea`, `at least 2 ruea`, `no bia`.
pub(crate) fn amount(spec: &RulesSpec, clause: &Clause) -> String {
    let what = |number| {
        if all_kinds(spec, clause.kinds) {
            if number == 1 { "man".to_owned() } else { "men".to_owned() }
        } else {
            kinds_counted(spec, clause.kinds, number)
        }
    };
    match (clause.min, clause.max) {
        (0, 0) => format!("no {}", what(0)),
        (min, max) if min == max => format!("{min} {}", what(min)),
        (min, u8::MAX) => format!("at least {min} {}", what(min)),
        (0, max) => format!("at most {max} {}", what(max)),
        (min, max) => format!("{min} to {max} {}", what(max)),
    }
}

fn all_kinds(spec: &RulesSpec, kinds: KindSet) -> bool {
    (0..spec.kinds.len()).all(|index| kinds.0 >> index & 1 == 1)
}

/// What a side has: `nothing but its khun`, or an amount.
fn holding(spec: &RulesSpec, clause: &Clause) -> String {
    let mut royals = spec.kinds.iter().filter(|kind| kind.royal);
    if let (Some(royal), None, true) = (royals.next(), royals.next(), all_kinds(spec, clause.kinds)) {
        match (clause.min, clause.max) {
            (1, 1) => return format!("nothing but its {}", name(royal)),
            (2, u8::MAX) => return format!("more than its {}", name(royal)),
            _ => {}
        }
    }
    amount(spec, clause)
}

/// The whole condition: `there are no bia on the board and the side that counts has nothing but its khun`. `own` and
/// `enemy` name the two sides. `None` for a condition that always holds.
pub(crate) fn sentence(spec: &RulesSpec, condition: &Condition, own: &str, enemy: &str) -> Option<String> {
    let clauses: Vec<String> = condition
        .0
        .iter()
        .map(|clause| match clause.whose {
            Whose::Own => format!("{own} has {}", holding(spec, clause)),
            Whose::Enemy => format!("{enemy} has {}", holding(spec, clause)),
            Whose::Board if clause.min == 1 && clause.max == 1 => {
                format!("there is {} on the board", amount(spec, clause))
            }
            Whose::Board => format!("there are {} on the board", amount(spec, clause)),
        })
        .collect();
    (!clauses.is_empty()).then(|| text::join(&clauses, "and"))
}
