//! `khun moves`: the legal moves of a position and how the game stands.

use std::io::Write;

use khun_rules::board::Bitboard;
use khun_rules::{Game, with_rules};

use super::print_json;
use crate::args::MovesArgs;
use crate::failure::Failure;
use crate::report::State;
use crate::setup::game_of;
use crate::source;
use crate::terminal::{Style, Terminal};
use crate::text::{columns, plural};
use crate::words::{count, outcome};

pub(super) fn run(args: &MovesArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    with_rules!(&variant.rules, rules => {
        let game = game_of(rules, &args.position)?;
        let state = State::new(&variant.id, &game);
        if args.json { print_json(out, &state) } else { print_text(&state, &game, terminal, out) }
    })
}

fn print_text<B: Bitboard>(
    state: &State,
    game: &Game<B>,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (rules, position) = (game.rules(), game.position());
    writeln!(out, "{}", state.fen_marked)?;
    let check = if state.in_check { ", in check" } else { "" };
    let number = plural(state.legal.len() as u64, "legal move");
    let heading = format!("{} to move{check}: {number}", position.side().name());
    writeln!(out, "{}", terminal.paint(&heading, Style::Strong))?;
    let moves: Vec<String> = state.san.iter().map(|(uci, san)| format!("{uci:<6} {san}")).collect();
    write!(out, "{}", columns(&moves, 76))?;
    if let Some(count) = count::sentence(rules, position) {
        writeln!(out, "Count: {count}")?;
    }
    if !state.may_declare.is_empty() {
        writeln!(out, "May also declare: {}", state.may_declare.join(", "))?;
    }
    if game.outcome().is_over() {
        writeln!(out, "Over: {}", outcome::sentence(rules, game.outcome()))?;
    }
    Ok(())
}
