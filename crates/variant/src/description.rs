//! A variant as its file describes it, before checks: the engine's terms, with places.

use khun_rules::spec::RulesSpec;

use crate::board::Board;
use crate::counting::Counting;
use crate::ends::End;
use crate::pieces::Piece;
use crate::rights::Right;

/// All tables of a variant file that describe the game.
pub(crate) struct Description {
    pub(crate) board: Board,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) rights: Vec<Right>,
    pub(crate) ends: Vec<End>,
    pub(crate) counting: Option<Counting>,
}

impl Description {
    /// The rules in the engine's terms.
    pub(crate) fn into_spec(self, id: &str, name: &str) -> RulesSpec {
        RulesSpec {
            id: id.to_string(),
            name: name.to_string(),
            geometry: self.board.geometry,
            mirror: self.board.mirror,
            kinds: self.pieces.into_iter().map(|piece| piece.spec).collect(),
            rights: self.rights.into_iter().map(|right| right.spec).collect(),
            ends: self.ends.into_iter().map(|end| end.spec).collect(),
            counting: self.counting.map(|counting| counting.spec),
            start: self.board.start.map(|text| text.string).unwrap_or_default(),
        }
    }
}
