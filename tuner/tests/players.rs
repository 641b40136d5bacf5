//! Matches with other programs: good ones, and ones that fail in every way.

use std::io::{BufRead, Write};
use std::sync::Arc;

use khun_engine::Weights;
use khun_rules::{Game, Rules, pgn, samples};
use khun_tuner::arena::{Contestant, External, Fault, Player, UciCommand, parse_contestant};
use khun_tuner::ctl::{Interrupt, Output};
use khun_tuner::dataset::VariantId;
use khun_tuner::matches::{MatchSettings, MatchSummary, play_match};
use khun_tuner::run::{Lab, RunError};
use khun_tuner::task::Limits;

fn rules() -> Arc<Rules<u64>> {
    Arc::new(Rules::build(&samples::makruk()).unwrap())
}

/// An engine that speaks UCI, run by the tests below in a process of its own. It plays the first legal move; what is in
/// `KHUN_TEST_FAULT` happens at its third move of a game.
#[test]
#[ignore = "an engine for other tests"]
fn uci_engine() {
    let rules = rules();
    let fault = std::env::args().find_map(|word| word.strip_prefix("fault-").map(str::to_owned)).unwrap_or_default();
    let (mut game, mut moves) = (Game::new(rules.clone()), 0);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.first().copied() {
            Some("uci") => "option name UCI_Variant type combo default chess var chess var makruk\nuciok".to_owned(),
            Some("isready") => "readyok".to_owned(),
            Some("ucinewgame") => {
                moves = 0;
                continue;
            }
            Some("position") => {
                let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
                game = Game::from_fen(rules.clone(), &words[2..moves_at].join(" ")).unwrap();
                for word in words.iter().skip(moves_at + 1) {
                    let mv = rules.parse_uci(game.position(), word).unwrap();
                    game.play(mv).unwrap();
                }
                continue;
            }
            Some("go") => {
                moves += 1;
                match fault.as_str() {
                    "illegal" if moves == 3 => "bestmove a1a1".to_owned(),
                    "crash" if moves == 3 => std::process::exit(3),
                    "late" if moves == 3 => {
                        std::thread::sleep(std::time::Duration::from_millis(700));
                        "bestmove a1a2".to_owned()
                    }
                    _ => {
                        let mv = game.legal_moves()[0];
                        format!("info depth 1 score cp 13 nodes 7\nbestmove {}", rules.uci(mv))
                    }
                }
            }
            Some("quit") => break,
            _ => continue,
        };
        println!("{answer}");
        std::io::stdout().flush().unwrap();
    }
}

/// The engine above as a contestant.
fn program(name: &str, fault: &str) -> Contestant<u64> {
    let exe = std::env::current_exe().unwrap().display().to_string();
    let mut words = vec![exe, "--exact".into(), "uci_engine".into(), "--ignored".into(), "--nocapture".into()];
    if !fault.is_empty() {
        // A filter that matches no test; the engine reads it.
        words.push(format!("fault-{fault}"));
    }
    Contestant::external(name, UciCommand { words, options: vec![], variant: vec!["makruk".into()] })
}

fn khun(rules: &Arc<Rules<u64>>) -> Contestant<u64> {
    Contestant::internal("khun", rules, Weights::estimate(rules))
}

fn play(opponents: &[Contestant<u64>], limits: Limits, pairs: u64) -> (Result<MatchSummary, RunError>, String) {
    let rules = rules();
    let output = Output::quiet();
    let lab = Lab {
        rules: &rules,
        variant: VariantId { id: "makruk".into(), hash: "test".into() },
        names: vec!["makruk".into()],
        threads: 2,
        output: &output,
        interrupt: Interrupt::new(),
    };
    let dir = tempfile::tempdir().unwrap();
    let settings = MatchSettings { pairs, limits, ..MatchSettings::default() };
    let summary = play_match(&lab, opponents, &settings, None, &dir.path().join("match"));
    let pgn = std::fs::read_to_string(dir.path().join("match/games.pgn")).unwrap_or_default();
    (summary, pgn)
}

#[test]
fn another_program_is_a_player_like_any() {
    let rules = rules();
    let (summary, text) = play(&[khun(&rules), program("first", "")], Limits::nodes(200), 3);
    let summary = summary.unwrap();
    assert!(summary.players.iter().all(|player| player.faults.is_empty()), "{summary}");
    assert_eq!((summary.pairs, summary.games), (3, 6));
    assert!(summary.estimate.unwrap().score > 0.9, "{summary}");
    let (games, faults) = pgn::read_pgn(&text);
    assert!(faults.is_empty() && games.len() == 6);
    for game in games {
        game.replay(&rules).unwrap();
    }
}

#[test]
fn faults_count_against_the_culprit_and_the_match_goes_on() {
    let rules = rules();
    for (fault, kind) in [("illegal", Fault::IllegalMove), ("crash", Fault::Crash)] {
        let (summary, text) = play(&[khun(&rules), program("bad", fault)], Limits::nodes(50), 3);
        let summary = summary.unwrap();
        assert_eq!(summary.players[1].faults.get(&kind), Some(&6), "{summary}");
        assert_eq!(summary.results[0].1.games.0, [0, 0, 6]);
        let (games, faults) = pgn::read_pgn(&text);
        assert!(faults.is_empty() && games.iter().all(|game| game.result != "*"));
    }
    let limits = Limits { movetime: 50, ..Limits::NONE };
    let (summary, _) = play(&[khun(&rules), program("slow", "late")], limits, 1);
    assert_eq!(summary.unwrap().players[1].faults.get(&Fault::TimeLoss), Some(&2));
}

#[test]
fn a_player_that_never_works_ends_the_match() {
    let rules = rules();
    let command = UciCommand { words: vec!["/nonexistent/engine".into()], options: vec![], variant: vec![] };
    let (summary, _) = play(&[khun(&rules), Contestant::external("ghost", command)], Limits::nodes(50), 50);
    let error = summary.unwrap_err().to_string();
    assert!(error.starts_with("ghost fails in game after game"), "{error}");
}

#[test]
fn a_round_robin_rates_everybody() {
    let rules = rules();
    let weaker = Contestant::internal("other", &rules, Weights::default());
    let (summary, _) = play(&[khun(&rules), weaker, program("first", "")], Limits::nodes(60), 4);
    let summary = summary.unwrap();
    assert_eq!((summary.pairs, summary.results.len()), (12, 3));
    assert!(summary.estimate.is_none());
}

#[test]
fn programs_that_do_not_know_the_variant_are_refused() {
    let exe = std::env::current_exe().unwrap().display().to_string();
    let words = [&exe, "--exact", "uci_engine", "--ignored", "--nocapture"].map(str::to_owned).into();
    let mut player = External::new(UciCommand { words, options: vec![], variant: vec!["ouk".into()] });
    let error = Player::<u64>::begin(&mut player).unwrap_err().to_string();
    assert!(error.contains("does not know the variant"), "{error}");
}

#[test]
fn players_are_described_in_words() {
    let rules = rules();
    let parse = |text: &str| parse_contestant(text, &rules, &["makruk".into()]);
    assert_eq!(parse("estimate").unwrap().name, "estimate");
    let contestant = parse("cmd=\"some-engine --uci\" option.Hash=16").unwrap();
    assert_eq!((contestant.name.as_str(), contestant.id.engine.as_str()), ("some-engine", "some-engine --uci"));
    for (text, fault) in [
        ("cmd=\"x", "a quotation mark is not closed"),
        ("cmd=x speed=9", "\"speed\" is none of"),
        ("estimate option.Hash=1", "has no `=`"),
        ("name=x option.Hash=1", "options are for programs"),
        ("/nonexistent.toml", "cannot read"),
    ] {
        let error = parse(text).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(fault), "{text}: {error}");
    }
}
