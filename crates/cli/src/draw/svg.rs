//! Boards as SVG: an unchequered wooden board with figures in the Thai manner.

use std::fmt::Write;

use khun_rules::board::{Colour, Square};

use super::shapes::{Shape, shape};
use super::{Figure, Man, Scene, file_letter};

/// The side of a square, in units of the picture.
const SQUARE: i32 = 100;
/// The width of the frame with the coordinates.
const FRAME: i32 = 50;

/// The colours of a side's men.
struct Paint {
    light: &'static str,
    deep: &'static str,
    line: &'static str,
    edge: &'static str,
}

const WHITE: Paint = Paint { light: "#fffaf0", deep: "#ead6b0", line: "#6b4a2b", edge: "#3a2514" };
const BLACK: Paint = Paint { light: "#5a4038", deep: "#2a1b17", line: "#e2bf8d", edge: "#140b08" };

const fn paint(colour: Colour) -> &'static Paint {
    match colour {
        Colour::White => &WHITE,
        Colour::Black => &BLACK,
    }
}

/// Draws a board as a whole SVG document of a width in pixels.
pub fn board(scene: &Scene, width: u32) -> String {
    let (files, ranks) = (i32::from(scene.geometry.files()), i32::from(scene.geometry.ranks()));
    let (board_width, board_height) = (files * SQUARE, ranks * SQUARE);
    let (whole_width, whole_height) = (board_width + 2 * FRAME, board_height + 2 * FRAME);
    let height = (u64::from(width) * whole_height as u64).div_ceil(whole_width as u64);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole_width} {whole_height}" width="{width}" height="{height}" role="img">
<title>{}</title>
<desc>{}</desc>"#,
        escape(&scene.title),
        escape(&scene.description)
    );
    svg.push_str(DEFINITIONS);
    let _ = writeln!(
        svg,
        r##"<rect width="{whole_width}" height="{whole_height}" rx="14" fill="url(#frame)"/>
<g transform="translate({FRAME} {FRAME})">
<rect width="{board_width}" height="{board_height}" fill="url(#wood)"/>
<rect width="{board_width}" height="{board_height}" fill="url(#grain)"/>"##
    );
    for (row, rank) in scene.ranks().into_iter().enumerate() {
        for (column, file) in scene.files().into_iter().enumerate() {
            if let Some(square) = scene.geometry.square(file, rank) {
                under_man(&mut svg, scene, square, corner(column), corner(row));
            }
        }
    }
    let mut grid = String::new();
    for column in 1..files {
        let _ = write!(grid, "M{} 0V{board_height}", column * SQUARE);
    }
    for row in 1..ranks {
        let _ = write!(grid, "M0 {}H{board_width}", row * SQUARE);
    }
    let _ = writeln!(svg, r##"<path d="{grid}" stroke="#5b3513" stroke-width="2.5" fill="none"/>"##);
    let _ = writeln!(
        svg,
        r##"<rect width="{board_width}" height="{board_height}" fill="none" stroke="#3c210b" stroke-width="5"/>"##
    );
    for (row, rank) in scene.ranks().into_iter().enumerate() {
        for (column, file) in scene.files().into_iter().enumerate() {
            if let Some(square) = scene.geometry.square(file, rank) {
                on_square(&mut svg, scene, square, corner(column), corner(row));
            }
        }
    }
    svg.push_str("</g>\n");
    coordinates(&mut svg, scene, whole_width, whole_height);
    svg.push_str("</svg>\n");
    svg
}

const fn corner(index: usize) -> i32 {
    index as i32 * SQUARE
}

/// The colours and patterns that pictures share.
pub(crate) const DEFINITIONS: &str = r##"<defs>
<linearGradient id="frame" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#6d4320"/><stop offset="1" stop-color="#4a2a10"/></linearGradient>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f0c98c"/><stop offset=".5" stop-color="#e6b672"/><stop offset="1" stop-color="#dca75f"/></linearGradient>
<pattern id="grain" width="800" height="46" patternUnits="userSpaceOnUse"><path d="M0 8 C200 2 380 15 800 8 M0 24 C160 30 480 18 800 24 M0 38 C260 33 520 44 800 38" fill="none" stroke="#a86f2c" stroke-width="1.4" opacity=".28"/></pattern>
<radialGradient id="alarm"><stop offset=".35" stop-color="#d8281c" stop-opacity=".85"/><stop offset="1" stop-color="#d8281c" stop-opacity="0"/></radialGradient>
<linearGradient id="white" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#fffaf0"/><stop offset=".55" stop-color="#fdf1d9"/><stop offset="1" stop-color="#ddc293"/></linearGradient>
<linearGradient id="black" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#62473d"/><stop offset=".5" stop-color="#3d2a24"/><stop offset="1" stop-color="#1d120f"/></linearGradient>
</defs>
"##;

/// What lies under the lines of the board: the last move and a check.
fn under_man(svg: &mut String, scene: &Scene, square: Square, x: i32, y: i32) {
    if scene.last_move.contains(&square) {
        let _ = writeln!(
            svg,
            r##"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="#7c9a3a" fill-opacity=".55"/>"##
        );
    }
    if scene.checked.contains(&square) {
        let (cx, cy) = (x + SQUARE / 2, y + SQUARE / 2);
        let _ = writeln!(svg, r##"<circle cx="{cx}" cy="{cy}" r="62" fill="url(#alarm)"/>"##);
    }
}

/// What stands on a square, with marks that do not depend on colours.
fn on_square(svg: &mut String, scene: &Scene, square: Square, x: i32, y: i32) {
    if scene.last_move.contains(&square) {
        // Corners as a finger frame.
        let _ = writeln!(
            svg,
            r##"<path transform="translate({x} {y})" d="M6 24V6H24 M76 6H94V24 M94 76V94H76 M24 94H6V76" fill="none" stroke="#3f5216" stroke-width="5"/>"##
        );
    }
    if scene.checked.contains(&square) {
        let (cx, cy) = (x + SQUARE / 2, y + SQUARE / 2);
        let _ = writeln!(
            svg,
            r##"<circle cx="{cx}" cy="{cy}" r="46" fill="none" stroke="#a01008" stroke-width="4" stroke-dasharray="10 7"/>"##
        );
    }
    let man = scene.man(square);
    if let Some(man) = man {
        let _ = write!(svg, r#"<g transform="translate({x} {y})">"#);
        draw_man(svg, man);
        svg.push_str("</g>\n");
    }
    if scene.targets.contains(&square) {
        let (cx, cy) = (x + SQUARE / 2, y + SQUARE / 2);
        let mark = match man {
            None => format!(r##"<circle cx="{cx}" cy="{cy}" r="14" fill="#2f5d2a" fill-opacity=".75"/>"##),
            Some(_) => format!(
                r##"<circle cx="{cx}" cy="{cy}" r="45" fill="none" stroke="#2f5d2a" stroke-opacity=".85" stroke-width="7"/>"##
            ),
        };
        svg.push_str(&mark);
        svg.push('\n');
    }
}

/// A man on the square whose corner is at `x` and `y`, as SVG elements that need [`DEFINITIONS`].
pub(super) fn man_at(man: Man, x: i32, y: i32) -> String {
    let mut svg = format!(r#"<g transform="translate({x} {y})">"#);
    draw_man(&mut svg, man);
    svg.push_str("</g>\n");
    svg
}

fn draw_man(svg: &mut String, man: Man) {
    let turned_over = man.promoted && man.figure == Figure::Met;
    let Shape { outline, lines, dark } = shape(man.figure, turned_over);
    let (paint, fill) = (paint(man.colour), if man.colour == Colour::White { "white" } else { "black" });
    let Paint { line, edge, light, deep } = paint;
    let _ = write!(
        svg,
        r##"<path d="{outline}" fill="url(#{fill})" stroke="{edge}" stroke-width="3.6" stroke-linejoin="round"/>"##
    );
    if !lines.is_empty() {
        let _ =
            write!(svg, r#"<path d="{lines}" fill="none" stroke="{line}" stroke-width="3" stroke-linecap="round"/>"#);
    }
    if !dark.is_empty() {
        let _ = write!(svg, r#"<path d="{dark}" fill="{line}"/>"#);
    }
    if matches!(man.figure, Figure::Alfil | Figure::Letter) {
        let _ = write!(
            svg,
            r#"<text x="50" y="69" font-family="Georgia, 'DejaVu Serif', serif" font-size="54" font-weight="bold" text-anchor="middle" fill="{line}">{}</text>"#,
            escape(&man.letter.to_string())
        );
    }
    if man.promoted && !turned_over {
        // A little shell says where this man comes from.
        let _ = write!(
            svg,
            r#"<ellipse cx="82" cy="20" rx="11" ry="14" fill="{light}" stroke="{edge}" stroke-width="3"/><path d="M82 11V29" stroke="{deep}" stroke-width="4"/>"#
        );
    }
}

fn coordinates(svg: &mut String, scene: &Scene, width: i32, height: i32) {
    svg.push_str(
        r##"<g font-family="Helvetica, 'DejaVu Sans', Arial, sans-serif" font-size="30" font-weight="bold" fill="#f3d9ae" text-anchor="middle">"##,
    );
    svg.push('\n');
    for (column, file) in scene.files().into_iter().enumerate() {
        let x = FRAME + corner(column) + SQUARE / 2;
        let letter = file_letter(file);
        let _ = writeln!(svg, r#"<text x="{x}" y="{}">{letter}</text>"#, height - 15);
        let _ = writeln!(svg, r#"<text x="{x}" y="34">{letter}</text>"#);
    }
    for (row, rank) in scene.ranks().into_iter().enumerate() {
        let y = FRAME + corner(row) + SQUARE / 2 + 10;
        let _ = writeln!(svg, r#"<text x="25" y="{y}">{}</text>"#, rank + 1);
        let _ = writeln!(svg, r#"<text x="{}" y="{y}">{}</text>"#, width - 25, rank + 1);
    }
    svg.push_str("</g>\n");
}

/// Text that is safe inside an element.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::{Rules, samples};

    #[test]
    fn a_picture_shows_every_man_once() {
        let rules: Rules<u64> = Rules::build(&samples::makruk()).unwrap();
        let scene = Scene::new(&rules, &rules.start(), None);
        let picture = board(&scene, 400);
        assert_eq!(picture.matches("url(#white)").count(), 16);
        assert_eq!(picture.matches("url(#black)").count(), 16);
        assert!(picture.contains(r#"width="400" height="400""#));
        assert!(picture.contains("<title>Makruk: White to move</title>"));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a<b>&\n"), "a&lt;b&gt;&amp; ");
    }
}
