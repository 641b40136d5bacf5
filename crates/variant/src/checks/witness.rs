//! A position that shows that two conditions can hold at once.

use khun_rules::spec::{Clause, EndKind, Kind, KindSet, Whose};

use crate::description::Description;

/// A position in which two ends that count men both hold, White to move, as FEN. Its men stand side by side: it shows
/// numbers, not play. `None` where there is none that simple.
pub(super) fn position(description: &Description, one: &EndKind, other: &EndKind) -> Option<String> {
    let (EndKind::Count { when: one, .. }, EndKind::Count { when: other, .. }) = (one, other) else { return None };
    let clauses: Vec<&Clause> = one.0.iter().chain(&other.0).collect();
    let kinds = description.pieces.len();
    // Each side has its royal man, and otherwise nothing.
    let royal = |piece: &crate::pieces::Piece| usize::from(piece.spec.royal);
    let mut armies: [Vec<usize>; 2] = std::array::from_fn(|_| description.pieces.iter().map(royal).collect());
    for _ in 0..MAX_STEPS {
        let broken = clauses.iter().find_map(|clause| {
            let count = count(&armies, clause);
            (count < usize::from(clause.min))
                .then_some((clause, true))
                .or_else(|| (count > usize::from(clause.max)).then_some((clause, false)))
        });
        let Some((clause, too_few)) = broken else { return fen(description, &armies) };
        let side = usize::from(clause.whose == Whose::Enemy);
        let kind = (0..kinds).rev().find(|&kind| {
            let may_change = !description.pieces[kind].spec.royal;
            clause.kinds.has(Kind(kind as u8)) && may_change && (too_few || armies[side][kind] > 0)
        })?;
        let number = &mut armies[side][kind];
        *number = if too_few { *number + 1 } else { *number - 1 };
    }
    None
}

/// The most men that are tried.
const MAX_STEPS: usize = 64;

/// How many men a clause counts. White is the side to move.
fn count(armies: &[Vec<usize>; 2], clause: &Clause) -> usize {
    let of = |side: usize| -> usize {
        let kinds = armies[side].iter().enumerate();
        kinds
            .filter(|(kind, _)| clause.kinds == KindSet::ALL || clause.kinds.has(Kind(*kind as u8)))
            .map(|it| it.1)
            .sum()
    };
    match clause.whose {
        Whose::Own => of(0),
        Whose::Enemy => of(1),
        Whose::Board => of(0) + of(1),
    }
}

/// White's men from the bottom of the board, Black's from its top.
fn fen(description: &Description, armies: &[Vec<usize>; 2]) -> Option<String> {
    let geometry = description.board.geometry;
    let letters = |side: usize| -> Vec<char> {
        let men = description.pieces.iter().zip(&armies[side]);
        men.flat_map(|(piece, &number)| std::iter::repeat_n(piece.spec.letter, number)).collect()
    };
    let (white, black) = (letters(0), letters(1));
    let (files, ranks) = (usize::from(geometry.files()), usize::from(geometry.ranks()));
    if white.len() + black.len() > files * ranks {
        return None;
    }
    let rows: Vec<String> = (0..ranks)
        .map(|row| {
            let cells: Vec<Option<char>> = (0..files)
                .map(|file| {
                    let from_top = row * files + file;
                    let from_bottom = (ranks - 1 - row) * files + file;
                    let black = black.get(from_top).map(char::to_ascii_lowercase);
                    black.or_else(|| white.get(from_bottom).copied())
                })
                .collect();
            run_lengths(&cells)
        })
        .collect();
    Some(format!("{} w - - 0 1", rows.join("/")))
}

fn run_lengths(cells: &[Option<char>]) -> String {
    let mut row = String::new();
    let mut gap = 0;
    for cell in cells {
        match cell {
            None => gap += 1,
            Some(letter) => {
                if gap > 0 {
                    row += &gap.to_string();
                }
                gap = 0;
                row.push(*letter);
            }
        }
    }
    if gap > 0 {
        row += &gap.to_string();
    }
    row
}
