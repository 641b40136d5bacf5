//! The transposition table: what search found out about positions, shared by all threads without locks.
//!
//! An entry is two words; the first is the key xor the second, so that an entry that two threads wrote half each does
//! not match any key.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use khun_board::{Bitboard, Square};
use khun_rules::spec::Kind;
use khun_rules::{Move, Position, Rules};
use zerocopy::FromZeros;

use crate::score::{EVAL_BOUND, MATE_BOUND, UNKNOWN, Value};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Nothing is stored.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// It is the true value.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// What a search has shown that found `best` and did or did not raise alpha.
    #[inline(always)]
    pub fn of(best: Value, beta: Value, raised_alpha: bool) -> Bound {
        if best >= beta {
            Bound::Lower
        } else if raised_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether the true value is at least the stored one.
    #[inline(always)]
    pub fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    /// Whether the true value is at most the stored one.
    #[inline(always)]
    pub fn is_upper(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }
}

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best move, without the kind that moves.
    mv: u32,
    /// Its value at the ply it is looked up at.
    pub value: Value,
    /// The static evaluation, [`UNKNOWN`] where there is none.
    pub eval: Value,
    /// The depth of the search.
    pub depth: i32,
    /// What the value means.
    pub bound: Bound,
    /// Whether the position was once on a principal variation.
    pub pv: bool,
}

impl Found {
    /// Whether the stored value is all that a search with this window would tell.
    #[inline(always)]
    pub fn settles(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
            Bound::None => false,
        }
    }

    /// The stored move as a move of a position; [`Move::NULL`] where there is none. It need not be legal.
    #[inline(always)]
    pub fn best_move<B: Bitboard>(&self, rules: &Rules<B>, position: &Position<B>) -> Move {
        if self.mv == 0 {
            return Move::NULL;
        }
        let (from, to) = (Square((self.mv & 127) as u8), Square((self.mv >> 7 & 127) as u8));
        let Some(kind) = position.kind_at(rules, from) else { return Move::NULL };
        let mv = Move::new(kind, from, to);
        match self.mv >> 14 & 31 {
            0 => mv,
            promotion => mv.promoting(Kind((promotion - 1) as u8)),
        }
    }
}

/// What is to be stored of a position.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The best move, [`Move::NULL`] for none.
    pub mv: Move,
    /// The value.
    pub value: Value,
    /// The static evaluation, [`UNKNOWN`] for none.
    pub eval: Value,
    /// The depth.
    pub depth: i32,
    /// What the value means.
    pub bound: Bound,
    /// Whether the position is or was on a principal variation.
    pub pv: bool,
}

#[derive(FromZeros)]
struct Entry {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

const ENTRIES: usize = 4;

/// The entries that a key may be found in: one line of the cache.
#[derive(FromZeros)]
#[repr(align(64))]
struct Bucket([Entry; ENTRIES]);

/// A table of the size asked for cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MB")]
pub struct NoMemory {
    /// The size.
    pub megabytes: usize,
}

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
    /// A search has been here since the table was empty.
    used: AtomicBool,
}

// Fields of an entry's data, from the lowest bit on: from 7, to 7, promotion 5, value 16, depth 7, bound 2, pv 1, age 5,
// evaluation 14.
const VALUE: u32 = 19;
const DEPTH: u32 = 35;
const BOUND: u32 = 42;
const PV: u32 = 44;
const AGE: u32 = 45;
const EVAL: u32 = 50;
const NO_EVAL: i32 = -8192;

impl Table {
    /// A table of so many megabytes.
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn new(megabytes: usize) -> Result<Table, NoMemory> {
        let no_memory = NoMemory { megabytes };
        if super::memory::available_megabytes().is_some_and(|available| megabytes > available) {
            return Err(no_memory);
        }
        let count = megabytes.max(1).saturating_mul(1 << 20) / size_of::<Bucket>();
        // The system gives out pages that are zero already, and only when they are used first.
        let buckets = Bucket::new_vec_zeroed(count).map_err(|_| no_memory)?;
        Ok(Table { buckets, age: AtomicU8::new(0), used: AtomicBool::new(false) })
    }

    /// Whether there is memory for a table of so many megabytes.
    ///
    /// # Errors
    /// There is not.
    pub fn check(megabytes: usize) -> Result<(), NoMemory> {
        Table::new(megabytes).map(|_| ())
    }

    /// The size in megabytes.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything that was stored since a search [began](Self::new_search). Memory that nobody has written to
    /// stays untouched.
    pub fn clear(&self) {
        if !self.used.swap(false, Relaxed) {
            return;
        }
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.data.store(0, Relaxed);
            entry.key_xor_data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Begins a new search: entries of earlier ones are given up first.
    pub fn new_search(&self) {
        self.used.store(true, Relaxed);
        self.age.store(self.age.load(Relaxed).wrapping_add(1) & 31, Relaxed);
    }

    /// How much of the table this search has filled, in thousandths.
    pub fn permille(&self) -> u32 {
        let age = u64::from(self.age.load(Relaxed));
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample].iter().flat_map(|bucket| &bucket.0).filter(|entry| {
            let data = entry.data.load(Relaxed);
            data >> BOUND & 3 != 0 && data >> AGE & 31 == age
        });
        (used.count() * 1000 / (sample * ENTRIES).max(1)) as u32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// What is known of a position that is `ply` plies away from the root.
    #[inline(always)]
    pub fn look_up(&self, key: u64, ply: usize) -> Option<Found> {
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Relaxed);
            if entry.key_xor_data.load(Relaxed) ^ data == key && data >> BOUND & 3 != 0 {
                let value = from_table((data >> VALUE) as i16 as Value, ply);
                let eval = ((data as i64) >> EVAL) as i32;
                return Some(Found {
                    mv: (data & ((1 << VALUE) - 1)) as u32,
                    value,
                    eval: if eval == NO_EVAL { UNKNOWN } else { eval },
                    depth: (data >> DEPTH & 127) as i32,
                    bound: Bound::ALL[(data >> BOUND & 3) as usize],
                    pv: data >> PV & 1 == 1,
                });
            }
        }
        None
    }

    /// Stores what was found of a position that is `ply` plies away from the root.
    #[inline(always)]
    pub fn store(&self, key: u64, ply: usize, finding: Finding) {
        let age = u64::from(self.age.load(Relaxed));
        let mut victim = None;
        let mut least = i32::MAX;
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Relaxed);
            let same = entry.key_xor_data.load(Relaxed) ^ data == key;
            if same || data >> BOUND & 3 == 0 {
                victim = Some((entry, data, same));
                break;
            }
            let years = (age.wrapping_sub(data >> AGE & 31) & 31) as i32;
            let worth = (data >> DEPTH & 127) as i32 - 8 * years;
            if worth < least {
                (least, victim) = (worth, Some((entry, data, false)));
            }
        }
        let Some((entry, old, same)) = victim else { return };
        let depth = finding.depth.clamp(0, 127);
        if same && finding.bound != Bound::Exact && old >> AGE & 31 == age {
            // A shallower result of the same search does not replace a deeper one.
            if depth + 4 + 2 * i32::from(finding.pv) < (old >> DEPTH & 127) as i32 {
                return;
            }
        }
        let mut mv = u64::from(finding.mv.from().0) | u64::from(finding.mv.to().0) << 7;
        mv |= finding.mv.promotion().map_or(0, |kind| u64::from(kind.0) + 1) << 14;
        if finding.mv == Move::NULL && same {
            mv = old & ((1 << VALUE) - 1);
        }
        let eval = if finding.eval == UNKNOWN { NO_EVAL } else { finding.eval.clamp(-EVAL_BOUND, EVAL_BOUND) };
        let bound = finding.bound as u64;
        let data = mv
            | u64::from(to_table(finding.value, ply) as i16 as u16) << VALUE
            | (depth as u64) << DEPTH
            | bound << BOUND
            | u64::from(finding.pv) << PV
            | age << AGE
            | (eval as u64) << EVAL;
        entry.data.store(data, Relaxed);
        entry.key_xor_data.store(key ^ data, Relaxed);
    }
}

/// Forced wins are stored by their distance from the position, not from the root.
#[inline(always)]
fn to_table(value: Value, ply: usize) -> Value {
    let ply = ply as Value;
    if value >= MATE_BOUND {
        value + ply
    } else if value <= -MATE_BOUND {
        value - ply
    } else {
        value
    }
}

#[inline(always)]
fn from_table(value: Value, ply: usize) -> Value {
    let ply = ply as Value;
    if value >= MATE_BOUND {
        value - ply
    } else if value <= -MATE_BOUND {
        value + ply
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::win_in;
    use khun_rules::samples;

    fn finding(value: Value, depth: i32) -> Finding {
        Finding { mv: Move::NULL, value, eval: UNKNOWN, depth, bound: Bound::Exact, pv: false }
    }

    #[test]
    fn findings_are_found_again() {
        let rules = Rules::<u64>::build(&samples::makruk()).unwrap();
        let position = rules.start();
        let table = Table::new(1).unwrap();
        assert_eq!(table.look_up(77, 0), None);
        table.new_search();
        for (n, &mv) in position.legal_moves(&rules).iter().enumerate() {
            let key = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let eval = n as i32 * 100 - 1100;
            table.store(
                key,
                3,
                Finding { mv, value: -eval, eval, depth: n as i32, bound: Bound::Lower, pv: n % 2 == 0 },
            );
            let found = table.look_up(key, 5).unwrap();
            assert_eq!(found.best_move(&rules, &position), mv);
            assert_eq!((found.value, found.eval, found.depth), (-eval, eval, n as i32));
            assert_eq!((found.bound, found.pv), (Bound::Lower, n % 2 == 0));
        }
        table.clear();
        assert_eq!(table.look_up(0x9e37_79b9_7f4a_7c15, 0), None);
    }

    #[test]
    fn wins_keep_their_distance_from_the_position() {
        let table = Table::new(1).unwrap();
        table.store(9, 4, finding(win_in(7), 5));
        assert_eq!(table.look_up(9, 6).unwrap().value, win_in(9));
        table.store(9, 4, finding(-win_in(6), 5));
        assert_eq!(table.look_up(9, 1).unwrap().value, -win_in(3));
    }

    #[test]
    fn old_and_shallow_findings_go_first() {
        let table = Table::new(1).unwrap();
        // Keys that differ in low bits share a bucket.
        for n in 0..4 {
            table.store(n, 0, finding(1, 10 + n as i32));
        }
        table.store(100, 0, finding(1, 3));
        assert!(table.look_up(0, 0).is_none() && table.look_up(1, 0).is_some());
        table.new_search();
        table.new_search();
        table.store(2, 0, finding(1, 1));
        table.store(200, 0, finding(1, 1));
        assert!(table.look_up(2, 0).is_some());
        assert!(table.look_up(100, 0).is_none());
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(Table::new(usize::MAX).is_err());
        assert_eq!(Table::new(2).unwrap().megabytes(), 2);
    }
}
