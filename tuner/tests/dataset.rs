//! Data sets: written, read back, torn, merged, exported.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use khun_rules::board::Colour;
use khun_rules::playout::{playout, seeded};
use khun_rules::{Declaration, Game, Rules, Status, pgn, samples};
use khun_tuner::ctl::hash_bytes;
use khun_tuner::dataset::*;
use khun_tuner::task::{Limits, PlayerId, Seed};

fn rules() -> Arc<Rules<u64>> {
    Arc::new(Rules::build(&samples::makruk()).unwrap())
}

fn variant() -> VariantId {
    VariantId { id: "makruk".into(), hash: "0123456789abcdef".into() }
}

fn source(seed: u64) -> Source {
    let player = PlayerId { engine: "random".into(), weights: hash_bytes(b"none") };
    Source { player, seed: Seed(seed), limits: Limits::nodes(1) }
}

/// Random games, some of them cut off or begun elsewhere.
fn games(rules: &Arc<Rules<u64>>, range: std::ops::Range<u64>) -> Vec<GameRecord> {
    range
        .map(|index| {
            let start = if index % 3 == 0 {
                rules.parse_fen("r1s1ks1r/3nm2n/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 3").unwrap()
            } else {
                rules.start()
            };
            let random = playout(rules, &start, &mut seeded(5, index), 120);
            let mut game = Game::from_position(rules.clone(), start);
            random.moves.iter().for_each(|&mv| game.play(mv).unwrap());
            if index % 4 == 1 && !game.outcome().is_over() {
                game.declare(Declaration::Resign(Colour::Black)).unwrap();
            }
            let decision = (!game.outcome().is_over()).then_some((Status::Draw, adjudicated::LENGTH));
            let plies = random.moves.len() as u32;
            let samples = (0..=plies).step_by(11).map(|ply| Sample { ply, score: 300 - ply as i16 * 7 }).collect();
            record_of(&game, index, 8, decision, samples)
        })
        .collect()
}

fn filled(dir: &Path, rules: &Arc<Rules<u64>>) -> DataSet {
    let mut set = DataSet::create(dir, variant(), vec![source(1)]).unwrap();
    set.add_shard(0, &games(rules, 0..10)).unwrap();
    set.add_shard(0, &games(rules, 10..15)).unwrap();
    set
}

#[test]
fn games_are_read_back() {
    let (rules, dir) = (rules(), tempfile::tempdir().unwrap());
    let written = filled(dir.path(), &rules);
    let set = DataSet::open_for(dir.path(), &variant()).unwrap();
    assert_eq!(set.manifest(), written.manifest());
    let read: Vec<GameRecord> = set.games().map(Result::unwrap).collect();
    assert_eq!(read, games(&rules, 0..15));
    assert!(set.verify(&rules).is_empty());
    let totals = set.totals().unwrap();
    assert_eq!((totals.games, totals.white.iter().sum::<u64>()), (15, 15));
    assert_eq!(totals.positions, read.iter().map(|game| game.samples.len() as u64).sum::<u64>());
    assert_eq!(totals.lengths.iter().sum::<u64>(), 15);
}

#[test]
fn every_torn_or_changed_shard_is_named() {
    let (rules, dir) = (rules(), tempfile::tempdir().unwrap());
    let set = filled(dir.path(), &rules);
    let path = dir.path().join("shard-00001.games");
    let whole = fs::read(&path).unwrap();
    for cut in (0..whole.len()).step_by(37) {
        fs::write(&path, &whole[..cut]).unwrap();
        let error = set.totals().unwrap_err().to_string();
        assert!(error.contains("shard-00001.games is broken: it is cut short"), "{error}");
    }
    for place in (0..whole.len()).step_by(23) {
        let mut changed = whole.clone();
        changed[place] ^= 4;
        fs::write(&path, changed).unwrap();
        assert!(matches!(set.totals(), Err(DataError::Broken { .. })), "byte {place}");
    }
    // The other shard of the set is whole, but not the one that is listed here.
    fs::copy(dir.path().join("shard-00000.games"), &path).unwrap();
    assert_eq!(set.verify(&rules).len(), 1);
    fs::remove_file(&path).unwrap();
    let error = set.totals().unwrap_err().to_string();
    assert!(error.starts_with("cannot read ") && error.contains("shard-00001.games"), "{error}");
}

#[test]
fn manifests_are_checked() {
    let (rules, dir) = (rules(), tempfile::tempdir().unwrap());
    filled(dir.path(), &rules);
    let path = dir.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let open = |text: &str| {
        fs::write(&path, text).unwrap();
        DataSet::open(dir.path()).unwrap_err().to_string()
    };
    assert!(open(&text.replace("\"format\": 1", "\"format\": 2")).ends_with("its format is 2, only 1 is known"));
    assert!(open(&text.replace("shard-00001", "../shard-00001")).contains("is no name of a shard"));
    assert!(open(&text.replace("\"source\": 0", "\"source\": 3")).contains("has no source 3"));
    assert!(open(&text[..text.len() / 2]).contains("is broken"));
    fs::remove_file(&path).unwrap();
    assert!(matches!(DataSet::open(dir.path()), Err(DataError::Missing(_))));
    fs::write(&path, &text).unwrap();
    let other = VariantId { id: "ouk".into(), hash: "fedcba9876543210".into() };
    let error = DataSet::open_for(dir.path(), &other).unwrap_err().to_string();
    assert!(error.contains("makruk (0123456789abcdef), not of ouk (fedcba9876543210)"), "{error}");
    assert!(matches!(DataSet::create(dir.path(), other, vec![]), Err(DataError::Occupied(_))));
}

#[test]
fn games_against_the_rules_are_found() {
    let (rules, dir) = (rules(), tempfile::tempdir().unwrap());
    let mut set = filled(dir.path(), &rules);
    let mut bad = games(&rules, 15..19);
    bad[0].events[3] = PackedEvent::Move(0, 127, 9);
    bad[1].status = Status::Ongoing;
    bad[1].reason = "mate".into();
    bad[2].start = Some("nonsense".into());
    bad[3].samples = vec![Sample { ply: 9999, score: 0 }];
    set.add_shard(0, &bad).unwrap();
    let faults: Vec<String> = set.verify(&rules).iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(faults[0].contains("game 15 does not follow the rules: event 4: the move is not legal"), "{faults:?}");
}

#[test]
fn merging_keeps_equal_games_once() {
    let (rules, dir) = (rules(), tempfile::tempdir().unwrap());
    let [a, b, c] = ["a", "b", "c"].map(|name| dir.path().join(name));
    filled(&a, &rules);
    let mut second = DataSet::create(&b, variant(), vec![source(2)]).unwrap();
    second.add_shard(0, &games(&rules, 12..20)).unwrap();
    let (merged, left_out) = merge(&[a.clone(), b], &c).unwrap();
    assert_eq!(left_out, 3);
    assert_eq!(merged.totals().unwrap().games, 20);
    assert_eq!(merged.manifest().sources.len(), 2);
    assert!(matches!(merge(std::slice::from_ref(&a), &a), Err(DataError::Occupied(_))));
}

#[test]
fn exports_follow_the_games() {
    let rules = rules();
    for record in games(&rules, 0..12) {
        let (mut positions, mut text) = (Vec::new(), Vec::new());
        export_positions(&rules, &record, &mut positions).unwrap().unwrap();
        let positions = String::from_utf8(positions).unwrap();
        assert_eq!(positions.lines().count(), record.samples.len());
        for (line, sample) in positions.lines().zip(&record.samples) {
            let fields: Vec<&str> = line.split(';').collect();
            rules.parse_fen(fields[0]).unwrap();
            assert_eq!(fields[1].parse::<f64>().ok(), record.result());
            assert_eq!(fields[2..], [sample.score.to_string(), sample.ply.to_string()]);
        }
        export_pgn(&rules, &record, "random", &mut text).unwrap().unwrap();
        let (games, faults) = pgn::read_pgn(&String::from_utf8(text).unwrap());
        assert!(faults.is_empty() && games.len() == 1);
        assert_eq!(games[0].result, record.status.pgn());
        games[0].replay(&rules).unwrap();
    }
}
