//! `khun pgn`: games in a file, replayed by the rules.

use std::io::{self, Read, Write};
use std::path::Path;

use khun_rules::pgn::{PgnFault, PgnGame, read_pgn};
use khun_rules::with_rules;
use serde::Serialize;

use super::print_json;
use crate::args::{PgnArgs, SettingsArgs};
use crate::failure::Failure;
use crate::report::OutcomeReport;
use crate::source::{self, Variant};
use crate::terminal::{Style, Terminal};
use crate::text::plural;
use crate::words::outcome;

#[derive(Serialize)]
struct Report {
    path: String,
    ok: bool,
    games: Vec<GameReport>,
    /// What cannot be read as PGN at all.
    faults: Vec<Fault>,
}

#[derive(Serialize)]
struct GameReport {
    /// The number of the game in the file, from 1.
    game: usize,
    ok: bool,
    /// The line where the game begins.
    line: usize,
    variant: Option<String>,
    /// The result that the file gives.
    result: String,
    /// Moves played; of a faulty game, `None`.
    plies: Option<usize>,
    /// How the game stands by the rules.
    outcome: Option<OutcomeReport>,
    fen_after: Option<String>,
    faults: Vec<Fault>,
    #[serde(skip)]
    sentence: String,
}

#[derive(Serialize)]
struct Fault {
    message: String,
    line: usize,
    column: usize,
}

impl From<&PgnFault> for Fault {
    fn from(fault: &PgnFault) -> Fault {
        Fault { message: fault.message.clone(), line: fault.place.line, column: fault.place.column }
    }
}

pub(super) fn run(args: &PgnArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let text = read(&args.file)?;
    let mut known = Known { args, terminal, opened: Vec::new() };
    if let Some(name) = &args.variant {
        // A variant that cannot be had is a matter of the command line, not of the games.
        let variant = source::open_named(name, &args.settings, terminal)?;
        known.opened.push(((name.clone(), args.settings.clone()), Ok(variant)));
    }
    let (games, faults) = read_pgn(&text);
    let games: Vec<GameReport> = games.iter().enumerate().map(|(index, game)| known.replay(index + 1, game)).collect();
    let ok = faults.is_empty() && games.iter().all(|game| game.ok);
    let report =
        Report { path: args.file.display().to_string(), ok, games, faults: faults.iter().map(Fault::from).collect() };
    if args.json {
        print_json(out, &report)?;
    } else {
        print_text(&report, terminal, out)?;
    }
    if ok { Ok(()) } else { Err(Failure::Told) }
}

fn read(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map_err(|error| Failure::file("read", path, &error))?;
    } else {
        bytes = std::fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The variants that games are replayed with, opened once each.
struct Known<'a> {
    args: &'a PgnArgs,
    terminal: &'a Terminal,
    opened: Vec<((String, SettingsArgs), Result<Variant, String>)>,
}

impl Known<'_> {
    fn replay(&mut self, number: usize, game: &PgnGame) -> GameReport {
        let mut report = GameReport {
            game: number,
            ok: false,
            line: game.place.line,
            variant: None,
            result: game.result.clone(),
            plies: None,
            outcome: None,
            fen_after: None,
            faults: Vec::new(),
            sentence: String::new(),
        };
        match self.variant(game) {
            Err(message) => {
                report.faults.push(Fault { message, line: game.place.line, column: game.place.column });
            }
            Ok(variant) => {
                report.variant = Some(variant.id.clone());
                with_rules!(&variant.rules, rules => match game.replay(rules) {
                    Err(fault) => report.faults.push(Fault::from(&fault)),
                    Ok(played) => {
                        report.ok = true;
                        report.plies = Some(played.moves().count());
                        report.outcome = Some(OutcomeReport::new(rules, played.outcome()));
                        report.fen_after = Some(rules.fen_marking_promoted(played.position()));
                        report.sentence = outcome::sentence(rules, played.outcome());
                    }
                });
            }
        }
        report
    }

    /// The variant of a game: that of the command line, if it is not another one's game, or that of its tag.
    fn variant(&mut self, game: &PgnGame) -> Result<&Variant, String> {
        let tag = game.tag("Variant").map(str::trim);
        let name = self.args.variant.as_deref().or(tag);
        let name = name.ok_or("the game has no Variant tag: name the variant on the command line")?;
        let settings = match &self.args.settings {
            given if given.profile.is_some() || !given.set.is_empty() => given.clone(),
            _ => settings_of(game),
        };
        let key = (name.to_owned(), settings);
        let index = match self.opened.iter().position(|(known, _)| *known == key) {
            Some(index) => index,
            None => {
                let opened = match &self.args.variant {
                    Some(name) => source::open_named(name, &key.1, self.terminal),
                    None => open_tagged(name, &key.1, self.terminal),
                };
                self.opened.push((key, opened.map_err(|failure| failure.message())));
                self.opened.len() - 1
            }
        };
        let variant = self.opened[index].1.as_ref().map_err(Clone::clone)?;
        match tag {
            Some(tag) if !source::is_called(variant, tag) => {
                Err(format!("this is a game of {tag}, not of {}", variant.id))
            }
            _ => Ok(variant),
        }
    }
}

/// The profile and the parameters that a game was saved with.
fn settings_of(game: &PgnGame) -> SettingsArgs {
    let set = game.tag("VariantSettings").unwrap_or_default().split_whitespace();
    SettingsArgs {
        profile: game.tag("VariantProfile").map(str::to_owned),
        set: set.filter_map(|word| word.split_once('=')).map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
    }
}

/// Opens the variant that a tag names. A tag is no path: a file of games must not make the program read other files.
fn open_tagged(tag: &str, settings: &SettingsArgs, terminal: &Terminal) -> Result<Variant, Failure> {
    if tag.contains(['/', '\\']) || tag.to_lowercase().ends_with(".toml") || Path::new(tag).exists() {
        return Err(Failure::usage(format!("there is no variant `{tag}`; name a file on the command line")));
    }
    source::open_named(tag, settings, terminal)
}

fn print_text(report: &Report, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let path = &report.path;
    for fault in &report.faults {
        writeln!(out, "{path}:{}:{}: {}", fault.line, fault.column, fault.message)?;
    }
    for game in &report.games {
        for fault in &game.faults {
            writeln!(out, "{path}:{}:{}: game {}: {}", fault.line, fault.column, game.game, fault.message)?;
        }
        if let (Some(plies), Some(variant)) = (game.plies, &game.variant) {
            let plies = plural(plies as u64, "ply").replace("plys", "plies");
            let claimed = if game.result == "*" { String::new() } else { format!(" ({})", game.result) };
            writeln!(out, "{path}:{}: game {}: {variant}, {plies}, {}{claimed}", game.line, game.game, game.sentence)?;
        }
    }
    let bad = report.games.iter().filter(|game| !game.ok).count() as u64;
    let total = plural(report.games.len() as u64, "game");
    let summary = match (report.ok, bad) {
        (true, _) => terminal.paint(&format!("{total}, all good"), Style::Good),
        (false, 0) => terminal.paint(&format!("{total}, the file has faults"), Style::Error),
        (false, bad) => terminal.paint(&format!("{total}, {bad} with faults"), Style::Error),
    };
    writeln!(out, "{summary}")?;
    Ok(())
}
