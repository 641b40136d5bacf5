//! What GUIs expect of a UCI engine, line by line.

mod common;

use common::uci;

fn last<'a>(lines: &'a [String], start: &str) -> &'a str {
    lines.iter().rev().find(|line| line.starts_with(start)).map_or("", String::as_str)
}

#[test]
fn the_greeting_names_options_and_variants() {
    let lines = uci("uci\n");
    assert!(lines[0].starts_with("id name Khun "));
    assert_eq!(lines.last().unwrap(), "uciok");
    assert!(lines.contains(&"option name Hash type spin default 16 min 1 max 1048576".to_owned()));
    let combo = last(&lines, "option name UCI_Variant");
    assert!(combo.starts_with("option name UCI_Variant type combo default makruk var makruk"));
    for name in ["cambodian", "ouk", "karouk", "kar-ouk", "makpong", "asean", "ai-wok", "shatranj"] {
        assert!(combo.split(' ').any(|word| word == name), "{name} in {combo}");
    }
}

#[test]
fn a_variant_is_announced_with_its_board() {
    let lines = uci("setoption name UCI_Variant value cambodian\nsetoption name UCI_Variant value nosuch\n");
    assert_eq!(
        lines[0],
        "info string variant cambodian files 8 ranks 8 pocket 0 template makruk startpos \
         rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1"
    );
    assert!(lines[1].starts_with("info string ERROR: there is no variant \"nosuch\""));
}

#[test]
fn searches_end_with_a_move() {
    let lines = uci("position startpos moves \ngo depth 4\nposition startpos moves a3a4 a6a5\ngo nodes 2000\n");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    let info = last(&lines, "info depth");
    for word in ["seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv"] {
        assert!(info.contains(word), "{word} in {info}");
    }
}

#[test]
fn finished_positions_have_no_move() {
    // Mate, then a bare king that cannot move.
    let lines = uci("position fen k7/1R6/1K6/8/8/8/8/R7 b - - 0 1\ngo depth 3\n");
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    let lines = uci("position fen k7/7R/1S6/1K6/8/8/8/8 b - - 0 1\ngo depth 3\n");
    assert_eq!(lines.last().unwrap(), if lines.len() == 2 { "bestmove (none)" } else { lines.last().unwrap() });
}

#[test]
fn counts_of_a_position_are_kept() {
    let lines = uci("position fen 8/8/8/8/8/2k5/8/K2R4 w - 32 30 1\nd\n");
    assert!(lines.iter().any(|line| line == "Fen: 8/8/8/8/8/2k5/8/K2R4 w - 32 30 1"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Count: 15 called")), "{lines:?}");
}

#[test]
fn bad_lines_do_not_end_a_session() {
    let script = "\u{0}\nfoo\nposition\nposition fen x\nposition startpos moves z9z9\ngo wtime x\nstop\nponderhit\n\
                  setoption\nsetoption name Foo value 1\nsetoption name Hash value lots\nsetoption name Hash value \
                  1048576\ngo perft 2\nisready\n";
    let lines = uci(script);
    assert!(lines.contains(&"No such option: Foo".to_owned()));
    assert!(lines.contains(&"Nodes searched: 529".to_owned()));
    assert_eq!(lines.last().unwrap(), "readyok");
}

#[test]
fn a_table_beyond_memory_is_refused_and_the_old_one_kept() {
    for first in ["", "isready\n", "go nodes 10\n"] {
        let script =
            format!("{first}setoption name Hash value 1048576\ngo nodes 10\nsetoption name Hash value 2\nisready\n");
        let lines = uci(&script);
        let error = "info string ERROR: no memory for a hash table of 1048576 MB";
        assert_eq!(lines.iter().filter(|line| *line == error).count(), 1, "{lines:?}");
        assert!(last(&lines, "bestmove").len() > 12 && lines.iter().any(|line| line == "readyok"), "{lines:?}");
    }
}

#[test]
fn endless_searches_stop_with_the_input() {
    let lines = uci("go infinite\n");
    assert!(last(&lines, "bestmove").len() > 8);
    let lines = uci("position startpos\ngo ponder wtime 1000 btime 1000\nponderhit\n");
    assert!(last(&lines, "bestmove").len() > 8);
}

#[test]
fn several_lines_and_chances_are_shown_when_asked_for() {
    let lines = uci("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 4\n");
    let deepest: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    assert_eq!(deepest.len(), 3);
    assert!(deepest.iter().all(|line| line.contains(" wdl ")));
}

#[test]
fn options_that_are_set_after_a_search_count_for_the_next() {
    let lines = uci("go depth 2\nsetoption name MultiPV value 2\ngo depth 3\n");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info depth 3 ")).count(), 2, "{lines:?}");
}

#[test]
fn weak_levels_are_reproducible() {
    let script = "setoption name Skill Level value 2\nsetoption name Seed value 5\ngo depth 6\n";
    assert_eq!(last(&uci(script), "bestmove"), last(&uci(script), "bestmove"));
}

#[test]
fn settings_are_taken_while_weights_have_a_fault() {
    let wrong = "setoption name WeightsFile value tests/data/weights/wrong.toml\n";
    let right = "setoption name WeightsFile value <empty>\n";
    let lines = uci(&format!(
        "position startpos moves a3a4\ngo depth 1\n{wrong}\
         setoption name MultiPV value 2\n{right}go depth 2\n"
    ));
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string ERROR")).count(), 1, "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info depth 2 ")).count(), 2, "{lines:?}");
}

#[test]
fn analysis_is_at_full_strength() {
    let depth = |script: &str| {
        let lines = uci(&format!("setoption name Skill Level value 1\n{script}go depth 8\n"));
        lines.iter().filter(|line| line.starts_with("info depth ")).count()
    };
    assert!(depth("") < 8);
    assert_eq!(depth("setoption name UCI_AnalyseMode value true\n"), 8);
}

/// Debug builds check at every node that what is kept up to date is what it is from scratch, and that the evaluation is
/// the same with colours exchanged; a search that fails this gives no move.
#[test]
fn every_variant_is_searched() {
    let greeting = uci("setoption name VariantPath value ../../tests/data/boards\nuci\n");
    let combo = last(&greeting, "option name UCI_Variant").to_owned();
    let names: Vec<&str> = combo.split(" var ").skip(1).collect();
    assert!(names.len() >= 12, "{names:?}");
    for name in names {
        let script = format!(
            "setoption name VariantPath value ../../tests/data/boards\nsetoption name UCI_Variant value {name}\n\
             go nodes 4000\n"
        );
        let lines = uci(&script);
        let answer = last(&lines, "bestmove ");
        assert!(answer.len() > 12, "{name}: {lines:?}");
        // Some way into a game, along the line that was found.
        let line = last(&lines, "info depth").split_once(" pv ").map_or("", |(_, line)| line);
        let lines = uci(&format!("{script}position startpos moves {line}\ngo nodes 4000\n"));
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{name}: {lines:?}");
    }
}
