//! How a game ends and what is counted, in the words of `variants.ini`.

use khun_rules::spec::{Claim, Condition, CountingSpec, EndKind, EndSpec, Kind, KindSet, RulesSpec, Verdict, Whose};
use khun_variant::{Settings, load};

use super::export::Section;
use super::names::{NAMES, name_of};

pub(super) fn write(section: &mut Section<'_>) {
    let ends = &section.spec.ends;
    let no_moves = |wanted: bool| {
        ends.iter().find(|end| {
            matches!(end.kind, EndKind::NoMoves { in_check } if in_check.is_none_or(|in_check| in_check == wanted))
        })
    };
    for (wanted, key, name) in [(true, "checkmateValue", "checkmate"), (false, "stalemateValue", "stalemate")] {
        match no_moves(wanted).map(|end| (end, value(end.result))) {
            Some((_, Some(value))) => section.say(key, value),
            Some((end, None)) => section.leave(format!("end.{}", end.name), "games are not played again"),
            None if wanted && !section.spec.kinds.iter().any(|kind| kind.royal) => {}
            None => {
                section.leave(format!("end ({name})"), "without a rule for it the side to move has to get a result")
            }
        }
    }
    repetition_and_moves(section);
    immediate(section);
    for end in section.spec.ends.iter().filter(|end| end.claim == Claim::OnClaim) {
        section.leave(format!("end.{}.claim", end.name), "draws are declared by themselves");
    }
    counting(section);
}

const fn value(result: Verdict) -> Option<&'static str> {
    match result {
        Verdict::Win => Some("win"),
        Verdict::Loss => Some("loss"),
        Verdict::Draw => Some("draw"),
        Verdict::Replay => None,
    }
}

fn repetition_and_moves(section: &mut Section<'_>) {
    let (mut folds, mut moves) = (0, 0);
    for end in &section.spec.ends {
        let name = format!("end.{}", end.name);
        match end.kind {
            EndKind::Repetition { times } => {
                folds = u16::from(times);
                match value(end.result) {
                    Some(value) => section.say("nFoldValue", value),
                    None => section.leave(name, "games are not played again"),
                }
            }
            EndKind::NMove { moves: limit, suspended_by_counting } => {
                moves = limit;
                if end.result != Verdict::Draw {
                    section.leave(&name, "an n-move rule draws");
                }
                if suspended_by_counting && section.spec.counting.is_some() {
                    section.leave(name, "the rule does not wait for a count");
                }
            }
            _ => {}
        }
    }
    section.say("nFoldRule", folds);
    section.say("nMoveRule", moves);
}

fn immediate(section: &mut Section<'_>) {
    let counts: Vec<&EndSpec> =
        section.spec.ends.iter().filter(|end| matches!(end.kind, EndKind::Count { .. })).collect();
    if !counts.is_empty() && counts == shatranj_ends().iter().collect::<Vec<_>>() {
        for (key, value) in [
            ("extinctionValue", "loss"),
            ("extinctionClaim", "true"),
            ("extinctionPieceTypes", "*"),
            ("extinctionPieceCount", "1"),
            ("extinctionOpponentPieceCount", "2"),
        ] {
            section.say(key, value);
        }
    } else {
        extinction(section, &counts);
    }
    let mut goals = 0;
    for end in &section.spec.ends {
        let name = format!("end.{}", end.name);
        match &end.kind {
            EndKind::Checks { .. } if end.result == Verdict::Loss => section.say("checkCounting", true),
            EndKind::Checks { .. } => section.leave(name, "the side that gives the checks wins"),
            EndKind::Goal { kinds, regions } if goals == 0 && end.result == Verdict::Loss => {
                goals = 1;
                let letters = section.letters(*kinds);
                section.say("flagPiece", letters);
                section.say_squares("flagRegion", "", *regions);
            }
            EndKind::Goal { .. } => section.leave(name, "there is one goal, and who reaches it wins"),
            _ => {}
        }
    }
}

/// The ends of the bundled Shatranj that count men: what Fairy-Stockfish's claim of a bared king amounts to.
fn shatranj_ends() -> Vec<EndSpec> {
    let Ok(shatranj) = load("shatranj", &Settings::default()) else { return Vec::new() };
    shatranj.spec.ends.into_iter().filter(|end| matches!(end.kind, EndKind::Count { .. })).collect()
}

/// One rule about men that are gone: "the side to move has at most so many men of these kinds".
fn extinction(section: &mut Section<'_>, counts: &[&EndSpec]) {
    for (index, end) in counts.iter().enumerate() {
        let name = format!("end.{}", end.name);
        let EndKind::Count { when, unless_can_capture } = &end.kind else { continue };
        let said = index == 0 && !unless_can_capture && value(end.result).is_some();
        let [own, rest @ ..] = when.0.as_slice() else { continue };
        let opponent = match rest {
            [] => Some(0),
            [enemy] if enemy.whose == Whose::Enemy && enemy.kinds == own.kinds && enemy.max == u8::MAX => {
                Some(enemy.min)
            }
            _ => None,
        };
        let at_most = own.whose == Whose::Own && (own.min == 0 || own.kinds == KindSet::ALL && own.min == own.max);
        match (said && at_most, opponent, value(end.result)) {
            (true, Some(opponent), Some(value)) => {
                let letters = if own.kinds == KindSet::ALL { "*".to_owned() } else { section.letters(own.kinds) };
                section.say("extinctionValue", value);
                section.say("extinctionPieceTypes", letters);
                section.say("extinctionPieceCount", own.max);
                section.say("extinctionOpponentPieceCount", opponent);
            }
            _ => section.leave(name, "there is one rule about men that are gone, and it has no such condition"),
        }
    }
}

/// The three counting rules that Fairy-Stockfish knows.
fn counting(section: &mut Section<'_>) {
    let ends = section.spec.ends.iter().any(|end| end.kind == EndKind::Counting);
    let Some(own) = section.spec.counting.as_ref().filter(|_| ends) else { return };
    let own = renamed(own, section.spec);
    for (id, word) in [("makruk", "makruk"), ("ouk", "cambodian"), ("asean", "asean")] {
        let Ok(known) = load(id, &Settings::default()) else { continue };
        if known.spec.counting.as_ref().is_some_and(|counting| renamed(counting, &known.spec) == own) {
            section.say("countingRule", word);
            return;
        }
    }
    section.leave("counting", "there are three counting rules (makruk, cambodian, asean), and this is none of them");
}

/// A counting rule whose kinds are numbered as in the table of names, so that two variants can be compared.
fn renamed(counting: &CountingSpec, spec: &RulesSpec) -> CountingSpec {
    const UNKNOWN: u8 = 15;
    let number = |kind: Kind| {
        let name = spec.kinds.get(kind.index()).and_then(|kind| name_of(&kind.steps));
        let index = name.and_then(|name| NAMES.iter().position(|(known, _)| *known == name));
        // The kinds that counting rules speak of are among the first.
        Kind(index.map_or(UNKNOWN, |index| (index as u8).min(UNKNOWN)))
    };
    let rename = |condition: &mut Condition| {
        for clause in &mut condition.0 {
            if clause.kinds != KindSet::ALL {
                clause.kinds = clause.kinds.kinds().map(number).collect();
            }
        }
    };
    let mut counting = counting.clone();
    if let Some(board) = &mut counting.board {
        rename(&mut board.when);
    }
    if let Some(pieces) = &mut counting.pieces {
        rename(&mut pieces.when);
        pieces.table.iter_mut().for_each(|row| rename(&mut row.when));
    }
    counting
}
