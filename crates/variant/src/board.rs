//! The tables `[board]` and `[regions]`.

use std::collections::BTreeMap;

use khun_board::{Geometry, Mirror};

use crate::codes;
use crate::fault::{Fault, Faults};
use crate::nearest::suggestion;
use crate::phrase::PhraseFault;
use crate::section::Section;
use crate::source::Place;
use crate::squares;
use crate::tree::{Node, Table, Text};

/// What `[board]` says.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) geometry: Geometry,
    pub(crate) mirror: Mirror,
    /// The start position as FEN, with its places.
    pub(crate) start: Option<Text>,
    pub(crate) start_place: Option<Place>,
}

/// Reads `[board]`. A board whose size is faulty is taken to be of 8x8, so that the rest can be read.
pub(crate) fn read_board(root: &Section<'_>, faults: &mut Faults) -> Board {
    let mut board = Board { geometry: USUAL, mirror: Mirror::Rank, start: None, start_place: None };
    if root.required("board", faults).is_none() {
        return board;
    }
    let Some(section) = root.section("board", faults) else { return board };
    section.documented("board", &[("holes", "squares that are not on the board are not in format 1")], faults);
    let side = |key: &str, faults: &mut Faults| {
        section.required(key, faults)?;
        let number = section.integer(key, faults)?;
        match u8::try_from(number).ok().filter(|side| (1..=Geometry::MAX_SIDE).contains(side)) {
            Some(side) => Some(side),
            None => {
                let message = format!("a board of {number} {key}; there can be 1 to {}", Geometry::MAX_SIDE);
                let place = section.get(key).map_or(section.place(), |node| &node.place);
                faults.push(Fault::new(codes::E201, place, message));
                None
            }
        }
    };
    if let (Some(files), Some(ranks)) = (side("files", faults), side("ranks", faults)) {
        match Geometry::new(files, ranks) {
            Some(geometry) => board.geometry = geometry,
            None => {
                let count = u32::from(files) * u32::from(ranks);
                let message = format!(
                    "a board of {files} by {ranks} has {count} squares; there can be {}",
                    Geometry::MAX_SQUARES
                );
                let place = section.get("files").map_or(section.place(), |node| &node.place);
                faults.push(Fault::new(codes::E201, place, message));
            }
        }
    }
    let mirrors = [("rank", Mirror::Rank), ("rotate", Mirror::Rotate), ("none", Mirror::None)];
    board.mirror = section.word("mirror", &mirrors, faults).unwrap_or_default();
    board.start_place = section.required("start", faults).map(|node| node.place.clone());
    board.start = section.string("start", faults).cloned();
    board
}

/// The board that is taken for one whose size is faulty.
const USUAL: Geometry = match Geometry::new(8, 8) {
    Some(geometry) => geometry,
    None => panic!("8 by 8 is within all limits"),
};

/// What `[regions]` says, as sets of squares for White and Black.
pub(crate) struct Regions<'a> {
    board: &'a Board,
    table: Option<&'a Table>,
    known: BTreeMap<String, Option<u128>>,
}

impl<'a> Regions<'a> {
    /// Reads `[regions]`.
    pub(crate) fn read(root: &Section<'a>, board: &'a Board, faults: &mut Faults) -> Regions<'a> {
        let table = root.section("regions", faults).map(|section| section.table());
        let mut regions = Regions { board, table, known: BTreeMap::new() };
        for entry in table.map(|table| table.entries.as_slice()).unwrap_or_default() {
            let reserved = ["all", "none", "rank", "ranks", "file", "files"].contains(&entry.key.as_str());
            let square = entry.key.len() <= 3 && entry.key.chars().skip(1).all(|c| c.is_ascii_digit());
            if reserved || square || !is_id(&entry.key) {
                let message = format!("a region cannot be called `{}`", entry.key);
                let help =
                    "use a word of lower-case letters, digits and _ that is not a square or a part of a square set";
                faults.push(Fault::new(codes::E008, &entry.key_place, message).help(help));
                continue;
            }
            let set = regions.named(&entry.key, &mut Vec::new(), faults);
            if let Ok(Some(0)) = set {
                faults.push(Fault::new(codes::W204, &entry.node.place, format!("the region `{}` is empty", entry.key)));
            }
        }
        regions
    }

    /// The set of a named region; `None` where it is faulty and that is reported already.
    fn named(&mut self, name: &str, open: &mut Vec<String>, faults: &mut Faults) -> Result<Option<u128>, PhraseFault> {
        if let Some(&set) = self.known.get(name) {
            return Ok(set);
        }
        let table = self.table;
        let Some(node) = table.and_then(|table| table.get(name)) else {
            let names = table.iter().flat_map(|table| &table.entries).map(|entry| entry.key.as_str());
            return Err(PhraseFault::new(codes::E203, 0..0, format!("there is no region `{name}`")).help(suggestion(
                name,
                names.collect::<Vec<_>>(),
                "regions",
            )));
        };
        if open.iter().any(|other| other == name) {
            open.push(name.to_string());
            return Err(PhraseFault::new(codes::E207, 0..0, format!("regions in a circle: {}", open.join(" -> "))));
        }
        open.push(name.to_string());
        let set = self.evaluate(node, &format!("regions.{name}"), open, faults);
        open.pop();
        self.known.insert(name.to_string(), set);
        Ok(set)
    }

    /// The set that a value writes, White's side; `None` where it is faulty, which is reported.
    fn evaluate(&mut self, node: &Node, key: &str, open: &mut Vec<String>, faults: &mut Faults) -> Option<u128> {
        if node.is_unknown() {
            return None;
        }
        let Some(text) = node.as_text() else {
            let message = format!("`{key}` wants a set of squares in a string, not {}", node.described());
            faults.push(Fault::new(codes::E004, &node.place, message));
            return None;
        };
        let mut complete = true;
        let geometry = self.board.geometry;
        let result = {
            let mut region = |name: &str| {
                let set = self.named(name, open, faults)?;
                complete &= set.is_some();
                Ok(set.unwrap_or(0))
            };
            squares::parse(&text.string, geometry, &mut region)
        };
        match result {
            Ok(set) => complete.then_some(set),
            Err(list) => {
                for fault in list {
                    faults.push(fault.placed(text, &format!("`{key}`")));
                }
                None
            }
        }
    }

    /// The sets for White and Black that a key of a table writes.
    pub(crate) fn both(&mut self, section: &Section<'_>, key: &str, faults: &mut Faults) -> Option<[u128; 2]> {
        let node = section.get(key)?;
        let white = self.evaluate(node, &section.key(key), &mut Vec::new(), faults)?;
        Some([white, self.board.geometry.mirrored_set(white, self.board.mirror)])
    }
}

/// Whether a text can be the id of a kind of man, a right or a region.
pub(crate) fn is_id(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.len() <= 40
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
