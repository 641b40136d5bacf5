//! Sets of squares, written from White's side.
//!
//! Terms are squares (`a3`), rectangles (`c1:f2`), `rank 6`, `ranks 6-8`, `file d`, `files c-f`, `all`, `none` and names
//! of other regions; `+`, `-` and `&` join them, and brackets group.

use khun_board::{Geometry, Square};
use pest::Parser;
use pest::iterators::Pair;

use crate::codes;
use crate::phrase::{PhraseFault, syntax_error};
use grammar::{Grammar, Rule};

/// What pest makes of the grammar.
mod grammar {
    #![allow(missing_docs)]

    #[derive(pest_derive::Parser)]
    #[grammar = "squares/squares.pest"]
    pub(super) struct Grammar;
}

/// The longest text that is read.
const MAX_LENGTH: usize = 1000;
/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 32;

/// Reads a set of squares: bit `n` for square number `n` of the board. `region` gives the set of a named region, or
/// says why there is none.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn parse(
    text: &str,
    geometry: Geometry,
    region: &mut dyn FnMut(&str) -> Result<u128, PhraseFault>,
) -> Result<u128, Vec<PhraseFault>> {
    let depth = text.bytes().scan(0usize, |depth, byte| {
        match byte {
            b'(' => *depth += 1,
            b')' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    });
    if text.len() > MAX_LENGTH || depth.max().unwrap_or(0) > MAX_DEPTH {
        return Err(vec![PhraseFault::new(codes::E206, 0..text.len(), "a square set that is too long")]);
    }
    let mut pairs = Grammar::parse(Rule::squares, text).map_err(|error| vec![explain(text, &error)])?;
    let mut reader = Reader { geometry, region, faults: Vec::new() };
    let sum = pairs.next().and_then(|squares| squares.into_inner().next());
    let set = sum.map_or(0, |sum| reader.set(sum));
    if reader.faults.is_empty() { Ok(set) } else { Err(reader.faults) }
}

/// What is wrong where the grammar stopped.
fn explain(text: &str, error: &pest::error::Error<Rule>) -> PhraseFault {
    let range = syntax_error(text, error);
    let column = text[..range.start].chars().count() + 1;
    let message = match &text[range.clone()] {
        "" if text.trim().is_empty() => "no squares".to_string(),
        "" => format!("\"{text}\" ends too early"),
        found => format!("unexpected `{found}` at column {column} of \"{text}\""),
    };
    PhraseFault::new(codes::E206, range, message).help(
        "write a3, c1:f2, rank 6, ranks 6-8, file d, files c-f, all, none or the name of a region, joined by + - &",
    )
}

struct Reader<'a> {
    geometry: Geometry,
    region: &'a mut dyn FnMut(&str) -> Result<u128, PhraseFault>,
    faults: Vec<PhraseFault>,
}

impl Reader<'_> {
    fn fault(&mut self, fault: PhraseFault) -> u128 {
        self.faults.push(fault);
        0
    }

    fn set(&mut self, pair: Pair<'_, Rule>) -> u128 {
        match pair.as_rule() {
            Rule::sum => self.sum(pair),
            Rule::meet => pair.into_inner().fold(u128::MAX, |set, term| set & self.set(term)) & self.geometry.all(),
            Rule::group => pair.into_inner().fold(0, |set, sum| set | self.set(sum)),
            Rule::ranks => self.ranks(pair),
            Rule::files => self.files(pair),
            Rule::rectangle => self.rectangle(pair),
            Rule::square => self.square(&pair).map_or(0, |square| 1 << square.0),
            Rule::name => self.name(&pair),
            _ => 0,
        }
    }

    fn sum(&mut self, pair: Pair<'_, Rule>) -> u128 {
        let mut set = 0;
        let mut minus = false;
        for part in pair.into_inner() {
            if part.as_rule() == Rule::operator {
                minus = part.as_str() == "-";
                continue;
            }
            let other = self.set(part);
            if minus {
                set &= !other;
            } else {
                set |= other;
            }
        }
        set
    }

    /// The ranks of `rank 6` or `ranks 6-8`.
    fn ranks(&mut self, pair: Pair<'_, Rule>) -> u128 {
        let whole = pair.as_span();
        let last = self.geometry.ranks();
        let mut numbers = Vec::with_capacity(2);
        for number in pair.into_inner() {
            let range = number.as_span().start()..number.as_span().end();
            match number.as_str().parse::<i64>() {
                Ok(rank) if (1..=i64::from(last)).contains(&rank) => numbers.push(rank as u8 - 1),
                _ => {
                    let message = format!("rank {} is not on the board, which has ranks 1 to {last}", number.as_str());
                    return self.fault(PhraseFault::new(codes::E202, range, message));
                }
            }
        }
        self.stretch(whole, &numbers, |geometry, square| geometry.rank(square))
    }

    /// The files of `file d` or `files c-f`.
    fn files(&mut self, pair: Pair<'_, Rule>) -> u128 {
        let whole = pair.as_span();
        let count = self.geometry.files();
        let mut numbers = Vec::with_capacity(2);
        for file in pair.into_inner() {
            let letter = file.as_str().bytes().next().unwrap_or(b'a');
            let number = letter.wrapping_sub(b'a');
            if number >= count {
                let last = (b'a' + count - 1) as char;
                let message = format!("file {} is not on the board, which has files a to {last}", letter as char);
                let range = file.as_span().start()..file.as_span().end();
                return self.fault(PhraseFault::new(codes::E202, range, message));
            }
            numbers.push(number);
        }
        self.stretch(whole, &numbers, |geometry, square| geometry.file(square))
    }

    /// All squares whose rank or file lies between two numbers.
    fn stretch(&mut self, span: pest::Span<'_>, numbers: &[u8], of: fn(Geometry, Square) -> u8) -> u128 {
        let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return 0 };
        if first > last {
            let message = format!("`{}` runs backwards", span.as_str().trim());
            return self.fault(
                PhraseFault::new(codes::E206, span.start()..span.end(), message).help("write the smaller one first"),
            );
        }
        let geometry = self.geometry;
        let squares = geometry.iter().filter(|&square| (first..=last).contains(&of(geometry, square)));
        squares.fold(0, |set, square| set | 1 << square.0)
    }

    fn rectangle(&mut self, pair: Pair<'_, Rule>) -> u128 {
        let corners: Vec<Square> = pair.into_inner().filter_map(|corner| self.square(&corner)).collect();
        let &[one, other] = corners.as_slice() else { return 0 };
        let geometry = self.geometry;
        let between = |a: u8, b: u8, x: u8| (a.min(b)..=a.max(b)).contains(&x);
        let squares = geometry.iter().filter(|&square| {
            between(geometry.file(one), geometry.file(other), geometry.file(square))
                && between(geometry.rank(one), geometry.rank(other), geometry.rank(square))
        });
        squares.fold(0, |set, square| set | 1 << square.0)
    }

    fn square(&mut self, pair: &Pair<'_, Rule>) -> Option<Square> {
        let square = self.geometry.parse(pair.as_str());
        if square.is_none() {
            let (files, ranks) = (self.geometry.files(), self.geometry.ranks());
            let message = format!("`{}` is not on the board of {files} files and {ranks} ranks", pair.as_str());
            let range = pair.as_span().start()..pair.as_span().end();
            self.fault(PhraseFault::new(codes::E202, range, message));
        }
        square
    }

    fn name(&mut self, pair: &Pair<'_, Rule>) -> u128 {
        match pair.as_str() {
            "all" => self.geometry.all(),
            "none" => 0,
            name => match (self.region)(name) {
                Ok(set) => set,
                Err(mut fault) => {
                    fault.range = pair.as_span().start()..pair.as_span().end();
                    self.fault(fault)
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_on(text: &str, files: u8, ranks: u8) -> Result<Vec<String>, Vec<String>> {
        let geometry = Geometry::new(files, ranks).unwrap();
        let mut region = |name: &str| match name {
            "corner" => Ok(1),
            _ => Err(PhraseFault::new(codes::E203, 0..0, format!("no {name}"))),
        };
        match parse(text, geometry, &mut region) {
            Ok(set) => {
                Ok(geometry.iter().filter(|s| set >> s.0 & 1 == 1).map(|s| geometry.name(s).to_string()).collect())
            }
            Err(faults) => Err(faults.iter().map(|f| format!("{} {:?} {}", f.code, f.range, f.message)).collect()),
        }
    }

    fn read(text: &str) -> String {
        match read_on(text, 4, 4) {
            Ok(squares) => squares.join(" "),
            Err(faults) => panic!("{text}: {faults:?}"),
        }
    }

    #[test]
    fn good_sets() {
        for (text, squares) in [
            ("a3", "a3"),
            ("rank 4", "a4 b4 c4 d4"),
            ("ranks 4", "a4 b4 c4 d4"),
            ("ranks 3-4 & file b", "b3 b4"),
            ("files c-d & rank 1", "c1 d1"),
            ("files b:c & rank 1", "b1 c1"),
            ("c2:b1", "b1 c1 b2 c2"),
            ("a1+b1-a1", "b1"),
            ("a1 - a1 + a1", "a1"),
            ("all - ranks 2-4", "a1 b1 c1 d1"),
            ("none", ""),
            ("corner + d4", "a1 d4"),
            ("rank 1 - (a1 + b1)", "c1 d1"),
            ("a1 + b1 & rank 2", "a1"),
            ("  a1  ", "a1"),
        ] {
            assert_eq!(read(text), squares, "{text}");
        }
    }

    #[test]
    fn bad_sets() {
        for (text, fault) in [
            ("", "E206 0..0 no squares"),
            ("rank", "E203 0..4 no rank"),
            ("a1 +", "E206 4..4 \"a1 +\" ends too early"),
            ("a1 * b1", "E206 3..4 unexpected `*` at column 4 of \"a1 * b1\""),
            ("j3", "E202 0..2 `j3` is not on the board of 4 files and 4 ranks"),
            ("a1:z9", "E202 3..5 `z9` is not on the board of 4 files and 4 ranks"),
            ("ranks 3-9", "E202 8..9 rank 9 is not on the board, which has ranks 1 to 4"),
            ("rank 0", "E202 5..6 rank 0 is not on the board, which has ranks 1 to 4"),
            ("ranks 4-2", "E206 0..9 `ranks 4-2` runs backwards"),
            ("file z", "E202 5..6 file z is not on the board, which has files a to d"),
            ("files d-b", "E206 0..9 `files d-b` runs backwards"),
            ("promo", "E203 0..5 no promo"),
            ("A1", "E206 0..1 unexpected `A` at column 1 of \"A1\""),
            ("(a1", "E206 3..3 \"(a1\" ends too early"),
            ("ขุน", "E206 0..3 unexpected `ข` at column 1 of \"ขุน\""),
        ] {
            assert_eq!(read_on(text, 4, 4).unwrap_err(), [fault], "{text}");
        }
        assert_eq!(read_on("j3 + k4 + nix", 4, 4).unwrap_err().len(), 3);
        assert!(read_on(&"(".repeat(5000), 4, 4).is_err());
        assert!(read_on("p16 + ranks 1-16", 8, 16).is_err());
        assert_eq!(read_on("h16", 8, 16).unwrap(), ["h16"]);
    }
}
