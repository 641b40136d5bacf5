//! Betza notation: the moves of a kind of man in a few letters.
//!
//! Programs read Betza differently, and most of them pass over what they do not understand. This module reads the part
//! on which Betza himself, XBoard, the Interactive Diagram and Fairy-Stockfish agree, and says of everything else what
//! to write instead. Atoms: `W` (1,0), `F` (1,1), `D` (2,0), `N` (2,1), `A` (2,2), `H` (3,0), `C` (3,1), `Z` (3,2),
//! `G` (3,3), `K` = `WF`, `R` = `WW`, `B` = `FF`, `Q` = `RB`. A doubled atom rides without limit, a number so many
//! times. Before the atom stand, in this order, one group of directions (`f b l r v s` and pairs of them, `fh`, `hr`),
//! `m` or `c` (only moves, only captures), `p` or `g` (cannon, grasshopper), and `n` or `j` (lame, must jump).

mod direction;

use khun_rules::spec::{Modality, Path, Step};
use pest::Parser;
use pest::iterators::Pair;

use crate::codes::{self, Code};
use crate::phrase::{PhraseFault, syntax_error};
use direction::select;
use grammar::{Grammar, Rule};

/// What pest makes of the grammar.
mod grammar {
    #![allow(missing_docs)]

    #[derive(pest_derive::Parser)]
    #[grammar = "betza/betza.pest"]
    pub(super) struct Grammar;
}

/// Moves in Betza notation, read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// The steps, from White's side, none twice.
    pub steps: Vec<Step>,
    /// What could be written better.
    pub warnings: Vec<PhraseFault>,
}

/// The longest text that is read.
const MAX_LENGTH: usize = 200;
/// The longest ride that can be asked for with a number: boards have at most 16 files and ranks.
const MAX_RANGE: u8 = 15;
/// The order in which XBoard wants modifiers.
const ORDER: &str = "imcdetpgoynja";

/// Modifiers that programs know but format 1 does not have.
const UNSUPPORTED: &str = "idetoya";

/// Reads moves in Betza notation.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn parse(text: &str) -> Result<Moves, Vec<PhraseFault>> {
    if text.len() > MAX_LENGTH {
        return Err(vec![PhraseFault::new(codes::E303, 0..text.len(), format!("more than {MAX_LENGTH} letters"))]);
    }
    let pairs = Grammar::parse(Rule::betza, text).map_err(|error| vec![explain(text, &error)])?;
    let mut reader = Reader { text, moves: Moves::default(), faults: Vec::new() };
    for pair in pairs.flat_map(Pair::into_inner) {
        match pair.as_rule() {
            Rule::term => reader.term(pair),
            Rule::dangling => {
                let span = pair.as_span();
                reader
                    .fault(codes::E307, span.start()..span.end(), format!("`{}` stands before no atom", span.as_str()))
                    .help = Some("end with one of the atoms W F D N A H C Z G K R B Q".to_string());
            }
            _ => {}
        }
    }
    if reader.faults.is_empty() { Ok(reader.moves) } else { Err(reader.faults) }
}

/// What is wrong where the grammar stopped.
fn explain(text: &str, error: &pest::error::Error<Rule>) -> PhraseFault {
    let range = syntax_error(text, error);
    let found = &text[range.clone()];
    let column = text[..range.start].chars().count() + 1;
    let fault = |code: Code, message: String, help: &str| PhraseFault::new(code, range.clone(), message).help(help);
    match found {
        "" if text.is_empty() => fault(codes::E303, "no moves".to_string(), "write atoms such as W, F, N or R"),
        "[" | "]" | "?" | "-" => fault(
            codes::E308,
            format!("`{found}`: moves of several legs are not in format 1"),
            "write the moves with the atoms W F D N A H C Z G K R B Q",
        ),
        "@" => fault(codes::E308, "`@`: drops are not in format 1".to_string(), "leave it out"),
        " " => {
            fault(codes::E303, format!("a space at column {column} of \"{text}\""), "write the moves without spaces")
        }
        _ => fault(
            codes::E303,
            format!("unexpected `{found}` at column {column} of \"{text}\""),
            "write atoms in upper case, modifiers before them in lower case, numbers after them",
        ),
    }
}

struct Reader<'a> {
    text: &'a str,
    moves: Moves,
    faults: Vec<PhraseFault>,
}

/// The flags of a term that say how a step is made.
struct Manner {
    modality: Modality,
    path: Path,
}

impl Reader<'_> {
    fn fault(&mut self, code: Code, range: std::ops::Range<usize>, message: String) -> &mut PhraseFault {
        self.faults.push(PhraseFault::new(code, range, message));
        let last = self.faults.len() - 1;
        &mut self.faults[last]
    }

    /// Reads an atom with all that belongs to it.
    fn term(&mut self, pair: Pair<'_, Rule>) {
        let whole = pair.as_span();
        let (mut modifiers, mut atom, mut range) = (None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::modifiers => modifiers = Some(part.as_span()),
                Rule::atom => atom = Some(part.as_span()),
                Rule::range => range = Some(part.as_span()),
                _ => {}
            }
        }
        let (Some(modifiers), Some(atom)) = (modifiers, atom) else { return };
        let before = self.faults.len();
        let parts = self.atom(atom.as_str(), atom.start());
        let limit = range.map(|range| self.range(range, atom.as_str()));
        let (initial, directions, flags) = split(modifiers.as_str());
        let directions_at = modifiers.start() + initial;
        let flags_at = directions_at + directions.len();
        if modifiers.as_str().starts_with('i') {
            self.unsupported('i', modifiers.start());
        }
        let manner = self.flags(flags, flags_at, directions, atom.as_str());
        let Some(parts) = parts else { return };
        if !directions.is_empty() && matches!(atom.as_str(), "K" | "Q") {
            let halves: String =
                parts.iter().map(|part| direction::spelt_out(directions, part.leap, part.name)).collect();
            let message = format!("a direction on `{}` is read differently by other programs", atom.as_str());
            self.fault(codes::E305, modifiers.start()..atom.end(), message).help = Some(format!("write {halves}"));
        }
        if self.faults.len() > before {
            return;
        }
        for part in &parts {
            let unlimited = if part.rides { Step::UNLIMITED } else { 1 };
            let reach = limit.flatten().unwrap_or(unlimited);
            if self.makes_no_sense(&manner, part, reach, whole) {
                return;
            }
            match select(part.leap, directions) {
                Ok(vectors) => {
                    for (files, ranks) in vectors {
                        let (modality, path) = (manner.modality, manner.path);
                        self.add(Step { files, ranks, range: reach, modality, path });
                    }
                }
                Err(help) => {
                    let message = format!("`{directions}` on `{}` is read differently by other programs", part.name);
                    self.fault(codes::E305, directions_at..flags_at, message).help = Some(help);
                    return;
                }
            }
        }
    }

    /// What an atom is made of; `None` if there is no such atom, which is reported.
    fn atom(&mut self, atom: &str, at: usize) -> Option<Vec<AtomPart>> {
        let letter = atom.chars().next()?;
        let doubled = atom.len() == 2;
        let range = at..at + atom.len();
        let leap = |name, leap| AtomPart { name, leap, rides: doubled };
        let ride = |name, leap| AtomPart { name, leap, rides: true };
        let parts = match letter {
            'W' => vec![leap("W", (1, 0))],
            'F' => vec![leap("F", (1, 1))],
            'D' => vec![leap("D", (2, 0))],
            'N' => vec![leap("N", (2, 1))],
            'A' => vec![leap("A", (2, 2))],
            'H' => vec![leap("H", (3, 0))],
            'C' => vec![leap("C", (3, 1))],
            'Z' => vec![leap("Z", (3, 2))],
            'G' => vec![leap("G", (3, 3))],
            'K' => vec![
                AtomPart { name: "W", leap: (1, 0), rides: false },
                AtomPart { name: "F", leap: (1, 1), rides: false },
            ],
            'R' => vec![ride("R", (1, 0))],
            'B' => vec![ride("B", (1, 1))],
            'Q' => vec![ride("R", (1, 0)), ride("B", (1, 1))],
            'J' | 'L' => {
                self.fault(codes::E304, range, format!("`{letter}` differs between programs")).help =
                    Some("write C for the (3,1) leap or Z for the (3,2) leap".to_string());
                return None;
            }
            _ => {
                let column = self.text[..at].chars().count() + 1;
                let message = format!("unknown atom `{letter}` at column {column} of \"{}\"", self.text);
                self.fault(codes::E303, at..at + 1, message).help =
                    Some("the atoms are W F D N A H C Z G K R B Q".to_string());
                return None;
            }
        };
        if doubled && "KRBQ".contains(letter) {
            let instead = if letter == 'K' { "Q".to_string() } else { letter.to_string() };
            self.fault(codes::E316, range, format!("`{atom}`: only the leaps W F D N A H C Z G are doubled")).help =
                Some(format!("write {instead}"));
            return None;
        }
        if self.text[at..].chars().take_while(|&next| next == letter).count() > 2 && doubled {
            let message = format!("`{letter}` more than twice");
            self.fault(codes::E316, at..at + 3, message).help =
                Some(format!("write {letter}{letter} for a ride without limit, {letter}3 for one of three steps"));
            return None;
        }
        Some(parts)
    }

    /// The number after an atom.
    fn range(&mut self, span: pest::Span<'_>, atom: &str) -> Option<u8> {
        let range = span.start()..span.end();
        let letter = &atom[..1];
        if atom.len() == 2 {
            let message = format!("`{atom}{}`: doubled, and with a number", span.as_str());
            self.fault(codes::E316, range, message).help = Some(format!("write {atom} or {letter}{}", span.as_str()));
            return None;
        }
        match span.as_str().parse::<u8>() {
            Ok(0) => {
                let message = "a range of 0 means \"without limit\" in some programs and no move in others".to_string();
                let instead = match letter {
                    "R" | "B" | "Q" => letter.to_string(),
                    "K" => "Q".to_string(),
                    _ => format!("{letter}{letter}"),
                };
                self.fault(codes::E316, range, message).help = Some(format!("write {instead}"));
                None
            }
            Ok(number) if number <= MAX_RANGE => Some(number),
            _ => {
                let message = format!("a range of {}, on boards of at most 16 by 16 squares", span.as_str());
                self.fault(codes::E316, range, message).help =
                    Some(format!("write a number from 1 to {MAX_RANGE}, or double the atom for a ride without limit"));
                None
            }
        }
    }

    /// The modifiers after the directions.
    fn flags(&mut self, flags: &str, at: usize, directions: &str, atom: &str) -> Manner {
        let mut seen = String::new();
        // What is not in the language cannot be put in order.
        let foreign = flags.contains(|flag| UNSUPPORTED.contains(flag));
        let mut order_broken = false;
        let mut rank = 0;
        for (offset, flag) in flags.char_indices() {
            let range = at + offset..at + offset + 1;
            if seen.contains(flag) {
                if foreign {
                    continue;
                }
                self.fault(codes::E306, range, format!("`{flag}` is repeated")).help =
                    Some("write it once".to_string());
                continue;
            }
            match (flag, ORDER.find(flag)) {
                ('f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h', _) => order_broken = true,
                (_, Some(place)) => {
                    order_broken |= place < rank;
                    rank = place;
                }
                _ => {
                    let column = self.text[..range.start].chars().count() + 1;
                    let message = format!("unknown modifier `{flag}` at column {column} of \"{}\"", self.text);
                    self.fault(codes::E303, range, message).help =
                        Some("the modifiers are f b l r v s h (directions) and m c p g n j".to_string());
                    continue;
                }
            }
            if UNSUPPORTED.contains(flag) {
                self.unsupported(flag, range.start);
            }
            seen.push(flag);
        }
        if order_broken && !foreign {
            self.out_of_order(&seen, at, directions, flags.len(), atom);
        }
        for (one, other) in [('p', 'g'), ('n', 'j'), ('n', 'p'), ('n', 'g'), ('j', 'p'), ('j', 'g')] {
            if seen.contains(one) && seen.contains(other) {
                let message = format!("`{one}` and `{other}` exclude each other");
                self.fault(codes::E318, at..at + flags.len(), message).help =
                    Some(format!("write two atoms, one with `{one}` and one with `{other}`, or only one of them"));
            }
        }
        if seen.contains('m') && seen.contains('c') {
            let warning = PhraseFault::new(codes::W306, at..at + flags.len(), "`mc` says no more than neither");
            self.moves.warnings.push(warning.help("leave `mc` out"));
        }
        let modality = match (seen.contains('m'), seen.contains('c')) {
            (true, false) => Modality::Quiet,
            (false, true) => Modality::Capture,
            _ => Modality::Both,
        };
        let path = match seen.chars().find(|flag| "pgnj".contains(*flag)) {
            Some('p') => Path::HopAny,
            Some('g') => Path::HopOne,
            Some('n') => Path::Lame,
            Some('j') => Path::MustJump,
            _ => Path::Free,
        };
        Manner { modality, path }
    }

    fn out_of_order(&mut self, seen: &str, at: usize, directions: &str, length: usize, atom: &str) {
        let is_direction = |letter: &char| "fblrvsh".contains(*letter);
        let mut rest: Vec<char> = seen.chars().filter(|letter| !is_direction(letter)).collect();
        rest.sort_by_key(|letter| ORDER.find(*letter));
        let later: String = seen.chars().filter(is_direction).collect();
        let start = at - directions.len();
        let text = &self.text[start..at + length];
        let instead: String = directions.chars().chain(later.chars()).chain(rest).collect();
        let message = format!("`{text}`: some programs read modifiers in one order only, and pass over the others");
        self.fault(codes::E317, start..at + length, message).help = Some(format!("write {instead}{atom}"));
    }

    fn unsupported(&mut self, flag: char, at: usize) {
        let (what, instead) = match flag {
            'i' => ("first-move steps", "give the piece a table `[pieces.X.extra.Y]` that `needs` a right"),
            'e' => ("en passant captures", "leave it out"),
            'd' => ("captures of own men", "leave it out"),
            't' => ("this modifier", "leave it out"),
            'o' => ("cylinder boards", "leave it out"),
            'y' => ("changes of range", "write the moves with other atoms"),
            _ => ("moves of several legs", "write the moves with other atoms"),
        };
        self.fault(codes::E308, at..at + 1, format!("`{flag}`: {what} are not in format 1")).help =
            Some(instead.to_string());
    }

    /// Whether a modifier means nothing for a step, which is reported.
    fn makes_no_sense(&mut self, manner: &Manner, part: &AtomPart, reach: u8, whole: pest::Span<'_>) -> bool {
        let adjacent = part.leap.0 <= 1;
        let straight = part.leap.1 == 0 || part.leap.0 == part.leap.1;
        let (what, help) = match manner.path {
            Path::HopAny | Path::HopOne if reach != Step::UNLIMITED => {
                ("only a ride without limit can hop", "write p or g before R, B, Q or a doubled atom".to_string())
            }
            Path::Lame if adjacent => ("there is no square between to block it", "leave the n out".to_string()),
            Path::MustJump if adjacent || !straight || part.leap.0 != 2 => {
                ("there is no one square that it jumps over", "j goes with D and A; leave it out".to_string())
            }
            _ => return false,
        };
        let range = whole.start()..whole.end();
        self.fault(codes::E319, range, format!("`{}`: {what}", whole.as_str())).help = Some(help);
        true
    }

    /// Adds a step; two that differ in modality alone become one.
    fn add(&mut self, step: Step) {
        let same = |known: &&mut Step| {
            (known.files, known.ranks, known.range, known.path) == (step.files, step.ranks, step.range, step.path)
        };
        match self.moves.steps.iter_mut().find(same) {
            Some(known) if known.modality != step.modality => known.modality = Modality::Both,
            Some(_) => {}
            None => self.moves.steps.push(step),
        }
    }
}

/// A leap or ride that an atom stands for.
struct AtomPart {
    /// The atom that stands for this part alone.
    name: &'static str,
    /// The long and the short side of the leap.
    leap: (i8, i8),
    rides: bool,
}

/// The number of `i`s at the beginning of modifiers, the directions after them, and the rest.
fn split(modifiers: &str) -> (usize, &str, &str) {
    let start = modifiers.len() - modifiers.trim_start_matches('i').len();
    let length = modifiers[start..].bytes().take_while(|byte| b"fblrvsh".contains(byte)).count();
    (start, &modifiers[start..start + length], &modifiers[start + length..])
}

#[cfg(test)]
mod tests;
