//! From records to games and back.

use std::sync::Arc;

use khun_rules::board::{Bitboard, Square};
use khun_rules::spec::Kind;
use khun_rules::{Event, Game, Move, Position, Rules};

use super::error::DataFault;
use super::record::{GameRecord, PackedEvent, Sample, adjudicated};

impl PackedEvent {
    /// An event in packed form.
    pub fn pack(event: Event) -> PackedEvent {
        match event {
            Event::Move(mv) => PackedEvent::Move(mv.from().0, mv.to().0, mv.promotion().map_or(0, |kind| kind.0 + 1)),
            Event::Declaration(declaration) => PackedEvent::Declaration(declaration),
        }
    }

    /// The event in a position, if it is one there. Moves are legal.
    pub fn unpack<B: Bitboard>(self, rules: &Rules<B>, position: &Position<B>) -> Option<Event> {
        match self {
            PackedEvent::Declaration(declaration) => Some(Event::Declaration(declaration)),
            PackedEvent::Move(from, to, promotion) => {
                let squares = rules.geometry().squares();
                if usize::from(from.max(to)) >= squares {
                    return None;
                }
                let (_, kind) = position.man_at(Square(from))?;
                let mv = Move::new(kind, Square(from), Square(to));
                let mv = promotion.checked_sub(1).map_or(mv, |kind| mv.promoting(Kind(kind)));
                position.is_legal(rules, mv).then_some(Event::Move(mv))
            }
        }
    }
}

/// The record of a game that is over by a rule, or by a decision from outside.
pub fn record_of<B: Bitboard>(
    game: &Game<B>,
    index: u64,
    opening_plies: u32,
    decision: Option<(khun_rules::Status, &str)>,
    samples: Vec<Sample>,
) -> GameRecord {
    let rules = game.rules();
    let outcome = game.outcome();
    let reason = outcome.reason.map_or("", |reason| rules.reason_name(reason));
    let (status, reason) = decision.unwrap_or((outcome.status, reason));
    GameRecord {
        index,
        start: (game.start() != &rules.start()).then(|| rules.fen_marking_promoted(game.start())),
        opening_plies,
        events: game.events().map(PackedEvent::pack).collect(),
        status,
        reason: reason.to_owned(),
        samples,
    }
}

/// Plays a record's game again.
///
/// # Errors
/// It does not follow the rules, or ends otherwise than it says.
pub fn replay<B: Bitboard>(rules: &Arc<Rules<B>>, record: &GameRecord) -> Result<Game<B>, DataFault> {
    let fault = |reason: String| DataFault::Game { index: record.index, reason };
    let mut game = match &record.start {
        None => Game::new(rules.clone()),
        Some(fen) => Game::from_fen(rules.clone(), fen).map_err(|error| fault(error.to_string()))?,
    };
    for (number, packed) in record.events.iter().enumerate() {
        let at = |what: &dyn std::fmt::Display| fault(format!("event {}: {what}", number + 1));
        match packed.unpack(rules, game.position()) {
            None => return Err(at(&"the move is not legal")),
            Some(Event::Move(mv)) => game.play(mv).map_err(|error| at(&error))?,
            Some(Event::Declaration(declaration)) => game.declare(declaration).map_err(|error| at(&error))?,
        }
    }
    let outcome = game.outcome();
    if outcome.is_over() {
        let reason = outcome.reason.map_or("", |reason| rules.reason_name(reason));
        if (outcome.status, reason) != (record.status, record.reason.as_str()) {
            let (is, says) = (outcome.status.word(), record.status.word());
            return Err(fault(format!("it ends with {is} by {reason}, not {says} by {}", record.reason)));
        }
    } else if !adjudicated::contains(&record.reason) {
        return Err(fault(format!("it says that it ends by {}, but it goes on", record.reason)));
    }
    let plies = game.moves().count() as u32;
    match record.samples.iter().find(|sample| sample.ply > plies) {
        Some(sample) => Err(fault(format!("a sample is of ply {}, but there are {plies}", sample.ply))),
        None => Ok(game),
    }
}

/// Hands every sampled position of a record to `visit`. Results and ends are not checked; moves are.
///
/// # Errors
/// The game does not follow the rules.
pub fn for_samples<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    record: &GameRecord,
    mut visit: impl FnMut(&Sample, &Position<B>),
) -> Result<(), DataFault> {
    let fault = |reason: &dyn std::fmt::Display| DataFault::Game { index: record.index, reason: reason.to_string() };
    let declares = record.events.iter().any(|event| matches!(event, PackedEvent::Declaration(_)));
    if declares {
        // Declarations change counts; they need the whole game.
        let mut game = match &record.start {
            None => Game::new(rules.clone()),
            Some(fen) => Game::from_fen(rules.clone(), fen).map_err(|error| fault(&error))?,
        };
        let mut ply = 0;
        let mut samples = record.samples.iter().peekable();
        for packed in &record.events {
            match packed.unpack(rules, game.position()).ok_or_else(|| fault(&"illegal move"))? {
                Event::Declaration(declaration) => game.declare(declaration).map_err(|error| fault(&error))?,
                Event::Move(mv) => {
                    while let Some(sample) = samples.next_if(|sample| sample.ply == ply) {
                        visit(sample, game.position());
                    }
                    game.play(mv).map_err(|error| fault(&error))?;
                    ply += 1;
                }
            }
        }
        samples.filter(|sample| sample.ply == ply).for_each(|sample| visit(sample, game.position()));
        return Ok(());
    }
    let mut position = match &record.start {
        None => rules.start(),
        Some(fen) => rules.parse_fen(fen).map_err(|error| fault(&error))?,
    };
    let mut samples = record.samples.iter().peekable();
    let mut events = record.events.iter();
    let mut ply = 0;
    loop {
        while let Some(sample) = samples.next_if(|sample| sample.ply == ply) {
            visit(sample, &position);
        }
        let (Some(_), Some(packed)) = (samples.peek(), events.next()) else { return Ok(()) };
        match packed.unpack(rules, &position) {
            Some(Event::Move(mv)) => position = position.play(rules, mv),
            _ => return Err(fault(&"illegal move")),
        }
        ply += 1;
    }
}
