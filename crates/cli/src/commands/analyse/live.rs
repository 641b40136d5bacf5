//! Lines that change in a terminal while the engine thinks.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use khun_engine::Info;
use khun_rules::Game;
use khun_rules::board::Bitboard;

use super::row;
use crate::terminal::{Style, Terminal};
use crate::text::{rate, thousands};

/// How often the lines are drawn at most.
const PAUSE: Duration = Duration::from_millis(60);

/// A few lines of standard error that are drawn over and over. Nothing is drawn where it is no terminal.
pub(super) struct Live {
    terminal: Option<Terminal>,
    /// How many lines are on the screen.
    drawn: usize,
    last: Option<Instant>,
}

impl Live {
    pub(super) fn new(terminal: &Terminal) -> Live {
        let able = io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb");
        Live { terminal: able.then_some(*terminal), drawn: 0, last: None }
    }

    /// Draws the lines in place of those that were drawn before.
    pub(super) fn show<B: Bitboard>(&mut self, game: &Game<B>, lines: &[Info]) {
        let Some(terminal) = self.terminal else { return };
        if self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
        let mut text = self.back();
        for info in lines {
            // A line that wraps would spoil the count of lines.
            text.extend(row(game, info).chars().take(width.saturating_sub(1)));
            text.push('\n');
        }
        let (nodes, seconds) = lines.last().map_or((0, 0.0), |info| (info.nodes, info.time.as_secs_f64()));
        let status =
            format!("  {} nodes, {} a second, {seconds:.1} s; Ctrl-C ends", thousands(nodes), rate(nodes, seconds));
        let status: String = status.chars().take(width.saturating_sub(1)).collect();
        text.push_str(&terminal.paint_error(&status, Style::Faint));
        text.push('\n');
        self.drawn = lines.len() + 1;
        let _ = write!(io::stderr(), "{text}");
    }

    /// Takes the lines away.
    pub(super) fn clear(&mut self) {
        if self.drawn > 0 {
            let _ = write!(io::stderr(), "{}", self.back());
            self.drawn = 0;
        }
    }

    /// What brings the cursor back to the first line and empties the rest of the screen.
    fn back(&self) -> String {
        if self.drawn == 0 { String::new() } else { format!("\x1b[{}A\x1b[J", self.drawn) }
    }
}
