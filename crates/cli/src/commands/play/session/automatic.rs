//! What the players do that nobody types for, and what the engine says to those who type.

use std::time::Instant;

use khun_rules::Script;
use khun_rules::board::{Bitboard, Colour};
use khun_rules::{Declaration, Move};
use rand::RngExt;

use super::{Next, Session};
use crate::commands::play::Player;
use crate::commands::play::bar::{bar, reversed};
use crate::commands::play::computer::Thought;
use crate::commands::play::lines::Lines;
use crate::engine::{line_in_san, score_words};
use crate::failure::Failure;
use crate::report::may_declare;

/// How many moves have to be made before the engine agrees on a draw.
const DRAW_AFTER: usize = 10;

impl<B: Bitboard, R: Lines> Session<'_, B, R> {
    /// A turn of a player that nobody types for.
    pub(super) fn automatic_turn(&mut self) -> Result<(), Failure> {
        let mv = match self.player() {
            Player::Random => {
                let legal = self.game.legal_moves();
                let index = self.random.random_range(0..legal.len().max(1) as u32) as usize;
                legal.get(index).copied()
            }
            Player::Engine | Player::Human => self.engine_move()?,
        };
        if self.is_over() {
            return Ok(());
        }
        match mv {
            Some(mv) => {
                self.play(mv)?;
            }
            None => {
                // No rule says what it means that there is no move: nobody can go on.
                let name = self.side().name();
                self.say(&format!("{name} has no move."))?;
                self.declare(Declaration::AgreeDraw)?;
            }
        }
        Ok(())
    }

    /// The engine's move, after what it has to declare.
    fn engine_move(&mut self) -> Result<Option<Move>, Failure> {
        let thought = self.computer.choose(&self.game, self.clocks.as_ref())?;
        if thought.mv.is_none() || thought.mates() {
            return Ok(thought.mv);
        }
        for declaration in may_declare(&self.game) {
            let wanted = match declaration {
                Declaration::Claim => thought.score.expectation() <= 0.5,
                Declaration::Count => thought.score.expectation() < 0.5,
                // A mate by the side that counts may be worth a draw only: then it stops first.
                Declaration::Stop => self.would_mate_without_count()?,
                Declaration::Resign(_) | Declaration::AgreeDraw => false,
            };
            if wanted {
                self.declare(declaration)?;
                if self.is_over() {
                    return Ok(None);
                }
                return Ok(self.computer.choose(&self.game, self.clocks.as_ref())?.mv);
            }
        }
        Ok(thought.mv)
    }

    fn would_mate_without_count(&mut self) -> Result<bool, Failure> {
        let mut game = self.game.clone();
        Ok(game.declare(Declaration::Stop).is_ok() && self.computer.choose(&game, self.clocks.as_ref())?.mates())
    }

    /// Whether a player that nobody types for agrees on a draw when its opponent has the move.
    pub(super) fn agrees(&mut self, player: Player) -> Result<bool, Failure> {
        Ok(match player {
            Player::Human => false,
            Player::Random => self.random.random_range(0..2u32) == 0,
            Player::Engine if self.game.moves().count() <= DRAW_AFTER => false,
            Player::Engine => self.computer.advise(&self.game)?.score.expectation() >= 0.5,
        })
    }

    /// What the adviser thinks; `None` if there is no move to make.
    fn advice(&mut self) -> Result<Option<Thought>, Failure> {
        if self.is_over() {
            return Ok(None);
        }
        let begun = Instant::now();
        let thought = self.computer.advise(&self.game)?;
        // The player's clock does not run while the engine thinks about its advice.
        self.clocks.iter_mut().for_each(|clocks| clocks.spare(begun));
        Ok(Some(thought).filter(|thought| thought.mv.is_some()))
    }

    pub(super) fn hint(&mut self) -> Result<Next, Failure> {
        let Some((mv, thought)) = self.advice()?.and_then(|thought| Some((thought.mv?, thought))) else {
            self.say("There is no move to make.")?;
            return Ok(Next::Ask);
        };
        let (rules, position) = (self.game.rules().clone(), *self.game.position());
        let san = rules.san(&position, mv, Script::Latin);
        self.say(&format!("Perhaps {san} ({}): {}.", rules.uci(mv), score_words(thought.score)))?;
        Ok(Next::Ask)
    }

    /// Shows what the engine thinks of the position, as a bar and a line of play.
    pub(super) fn evaluation(&mut self) -> Result<Next, Failure> {
        let Some(thought) = self.advice()? else {
            self.say("There is no move to make.")?;
            return Ok(Next::Ask);
        };
        let white = match self.side() {
            Colour::White => thought.score,
            Colour::Black => reversed(thought.score),
        };
        let bar = bar(white, self.setting.look.unicode);
        let line = line_in_san(self.game.rules(), self.game.position(), &thought.line);
        let line = line.iter().take(8).cloned().collect::<Vec<_>>().join(" ");
        self.say(&format!("White {bar} Black  {} for White, depth {}", score_words(white), thought.depth))?;
        self.say(&format!("      {line}"))?;
        Ok(Next::Ask)
    }
}
