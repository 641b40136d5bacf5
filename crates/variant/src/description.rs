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
    pub(crate) fn to_spec(&self, id: &str, name: &str) -> RulesSpec {
        RulesSpec {
            id: id.to_string(),
            name: name.to_string(),
            geometry: self.board.geometry,
            mirror: self.board.mirror,
            kinds: self.pieces.iter().map(|piece| piece.spec.clone()).collect(),
            rights: self.rights.iter().map(|right| right.spec.clone()).collect(),
            ends: self.ends.iter().map(|end| end.spec.clone()).collect(),
            counting: self.counting.as_ref().map(|counting| counting.spec.clone()),
            start: self.board.start.as_ref().map(|text| text.string.clone()).unwrap_or_default(),
        }
    }
}
