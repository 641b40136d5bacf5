//! Every reading of a disputed rule can be had by a profile or a parameter.
//!
//! | rule in question | variant | setting |
//! |---|---|---|
//! | `counting.table = asean_literal` | asean | `--profile literal` |
//! | `stalemate = win` | chaturanga | `--set stalemate=win` |
//! | `special_moves.lost_on_any_capture` | ouk | `--set leaps_lost_at_capture=true`, `--profile classic` |
//! | `counting.ruleset = khmer_institute` | ouk | `--profile khmer_institute` |
//! | `met_leap.capture` | ouk | `--set met_leap_captures=true` |
//! | `counting.mate_by_counter = draw` | makruk | `--set counter_mates=draw`, `--profile table` |
//! | `counting.board.start = on_request` | makruk | `--set board_count=either`, `--profile table` |
//! | `counting.declare = after_chaser_move` | makruk | `--set declare=answer` |
//! | `two_bare_kings = draw` | shatranj | `--set two_bare_kings=draw`, `--profile historical` |
//! | `bare_king.adjudicate_at_once` | shatranj | `--set bare_king_at_once=true`, `--profile historical` |

use std::sync::Arc;

use khun_rules::board::Bitboard;
use khun_rules::{Declaration, Game, Rules, Status, with_rules};
use khun_variant::{Settings, load};

/// What a game has come to.
#[derive(Debug)]
struct After {
    status: Status,
    reason: String,
    fen: String,
    legal: Vec<String>,
    chaser_moves_left: Option<u16>,
}

fn play_on<B: Bitboard>(rules: &Arc<Rules<B>>, fen: &str, moves: &str) -> After {
    let mut game = Game::from_fen(Arc::clone(rules), fen).unwrap();
    for word in moves.split_whitespace() {
        match Declaration::parse(word, game.position().side()) {
            Some(declaration) => game.declare(declaration).unwrap_or_else(|error| panic!("{word}: {error}")),
            None => {
                let mv = rules.parse_uci(game.position(), word).unwrap_or_else(|error| panic!("{word}: {error}"));
                game.play(mv).unwrap_or_else(|error| panic!("{word}: {error}"));
            }
        }
    }
    let outcome = game.outcome();
    After {
        status: outcome.status,
        reason: outcome.reason.map_or(String::new(), |reason| rules.reason_name(reason).to_string()),
        fen: rules.fen(game.position()),
        legal: game.legal_moves().iter().map(|&mv| rules.uci(mv)).collect(),
        chaser_moves_left: game.position().chaser_moves_left(rules),
    }
}

fn play(variant: &str, settings: &Settings, fen: &str, moves: &str) -> After {
    let variant = load(variant, settings).unwrap_or_else(|error| panic!("{variant} {settings:?}: {error}"));
    with_rules!(&variant.rules, rules => play_on(rules, fen, moves))
}

fn set(name: &str, value: &str) -> Settings {
    Settings::default().with(name, value)
}

#[test]
fn asean_counts_by_the_letter() {
    let after = play("asean", &Settings::profile("literal"), "7k/8/8/8/8/8/1q6/K1B5 w - - 0 1", "a1b2");
    assert_eq!(after.fen, "7k/8/8/8/8/8/1K6/2B5 b - - 0 1");
    let after = play("asean", &Settings::profile("literal"), "7k/8/8/8/8/8/1q6/K1BQ4 w - - 0 1", "a1b2");
    assert_eq!(after.fen, "7k/8/8/8/8/8/1K6/2BQ4 b - 88 0 1");
}

#[test]
fn a_stalemate_may_win_in_chaturanga() {
    let after = play("chaturanga", &set("stalemate", "win"), "8/8/5kqK/8/8/8/8/8 w - - 0 1", "");
    assert_eq!((after.status, after.reason.as_str()), (Status::WhiteWins, "stalemate"));
    for settings in [Settings::default(), Settings::profile("al_adli")] {
        assert_ne!(play("chaturanga", &settings, "8/8/5kqK/8/8/8/8/8 w - - 0 1", "").status, Status::Ongoing);
    }
}

#[test]
fn any_capture_may_end_the_leaps() {
    let fen = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";
    for settings in [set("leaps_lost_at_capture", "true"), Settings::profile("classic")] {
        let after = play("ouk", &settings, fen, "e3e4 d6d5 e4d5 e6d5");
        assert!(["d1b2", "d1f2", "e1e3"].iter().all(|mv| !after.legal.contains(&(*mv).to_string())), "{after:?}");
    }
    let after = play("ouk", &Settings::default(), fen, "e3e4 d6d5 e4d5 e6d5");
    assert!(["d1b2", "d1f2", "e1e3"].iter().all(|mv| after.legal.contains(&(*mv).to_string())), "{after:?}");
}

#[test]
fn the_khmer_institute_counts_with_pawns_on_the_board() {
    let settings = Settings::profile("khmer_institute");
    let after = play("ouk", &settings, "3k4/8/8/8/8/2R1P3/3K4/8 w - - 0 40", "d2e2");
    assert_eq!(after.chaser_moves_left, Some(60), "{after:?}");
    let after = play("ouk", &settings, "3k4/8/8/8/8/2R5/3K4/8 w - - 0 40", "d2e2");
    assert_eq!(after.chaser_moves_left, Some(13), "{after:?}");
    let after = play("ouk", &settings, "3kr3/8/8/8/8/2R5/3K4/8 w - - 0 40", "d2c2");
    assert_eq!(after.chaser_moves_left, None, "{after:?}");
}

#[test]
fn the_met_leap_may_capture() {
    let fen = "rnsmksnr/8/ppp1pppp/8/4P3/PPPPpPPP/8/RNSKMSNR w DEde - 0 3";
    assert!(play("ouk", &set("met_leap_captures", "true"), fen, "").legal.contains(&"e1e3".to_string()));
    assert!(!play("ouk", &Settings::default(), fen, "").legal.contains(&"e1e3".to_string()));
}

#[test]
fn the_king_may_leap_like_a_knight() {
    let fen = "rnsmksnr/8/pppp1ppp/4p3/4P3/PPPP1PPP/8/RNSKMSNR w DEde - 0 3";
    let after = play("ouk", &set("king_leap", "knight"), fen, "");
    assert!(after.legal.contains(&"d1b2".to_string()) && after.legal.contains(&"d1e3".to_string()), "{after:?}");
}

#[test]
fn who_mates_while_counting_may_have_drawn() {
    let fen = "7k/8/6K1/8/8/8/m7/1R6 w - 128 10 40";
    for settings in [Settings::profile("table"), Settings::profile("zh"), set("counter_mates", "draw")] {
        let after = play("makruk", &settings, fen, "b1b8");
        assert_eq!((after.status, after.reason.as_str()), (Status::Draw, "counting_side_mated"), "{settings:?}");
    }
    assert_eq!(play("makruk", &Settings::profile("table"), fen, "stop b1b8").status, Status::WhiteWins);
    assert_eq!(play("makruk", &Settings::default(), fen, "b1b8").status, Status::WhiteWins);
}

#[test]
fn over_the_board_nobody_counts_until_somebody_asks() {
    let fen = "3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 1";
    for settings in [Settings::profile("table"), set("board_count", "either")] {
        let after = play("makruk", &settings, fen, "f5f6m d8e8");
        assert_eq!(after.fen, "4k3/2m5/5M2/4M3/3KS3/8/8/8 w - 128 0 2");
        assert_eq!(after.chaser_moves_left, None);
    }
}

#[test]
fn the_draw_may_be_declared_by_the_answer() {
    let fen = "4k3/8/8/R7/1R6/5m2/8/K3N3 w - - 0 1";
    let moves = "e1f3 e8f8 a5a7 f8e8 b4b5 e8f8 b5b6";
    let after = play("makruk", &set("declare", "answer"), fen, moves);
    assert_eq!((after.status, after.reason.as_str()), (Status::Draw, "counting"));
    assert_eq!(play("makruk", &Settings::default(), fen, moves).status, Status::Ongoing);
}

#[test]
fn bare_kings_of_shatranj() {
    let fen = "8/8/5k2/8/4K3/8/8/8 w - - 0 1";
    for settings in [set("two_bare_kings", "draw"), Settings::profile("historical")] {
        let after = play("shatranj", &settings, fen, "");
        assert_eq!((after.status, after.reason.as_str()), (Status::Draw, "two_bare_kings"));
    }
    let fen = "8/3k4/5R2/8/4K3/8/8/8 b - - 0 1";
    for settings in [set("bare_king_at_once", "true"), Settings::profile("historical"), Settings::profile("medina")] {
        assert_eq!(play("shatranj", &settings, fen, "").status, Status::WhiteWins, "{settings:?}");
    }
    assert_eq!(play("shatranj", &Settings::default(), fen, "").status, Status::Ongoing);
}

/// Two rooks and a knight against the bare king give three moves by the Ukrainian and the Hindi description and by
/// default, eight by the Chinese one, which knows no offset; the mate with the last of them wins.
#[test]
fn the_worked_example_of_the_sources() {
    let fen = "4k3/8/8/R7/1R6/5m2/8/K3N3 w - - 0 1";
    let moves = "e8f8 a5a7 f8e8 b4b5 e8f8";
    for (settings, ask, left) in [
        (Settings::default(), "", 3),
        (Settings::profile("table"), "", 3),
        (Settings::profile("uk"), "", 3),
        (Settings::profile("hi"), "count", 3),
        (Settings::profile("zh"), "", 8),
    ] {
        let after = play("makruk", &settings, fen, &format!("e1f3 {ask}"));
        assert_eq!(after.chaser_moves_left, Some(left), "{settings:?} {after:?}");
        let after = play("makruk", &settings, fen, &format!("e1f3 {ask} {moves} b5b8"));
        assert_eq!(after.status, Status::WhiteWins, "{settings:?}");
        let after = play("makruk", &settings, fen, &format!("e1f3 {ask} {moves} b5b6 f8e8"));
        assert_eq!(after.status == Status::Draw, left == 3, "{settings:?}");
    }
}

/// One khon and two knights: 44 where the first row holds, 32 where the smallest limit does.
#[test]
fn a_khon_and_two_knights() {
    let fen = "4k3/8/8/8/8/2S2m2/3K4/4NN2 w - - 0 1";
    for (settings, limit) in [
        (Settings::default(), 64),
        (Settings::profile("zh"), 64),
        (Settings::profile("uk"), 88),
        (set("row_choice", "first"), 88),
    ] {
        let after = play("makruk", &settings, fen, "e1f3");
        assert!(after.fen.contains(&format!(" b - {limit} ")), "{settings:?} {}", after.fen);
    }
}

/// A board's count leaves 64 moves by every description.
#[test]
fn the_board_count_leaves_64_moves() {
    let fen = "3k4/2m5/8/4M3/3KS3/8/8/8 w - - 0 1";
    for profile in ["table", "uk", "hi", "zh"] {
        let after = play("makruk", &Settings::profile(profile), fen, "d4d3 count");
        assert_eq!(after.chaser_moves_left, Some(64), "{profile} {after:?}");
    }
}

#[test]
fn promotion_and_stalemate_by_description() {
    let fen = "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1";
    assert!(play("makruk", &Settings::profile("uk"), fen, "").legal.contains(&"d5d6".to_string()));
    assert!(play("makruk", &Settings::default(), fen, "").legal.contains(&"d5d6m".to_string()));
    let fen = "k7/1R6/2K5/8/8/8/8/8 b - - 0 1";
    for (profile, status) in [("zh", Status::Replay), ("uk", Status::Draw), ("hi", Status::Draw)] {
        assert_eq!(play("makruk", &Settings::profile(profile), fen, "").status, status, "{profile}");
    }
}
