//! What one game leaves for the figures.

use std::collections::HashSet;

use khun_rules::board::{Bitboard, Colour, Geometry, Mirror, Square};
use khun_rules::spec::{Kind, RulesSpec, Step};
use khun_rules::{CountKind, Move, Outcome, Position, Rules};

/// Every so many plies the men are looked at: their differences change slowly.
const SAMPLE_EVERY: u32 = 8;

/// What happened in a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct GameRecord {
    pub(super) outcome: Outcome,
    /// The name of the rule that ended it.
    pub(super) reason: Option<String>,
    pub(super) plies: u32,
    /// Legal moves of all its positions, ply by ply.
    pub(super) legal_moves: Vec<u16>,
    pub(super) captures: u32,
    pub(super) checks: u32,
    /// By kind: moves, men captured, promotions to it.
    pub(super) moves: Vec<u32>,
    pub(super) captured: Vec<u32>,
    pub(super) promoted_to: Vec<u32>,
    /// By kind: promotions of it.
    pub(super) promoted: Vec<u32>,
    /// By kind and extra move.
    pub(super) extras: Vec<Vec<u32>>,
    /// Whether a position came a second time.
    pub(super) repeated: bool,
    /// Plies under a count of the board's honour, and of the pieces'.
    pub(super) counted: [u32; 2],
    /// By how much White's men were worth more than Black's, ply by ply, in hundredths.
    pub(super) balances: Vec<i32>,
    /// White's men less Black's, by kind, in quiet positions throughout the game.
    pub(super) samples: Vec<Vec<i8>>,
    /// What the engine thought of each of its moves, seen by White, in hundredths of a pawn.
    pub(super) scores: Vec<i32>,
}

/// Watches a game.
pub(super) struct Observer<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    record: GameRecord,
    seen: HashSet<u64>,
    /// Plies to the next sample.
    wait: u32,
    /// A sample that counts unless the next move captures.
    pending: Option<Vec<i8>>,
}

impl<'a, B: Bitboard> Observer<'a, B> {
    /// Begins with the start position. `index` is the number of the game: samples of different games are taken at
    /// different plies.
    pub(super) fn new(rules: &'a Rules<B>, start: &Position<B>, index: u64) -> Observer<'a, B> {
        let kinds = &rules.spec().kinds;
        let record = GameRecord {
            moves: vec![0; kinds.len()],
            captured: vec![0; kinds.len()],
            promoted_to: vec![0; kinds.len()],
            promoted: vec![0; kinds.len()],
            extras: kinds.iter().map(|kind| vec![0; kind.extras.len()]).collect(),
            ..GameRecord::default()
        };
        let wait = (index % u64::from(SAMPLE_EVERY)) as u32;
        Observer { rules, record, seen: HashSet::from([start.hash()]), wait, pending: None }
    }

    /// Sees a move from one position to the next.
    pub(super) fn see(&mut self, before: &Position<B>, mv: Move, after: &Position<B>) {
        let (rules, record) = (self.rules, &mut self.record);
        let (kind, capture) = (mv.kind().index(), before.is_capture(mv));
        record.plies += 1;
        record.legal_moves.push(before.count_legal_moves(rules).min(u64::from(u16::MAX)) as u16);
        bump(&mut record.moves, kind);
        if let Some(kind) = mv.promotion() {
            bump(&mut record.promoted, mv.kind().index());
            bump(&mut record.promoted_to, kind.index());
        }
        let extra = extra_of(rules.spec(), before.side(), mv, capture);
        if let (Some(extra), Some(extras)) = (extra, record.extras.get_mut(kind)) {
            bump(extras, extra);
        }
        if capture {
            record.captures += 1;
            let victim = rules.kinds().find(|&kind| before.men_of(!before.side(), kind).has(mv.to()));
            if let Some(victim) = victim {
                bump(&mut record.captured, victim.index());
            }
        }
        match before.count().kind {
            CountKind::Board if before.count().is_running() => record.counted[0] += 1,
            CountKind::Pieces if before.count().is_running() => record.counted[1] += 1,
            _ => {}
        }
        let check = after.in_check(rules);
        record.checks += u32::from(check);
        record.repeated |= !self.seen.insert(after.hash());
        record.balances.push(balance(rules, after));
        if let Some(sample) = self.pending.take().filter(|_| !capture) {
            record.samples.push(sample);
        }
        self.wait = self.wait.saturating_sub(1);
        if self.wait == 0 && !capture && !check {
            self.wait = SAMPLE_EVERY;
            self.pending = Some(rules.kinds().map(|kind| difference(after, kind) as i8).collect());
        }
    }

    /// Ends with the outcome and what the engine thought of its moves.
    pub(super) fn finish(self, outcome: Outcome, scores: Vec<i32>) -> GameRecord {
        let reason = outcome.reason.map(|reason| self.rules.reason_name(reason).to_owned());
        GameRecord { outcome, reason, scores, ..self.record }
    }
}

fn bump(counts: &mut [u32], index: usize) {
    if let Some(count) = counts.get_mut(index) {
        *count += 1;
    }
}

/// White's men of a kind less Black's.
fn difference<B: Bitboard>(position: &Position<B>, kind: Kind) -> i32 {
    let men = |colour| position.men_of(colour, kind).count() as i32;
    men(Colour::White) - men(Colour::Black)
}

/// By how much White's men are worth more than Black's, royal men left out.
fn balance<B: Bitboard>(rules: &Rules<B>, position: &Position<B>) -> i32 {
    let kinds = rules.kinds().filter(|&kind| !rules.kind(kind).royal);
    kinds.map(|kind| rules.kind(kind).value * difference(position, kind)).sum()
}

/// Which of its kind's extra moves a move is, if it is none that the kind has without a condition.
fn extra_of(spec: &RulesSpec, side: Colour, mv: Move, capture: bool) -> Option<usize> {
    let kind = spec.kinds.get(mv.kind().index()).filter(|kind| !kind.extras.is_empty())?;
    let (files, ranks) = way(spec.geometry, spec.mirror, side, mv.from(), mv.to());
    let fits = |step: &Step| {
        let may = if capture { step.modality.capture() } else { step.modality.quiet() };
        let times = (1..=i32::from(step.range)).take(usize::from(u8::MAX));
        may && times
            .take_while(|times| times * i32::from(step.files.abs().max(step.ranks.abs())) <= 16)
            .any(|times| (i32::from(step.files) * times, i32::from(step.ranks) * times) == (files, ranks))
    };
    if kind.steps.iter().any(fits) {
        return None;
    }
    kind.extras.iter().position(|extra| extra.steps.iter().any(fits))
}

/// How many files to the right and ranks forward a move goes, as White sees it.
fn way(geometry: Geometry, mirror: Mirror, side: Colour, from: Square, to: Square) -> (i32, i32) {
    let (from, to) = if side == Colour::White {
        (from, to)
    } else {
        (geometry.mirrored(from, mirror), geometry.mirrored(to, mirror))
    };
    let difference = |of: &dyn Fn(Square) -> u8| i32::from(of(to)) - i32::from(of(from));
    (difference(&|square| geometry.file(square)), difference(&|square| geometry.rank(square)))
}
