//! Why a move is not legal, in words.

use khun_rules::board::{Bitboard, Square};
use khun_rules::spec::Kind;
use khun_rules::{Position, Rules, WhyIllegal};

use crate::text;
use crate::words::{kind_name, man_on, movement, name};

/// The reason in a sentence without a full stop. `to` is where the man was to go.
pub(crate) fn explain<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, why: WhyIllegal, to: Square) -> String {
    let square = rules.geometry().name(to);
    let opponent = (!position.side()).name();
    let named = |kind| kind_name(rules, kind);
    match why {
        WhyIllegal::NoMan => "no man stands there".to_owned(),
        WhyIllegal::NotYours(kind) => format!("the {} is {opponent}'s", named(kind)),
        WhyIllegal::OwnMan { blocker, .. } => format!("your own {} stands on {square}", named(blocker)),
        WhyIllegal::NotItsMove(kind) => how_it_moves(rules, kind),
        WhyIllegal::OnlyCaptures(kind) => {
            format!("there is nothing to capture on {square}: {}", how_it_moves(rules, kind))
        }
        WhyIllegal::NeverCaptures(kind) => {
            let target = position.man_at(to).map_or_else(|| "a man".to_owned(), |man| man_on(rules, man.1, to));
            format!("the {} cannot capture {target} so: {}", named(kind), how_it_moves(rules, kind))
        }
        WhyIllegal::Blocked(kind) => format!("something stands in the way of the {}", named(kind)),
        WhyIllegal::Exposes { royal, attacker, from, in_check } => {
            let still = if in_check { "still " } else { "" };
            format!("your {} would {still}be in check from {}", named(royal), man_on(rules, attacker, from))
        }
        WhyIllegal::MayOnlyCaptureChecker(kind) => {
            format!("in check, the {} may move only to capture the man that gives check", named(kind))
        }
        WhyIllegal::ExtraNotNow { kind, in_check: true } => {
            format!("the {} may not leap out of check; otherwise {}", named(kind), how_it_moves(rules, kind))
        }
        WhyIllegal::ExtraNotNow { kind, in_check: false } => {
            format!("the {} may no longer leap so; {}", named(kind), how_it_moves(rules, kind))
        }
        WhyIllegal::MustPromote(kind) => {
            let becomes = rules.kind(kind).promotion.as_ref().map(|promotion| {
                let names: Vec<String> = promotion
                    .to
                    .iter()
                    .map(|&to| format!("{} ({})", named(to), rules.kind(to).letter.to_ascii_lowercase()))
                    .collect();
                text::join(&names, "or")
            });
            format!("the {} promotes there: say to what, {}", named(kind), becomes.unwrap_or_default())
        }
        WhyIllegal::CannotPromote(kind) => format!("the {} does not promote so", named(kind)),
        WhyIllegal::Over => "the game is over".to_owned(),
    }
}

fn how_it_moves<B: Bitboard>(rules: &Rules<B>, kind: Kind) -> String {
    movement::sentence(rules.kind(kind))
}

/// The kind and the target square of a move in SAN that is not legal, if it looks like one at all.
pub(crate) fn split_san<B: Bitboard>(rules: &Rules<B>, text: &str) -> Option<(Kind, Square)> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.split('=').next().unwrap_or_default();
    if !text.is_ascii() || text.is_empty() {
        return None;
    }
    let rank = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let at = text.len().checked_sub(rank + 1)?;
    let square = rules.geometry().parse(&text[at..])?;
    let first = text.chars().next()?;
    let kind = match first.is_ascii_uppercase() {
        true => rules.kind_by_letter(first)?,
        false => rules.kinds().find(|&kind| rules.kind(kind).pawn)?,
    };
    Some((kind, square))
}

/// Whether a text is a move of any position.
pub(crate) fn looks_like_move<B: Bitboard>(rules: &Rules<B>, text: &str) -> bool {
    rules.split_uci(text).is_some() || split_san(rules, text).is_some()
}

/// Why a text in SAN is no legal move.
pub(crate) fn explain_san<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, text: &str) -> String {
    let Some((kind, to)) = split_san(rules, text) else {
        return "this is not a move (write e3e4, or SAN like Nd2)".to_owned();
    };
    let who = name(rules.kind(kind));
    let square = rules.geometry().name(to);
    if position.men_of(position.side(), kind).is_empty() {
        return format!("you have no {who}");
    }
    format!("no {who} of yours can go to {square}: {}", how_it_moves(rules, kind))
}

#[cfg(test)]
mod tests {
    use crate::setup::read_move;
    use khun_rules::{Rules, samples};

    #[test]
    fn every_illegal_move_has_a_reason() {
        let rules: Rules<u64> = Rules::build(&samples::ouk()).unwrap();
        let why = |fen: &str, text: &str| read_move(&rules, &rules.parse_fen(fen).unwrap(), text).unwrap_err();
        let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";
        for (fen, text, reason) in [
            (start, "e1e3", "your own pawn stands on e3"),
            (start, "e1e2", "the met moves one step diagonally"),
            (start, "e4e5", "no man stands there"),
            (start, "e6e5", "the pawn is Black's"),
            (start, "a1a4", "something stands in the way of the rook"),
            (
                start,
                "a3b4",
                "there is nothing to capture on b4: the pawn moves one step straight ahead and captures one step diagonally ahead",
            ),
            (start, "e3e4m", "the pawn does not promote so"),
            (start, "Nd4", "no knight of yours can go to d4: the knight moves by a knight's leap"),
            (start, "Me2", "the met moves one step diagonally"),
            (start, "hello", "this is not a move (write e3e4, or SAN like Nd2)"),
            ("4r3/8/8/8/8/8/4M3/k3K3 w - - 0 1", "e2d3", "your king would be in check from the rook on e8"),
            ("4r3/8/8/8/8/8/8/k3K3 w - - 0 1", "e1e2", "your king would still be in check from the rook on e8"),
            (
                "k7/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
                "e3e4",
                "the pawn cannot capture the pawn on e4 so: the pawn moves one step straight ahead and captures one step diagonally ahead",
            ),
            (
                "k7/8/8/8/8/8/8/3K4 w - - 0 1",
                "d1b2",
                "the king may no longer leap so; the king moves one step in any direction",
            ),
            (
                "k7/8/8/8/8/8/8/r2K4 w D - 0 1",
                "d1b2",
                "the king may not leap out of check; otherwise the king moves one step in any direction",
            ),
        ] {
            assert_eq!(why(fen, text), reason, "{text} in {fen}");
        }
    }
}
