//! Boards in characters.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Effects, Style};
use khun_rules::board::{Colour, Square};

use super::{Figure, Man, Scene, file_letter};

/// How to draw in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Figures and lines beyond ASCII; otherwise letters as in FEN.
    pub unicode: bool,
    /// Colours. Nothing is told by colour alone.
    pub colour: bool,
}

/// The characters of the lines of a board.
struct Lines {
    across: &'static str,
    down: char,
    top: [char; 3],
    middle: [char; 3],
    bottom: [char; 3],
}

const ASCII: Lines =
    Lines { across: "---", down: '|', top: ['+', '+', '+'], middle: ['+', '+', '+'], bottom: ['+', '+', '+'] };
const UNICODE: Lines =
    Lines {
        across: "───", down: '│', top: ['┌', '┬', '┐'], middle: ['├', '┼', '┤'], bottom: ['└', '┴', '┘']
    };

/// Draws a board. `[ ]` marks the last move, `! !` a royal man in check, `( )` squares pointed out, `~` a promoted man.
pub fn board(scene: &Scene, look: Look) -> String {
    let lines = if look.unicode { UNICODE } else { ASCII };
    let files = scene.files();
    let width = scene.geometry.ranks().to_string().len();
    let mut text = String::new();
    let rule = |[left, middle, right]: [char; 3]| {
        let cells = vec![lines.across; files.len()].join(&middle.to_string());
        format!("{} {left}{cells}{right}\n", " ".repeat(width))
    };
    text.push_str(&rule(lines.top));
    for (index, rank) in scene.ranks().into_iter().enumerate() {
        if index > 0 {
            text.push_str(&rule(lines.middle));
        }
        let _ = write!(text, "{:>width$} {}", rank + 1, lines.down);
        for &file in &files {
            if let Some(square) = scene.geometry.square(file, rank) {
                text.push_str(&cell(scene, square, look));
            }
            text.push(lines.down);
        }
        let _ = writeln!(text, " {}", rank + 1);
    }
    text.push_str(&rule(lines.bottom));
    text.push_str(&" ".repeat(width + 1));
    for &file in &files {
        let _ = write!(text, "  {} ", file_letter(file));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Three characters: a mark, the man, and a mark again.
fn cell(scene: &Scene, square: Square, look: Look) -> String {
    let man = scene.man(square);
    let (mut left, mut right) = if scene.checked.contains(&square) {
        ('!', '!')
    } else if scene.targets.contains(&square) {
        ('(', ')')
    } else if scene.last_move.contains(&square) {
        ('[', ']')
    } else {
        (' ', ' ')
    };
    if man.is_some_and(|man| man.promoted) {
        right = '~';
    }
    let Some(man) = man else {
        if scene.targets.contains(&square) {
            (left, right) = (' ', ' ');
            let dot = if look.unicode { '•' } else { '*' };
            return paint(scene, square, None, &format!("{left}{dot}{right}"), look);
        }
        return paint(scene, square, None, &format!("{left} {right}"), look);
    };
    paint(scene, square, Some(man.colour), &format!("{left}{}{right}", symbol(man, look.unicode)), look)
}

/// The character of a man.
fn symbol(man: Man, unicode: bool) -> char {
    let figures = match man.figure {
        _ if !unicode => None,
        Figure::Khun => Some(['♔', '♚']),
        Figure::Met => Some(['♕', '♛']),
        Figure::Khon | Figure::Alfil => Some(['♗', '♝']),
        Figure::Ma => Some(['♘', '♞']),
        Figure::Ruea => Some(['♖', '♜']),
        Figure::Bia => Some(['♙', '♟']),
        Figure::Letter => None,
    };
    match (figures, man.colour) {
        (Some(figures), colour) => figures[colour.index()],
        (None, Colour::White) => man.letter,
        (None, Colour::Black) => man.letter.to_ascii_lowercase(),
    }
}

fn paint(scene: &Scene, square: Square, whose: Option<Colour>, text: &str, look: Look) -> String {
    if !look.colour {
        return text.to_owned();
    }
    // Colours that can be read on dark and on light ground.
    let ansi = |colour: AnsiColor| Some(Color::Ansi(colour));
    let style = match whose {
        _ if scene.checked.contains(&square) => {
            Style::new().fg_color(ansi(AnsiColor::BrightWhite)).bg_color(ansi(AnsiColor::Red)).effects(Effects::BOLD)
        }
        _ if scene.last_move.contains(&square) => {
            Style::new().fg_color(ansi(AnsiColor::Black)).bg_color(ansi(AnsiColor::Green))
        }
        Some(Colour::White) => Style::new().effects(Effects::BOLD),
        Some(Colour::Black) => Style::new().fg_color(ansi(AnsiColor::Cyan)),
        None => Style::new(),
    };
    if style == Style::new() { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::{Rules, samples};

    fn scene(fen: &str, last: Option<&str>) -> Scene {
        let rules: Rules<u64> = Rules::build(&samples::makruk()).unwrap();
        let mut position = rules.parse_fen(fen).unwrap();
        let last = last.map(|uci| rules.parse_uci(&position, uci).unwrap());
        if let Some(mv) = last {
            position = position.play(&rules, mv);
        }
        Scene::new(&rules, &position, last)
    }

    #[test]
    fn a_board_in_both_alphabets() {
        let scene = scene("4k3/8/4P3/2M~5/8/8/3m4/3K3R w - - 0 1", Some("h1h8"));
        let look = |unicode, colour| Look { unicode, colour };
        insta::assert_snapshot!("unicode", board(&scene, look(true, false)));
        insta::assert_snapshot!("ascii", board(&scene, look(false, false)));
        insta::assert_snapshot!("flipped", board(&scene.clone().flipped(true), look(true, false)));
        let coloured = board(&scene, look(true, true));
        assert!(coloured.contains("\u{1b}["));
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), board(&scene, look(true, false)));
        let pointed = scene.pointing([Square(0), Square(3)]);
        insta::assert_snapshot!("targets", board(&pointed, look(false, false)));
    }
}
