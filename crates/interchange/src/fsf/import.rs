//! From a section of `variants.ini` to a variant file.

use std::collections::BTreeMap;
use std::fmt::Write;

use khun_variant::{Settings, bundled, load, nearest};

use super::names::{CHESS, NAMES, betza_of};

/// A variant file made from a section, and what the section says that the file does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The id of the variant.
    pub id: String,
    /// The variant file.
    pub toml: String,
    /// What could not be taken over.
    pub left_out: Vec<LeftOut>,
}

/// A line that could not be taken over.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct LeftOut {
    /// The line, from 1; 0 for what the template says.
    pub line: usize,
    /// The key.
    pub key: String,
    /// Why.
    pub why: String,
}

/// Why there is nothing to take over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImportError {
    /// The text has no sections.
    NoSection,
    /// The text has no section of this name; the names that it has.
    UnknownSection(String, Vec<String>),
    /// A line is neither a section, a comment nor `key = value`.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ImportError::NoSection => f.write_str("there is no [section] in the file"),
            ImportError::UnknownSection(name, known) => {
                write!(f, "there is no section [{name}]; sections: {}", known.join(", "))
            }
            ImportError::Syntax { line, text } => {
                write!(f, "line {line} is neither `[name:template]` nor `key = value`: {text}")
            }
        }
    }
}

impl std::error::Error for ImportError {}

/// A section with its lines.
struct Section {
    name: String,
    template: String,
    /// Key, value and line, the last of each key.
    lines: BTreeMap<String, (String, usize)>,
}

/// Takes over a section of a `variants.ini`, or its first one.
///
/// # Errors
/// The text is no such file, or has no such section.
pub fn import(text: &str, section: Option<&str>) -> Result<Import, ImportError> {
    let sections = read(text)?;
    let chosen = match section {
        None => sections.first().ok_or(ImportError::NoSection)?,
        Some(name) => sections.iter().find(|section| section.name == name).ok_or_else(|| {
            ImportError::UnknownSection(name.into(), sections.iter().map(|section| section.name.clone()).collect())
        })?,
    };
    Ok(Writer::new(chosen).write())
}

fn read(text: &str) -> Result<Vec<Section>, ImportError> {
    let mut sections: Vec<Section> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let syntax = || ImportError::Syntax { line: line_number, text: line.chars().take(60).collect() };
        if let Some(head) = line.strip_prefix('[') {
            let head = head.strip_suffix(']').ok_or_else(syntax)?;
            let (name, template) = head.split_once(':').unwrap_or((head, ""));
            sections.push(Section {
                name: name.trim().into(),
                template: template.trim().into(),
                lines: BTreeMap::new(),
            });
            continue;
        }
        let (key, value) = line.split_once('=').ok_or_else(syntax)?;
        let section = sections.last_mut().ok_or_else(syntax)?;
        section.lines.insert(key.trim().into(), (value.trim().into(), line_number));
    }
    if sections.is_empty() { Err(ImportError::NoSection) } else { Ok(sections) }
}

/// What a variant file is made of, table by table.
struct Writer<'a> {
    section: &'a Section,
    /// The bundled variant that the file extends.
    parent: Option<&'static str>,
    /// Lines by table.
    tables: BTreeMap<String, Vec<String>>,
    left_out: Vec<LeftOut>,
}

impl<'a> Writer<'a> {
    fn new(section: &'a Section) -> Writer<'a> {
        let parent = bundled().iter().map(|bundled| bundled.id).find(|id| {
            let uci = load(id, &Settings::default()).map(|variant| variant.uci).unwrap_or_default();
            *id == section.template || uci == section.template
        });
        Writer { section, parent, tables: BTreeMap::new(), left_out: Vec::new() }
    }

    fn add(&mut self, table: &str, line: impl Into<String>) {
        self.tables.entry(table.into()).or_default().push(line.into());
    }

    fn leave(&mut self, line: usize, key: &str, why: impl Into<String>) {
        self.left_out.push(LeftOut { line, key: key.into(), why: why.into() });
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.section.lines.get(key).map(|(value, _)| value.as_str())
    }

    fn write(mut self) -> Import {
        let id: String = self
            .section
            .name
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' })
            .collect();
        let id = id.trim_matches('-').to_owned();
        let id = if id.is_empty() { "imported".to_owned() } else { id };
        match self.parent {
            Some(_) => self.pieces_of_parent(),
            None => self.chess(),
        }
        self.board();
        self.promotion();
        self.ends();
        self.rest();
        self.left_out.sort_by_key(|left| left.line);
        let mut toml = format!("# Taken over from the section [{}] of a variants.ini.\n", self.section.name);
        for left in &self.left_out {
            let _ = writeln!(toml, "# Not taken over: {} ({})", left.key, left.why);
        }
        let _ = writeln!(toml, "\nformat = 1\nid     = \"{id}\"");
        if let Some(parent) = self.parent {
            let _ = writeln!(toml, "extends = \"{parent}\"\nallow   = [\"W105\", \"W106\"]");
        }
        for (table, lines) in &self.tables {
            let _ = writeln!(toml, "\n[{table}]");
            for line in lines {
                let _ = writeln!(toml, "{line}");
            }
        }
        Import { id, toml, left_out: self.left_out }
    }

    /// The kinds of men of the template `chess`, or of none, and those of the section.
    fn chess(&mut self) {
        if self.section.template == "chess" {
            let unless = [("castling", "castling"), ("doubleStep", "the double step of pawns")];
            for (key, what) in unless {
                if self.get(key) != Some("false") {
                    self.leave(0, key, format!("{what} of the template is not in format 1"));
                }
            }
        } else if !self.section.template.is_empty() {
            let why = format!(
                "the template `{}` is not known: only what the section itself says is here",
                self.section.template
            );
            self.leave(0, "template", why);
        }
        let defaults = [("pawn", "p"), ("knight", "n"), ("bishop", "b"), ("rook", "r"), ("queen", "q")];
        for (name, letter) in defaults {
            if self.section.template == "chess" && self.get(name).is_none() {
                self.piece(name, letter, betza_of(name).unwrap_or_default(), 0);
            }
        }
        let king = self.get("king").unwrap_or("k");
        if king != "-" {
            let (letter, betza) = king.split_once(':').unwrap_or((king, "K"));
            self.piece("king", letter, betza, 0);
            self.add("pieces.king", "royal  = true");
        }
        self.own_pieces();
    }

    fn own_pieces(&mut self) {
        for (key, (value, line)) in &self.section.lines {
            if value == "-" || key == "king" {
                continue;
            }
            if NAMES.iter().any(|(name, _)| name == key) {
                self.piece(key, value, betza_of(key).unwrap_or_default(), *line);
            } else if let Some(number) = key.strip_prefix("customPiece") {
                match value.split_once(':') {
                    Some((letter, betza)) => self.piece(&format!("custom_{number}"), letter, betza, *line),
                    None => self.leave(*line, key, "it has no moves: `letter:Betza`"),
                }
            }
        }
    }

    /// Kinds of men that the section adds to those of a bundled variant, or takes away.
    fn pieces_of_parent(&mut self) {
        for (key, (value, line)) in &self.section.lines {
            if value == "-" && NAMES.iter().any(|(name, _)| name == key) {
                match self.parent_id(betza_of(key).unwrap_or_default()) {
                    Some(id) => self.add(&format!("pieces.{id}"), "remove = true"),
                    None => self.leave(*line, key, "the variant that is extended has no such man"),
                }
            }
        }
        self.own_pieces();
    }

    /// The id of the kind of the parent that moves so.
    fn parent_id(&self, betza: &str) -> Option<String> {
        let parent = load(self.parent?, &Settings::default()).ok()?;
        let kind = parent.spec.kinds.iter().find(|kind| super::names::same_moves(&kind.steps, betza))?;
        Some(kind.id.clone())
    }

    fn piece(&mut self, name: &str, letter: &str, betza: &str, line: usize) {
        let mut id = String::new();
        for character in name.chars() {
            if character.is_ascii_uppercase() {
                id.push('_');
            }
            id.push(character.to_ascii_lowercase());
        }
        if let Some(known) = self.parent_id(betza) {
            id = known;
        }
        let table = format!("pieces.{id}");
        let letter = letter.trim().to_ascii_uppercase();
        let (moves, first) = split_first_moves(betza);
        if let Err(faults) = khun_variant::betza::parse(&moves) {
            let why = faults.iter().filter_map(|fault| fault.help.clone()).collect::<Vec<_>>().join("; ");
            self.leave(line, name, format!("Betza `{betza}` is not understood ({why})"));
            return;
        }
        self.add(&table, format!("letter = \"{letter}\""));
        self.add(&table, format!("betza  = \"{moves}\""));
        if let Some(first) = first {
            match (self.get("doubleStep"), squares(self.get("doubleStepRegionWhite").unwrap_or("*2"))) {
                (Some("false"), _) | (_, None) => self.leave(line, name, "its first step has no region"),
                (_, Some(region)) => {
                    let extra = format!("{table}.extra.first_step");
                    self.add(&extra, format!("betza = \"{first}\""));
                    self.add(&extra, format!("from  = \"{region}\""));
                }
            }
        }
        let pawns = self.get("pawnTypes").unwrap_or("p").to_ascii_uppercase();
        if pawns.contains(&letter) && self.parent.is_none() {
            self.add(&table, "role   = \"pawn\"");
        }
    }

    fn board(&mut self) {
        let side = |value: &str| {
            let letter = value.bytes().next().filter(u8::is_ascii_lowercase).map(|letter| u32::from(letter - b'a') + 1);
            letter.or_else(|| value.parse().ok())
        };
        for (key, ours) in [("maxFile", "files "), ("maxRank", "ranks ")] {
            match self.get(key).map(side) {
                Some(Some(number)) => self.add("board", format!("{ours}= {number}")),
                Some(None) => self.leave(self.section.lines[key].1, key, "it is not a number"),
                None if self.parent.is_none() => self.add("board", format!("{ours}= 8")),
                None => {}
            }
        }
        match self.get("startFen") {
            Some(fen) => self.add("board", format!("start  = \"{}\"", fen.replace(['"', '\\'], ""))),
            None if self.parent.is_none() => {
                self.add("board", "start  = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"");
            }
            None => {}
        }
    }

    fn promotion(&mut self) {
        let keys = ["promotionPieceTypes", "promotionRegionWhite", "mandatoryPawnPromotion", "promotionPawnTypes"];
        let said = keys.iter().any(|key| self.section.lines.contains_key(*key));
        if !said && self.parent.is_some() {
            return;
        }
        let region = match squares(self.get("promotionRegionWhite").unwrap_or("*8")) {
            Some(region) => region,
            None => return self.leave(0, "promotionRegionWhite", "its squares are not understood"),
        };
        let ids: BTreeMap<char, String> = self.letters();
        let named = |letters: &str| -> Vec<String> {
            letters.chars().filter_map(|letter| ids.get(&letter.to_ascii_uppercase()).cloned()).collect()
        };
        let to = named(self.get("promotionPieceTypes").unwrap_or("nbrq"));
        let pawns = named(self.get("promotionPawnTypes").unwrap_or("p"));
        if to.is_empty() {
            return;
        }
        let to: Vec<String> = to.iter().map(|id| format!("\"{id}\"")).collect();
        let mandatory = self.get("mandatoryPawnPromotion") != Some("false");
        for pawn in pawns {
            let line =
                format!("promotion = {{ region = \"{region}\", to = [{}], mandatory = {mandatory} }}", to.join(", "));
            self.add(&format!("pieces.{pawn}"), line);
        }
    }

    /// The ids of the kinds by letter.
    fn letters(&self) -> BTreeMap<char, String> {
        let mut letters = BTreeMap::new();
        if let Some(parent) = self.parent.and_then(|id| load(id, &Settings::default()).ok()) {
            letters.extend(parent.spec.kinds.iter().map(|kind| (kind.letter, kind.id.clone())));
        }
        for (table, lines) in &self.tables {
            let Some(id) = table.strip_prefix("pieces.").filter(|id| !id.contains('.')) else { continue };
            let letter = lines.iter().find_map(|line| line.strip_prefix("letter = \"")?.chars().next());
            letters.extend(letter.map(|letter| (letter, id.to_owned())));
        }
        letters
    }

    fn ends(&mut self) {
        let own = self.parent.is_none();
        let words = ["win", "loss", "draw"];
        for (key, name, in_check, usual) in
            [("checkmateValue", "checkmate", true, "loss"), ("stalemateValue", "stalemate", false, "draw")]
        {
            let value = self.get(key);
            match value {
                Some(value) if !words.contains(&value) => {
                    self.leave(self.section.lines[key].1, key, format!("`{value}` is none of win, loss, draw"));
                }
                None if !own => {}
                _ => {
                    let table = format!("end.{name}");
                    if own {
                        self.add(&table, "kind     = \"no_moves\"");
                        self.add(&table, format!("in_check = {in_check}"));
                    }
                    self.add(&table, format!("result   = \"{}\"", value.unwrap_or(usual)));
                }
            }
        }
        for (key, table, kind, ours, usual) in [
            ("nFoldRule", "end.repetition", "repetition", "times ", "3"),
            ("nMoveRule", "end.n_move", "n_move", "moves ", "50"),
        ] {
            let value = self.get(key).or(own.then_some(usual));
            let Some(value) = value else { continue };
            if value.parse::<u16>().is_err() {
                self.leave(self.section.lines.get(key).map_or(0, |line| line.1), key, "it is not a number");
                continue;
            }
            self.add(table, format!("kind   = \"{kind}\""));
            self.add(table, format!("{ours} = {value}"));
            self.add(table, "result = \"draw\"");
        }
        if self.get("checkCounting") == Some("true") {
            self.add("end.checks", "kind   = \"checks\"\ntimes  = 3\nresult = \"loss\"");
        }
        if let Some(region) = self.get("flagRegionWhite").and_then(squares) {
            let ids = self.letters();
            let letters = self.get("flagPiece").unwrap_or("k");
            let kinds: Vec<String> = letters
                .chars()
                .filter_map(|letter| ids.get(&letter.to_ascii_uppercase()))
                .map(|id| format!("\"{id}\""))
                .collect();
            self.add("end.goal", format!("kind   = \"goal\"\npieces = [{}]", kinds.join(", ")));
            self.add("end.goal", format!("region = \"{region}\"\nresult = \"loss\""));
        }
        if self.get("makpongRule") == Some("true") {
            self.add("pieces.king", "in_check = \"may_only_capture_checker\"");
        }
        if let Some(rule) = self.get("countingRule") {
            let known = match rule {
                "none" => None,
                "makruk" => Some("makruk"),
                "cambodian" => Some("ouk"),
                "asean" => Some("asean"),
                _ => Some("?"),
            };
            // A count is inherited or not: its table speaks of men by their ids.
            if known != self.parent && !(known.is_none() && own) {
                self.leave(
                    self.section.lines["countingRule"].1,
                    "countingRule",
                    "copy [counting] from the bundled variant that has it",
                );
            }
        }
    }

    /// What no line above has read.
    fn rest(&mut self) {
        const READ: &[&str] = &[
            "maxFile",
            "maxRank",
            "startFen",
            "king",
            "pawnTypes",
            "promotionPawnTypes",
            "promotionPieceTypes",
            "promotionRegionWhite",
            "promotionRegionBlack",
            "mandatoryPawnPromotion",
            "checkmateValue",
            "stalemateValue",
            "nFoldRule",
            "nMoveRule",
            "checkCounting",
            "flagRegionWhite",
            "flagRegionBlack",
            "flagPiece",
            "makpongRule",
            "countingRule",
            "doubleStepRegionWhite",
            "doubleStepRegionBlack",
            "nMoveRuleTypes",
            "variantTemplate",
            "pieceToCharTable",
            "nFoldValue",
        ];
        // Rules that format 1 does not have, switched off.
        const OFF: &[&str] = &["castling", "doubleStep", "enPassantRegion", "cambodianMoves", "gating"];
        for (key, (value, line)) in &self.section.lines {
            let piece = NAMES.iter().any(|(name, _)| name == key) || key.starts_with("customPiece");
            let off = matches!(value.as_str(), "false" | "-" | "none");
            let first_step = key == "doubleStep";
            if READ.contains(&key.as_str()) || piece || off || first_step {
                continue;
            }
            let near = nearest(key, READ.iter().chain(OFF).copied().chain(CHESS.iter().copied()));
            let why = match near {
                Some(near) => format!("not known here; did you mean `{near}`?"),
                None => "format 1 has nothing like it, or it is not known here".into(),
            };
            self.leave(*line, key, why);
        }
    }
}

/// `fmWfcFifmnD` as the moves of every time and those of the first: `fmWfcF` and `fmnD`.
fn split_first_moves(betza: &str) -> (String, Option<String>) {
    let (mut usual, mut first) = (String::new(), String::new());
    let mut atom = String::new();
    let mut letters = betza.chars().peekable();
    while let Some(letter) = letters.next() {
        atom.push(letter);
        let more = letters.peek().is_some_and(|next| next.is_ascii_digit() || *next == letter);
        if letter.is_ascii_uppercase() && !more
            || letter.is_ascii_digit() && !letters.peek().is_some_and(char::is_ascii_digit)
        {
            match atom.strip_prefix('i') {
                Some(rest) => first += rest,
                None => usual += &atom,
            }
            atom.clear();
        }
    }
    usual += &atom;
    (usual, (!first.is_empty()).then_some(first))
}

/// Squares as `variants.ini` writes them (`*6 *7 d4`, `a*`) in the words of a square set.
fn squares(text: &str) -> Option<String> {
    if text == "-" {
        return Some("none".into());
    }
    let word = |word: &str| {
        if let Some(rank) = word.strip_prefix('*') {
            return rank.parse::<u8>().ok().map(|rank| format!("rank {rank}"));
        }
        if let Some(file) = word.strip_suffix('*') {
            return (file.len() == 1).then(|| format!("file {file}"));
        }
        let square = word.starts_with(|first: char| first.is_ascii_lowercase()) && word[1..].parse::<u8>().is_ok();
        square.then(|| word.to_owned())
    };
    let words: Option<Vec<String>> = text.split_whitespace().map(word).collect();
    words.filter(|words| !words.is_empty()).map(|words| words.join(" + "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_variant::load_str;

    #[test]
    fn first_moves_are_taken_apart() {
        assert_eq!(split_first_moves("fmWfcFifmnD"), ("fmWfcF".into(), Some("fmnD".into())));
        assert_eq!(split_first_moves("R4NN"), ("R4NN".into(), None));
        assert_eq!(squares("*6 *7 d4").unwrap(), "rank 6 + rank 7 + d4");
        assert_eq!(squares("a*").unwrap(), "file a");
        assert_eq!(squares("é"), None);
    }

    #[test]
    fn a_section_on_a_bundled_template() {
        let text = "# mine\n[mine:makruk]\nstalemateValue = win\nmustCapture = true\n";
        let import = import(text, None).unwrap();
        assert_eq!((import.left_out.len(), import.left_out[0].line), (1, 4), "{import:?}");
        let variant = load_str(&import.toml, "mine.toml", None, &Settings::default()).unwrap();
        assert_eq!(variant.extends, ["makruk"]);
    }

    #[test]
    fn a_section_on_chess() {
        let text = "[small:chess]\nmaxFile = 6\nmaxRank = 6\nbishop = -\ncustomPiece1 = s:FfW\ncastling = false\ndoubleStep = false\n\
                    startFen = rnsksr/pppppp/6/6/PPPPPP/RNSKSR w - - 0 1\npromotionRegionWhite = *6\npromotionPieceTypes = rq\n";
        let import = import(text, Some("small")).unwrap();
        let variant = load_str(&import.toml, "small.toml", None, &Settings::default())
            .unwrap_or_else(|error| panic!("{}\n{:#?}", import.toml, error.faults()));
        assert_eq!((variant.id.as_str(), variant.spec.kinds.len()), ("small", 6));
    }

    #[test]
    fn faults_have_lines() {
        assert_eq!(import("[a:chess\n", None), Err(ImportError::Syntax { line: 1, text: "[a:chess".into() }));
        assert_eq!(import("", None), Err(ImportError::NoSection));
        assert!(matches!(import("[a]\n", Some("b")), Err(ImportError::UnknownSection(..))));
    }
}
