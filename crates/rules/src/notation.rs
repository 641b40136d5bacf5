//! Moves as text: UCI, SAN, and SAN with Thai letters.

use khun_board::{Bitboard, Colour, Square};

use crate::spec::Kind;
use crate::{Move, Position, Rules};

/// The letters that moves are written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Script {
    /// `Nxd6+`, with the letters of FEN.
    #[default]
    Latin,
    /// `มxง๖+`: files ก to ญ, ranks ๑ to ๘, and the abbreviations that the variant file gives.
    Thai,
}

/// Why a text is not a move of the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// It is not a move at all.
    #[error("{0:?} is not a move")]
    Malformed(String),
    /// It is a move, but not a legal one here.
    #[error("{0:?} is not legal here")]
    Illegal(String),
    /// Several moves fit.
    #[error("{text:?} may mean {}", .candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit, in UCI.
        candidates: Vec<String>,
    },
}

const THAI_FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
const THAI_DIGITS: [char; 10] = ['๐', '๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘', '๙'];

impl<B: Bitboard> Rules<B> {
    /// A move in UCI: `e3e4`, with the letter of a promotion in lower case: `d5d6m`.
    pub fn uci(&self, mv: Move) -> String {
        let mut text = format!("{}{}", self.geometry.name(mv.from()), self.geometry.name(mv.to()));
        text.extend(mv.promotion().map(|kind| self.letter(Colour::Black, kind)));
        text
    }

    /// Reads a move in UCI, a promotion in either case.
    ///
    /// # Errors
    /// [`NotationError::Malformed`] or [`NotationError::Illegal`].
    pub fn parse_uci(&self, position: &Position<B>, text: &str) -> Result<Move, NotationError> {
        let (from, to, promotion) = self.split_uci(text).ok_or_else(|| NotationError::Malformed(text.to_owned()))?;
        position
            .legal_moves(self)
            .into_iter()
            .find(|mv| mv.from() == from && mv.to() == to && mv.promotion() == promotion)
            .ok_or_else(|| NotationError::Illegal(text.to_owned()))
    }

    /// The squares and the promotion of a move in UCI, legal or not.
    pub fn split_uci(&self, text: &str) -> Option<(Square, Square, Option<Kind>)> {
        if !text.is_ascii() {
            return None;
        }
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let from_end = 1 + digits(text.get(1..)?);
        let to_end = from_end + 1 + digits(text.get(from_end + 1..)?);
        let from = self.geometry.parse(&text[..from_end])?;
        let to = self.geometry.parse(&text[from_end..to_end])?;
        let promotion = match &text.as_bytes()[to_end..] {
            [] => None,
            [letter] => Some(self.kind_by_letter(*letter as char)?),
            _ => return None,
        };
        Some((from, to, promotion))
    }

    /// A legal move in SAN: `Nxd6+`, `c6=M`, `Rac1`, `Rh8#`. `#` stands for a move that ends the game with check.
    pub fn san(&self, position: &Position<B>, mv: Move, script: Script) -> String {
        self.san_among(position, mv, &position.legal_moves(self), script)
    }

    /// As [`Self::san`], for a caller that has the legal moves of the position.
    pub fn san_among(&self, position: &Position<B>, mv: Move, legal: &[Move], script: Script) -> String {
        let geometry = self.geometry;
        let mut text = String::new();
        let capture = position.is_capture(mv);
        // Pawn-like men have no letter; what one captures is told by its file.
        let pawn = self.kind(mv.kind()).pawn;
        let letter = if pawn { String::new() } else { self.letter_of(position, mv.from(), mv.kind(), script) };
        let reads_alike = |other: &Move| match (pawn, self.kind(other.kind()).pawn) {
            (true, true) => true,
            (true, false) => false,
            // In Thai the file of a capturing bia may be the letter of a man: "คxง๕" is what the bia of that file does.
            (false, true) => capture && self.file_name(other.from(), script) == letter,
            (false, false) => self.letter_of(position, other.from(), other.kind(), script) == letter,
        };
        let rivals =
            || legal.iter().filter(|other| other.to() == mv.to() && other.from() != mv.from() && reads_alike(other));
        text.push_str(&letter);
        let same_file = rivals().any(|other| geometry.file(other.from()) == geometry.file(mv.from()));
        let same_rank = rivals().any(|other| geometry.rank(other.from()) == geometry.rank(mv.from()));
        if pawn && capture || rivals().next().is_some() && (!same_file || same_rank) {
            text.push_str(&self.file_name(mv.from(), script));
        }
        if same_file {
            text.push_str(&self.rank_name(mv.from(), script));
        }
        if script == Script::Thai && !pawn && !capture {
            text.push('-');
        }
        if capture {
            text.push('x');
        }
        text.push_str(&self.file_name(mv.to(), script));
        text.push_str(&self.rank_name(mv.to(), script));
        if let Some(kind) = mv.promotion() {
            text.push('=');
            text.push(self.kind(kind).letter);
        }
        let after = position.play(self, mv);
        if after.in_check(self) {
            text.push(if after.is_over_at_once(self) || !after.has_move(self) { '#' } else { '+' });
        }
        text
    }

    /// Reads a move in SAN of either script. Decorations (`+`, `#`, `!`, `?`) may be missing or wrong, a needless
    /// origin may be there, `x` and `-` are optional, and a promotion with one choice need not be named.
    ///
    /// # Errors
    /// Why it is not one move of the position.
    pub fn parse_san(&self, position: &Position<B>, text: &str) -> Result<Move, NotationError> {
        let bare = |san: &str| -> String {
            san.trim_end_matches(['+', '#', '!', '?', ' ']).chars().filter(|c| !matches!(c, 'x' | '-')).collect()
        };
        let wanted = bare(text);
        if wanted.is_empty() {
            return Err(NotationError::Malformed(text.to_owned()));
        }
        let legal = position.legal_moves(self);
        let mut found: Vec<Move> = Vec::new();
        for script in [Script::Latin, Script::Thai] {
            for &mv in &legal {
                let spellings = self.spellings(position, mv, script);
                if spellings.contains(&wanted) && !found.contains(&mv) {
                    found.push(mv);
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        // Of moves that differ in nothing but the origin, the spelling without it means the one that SAN would write so.
        if found.len() > 1 {
            let exact = |mv: &&Move| {
                [Script::Latin, Script::Thai]
                    .iter()
                    .any(|&s| bare(&self.san_among(position, **mv, &legal, s)) == wanted)
            };
            if let [only] = found.iter().filter(exact).collect::<Vec<_>>()[..] {
                return Ok(*only);
            }
        }
        match found[..] {
            [mv] => Ok(mv),
            [] => Err(NotationError::Illegal(text.to_owned())),
            _ => Err(NotationError::Ambiguous {
                text: text.to_owned(),
                candidates: found.iter().map(|&mv| self.uci(mv)).collect(),
            }),
        }
    }

    /// Every way to spell a move without decorations: with any part of its origin, with and without a sole promotion.
    fn spellings(&self, position: &Position<B>, mv: Move, script: Script) -> Vec<String> {
        let pawn = self.kind(mv.kind()).pawn;
        let letter = if pawn { String::new() } else { self.letter_of(position, mv.from(), mv.kind(), script) };
        let (file, rank) = (self.file_name(mv.from(), script), self.rank_name(mv.from(), script));
        let target = format!("{}{}", self.file_name(mv.to(), script), self.rank_name(mv.to(), script));
        let promotions = match mv.promotion() {
            None => vec![String::new()],
            Some(kind) => {
                let letter = self.kind(kind).letter;
                let mut spellings = vec![format!("={letter}"), letter.to_string()];
                let facts = &self.facts[mv.kind().index()];
                if facts.promotion_mandatory && facts.promotion_choices == 1 {
                    spellings.push(String::new());
                }
                spellings
            }
        };
        let mut spellings = Vec::new();
        for origin in [String::new(), file.clone(), rank.clone(), format!("{file}{rank}")] {
            // A capture by a pawn names its file, a step straight ahead need not.
            if pawn && origin.is_empty() && position.is_capture(mv) {
                continue;
            }
            for promotion in &promotions {
                spellings.push(format!("{letter}{origin}{target}{promotion}"));
            }
        }
        spellings
    }

    fn letter_of(&self, position: &Position<B>, square: Square, kind: Kind, script: Script) -> String {
        let spec = self.kind(kind);
        let thai = match script {
            Script::Latin => None,
            Script::Thai if position.promoted().has(square) => {
                spec.names.get("th_abbr_promoted").or_else(|| spec.names.get("th_abbr"))
            }
            Script::Thai => spec.names.get("th_abbr"),
        };
        // Signs that decorate a move are not read as men, so that no man can be written with them.
        let sign =
            |c: char| c == 'x' || c.is_ascii() && !c.is_ascii_alphabetic() || c.is_numeric() || c.is_whitespace();
        let readable = |text: &&String| !text.is_empty() && !text.contains(sign);
        thai.filter(readable).cloned().unwrap_or_else(|| spec.letter.to_string())
    }

    fn file_name(&self, square: Square, script: Script) -> String {
        let file = self.geometry.file(square);
        match (script, THAI_FILES.get(file as usize)) {
            (Script::Thai, Some(letter)) => letter.to_string(),
            _ => ((b'a' + file) as char).to_string(),
        }
    }

    fn rank_name(&self, square: Square, script: Script) -> String {
        let rank = (self.geometry.rank(square) + 1).to_string();
        match script {
            Script::Latin => rank,
            Script::Thai => rank.bytes().map(|digit| THAI_DIGITS[(digit - b'0') as usize % 10]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    fn rules() -> Rules<u64> {
        let mut spec = samples::makruk();
        for (kind, thai) in [(0, "ข"), (1, "ม็"), (2, "ค"), (3, "ม"), (4, "ร"), (5, "บ")] {
            spec.kinds[kind].names.insert("th_abbr".to_owned(), thai.to_owned());
        }
        spec.kinds[1].names.insert("th_abbr_promoted".to_owned(), "ง".to_owned());
        Rules::build(&spec).unwrap()
    }

    fn sans(fen: &str, script: Script) -> Vec<(String, String)> {
        let rules = rules();
        let position = rules.parse_fen(fen).unwrap();
        let legal = position.legal_moves(&rules);
        legal.iter().map(|&mv| (rules.uci(mv), rules.san_among(&position, mv, &legal, script))).collect()
    }

    /// Expected texts are those of pyffish 0.0.90.
    #[test]
    fn san_as_others_write_it() {
        let list = sans("1R5R/8/8/8/N3k3/8/4K3/N7 w - - 0 40", Script::Latin);
        for (uci, san) in [("a1c2", "Nc2"), ("a4c3", "Nc3+"), ("b8c8", "Rbc8"), ("h8e8", "Rhe8+"), ("b8b4", "Rb4+")] {
            assert!(list.contains(&(uci.into(), san.into())), "{uci} {san} {list:?}");
        }
        let list = sans("7k/8/6K1/8/8/8/m7/1R6 w - - 0 40", Script::Latin);
        assert!(list.contains(&("b1b8".into(), "Rb8#".into())), "{list:?}");
        let list = sans("4k3/8/1p6/P2M~4/3M4/8/1r6/4K2R w - - 0 1", Script::Thai);
        for (uci, san) in [("a5b6m", "กxข๖=M"), ("d4c3", "ม็-ค๓"), ("d5e4", "ง-จ๔"), ("h1h8", "ร-ญ๘+"), ("e1f1", "ข-ฉ๑")]
        {
            assert!(list.contains(&(uci.into(), san.into())), "{uci} {san} {list:?}");
        }
    }

    #[test]
    fn a_man_is_not_called_by_a_sign() {
        let mut spec = samples::makruk();
        for thai in ["-", "x", "ม็-", "๓", " ", ""] {
            spec.kinds[0].names.insert("th_abbr".to_owned(), thai.to_owned());
            let rules = Rules::<u64>::build(&spec).unwrap();
            let position = rules.start();
            for mv in position.legal_moves(&rules) {
                let san = rules.san(&position, mv, Script::Thai);
                assert_eq!(rules.parse_san(&position, &san), Ok(mv), "{thai:?}: {san}");
            }
        }
    }

    #[test]
    fn every_move_is_read_back() {
        let rules = rules();
        for fen in [
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            "4k3/8/1p6/P2M~4/3M4/8/1r6/4K2R w - - 0 1",
            "1R5R/8/8/8/N3k3/8/4K3/N7 w - - 0 40",
        ] {
            let position = rules.parse_fen(fen).unwrap();
            for mv in position.legal_moves(&rules) {
                for script in [Script::Latin, Script::Thai] {
                    let san = rules.san(&position, mv, script);
                    assert_eq!(rules.parse_san(&position, &san), Ok(mv), "{san}");
                }
                assert_eq!(rules.parse_uci(&position, &rules.uci(mv)), Ok(mv));
            }
        }
    }

    /// A khon and a bia of the file of the same letter take on one square.
    #[test]
    fn thai_letters_of_files_and_men_are_told_apart() {
        let list = sans("4k3/8/2p1s3/3R4/8/8/8/4K3 b - - 0 1", Script::Thai);
        assert!(list.contains(&("c6d5".into(), "คxง๕".into())), "{list:?}");
        assert!(list.contains(&("e6d5".into(), "คจxง๕".into())), "{list:?}");
    }

    #[test]
    fn nonsense_is_refused() {
        let rules = rules();
        let position = rules.start();
        for text in ["", "x", "e9", "Nz2", "é4", "e3e4q", "e3", "--", "ก", "Nd2=M", "a3a5", "a3a4a5", "1111"] {
            assert!(rules.parse_san(&position, text).is_err(), "{text}");
            assert!(rules.parse_uci(&position, text).is_err(), "{text}");
        }
    }
}
