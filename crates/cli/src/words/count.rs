//! A running count, as it is called at the board.

use khun_rules::board::Bitboard;
use khun_rules::spec::{Clause, Condition, CountRow, RulesSpec, Whose};
use khun_rules::{CountKind, Position, Rules};

use crate::text::plural;
use crate::words::kinds_counted;

/// The count in words, or nothing if nobody counts: `pieces' honour 12/16, 2 ruea would be 8 (Black counts; White has
/// 4 moves left)`.
pub(crate) fn sentence<B: Bitboard>(rules: &Rules<B>, position: &Position<B>) -> Option<String> {
    let count = position.count();
    let counter = count.counter?;
    let left = position.chaser_moves_left(rules)?;
    let limit = count.limit / 2;
    let called = format!("{} {}/{limit}", kind_name(count.kind), count.called());
    let stricter = match count.kind {
        CountKind::Pieces => stricter_row(rules.spec(), limit),
        _ => None,
    };
    let stricter = stricter.map(|row| format!(", {} would be {}", holding(rules.spec(), row), row.limit));
    Some(format!(
        "{called}{} ({} counts; {} has {} left)",
        stricter.unwrap_or_default(),
        counter.name(),
        (!counter).name(),
        plural(left.into(), "move")
    ))
}

/// What a count is called.
pub(crate) const fn kind_name(kind: CountKind) -> &'static str {
    match kind {
        CountKind::None => "no count",
        CountKind::Board => "board honour",
        CountKind::Pieces => "pieces' honour",
    }
}

/// The row with the next smaller limit.
fn stricter_row(spec: &RulesSpec, limit: u16) -> Option<&CountRow> {
    let table = &spec.counting.as_ref()?.pieces.as_ref()?.table;
    table.iter().filter(|row| row.limit < limit && !row.when.0.is_empty()).max_by_key(|row| row.limit)
}

/// The men that a row of a counting table asks for: `2 ruea`.
pub(crate) fn holding(spec: &RulesSpec, row: &CountRow) -> String {
    let Condition(clauses) = &row.when;
    let parts: Vec<String> = clauses
        .iter()
        .map(|&Clause { whose, kinds, min, max }| {
            let whose = match whose {
                Whose::Enemy => "",
                Whose::Own => " of the side that counts",
                Whose::Board => " on the board",
            };
            match (min, max) {
                (0, 0) => format!("no {}{whose}", kinds_counted(spec, kinds, 0)),
                (0, max) => format!("at most {max} {}{whose}", kinds_counted(spec, kinds, max)),
                (min, _) => format!("{min} {}{whose}", kinds_counted(spec, kinds, min)),
            }
        })
        .collect();
    match parts.is_empty() {
        true => "anything else".to_owned(),
        false => parts.join(" and "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::{Game, samples};
    use std::sync::Arc;

    #[test]
    fn counts_are_called() {
        let rules: Arc<Rules<u64>> = Arc::new(Rules::build(&samples::makruk()).unwrap());
        let words = |fen: &str| sentence(&rules, Game::from_fen(rules.clone(), fen).unwrap().position());
        assert_eq!(
            words("8/8/8/8/2k5/8/1R6/K7 b - 32 23 40").as_deref(),
            Some("pieces' honour 12/16, 2 rooks would be 8 (Black counts; White has 5 moves left)")
        );
        assert_eq!(
            words("8/8/8/3m4/2k5/8/1R6/K7 w - 128 10 40").as_deref(),
            Some("board honour 5/64 (White counts; Black has 59 moves left)")
        );
        assert_eq!(words("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"), None);
    }
}
