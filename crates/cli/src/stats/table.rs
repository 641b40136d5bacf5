//! Figures as text: one column, or two side by side.

use std::io::Write;

use super::Figures;
use crate::failure::Failure;
use crate::terminal::{Style, Terminal};
use crate::text::{join, thousands, wrap};

/// A line of the table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    /// The heading under which it stands.
    pub(super) group: &'static str,
    /// What makes it the same row for another variant.
    pub(super) key: String,
    pub(super) label: String,
    pub(super) value: String,
}

const RESULTS: &str = "Results";
const ENDS: &str = "Ended by";
const GAMES: &str = "Games";
const RULES: &str = "Rules used (times a game)";
const MOVES: &str = "Share of the moves";
const WORTH: &str = "Worth, by the results (by the file)";
const GROUPS: [&str; 6] = [RESULTS, ENDS, GAMES, RULES, MOVES, WORTH];

/// The lines of the table, in order.
pub(super) fn rows(figures: &Figures) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut push = |group, key: &str, label: &str, value: String| {
        rows.push(Row { group, key: key.to_owned(), label: label.to_owned(), value });
    };
    let games = figures.games.max(1) as f64;
    let share = |number: u64| percent(number as f64 / games);
    let score = format!("{} ± {:.1}", percent(figures.white_score), 100.0 * figures.white_score_error);
    push(RESULTS, "score", "White, who begins, scores", score);
    for (key, label, number) in [
        ("white", "White wins", figures.white_wins),
        ("black", "Black wins", figures.black_wins),
        ("draws", "draws", figures.draws),
        ("replays", "played again", figures.replays),
        ("unfinished", "cut off", figures.unfinished),
    ] {
        if number > 0 || ["white", "black", "draws"].contains(&key) {
            push(RESULTS, key, label, share(number));
        }
    }
    let mut reasons: Vec<(&String, u64)> = figures.reasons.iter().map(|(reason, number)| (reason, *number)).collect();
    reasons.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    for (reason, number) in reasons {
        let drawn = match figures.draws_by_reason.get(reason) {
            Some(&drawn) if drawn == number => ", drawn".to_owned(),
            Some(&drawn) => format!(", {} drawn", share(drawn)),
            None => String::new(),
        };
        push(ENDS, reason, &reason.replace('_', " "), format!("{}{drawn}", share(number)));
    }
    for end in &figures.ends_never_used {
        push(ENDS, end, &end.replace('_', " "), "never".to_owned());
    }
    let length = &figures.length;
    push(GAMES, "mean", "plies on average", format!("{:.0}", length.mean));
    push(GAMES, "median", "half of the games up to", thousands(length.median.into()));
    push(GAMES, "ninth", "nine in ten up to", thousands(length.ninth_decile.into()));
    push(GAMES, "longest", "the longest", thousands(length.longest.into()));
    push(GAMES, "branching", "legal moves in a position", format!("{:.1}", figures.branching_factor));
    push(GAMES, "captures", "captures in a game", format!("{:.1}", figures.captures_per_game));
    push(GAMES, "checks", "moves that give check", percent(figures.share_of_checks));
    push(GAMES, "repetition", "games with a repetition", percent(figures.games_with_repetition));
    if figures.games_with_count > 0.0 {
        push(GAMES, "counted", "games with a count", percent(figures.games_with_count));
        push(GAMES, "counting", "plies under a count", percent(figures.share_of_counted_plies));
    }
    if let Some(decides) = figures.material_decides {
        push(GAMES, "material", "more men halfway, then won", percent(decides));
    }
    if let Some(play) = &figures.play {
        push(GAMES, "decisive", "decisive moves", percent(play.share_of_decisive_moves));
        push(GAMES, "lead", "changes of the lead in a game", format!("{:.1}", play.lead_changes_per_game));
        if let Some(part) = play.decided_after {
            push(GAMES, "decided", "decided after this part", percent(part));
        }
    }
    for rule in figures.rules.iter().filter(|rule| !rule.rule.starts_with("end.")) {
        push(RULES, &rule.rule, &rule.rule, times(rule.per_game));
    }
    for man in &figures.men {
        push(MOVES, &man.id, &man.name, if man.moves == 0.0 { "never".to_owned() } else { percent(man.moves) });
    }
    for man in &figures.men {
        if let (Some(value), Some(error)) = (man.value, man.value_error) {
            let file = f64::from(man.file_value) / 100.0;
            let worth = format!("{:.2} ± {:.2} ({file:.2})", value / 100.0, error / 100.0);
            push(WORTH, &man.id, &man.name, worth);
        }
    }
    rows
}

fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

fn times(number: f64) -> String {
    if number == 0.0 { "never".to_owned() } else { format!("{number:.2}") }
}

/// Prints figures, beside those of another variant if there are some.
pub(crate) fn print(
    figures: &Figures,
    other: Option<&Figures>,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let heading = |text: &str| terminal.paint(text, Style::Strong);
    writeln!(out, "{}", heading(&format!("{}: {}", figures.title(), figures.described())))?;
    if let Some(other) = other {
        writeln!(out, "{}", heading(&format!("{}: {}", other.title(), other.described())))?;
        writeln!(out, "  {:<32} {:<24} {}", "", figures.title(), other.title())?;
    }
    for (group, lines) in grouped(figures, other) {
        writeln!(out, "{}", heading(group))?;
        for (label, value, beside) in lines {
            let line = format!("  {label:<32} {value:<24} {beside}");
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    let notes = notes(figures);
    if !notes.is_empty() {
        writeln!(out, "{}", heading("To look at"))?;
        for note in notes {
            for (index, line) in wrap(&note, 74).iter().enumerate() {
                writeln!(out, "{} {line}", if index == 0 { "  -" } else { "   " })?;
            }
        }
    }
    Ok(())
}

/// Lines of a group: label, value, the other's value.
type Lines = Vec<(String, String, String)>;

/// The rows of both by their groups.
pub(super) fn grouped(figures: &Figures, other: Option<&Figures>) -> Vec<(&'static str, Lines)> {
    let (own, others) = (rows(figures), other.map(rows).unwrap_or_default());
    let mut groups = Vec::new();
    for group in GROUPS {
        let mut lines = Lines::new();
        for row in own.iter().filter(|row| row.group == group) {
            let beside = others.iter().find(|other| (other.group, &other.key) == (group, &row.key));
            lines.push((row.label.clone(), row.value.clone(), beside.map(|row| row.value.clone()).unwrap_or_default()));
        }
        for row in others.iter().filter(|row| row.group == group) {
            if !own.iter().any(|own| (own.group, &own.key) == (group, &row.key)) {
                lines.push((row.label.clone(), String::new(), row.value.clone()));
            }
        }
        if !lines.is_empty() {
            groups.push((group, lines));
        }
    }
    groups
}

/// Draws are most of the games from here on.
const MANY_DRAWS: f64 = 0.7;

/// What an author should look at.
pub(crate) fn notes(figures: &Figures) -> Vec<String> {
    let mut notes = Vec::new();
    let lead = figures.white_score - 0.5;
    if lead.abs() > figures.white_score_error && figures.white_score_error > 0.0 {
        let side = if lead > 0.0 { "White" } else { "Black" };
        notes.push(format!("{side} scores better than chance explains."));
    }
    let games = figures.games.max(1) as f64;
    if figures.draws as f64 > MANY_DRAWS * games {
        let most = figures.draws_by_reason.iter().max_by_key(|(_, number)| **number);
        let by = most.map(|(reason, _)| format!(", most of them by {}", reason.replace('_', " "))).unwrap_or_default();
        notes.push(format!("{} of the games are drawn{by}.", percent(figures.draws as f64 / games)));
    }
    if figures.unfinished > 0 {
        notes.push("Games were cut off because no rule ended them: repetition, n_move or counting would.".to_owned());
    }
    let unused: Vec<String> =
        figures.rules.iter().filter(|rule| rule.per_game == 0.0).map(|rule| rule.rule.clone()).collect();
    if !unused.is_empty() {
        notes.push(format!("Never used: {}.", join(&unused, "and")));
    }
    let idle: Vec<String> = figures.men.iter().filter(|man| man.moves == 0.0).map(|man| man.name.clone()).collect();
    if !idle.is_empty() {
        notes.push(format!("Never moved: {}.", join(&idle, "and")));
    }
    for man in &figures.men {
        if let (Some(value), Some(error)) = (man.value, man.value_error)
            && (value - f64::from(man.file_value)).abs() > error.max(25.0)
        {
            let than = if value > f64::from(man.file_value) { "more" } else { "less" };
            notes.push(format!("The {} decides {than} than its value in the file says.", man.name));
        }
    }
    notes
}
