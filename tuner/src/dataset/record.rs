//! A game as it is stored.

use khun_rules::board::Colour;
use khun_rules::{Declaration, Status};

use super::bytes::{Take, put_number, put_text};

/// A game with its sampled positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its place in the run.
    pub index: u64,
    /// Where it began, if not at the variant's start position.
    pub start: Option<String>,
    /// How many plies at its beginning were drawn by lot or taken from a book.
    pub opening_plies: u32,
    /// What happened.
    pub events: Vec<PackedEvent>,
    /// How it ended.
    pub status: Status,
    /// Why: the name of a rule, or one of [`adjudicated`].
    pub reason: String,
    /// The positions that are fit to learn from, in the order of the game.
    pub samples: Vec<Sample>,
}

/// Reasons that are not rules: the game was given a result from outside.
pub mod adjudicated {
    /// It was longer than allowed: a draw.
    pub const LENGTH: &str = "adjudicated_length";
    /// Both players saw one side winning for long.
    pub const SCORE: &str = "adjudicated_score";
    /// Both players saw nothing for long.
    pub const DRAW: &str = "adjudicated_draw";

    /// Whether a reason is one of these.
    pub fn contains(reason: &str) -> bool {
        [LENGTH, SCORE, DRAW].contains(&reason)
    }
}

/// A position that is fit to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// After how many moves of the game.
    pub ply: u32,
    /// What the search thought of it, in hundredths of a pawn, seen by White.
    pub score: i16,
}

/// A move or declaration in three bytes or one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PackedEvent {
    /// A move: square from, square to, kind after promotion plus one (0 for none).
    Move(u8, u8, u8),
    /// A declaration.
    Declaration(Declaration),
}

/// Declarations by their byte, from [`FIRST_DECLARATION`] on.
const DECLARATIONS: [Declaration; 6] = [
    Declaration::Count,
    Declaration::Stop,
    Declaration::Claim,
    Declaration::Resign(Colour::White),
    Declaration::Resign(Colour::Black),
    Declaration::AgreeDraw,
];
/// Squares are below this.
const FIRST_DECLARATION: u8 = 128;

const STATUSES: [Status; 5] = [Status::Ongoing, Status::WhiteWins, Status::BlackWins, Status::Draw, Status::Replay];

impl GameRecord {
    /// The result for White: 0, 1/2 or 1; `None` for a game that does not count.
    pub fn result(&self) -> Option<f64> {
        match self.status {
            Status::WhiteWins => Some(1.0),
            Status::BlackWins => Some(0.0),
            Status::Draw => Some(0.5),
            Status::Ongoing | Status::Replay => None,
        }
    }

    /// The record as hexadecimal digits, its reason included, for a journal.
    pub(crate) fn to_hex(&self) -> String {
        let mut bytes = Vec::new();
        put_text(&mut bytes, &self.reason);
        self.encode(0, &mut bytes);
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The record that [`GameRecord::to_hex`] wrote.
    pub(crate) fn from_hex(text: &str) -> Option<GameRecord> {
        let digits: Vec<u8> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
        let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        let mut take = Take(&bytes);
        let reason = take.text()?.to_owned();
        GameRecord::decode(&mut take, &[reason])
    }

    /// Adds the record to some bytes. `reason` is the index of its reason in the shard's list.
    pub(super) fn encode(&self, reason: usize, bytes: &mut Vec<u8>) {
        put_number(bytes, self.index);
        put_text(bytes, self.start.as_deref().unwrap_or_default());
        put_number(bytes, self.opening_plies.into());
        put_number(bytes, self.events.len() as u64);
        for event in &self.events {
            match *event {
                PackedEvent::Move(from, to, promotion) => bytes.extend([from, to, promotion]),
                PackedEvent::Declaration(declaration) => {
                    let code = DECLARATIONS.iter().position(|&known| known == declaration).unwrap_or_default();
                    bytes.push(FIRST_DECLARATION + code as u8);
                }
            }
        }
        bytes.push(STATUSES.iter().position(|&status| status == self.status).unwrap_or_default() as u8);
        put_number(bytes, reason as u64);
        put_number(bytes, self.samples.len() as u64);
        let mut ply = 0;
        for sample in &self.samples {
            put_number(bytes, u64::from(sample.ply.wrapping_sub(ply)));
            bytes.extend(sample.score.to_le_bytes());
            ply = sample.ply;
        }
    }

    /// Takes a record off the front of some bytes.
    pub(super) fn decode(take: &mut Take<'_>, reasons: &[String]) -> Option<GameRecord> {
        let index = take.number()?;
        let start = Some(take.text()?.to_owned()).filter(|fen| !fen.is_empty());
        let opening_plies = u32::try_from(take.number()?).ok()?;
        let count = take.number()?;
        let mut events = Vec::new();
        for _ in 0..count {
            let first = take.byte()?;
            events.push(if first < FIRST_DECLARATION {
                PackedEvent::Move(first, take.byte()?, take.byte()?)
            } else {
                PackedEvent::Declaration(*DECLARATIONS.get(usize::from(first - FIRST_DECLARATION))?)
            });
        }
        let status = *STATUSES.get(usize::from(take.byte()?))?;
        let reason = reasons.get(usize::try_from(take.number()?).ok()?)?.clone();
        let count = take.number()?;
        let mut samples = Vec::new();
        let mut ply = 0u32;
        for _ in 0..count {
            ply = ply.checked_add(u32::try_from(take.number()?).ok()?)?;
            samples.push(Sample { ply, score: i16::from_le_bytes(take.array()?) });
        }
        Some(GameRecord { index, start, opening_plies, events, status, reason, samples })
    }
}
