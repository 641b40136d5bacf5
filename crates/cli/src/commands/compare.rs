//! `khun compare`: how two variants differ, in words and in figures.

use std::io::Write;

use serde::Serialize;

use super::print_json;
use crate::args::{CompareArgs, SettingsArgs};
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::rulebook::{self, Block};
use crate::source::{self, Variant};
use crate::stats::{self, Figures};
use crate::terminal::{Style, Terminal};
use crate::text::wrap;

/// What two variants say about one subject.
#[derive(Serialize)]
struct Difference {
    /// The heading under which the rules stand: `Men`, `How a game ends`.
    subject: String,
    /// What only the first variant says.
    only_first: Vec<String>,
    /// What only the second one says.
    only_second: Vec<String>,
}

#[derive(Serialize)]
struct Comparison {
    first: String,
    second: String,
    /// Whether the rules are the same to the last table.
    same_rules: bool,
    differences: Vec<Difference>,
    /// The figures of games of both, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    figures: Option<[Figures; 2]>,
}

pub(super) fn run(args: &CompareArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let (one, other) = (open(&args.one, terminal)?, open(&args.other, terminal)?);
    let mut differences = Vec::new();
    let (ones, others) = (subjects(&one), subjects(&other));
    for (subject, lines) in &ones {
        let theirs = others.iter().find(|(other, _)| other == subject).map_or(&[][..], |(_, lines)| lines);
        push(&mut differences, subject, lines, theirs);
    }
    for (subject, lines) in others.iter().filter(|(subject, _)| !ones.iter().any(|(other, _)| other == subject)) {
        push(&mut differences, subject, &[], lines);
    }
    let figures = match args.games.map(|games| args.playing.settings(games)) {
        None => None,
        Some(settings) => {
            let stop = stop_on_interrupt();
            Some([stats::measure(&one, &settings, &stop)?, stats::measure(&other, &settings, &stop)?])
        }
    };
    let comparison = Comparison {
        first: args.one.clone(),
        second: args.other.clone(),
        same_rules: differences.is_empty(),
        differences,
        figures,
    };
    if args.json { print_json(out, &comparison) } else { print(&comparison, terminal, out) }
}

/// Opens `V` or `V:PROFILE`.
fn open(text: &str, terminal: &Terminal) -> Result<Variant, Failure> {
    let (name, profile) = match text.rsplit_once(':') {
        // The colon of a path on Windows is not one of ours.
        Some((name, profile)) if name.len() > 1 && !profile.contains(['/', '\\']) => (name, Some(profile.to_owned())),
        _ => (text, None),
    };
    source::open_named(name, &SettingsArgs { profile, set: Vec::new() }, terminal)
}

/// The rules in words, sentence by sentence, by their headings.
fn subjects(variant: &Variant) -> Vec<(String, Vec<String>)> {
    let mut subjects: Vec<(String, Vec<String>)> = Vec::new();
    for block in rulebook::rules(variant) {
        match (block, subjects.last_mut()) {
            (Block::Heading(title), _) => subjects.push((title, Vec::new())),
            (Block::Say(text) | Block::Item(text), Some((_, lines))) => lines.push(text),
            (Block::Line(text), Some((_, lines))) if !text.trim().is_empty() => {
                lines.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            _ => {}
        }
    }
    subjects
}

fn push(differences: &mut Vec<Difference>, subject: &str, ours: &[String], theirs: &[String]) {
    let without = |lines: &[String], others: &[String]| -> Vec<String> {
        lines.iter().filter(|line| !others.contains(line)).cloned().collect()
    };
    let (only_first, only_second) = (without(ours, theirs), without(theirs, ours));
    if !only_first.is_empty() || !only_second.is_empty() {
        differences.push(Difference { subject: subject.to_owned(), only_first, only_second });
    }
}

fn print(comparison: &Comparison, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let Comparison { first, second, same_rules, differences, figures } = comparison;
    if *same_rules {
        writeln!(out, "{first} and {second} have the same rules")?;
    } else {
        print_differences(first, second, differences, terminal, out)?;
    }
    if let Some([one, other]) = figures {
        writeln!(out)?;
        stats::print(one, Some(other), terminal, out)?;
    }
    Ok(())
}

fn print_differences(
    first: &str,
    second: &str,
    differences: &[Difference],
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "- only {first}\n+ only {second}")?;
    for difference in differences {
        writeln!(out, "\n{}", terminal.paint(&difference.subject, Style::Strong))?;
        for (sign, lines) in [("-", &difference.only_first), ("+", &difference.only_second)] {
            for line in lines {
                for (index, part) in wrap(line, 76).iter().enumerate() {
                    writeln!(out, "{} {part}", if index == 0 { sign } else { " " })?;
                }
            }
        }
    }
    Ok(())
}
