//! Positions that show that two ends can hold at once.

use khun_rules::board::Bitboard;
use khun_rules::spec::{Clause, EndKind, Kind, KindSet, Whose};
use khun_rules::{AnyRules, Rules, with_rules};

use crate::description::Description;

/// A position in which two ends both hold, White to move, as FEN; `None` where none is found that is simple.
pub(super) fn position(description: &Description, one: &EndKind, other: &EndKind) -> Option<String> {
    match (one, other) {
        (EndKind::Count { when: one, .. }, EndKind::Count { when: other, .. }) => {
            of_numbers(description, one.0.iter().chain(&other.0).collect())
        }
        (EndKind::NoMoves { in_check: one }, EndKind::NoMoves { in_check: other }) => {
            without_moves(description, one.or(*other))
        }
        _ => None,
    }
}

/// A position with numbers of men for which all clauses hold. Its men stand side by side: it shows numbers, not play.
fn of_numbers(description: &Description, clauses: Vec<&Clause>) -> Option<String> {
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

/// How many positions are tried to find one without moves.
const MAX_TRIES: usize = 8_000;
/// The most men of Black beside its royal one in such a position.
const MOST_MEN: usize = 4;

/// A position in which White cannot move, in check as wanted: one royal man against some others, tried at random.
fn without_moves(description: &Description, in_check: Option<bool>) -> Option<String> {
    let mut spec = description.to_spec("witness", "witness");
    // What ends a game before somebody is out of moves must not stand in the way.
    spec.ends.retain(|end| matches!(end.kind, EndKind::NoMoves { .. }));
    spec.ends.truncate(1);
    spec.counting = None;
    let rules = AnyRules::build(&spec).ok()?;
    let mut random = Lottery(0x9e37_79b9_7f4a_7c15);
    (0..MAX_TRIES).find_map(|_| {
        let fen = few_men(description, &mut random)?;
        with_rules!(&rules, rules => has_no_move(rules, &fen, in_check)).then_some(fen)
    })
}

fn has_no_move<B: Bitboard>(rules: &Rules<B>, fen: &str, in_check: Option<bool>) -> bool {
    let Ok(position) = rules.parse_fen(fen) else { return false };
    position.count_legal_moves(rules) == 0 && in_check.is_none_or(|wanted| position.in_check(rules) == wanted)
}

/// Numbers by lot, the same ones in every run: xorshift64 (Marsaglia, "Xorshift RNGs", 2003).
struct Lottery(u64);

impl Lottery {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }
}

/// White's royal man at the edge against Black's and a few other men of Black.
fn few_men(description: &Description, random: &mut Lottery) -> Option<String> {
    let (files, ranks) =
        (usize::from(description.board.geometry.files()), usize::from(description.board.geometry.ranks()));
    let letters = |royal: bool| -> Vec<char> {
        let pieces = description.pieces.iter().filter(|piece| piece.spec.royal == royal);
        pieces.map(|piece| piece.spec.letter).collect()
    };
    let (royal, others) = (*letters(true).first()?, letters(false));
    let mut cells = vec![None; files * ranks];
    // The first row is the last rank; either edge will do.
    let row = random.below(2) * (ranks - 1);
    *cells.get_mut(row * files + random.below(files))? = Some(royal);
    let men = 1 + random.below(MOST_MEN + 1);
    for index in 0..men {
        let letter = if index == 0 { royal } else { *others.get(random.below(others.len()))? };
        let square = random.below(cells.len());
        if cells[square].is_none() {
            cells[square] = Some(letter.to_ascii_lowercase());
        }
    }
    let rows: Vec<String> = cells.chunks(files).map(run_lengths).collect();
    Some(format!("{} w - - 0 1", rows.join("/")))
}

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
