//! Input of any kind: nothing panics, and what is wrong is said with its place.

use std::ops::Range;
use std::sync::LazyLock;

use khun_rules::{Game, Rules, pgn};
use khun_tests::{BUNDLED, load, narrow};
use khun_variant::{LoadError, Settings, betza, bundled, load_str, squares};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use std::sync::Arc;

static RULES: LazyLock<Vec<Arc<Rules<u64>>>> =
    LazyLock::new(|| BUNDLED.iter().map(|id| narrow(&load(id, &Settings::default()))).collect());

/// So many cases, unless the environment variable `PROPTEST_CASES` sets another number.
fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { default } else { ProptestConfig { cases, ..default } }
}

/// Text with a few places replaced, cut out, or doubled.
fn mangled(text: &str, changes: &[(Index, Index, String)]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, length, new) in changes {
        let start = at.index(text.len() + 1);
        let end = (start + length.index(6)).min(text.len());
        text.splice(start..end, new.chars());
    }
    text.into_iter().collect()
}

/// Replacements for [`mangled`], made of `alphabet` (a regular expression).
fn changes(alphabet: &'static str, number: Range<usize>) -> impl Strategy<Value = Vec<(Index, Index, String)>> {
    prop::collection::vec((any::<Index>(), any::<Index>(), alphabet), number)
}

fn rules() -> impl Strategy<Value = Arc<Rules<u64>>> {
    (0..BUNDLED.len()).prop_map(|index| Arc::clone(&RULES[index]))
}

/// A position that is played on from works, and comes out of its own text.
fn works(rules: &Arc<Rules<u64>>, fen: &str) -> Result<(), TestCaseError> {
    let Ok(mut game) = Game::from_fen(Arc::clone(rules), fen) else { return Ok(()) };
    let written = rules.fen(game.position());
    let again = rules.parse_fen(&written).map_err(|error| TestCaseError::fail(format!("{written}: {error}")))?;
    prop_assert_eq!(rules.fen(&again), written);
    for _ in 0..6 {
        let position = *game.position();
        khun_tests::consistency::check_position(rules, &position)
            .map_err(|error| TestCaseError::fail(format!("{}: {error}", rules.fen(&position))))?;
        let legal = game.legal_moves();
        let Some(&mv) = legal.get(position.hash() as usize % legal.len().max(1)) else { break };
        prop_assert!(game.play(mv).is_ok());
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn any_text_as_fen(rules in rules(), text in "\\PC{0,80}") {
        if let Err(error) = rules.parse_fen(&text) {
            prop_assert!(!error.faults.is_empty());
            for fault in error.faults {
                prop_assert!(fault.span.end <= text.len() && fault.span.start <= fault.span.end, "{}", fault);
                prop_assert!(text.get(fault.span).is_some(), "the span cuts a letter of {text:?}");
            }
        }
        works(&rules, &text)?;
    }

    #[test]
    fn mangled_fens(rules in rules(), changes in changes("[a-zA-Z0-9/~+ -]{0,3}", 1..6)) {
        works(&rules, &mangled(&rules.fen(&rules.start()), &changes))?;
    }

    #[test]
    fn boards_of_random_men(
        rules in rules(),
        men in prop::collection::vec((0..64usize, select(vec!['R', 'N', 'S', 'M', 'P', 'r', 'n', 's', 'm', 'p', 'q', 'B'])), 0..14),
        kings in (0..64usize, 0..64usize),
        rest in select(vec!["w - - 0 1", "b - - 0 1", "w DEde - 3 9", "b - 128 4 30", "w - 16 15 99", "b Dd 0 7 5"]),
    ) {
        let mut board = [None; 64];
        for (square, man) in men {
            board[square] = Some(man);
        }
        (board[kings.0], board[kings.1]) = (Some('K'), Some('k'));
        let row = |row: &[Option<char>]| row.iter().map(|man| man.map_or("1".into(), String::from)).collect::<String>();
        let ranks: Vec<String> = board.chunks(8).map(row).collect();
        // Runs of ones are numbers of two digits for boards that have them, so that they are separated here.
        let placement = ranks.join("/").replace("11111111", "8").replace("1111111", "7").replace("111111", "6");
        let placement = placement.replace("11111", "5").replace("1111", "4").replace("111", "3").replace("11", "2");
        works(&rules, &format!("{placement} {rest}"))?;
    }

    #[test]
    fn any_text_as_move(rules in rules(), text in "\\PC{0,12}", san in "[KMSNRPBQA]?[a-h]?[1-8]?[x-]?[a-h][1-8](=?[MQRA])?[+#!?]{0,2}") {
        let position = rules.start();
        for text in [&text, &san] {
            for mv in [rules.parse_uci(&position, text), rules.parse_san(&position, text)].into_iter().flatten() {
                prop_assert!(position.is_legal(&rules, mv), "{text}");
            }
        }
    }

    #[test]
    fn any_text_as_pgn(rules in rules(), text in "\\PC{0,200}", changes in changes("[a-h0-9 {}()\\[\\]\";*.+#%\n-]{0,4}", 1..8)) {
        let good = "[Event \"A\"]\n[Result \"*\"]\n\n1. e4 {a comment} e5 2. (2. d4) Nd2 $1 d5 ; to the end\n3. exd5 *\n";
        for text in [text, mangled(good, &changes)] {
            let (games, _) = pgn::read_pgn(&text);
            for game in games {
                if let Ok(game) = game.replay(&rules) {
                    let (again, faults) = pgn::read_pgn(&pgn::write_pgn(&game, &[]));
                    prop_assert!(faults.is_empty() && again.len() == 1, "{faults:?}");
                }
            }
        }
    }

    #[test]
    fn any_text_as_square_set(
        text in "\\PC{0,20}",
        like_a_set in "((ranks?|files?|all|none|[a-h][1-8]|promotion) ?[a-h1-9-]{0,3}[ +&:()-]{1,3}){0,4}",
    ) {
        for text in [text, like_a_set] {
            let mut region = |_: &str| Ok(0xff);
            if let Err(faults) = squares::parse(&text, RULES[0].geometry(), &mut region) {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(text.get(fault.range.clone()).is_some(), "{fault:?} in {text:?}");
                }
            }
        }
    }

    #[test]
    fn any_text_as_betza(text in "\\PC{0,20}", betza_like in "[WFDNAHCZGKRBQfblrvsmcinjpgeo()0-9]{0,10}") {
        for text in [text, betza_like] {
            if let Err(faults) = betza::parse(&text) {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(text.get(fault.range.clone()).is_some(), "{fault:?} in {text:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn mangled_variant_files(
        file in (0..BUNDLED.len()).prop_map(|index| &bundled()[index]),
        changes in changes("[a-z0-9=.,\"{}\\[\\]\n $+-]{0,5}", 1..4),
        line in any::<Index>(),
        cut in any::<bool>(),
    ) {
        let mut text = mangled(file.text, &changes);
        if cut {
            // A whole line is gone.
            let number = line.index(text.lines().count().max(1));
            text = text.lines().enumerate().filter(|(at, _)| *at != number).map(|(_, line)| format!("{line}\n")).collect();
        }
        loads_or_says_why(&text)?;
    }

    #[test]
    fn changed_values_in_variant_files(
        file in (0..BUNDLED.len()).prop_map(|index| &bundled()[index]),
        line in any::<Index>(),
        value in select(vec!["0", "-1", "99999999999", "\"\"", "\"K\"", "[]", "{}", "true", "1.5", "\"$stalemate\"", "\"a1:z99\""]),
    ) {
        let lines: Vec<&str> = file.text.lines().collect();
        let assignments: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].contains(" = ")).collect();
        let chosen = assignments[line.index(assignments.len())];
        let changed = lines.iter().enumerate().map(|(at, line)| match line.split_once(" = ") {
            Some((key, _)) if at == chosen => format!("{key} = {value}\n"),
            _ => format!("{line}\n"),
        });
        loads_or_says_why(&changed.collect::<String>())?;
    }
}

/// A variant file that loads can be played; one that does not has faults with places inside its text.
fn loads_or_says_why(text: &str) -> Result<(), TestCaseError> {
    match load_str(text, "mangled.toml", None, &Settings::default()) {
        Ok(variant) => {
            khun_rules::with_rules!(&variant.rules, rules => {
                let position = rules.start();
                khun_tests::consistency::check_position(rules, &position).map_err(TestCaseError::fail)?;
                let mut random = khun_rules::playout::seeded(1, 1);
                khun_rules::playout::playout(rules, &position, &mut random, 100);
            });
        }
        Err(LoadError::Faults { faults, .. }) => {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                let place = &fault.primary.place;
                let whole = place.file().text();
                prop_assert!(place.start() <= place.end() && place.end() <= whole.len(), "{fault:?}");
                prop_assert!(whole.get(place.start()..place.end()).is_some(), "{fault:?}");
            }
        }
        Err(other) => return Err(TestCaseError::fail(other.to_string())),
    }
    Ok(())
}
