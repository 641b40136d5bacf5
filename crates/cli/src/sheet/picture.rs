//! The rule sheet as a picture: SVG, and pixels made from it.

use std::fmt::Write;

use khun_variant::Variant;
use resvg::{tiny_skia, usvg};

use super::{Fonts, examples, home_names, start};
use crate::draw::chart::Chart;
use crate::draw::svg::{self, escape};
use crate::failure::Failure;
use crate::rulebook::{self, Block};
use crate::text::{capitalised, wrap};
use crate::words::name;

/// The width of the sheet, in units of the picture.
const WIDTH: i32 = 1000;
/// The margin around everything.
const MARGIN: i32 = 36;
/// The width of the board.
const BOARD: i32 = 460;
/// Men in a row.
const COLUMNS: i32 = 3;
/// The height of a line of text.
const LINE: i32 = 19;

const FONT: &str = "font-family=\"Georgia, 'DejaVu Serif', 'Noto Serif', 'Noto Serif Thai', 'Noto Serif Khmer', 'Noto Sans Thai', serif\"";

/// A sheet that grows downwards.
struct Sheet {
    svg: String,
    y: i32,
}

impl Sheet {
    fn text(&mut self, x: i32, y: i32, size: i32, weight: &str, text: &str) {
        let _ = writeln!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" xml:space=\"preserve\">{}</text>",
            escape(text)
        );
    }

    /// A paragraph that begins at `y`, broken after about so many units. Returns where it ends.
    fn paragraph(&mut self, x: i32, mut y: i32, width: i32, text: &str) -> i32 {
        for line in wrap(text, (width as usize) * 10 / 72) {
            y += LINE;
            self.text(x, y, 14, "normal", &line);
        }
        y
    }

    fn heading(&mut self, x: i32, y: i32, width: i32, title: &str) {
        self.text(x, y, 20, "bold", title);
        let _ = writeln!(self.svg, "<path d=\"M{x} {}h{width}\" stroke=\"#c99b5a\" stroke-width=\"2\"/>", y + 7);
    }
}

/// The sheet as an SVG document of a width in pixels. Names that cannot be shown are left out.
pub(crate) fn picture(variant: &Variant, width: u32, can_show: &dyn Fn(&str) -> bool) -> String {
    let mut sheet = Sheet { svg: String::new(), y: MARGIN };
    sheet.y += 34;
    sheet.text(MARGIN, sheet.y, 36, "bold", &variant.name);
    sheet.y = sheet.paragraph(MARGIN, sheet.y + 6, WIDTH - 2 * MARGIN, &variant.summary) + 18;
    let top = sheet.y;
    let bottom_left = board(&mut sheet, variant, top);
    let bottom_right = ends(&mut sheet, variant, top);
    sheet.y = bottom_left.max(bottom_right) + 44;
    men(&mut sheet, variant, can_show);
    counting(&mut sheet, variant);
    games(&mut sheet, variant);
    sheet.text(MARGIN, sheet.y + 26, 11, "normal", &format!("{}, rules {}", variant.id, variant.hash));
    let height = sheet.y + 26 + MARGIN;
    let pixels = (i64::from(width) * i64::from(height)).div_euclid(i64::from(WIDTH));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{width}\" height=\"{pixels}\" \
         role=\"img\">\n<title>{}: rules</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fffdf8\"/>\n{}\
         <g {FONT} fill=\"#2b1c10\">\n{}</g>\n</svg>\n",
        escape(&variant.name),
        svg::DEFINITIONS,
        sheet.svg
    )
}

/// The start position, at the left. Returns where it ends.
fn board(sheet: &mut Sheet, variant: &Variant, top: i32) -> i32 {
    let scene = start(variant);
    let drawn = svg::board(&scene, BOARD as u32);
    let (files, ranks) = (i32::from(scene.geometry.files()), i32::from(scene.geometry.ranks()));
    let height = BOARD * (ranks + 1) / (files + 1);
    let placed = drawn.replacen("<svg ", &format!("<svg x=\"{MARGIN}\" y=\"{top}\" "), 1);
    sheet.svg.push_str(&placed);
    sheet.text(MARGIN, top + height + LINE, 11, "normal", &scene.description);
    top + height + LINE
}

/// How a game ends, beside the board. Returns where it ends.
fn ends(sheet: &mut Sheet, variant: &Variant, top: i32) -> i32 {
    let x = MARGIN + BOARD + 28;
    let width = WIDTH - MARGIN - x;
    let mut y = top + 16;
    let mut wanted = false;
    for block in rulebook::remarks(variant) {
        match block {
            Block::Heading(title) => {
                wanted = title == "How a game ends";
                if wanted {
                    sheet.heading(x, y, width, &title);
                    y += 10;
                }
            }
            Block::Item(text) if wanted => y = sheet.paragraph(x, y + 6, width, &text),
            _ => {}
        }
    }
    if variant.profiles.len() > 1 {
        y += 44;
        sheet.heading(x, y, width, "Readings of the rules");
        y += 10;
        for profile in &variant.profiles {
            y = sheet.paragraph(x, y + 6, width, &format!("{}: {}", profile.name, profile.doc));
        }
    }
    y
}

fn men(sheet: &mut Sheet, variant: &Variant, can_show: &dyn Fn(&str) -> bool) {
    sheet.heading(MARGIN, sheet.y, WIDTH - 2 * MARGIN, "Men");
    let legend = "disc: moves and captures   ring: moves only   cross: captures only   lozenge: slides   dashed: under a condition   \
                  arc: over a man";
    sheet.text(MARGIN + 70, sheet.y - 1, 13, "normal", legend);
    let cell = (WIDTH - 2 * MARGIN) / COLUMNS;
    let (mut row_top, mut row_bottom) = (sheet.y + 30, sheet.y + 30);
    for (index, kind) in variant.spec.kinds.iter().enumerate() {
        let column = index as i32 % COLUMNS;
        if column == 0 {
            row_top = row_bottom;
        }
        let x = MARGIN + column * cell;
        let others = home_names(kind).into_iter().filter(|name| can_show(name)).take(2).map(str::to_owned);
        let names: Vec<String> = [capitalised(&name(kind))].into_iter().chain(others).collect();
        sheet.text(x, row_top + 16, 17, "bold", &format!("{} ({})", names.join(" · "), kind.letter));
        let chart = Chart::new(&variant.spec, kind);
        let side = 170;
        let scale = f64::from(side) / f64::from(chart.size() * 100);
        let _ = write!(
            sheet.svg,
            "<g transform=\"translate({x} {}) scale({scale:.4})\">{}</g>",
            row_top + 28,
            chart.group()
        );
        let text = rulebook::man(&variant.spec, kind).join(" ");
        let bottom = sheet.paragraph(x, row_top + 32 + side, cell - 26, &text);
        row_bottom = row_bottom.max(bottom + 26);
    }
    sheet.y = row_bottom;
}

/// The counting rules with their table.
fn counting(sheet: &mut Sheet, variant: &Variant) {
    let mut wanted = false;
    for block in rulebook::remarks(variant) {
        match block {
            Block::Heading(title) => {
                wanted = title == "Counting";
                if wanted {
                    sheet.y += 22;
                    sheet.heading(MARGIN, sheet.y, WIDTH - 2 * MARGIN, &title);
                    sheet.y += 8;
                }
            }
            Block::Say(text) | Block::Item(text) if wanted => {
                sheet.y = sheet.paragraph(MARGIN, sheet.y + 4, WIDTH - 2 * MARGIN, &text);
            }
            Block::Line(line) if wanted => {
                // A table: what stands at its right is set apart.
                let line = line.trim();
                match line.rsplit_once("  ") {
                    Some((left, right)) => {
                        sheet.y += LINE;
                        sheet.text(MARGIN + 20, sheet.y, 14, "normal", left.trim());
                        sheet.text(MARGIN + 300, sheet.y, 14, "bold", right.trim());
                    }
                    None if !line.is_empty() => sheet.y = sheet.paragraph(MARGIN, sheet.y, WIDTH - 2 * MARGIN, line),
                    None => sheet.y += 6,
                }
            }
            _ => {}
        }
    }
}

/// The games that the file tells.
fn games(sheet: &mut Sheet, variant: &Variant) {
    let examples = examples::of(variant);
    if examples.is_empty() {
        return;
    }
    let width = WIDTH - 2 * MARGIN;
    sheet.y += 44;
    sheet.heading(MARGIN, sheet.y, width, examples::TITLE);
    sheet.y += 8;
    for example in examples {
        sheet.y += 6 + LINE;
        sheet.text(MARGIN, sheet.y, 14, "bold", &capitalised(&example.title));
        for text in example.from.iter().map(|fen| format!("From {fen}")).chain([example.moves]) {
            sheet.y = sheet.paragraph(MARGIN, sheet.y, width, &text);
        }
    }
}

/// Why a picture has no pixels.
#[derive(Debug)]
pub(crate) struct PictureError(String);

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Failure {
        Failure::usage(format!("cannot draw: {}", error.0))
    }
}

/// An SVG document as PNG, in the size that it names.
///
/// # Errors
/// The picture is too large to be drawn.
pub(crate) fn pixels(svg: &str, fonts: &Fonts) -> Result<Vec<u8>, PictureError> {
    let options = usvg::Options { fontdb: fonts.database(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| PictureError(error.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| PictureError(format!("{} by {} pixels are too many", size.width(), size.height())))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PictureError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_variant::{Settings, load};

    #[test]
    fn a_sheet_has_pixels() {
        let variant = load("makruk", &Settings::default()).unwrap();
        let fonts = Fonts::of_system();
        let png = pixels(&picture(&variant, 200, &|text| fonts.can_show(text)), &fonts).unwrap();
        assert!(png.starts_with(b"\x89PNG") && png.len() > 5000);
    }
}
