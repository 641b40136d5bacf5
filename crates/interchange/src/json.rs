//! The compiled tables as JSON: what a kind of man can do from every square of the board, for programs that draw, teach or
//! check.

use khun_board::{Bitboard, Colour, Geometry, Square};
use khun_rules::spec::{
    Claim, Condition, CountingSpec, DrawWhen, EndKind, EndSpec, ExtraSpec, Kind, KindSet, Path, RowChoice, RulesSpec,
    Step, Whose,
};
use khun_rules::{Rules, with_rules};
use khun_variant::Variant;
use serde_json::{Map, Value, json};

/// The version of the form of the tables.
pub const VERSION: u32 = 1;

/// A variant's tables.
pub fn export(variant: &Variant) -> Value {
    let spec = &variant.spec;
    let kinds: Vec<Value> =
        with_rules!(&variant.rules, rules => rules.kinds().map(|kind| kind_tables(rules, kind)).collect());
    json!({
        "schema_version": VERSION,
        "id": variant.id,
        "name": variant.name,
        "hash": variant.hash,
        "profile": variant.profile,
        "files": spec.geometry.files(),
        "ranks": spec.geometry.ranks(),
        "start": spec.start,
        "kinds": kinds,
        "rights": spec.rights.iter().map(|right| json!({
            "name": right.name,
            "holders": ids(spec, right.holders.kinds()),
            "in_fen": right.in_fen,
            "lost_by_any_capture": right.lost_by_any_capture,
            "lost_by_check": right.lost_by_check,
        })).collect::<Vec<_>>(),
        "ends": spec.ends.iter().map(|end| end_table(spec, end)).collect::<Vec<_>>(),
        "counting": spec.counting.as_ref().map(|counting| counting_table(spec, counting)),
    })
}

fn ids(spec: &RulesSpec, kinds: impl Iterator<Item = Kind>) -> Vec<&str> {
    kinds.filter_map(|kind| spec.kinds.get(kind.index())).map(|kind| kind.id.as_str()).collect()
}

fn end_table(spec: &RulesSpec, end: &EndSpec) -> Value {
    let (kind, more) = match &end.kind {
        EndKind::Count { when, unless_can_capture } => {
            ("count", json!({ "when": condition(spec, when), "unless_can_capture": unless_can_capture }))
        }
        EndKind::Checks { times } => ("checks", json!({ "times": times })),
        EndKind::Goal { kinds, regions } => {
            let [white, black] = regions.map(|region| names(spec.geometry, region));
            ("goal", json!({ "pieces": ids(spec, kinds.kinds()), "white": white, "black": black }))
        }
        EndKind::NoMoves { in_check } => ("no_moves", json!({ "in_check": in_check })),
        EndKind::Repetition { times } => ("repetition", json!({ "times": times })),
        EndKind::NMove { moves, suspended_by_counting } => {
            ("n_move", json!({ "moves": moves, "suspended_by_counting": suspended_by_counting }))
        }
        EndKind::Counting => ("counting", json!({})),
    };
    json!({
        "name": end.name,
        "stage": end.kind.stage(),
        "kind": kind,
        "result": format!("{:?}", end.result).to_lowercase(),
        "on_claim": end.claim == Claim::OnClaim,
        "holds": more,
    })
}

fn counting_table(spec: &RulesSpec, counting: &CountingSpec) -> Value {
    json!({
        "limit_itself_draws": counting.draw_when == DrawWhen::Reached,
        "board": counting.board.as_ref().map(|board| json!({
            "when": condition(spec, &board.when),
            "limit": board.limit,
        })),
        "pieces": counting.pieces.as_ref().map(|pieces| json!({
            "when": condition(spec, &pieces.when),
            "smallest_row": pieces.choice == RowChoice::Smallest,
            "rows": pieces.table.iter().map(|row| json!({
                "when": condition(spec, &row.when),
                "limit": row.limit,
            })).collect::<Vec<_>>(),
        })),
    })
}

/// The clauses of a condition. No kinds: all men of the side. No greatest number: any.
fn condition(spec: &RulesSpec, condition: &Condition) -> Vec<Value> {
    let clauses = condition.0.iter().map(|clause| {
        let whose = match clause.whose {
            Whose::Own => "self",
            Whose::Enemy => "enemy",
            Whose::Board => "board",
        };
        let kinds = (clause.kinds != KindSet::ALL).then(|| ids(spec, clause.kinds.kinds()));
        let most = (clause.max != u8::MAX).then_some(clause.max);
        json!({ "whose": whose, "pieces": kinds, "min": clause.min, "max": most })
    });
    clauses.collect()
}

/// A kind of man: what it is, its steps, and for each colour and square where it goes and captures on an empty board, and
/// over men.
fn kind_tables<B: Bitboard>(rules: &Rules<B>, kind: Kind) -> Value {
    let spec = rules.kind(kind);
    let geometry = rules.geometry();
    let region = |colour: Colour| spec.region.map_or(u128::MAX, |region| region[colour.index()]);
    let sides = Colour::BOTH.map(|colour| {
        let table: Map<String, Value> = geometry
            .iter()
            .map(|square| {
                let reach = |steps: &[Step]| reach(rules.spec(), steps, colour, square, region(colour));
                let mut entry = reach(&spec.steps);
                let extras = spec
                    .extras
                    .iter()
                    .filter(|extra| extra.from.is_none_or(|from| from[colour.index()] >> square.0 & 1 == 1));
                let extras: Map<String, Value> =
                    extras.map(|extra| (extra.name.clone(), Value::Object(reach(&extra.steps)))).collect();
                if !extras.is_empty() {
                    entry.insert("extra".to_owned(), Value::Object(extras));
                }
                (geometry.name(square).to_string(), Value::Object(entry))
            })
            .collect();
        json!({ "moves": table, "promotes_on": names(geometry, rules.promotion_zone(colour, kind).to_set()) })
    });
    let [white, black] = sides;
    json!({
        "id": spec.id,
        "letter": spec.letter.to_string(),
        "names": spec.names,
        "betza": spec.betza,
        "royal": spec.royal,
        "pawn": spec.pawn,
        "value": spec.value,
        "steps": steps(&spec.steps),
        "promotes_to": spec.promotion.as_ref().map(|promotion| ids(rules.spec(), promotion.to.iter().copied())),
        "promotion_is_mandatory": spec.promotion.as_ref().map(|promotion| promotion.mandatory),
        "extra": spec.extras.iter().map(|extra| extra_table(rules.spec(), extra)).collect::<Vec<_>>(),
        "white": white,
        "black": black,
    })
}

/// Steps as White makes them.
fn steps(steps: &[Step]) -> Vec<Value> {
    let step = |step: &Step| {
        let path = match step.path {
            Path::Free => "free",
            Path::Lame => "lame",
            Path::MustJump => "must_jump",
            Path::HopAny => "hop_any",
            Path::HopOne => "hop_one",
        };
        json!({
            "files": step.files,
            "ranks": step.ranks,
            "range": (step.range != Step::UNLIMITED).then_some(step.range),
            "quiet": step.modality.quiet(),
            "capture": step.modality.capture(),
            "path": path,
        })
    };
    steps.iter().map(step).collect()
}

/// Moves that a man has under conditions.
fn extra_table(spec: &RulesSpec, extra: &ExtraSpec) -> Value {
    let right = extra.needs.and_then(|right| spec.rights.get(right));
    json!({
        "name": extra.name,
        "betza": extra.betza,
        "steps": steps(&extra.steps),
        "needs": right.map(|right| right.name.as_str()),
        "unless_in_check": extra.unless_in_check,
        "lost_by_aim": ids(spec, extra.lost_by_aim.kinds()),
    })
}

/// Where steps lead from a square: `capture` and `quiet` on an empty board; `hop_capture` and `hop_quiet`, if there are
/// such, where a man has to stand on the way.
fn reach(spec: &RulesSpec, steps: &[Step], colour: Colour, square: Square, region: u128) -> Map<String, Value> {
    let geometry = spec.geometry;
    let view = |square| if colour == Colour::White { square } else { geometry.mirrored(square, spec.mirror) };
    // Captures and quiet moves, first without and then with a man on the way.
    let mut sets = [[0u128; 2]; 2];
    for step in steps {
        let hops = !matches!(step.path, Path::Free | Path::Lame);
        let mut at = view(square);
        for times in 1..=step.range {
            let Some(next) = geometry.offset(at, i32::from(step.files), i32::from(step.ranks)) else { break };
            at = next;
            // A hopper that rides has its man on an earlier square of the line.
            if hops && times == 1 && step.path != Path::MustJump {
                continue;
            }
            let bit = (1u128 << view(at).0) & region;
            for (set, may) in sets[usize::from(hops)].iter_mut().zip([step.modality.capture(), step.modality.quiet()]) {
                *set |= if may { bit } else { 0 };
            }
        }
    }
    let [[capture, quiet], [hop_capture, hop_quiet]] = sets;
    let mut entry = Map::new();
    entry.insert("capture".to_owned(), json!(names(geometry, capture)));
    entry.insert("quiet".to_owned(), json!(names(geometry, quiet)));
    if hop_capture | hop_quiet != 0 {
        entry.insert("hop_capture".to_owned(), json!(names(geometry, hop_capture)));
        entry.insert("hop_quiet".to_owned(), json!(names(geometry, hop_quiet)));
    }
    entry
}

fn names(geometry: Geometry, set: u128) -> Vec<String> {
    geometry.iter().filter(|square| set >> square.0 & 1 == 1).map(|square| geometry.name(square).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_variant::{Settings, load};

    #[test]
    fn tables_of_makruk() {
        let tables = export(&load("makruk", &Settings::default()).unwrap());
        let pawn = tables["kinds"].as_array().unwrap().iter().find(|kind| kind["id"] == "pawn").unwrap();
        assert_eq!(pawn["white"]["moves"]["d4"], json!({ "capture": ["c5", "e5"], "quiet": ["d5"] }));
        assert_eq!(pawn["black"]["moves"]["d4"]["quiet"], json!(["d3"]));
        assert_eq!(pawn["promotes_to"], json!(["met"]));
    }

    /// The squares of a kind's entry, as one list.
    fn squares(tables: &Value, kind: &str, square: &str, key: &str) -> Vec<String> {
        let kinds = tables["kinds"].as_array().unwrap();
        let kind = kinds.iter().find(|other| other["id"] == kind).unwrap();
        let list = kind["white"]["moves"][square].pointer(key).and_then(Value::as_array);
        list.unwrap().iter().map(|square| square.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn extra_lame_and_hopping_moves_are_there() {
        let ouk = export(&load("ouk", &Settings::default()).unwrap());
        assert_eq!(squares(&ouk, "met", "e1", "/extra/leap/quiet"), ["e3"]);
        let text =
            "format = 1\nextends = \"makruk\"\n[pieces.knight]\nbetza = \"nN\"\n[pieces.rook]\nbetza = \"mRcpR\"\n";
        let tables = export(&khun_variant::load_str(text, "mine.toml", None, &Settings::default()).unwrap());
        assert_eq!(squares(&tables, "knight", "a1", "/quiet"), ["c2", "b3"]);
        assert_eq!(
            tables["kinds"].as_array().unwrap().iter().find(|kind| kind["id"] == "knight").unwrap()["steps"][0]["path"],
            "lame"
        );
        assert!(!squares(&tables, "rook", "a1", "/hop_capture").contains(&"a2".to_owned()));
        assert!(squares(&tables, "rook", "a1", "/hop_capture").contains(&"a3".to_owned()));
        assert!(squares(&tables, "rook", "a1", "/capture").is_empty());
    }

    /// What is worked out from the steps is what the generator has in its tables.
    #[test]
    fn tables_are_those_of_the_rules() {
        for bundled in khun_variant::bundled() {
            let variant = load(bundled.id, &Settings::default()).unwrap();
            with_rules!(&variant.rules, rules => {
                for (kind, colour) in rules.kinds().flat_map(|kind| Colour::BOTH.map(|colour| (kind, colour))) {
                    let spec = rules.kind(kind);
                    for square in rules.geometry().iter() {
                        let (quiet, capture) = rules.reach(colour, kind, square);
                        let entry = reach(rules.spec(), &spec.steps, colour, square, u128::MAX);
                        assert_eq!(entry["quiet"], json!(names(rules.geometry(), quiet.to_set())));
                        assert_eq!(entry["capture"], json!(names(rules.geometry(), capture.to_set())));
                    }
                }
            });
        }
    }
}
