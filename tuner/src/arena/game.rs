//! One game, with our rules as the referee.

use std::time::{Duration, Instant};

use khun_rules::board::{Bitboard, Colour};
use khun_rules::{Declaration, Game, Status};
use serde::{Deserialize, Serialize};

use super::player::{Failure, Player, for_white};
use crate::dataset::adjudicated;
use crate::task::Limits;

/// By how much a player may be late before it loses on time.
const GRACE: Duration = Duration::from_millis(200);

/// When a game is decided before a rule ends it. Never while a count is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A win: both players see the same side ahead by at least so much, in hundredths of a pawn, 0 for never.
    pub win_score: i32,
    /// For so many plies on end.
    pub win_plies: u32,
    /// A draw: both players see no more than so much for either side; with `draw_plies` 0 never.
    pub draw_score: i32,
    /// For so many plies on end.
    pub draw_plies: u32,
    /// But not before so many plies of the game.
    pub draw_after: u32,
}

/// The players of a game.
pub enum Seats<'a, B: Bitboard> {
    /// One player plays both sides.
    One(&'a mut dyn Player<B>),
    /// White and Black.
    Two(&'a mut dyn Player<B>, &'a mut dyn Player<B>),
}

impl<B: Bitboard> Seats<'_, B> {
    fn of(&mut self, colour: Colour) -> &mut dyn Player<B> {
        match (self, colour) {
            (Seats::One(both), _) => *both,
            (Seats::Two(white, _), Colour::White) => *white,
            (Seats::Two(_, black), Colour::Black) => *black,
        }
    }
}

/// What a player did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It ended in the middle of the game.
    Crash,
    /// It played what is no legal move.
    IllegalMove,
    /// It overstepped its time.
    TimeLoss,
    /// It did not answer at all.
    Hang,
}

impl Fault {
    /// The fault as a reason of a game's end.
    pub fn reason(self) -> &'static str {
        match self {
            Fault::Crash => "crash",
            Fault::IllegalMove => "illegal_move",
            Fault::TimeLoss => "time",
            Fault::Hang => "hang",
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The result.
    pub status: Status,
    /// Why: the name of a rule, of an adjudication, or of a fault.
    pub reason: String,
    /// Who lost by a fault, by which, and what there is to say about it.
    pub culprit: Option<(Colour, Fault, String)>,
}

/// A move of a game as its player saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The player's score, seen by White, in hundredths of a pawn.
    pub score: Option<i32>,
    /// Whether nothing hangs in the air: no check, and the move captures and promotes nothing.
    pub quiet: bool,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame<B: Bitboard> {
    /// The game.
    pub game: Game<B>,
    /// How it ended.
    pub ending: Ending,
    /// Its moves, in order.
    pub turns: Vec<Turn>,
    /// Positions searched by both players.
    pub nodes: u64,
}

/// Plays a game on from where it stands.
pub fn play<B: Bitboard>(
    mut game: Game<B>,
    mut seats: Seats<'_, B>,
    limits: &Limits,
    adjudication: &Adjudication,
) -> PlayedGame<B> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut clocks = [Duration::from_millis(limits.clock); 2];
    let mut nodes = 0;
    let ending = loop {
        let side = game.position().side();
        if turns.is_empty() {
            let begun = [Colour::White, Colour::Black].map(|colour| (colour, seats.of(colour).begin()));
            if let Some((colour, failure)) = begun.into_iter().find_map(|(colour, begun)| Some((colour, begun.err()?)))
            {
                break lost(colour, &failure);
            }
        }
        declare(&mut game, &turns);
        let outcome = game.outcome();
        if outcome.is_over() {
            let reason = outcome.reason.map_or("", |reason| game.rules().reason_name(reason)).to_owned();
            break Ending { status: outcome.status, reason, culprit: None };
        }
        if let Some((status, reason)) = adjudicate(&game, &turns, limits, adjudication) {
            break Ending { status, reason: reason.to_owned(), culprit: None };
        }

        let began = Instant::now();
        let choice = seats.of(side).choose(&game, limits, clocks);
        let used = began.elapsed();
        let choice = match choice {
            Ok(choice) => choice,
            Err(failure) => break lost(side, &failure),
        };
        if let Some(said) = late(&mut clocks[side.index()], used, limits) {
            break Ending { culprit: Some((side, Fault::TimeLoss, said)), ..loss(side, Fault::TimeLoss) };
        }
        nodes += choice.nodes;
        let quiet = choice.mv.is_some_and(|mv| {
            let position = game.position();
            !position.is_capture(mv) && mv.promotion().is_none() && !position.in_check(game.rules())
        });
        if choice.mv.is_none_or(|mv| game.play(mv).is_err()) {
            break Ending { culprit: Some((side, Fault::IllegalMove, choice.said)), ..loss(side, Fault::IllegalMove) };
        }
        turns.push(Turn { score: choice.score.map(|score| for_white(score, side)), quiet });
    };
    PlayedGame { game, ending, turns, nodes }
}

/// A player that thinks it stands worse asks for what may save it: a count, or a draw that the rules grant on a claim.
fn declare<B: Bitboard>(game: &mut Game<B>, turns: &[Turn]) {
    let side = game.position().side();
    let last = turns.iter().rev().nth(1).and_then(|turn| turn.score);
    if last.is_none_or(|score| for_white(score, side) >= 0) || game.outcome().is_over() {
        return;
    }
    if game.claimable().is_some_and(|outcome| outcome.status == Status::Draw) {
        let _ = game.declare(Declaration::Claim);
    } else if !game.position().count().is_running() && game.rules().spec().counting.is_some() {
        // Refused where no count may be asked for.
        let _ = game.declare(Declaration::Count);
    }
}

fn loss(side: Colour, fault: Fault) -> Ending {
    let status = if side == Colour::White { Status::BlackWins } else { Status::WhiteWins };
    Ending { status, reason: fault.reason().to_owned(), culprit: None }
}

fn lost(side: Colour, failure: &Failure) -> Ending {
    let fault = match failure {
        Failure::Crashed(_) => Fault::Crash,
        Failure::Hung => Fault::Hang,
    };
    Ending { culprit: Some((side, fault, failure.to_string())), ..loss(side, fault) }
}

/// Takes the time of a move off a player's clock. Returns what to say if it was late.
fn late(clock: &mut Duration, used: Duration, limits: &Limits) -> Option<String> {
    let too_long = |allowed: Duration| (used > allowed + GRACE).then(|| format!("{used:.1?} of {allowed:.1?}"));
    let movetime = (limits.movetime > 0).then(|| too_long(Duration::from_millis(limits.movetime))).flatten();
    if limits.clock == 0 {
        return movetime;
    }
    let late = too_long(*clock);
    *clock = clock.saturating_sub(used) + Duration::from_millis(limits.increment);
    late.or(movetime)
}

fn adjudicate<B: Bitboard>(
    game: &Game<B>,
    turns: &[Turn],
    limits: &Limits,
    adjudication: &Adjudication,
) -> Option<(Status, &'static str)> {
    if turns.len() >= limits.max_plies as usize {
        return Some((Status::Draw, adjudicated::LENGTH));
    }
    if game.position().count().is_running() {
        return None;
    }
    let all = |plies: u32, test: &dyn Fn(i32) -> bool| {
        let plies = plies as usize;
        plies > 0
            && turns.len() >= plies
            && turns[turns.len() - plies..].iter().all(|turn| turn.score.is_some_and(test))
    };
    let Adjudication { win_score, win_plies, draw_score, draw_plies, draw_after } = *adjudication;
    if win_score > 0 && all(win_plies, &|score| score >= win_score) {
        return Some((Status::WhiteWins, adjudicated::SCORE));
    }
    if win_score > 0 && all(win_plies, &|score| score <= -win_score) {
        return Some((Status::BlackWins, adjudicated::SCORE));
    }
    if turns.len() >= draw_after as usize && all(draw_plies, &|score| score.abs() <= draw_score) {
        return Some((Status::Draw, adjudicated::DRAW));
    }
    None
}
