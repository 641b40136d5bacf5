//! The stable codes of faults. A code never changes its meaning; one that is no longer used is not used again.

use std::fmt;

use crate::explanations;
use crate::fault::Severity;

/// The code of a fault: `E` for an error, `W` for a warning, `I` for information, and a number by subject.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// The code as it is printed.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// How much a fault of this code matters.
    pub fn severity(self) -> Severity {
        match self.0.as_bytes().first() {
            Some(b'W') => Severity::Warning,
            Some(b'I') => Severity::Info,
            _ => Severity::Error,
        }
    }

    /// What the code is about, in a few words.
    pub fn title(self) -> &'static str {
        CODES.iter().find(|(code, _)| *code == self).map_or("", |(_, title)| title)
    }

    /// What the code means and what to do about it, in a few sentences.
    pub fn explanation(self) -> &'static str {
        explanations::of(self).0
    }

    /// A piece of a file that gets the code. Unless it has a `format`, it goes on after `format = 1` and
    /// `extends = "makruk"`.
    pub fn example(self) -> &'static str {
        explanations::of(self).1
    }

    /// The code printed as `text`, if there is such a code.
    pub fn find(text: &str) -> Option<Code> {
        CODES.iter().map(|&(code, _)| code).find(|code| code.0 == text)
    }

    /// All codes with what they are about.
    pub fn all() -> impl Iterator<Item = (Code, &'static str)> {
        CODES.iter().copied()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

macro_rules! codes {
    ($($name:ident $title:literal)*) => {
        $(#[doc = $title] pub const $name: Code = Code(stringify!($name));)*
        const CODES: &[(Code, &str)] = &[$(($name, $title)),*];
    };
}

codes! {
    E001 "not TOML"
    E002 "the format number is missing or not supported"
    E003 "unknown key"
    E004 "a value of the wrong type"
    E005 "a word that is not in the list"
    E006 "a required key is missing"
    E007 "an alias is given twice"
    W007 "a file has the id of a bundled variant"
    E008 "a name is not made of the letters that names are made of"
    W009 "a key has no effect here"

    E101 "the file to extend is not found"
    E102 "files extend one another in a circle"
    E103 "nothing of this name is inherited, so there is nothing to remove"
    E104 "an end is given another kind"
    W105 "a value is overridden by the same value"
    W106 "parts of an inherited value vanish, because it is replaced as a whole"
    E107 "the chain of `extends` is too long"

    E111 "the parameter is not declared"
    E112 "the default of a parameter is not one of its values"
    E113 "a profile sets a parameter that does not exist"
    E114 "a profile sets a parameter to a value that it cannot have"
    W115 "a parameter is never used"
    E116 "a parameter's value makes something impossible"
    E118 "a parameter is not described rightly"

    E201 "the board is too small or too large"
    E202 "a square is outside the board"
    E203 "the region is not defined"
    W204 "a region is empty"
    W205 "the goals of both sides overlap without being the same"
    E206 "a square set is not written rightly"
    E207 "regions refer to one another in a circle"

    E301 "two kinds of men have the same letter"
    E302 "a letter is not one ASCII letter"
    E303 "Betza: not understood"
    E304 "Betza: J and L differ between programs"
    E305 "Betza: a direction that programs read differently"
    E306 "Betza: a modifier is repeated"
    W306 "Betza: `mc` says nothing"
    E307 "Betza: modifiers without an atom"
    E308 "Betza: not in format 1"
    E309 "a kind of man has no moves"
    W310 "a kind of man never comes onto the board"
    E311 "checkmate needs a royal kind of man"
    E312 "more than one royal kind of man"
    W313 "a man that only goes forward gets stuck on the last rank"
    W314 "a man comes to few squares only"
    E315 "too many kinds of men"
    E316 "Betza: a range that makes no sense"
    E317 "Betza: modifiers out of order"
    E318 "Betza: modifiers that exclude each other"
    E319 "Betza: a modifier that means nothing on this atom"

    E321 "a promotion names a kind of man that it cannot become"
    E322 "the promotion region cannot be reached"
    E323 "a promotion is mandatory but there is nothing to become"
    W324 "an optional promotion leaves men without moves"
    W325 "a promotion leaves men without moves"

    E331 "the right is not defined"
    E332 "a right has no holder in the start position"
    E333 "two holders of a right share a letter in FEN"
    E334 "an aim names a kind of man that does not exist or does not aim"
    W334 "an aim names a kind of man that does not slide"
    W336 "an extra move needs a right that its man does not hold"
    E335 "an extra move is a normal move already"
    W337 "an extra move can never be made"

    E401 "a row of the start position has the wrong number of squares"
    E402 "an unknown letter in the start position"
    E403 "the wrong number of royal men in the start position"
    E404 "the side that is not to move is in check in the start position"
    E405 "a letter of the rights without a holder on its square"
    E406 "the count in the start position is impossible"
    E407 "the check field of the start position is impossible"
    E408 "the start position has men in hand, but there are no hands"
    W409 "the start position has no legal move"
    I410 "the start position is not the same for both sides"
    E411 "the start position is not a FEN"
    E413 "a man stands outside the squares of its kind in the start position"
    E412 "the rules do not hang together"

    E501 "no rule can end the game"
    E502 "two ends can hold at once with different results"
    E503 "a condition never holds"
    E504 "not a number of men"
    E505 "an unknown kind of man"
    E506 "a counting row is never reached"
    W507 "the first row that holds is not the one with the smallest limit"
    I508 "no row of the counting table holds for some men"
    E509 "a counting end without counting tables"
    W510 "counting tables without a counting end"
    I511 "a limit is smaller than the number of men can be"
    E512 "a number of times that is too small"
    W513 "games may go on for ever"
    W514 "a rule can never hold"

    E601 "a test counted other moves"
    E602 "a test makes an illegal move"
    E603 "a test ended in another position"
    E604 "a test ended with another result"
    W605 "a variant has no tests"
    E607 "a test found other legal moves, or another check"
    E606 "a test cannot be run"

    W701 "another program cannot be told a rule"
    I702 "the rules are those of a bundled variant"
    I703 "what came of a file"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_well_formed() {
        let all: Vec<&str> = Code::all().map(|(code, _)| code.as_str()).collect();
        for (at, code) in all.iter().enumerate() {
            assert!(!all[..at].contains(code), "{code} twice");
            assert!(code.len() == 4 && "EWI".contains(&code[..1]) && code[1..].parse::<u16>().is_ok(), "{code}");
        }
        assert_eq!(Code::find("E303"), Some(E303));
        assert_eq!(E303.severity(), Severity::Error);
        assert_eq!(I511.title(), "a limit is smaller than the number of men can be");
    }
}
