//! The compiled tables as JSON: what a kind of man can do from every square of the board, for programs that draw, teach or
//! check.

use khun_board::{Bitboard, Colour, Geometry};
use khun_rules::spec::{
    Claim, Condition, CountingSpec, DrawWhen, EndKind, EndSpec, Kind, KindSet, RowChoice, RulesSpec, Whose,
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

/// A kind of man: what it is, and for each colour and square where it captures and where it goes on an empty board.
fn kind_tables<B: Bitboard>(rules: &Rules<B>, kind: Kind) -> Value {
    let spec = rules.kind(kind);
    let geometry = rules.geometry();
    let sides = Colour::BOTH.map(|colour| {
        let table: Map<String, Value> = geometry
            .iter()
            .map(|square| {
                let (quiet, capture) = rules.reach(colour, kind, square);
                let entry = json!({
                    "capture": names(geometry, capture.to_set()),
                    "quiet": names(geometry, quiet.to_set()),
                });
                (geometry.name(square).to_string(), entry)
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
        "promotes_to": spec.promotion.as_ref().map(|promotion| ids(rules.spec(), promotion.to.iter().copied())),
        "promotion_is_mandatory": spec.promotion.as_ref().map(|promotion| promotion.mandatory),
        "extra": spec.extras.iter().map(|extra| json!({ "name": extra.name, "betza": extra.betza })).collect::<Vec<_>>(),
        "white": white,
        "black": black,
    })
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
}
