//! The list of evaluation terms: which numbers there are, what they are called in a weights file, and where each is kept.
//!
//! Every term is a run of tapered numbers in one flat array, so that evaluation, files and fitting mean the same number
//! by the same index. A term of a kind of man is kept once for each of [`MAX_KINDS`] kinds.

use khun_rules::spec::{Kind, MAX_KINDS};

/// Squares of the largest board.
pub const MAX_SQUARES: usize = 128;

/// A run of numbers under one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its key in a weights file.
    pub name: &'static str,
    /// Where its first number is.
    pub start: usize,
    /// How many numbers it has (for each kind, if it is one of a kind).
    pub len: usize,
    /// What it weighs.
    pub doc: &'static str,
}

macro_rules! terms {
    (
        kinds { $($kind:ident: $kind_len:expr, $kind_doc:literal;)* }
        general { $($general:ident: $general_len:expr, $general_doc:literal;)* }
    ) => {
        #[allow(non_upper_case_globals, unused_assignments)]
        mod layout {
            use super::*;
            /// All starts, counted through once.
            const STARTS: (usize, [usize; KIND_COUNT], [usize; GENERAL_COUNT]) = {
                let (mut next, mut kinds, mut general) = (0, [0; KIND_COUNT], [0; GENERAL_COUNT]);
                let mut n = 0;
                $(kinds[n] = next; next += MAX_KINDS * $kind_len; n += 1;)*
                n = 0;
                $(general[n] = next; next += $general_len; n += 1;)*
                (next, kinds, general)
            };
            const KIND_COUNT: usize = [$(stringify!($kind)),*].len();
            const GENERAL_COUNT: usize = [$(stringify!($general)),*].len();
            pub(super) const TOTAL: usize = STARTS.0;
            pub(super) const KIND_TERMS: [Term; KIND_COUNT] = {
                let starts = STARTS.1;
                let mut n = 0;
                [$({ n += 1; Term { name: stringify!($kind), start: starts[n - 1], len: $kind_len, doc: $kind_doc } }),*]
            };
            pub(super) const GENERAL_TERMS: [Term; GENERAL_COUNT] = {
                let starts = STARTS.2;
                let mut n = 0;
                [$({ n += 1; Term { name: stringify!($general), start: starts[n - 1], len: $general_len, doc: $general_doc } }),*]
            };
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[derive(Clone, Copy)]
            enum KindIndex { $($kind),* }
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy)]
            enum GeneralIndex { $($general),* }
            $(#[doc = $kind_doc] pub(super) const $kind: Term = KIND_TERMS[KindIndex::$kind as usize];)*
            $(#[doc = $general_doc] pub(super) const $general: Term = GENERAL_TERMS[GeneralIndex::$general as usize];)*
        }
        /// The terms that each kind of man has.
        pub const KIND_TERMS: &[Term] = &layout::KIND_TERMS;
        /// The terms that a side has.
        pub const GENERAL_TERMS: &[Term] = &layout::GENERAL_TERMS;
        /// How many numbers there are.
        pub const COUNT: usize = layout::TOTAL;
        $(#[doc = $kind_doc] #[allow(non_upper_case_globals)] pub const $kind: Term = layout::$kind;)*
        $(#[doc = $general_doc] #[allow(non_upper_case_globals)] pub const $general: Term = layout::$general;)*
    };
}

terms! {
    kinds {
        value: 1, "A man of the kind.";
        squares: MAX_SQUARES, "A man of the kind on a square, by the square's number from White's side.";
        mobility: 16, "A man that can go to so many squares, not counting own men and squares that enemy pawn-like men attack.";
        pair: 1, "Two men of the kind or more.";
        attacked_by_pawn: 1, "The man is attacked by a pawn-like man.";
        attacked_by_lesser: 1, "The man is attacked by a man of less worth that is not pawn-like.";
        hanging: 1, "The man is attacked and not defended.";
        guarded: 1, "The man is defended by a pawn-like man.";
        outpost: 1, "The man stands in the enemy's half, defended by a pawn-like man and safe from enemy ones for good.";
        ring: 1, "A square around the enemy royal man that the man attacks.";
        safe_check: 1, "The kind could give check from a square that the enemy does not defend.";
        distance: 9, "The distance (in king's steps) to the enemy royal man.";
        own_distance: 9, "The distance (in king's steps) to the own royal man.";
    }
    general {
        tempo: 1, "The right to move.";
        ring_attackers: 9, "So many men attack the squares around the enemy royal man.";
        ring_weak: 10, "So many squares around the own royal man are attacked and defended by nobody else.";
        shelter: 10, "So many own pawn-like men stand around the own royal man.";
        passed: 12, "A pawn-like man that no enemy one can stop, so many moves from its promotion.";
        passed_free: 1, "The next square of such a man is empty and not attacked.";
        passed_royal: 9, "The distance of the enemy royal man to such a man.";
        isolated: 1, "A pawn-like man without another on the files beside it.";
        doubled: 1, "A pawn-like man with another of its side further on its file.";
        chained: 1, "A pawn-like man defended by another.";
        phalanx: 1, "A pawn-like man with another right beside it.";
        stuck: 1, "A pawn-like man with any man right before it.";
        loose: 1, "A pawn-like man that is attacked and not defended.";
        lever: 1, "A pawn-like man that can take another.";
        pressed: 1, "A man that is attacked more often than it is defended.";
        check_moves: 10, "Where checks end the game: so many moves that would give check.";
        escapes: 9, "The own royal man may step to so many squares.";
        bared: 1, "The own royal man is alone: counts with the chance that is left to mate it, and a little without any. Of this number and the seven after it only the endgame value is used, and fitting leaves them as they are.";
        bared_edge: 9, "A lone royal man so many steps from the nearest edge.";
        bared_corner: 17, "A lone royal man so many steps (files and ranks) from the nearest corner that suits the enemy.";
        bared_distance: 17, "The distance of the royal men, files and ranks added, one of them being alone.";
        bared_moves: 1, "Each move that mate takes longer than on average with the lone royal man where it stands, in an ending whose `squares` are known. Takes the place of the edge.";
        bared_steps: 9, "The distance of the royal men in king's steps, one of them being alone.";
        bared_astray: 9, "The distance of the enemy royal man to its farthest man, in king's steps, none of them riding, the own royal man being alone.";
        bared_crowd: 1, "One step nearer to a lone royal man than four, for each enemy man but the royal one, none of them riding.";
    }
}

impl Term {
    /// The index of number `n` of a term that a side has. Numbers beyond the last mean the last.
    #[inline(always)]
    pub const fn at(self, n: usize) -> usize {
        self.start + if n < self.len { n } else { self.len - 1 }
    }

    /// The index of number `n` of a term that a kind has. Numbers beyond the last mean the last.
    #[inline(always)]
    pub const fn of(self, kind: Kind, n: usize) -> usize {
        self.start + (kind.index() & (MAX_KINDS - 1)) * self.len + if n < self.len { n } else { self.len - 1 }
    }

    /// The term and its kind (if it is one of a kind) that an index belongs to, and which of its numbers it is.
    pub fn find(index: usize) -> Option<(Term, Option<Kind>, usize)> {
        let general = GENERAL_TERMS.iter().find(|term| (term.start..term.start + term.len).contains(&index));
        if let Some(term) = general {
            return Some((*term, None, index - term.start));
        }
        let holds = |term: &&Term| (term.start..term.start + MAX_KINDS * term.len).contains(&index);
        let term = KIND_TERMS.iter().find(holds)?;
        let offset = index - term.start;
        Some((*term, Some(Kind((offset / term.len) as u8)), offset % term.len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_found_again() {
        for index in 0..COUNT {
            let (term, kind, n) = Term::find(index).unwrap();
            assert_eq!(kind.map_or_else(|| term.at(n), |kind| term.of(kind, n)), index);
        }
        assert_eq!(Term::find(COUNT), None);
    }
}
