//! Games as files.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use khun_rules::board::{Bitboard, Colour};
use khun_rules::pgn::{read_pgn, write_pgn};
use khun_rules::spec::Verdict;
use khun_rules::{Game, Rules, Status};

use super::Setting;
use crate::files::write_whole;

/// Writes a game as PGN; `forfeit` is who has lost it by the clock. An older file stays as it is if that fails.
///
/// # Errors
/// What went wrong, in words.
pub(super) fn save<B: Bitboard>(
    path: &Path,
    game: &Game<B>,
    setting: &Setting,
    forfeit: Option<Colour>,
) -> Result<(), String> {
    let [white, black] = Colour::BOTH.map(|colour| setting.name(colour));
    let mut tags: Vec<(String, String)> = [
        ("Event", "Game in the terminal"),
        ("Site", "?"),
        ("Date", &today()),
        ("Round", "-"),
        ("White", &white),
        ("Black", &black),
        ("Variant", &setting.variant),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    if let Some(profile) = &setting.profile {
        tags.push(("VariantProfile".to_owned(), profile.clone()));
    }
    if !setting.set.is_empty() {
        let set: Vec<String> = setting.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
        tags.push(("VariantSettings".to_owned(), set.join(" ")));
    }
    if let Some(loser) = forfeit {
        tags.push(("Result".to_owned(), Status::of(Verdict::Loss, loser).pgn().to_owned()));
        tags.push(("Termination".to_owned(), "time forfeit".to_owned()));
    }
    write_whole(path, write_pgn(game, &tags).as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Reads the first game of a file.
///
/// # Errors
/// What went wrong, in words.
pub(super) fn load<B: Bitboard>(path: &Path, rules: &Arc<Rules<B>>, setting: &Setting) -> Result<Game<B>, String> {
    let bytes = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let (games, faults) = read_pgn(&text);
    let Some(game) = games.first() else {
        let fault = faults.first().map_or_else(|| "it has no game".to_owned(), ToString::to_string);
        return Err(format!("cannot read {}: {fault}", path.display()));
    };
    if let Some(other) = game.tag("Variant").filter(|tag| !setting.is_variant(tag)) {
        return Err(format!("{} is a game of {other}, not of {}", path.display(), setting.variant));
    }
    let profile = game.tag("VariantProfile");
    if profile != setting.profile.as_deref() {
        let played = profile.map_or("without a profile".to_owned(), |profile| format!("with --profile {profile}"));
        return Err(format!("{} was played {played}: start khun so", path.display()));
    }
    game.replay(rules).map_err(|fault| format!("{}: {fault}", path.display()))
}

/// The date in Greenwich as PGN has it, `2026.11.30`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date that is so many days after 1 January 1970.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while month < 11 && days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn dates() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (20_787, (2026, 11, 30)),
            (19_722, (2023, 12, 31)),
        ] {
            assert_eq!(civil(days), date);
        }
    }
}
