//! From text to a game: a FEN, and moves and declarations after it.

use std::sync::Arc;

use khun_rules::board::{Bitboard, Square};
use khun_rules::spec::Kind;
use khun_rules::{Declaration, FenError, Game, Move, NotationError, Position, Rules};

use crate::args::PositionArgs;
use crate::failure::{Complaint, Failure, FaultReport};
use crate::text::shown;
use crate::words::illegal;

/// Why a game cannot be set up.
#[derive(Debug)]
pub(crate) enum SetupError {
    /// The FEN is faulty.
    Fen(String, FenError),
    /// A step is faulty: its number, from 1, its text, and what is wrong.
    Step(usize, String, String),
}

impl SetupError {
    /// What is wrong, in one sentence.
    pub(crate) fn message(&self) -> String {
        match self {
            SetupError::Fen(_, error) => error.to_string(),
            SetupError::Step(number, text, reason) => format!("move {number}, \"{}\": {reason}", shown(text)),
        }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        match error {
            SetupError::Fen(text, error) => Failure::fen(&text, &error),
            SetupError::Step(..) => {
                let message = error.message();
                let fault = FaultReport { message: message.clone(), ..FaultReport::default() };
                Failure::Input(Complaint { message, faults: vec![fault], rendered: None })
            }
        }
    }
}

/// A game in the position that the command line describes.
pub(crate) fn game_of<B: Bitboard>(rules: &Arc<Rules<B>>, args: &PositionArgs) -> Result<Game<B>, Failure> {
    let mut game = game_from(rules, args.fen.as_deref())?;
    let steps = args.moves.iter().flat_map(|moves| moves.split_whitespace());
    for (index, text) in steps.enumerate() {
        step(&mut game, text).map_err(|reason| SetupError::Step(index + 1, text.to_owned(), reason))?;
    }
    Ok(game)
}

/// A game from a FEN, or from the start.
pub(crate) fn game_from<B: Bitboard>(rules: &Arc<Rules<B>>, fen: Option<&str>) -> Result<Game<B>, SetupError> {
    match fen {
        None => Ok(Game::new(rules.clone())),
        Some(fen) => Game::from_fen(rules.clone(), fen).map_err(|error| SetupError::Fen(fen.to_owned(), error)),
    }
}

/// Plays a move or makes a declaration. Moves after the end of the game are played as long as the men can make them;
/// the result stays. Tells whether it was a move.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn step<B: Bitboard>(game: &mut Game<B>, text: &str) -> Result<bool, String> {
    if let Some(declaration) = Declaration::parse(text, game.position().side()) {
        game.declare(declaration).map_err(|error| error.to_string())?;
        return Ok(false);
    }
    let mv = read_move(game.rules(), game.position(), text)?;
    game.play_on(mv).map_err(|error| error.to_string())?;
    Ok(true)
}

/// Reads a legal move in UCI, SAN or SAN with Thai letters.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn read_move<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, text: &str) -> Result<Move, String> {
    let uci = rules.parse_uci(position, text);
    let san = if uci.is_err() { rules.parse_san(position, text) } else { uci.clone() };
    match (uci, san) {
        (Ok(mv), _) | (Err(_), Ok(mv)) => Ok(mv),
        (Err(_), Err(error @ NotationError::Ambiguous { .. })) => Err(error.to_string()),
        (Err(_), Err(_)) => Err(match meant(rules, position, text) {
            Some((from, to, promotion)) => match position.why_illegal(rules, from, to, promotion) {
                Some(why) => illegal::explain(rules, position, why, to),
                None => "the move is not legal".to_owned(),
            },
            None => illegal::explain_san(rules, position, text),
        }),
    }
}

/// The squares and the promotion that an illegal move names: its own in UCI, and in SAN those of the only man of the
/// kind if there is just one.
fn meant<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, text: &str) -> Option<(Square, Square, Option<Kind>)> {
    if let Some(split) = rules.split_uci(text) {
        return Some(split);
    }
    let (kind, to) = illegal::split_san(rules, text)?;
    let mut men = position.men_of(position.side(), kind).squares();
    match (men.next(), men.next()) {
        (Some(from), None) => Some((from, to, None)),
        _ => None,
    }
}
