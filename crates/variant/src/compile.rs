//! From the description to tables, and what the engine says of the start position.

use khun_rules::board::{Bitboard, Colour};
use khun_rules::spec::RulesSpec;
use khun_rules::{AnyRules, BuildFault, FenFault, FenFaultKind, Rules, with_rules};

use crate::codes::{self, Code};
use crate::fault::{Fault, Faults};
use crate::source::Place;
use crate::tree::Text;

/// Compiles a variant. `start` is its start position with places; `whole` the place for what has no other. With faults
/// in the rest of the file the start position is looked at all the same, as far as it does not depend on them.
pub(crate) fn compile(spec: &RulesSpec, start: &Text, whole: &Place, faults: &mut Faults) -> Option<AnyRules> {
    if faults.have_errors() {
        look_despite_faults(spec, start, faults);
        return None;
    }
    match AnyRules::build(spec) {
        Ok(rules) => {
            with_rules!(&rules, rules => look_at_start(rules, start, faults));
            Some(rules)
        }
        Err(error) => {
            for fault in error.faults {
                faults.push(match fault {
                    BuildFault::Start(fault) => place_fen_fault(&fault, spec, start),
                    other => Fault::new(codes::E412, whole, other.to_string()),
                });
            }
            None
        }
    }
}

/// Reports faults of the start position of a variant that has other faults.
fn look_despite_faults(spec: &RulesSpec, start: &Text, faults: &mut Faults) {
    let mut spec = spec.clone();
    let mut letters_known = true;
    for index in 0..spec.kinds.len() {
        let taken = |spec: &RulesSpec, letter| spec.kinds.iter().any(|kind| kind.letter == letter);
        let letter = spec.kinds[index].letter;
        if !letter.is_ascii_uppercase() || spec.kinds[..index].iter().any(|kind| kind.letter == letter) {
            letters_known &= letter.is_ascii_uppercase();
            let Some(free) = ('A'..='Z').find(|&letter| !taken(&spec, letter)) else { return };
            spec.kinds[index].letter = free;
        }
    }
    let Err(error) = AnyRules::build(&spec) else { return };
    for fault in error.faults {
        let BuildFault::Start(fault) = fault else { continue };
        let sure = match fault.kind {
            FenFaultKind::Letter { .. } | FenFaultKind::Royals { .. } => letters_known,
            // These depend on moves, rights, ends and regions, which may be what is faulty.
            FenFaultKind::OpponentInCheck(_)
            | FenFaultKind::Rights(_)
            | FenFaultKind::NoRights
            | FenFaultKind::NoCounting
            | FenFaultKind::NoChecks
            | FenFaultKind::OutsideRegion => false,
            _ => true,
        };
        if sure {
            faults.push(place_fen_fault(&fault, &spec, start));
        }
    }
}

/// The code of a fault in a FEN.
pub(crate) fn fen_code(kind: &FenFaultKind) -> Code {
    match kind {
        FenFaultKind::Ranks { .. } | FenFaultKind::RankLength { .. } => codes::E401,
        FenFaultKind::Letter { .. } => codes::E402,
        FenFaultKind::Royals { .. } => codes::E403,
        FenFaultKind::OpponentInCheck(_) => codes::E404,
        FenFaultKind::Rights(_) | FenFaultKind::NoRights => codes::E405,
        FenFaultKind::Limit | FenFaultKind::NoCounting => codes::E406,
        FenFaultKind::Checks { .. } | FenFaultKind::NoChecks => codes::E407,
        FenFaultKind::Hand => codes::E408,
        FenFaultKind::OutsideRegion => codes::E413,
        FenFaultKind::Empty
        | FenFaultKind::PromotedMark
        | FenFaultKind::Side
        | FenFaultKind::Ply
        | FenFaultKind::MoveNumber
        | FenFaultKind::Trailing => codes::E411,
    }
}

fn place_fen_fault(fault: &FenFault, spec: &RulesSpec, start: &Text) -> Fault {
    let (place, origin) = start.locate(fault.span.clone());
    let message = format!("start position: {}", fault.kind);
    let placed = Fault::new(fen_code(&fault.kind), &place, message);
    let placed = match origin {
        Some(origin) => origin.explain(placed),
        None => placed,
    };
    match &fault.kind {
        FenFaultKind::Letter { letter, .. } => {
            // Often the letter is that of the piece's name, not the one that the file gives it.
            let near = spec.kinds.iter().find(|kind| kind.id.starts_with(letter.to_ascii_lowercase()));
            match near {
                Some(kind) => placed.help(format!("the letter of `{}` is {}", kind.id, kind.letter)),
                None => placed,
            }
        }
        FenFaultKind::NoRights => placed.help("write -, or define the right in `[rights]`"),
        FenFaultKind::NoCounting => placed.help("write -, or define `[counting]`"),
        _ => placed,
    }
}

/// What an author may want to know of a start position that can be played.
fn look_at_start<B: Bitboard>(rules: &Rules<B>, start: &Text, faults: &mut Faults) {
    let position = rules.start();
    let (place, _) = start.locate(0..start.string.len());
    if !position.has_move(rules) {
        faults.push(Fault::new(codes::W409, &place, "the side to move has no legal move in the start position"));
    }
    let spec = rules.spec();
    let white = position.men(Colour::White).to_set();
    let black = position.men(Colour::Black).to_set();
    if spec.geometry.mirrored_set(white, spec.mirror) != black {
        faults.push(Fault::new(codes::I410, &place, "the start position is not the same for both sides"));
    }
}
