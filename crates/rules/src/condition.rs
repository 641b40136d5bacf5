//! Conditions on the men on the board, compiled to counts of sets.

use khun_board::{Bitboard, Colour};

use crate::Position;
use crate::spec::{Clause, Condition, KindSet, Whose};

/// A condition in the form in which positions are tested: no pointer to follow, cheap clauses first.
#[derive(Clone, Debug)]
pub(crate) struct CompiledCondition {
    clauses: Box<[CompiledClause]>,
}

#[derive(Clone, Copy, Debug)]
struct CompiledClause {
    whose: Whose,
    men: Men,
    min: u32,
    max: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Men {
    /// All men.
    All,
    /// Men of one kind, by its index.
    One(u8),
    /// Men of several kinds.
    Several(u16),
}

impl CompiledCondition {
    pub(crate) fn new(condition: &Condition) -> CompiledCondition {
        let mut clauses: Vec<_> = condition.0.iter().map(CompiledClause::new).collect();
        clauses.sort_by_key(|clause| clause.men);
        CompiledCondition { clauses: clauses.into() }
    }

    /// Whether the condition holds with `own` as the side that it speaks of.
    #[inline(always)]
    pub(crate) fn holds<B: Bitboard>(&self, position: &Position<B>, own: Colour) -> bool {
        self.clauses.iter().all(|clause| clause.holds(position, own))
    }
}

impl CompiledClause {
    fn new(clause: &Clause) -> CompiledClause {
        let men = match clause.kinds {
            KindSet::ALL => Men::All,
            kinds if kinds.0.count_ones() == 1 => Men::One(kinds.0.trailing_zeros() as u8),
            kinds => Men::Several(kinds.0),
        };
        CompiledClause { whose: clause.whose, men, min: clause.min.into(), max: clause.max.into() }
    }

    #[inline(always)]
    fn holds<B: Bitboard>(&self, position: &Position<B>, own: Colour) -> bool {
        let side = match self.whose {
            Whose::Own => position.men(own),
            Whose::Enemy => position.men(!own),
            Whose::Board => position.occupied(),
        };
        let men = match self.men {
            Men::All => side,
            Men::One(kind) => side & position.by_kind(kind.into()),
            Men::Several(kinds) => side & position.of_kinds(KindSet(kinds)),
        };
        let count = men.count();
        self.min <= count && count <= self.max
    }
}
