//! Counting: the state of a count, and how moves start, advance and end it.
//!
//! The arithmetic is Fairy-Stockfish's, so that FEN fields agree: a count is a limit and a number of plies, both in
//! field 4 and 5 of a FEN. Number `n` is called by the counting side at ply `2n - 1`, its opponent answers at ply
//! `2n`. Beside them the state knows what is counted and by whom, which a FEN can only suggest.

use khun_board::{Bitboard, Colour};

use crate::condition::CompiledCondition;
use crate::spec::{
    BoardAsk, Condition, CountStart, CounterMates, CountingSpec, Declare, DrawWhen, Kind, KindSet, MAX_KINDS, OnBare,
    PiecesAsk, RowChoice, Whose,
};
use crate::{Position, Rules};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CountKind {
    /// Nothing.
    #[default]
    None,
    /// Board honour: the counting side has men beside its king.
    Board,
    /// Pieces honour: the counting side has a bare king.
    Pieces,
}

/// A count. `counter: None` with a kind means that the count may be asked for, but nobody has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Count {
    /// The limit in plies, twice that in moves; 0 where there is no count.
    pub limit: u16,
    /// The plies counted so far.
    pub ply: u16,
    /// What is counted.
    pub kind: CountKind,
    /// Who counts.
    pub counter: Option<Colour>,
}

impl Count {
    /// No count.
    pub const NONE: Count = Count { limit: 0, ply: 0, kind: CountKind::None, counter: None };

    /// Whether numbers are being called.
    #[inline(always)]
    pub fn is_running(&self) -> bool {
        self.counter.is_some()
    }

    /// The last number that was called, or that stands for the men on the board when the count has just begun.
    pub fn called(&self) -> u16 {
        self.ply.div_ceil(2)
    }
}

/// Why a count cannot be asked for or stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// The variant has no counting rules.
    #[error("this variant has no counting")]
    NoCounting,
    /// The men on the board do not allow a count.
    #[error("the men on the board do not allow a count now")]
    NotNow,
    /// The count starts by itself.
    #[error("the count starts by itself and cannot be asked for")]
    Automatic,
    /// Only the weaker side may ask.
    #[error("only the side with less material may count")]
    NotWeaker,
    /// A count is running already.
    #[error("a count is running already")]
    Running,
    /// Nobody counts.
    #[error("nobody is counting")]
    NotRunning,
    /// The other side counts.
    #[error("only the side that counts may stop")]
    NotYours,
    /// This count cannot be stopped.
    #[error("this count cannot be stopped")]
    Forced,
}

/// A [`CountingSpec`] in the form in which positions are tested.
#[derive(Clone, Debug)]
pub(crate) struct CompiledCounting {
    gate: Gate,
    threshold_below_limit: i32,
    keep_limit: bool,
    board: Option<Board>,
    pieces: Option<Pieces>,
}

/// What every count needs, tested first, for it is asked after each move: most positions fail here.
#[derive(Clone, Copy, Debug)]
struct Gate {
    /// A kind that must not be on the board.
    absent: Option<u8>,
    /// The counting side has at most so many men.
    most_own: u32,
}

impl Gate {
    fn new(spec: &CountingSpec) -> Gate {
        let conditions: Vec<_> =
            spec.board.iter().map(|b| &b.when).chain(spec.pieces.iter().map(|p| &p.when)).collect();
        let excludes = |condition: &Condition, kind: u8| {
            let of_kind = KindSet::of(Kind(kind));
            condition.0.iter().any(|c| c.whose == Whose::Board && c.kinds == of_kind && c.max == 0)
        };
        let most_own = |condition: &Condition| {
            let own = condition.0.iter().filter(|c| c.whose == Whose::Own && c.kinds == KindSet::ALL);
            own.map(|c| u32::from(c.max)).min().unwrap_or(u32::MAX)
        };
        Gate {
            absent: (0..MAX_KINDS as u8).find(|&kind| conditions.iter().all(|c| excludes(c, kind))),
            most_own: conditions.iter().map(|c| most_own(c)).max().unwrap_or(0),
        }
    }

    #[inline(always)]
    fn is_open<B: Bitboard>(&self, position: &Position<B>, own: Colour) -> bool {
        self.absent.is_none_or(|kind| position.by_kind(kind.into()).is_empty())
            && position.men(own).count() <= self.most_own
    }
}

#[derive(Clone, Debug)]
struct Board {
    when: CompiledCondition,
    limit: u16,
    ask: BoardAsk,
    counter_mates: CounterMates,
}

#[derive(Clone, Debug)]
struct Pieces {
    when: CompiledCondition,
    start: CountStart,
    rearm_on_capture: bool,
    rearm_on_promotion: bool,
    self_trigger_on_pawn: bool,
    ask: PiecesAsk,
    restart: bool,
    on_bare: OnBare,
    choice: RowChoice,
    table: Vec<(CompiledCondition, u16)>,
}

impl Pieces {
    /// The limit in plies for `own` as the counting side.
    fn limit<B: Bitboard>(&self, position: &Position<B>, own: Colour) -> Option<u16> {
        let mut rows = self.table.iter().filter(|(when, _)| when.holds(position, own)).map(|row| row.1);
        match self.choice {
            RowChoice::First => rows.next(),
            RowChoice::Smallest => rows.min(),
        }
        .map(|moves| moves.saturating_mul(2))
    }

    /// The plies that count as played before the counting side's next move.
    fn start_ply<B: Bitboard>(&self, position: &Position<B>) -> u16 {
        let men = position.occupied().count() as u16;
        match self.start {
            CountStart::One => 0,
            CountStart::AfterPieceCount => 2 * men,
            CountStart::PieceCount => 2 * men - 2,
        }
    }

    fn begin<B: Bitboard>(&self, position: &Position<B>, own: Colour) -> Option<Count> {
        let limit = self.limit(position, own)?;
        Some(match self.ask {
            PiecesAsk::Forced => {
                Count { limit, ply: self.start_ply(position), kind: CountKind::Pieces, counter: Some(own) }
            }
            PiecesAsk::OnRequest => Count { limit, ply: 0, kind: CountKind::Pieces, counter: None },
        })
    }
}

impl CompiledCounting {
    pub(crate) fn new(spec: &CountingSpec) -> CompiledCounting {
        CompiledCounting {
            gate: Gate::new(spec),
            threshold_below_limit: match (spec.draw_when, spec.declare) {
                (DrawWhen::Exceeded, Declare::Call) => -1,
                (DrawWhen::Exceeded, Declare::Answer) => 0,
                (DrawWhen::Reached, Declare::Call) => 1,
                (DrawWhen::Reached, Declare::Answer) => 2,
            },
            keep_limit: spec.keep_limit,
            board: spec.board.as_ref().map(|board| Board {
                when: CompiledCondition::new(&board.when),
                limit: board.limit,
                ask: board.ask,
                counter_mates: board.counter_mates,
            }),
            pieces: spec.pieces.as_ref().map(|pieces| Pieces {
                when: CompiledCondition::new(&pieces.when),
                start: pieces.start,
                rearm_on_capture: pieces.rearm_on_capture,
                rearm_on_promotion: pieces.rearm_on_promotion,
                self_trigger_on_pawn: pieces.self_trigger_on_pawn,
                ask: pieces.ask,
                restart: pieces.restart,
                on_bare: pieces.on_bare,
                choice: pieces.choice,
                table: pieces.table.iter().map(|row| (CompiledCondition::new(&row.when), row.limit)).collect(),
            }),
        }
    }

    /// The ply at which a count is drawn.
    fn threshold(&self, count: &Count) -> i32 {
        i32::from(count.limit) - self.threshold_below_limit
    }

    /// Whether a count has run out.
    pub(crate) fn is_drawn(&self, count: &Count) -> bool {
        count.is_running() && i32::from(count.ply) >= self.threshold(count)
    }

    /// How many moves the opponent of the counting side has left, this one included if it is its turn.
    pub(crate) fn chaser_moves_left(&self, count: &Count) -> u16 {
        // The opponent's plies are the even ones; a mate at the drawing ply itself still comes first.
        (self.threshold(count) / 2 - i32::from(count.ply / 2)).max(0) as u16
    }

    /// Whether a mate given by `mover` is a draw, since it was counting.
    pub(crate) fn mate_is_draw(&self, count: &Count, mover: Colour) -> bool {
        count.kind == CountKind::Board
            && count.counter == Some(mover)
            && self.board.as_ref().is_some_and(|board| board.counter_mates == CounterMates::Draw)
    }

    /// The count after a move of `mover` that led to `position`.
    #[inline(always)]
    pub(crate) fn after_move<B: Bitboard>(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        mover: Colour,
        captured: Option<Kind>,
        promoted: bool,
    ) -> Count {
        let mut count = position.count();
        if count.is_running() {
            count.ply = count.ply.saturating_add(1);
        }
        if captured.is_none() && !promoted && count.kind != CountKind::None {
            return count;
        }
        if count.kind == CountKind::None && captured.is_none() && !self.may_begin(position, !mover) {
            return count;
        }
        self.restarted(rules, position, mover, captured, promoted, count)
    }

    /// Whether a count could begin with `own` as the counting side: a cheap test before the whole one.
    #[inline(always)]
    fn may_begin<B: Bitboard>(&self, position: &Position<B>, own: Colour) -> bool {
        if !self.gate.is_open(position, own) {
            return false;
        }
        self.board.as_ref().is_some_and(|board| board.when.holds(position, own))
            || self.pieces.as_ref().is_some_and(|pieces| pieces.when.holds(position, own))
    }

    /// The rarer part of [`Self::after_move`]: what starts a count or puts one in the place of another.
    #[inline(never)]
    fn restarted<B: Bitboard>(
        &self,
        rules: &Rules<B>,
        position: &Position<B>,
        mover: Colour,
        captured: Option<Kind>,
        promoted: bool,
        count: Count,
    ) -> Count {
        let opponent = !mover;
        let mut count = count;
        if let Some(pieces) = &self.pieces {
            if let Some(captured) = captured {
                let pawn = rules.facts[captured.index()].pawn;
                let start = pieces.start_ply(position);
                let own_trigger = pieces.self_trigger_on_pawn && pawn && start > 0 && pieces.ask == PiecesAsk::Forced;
                if own_trigger && pieces.when.holds(position, mover) {
                    // The counting side has just made the move at which it would have called the number before.
                    if let Some(begun) = pieces.begin(position, mover) {
                        count = Count { ply: start - 1, ..begun };
                    }
                } else if !self.keep_limit && count.kind == CountKind::Pieces && count.counter == Some(mover) {
                    count.limit = pieces.limit(position, mover).unwrap_or(count.limit);
                }
            }
            let event = captured.is_some() && pieces.rearm_on_capture || promoted && pieces.rearm_on_promotion;
            let bares = event && !position.men(opponent).several();
            if (count.kind == CountKind::None || bares)
                && pieces.when.holds(position, opponent)
                && let Some(begun) = pieces.begin(position, opponent)
            {
                let board_is_shorter = count.kind == CountKind::Board
                    && count.is_running()
                    && i32::from(count.limit) - i32::from(count.ply) < i32::from(begun.limit) - i32::from(begun.ply);
                if !(pieces.on_bare == OnBare::Shorter && board_is_shorter) {
                    return begun;
                }
            }
        }
        if let (CountKind::None, Some(board)) = (count.kind, &self.board)
            && board.when.holds(position, opponent)
        {
            let counter = (board.ask == BoardAsk::Automatic).then_some(opponent);
            return Count { limit: board.limit.saturating_mul(2), ply: 0, kind: CountKind::Board, counter };
        }
        count
    }

    /// The count after the side to move has asked for one.
    pub(crate) fn ask<B: Bitboard>(&self, rules: &Rules<B>, position: &Position<B>) -> Result<Count, CountError> {
        let own = position.side();
        let count = position.count();
        if let Some(pieces) = &self.pieces
            && pieces.when.holds(position, own)
        {
            let limit = pieces.limit(position, own).ok_or(CountError::NotNow)?;
            let again = count.kind == CountKind::Pieces && count.is_running();
            return match (again, pieces.restart, pieces.ask) {
                (true, false, _) => Err(CountError::Running),
                (false, _, PiecesAsk::Forced) => Err(CountError::Automatic),
                _ => Ok(Count { limit, ply: pieces.start_ply(position), kind: CountKind::Pieces, counter: Some(own) }),
            };
        }
        if count.is_running() {
            return Err(CountError::Running);
        }
        let board = self.board.as_ref().filter(|board| board.when.holds(position, own)).ok_or(CountError::NotNow)?;
        match board.ask {
            BoardAsk::Automatic => return Err(CountError::Automatic),
            BoardAsk::Weaker if !is_weaker(rules, position, own) => return Err(CountError::NotWeaker),
            BoardAsk::Weaker | BoardAsk::Either => {}
        }
        Ok(Count { limit: board.limit.saturating_mul(2), ply: 0, kind: CountKind::Board, counter: Some(own) })
    }

    /// The count after the side to move has stopped counting.
    pub(crate) fn stop<B: Bitboard>(&self, position: &Position<B>) -> Result<Count, CountError> {
        let count = position.count();
        let counter = count.counter.ok_or(CountError::NotRunning)?;
        if counter != position.side() {
            return Err(CountError::NotYours);
        }
        let voluntary = match count.kind {
            CountKind::None => false,
            CountKind::Board => self.board.as_ref().is_some_and(|board| board.ask != BoardAsk::Automatic),
            CountKind::Pieces => self.pieces.as_ref().is_some_and(|pieces| pieces.ask == PiecesAsk::OnRequest),
        };
        if voluntary { Ok(Count { ply: 0, counter: None, ..count }) } else { Err(CountError::Forced) }
    }

    /// The count that the fields 4 and 5 of a FEN stand for. Who counts and what follows from the men and the parity.
    pub(crate) fn count_of_fen<B: Bitboard>(&self, position: &Position<B>, limit: u16, ply: u16) -> Count {
        let bare = |own| self.pieces.as_ref().is_some_and(|pieces| pieces.when.holds(position, own));
        let side = position.side();
        let kind = if bare(side) || bare(!side) { CountKind::Pieces } else { CountKind::Board };
        let on_request = match kind {
            CountKind::Pieces => self.pieces.as_ref().is_some_and(|pieces| pieces.ask == PiecesAsk::OnRequest),
            _ => self.board.as_ref().is_some_and(|board| board.ask != BoardAsk::Automatic),
        };
        let counter = match kind {
            _ if ply == 0 && on_request => None,
            CountKind::Pieces => Some(if bare(side) { side } else { !side }),
            _ => Some(if ply.is_multiple_of(2) { side } else { !side }),
        };
        Count { limit, ply, kind, counter }
    }
}

/// Whether a side has less material than its opponent.
fn is_weaker<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, own: Colour) -> bool {
    let material = |colour| -> i64 {
        rules
            .kinds()
            .map(|kind| i64::from(rules.kind(kind).value) * i64::from(position.men_of(colour, kind).count()))
            .sum()
    };
    material(own) < material(!own)
}
