//! One slip does not hide the others: what a misspelt parent or a missing format would have been is taken for granted
//! while the rest of the file is read.

use khun_variant::{LoadError, Settings, load_str};

fn codes(text: &str) -> Vec<String> {
    match load_str(text, "recovery.toml", None, &Settings::default()) {
        Err(LoadError::Faults { faults, .. }) => faults.iter().map(|fault| fault.code.to_string()).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_misspelt_parent_does_not_hide_other_faults() {
    let text = "format = 1\nextends = \"makrk\"\n[pieces.met]\nbetza = \"FfX\"\n[pieces.pawn]\npromtion = {}\n";
    assert_eq!(codes(text), ["E101", "E303", "E003"]);
}

#[test]
fn a_missing_format_does_not_hide_other_faults() {
    assert_eq!(codes("extends = \"makruk\"\n[pieces.met]\nbetza = \"FfX\"\n"), ["E002", "E303"]);
}

#[test]
fn what_cannot_be_guessed_is_reported_alone() {
    assert_eq!(codes("format = 1\nextends = \"xiangqi\"\n[pieces.met]\nbetza = \"FfX\"\n"), ["E101"]);
    assert_eq!(codes("format = 2\nextends = \"makruk\"\n[pieces.met]\nbetza = \"FfX\"\n"), ["E002"]);
}
