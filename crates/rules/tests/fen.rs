//! FEN: both dialects, short forms, and every fault at once.

use khun_rules::spec::{Claim, EndKind, EndSpec, Verdict};
use khun_rules::{FenFaultKind, Rules, samples};

fn makruk() -> Rules<u64> {
    Rules::build(&samples::makruk()).unwrap()
}

fn ouk() -> Rules<u64> {
    Rules::build(&samples::ouk()).unwrap()
}

/// Ouk in which the first check decides.
fn first_check() -> Rules<u64> {
    let mut spec = samples::ouk();
    let kind = EndKind::Checks { times: 1 };
    spec.ends.push(EndSpec { name: "first_check".into(), kind, result: Verdict::Loss, claim: Claim::Automatic });
    Rules::build(&spec).unwrap()
}

const MEN: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";

#[test]
fn what_is_written_is_read_back() {
    for fen in [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "5k2/R7/8/8/1R6/5N2/8/K7 b - 16 12 2",
        "4k3/8/M~7/3M4/8/8/8/4K3 b - 128 8 1",
        "8/8/8/4k3/8/3KM2R/3M4/R7 b - 16 12 1",
    ] {
        let rules = makruk();
        assert_eq!(rules.fen_marking_promoted(&rules.parse_fen(fen).unwrap()), fen);
    }
    let rules = ouk();
    for rights in ["DEde", "D", "e", "Dd"] {
        let fen = format!("{MEN} b {rights} - 3 7");
        assert_eq!(rules.fen(&rules.parse_fen(&fen).unwrap()), fen);
    }
    let rules = first_check();
    let fen = format!("{MEN} w DEde - 1+0 4 9");
    assert_eq!(rules.fen(&rules.parse_fen(&fen).unwrap()), fen);
}

#[test]
fn other_dialects_and_short_forms() {
    let rules = ouk();
    let full = format!("{MEN} w DEde - 0 1");
    for short in ["w EDed - 0 1", "w DEde 0 0 1", "w DEde", "w DEde -", "w DEde 0 1", "w  DEde  -  0  1;"] {
        assert_eq!(rules.fen(&rules.parse_fen(&format!("{MEN} {short}")).unwrap()), full, "{short}");
    }
    let none = format!("{MEN} w - - 0 1");
    for short in ["w", "w -", "w 0 1", "w - 0 0 1", "w - - 0 0"] {
        assert_eq!(rules.fen(&rules.parse_fen(&format!("{MEN} {short}")).unwrap()), none, "{short}");
    }
    // Without checks in the text all are still to be given.
    let rules = first_check();
    assert_eq!(rules.fen(&rules.parse_fen(&format!("{MEN} w - - 0 1")).unwrap()), format!("{MEN} w - - 1+1 0 1"));
}

#[test]
fn letters_of_men_that_are_not_there_are_dropped() {
    let rules = ouk();
    let position = rules.parse_fen("rnsmksnr/8/ppp1pppp/3p4/4P3/PPPPMPPP/8/RNSK1SNR w DEde - 0 3").unwrap();
    assert_eq!(rules.fen(&position), "rnsmksnr/8/ppp1pppp/3p4/4P3/PPPPMPPP/8/RNSK1SNR w Dde - 0 3");
}

fn faults(rules: &Rules<u64>, fen: &str) -> Vec<(FenFaultKind, String)> {
    let error = rules.parse_fen(fen).unwrap_err();
    error.faults.into_iter().map(|fault| (fault.kind, fen[fault.span].to_owned())).collect()
}

#[test]
fn all_faults_are_found_with_their_places() {
    let found = faults(&makruk(), "rnsmksnr/8/ppppppp/8/8/PPPPXPPP/8/RNSKMSNR x DE q 0 one extra");
    let kinds: Vec<_> = found.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(kinds, ["ppppppp", "X", "x", "DE", "q", "one", "extra"]);
    assert_eq!(found[0].0, FenFaultKind::RankLength { rank: 6, found: 7, want: 8 });
    assert!(matches!(found[1].0, FenFaultKind::Letter { letter: 'X', .. }));
    assert_eq!(found[2].0, FenFaultKind::Side);
    assert_eq!(found[3].0, FenFaultKind::NoRights);
    assert_eq!(found[4].0, FenFaultKind::Limit);
    assert_eq!(found[5].0, FenFaultKind::MoveNumber);
    assert_eq!(found[6].0, FenFaultKind::Trailing);
}

#[test]
fn single_faults() {
    let rules = makruk();
    for (fen, text) in [
        ("", "there is no position"),
        ("8/8/8 w", "the board has 8 ranks, not 3"),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "White has 0 royal men, want exactly one"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 royal men, want exactly one"),
        ("k7/8/8/8/8/8/8/KR6 w - e3 0 1", "the count limit must be `-` or an even number of plies"),
        ("k7/8/8/8/8/8/8/KR6 w - 15 0 1", "the count limit must be `-` or an even number of plies"),
        ("k7/8/8/8/8/8/8/K6R w - - 1+1 0 1", "this variant does not count checks"),
        ("k7/8/8/8/8/8/8/R3K3 w - - 0 1", "Black is in check, but it is not its turn"),
        ("k7/8/8/8/8/8/8/R~3K3 b - - 0 1", "`~` must follow a man that others promote to"),
        ("k7/8/8/8/8/8/8/K6R[P] w - - 0 1", "this variant has no men in hand"),
        ("k7/8/8/8/8/8/8/K6R w - - -1 1", "the ply counter must be a number up to 65535"),
        ("k7/8/8/8/8/8/8/K6R w - - 70000 1", "the ply counter must be a number up to 65535"),
    ] {
        let error = rules.parse_fen(fen).unwrap_err();
        assert!(error.faults.iter().any(|fault| fault.kind.to_string() == text), "{fen}: {error}");
    }
}
