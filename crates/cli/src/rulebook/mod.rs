//! The rules of a variant in plain English, made from its tables.

mod counting;
mod ends;
mod men;
mod settings;

use khun_rules::board::Geometry;
use khun_rules::spec::{KindSpec, RulesSpec};
use khun_rules::{Position, board::Bitboard, with_rules};
use khun_variant::Variant;

use crate::draw::{Scene, text::Look, text::board};
use crate::terminal::{Style, Terminal};
use crate::text::{self, wrap};

/// The width of the text.
const WIDTH: usize = 78;

/// A part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Say(String),
    /// An item of a list.
    Item(String),
    /// A paragraph below the line before it.
    Below(String),
    /// A line as it is.
    Line(String),
}

impl Block {
    /// The text, with a line end after each line.
    fn write(&self, text: &mut String, terminal: &Terminal) {
        match self {
            Block::Heading(title) => {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&terminal.paint(title, Style::Strong));
                text.push('\n');
            }
            Block::Say(paragraph) => indented(text, "  ", "  ", paragraph),
            Block::Item(paragraph) => indented(text, "  - ", "    ", paragraph),
            Block::Below(paragraph) => indented(text, "      ", "      ", paragraph),
            Block::Line(line) => {
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
    }
}

fn indented(text: &mut String, first: &str, rest: &str, paragraph: &str) {
    for (index, line) in wrap(paragraph, WIDTH - rest.len()).into_iter().enumerate() {
        text.push_str(if index == 0 { first } else { rest });
        text.push_str(&line);
        text.push('\n');
    }
}

/// A text that grows section by section.
struct Page {
    look: Look,
    blocks: Vec<Block>,
}

impl Page {
    fn new(look: Look) -> Page {
        Page { look, blocks: Vec::new() }
    }

    fn heading(&mut self, title: &str) {
        self.blocks.push(Block::Heading(title.to_owned()));
    }

    fn say(&mut self, paragraph: &str) {
        self.blocks.push(Block::Say(paragraph.to_owned()));
    }

    fn item(&mut self, paragraph: &str) {
        self.blocks.push(Block::Item(paragraph.to_owned()));
    }

    fn below(&mut self, paragraph: &str) {
        self.blocks.push(Block::Below(paragraph.to_owned()));
    }

    fn line(&mut self, line: &str) {
        self.blocks.push(Block::Line(line.to_owned()));
    }
}

/// What there is to say about a variant beside its board and its men: ends, counting, parameters, profiles, sources.
pub(crate) fn remarks(variant: &Variant) -> Vec<Block> {
    let mut page = Page::new(Look { unicode: true, colour: false });
    ends::write(&mut page, &variant.spec);
    counting::write(&mut page, &variant.spec);
    settings::write(&mut page, variant);
    sources(&mut page, variant);
    page.blocks
}

/// What a man does, sentence by sentence.
pub(crate) fn man(spec: &RulesSpec, kind: &KindSpec) -> Vec<String> {
    men::whole(spec, kind)
}

/// The rules alone, one paragraph a man, with ids in place of names so that variants of other languages can be compared.
pub(crate) fn rules(variant: &Variant) -> Vec<Block> {
    let mut spec = variant.spec.clone();
    for kind in &mut spec.kinds {
        kind.names.clear();
    }
    let mut page = Page::new(Look { unicode: false, colour: false });
    page.heading("Board");
    let (files, ranks) = (spec.geometry.files(), spec.geometry.ranks());
    page.say(&format!("{files} files and {ranks} ranks."));
    page.say(&format!("The start position is {}.", spec.start));
    page.heading("Men");
    for kind in &spec.kinds {
        page.say(&format!("{} ({}). {}", crate::words::name(kind), kind.letter, men::whole(&spec, kind).join(" ")));
    }
    ends::write(&mut page, &spec);
    counting::write(&mut page, &spec);
    page.blocks
}

fn sources(page: &mut Page, variant: &Variant) {
    if !variant.sources.is_empty() {
        page.heading("Sources");
        for source in &variant.sources {
            page.item(source);
        }
    }
}

/// The whole text.
pub(crate) fn text(variant: &Variant, terminal: &Terminal, unicode: bool) -> String {
    let look = Look { unicode, colour: terminal.colour };
    let mut page = Page::new(look);
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
    sources(&mut page, variant);
    let mut text = String::new();
    for block in &page.blocks {
        block.write(&mut text, terminal);
    }
    text
}

fn start_position<B: Bitboard>(page: &mut Page, rules: &khun_rules::Rules<B>, start: &Position<B>) {
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
