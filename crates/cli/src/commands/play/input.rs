//! What is typed during a game.

use std::path::PathBuf;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// Nothing.
    Empty,
    /// A move, as it was typed.
    Move(String),
    /// `undo`
    Undo,
    /// `hint`
    Hint,
    /// `eval`
    Eval,
    /// `count`, `stop` or `claim`: a declaration by its word.
    Declare(&'static str),
    /// `resign`
    Resign,
    /// `draw`
    Draw,
    /// `save FILE`
    Save(PathBuf),
    /// `load FILE`
    Load(PathBuf),
    /// `moves` or `moves SQUARE`
    Moves(Option<String>),
    /// `flip`
    Flip,
    /// `board`
    Board,
    /// `fen`
    Fen,
    /// `help`
    Help,
    /// `quit`
    Quit,
    /// A command without what it needs, or with more.
    Misused(&'static str),
}

/// What can be typed, for `help`.
pub(super) const HELP: &str = "\
Type a move: e3e4, or SAN (e4, Nd2, dxc6=M), or SAN with Thai letters.
  undo          take back your last move
  hint          a move that the engine would make
  eval          who stands better, and the line of play that the engine expects
  moves [E3]    the legal moves, or those of the man on a square
  count, stop   begin to count, stop counting, where the rules leave it to you
  claim         claim a draw that the rules grant
  draw          offer a draw, or accept one
  resign        give the game up
  save FILE     write the game as PGN
  load FILE     go on with a game from a file
  board, flip   draw the board, turn it round
  fen           print the position
  quit          leave";

impl Input {
    /// Reads a line. Words are read in any case.
    pub(super) fn parse(line: &str) -> Input {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = |input: Input, usage| if rest.is_empty() { input } else { Input::Misused(usage) };
        match word.to_lowercase().as_str() {
            "" => Input::Empty,
            "undo" => alone(Input::Undo, "undo"),
            "hint" => alone(Input::Hint, "hint"),
            "eval" => alone(Input::Eval, "eval"),
            "count" => alone(Input::Declare("count"), "count"),
            "stop" => alone(Input::Declare("stop"), "stop"),
            "claim" => alone(Input::Declare("claim"), "claim"),
            "resign" => alone(Input::Resign, "resign"),
            "draw" => alone(Input::Draw, "draw"),
            "flip" => alone(Input::Flip, "flip"),
            "board" => alone(Input::Board, "board"),
            "fen" => alone(Input::Fen, "fen"),
            "help" | "?" => alone(Input::Help, "help"),
            "quit" | "exit" | "q" => alone(Input::Quit, "quit"),
            "moves" if rest.is_empty() => Input::Moves(None),
            "moves" => Input::Moves(Some(rest.to_lowercase())),
            "save" if rest.is_empty() => Input::Misused("save FILE"),
            "save" => Input::Save(rest.into()),
            "load" if rest.is_empty() => Input::Misused("load FILE"),
            "load" => Input::Load(rest.into()),
            _ => Input::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_and_the_rest_are_moves() {
        for (line, input) in [
            ("", Input::Empty),
            ("  e3e4 ", Input::Move("e3e4".into())),
            ("Undo", Input::Undo),
            ("undo 3", Input::Misused("undo")),
            ("save a b.pgn", Input::Save("a b.pgn".into())),
            ("save", Input::Misused("save FILE")),
            ("moves E3", Input::Moves(Some("e3".into()))),
            ("claim", Input::Declare("claim")),
            ("?", Input::Help),
            ("Nd2", Input::Move("Nd2".into())),
        ] {
            assert_eq!(Input::parse(line), input, "{line}");
        }
    }
}
