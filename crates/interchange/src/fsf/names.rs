//! The kinds of men that Fairy-Stockfish has names for. Some of its rules, counting among them, know no others.

use khun_rules::spec::Step;
use khun_variant::betza;

/// The key of `variants.ini` and the moves in Betza notation. Where two have the same moves the first is the one to use.
pub(super) const NAMES: &[(&str, &str)] = &[
    ("pawn", "fmWfcF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("cannon", "mRcpR"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// The kinds that the template `chess` has.
pub(super) const CHESS: &[&str] = &["pawn", "knight", "bishop", "rook", "queen"];

/// The name of the kind that moves so.
pub(super) fn name_of(steps: &[Step]) -> Option<&'static str> {
    NAMES.iter().find(|(_, text)| same_moves(steps, text)).map(|(name, _)| *name)
}

/// The moves of the kind with a name.
pub(super) fn betza_of(name: &str) -> Option<&'static str> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, betza)| *betza)
}

/// Whether steps are those that a text writes.
pub(super) fn same_moves(steps: &[Step], text: &str) -> bool {
    let Ok(moves) = betza::parse(text) else { return false };
    steps.len() == moves.steps.len() && moves.steps.iter().all(|step| steps.contains(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_moves() {
        for (name, text) in NAMES {
            let moves = betza::parse(text).unwrap();
            assert_eq!(name_of(&moves.steps), Some(*name));
            assert_eq!(betza_of(name), Some(*text));
        }
    }
}
