//! Conditions on the men on the board, in words.

use khun_rules::spec::{Clause, Condition, KindSet, RulesSpec, Whose};

use crate::text;
use crate::words::kinds_named;

/// How many men: `2 ruea`, `at least 2 ruea`, `no bia`.
pub(crate) fn amount(spec: &RulesSpec, clause: &Clause) -> String {
    let everything = (0..spec.kinds.len()).all(|index| clause.kinds.0 >> index & 1 == 1);
    let what = if clause.kinds == KindSet::ALL || everything {
        "men".to_owned()
    } else {
        kinds_named(spec, clause.kinds, "or")
    };
    match (clause.min, clause.max) {
        (0, 0) => format!("no {what}"),
        (min, max) if min == max => {
            if min == 1 && what == "men" {
                "only one man".to_owned()
            } else {
                format!("{min} {what}")
            }
        }
        (min, u8::MAX) => format!("at least {min} {what}"),
        (0, max) => format!("at most {max} {what}"),
        (min, max) => format!("{min} to {max} {what}"),
    }
}

/// The whole condition: `there are no bia on the board and the side that counts has only one man`. `own` and `enemy`
/// name the two sides.
pub(crate) fn sentence(spec: &RulesSpec, condition: &Condition, own: &str, enemy: &str) -> String {
    let clauses: Vec<String> = condition
        .0
        .iter()
        .map(|clause| {
            let amount = amount(spec, clause);
            match clause.whose {
                Whose::Own => format!("{own} has {amount}"),
                Whose::Enemy => format!("{enemy} has {amount}"),
                Whose::Board if clause.min == 1 && clause.max == 1 => format!("there is {amount} on the board"),
                Whose::Board => format!("there are {amount} on the board"),
            }
        })
        .collect();
    match clauses.is_empty() {
        true => "always".to_owned(),
        false => text::join(&clauses, "and"),
    }
}
