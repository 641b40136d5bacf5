//! The players of the games.

use std::sync::Arc;

use khun_engine::{Control, Engine, Limits, Score};
use khun_rules::board::{Bitboard, Colour};
use khun_rules::playout::{playout, seeded};
use khun_rules::{Declaration, Game, Move, Rules, Status};
use khun_variant::Variant;
use rand::RngExt;

use super::Settings;
use super::game::{GameRecord, Observer};
use crate::engine;
use crate::failure::Failure;

/// The size of a thread's hash table. It is emptied before each game; a thousand nodes a move fill little.
const HASH_MEGABYTES: usize = 2;
/// Scores are cut off here, in hundredths of a pawn; a mate counts as this much.
pub(super) const MOST_SCORE: i32 = 3_000;
/// How often a random opening is tried that a rule may end.
const OPENING_TRIES: u64 = 32;

/// Plays both sides of games.
pub(super) struct Player<B: Bitboard> {
    engine: Option<Box<Engine<B>>>,
}

impl<B: Bitboard> Player<B> {
    pub(super) fn new(variant: &Variant, rules: &Arc<Rules<B>>, settings: &Settings) -> Result<Player<B>, Failure> {
        let engine = match settings.nodes {
            None => None,
            Some(_) => Some(Box::new(engine::engine(rules, engine::weights(variant)?, HASH_MEGABYTES, 1)?)),
        };
        Ok(Player { engine })
    }

    /// Plays game `index`.
    pub(super) fn game(&mut self, rules: &Rules<B>, settings: &Settings, index: u64) -> GameRecord {
        match (&mut self.engine, settings.nodes) {
            (Some(engine), Some(nodes)) => engine_game(engine, settings, nodes, index),
            _ => random_game(rules, settings, index),
        }
    }
}

fn random_game<B: Bitboard>(rules: &Rules<B>, settings: &Settings, index: u64) -> GameRecord {
    let start = rules.start();
    let game = playout(rules, &start, &mut seeded(settings.seed, index), settings.max_plies);
    let mut observer = Observer::new(rules, &start, index);
    let mut position = start;
    for mv in game.moves {
        let after = position.play(rules, mv);
        observer.see(&position, mv, &after);
        position = after;
    }
    observer.finish(game.outcome, Vec::new())
}

fn engine_game<B: Bitboard>(engine: &mut Engine<B>, settings: &Settings, nodes: u64, index: u64) -> GameRecord {
    engine.clear();
    let rules = Arc::clone(engine.rules());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut game = Game::new(Arc::clone(&rules));
    let mut observer = Observer::new(&rules, game.start(), index);
    let mut scores = Vec::new();
    let opening = opening(&rules, settings, index);
    for ply in 0..settings.max_plies {
        let own = scores.len().checked_sub(2).and_then(|last| scores.get(last));
        declare(&mut game, own.copied());
        let before = *game.position();
        if game.outcome().is_over() {
            break;
        }
        let mv = match opening.get(ply) {
            Some(&mv) => Some(mv),
            None => {
                engine.set_position(before, game.hashes());
                let best = engine.go(&limits, &Control::new(), |_| {});
                scores.push(for_white(hundredths(best.score), before.side()));
                best.mv
            }
        };
        let Some(mv) = mv.filter(|&mv| game.play(mv).is_ok()) else { break };
        observer.see(&before, mv, game.position());
    }
    observer.finish(game.outcome(), scores)
}

/// The random moves with which a game begins. Those that end the game are drawn again.
fn opening<B: Bitboard>(rules: &Arc<Rules<B>>, settings: &Settings, index: u64) -> Vec<Move> {
    (0..OPENING_TRIES)
        .find_map(|again| {
            // Streams of one game lie far from those of the others.
            let mut random = seeded(settings.seed.wrapping_add(again << 32), index);
            let mut game = Game::new(Arc::clone(rules));
            for _ in 0..settings.opening {
                let legal = game.legal_moves();
                let mv = (!legal.is_empty()).then(|| legal[random.random_range(0..legal.len() as u32) as usize])?;
                game.play(mv).ok()?;
            }
            (!game.outcome().is_over()).then(|| game.moves().collect())
        })
        .unwrap_or_default()
}

/// A player that thinks it stands worse asks for what may save it: a draw that the rules grant on a claim, or a count.
/// `score` is what the side to move thought of its last move, seen by White.
fn declare<B: Bitboard>(game: &mut Game<B>, score: Option<i32>) {
    let side = game.position().side();
    if score.is_none_or(|score| for_white(score, side) >= 0) || game.outcome().is_over() {
        return;
    }
    if game.claimable().is_some_and(|outcome| outcome.status == Status::Draw) {
        let _ = game.declare(Declaration::Claim);
    } else if !game.position().count().is_running() && game.rules().has_counting() {
        // Refused where no count may be asked for.
        let _ = game.declare(Declaration::Count);
    }
}

/// A score of one side as White sees it, and back.
fn for_white(score: i32, side: Colour) -> i32 {
    if side == Colour::White { score } else { -score }
}

fn hundredths(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-MOST_SCORE, MOST_SCORE),
        Score::Mate(moves) if moves > 0 => MOST_SCORE,
        Score::Mate(_) => -MOST_SCORE,
    }
}
