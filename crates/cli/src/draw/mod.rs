//! Boards as pictures: characters for a terminal, and SVG.
//!
//! A [`Scene`] is everything that a picture shows. It is made from a position once and knows no rules; [`text`] and
//! [`svg`] draw it.

pub mod chart;
pub mod diagram;
mod figure;
mod shapes;
pub mod svg;
pub mod text;

use khun_rules::board::{Bitboard, Colour, Geometry, Square};
use khun_rules::{Move, Position, Rules};

pub use figure::Figure;

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The size of the board.
    pub geometry: Geometry,
    /// The man on each square, by square number.
    pub men: Vec<Option<Man>>,
    /// The squares that the last move left and reached.
    pub last_move: Vec<Square>,
    /// The squares of royal men in check.
    pub checked: Vec<Square>,
    /// Squares to point out, such as those that a man may go to.
    pub targets: Vec<Square>,
    /// Whether Black's side is at the bottom.
    pub flipped: bool,
    /// What the picture is called.
    pub title: String,
    /// What the picture shows, in a line of text.
    pub description: String,
}

/// A man in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// Whose it is.
    pub colour: Colour,
    /// How it looks.
    pub figure: Figure,
    /// Its letter in FEN, in upper case.
    pub letter: char,
    /// Whether it got its kind by promotion.
    pub promoted: bool,
}

impl Scene {
    /// The picture of a position.
    pub fn new<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, last_move: Option<Move>) -> Scene {
        let geometry = rules.geometry();
        let figures = figure::figures(rules.spec());
        let man = |square| {
            let (colour, kind) = position.man_at(square)?;
            let promoted = position.promoted().has(square);
            Some(Man { colour, figure: figures[kind.index()], letter: rules.kind(kind).letter, promoted })
        };
        let royals = position.men(position.side()) & position.of_kinds(rules.royal_kinds());
        let attacked = |square: &Square| position.is_attacked(rules, *square, !position.side(), position.occupied());
        Scene {
            geometry,
            men: geometry.iter().map(man).collect(),
            last_move: last_move.map(|mv| vec![mv.from(), mv.to()]).unwrap_or_default(),
            checked: royals.squares().filter(attacked).collect(),
            targets: Vec::new(),
            flipped: false,
            title: format!("{}: {} to move", rules.spec().name, position.side().name()),
            description: rules.fen_marking_promoted(position),
        }
    }

    /// The same picture seen from Black's side, or from White's again.
    #[must_use]
    pub fn flipped(mut self, flipped: bool) -> Scene {
        self.flipped = flipped;
        self
    }

    /// The same picture with squares pointed out.
    #[must_use]
    pub fn pointing(mut self, targets: impl IntoIterator<Item = Square>) -> Scene {
        self.targets = targets.into_iter().collect();
        self
    }

    fn man(&self, square: Square) -> Option<Man> {
        self.men.get(square.index()).copied().flatten()
    }

    /// The ranks from top to bottom, from 0.
    fn ranks(&self) -> Vec<i32> {
        let ranks = 0..i32::from(self.geometry.ranks());
        if self.flipped { ranks.collect() } else { ranks.rev().collect() }
    }

    /// The files from left to right, from 0.
    fn files(&self) -> Vec<i32> {
        let files = 0..i32::from(self.geometry.files());
        if self.flipped { files.rev().collect() } else { files.collect() }
    }
}

/// The letter of a file, from 0.
fn file_letter(file: i32) -> char {
    char::from(b'a' + file as u8 % 26)
}
