//! From a variant to a section of `variants.ini`.

use std::fmt::Write;

use khun_board::{Colour, Geometry, Mirror};
use khun_rules::spec::{EndKind, InCheck, Kind, KindSet, KindSpec, Modality, Path, RulesSpec, Step};
use khun_variant::Variant;

use super::ends;
use super::names::{CHESS, name_of, same_moves};
use crate::{Export, Unsaid};

/// What the name of a section begins with: Fairy-Stockfish refuses names that it has already.
pub const SECTION_PREFIX: &str = "khun-";

/// The largest board of Fairy-Stockfish.
const MOST: (u8, u8) = (12, 10);

/// A section that grows line by line.
pub(super) struct Section<'a> {
    pub(super) spec: &'a RulesSpec,
    /// The name of each kind in Fairy-Stockfish.
    pub(super) names: Vec<String>,
    pub(super) text: String,
    pub(super) unsaid: Vec<Unsaid>,
}

impl Section<'_> {
    pub(super) fn say(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    /// Notes a rule that cannot be said and changes results.
    pub(super) fn leave(&mut self, rule: impl Into<String>, why: impl Into<String>) {
        self.unsaid.push(Unsaid { rule: rule.into(), why: why.into(), moves_differ: false });
    }

    /// Notes a rule that cannot be said and changes legal moves.
    fn leave_moves(&mut self, rule: impl Into<String>, why: impl Into<String>) {
        self.unsaid.push(Unsaid { rule: rule.into(), why: why.into(), moves_differ: true });
    }

    /// The letters of some kinds, as sets of kinds are written; `-` for none.
    pub(super) fn letters(&self, kinds: KindSet) -> String {
        let kinds = kinds.kinds().filter_map(|kind| self.spec.kinds.get(kind.index()));
        let letters: String = kinds.map(|kind| kind.letter.to_ascii_lowercase()).collect();
        if letters.is_empty() { "-".into() } else { letters }
    }

    /// Both colours' squares.
    pub(super) fn say_squares(&mut self, key: &str, end: &str, squares: [u128; 2]) {
        for (colour, set) in Colour::BOTH.into_iter().zip(squares) {
            self.say(&format!("{key}{}{end}", colour.name()), square_list(self.spec.geometry, set));
        }
    }
}

/// A set of squares: whole ranks as `*6`, otherwise square by square.
fn square_list(geometry: Geometry, set: u128) -> String {
    let mut words = Vec::new();
    for rank in 0..i32::from(geometry.ranks()) {
        let squares: Vec<_> = (0..i32::from(geometry.files())).filter_map(|file| geometry.square(file, rank)).collect();
        if squares.iter().all(|square| set >> square.0 & 1 == 1) {
            words.push(format!("*{}", rank + 1));
            continue;
        }
        let inside = squares.into_iter().filter(|square| set >> square.0 & 1 == 1);
        words.extend(inside.map(|square| geometry.name(square).to_string()));
    }
    if words.is_empty() { "-".into() } else { words.join(" ") }
}

/// A variant as a section of `variants.ini`, on top of the template `chess`.
pub fn export(variant: &Variant) -> Export {
    let spec = &variant.spec;
    let mut section = Section { spec, names: names(spec), text: String::new(), unsaid: Vec::new() };
    let _ = writeln!(section.text, "# {}: made by khun from the rules {}", variant.name, variant.hash);
    let _ = writeln!(section.text, "[{SECTION_PREFIX}{}:chess]", variant.id);
    board(&mut section);
    men(&mut section);
    promotion(&mut section);
    leaps(&mut section);
    ends::write(&mut section);
    Export { text: section.text, unsaid: section.unsaid }
}

/// The names of the kinds: those that Fairy-Stockfish has, and numbers for the others.
fn names(spec: &RulesSpec) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut custom = 0;
    for kind in &spec.kinds {
        let known = match kind.royal {
            true => Some("king"),
            false => name_of(&kind.steps).filter(|name| !names.iter().any(|other| other == name)),
        };
        // The double step of a pawn-like man is one of custom pieces.
        let known = known.filter(|_| kind.royal || double_step(kind).is_none());
        names.push(match known {
            Some(name) => name.to_owned(),
            None => {
                custom += 1;
                format!("customPiece{custom}")
            }
        });
    }
    names
}

fn board(section: &mut Section<'_>) {
    let geometry = section.spec.geometry;
    if geometry.files() > MOST.0 || geometry.ranks() > MOST.1 {
        let why = format!("boards have at most {} files and {} ranks", MOST.0, MOST.1);
        section.leave_moves("board", why);
    }
    section.say("maxFile", geometry.files());
    section.say("maxRank", geometry.ranks());
    section.say("startFen", start(section.spec));
    for rule in ["castling", "doubleStep"] {
        let double_step = rule == "doubleStep" && section.spec.kinds.iter().any(|kind| double_step(kind).is_some());
        section.say(rule, double_step);
    }
    section.say("enPassantRegion", "-");
}

/// The start position. The checks that are left to give stand in the field behind the rights, even if each side has one.
fn start(spec: &RulesSpec) -> String {
    let times = spec.ends.iter().find_map(|end| match end.kind {
        EndKind::Checks { times } => Some(times),
        _ => None,
    });
    let fields: Vec<&str> = spec.start.split_whitespace().collect();
    match (times, fields.as_slice()) {
        (Some(times), [board, side, rights, rest @ ..]) if !rest.iter().any(|field| field.contains('+')) => {
            // Their counts of moves come last; the limit of a count is said by the rule.
            let rest = rest.iter().skip_while(|field| **field == "-").copied().collect::<Vec<_>>().join(" ");
            format!("{board} {side} {rights} - {times}+{times} {rest}")
        }
        _ => spec.start.clone(),
    }
}

fn men(section: &mut Section<'_>) {
    let spec = section.spec;
    let unused: Vec<&str> =
        CHESS.iter().copied().filter(|name| !section.names.iter().any(|known| known == name)).collect();
    for name in unused {
        section.say(name, "-");
    }
    if !spec.kinds.iter().any(|kind| kind.royal) {
        section.say("king", "-");
    }
    for (index, kind) in spec.kinds.iter().enumerate() {
        let name = section.names[index].clone();
        let letter = kind.letter.to_ascii_lowercase();
        let rule = format!("pieces.{}", kind.id);
        let king = kind.royal && same_moves(&kind.steps, "K");
        let custom = name.starts_with("customPiece") || kind.royal && !king;
        if custom {
            let double_step = double_step(kind).map(|(betza, _)| format!("i{betza}")).unwrap_or_default();
            section.say(&name, format!("{letter}:{}{double_step}", kind.betza));
            if let Some(why) = kind.steps.iter().find_map(unsayable).or_else(|| clash(&kind.steps)) {
                section.leave_moves(&rule, why);
            }
        } else {
            section.say(&name, letter);
        }
        if !mirrors_well(spec.mirror, &kind.steps) {
            section.leave_moves(&rule, "Black's moves are White's turned by half a turn");
        }
        if let Some(region) = kind.region {
            let mut capital = name.clone();
            capital[..1].make_ascii_uppercase();
            for (colour, set) in Colour::BOTH.into_iter().zip(region) {
                let key = format!("mobilityRegion{}{capital}", colour.name());
                section.say(&key, square_list(spec.geometry, set));
            }
        }
        if kind.in_check == InCheck::MayOnlyCaptureChecker {
            section.say("makpongRule", true);
        }
    }
    let pawns = spec.kinds.iter().enumerate().filter(|(_, kind)| kind.pawn).map(|(index, _)| Kind(index as u8));
    let pawns = section.letters(pawns.collect());
    section.say("pawnTypes", &pawns);
    section.say("nMoveRuleTypes", &pawns);
}

/// Why a step cannot be written, if it cannot.
fn unsayable(step: &Step) -> Option<&'static str> {
    let (long, short) = {
        let (files, ranks) = (step.files.unsigned_abs(), step.ranks.unsigned_abs());
        (files.max(ranks), files.min(ranks))
    };
    let plain_line = matches!((long, short), (1, 0) | (1, 1));
    let unlimited = step.range == Step::UNLIMITED;
    match step.path {
        Path::Free if step.range == 1 => None,
        Path::Free if plain_line && (unlimited || step.range <= 9) => None,
        Path::Free if (long, short) == (2, 1) && unlimited => None,
        Path::Free => Some("riders of this leap move nowhere"),
        Path::Lame if step.range == 1 && matches!((long, short), (2, _) | (3, 2)) => None,
        Path::Lame => Some("only the leaps N, A, Z and D can be lame"),
        Path::MustJump => Some("leaps that have to jump are not known"),
        Path::HopAny | Path::HopOne if plain_line && unlimited => None,
        Path::HopAny | Path::HopOne => Some("only R and B hop"),
    }
}

/// Why steps cannot stand side by side, if they cannot. Of a leap that is free in some directions and lame in others all
/// come out lame, and a line that is written with two ranges gets one of them, and
/// where a man hops and slides the directions of one become those of the other.
fn clash(steps: &[Step]) -> Option<&'static str> {
    let shape = |step: &Step| {
        let (files, ranks) = (step.files.unsigned_abs(), step.ranks.unsigned_abs());
        (files.max(ranks), files.min(ranks))
    };
    let pairs = || steps.iter().enumerate().flat_map(|(at, one)| steps[at + 1..].iter().map(move |other| (one, other)));
    let mixed = |(one, other): (&Step, &Step)| {
        let paths = (one.path, other.path);
        let leaps = one.range == 1 && other.range == 1 && shape(one) == shape(other);
        leaps && matches!(paths, (Path::Free, Path::Lame) | (Path::Lame, Path::Free))
    };
    let two_ranges = |(one, other): (&Step, &Step)| {
        let same_line = (one.files, one.ranks, one.path) == (other.files, other.ranks, other.path);
        same_line && one.range > 1 && other.range > 1
    };
    let hops_and_slides = |(one, other): (&Step, &Step)| {
        let hops = |step: &Step| matches!(step.path, Path::HopAny | Path::HopOne);
        let rides = one.range > 1 && other.range > 1 && shape(one) == shape(other) && hops(one) != hops(other);
        let together = |test: fn(Modality) -> bool| test(one.modality) && test(other.modality);
        rides && (together(Modality::capture) || together(Modality::quiet))
    };
    if pairs().any(mixed) {
        Some("a leap cannot be free in one direction and lame in another")
    } else if pairs().any(two_ranges) {
        Some("a line cannot have two ranges")
    } else if pairs().any(hops_and_slides) {
        Some("a man cannot both hop and slide along ranks and files, or along diagonals, in one kind of move")
    } else {
        None
    }
}

/// Whether Black's moves come out alike by mirroring the ranks, as here, and by turning the board, as there.
fn mirrors_well(mirror: Mirror, steps: &[Step]) -> bool {
    let has = |files: i8, ranks: i8, of: &Step| steps.contains(&Step { files, ranks, ..*of });
    match mirror {
        Mirror::Rotate => true,
        Mirror::Rank => steps.iter().all(|step| has(-step.files, step.ranks, step)),
        Mirror::None => steps.iter().all(|step| has(-step.files, -step.ranks, step)),
    }
}

/// Extra moves that are the first step of a pawn: quiet, from a region, without a right.
fn double_step(kind: &KindSpec) -> Option<(&str, [u128; 2])> {
    let [extra] = kind.extras.as_slice() else { return None };
    let quiet = extra.steps.iter().all(|step| step.modality == Modality::Quiet);
    let plain = extra.needs.is_none() && !extra.unless_in_check && !kind.royal;
    // What comes after the first atom would not be a first step.
    let one_atom = extra.betza.chars().filter(char::is_ascii_uppercase).count() == 1;
    match extra.from {
        Some(from) if quiet && plain && one_atom => Some((&extra.betza, from)),
        _ => None,
    }
}

fn promotion(section: &mut Section<'_>) {
    let spec = section.spec;
    let promoting: Vec<(usize, &KindSpec)> =
        spec.kinds.iter().enumerate().filter(|(_, kind)| kind.promotion.is_some()).collect();
    let kinds = promoting.iter().map(|(index, _)| Kind(*index as u8)).collect();
    let letters = section.letters(kinds);
    section.say("promotionPawnTypes", letters);
    let Some(first) = promoting.first().and_then(|(_, kind)| kind.promotion.as_ref()) else {
        section.say("promotionPieceTypes", "-");
        return;
    };
    for (_, kind) in &promoting {
        if kind.promotion.as_ref() != Some(first) {
            let rule = format!("pieces.{}.promotion", kind.id);
            section.leave_moves(rule, "all men promote on the same squares and to the same kinds");
        }
    }
    let becomes = section.letters(first.to.iter().copied().collect());
    section.say("promotionPieceTypes", becomes);
    section.say_squares("promotionRegion", "", first.zones);
    section.say("mandatoryPawnPromotion", first.mandatory);
}

/// Moves under conditions: the first moves of Ouk, and double steps.
fn leaps(section: &mut Section<'_>) {
    let spec = section.spec;
    if is_ouk(spec, &section.names) {
        section.say("cambodianMoves", true);
        // Field 3 of a FEN is read as letters of files only then.
        section.say("gating", true);
        return;
    }
    let mut region = None;
    for kind in &spec.kinds {
        match double_step(kind) {
            Some((_, from)) if region.is_none_or(|region| region == from) => {
                if region.is_none() {
                    section.say_squares("doubleStepRegion", "", from);
                }
                region = Some(from);
            }
            Some(_) => {
                section.leave_moves(format!("pieces.{}.extra", kind.id), "first steps begin on the same squares")
            }
            None => {
                for extra in &kind.extras {
                    let rule = format!("pieces.{}.extra.{}", kind.id, extra.name);
                    section.leave_moves(rule, "moves under such conditions are not known, except the leaps of Ouk");
                }
            }
        }
    }
}

/// Whether the moves under conditions are the two leaps that Fairy-Stockfish knows as `cambodianMoves`.
fn is_ouk(spec: &RulesSpec, names: &[String]) -> bool {
    let [right] = spec.rights.as_slice() else { return false };
    let rooks: KindSet = (0..names.len()).filter(|&index| names[index] == "rook").map(|i| Kind(i as u8)).collect();
    right.in_fen
        && !right.lost_by_any_capture
        && !right.lost_by_check
        && spec.kinds.iter().zip(names).all(|(kind, name)| match (name.as_str(), kind.extras.as_slice()) {
            ("king", [leap]) => {
                same_moves(&leap.steps, "fsmN")
                    && leap.needs.is_some()
                    && leap.from.is_none()
                    && leap.unless_in_check
                    && leap.lost_by_aim == rooks
                    && !rooks.is_empty()
            }
            ("fers", [leap]) => {
                let plain = leap.from.is_none() && !leap.unless_in_check && leap.lost_by_aim.is_empty();
                same_moves(&leap.steps, "fmD") && leap.needs.is_some() && plain
            }
            ("king" | "fers", _) => false,
            (_, extras) => extras.is_empty(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_variant::{Settings, load_str};

    fn unsaid(betza: &str) -> Vec<String> {
        let text = format!("format = 1\nextends = \"makruk\"\n[pieces.met]\nbetza = \"{betza}\"\n");
        let variant = load_str(&text, "test.toml", None, &Settings::default()).unwrap();
        export(&variant).unsaid.into_iter().filter(|unsaid| unsaid.moves_differ).map(|unsaid| unsaid.rule).collect()
    }

    #[test]
    fn moves_that_come_out_otherwise_are_named() {
        for betza in ["F", "FfmD", "nN", "NN", "R4", "pR", "nNfA", "mRcpR"] {
            assert_eq!(unsaid(betza), [""; 0], "{betza}");
        }
        for betza in ["DD", "A2", "jD", "nC", "fNnN", "QR2", "mRcpRfWW"] {
            assert_eq!(unsaid(betza), ["pieces.met"], "{betza}");
        }
    }
}
