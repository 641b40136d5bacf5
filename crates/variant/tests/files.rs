//! Variants from files: names, paths, inheritance, boards of other sizes, and what is told where there is nothing.

use std::fs;
use std::path::PathBuf;

use khun_rules::spec::{DrawWhen, EndKind, Path as StepPath};
use khun_rules::{perft, with_rules};
use khun_variant::{LoadError, Settings, Variant, bundled, check, check_str, load, load_str};

fn text(text: &str) -> Variant {
    load_str(text, "mine.toml", None, &Settings::default())
        .unwrap_or_else(|error| panic!("{error}: {:#?}", error.faults()))
}

/// A directory of its own for a test, removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("khun-variant-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn variants_have_names() {
    for (name, id) in [
        ("makruk", "makruk"),
        ("Makruk", "makruk"),
        ("หมากรุก", "makruk"),
        ("cambodian", "ouk"),
        ("karouk", "kar-ouk"),
        ("aiwok", "ai-wok"),
    ] {
        assert_eq!(load(name, &Settings::default()).unwrap().id, id);
    }
    let kar_ouk = load("kar-ouk", &Settings::default()).unwrap();
    assert_eq!(kar_ouk.extends, ["ouk", "makruk"]);
    assert_eq!(kar_ouk.uci, "karouk");
    let names: Vec<&str> = kar_ouk.spec.kinds.iter().map(|kind| kind.names["en"].as_str()).collect();
    assert_eq!(names, ["sdech", "neang", "koul", "ses", "tuk", "trey"]);
    let makruk = load("makruk", &Settings::default()).unwrap();
    let names: Vec<&str> = makruk.spec.kinds.iter().map(|kind| kind.names["en"].as_str()).collect();
    assert_eq!(names, ["khun", "met", "khon", "ma", "ruea", "bia"]);
    let mut all: Vec<String> = Vec::new();
    for bundled in bundled() {
        let variant = load(bundled.id, &Settings::default()).unwrap();
        assert!(!variant.summary.is_empty() && !variant.sources.is_empty(), "{}", bundled.id);
        assert!(variant.params.iter().all(|parameter| !parameter.doc.is_empty()), "{}", bundled.id);
        assert!(variant.profiles.iter().all(|profile| !profile.doc.is_empty()), "{}", bundled.id);
        all.push(variant.id);
        all.extend(variant.aliases);
    }
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count, "two bundled variants share a name");
}

#[test]
fn what_is_not_there_is_named_with_what_is_near() {
    let told = |name: &str, settings: Settings| {
        let error = load(name, &settings).unwrap_err();
        (error.exit_status(), error.to_string())
    };
    assert_eq!(
        told("makrk", Settings::default()),
        (2, "there is no variant `makrk` (did you mean `makruk`?)".to_string())
    );
    let (status, message) = told("chess", Settings::default());
    assert!(status == 2 && message.contains("`shatranj`"), "{message}");
    assert_eq!(
        told("makruk", Settings::profile("tabel")),
        (2, "`makruk` has no profile `tabel` (did you mean `table`?)".to_string())
    );
    assert_eq!(
        told("makruk", Settings::default().with("stalemat", "draw")),
        (2, "`makruk` has no parameter `stalemat` (did you mean `stalemate`?)".to_string())
    );
    assert_eq!(
        told("makruk", Settings::default().with("promotion_rank", "9")),
        (2, "`promotion_rank`: it wants a whole number from 4 to 8, not 9".to_string())
    );
    assert_eq!(
        told("makruk", Settings::default().with("stalemate", "lose")),
        (2, "`stalemate`: it wants one of draw, loss, win, replay, not `lose` (did you mean `loss`?)".to_string())
    );
    assert!(matches!(load("no/such/file.toml", &Settings::default()), Err(LoadError::Io { .. })));
    assert!(matches!(load(".", &Settings::default()), Err(LoadError::UnknownVariant { .. } | LoadError::Io { .. })));
}

#[test]
fn three_lines_make_a_variant() {
    let variant = load_str(
        "format = 1\nextends = \"makruk\"\nend.first_check = { kind = \"checks\", times = 1, result = \"loss\" }\n",
        "kar-makruk.toml",
        None,
        &Settings::default(),
    )
    .unwrap();
    assert_eq!((variant.id.as_str(), variant.name.as_str()), ("kar-makruk", "kar-makruk"));
    assert!(variant.aliases.is_empty(), "aliases are not inherited");
    assert!(variant.spec.ends.iter().any(|end| end.kind == EndKind::Checks { times: 1 }));
    assert_eq!(with_rules!(&variant.rules, rules => perft(rules, &rules.start(), 3)), 12012);
}

#[test]
fn files_extend_files_beside_them() {
    let scratch = Scratch::new("beside");
    scratch.write("base.toml", "format = 1\nextends = \"makruk\"\n[params.stalemate]\ndefault = \"win\"\n");
    let by_name = scratch.write("by-name.toml", "format = 1\nextends = \"base\"\n");
    let by_path = scratch.write("deeper/by-path.toml", "format = 1\nextends = \"../base.toml\"\n");
    // A file that is called like a bundled variant goes before it, but does not extend itself.
    scratch.write(
        "makruk.toml",
        "format = 1\nextends = \"makruk\"\nname = \"Mine\"\n[counting]\ndraw_when = \"reached\"\n",
    );
    let over_mine = scratch.write("over-mine.toml", "format = 1\nextends = \"makruk\"\n");
    let load =
        |path: &str| load(path, &Settings::default()).unwrap_or_else(|error| panic!("{error}: {:#?}", error.faults()));
    assert_eq!(load(&by_name).extends, ["base", "makruk", "makruk"]);
    assert_eq!(load(&by_path).id, "by-path");
    let variant = load(&over_mine);
    assert_eq!(variant.extends, ["makruk", "makruk"]);
    assert_eq!(variant.spec.counting.unwrap().draw_when, DrawWhen::Reached);
}

#[test]
fn a_copy_of_a_bundled_file_can_be_played() {
    let scratch = Scratch::new("copy");
    for bundled in bundled() {
        let path = scratch.write(bundled.file_name, bundled.text);
        let report = check(&path).unwrap();
        assert!(report.is_ok() && report.faults.is_empty(), "{}: {:#?}", bundled.id, report.faults);
    }
    let path = scratch.write("changed.toml", &bundled()[0].text.replace("default = 6", "default = 7"));
    let variant = load(&path, &Settings::default()).unwrap();
    assert_eq!(variant.warnings.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>(), ["W007"]);
}

#[test]
fn text_that_is_not_utf8_has_a_place() {
    let scratch = Scratch::new("utf8");
    let path = scratch.write("bytes.toml", "");
    fs::write(&path, b"format = 1\nname = \"\xff\"\n").unwrap();
    let error = load(&path, &Settings::default()).unwrap_err();
    let data = error.faults()[0].to_data();
    assert_eq!((error.exit_status(), data.code, data.line, data.column), (1, "E001", 2, 9));
}

#[test]
fn boards_may_be_large() {
    let variant = text(
        r#"
format = 1
extends = "makruk"
[board]
files = 12
ranks = 10
start = "1rnsmksnr3/12/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/12/1RNSMKSNR3 w - - 0 1"
[params.promotion_rank]
max = 10
default = 8
[regions]
promotion = "ranks $promotion_rank-10"
[profiles.uk]
remove = true
"#,
    );
    assert_eq!(variant.spec.geometry.squares(), 120);
    let pawn = &variant.spec.kinds[5];
    let zones = pawn.promotion.as_ref().unwrap().zones;
    assert_eq!((zones[0].count_ones(), zones[1]), (36, (1 << 36) - 1));
    assert!(with_rules!(&variant.rules, rules => perft(rules, &rules.start(), 2)) > 0);
}

#[test]
fn the_whole_vocabulary_reaches_the_rules() {
    let variant = text(
        r#"
format = 1
id = "everything"
extends = "ouk"
allow = ["W105", "W106", "I511"]
[board]
mirror = "rotate"
start = "rnsmksnr/c6c/pppppppp/8/8/PPPPPPPP/C6C/RNSKMSNR w DEde - 0 1"
[regions]
palace = "c1:f3"
hill = "(d4 + e4 + d5 + e5) & all"
[rights.first_move]
lost_by = { any_capture = true, check = true }
[pieces.king]
region = "palace + ranks 2-8"
[pieces.cannon]
letter = "C"
betza = "mRcpR"
names = { zh = "炮" }
[pieces.khon.extra.jump]
betza = "fmjD"
from = "palace"
unless = "in_check"
[end.hill]
kind = "goal"
pieces = "king"
region = "hill"
result = "loss"
[end.moves]
kind = "n_move"
moves = 40
suspended_by_counting = true
result = "draw"
claim = "on_claim"
[end.two_rooks]
kind = "count"
when = { self = { "rook + cannon" = "3..4", pieces = "..9" }, enemy = { pieces = 1 } }
unless = "can_capture"
result = "win"
"#,
    );
    let spec = &variant.spec;
    assert!(spec.rights[0].lost_by_any_capture && spec.rights[0].lost_by_check);
    assert!(spec.kinds[0].region.is_some());
    let cannon = spec.kinds.iter().find(|kind| kind.id == "cannon").unwrap();
    assert!(cannon.steps.iter().any(|step| step.path == StepPath::HopAny));
    assert!(cannon.value > 0 && cannon.names["en"] == "cannon" && cannon.names["zh"] == "炮");
    let khon = spec.kinds.iter().find(|kind| kind.id == "khon").unwrap();
    assert!(khon.extras[0].unless_in_check && khon.extras[0].from.is_some());
    assert!(spec.ends.iter().any(|end| matches!(end.kind, EndKind::Goal { .. })));
    assert!(spec.ends.iter().any(|end| matches!(end.kind, EndKind::NMove { moves: 40, suspended_by_counting: true })));
    let count = spec.ends.iter().find_map(|end| match &end.kind {
        EndKind::Count { when, unless_can_capture: true } => Some(when),
        _ => None,
    });
    assert_eq!(count.unwrap().0.len(), 3);
    assert!(with_rules!(&variant.rules, rules => perft(rules, &rules.start(), 2)) > 0);
}

#[test]
fn rules_can_be_switched_off_by_parameters() {
    let ends = |settings: &Settings| {
        let variant = load("makruk", settings).unwrap();
        variant.spec.ends.into_iter().map(|end| end.name).collect::<Vec<_>>()
    };
    assert_eq!(ends(&Settings::default()), ["checkmate", "stalemate", "repetition", "counting"]);
    assert_eq!(ends(&Settings::default().with("repetition", "0")), ["checkmate", "stalemate", "counting"]);
}

#[test]
fn a_report_counts_its_tests() {
    let report = check_str(bundled()[0].text, "makruk.toml", None).unwrap();
    assert!(report.is_ok());
    assert_eq!(report.tests, report.variant.unwrap().tests.len());
}
