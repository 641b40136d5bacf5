//! Whatever is written in a file, loading it ends with a variant or with faults that have places, never with a panic.

use khun_rules::board::Geometry;
use khun_variant::{LoadError, Settings, betza, bundled, check_str, load, load_str, squares};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};

/// A change to a text.
#[derive(Clone, Debug)]
enum Change {
    DeleteBytes { at: usize, count: usize },
    Insert { at: usize, text: String },
    DeleteLine { at: usize },
    DoubleLine { at: usize },
    SwapLines { one: usize, other: usize },
    ReplaceWord { at: usize, word: &'static str },
}

/// Words that mean something somewhere.
const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "8",
    "9",
    "128",
    "256",
    "99999999999999999999",
    "true",
    "false",
    "\"\"",
    "\"x\"",
    "\"$promotion_rank\"",
    "\"$$\"",
    "[]",
    "{}",
    "[[]]",
    "\"R\"",
    "\"fmWfcF\"",
    "\"rank 1\"",
    "\"none\"",
    "\"2+\"",
    "remove",
    "extends",
    "pieces",
    "king",
    "pawn",
    "when",
    "[board]",
    "[pieces.king]",
    "[[tests]]",
    "=",
    "\"makruk\"",
    "1.5",
    "1979-05-27",
    "'''",
    "\"rnsmksnr/8/8/8/8/8/8/8 w - - 0 1\"",
    "\"8/8/8/8/8/8/8/8 w - - 0 1\"",
    "ขุน",
    "\u{feff}",
];

fn change() -> impl Strategy<Value = Change> {
    let at = any::<usize>;
    prop_oneof![
        (at(), 1usize..8).prop_map(|(at, count)| Change::DeleteBytes { at, count }),
        (at(), "[ -~\\n]{1,6}").prop_map(|(at, text)| Change::Insert { at, text }),
        at().prop_map(|at| Change::DeleteLine { at }),
        at().prop_map(|at| Change::DoubleLine { at }),
        (at(), at()).prop_map(|(one, other)| Change::SwapLines { one, other }),
        (at(), proptest::sample::select(WORDS)).prop_map(|(at, word)| Change::ReplaceWord { at, word }),
    ]
}

fn apply(text: &str, change: &Change) -> String {
    let boundary = |at: usize| {
        let mut at = at % (text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let mut lines: Vec<&str> = text.lines().collect();
    let line = |at: usize| at % lines.len().max(1);
    match change {
        Change::DeleteBytes { at, count } => {
            let start = boundary(*at);
            let end = boundary((start + count).min(text.len())).max(start);
            format!("{}{}", &text[..start], &text[end..])
        }
        Change::Insert { at, text: inserted } => {
            let at = boundary(*at);
            format!("{}{inserted}{}", &text[..at], &text[at..])
        }
        Change::DeleteLine { at } if !lines.is_empty() => {
            lines.remove(line(*at));
            lines.join("\n")
        }
        Change::DoubleLine { at } if !lines.is_empty() => {
            let index = line(*at);
            lines.insert(index, lines[index]);
            lines.join("\n")
        }
        Change::SwapLines { one, other } if !lines.is_empty() => {
            let (one, other) = (line(*one), line(*other));
            lines.swap(one, other);
            lines.join("\n")
        }
        Change::ReplaceWord { at, word } => {
            let words: Vec<(usize, &str)> = text
                .split([' ', '\n', '"', ',', '{', '}', '[', ']', '.'])
                .filter(|word| !word.is_empty())
                .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
                .collect();
            match words.get(at % words.len().max(1)) {
                Some((start, old)) => format!("{}{word}{}", &text[..*start], &text[start + old.len()..]),
                None => text.to_string(),
            }
        }
        _ => text.to_string(),
    }
}

fn holds_up(text: &str) {
    match load_str(text, "mutant.toml", None, &Settings::default()) {
        Ok(variant) => {
            for fault in &variant.warnings {
                assert!(fault.primary.place.line() >= 1);
            }
        }
        Err(LoadError::Faults { faults, .. }) => {
            assert!(!faults.is_empty());
            for fault in &faults {
                let data = fault.to_data();
                assert!(data.line >= 1 && data.column >= 1, "{data:?}");
                assert!(!khun_variant::render(fault, khun_variant::Style::PLAIN).is_empty());
            }
        }
        Err(error) => panic!("{error}"),
    }
}

/// Everything that a variant file says under some settings, without the places where it says it; `None` where it has
/// faults or warnings.
fn meaning(text: &str, settings: &Settings) -> Option<String> {
    let variant = load_str(text, "mutant.toml", None, settings).ok().filter(|it| it.warnings.is_empty())?;
    let about = (&variant.id, &variant.name, &variant.aliases, &variant.uci, &variant.summary, &variant.sources);
    let said = (about, &variant.extends, &variant.params, &variant.profiles, &variant.spec, &variant.tests);
    let said = format!("{said:?}");
    // A place is shown as `mutant.toml:12:3`.
    let mut parts = said.split("mutant.toml:");
    let first = parts.next().unwrap_or_default().to_string();
    Some(parts.fold(first, |all, part| all + part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':')))
}

/// A good file.
struct Original {
    text: &'static str,
    /// What it is as TOML, without the warnings that it allows.
    table: toml::Table,
    /// What it means by default.
    meaning: String,
    /// What it means under each of its profiles.
    by_profile: Vec<(Settings, Option<String>)>,
}

impl Original {
    fn new(text: &'static str) -> Original {
        let default = load_str(text, "mutant.toml", None, &Settings::default()).unwrap();
        let profiles = default.profiles.iter().map(|profile| Settings::profile(&profile.name));
        Original {
            text,
            table: without_allowed(text.parse().unwrap()),
            meaning: meaning(text, &Settings::default()).unwrap(),
            by_profile: profiles.map(|settings| (settings.clone(), meaning(text, &settings))).collect(),
        }
    }

    /// Whether a text means the same under all profiles.
    fn means(&self, text: &str) -> bool {
        meaning(text, &Settings::default()).as_ref() == Some(&self.meaning)
            && self.by_profile.iter().all(|(settings, known)| meaning(text, settings) == *known)
    }
}

fn without_allowed(mut table: toml::Table) -> toml::Table {
    table.remove("allow");
    table
}

/// A thousand good files, each with a change or two: whatever says something else in TOML either is refused (or warned of),
/// or means something else; what says the same in TOML means the same. Nothing is passed over in silence.
#[test]
fn no_change_passes_in_silence() {
    let rng = TestRng::deterministic_rng(Config::default().rng_algorithm);
    let mut runner =
        TestRunner::new_with_rng(Config { cases: 1000, failure_persistence: None, ..Config::default() }, rng);
    let originals: Vec<Original> = bundled().iter().map(|file| Original::new(file.text)).collect();
    // How many changes were refused, took effect, and changed nothing.
    let counts = std::cell::RefCell::new([0; 3]);
    let outcome = runner.run(&(0..originals.len(), vec(change(), 1..3)), |(index, changes)| {
        let original = &originals[index];
        let text = changes.iter().fold(original.text.to_string(), |text, change| apply(&text, change));
        let taken = meaning(&text, &Settings::default()).is_some();
        match text.parse::<toml::Table>() {
            Err(error) => prop_assert!(!taken, "no TOML, but taken: {error}"),
            Ok(_) if !taken => {}
            Ok(table) => {
                let same = without_allowed(table) == original.table;
                prop_assert_eq!(original.means(&text), same, "passed over, or made up");
                counts.borrow_mut()[1 + usize::from(same)] += 1;
            }
        }
        counts.borrow_mut()[0] += usize::from(!taken);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let counts = counts.into_inner();
    assert!(counts[0] > 300 && counts[1] > 100 && counts[2] > 50, "{counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn changed_files(index in 0..bundled().len(), changes in vec(change(), 1..6)) {
        let text = changes.iter().fold(bundled()[index].text.to_string(), |text, change| apply(&text, change));
        holds_up(&text);
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        holds_up(&text);
        holds_up(&format!("format = 1\nextends = \"makruk\"\n{text}"));
    }

    #[test]
    fn any_betza(text in "[WFDNAHCZGKRBQJLXfblrvshmcpgnjied0-9\\[\\]?@ -]{0,12}|\\PC{0,8}") {
        match betza::parse(&text) {
            Ok(moves) => prop_assert!(!moves.steps.is_empty()),
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(text.get(fault.range.clone()).is_some(), "{text:?} {fault:?}");
                    prop_assert!(fault.help.is_some(), "{text:?} {fault:?}");
                }
            }
        }
    }

    #[test]
    fn any_square_set(
        text in "(ranks?|files?|[a-j]([0-9]{1,2})?|[-+&(): ]|[0-9]{1,3}|all|none|zone){0,10}|\\PC{0,8}",
        files in 1u8..=16, ranks in 1u8..=8,
    ) {
        let geometry = Geometry::new(files, ranks).unwrap();
        match squares::parse(&text, geometry, &mut |name| Ok(name.len() as u128 & geometry.all())) {
            Ok(set) => prop_assert_eq!(set & !geometry.all(), 0),
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(text.get(fault.range.clone()).is_some(), "{text:?} {fault:?}");
                }
            }
        }
    }

    #[test]
    fn any_setting(name in "[a-z_]{1,16}|promotion_rank|stalemate|repetition", value in "\\PC{0,8}|[0-9]{1,3}", profile in "uk|hi|zh|table|[a-z]{0,6}") {
        let settings = Settings { profile: Some(profile), set: vec![(name, value)] };
        if let Err(error) = load("makruk", &settings) {
            let from_disk = matches!(error, LoadError::Io { .. });
            prop_assert!(!from_disk);
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn changed_files_are_checked(index in 0..bundled().len(), changes in vec(change(), 1..4)) {
        let text = changes.iter().fold(bundled()[index].text.to_string(), |text, change| apply(&text, change));
        let report = check_str(&text, "mutant.toml", None).unwrap();
        prop_assert_eq!(report.is_ok(), report.to_data().ok);
    }
}
