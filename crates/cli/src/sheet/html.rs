//! The rule sheet as a page that needs nothing else: text, and pictures inside it.

use std::fmt::Write;

use khun_variant::Variant;

use super::{examples, other_names, start};
use crate::draw::chart::Chart;
use crate::draw::svg::{self, escape};
use crate::rulebook::{self, Block};
use crate::text::capitalised;
use crate::words::name;

const STYLE: &str = "
:root { color-scheme: light; }
body { font: 16px/1.5 Georgia, 'Noto Serif', 'Noto Serif Thai', 'Noto Serif Khmer', serif; color: #2b1c10;
       background: #fffdf8; max-width: 60rem; margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 2.1rem; margin: 0 0 .2rem; }
h2 { font-size: 1.3rem; margin: 2rem 0 .6rem; border-bottom: 2px solid #c99b5a; }
h3 { margin: 0; font-size: 1.05rem; }
.board { display: block; width: min(100%, 30rem); height: auto; margin: 1rem 0; }
.men { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.2rem; }
.man { break-inside: avoid; border: 1px solid #dcc194; border-radius: .5rem; padding: .8rem; background: #fff9ec; }
.man svg { width: 100%; max-width: 15rem; height: auto; display: block; margin: .5rem auto; }
.names { color: #7a5a33; }
code, pre { font: .9rem/1.45 ui-monospace, 'DejaVu Sans Mono', monospace; }
pre { background: #f7ecd8; padding: .7rem 1rem; border-radius: .4rem; overflow-x: auto; }
footer { margin-top: 2rem; color: #7a5a33; font-size: .85rem; }
@media print { body { margin: 0; max-width: none; font-size: 12px; } h2 { break-after: avoid; } }
";

/// The whole page.
pub(crate) fn page(variant: &Variant) -> String {
    let mut html = String::new();
    let title = escape(&variant.name);
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: rules</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        escape(&variant.summary)
    );
    if let Some(profile) = variant.profiles.iter().find(|profile| Some(&profile.name) == variant.profile.as_ref()) {
        let _ = writeln!(html, "<p>Profile <code>{}</code>: {}</p>", escape(&profile.name), escape(&profile.doc));
    }
    let scene = start(variant);
    let board = svg::board(&scene, 480).replacen("<svg ", "<svg class=\"board\" ", 1);
    let _ = writeln!(html, "<h2>Start position</h2>\n{board}<p><code>{}</code></p>", escape(&scene.description));
    men(&mut html, variant);
    blocks(&mut html, &rulebook::remarks(variant));
    games(&mut html, variant);
    let _ = writeln!(
        html,
        "<footer>{} <code>{}</code>, rules <code>{}</code></footer>\n</body>\n</html>",
        title,
        escape(&variant.id),
        escape(&variant.hash)
    );
    html
}

fn men(html: &mut String, variant: &Variant) {
    html.push_str("<h2>Men</h2>\n<p>A disc: moves and captures. A ring: moves only. A cross: captures only. A lozenge: slides until \
                   something stands in the way. An arc: over a man on the way. Dashed: under a condition.</p>\n<div class=\"men\">\n");
    for kind in &variant.spec.kinds {
        let chart = Chart::new(&variant.spec, kind);
        let names = other_names(kind).join(" · ");
        let _ = writeln!(
            html,
            "<section class=\"man\">\n<h3>{} ({}) <span class=\"names\">{}</span></h3>\n{}<p>{}</p>\n</section>",
            escape(&capitalised(&name(kind))),
            kind.letter,
            escape(&names),
            chart.svg(240),
            escape(&rulebook::man(&variant.spec, kind).join(" "))
        );
    }
    html.push_str("</div>\n");
}

fn games(html: &mut String, variant: &Variant) {
    let examples = examples::of(variant);
    if !examples.is_empty() {
        let _ = writeln!(html, "<h2>{}</h2>", examples::TITLE);
    }
    for example in examples {
        let from = example.from.map(|fen| format!("From <code>{}</code><br>", escape(&fen))).unwrap_or_default();
        let (title, moves) = (escape(&capitalised(&example.title)), escape(&example.moves));
        let _ = writeln!(html, "<h3>{title}</h3>\n<p>{from}{moves}</p>");
    }
}

/// Text blocks as HTML: items in lists, lines that belong together in one block of their own.
fn blocks(html: &mut String, blocks: &[Block]) {
    let mut open = "";
    for block in blocks {
        let wanted = match block {
            Block::Item(_) => "ul",
            Block::Line(line) if line.trim().is_empty() => "",
            Block::Line(_) => "pre",
            _ => "",
        };
        if open != wanted {
            if !open.is_empty() {
                let _ = writeln!(html, "</{open}>");
            }
            if !wanted.is_empty() {
                let _ = write!(html, "<{wanted}>");
            }
            open = wanted;
        }
        let _ = match block {
            Block::Heading(title) => writeln!(html, "<h2>{}</h2>", escape(title)),
            Block::Say(text) | Block::Below(text) => writeln!(html, "<p>{}</p>", escape(text)),
            Block::Item(text) => writeln!(html, "<li>{}</li>", escape(text)),
            Block::Line(line) if line.trim().is_empty() => Ok(()),
            Block::Line(line) => writeln!(html, "{}", escape(line.trim_end())),
        };
    }
    if !open.is_empty() {
        let _ = writeln!(html, "</{open}>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_variant::{Settings, bundled, load};

    #[test]
    fn every_bundled_variant_has_a_sheet() {
        for bundled in bundled() {
            let variant = load(bundled.id, &Settings::default()).unwrap();
            let html = page(&variant);
            assert_eq!(html.matches("<section").count(), variant.spec.kinds.len());
            for tag in ["ul", "pre", "svg", "section"] {
                let opened = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
                assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{} {tag}", bundled.id);
            }
        }
    }
}
