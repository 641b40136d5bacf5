//! Line tables.

use arrayvec::ArrayVec;
use khun_board::{Bitboard, Geometry, Line, SquareMap};

use super::steps::is_ride;
use crate::rules::{MAX_LINES, Ride};
use crate::spec::{Modality, Step};

/// Line tables, each kept once however many kinds ride along it.
pub(super) struct LineTables<B: Bitboard> {
    geometry: Geometry,
    keys: Vec<LineKey<B>>,
    pub(super) tables: Vec<B::Map<Line<B>>>,
}

/// Two opposite rides.
struct Joined {
    /// The step towards higher square numbers.
    direction: (i8, i8),
    /// How often it may be repeated towards higher numbers.
    up: u8,
    /// How often it may be repeated towards lower numbers.
    down: u8,
    modality: Modality,
}

#[derive(Clone, Copy, PartialEq)]
struct LineKey<B> {
    /// The step towards higher square numbers.
    step: (i8, i8),
    /// How often it may be repeated towards higher numbers, and towards lower ones.
    ranges: (u8, u8),
    region: B,
    reverse: bool,
}

impl<B: Bitboard> LineTables<B> {
    pub(super) fn new(geometry: Geometry) -> Self {
        LineTables { geometry, keys: Vec::new(), tables: Vec::new() }
    }

    /// The lines of a kind, opposite directions joined. `None` when there are too many.
    pub(super) fn rides(&mut self, steps: &[Step], region: B) -> Option<ArrayVec<Ride, MAX_LINES>> {
        let mut joined: Vec<Joined> = Vec::new();
        for step in steps.iter().filter(|step| is_ride(step)) {
            let rises = (step.ranks, step.files) > (0, 0);
            let (direction, up, down) = if rises {
                ((step.files, step.ranks), step.range, 0)
            } else {
                ((-step.files, -step.ranks), 0, step.range)
            };
            let fits = |other: &&mut Joined| {
                let free = if rises { other.up == 0 } else { other.down == 0 };
                free && other.direction == direction && other.modality == step.modality
            };
            match joined.iter_mut().find(fits) {
                Some(other) => (other.up, other.down) = (other.up + up, other.down + down),
                None => joined.push(Joined { direction, up, down, modality: step.modality }),
            }
        }
        let mut rides = ArrayVec::new();
        for Joined { direction, up, down, modality } in joined {
            let key = LineKey { step: direction, ranges: (up, down), region, reverse: false };
            let forward = self.table(key);
            let reverse = self.table(LineKey { reverse: true, ..key });
            rides.try_push(Ride { forward, reverse, modality }).ok()?;
        }
        Some(rides)
    }

    fn table(&mut self, key: LineKey<B>) -> u16 {
        // A line that goes both ways equally far, over the whole board, is its own reverse.
        let symmetric = key.ranges.0 == key.ranges.1 && key.region == B::from_set(self.geometry.all());
        let key = LineKey { reverse: key.reverse && !symmetric, ..key };
        if let Some(index) = self.keys.iter().position(|known| *known == key) {
            return index as u16;
        }
        let mut table: B::Map<Line<B>> = B::Map::filled(Line { lower: B::EMPTY, upper: B::EMPTY });
        for from in self.geometry.iter() {
            for (sign, range) in [(1, key.ranges.0), (-1, key.ranges.1)] {
                let mut at = from;
                for _ in 0..range {
                    let (files, ranks) = (i32::from(key.step.0) * sign, i32::from(key.step.1) * sign);
                    let Some(to) = self.geometry.offset(at, files, ranks).filter(|&to| key.region.has(to)) else {
                        break;
                    };
                    let (origin, end) = if key.reverse { (to, from) } else { (from, to) };
                    let line: &mut Line<B> = table.at_mut(origin);
                    if end > origin {
                        line.upper |= B::of(end);
                    } else {
                        line.lower |= B::of(end);
                    }
                    at = to;
                }
            }
        }
        self.keys.push(key);
        self.tables.push(table);
        (self.tables.len() - 1) as u16
    }
}
