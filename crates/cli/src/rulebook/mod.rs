//! The rules of a variant in plain English, made from its tables.

mod counting;
mod ends;
mod men;
mod settings;

use khun_rules::board::Geometry;
use khun_rules::{Position, board::Bitboard, with_rules};
use khun_variant::Variant;

use crate::draw::{Scene, text::Look, text::board};
use crate::terminal::{Style, Terminal};
use crate::text::{self, wrap};

/// The width of the text.
const WIDTH: usize = 78;

/// A text that grows section by section.
struct Page<'a> {
    terminal: &'a Terminal,
    look: Look,
    text: String,
}

impl Page<'_> {
    fn heading(&mut self, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let title = self.terminal.paint(title, Style::Strong);
        self.text.push_str(&title);
        self.text.push('\n');
    }

    /// A paragraph.
    fn say(&mut self, paragraph: &str) {
        self.indented("  ", "  ", paragraph);
    }

    /// An item of a list.
    fn item(&mut self, paragraph: &str) {
        self.indented("  - ", "    ", paragraph);
    }

    fn indented(&mut self, first: &str, rest: &str, paragraph: &str) {
        for (index, line) in wrap(paragraph, WIDTH - rest.len()).into_iter().enumerate() {
            self.text.push_str(if index == 0 { first } else { rest });
            self.text.push_str(&line);
            self.text.push('\n');
        }
    }

    /// A line as it is.
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// The whole text.
pub(crate) fn text(variant: &Variant, terminal: &Terminal, unicode: bool) -> String {
    let look = Look { unicode, colour: terminal.colour };
    let mut page = Page { terminal, look, text: String::new() };
    page.heading(&variant.name);
    if !variant.summary.is_empty() {
        page.say(&variant.summary);
    }
    if let Some(profile) = variant.profiles.iter().find(|profile| Some(&profile.name) == variant.profile.as_ref()) {
        page.say(&format!("These are the rules of the profile {}. {}", profile.name, profile.doc));
    }
    let spec = &variant.spec;
    page.heading("Board");
    with_rules!(&variant.rules, rules => start_position(&mut page, rules, &rules.start()));
    men::write(&mut page, spec);
    ends::write(&mut page, spec);
    counting::write(&mut page, spec);
    settings::write(&mut page, variant);
    if !variant.sources.is_empty() {
        page.heading("Sources");
        for source in &variant.sources {
            page.item(source);
        }
    }
    page.text
}

fn start_position<B: Bitboard>(page: &mut Page<'_>, rules: &khun_rules::Rules<B>, start: &Position<B>) {
    let geometry = rules.geometry();
    page.say(&format!(
        "{} files and {} ranks. {} moves first. The start position is",
        geometry.files(),
        geometry.ranks(),
        start.side().name()
    ));
    let picture = board(&Scene::new(rules, start, None), page.look);
    for line in picture.lines() {
        page.line(&format!("  {line}"));
    }
    page.line(&format!("  {}", rules.fen(start)));
}

/// A set of squares in words: `rank 6`, `ranks 6 to 8`, `d1, e1 and f1`.
fn squares(geometry: Geometry, set: u128) -> String {
    let rank = |rank: i32| -> u128 {
        let squares = (0..i32::from(geometry.files())).filter_map(|file| geometry.square(file, rank));
        squares.fold(0, |all, square| all | 1 << square.0)
    };
    let full: Vec<i32> = (0..i32::from(geometry.ranks())).filter(|&r| set & rank(r) == rank(r)).collect();
    let all_in_ranks = full.iter().fold(0, |all, &r| all | rank(r)) == set;
    if let (true, Some(&first), Some(&last)) = (all_in_ranks, full.first(), full.last()) {
        if first == last {
            return format!("rank {}", first + 1);
        }
        if last - first + 1 == full.len() as i32 {
            return format!("ranks {} to {}", first + 1, last + 1);
        }
    }
    let names: Vec<String> = geometry
        .iter()
        .filter(|square| set >> square.0 & 1 == 1)
        .map(|square| geometry.name(square).to_string())
        .collect();
    match names.is_empty() {
        true => "no square".to_owned(),
        false => text::join(&names, "and"),
    }
}

/// Both sides' squares in words, said once if they are the same.
fn squares_by_colour(geometry: Geometry, [white, black]: [u128; 2]) -> String {
    if white == black {
        return squares(geometry, white);
    }
    format!("{} (Black: {})", squares(geometry, white), squares(geometry, black))
}
