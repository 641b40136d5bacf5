//! [`Game`]: a position with its history, the players' declarations, and a result that stays once it is there.

use std::sync::Arc;

use khun_board::{Bitboard, Colour};

use crate::count::CountError;
use crate::outcome::{Judgement, Outcome, Reason, Status};
use crate::{FenError, Move, Position, Rules};

/// Something that a player does beside moving. The side to move does it, before it moves, but for the last two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Declaration {
    /// Asks for a count, or begins one again.
    Count,
    /// Stops counting.
    Stop,
    /// Claims a draw that the rules grant on a claim.
    Claim,
    /// Gives the game up.
    Resign(Colour),
    /// Both agree on a draw.
    AgreeDraw,
}

impl Declaration {
    /// The word for a declaration of the side to move: `count`, `stop`, `claim`, `resign`, `draw`.
    pub fn parse(word: &str, side: Colour) -> Option<Declaration> {
        Some(match word {
            "count" => Declaration::Count,
            "stop" => Declaration::Stop,
            "claim" => Declaration::Claim,
            "resign" => Declaration::Resign(side),
            "draw" => Declaration::AgreeDraw,
            _ => return None,
        })
    }

    /// The word that [`Declaration::parse`] reads.
    pub const fn word(self) -> &'static str {
        match self {
            Declaration::Count => "count",
            Declaration::Stop => "stop",
            Declaration::Claim => "claim",
            Declaration::Resign(_) => "resign",
            Declaration::AgreeDraw => "draw",
        }
    }
}

/// Why something cannot be done in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The move is not legal.
    #[error("the move is not legal")]
    Illegal,
    /// There is nothing to claim.
    #[error("there is no draw to claim")]
    NothingToClaim,
    /// The count cannot be asked for or stopped.
    #[error("{0}")]
    Count(#[from] CountError),
}

/// Something that happened in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A move.
    Move(Move),
    /// A declaration.
    Declaration(Declaration),
}

/// An event and how the game stood after it.
#[derive(Clone, Copy, Debug)]
struct Record<B> {
    event: Event,
    position: Position<B>,
    judgement: Judgement,
    /// Plies since the last move that can never be taken back: earlier positions cannot come again.
    reversible: u32,
}

/// A game: its rules, its start, and everything that has happened.
#[derive(Clone, Debug)]
pub struct Game<B: Bitboard> {
    rules: Arc<Rules<B>>,
    start: Position<B>,
    start_judgement: Judgement,
    records: Vec<Record<B>>,
    /// Hashes of the start position and the position after each move.
    hashes: Vec<u64>,
}

impl<B: Bitboard> Game<B> {
    /// A game from the start position.
    pub fn new(rules: Arc<Rules<B>>) -> Game<B> {
        let start = rules.start();
        Game::from_position(rules, start)
    }

    /// A game from any position of these rules.
    pub fn from_position(rules: Arc<Rules<B>>, start: Position<B>) -> Game<B> {
        let start_judgement = start.judge(&rules, |_| 1);
        Game { hashes: vec![start.hash()], rules, start, start_judgement, records: Vec::new() }
    }

    /// A game from a position in text.
    ///
    /// # Errors
    /// All faults of the FEN.
    pub fn from_fen(rules: Arc<Rules<B>>, fen: &str) -> Result<Game<B>, FenError> {
        let start = rules.parse_fen(fen)?;
        Ok(Game::from_position(rules, start))
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules<B>> {
        &self.rules
    }

    /// The position on the board.
    pub fn position(&self) -> &Position<B> {
        self.records.last().map_or(&self.start, |record| &record.position)
    }

    /// The position that the game began with.
    pub fn start(&self) -> &Position<B> {
        &self.start
    }

    fn judgement(&self) -> Judgement {
        self.records.last().map_or(self.start_judgement, |record| record.judgement)
    }

    /// How the game stands.
    pub fn outcome(&self) -> Outcome {
        self.judgement().outcome
    }

    /// The result that a player may claim now.
    pub fn claimable(&self) -> Option<Outcome> {
        self.judgement().claim
    }

    /// What has happened, in order.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = Event> + ExactSizeIterator {
        self.records.iter().map(|record| record.event)
    }

    /// The moves made.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.events().filter_map(|event| match event {
            Event::Move(mv) => Some(mv),
            Event::Declaration(_) => None,
        })
    }

    /// The last move made.
    pub fn last_move(&self) -> Option<Move> {
        self.moves().next_back()
    }

    /// The hashes of the start position and of the position after each move, for a search that has to see repetitions.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The legal moves; none once the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_over() { Vec::new() } else { self.position().legal_moves(&self.rules) }
    }

    /// How often the position has been on the board, now included; counting stops at `limit`.
    pub fn occurrences(&self, limit: u8) -> u8 {
        let reversible = self.records.iter().rev().find_map(|record| match record.event {
            Event::Move(_) => Some(record.reversible),
            Event::Declaration(_) => None,
        });
        occurrences(&self.hashes, reversible.unwrap_or(0), limit)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`GameError::Over`] or [`GameError::Illegal`]; the game is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        if self.outcome().is_over() {
            return Err(GameError::Over);
        }
        self.play_on(mv)
    }

    /// Makes a move even if the game is over, as long as the men could make it. A result that is there stays.
    ///
    /// # Errors
    /// [`GameError::Illegal`]; the game is unchanged then.
    pub fn play_on(&mut self, mv: Move) -> Result<(), GameError> {
        if !self.position().is_legal(&self.rules, mv) {
            return Err(GameError::Illegal);
        }
        let before = self.position();
        let position = before.play(&self.rules, mv);
        let irreversible = before.is_irreversible(&self.rules, mv) || position.rights() != before.rights();
        let reversible = if irreversible { 0 } else { self.reversible() + 1 };
        self.hashes.push(position.hash());
        let judgement = if self.outcome().is_over() {
            Judgement { outcome: self.outcome(), claim: None }
        } else {
            position.judge(&self.rules, |limit| occurrences(&self.hashes, reversible, limit))
        };
        self.records.push(Record { event: Event::Move(mv), position, judgement, reversible });
        Ok(())
    }

    fn reversible(&self) -> u32 {
        self.records.last().map_or(0, |record| record.reversible)
    }

    /// Declares something.
    ///
    /// # Errors
    /// Why it cannot be declared now; the game is unchanged then.
    pub fn declare(&mut self, declaration: Declaration) -> Result<(), GameError> {
        if self.outcome().is_over() {
            return Err(GameError::Over);
        }
        let mut position = *self.position();
        let mut judgement = self.judgement();
        let over = |status, reason| Judgement { outcome: Outcome { status, reason: Some(reason) }, claim: None };
        let counting = self.rules.counting.as_ref().ok_or(CountError::NoCounting);
        match declaration {
            Declaration::Count => position.set_count(counting?.ask(&self.rules, &position)?),
            Declaration::Stop => position.set_count(counting?.stop(&position)?),
            Declaration::Claim => {
                judgement = Judgement { outcome: judgement.claim.ok_or(GameError::NothingToClaim)?, claim: None };
            }
            Declaration::Resign(Colour::White) => judgement = over(Status::BlackWins, Reason::Resignation),
            Declaration::Resign(Colour::Black) => judgement = over(Status::WhiteWins, Reason::Resignation),
            Declaration::AgreeDraw => judgement = over(Status::Draw, Reason::Agreement),
        }
        if matches!(declaration, Declaration::Count | Declaration::Stop) {
            judgement = position.judge(&self.rules, |limit| self.occurrences(limit));
        }
        let reversible = self.reversible();
        self.records.push(Record { event: Event::Declaration(declaration), position, judgement, reversible });
        Ok(())
    }

    /// Takes back the last move and whatever was declared after it. Returns the move; `None` where there was none.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.records.iter().rposition(|record| matches!(record.event, Event::Move(_)))?;
        let Event::Move(mv) = self.records[last].event else { return None };
        self.records.truncate(last);
        self.hashes.pop();
        Some(mv)
    }
}

/// How often the last hash of a list occurs among those that `reversible` plies can reach back to; counting stops at
/// `limit`.
pub(crate) fn occurrences(hashes: &[u64], reversible: u32, limit: u8) -> u8 {
    let Some((&last, before)) = hashes.split_last() else { return 0 };
    let window = before.iter().rev().take(reversible as usize);
    // The same side is to move only at every second ply.
    let earlier = window.skip(1).step_by(2).filter(|&&hash| hash == last).take(limit.saturating_sub(1) as usize);
    1 + earlier.count() as u8
}

impl<B: Bitboard> Position<B> {
    /// Whether no position before the move can ever come again after it: it captures, promotes, or is made by a man
    /// that only goes forward.
    #[inline(always)]
    pub fn is_irreversible(&self, rules: &Rules<B>, mv: Move) -> bool {
        self.is_capture(mv) || mv.promotion().is_some() || rules.facts[mv.kind().index()].irreversible
    }
}
