//! Search on small tasks: mates, rules that end games inside the tree, reproducibility.

use std::sync::Arc;
use std::time::Duration;

use khun_engine::eval::{Coefficients, Evaluator, evaluate};
use khun_engine::{Control, Engine, Limits, Score, Weights};
use khun_rules::playout::{playout, seeded};
use khun_rules::spec::{Claim, EndKind, EndSpec, RulesSpec, Verdict};
use khun_rules::{Game, Rules, samples};

fn kar_ouk() -> RulesSpec {
    let mut spec = samples::ouk();
    spec.id = "kar-ouk".to_owned();
    let kind = EndKind::Checks { times: 1 };
    spec.ends.push(EndSpec { name: "first_check".to_owned(), kind, result: Verdict::Loss, claim: Claim::Automatic });
    spec.start = spec.start.replace(" - 0 1", " - 1+1 0 1");
    spec
}

fn engine(spec: &RulesSpec) -> Engine<u64> {
    let rules = Arc::new(Rules::build(spec).unwrap());
    let weights = Weights::estimate(&rules);
    Engine::new(rules, weights, 16, 1).unwrap()
}

fn set_up(engine: &mut Engine<u64>, fen: &str) {
    let game = Game::from_fen(engine.rules().clone(), fen).unwrap();
    engine.clear();
    engine.set_position(*game.position(), game.hashes());
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Forced wins proved by exhaustive search: each has to be found with its right length.
fn mates(spec: &RulesSpec, data: &str) {
    let mut engine = engine(spec);
    for line in data.lines() {
        let task: serde_json::Value = serde_json::from_str(line).unwrap();
        set_up(&mut engine, task["fen"].as_str().unwrap());
        let moves = task["mate_in"].as_u64().unwrap() as u32;
        let limits = Limits { mate: Some(moves), nodes: Some(3_000_000), ..Limits::default() };
        let best = engine.go(&limits, &Control::new(), |_| {});
        assert_eq!(best.score, Score::Mate(moves as i32), "{line}");
        let mv = engine.rules().uci(best.mv.unwrap());
        assert!(task["solutions"].as_array().unwrap().iter().any(|known| known == mv.as_str()), "{mv} in {line}");
    }
}

#[test]
fn mates_are_found_in_makruk() {
    mates(&samples::makruk(), include_str!("data/mates_makruk.jsonl"));
}

#[test]
fn mates_are_found_in_ouk() {
    mates(&samples::ouk(), include_str!("data/mates_cambodian.jsonl"));
}

#[test]
fn decisive_checks_are_found_in_kar_ouk() {
    mates(&kar_ouk(), include_str!("data/mates_karouk.jsonl"));
}

#[test]
fn searches_with_one_thread_are_reproducible() {
    let mut engine = engine(&samples::ouk());
    let mut results = Vec::new();
    for _ in 0..2 {
        engine.clear();
        let mut scores = Vec::new();
        let best = engine.go(&depth(9), &Control::new(), |info| scores.push((info.score, info.nodes)));
        results.push((best.mv, best.nodes, scores));
    }
    assert_eq!(results[0], results[1]);
}

#[test]
fn limits_of_nodes_are_exact() {
    let mut engine = engine(&samples::makruk());
    for nodes in [500, 1000, 12_345] {
        engine.clear();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(engine.go(&limits, &Control::new(), |_| {}).nodes, nodes);
    }
}

#[test]
fn several_threads_and_lines_agree_on_a_mate() {
    let mut engine = engine(&samples::makruk());
    engine.set_threads(3);
    engine.multipv = 3;
    set_up(&mut engine, "1R6/6k1/8/4N3/2NPPK2/P7/4SM2/8 w - - 3 55");
    let mut lines = 0;
    let limits = Limits { mate: Some(3), depth: Some(40), ..Limits::default() };
    let best = engine.go(&limits, &Control::new(), |info| lines = lines.max(info.multipv));
    assert_eq!(best.score, Score::Mate(3));
    assert_eq!(lines, 3);
}

#[test]
fn a_search_can_be_stopped_and_a_finished_game_has_no_move() {
    let mut engine = engine(&samples::makruk());
    let control = Arc::new(Control::new());
    let other = control.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        other.stop();
    });
    let best = engine.go(&Limits { infinite: true, ..Limits::default() }, &control, |_| {});
    assert!(best.mv.is_some());
    stopper.join().unwrap();
    // The bare king in the corner cannot move: stalemate.
    set_up(&mut engine, "k7/8/1R6/8/8/8/8/1K6 b - - 0 1");
    assert!(engine.go(&depth(3), &Control::new(), |_| {}).mv.is_some());
    set_up(&mut engine, "k7/7R/1K6/8/8/8/8/1R6 b - - 0 1");
    let best = engine.go(&depth(3), &Control::new(), |_| {});
    assert_eq!(best.mv.is_none(), best.score == Score::Centipawns(0));
}

#[test]
fn a_count_that_runs_out_is_a_draw_at_the_node_where_it_falls() {
    let mut engine = engine(&samples::makruk());
    // The same position is won with many moves left, and a draw with one.
    set_up(&mut engine, "8/8/8/8/8/2k5/8/K2R4 w - 32 6 1");
    assert!(matches!(engine.go(&depth(6), &Control::new(), |_| {}).score, Score::Centipawns(v) if v > 50));
    set_up(&mut engine, "8/8/8/8/8/2k5/8/K2R4 w - 32 30 1");
    assert!(matches!(engine.go(&depth(6), &Control::new(), |_| {}).score, Score::Centipawns(v) if v.abs() < 5));
}

#[test]
fn a_forced_win_is_known_with_other_counts_that_leave_time_for_it() {
    let mut engine = engine(&samples::makruk());
    let fen = |plies: u32| format!("7K/8/8/8/8/7k/r7/8 b - 32 {plies} 71");
    let mut search = |plies: u32, depth: u32| {
        let game = Game::from_fen(engine.rules().clone(), &fen(plies)).unwrap();
        engine.set_position(*game.position(), game.hashes());
        engine.go(&Limits { depth: Some(depth), ..Limits::default() }, &Control::new(), |_| {})
    };
    assert_eq!(search(7, 30).score, Score::Mate(7));
    let best = search(13, 2);
    assert_eq!(best.score, Score::Mate(7));
    assert!(best.nodes < 500, "{} nodes", best.nodes);
    assert!(matches!(search(21, 2).score, Score::Centipawns(_)), "six moves are left");
}

#[test]
fn evaluation_is_symmetric_and_equals_its_coefficients() {
    for spec in [samples::makruk(), samples::ouk(), kar_ouk()] {
        let rules = Rules::<u64>::build(&spec).unwrap();
        let evaluator = Evaluator::new(&rules, Weights::estimate(&rules));
        for game in 0..12 {
            let mut position = rules.start();
            for mv in playout(&rules, &position, &mut seeded(11, game), 200).moves {
                position = position.play(&rules, mv);
                let value = evaluate(&rules, &evaluator, &position);
                let exchanged = position.colours_exchanged(&rules).unwrap();
                assert_eq!(evaluate(&rules, &evaluator, &exchanged), value, "{}", rules.fen(&position));
                let coefficients = Coefficients::of(&rules, &evaluator, &position);
                let sum = coefficients.value(evaluator.weights().numbers());
                let sign = if position.side() == khun_board::Colour::White { 1 } else { -1 };
                assert_eq!(sum * sign, value, "{}", rules.fen(&position));
            }
        }
    }
}
