//! FEN: positions as a line of text, in the dialect of Fairy-Stockfish, and that of cutechess on input.
//!
//! `<placement> <side> <rights> <limit> [<checks>] <ply> <move>`: field 3 holds the file letters of men that have
//! their first-move right, field 4 the limit of a running count in plies (`-`, or `0` as cutechess writes, for none),
//! field 5 the plies counted, or without a count the plies since the last capture or pawn move. `~` behind a letter
//! marks a promoted man.

use std::ops::Range;

use khun_board::{Bitboard, Colour, Square};

use crate::count::CountKind;
use crate::spec::{Kind, KindSet};
use crate::{Position, Rules};

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenFaultKind {
    /// There is nothing.
    #[error("there is no position")]
    Empty,
    /// The placement has too few or too many ranks.
    #[error("the board has {want} ranks, not {found}")]
    Ranks {
        /// Ranks in the text.
        found: usize,
        /// Ranks of the board.
        want: usize,
    },
    /// A rank has too few or too many squares.
    #[error("rank {rank} has {found} squares, want {want}")]
    RankLength {
        /// The number of the rank, from 1 on White's side.
        rank: usize,
        /// Squares in the text.
        found: usize,
        /// Files of the board.
        want: usize,
    },
    /// A letter is not one of the variant's.
    #[error("unknown letter {letter:?} (the men are {known})")]
    Letter {
        /// What was found.
        letter: char,
        /// The letters of the variant.
        known: String,
    },
    /// `~` does not follow a man that can come from promotion.
    #[error("`~` must follow a man that others promote to")]
    PromotedMark,
    /// A pocket in a variant without one.
    #[error("this variant has no men in hand")]
    Hand,
    /// The side to move is missing or not `w` or `b`.
    #[error("the side to move must be `w` or `b`")]
    Side,
    /// Field 3 holds something else than file letters of men with a right.
    #[error("{0:?} is not the file letter of a man with a first-move right")]
    Rights(char),
    /// Field 3 holds rights in a variant that has none.
    #[error("this variant has no rights: the field must be `-`")]
    NoRights,
    /// Field 4 is not a count limit.
    #[error("the count limit must be `-` or an even number of plies")]
    Limit,
    /// A count in a variant without counting.
    #[error("this variant has no counting: the field must be `-`")]
    NoCounting,
    /// The checks left are malformed or too many.
    #[error("the checks left must be like `{want}+{want}`, at most that many")]
    Checks {
        /// How many checks the variant gives each side.
        want: u8,
    },
    /// Checks in a variant that does not count them.
    #[error("this variant does not count checks")]
    NoChecks,
    /// The ply counter is not a number.
    #[error("the ply counter must be a number up to 65535")]
    Ply,
    /// The move number is not a number from 1.
    #[error("the move number must be a number from 1 to 65535")]
    MoveNumber,
    /// There is more text than fields.
    #[error("unexpected text after the last field")]
    Trailing,
    /// A side has too few or too many royal men.
    #[error("{} has {found} royal men, want {want}", .colour.name())]
    Royals {
        /// Whose.
        colour: Colour,
        /// How many.
        found: u32,
        /// How many it should have, in words.
        want: &'static str,
    },
    /// The side that has just moved is in check.
    #[error("{} is in check, but it is not its turn", .0.name())]
    OpponentInCheck(Colour),
    /// A man stands outside the squares that its kind is confined to.
    #[error("a man outside its region")]
    OutsideRegion,
}

/// A fault and the bytes of the text that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenFault {
    /// What is wrong.
    pub kind: FenFaultKind,
    /// Where, as bytes of the text.
    pub span: Range<usize>,
}

impl std::fmt::Display for FenFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (at column {})", self.kind, self.span.start + 1)
    }
}

/// Everything that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The faults in the order of the text, at least one.
    pub faults: Vec<FenFault>,
}

impl std::fmt::Display for FenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

/// A man in a placement: its square, colour, kind and whether it is marked as promoted.
pub(crate) type PlacedMan = (Square, Colour, Kind, bool);

/// Reads the first field. Faulty parts are reported and skipped.
pub(crate) fn parse_placement<B: Bitboard>(rules: &Rules<B>, text: &str) -> (Vec<PlacedMan>, Vec<FenFault>) {
    let (files, ranks) = (rules.geometry.files() as usize, rules.geometry.ranks() as usize);
    let mut men: Vec<PlacedMan> = Vec::new();
    let mut faults = Vec::new();
    let rows = text.split('/');
    let found_ranks = rows.clone().count();
    if found_ranks != ranks {
        faults.push(FenFault { kind: FenFaultKind::Ranks { found: found_ranks, want: ranks }, span: 0..text.len() });
    }
    let mut offset = 0;
    for (row_index, row) in rows.enumerate() {
        let mut file = 0;
        let mut digits = 0usize;
        let mut may_mark = false;
        for (at, letter) in row.char_indices() {
            let span = offset + at..offset + at + letter.len_utf8();
            if let Some(digit) = letter.to_digit(10) {
                digits = (digits * 10 + digit as usize).min(999);
                may_mark = false;
                continue;
            }
            file += std::mem::take(&mut digits);
            if letter == '~' {
                let markable =
                    men.last().is_some_and(|man| rules.facts.iter().any(|facts| facts.promotes_to.has(man.2)));
                match men.last_mut() {
                    Some(man) if may_mark && markable => man.3 = true,
                    _ => faults.push(FenFault { kind: FenFaultKind::PromotedMark, span }),
                }
                may_mark = false;
                continue;
            }
            let rank = ranks as i32 - 1 - row_index as i32;
            match rules.kind_by_letter(letter).filter(|_| letter.is_ascii_alphabetic()) {
                Some(kind) => {
                    if let Some(square) = rules.geometry.square(file as i32, rank) {
                        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                        men.push((square, colour, kind, false));
                        may_mark = true;
                    }
                }
                None => {
                    let known = rules.kinds().map(|kind| rules.kind(kind).letter).collect();
                    faults.push(FenFault { kind: FenFaultKind::Letter { letter, known }, span });
                    may_mark = false;
                }
            }
            file += 1;
        }
        file += digits;
        if file != files && row_index < ranks {
            let kind = FenFaultKind::RankLength { rank: ranks - row_index, found: file, want: files };
            faults.push(FenFault { kind, span: offset..offset + row.len() });
        }
        offset += row.len() + 1;
    }
    (men, faults)
}

/// The fields of a line with their places.
fn fields(text: &str) -> Vec<(Range<usize>, &str)> {
    let mut fields = Vec::new();
    let mut at = 0;
    for part in text.split([' ', '\t']) {
        if !part.is_empty() {
            fields.push((at..at + part.len(), part));
        }
        at += part.len() + 1;
    }
    fields
}

pub(crate) fn parse_fen<B: Bitboard>(rules: &Rules<B>, text: &str) -> Result<Position<B>, FenError> {
    let mut faults = Vec::new();
    let mut fields = fields(text.trim_end_matches(['\r', '\n', ';'])).into_iter().peekable();
    let mut position = Position::empty();
    for colour in Colour::BOTH {
        position.set_checks_left(rules, colour, rules.checks);
    }
    let Some((place, placement)) = fields.next() else {
        return Err(FenError { faults: vec![FenFault { kind: FenFaultKind::Empty, span: 0..text.len() }] });
    };
    let shift = |fault: FenFault, by: usize| FenFault { span: fault.span.start + by..fault.span.end + by, ..fault };
    let (board, hand) = placement.split_at(placement.find('[').unwrap_or(placement.len()));
    if !hand.is_empty() && hand != "[]" && hand != "[-]" {
        faults.push(FenFault { kind: FenFaultKind::Hand, span: place.start + board.len()..place.end });
    }
    let (men, placement_faults) = parse_placement(rules, board);
    faults.extend(placement_faults.into_iter().map(|fault| shift(fault, place.start)));
    let mut promoted = B::EMPTY;
    for (square, colour, kind, is_promoted) in men {
        if position.man_at(square).is_none() {
            position.put(rules, colour, kind, square);
        }
        if is_promoted {
            promoted |= B::of(square);
        }
        if !rules.side(colour).kind(kind).region.has(square) {
            faults.push(FenFault { kind: FenFaultKind::OutsideRegion, span: place.start..place.start + board.len() });
        }
    }
    position.mark_promoted(promoted);

    match fields.next() {
        Some((_, "w")) => {}
        Some((_, "b")) => position.set_side(rules, Colour::Black),
        Some((span, _)) => faults.push(FenFault { kind: FenFaultKind::Side, span }),
        None => faults.push(FenFault { kind: FenFaultKind::Side, span: text.len()..text.len() }),
    }

    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    // `w 0 1` is short for `w - - 0 1`, and `w - 0 1` too.
    if let Some((span, field)) = fields.next_if(|(_, field)| !is_number(field) && !field.contains('+')) {
        let rights = parse_rights(rules, &position, field, span.start, &mut faults);
        position.set_rights(rules, rights);
    }
    let mut limit = 0;
    let numbers = fields.clone().filter(|(_, field)| !field.contains('+')).count();
    if let Some((span, field)) = fields.next_if(|(_, field)| !is_number(field) && !field.contains('+') || numbers != 2)
    {
        match (field, field.parse::<u16>()) {
            ("-", _) => {}
            (_, Ok(number)) if is_number(field) && number % 2 == 0 => {
                limit = number;
                if number > 0 && rules.counting.is_none() {
                    faults.push(FenFault { kind: FenFaultKind::NoCounting, span });
                }
            }
            _ => faults.push(FenFault { kind: FenFaultKind::Limit, span }),
        }
    }
    if let Some((span, field)) = fields.next_if(|(_, field)| field.contains('+')) {
        parse_checks(rules, &mut position, field, span, &mut faults);
    }
    let mut number = |kind: FenFaultKind, least: u16, default: u16| match fields.next() {
        None => default,
        Some((span, field)) => match field.parse::<u16>() {
            Ok(number) if is_number(field) && number >= least => number,
            // Move number 0 is what some programs write for 1.
            Ok(0) if is_number(field) => least,
            _ => {
                faults.push(FenFault { kind, span });
                default
            }
        },
    };
    let ply = number(FenFaultKind::Ply, 0, 0);
    let fullmove = number(FenFaultKind::MoveNumber, 1, 1);
    if let Some((span, _)) = fields.next() {
        faults.push(FenFault { kind: FenFaultKind::Trailing, span: span.start..text.len() });
    }
    position.set_clocks(if limit > 0 { 0 } else { ply }, fullmove);

    check_royals(rules, &position, place, &mut faults);
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.span.start);
        return Err(FenError { faults });
    }
    if limit > 0
        && let Some(counting) = &rules.counting
    {
        let count = counting.count_of_fen(&position, limit, ply);
        position.set_count(count);
    }
    Ok(position)
}

fn parse_rights<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    field: &str,
    offset: usize,
    faults: &mut Vec<FenFault>,
) -> B {
    let mut rights = B::EMPTY;
    if field == "-" {
        return rights;
    }
    if !rules.has_rights {
        faults.push(FenFault { kind: FenFaultKind::NoRights, span: offset..offset + field.len() });
        return rights;
    }
    let holders = KindSet(rules.spec.rights.iter().fold(0, |all, right| all | right.holders.0));
    for (at, letter) in field.char_indices() {
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        let home = rules.start_rights[colour.index()];
        let file = letter.to_ascii_lowercase() as i32 - 'a' as i32;
        // The square of the start position on that file, or else the one on the same rank as the others.
        let on_file = home.squares().find(|&square| i32::from(rules.geometry.file(square)) == file);
        let on_rank = || home.squares().next().map(|square| i32::from(rules.geometry.rank(square)));
        let square = on_file.or_else(|| rules.geometry.square(file, on_rank()?));
        match square.filter(|_| letter.is_ascii_alphabetic()) {
            // A letter whose square has no man of that colour is dropped, as Fairy-Stockfish does; any holder will do.
            Some(square) => rights |= B::of(square) & position.men(colour) & position.of_kinds(holders),
            None => {
                let span = offset + at..offset + at + letter.len_utf8();
                faults.push(FenFault { kind: FenFaultKind::Rights(letter), span });
            }
        }
    }
    rights
}

fn parse_checks<B: Bitboard>(
    rules: &Rules<B>,
    position: &mut Position<B>,
    field: &str,
    span: Range<usize>,
    faults: &mut Vec<FenFault>,
) {
    if rules.checks == 0 {
        faults.push(FenFault { kind: FenFaultKind::NoChecks, span });
        return;
    }
    let parts: Vec<Option<u8>> = field.split('+').map(|part| part.parse().ok()).collect();
    match parts[..] {
        [Some(white), Some(black)] if white <= rules.checks && black <= rules.checks => {
            position.set_checks_left(rules, Colour::White, white);
            position.set_checks_left(rules, Colour::Black, black);
        }
        _ => faults.push(FenFault { kind: FenFaultKind::Checks { want: rules.checks }, span }),
    }
}

fn check_royals<B: Bitboard>(
    rules: &Rules<B>,
    position: &Position<B>,
    place: Range<usize>,
    faults: &mut Vec<FenFault>,
) {
    if rules.royal.is_empty() {
        return;
    }
    let before = faults.len();
    for colour in Colour::BOTH {
        let found = (position.men(colour) & position.of_kinds(rules.royal)).count();
        let (fits, want) = if rules.fast { (found == 1, "exactly one") } else { (found > 0, "at least one") };
        if !fits {
            faults.push(FenFault { kind: FenFaultKind::Royals { colour, found, want }, span: place.clone() });
        }
    }
    if faults.len() == before && position.is_exposed(rules, !position.side()) {
        faults.push(FenFault { kind: FenFaultKind::OpponentInCheck(!position.side()), span: place });
    }
}

impl<B: Bitboard> Rules<B> {
    /// Reads a position.
    ///
    /// # Errors
    /// All faults of the text at once, each with its place.
    pub fn parse_fen(&self, text: &str) -> Result<Position<B>, FenError> {
        parse_fen(self, text)
    }

    /// Writes a position as Fairy-Stockfish does, promoted men unmarked.
    pub fn fen(&self, position: &Position<B>) -> String {
        self.write_fen(position, false)
    }

    /// Writes a position with `~` behind every promoted man.
    pub fn fen_marking_promoted(&self, position: &Position<B>) -> String {
        self.write_fen(position, true)
    }

    fn write_fen(&self, position: &Position<B>, mark_promoted: bool) -> String {
        use std::fmt::Write;

        let mut text = String::with_capacity(80);
        for rank in (0..i32::from(self.geometry.ranks())).rev() {
            let mut empty = 0;
            for file in 0..i32::from(self.geometry.files()) {
                let square = self.geometry.square(file, rank);
                let Some((square, (colour, kind))) = square.and_then(|s| Some((s, position.man_at(s)?))) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    let _ = write!(text, "{}", std::mem::take(&mut empty));
                }
                text.push(self.letter(colour, kind));
                if mark_promoted && position.promoted().has(square) {
                    text.push('~');
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let _ = write!(text, " {} {} ", position.side().letter(), self.rights_field(position));
        let count = position.count();
        let ply = if count.kind == CountKind::None {
            text.push('-');
            position.halfmove()
        } else {
            let _ = write!(text, "{}", count.limit);
            count.ply
        };
        if self.checks > 0 {
            let (white, black) = (position.checks_left(Colour::White), position.checks_left(Colour::Black));
            let _ = write!(text, " {white}+{black}");
        }
        let _ = write!(text, " {ply} {}", position.fullmove());
        text
    }

    /// The letter of a man: upper case for White.
    pub fn letter(&self, colour: Colour, kind: Kind) -> char {
        let letter = self.kind(kind).letter;
        if colour == Colour::White { letter } else { letter.to_ascii_lowercase() }
    }

    fn rights_field(&self, position: &Position<B>) -> String {
        let shown = self.spec.rights.iter().any(|right| right.in_fen);
        let mut text = String::new();
        for colour in Colour::BOTH {
            let mut files: Vec<u8> =
                (position.rights() & position.men(colour)).squares().map(|square| self.geometry.file(square)).collect();
            files.sort_unstable();
            let first = if colour == Colour::White { b'A' } else { b'a' };
            text.extend(files.into_iter().map(|file| (first + file) as char));
        }
        if text.is_empty() || !shown { "-".to_owned() } else { text }
    }
}
