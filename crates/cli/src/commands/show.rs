//! `khun show`: a board in the terminal or as SVG.

use std::io::Write;

use khun_rules::board::Bitboard;
use khun_rules::{Game, Rules, with_rules};

use super::print_json;
use crate::args::ShowArgs;
use crate::draw::{Scene, svg, text};
use crate::failure::Failure;
use crate::files::write_output;
use crate::report::State;
use crate::setup::game_of;
use crate::sheet;
use crate::source;
use crate::terminal::Terminal;
use crate::words::{count, man_on, outcome};

pub(super) fn run(args: &ShowArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    with_rules!(&variant.rules, rules => {
        let game = game_of(rules, &args.position)?;
        let scene = Scene::new(rules, game.position(), game.last_move()).flipped(args.flip);
        match (&args.svg, &args.png) {
            (Some(path), _) => write_output(path, svg::board(&scene, args.size).as_bytes(), out),
            (None, Some(path)) => {
                let pixels = sheet::pixels(&svg::board(&scene, args.size), &sheet::Fonts::of_system())?;
                write_output(path, &pixels, out)
            }
            (None, None) if args.json => print_json(out, &State::new(&variant.id, &game)),
            (None, None) => {
                let look = text::Look { unicode: terminal.unicode && !args.ascii, colour: terminal.colour };
                write!(out, "{}", text::board(&scene, look))?;
                for line in status_lines(rules, &game) {
                    writeln!(out, "{line}")?;
                }
                Ok(())
            }
        }
    })
}

/// How the game stands, in lines of text: whose move it is or how the game ended, the last move, the count.
pub(super) fn status_lines<B: Bitboard>(rules: &Rules<B>, game: &Game<B>) -> Vec<String> {
    let position = game.position();
    let mut lines = Vec::new();
    let last = game.last_move().map(|mv| format!(" (last move {})", rules.uci(mv))).unwrap_or_default();
    if game.outcome().is_over() {
        lines.push(format!("Over: {}{last}", outcome::sentence(rules, game.outcome())));
    } else {
        let check = match position.checkers(rules).squares().next() {
            Some(square) => {
                let checker = position.man_at(square).map(|man| man_on(rules, man.1, square));
                format!(", in check from {}", checker.unwrap_or_else(|| "the opponent".to_owned()))
            }
            None if position.in_check(rules) => ", in check".to_owned(),
            None => String::new(),
        };
        lines.push(format!("{} to move{check}{last}", position.side().name()));
    }
    if let Some(count) = count::sentence(rules, position) {
        lines.push(format!("Count: {count}"));
    }
    if let Some(claim) = game.claimable() {
        lines.push(format!("A player may claim: {}", outcome::sentence(rules, claim)));
    }
    lines
}
