//! [`Rules`]: one variant, compiled to flat tables.

use arrayvec::ArrayVec;
use khun_board::{Bitboard, Colour, Geometry, Line, Square, SquareMap};

use crate::condition::CompiledCondition;
use crate::spec::{InCheck, Kind, KindSet, KindSpec, MAX_KINDS, Modality, RulesSpec, Step, Verdict};

/// How many lines a kind of man may ride along (a queen has four, a queen that is a nightrider too has eight).
pub(crate) const MAX_LINES: usize = 12;
/// A kind of man with at most so many leaps is moved as a set: all its men at once, leap by leap.
pub(crate) const MAX_SHIFTS: usize = 3;

/// A table by kind and square.
pub(crate) type ByMan<B, T> = [<B as Bitboard>::Map<T>; MAX_KINDS];

/// The tables of one colour.
pub(crate) struct Side<B: Bitboard> {
    /// Leaps by the man that makes them.
    pub(crate) leaps: ByMan<B, Leaps<B>>,
    /// The squares from which a man attacks a square by a leap.
    pub(crate) reverse: ByMan<B, B>,
    /// The squares from which a man attacks, by a leap, a square or one that an enemy royal man on it could step to.
    pub(crate) guards: ByMan<B, B>,
    /// Hash keys.
    pub(crate) keys: ByMan<B, u64>,
    /// Everything else by kind; kinds that the variant does not have are empty.
    pub(crate) kinds: [KindTables<B>; MAX_KINDS],
}

/// Where a man's leaps take it on an empty board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaps<B> {
    /// The squares on which it captures.
    pub(crate) capture: B,
    /// The squares to which it moves without capturing.
    pub(crate) quiet: B,
}

/// A line that a kind of man rides along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ride {
    /// Index into [`Rules::lines`]: the squares that it rides to.
    pub(crate) forward: u16,
    /// Index into [`Rules::lines`]: the squares from which it would ride here.
    pub(crate) reverse: u16,
    /// Whether it captures, moves quietly, or both along the line.
    pub(crate) modality: Modality,
}

/// One leap of all men of a kind at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift<B> {
    /// By how much the square number grows.
    pub(crate) delta: i8,
    /// The squares from which the leap stays on the board (and inside the kind's region).
    pub(crate) sources: B,
    /// Whether it captures, is quiet, or both.
    pub(crate) modality: Modality,
}

/// The kinds that are not royal, by how the fast generator handles them.
pub(crate) struct ByClass {
    /// All men of the kind at once, leap by leap.
    pub(crate) shifts: ArrayVec<Kind, MAX_KINDS>,
    /// Man by man; the kind leaps, and may capture wherever it may go.
    pub(crate) leapers: ArrayVec<Kind, MAX_KINDS>,
    /// Man by man, anything else.
    pub(crate) others: ArrayVec<Kind, MAX_KINDS>,
}

/// What the generators need to know of a kind of man, for one colour.
pub(crate) struct KindTables<B> {
    /// Lines it rides along.
    pub(crate) rides: ArrayVec<Ride, MAX_LINES>,
    /// Its leaps as shifts of the whole set, where it has few of them and no lines.
    pub(crate) shifts: ArrayVec<Shift<B>, MAX_SHIFTS>,
    /// Steps that need a walk over the board: lame leaps, hops.
    pub(crate) walks: Vec<Step>,
    /// Where it promotes; empty where it does not.
    pub(crate) zone: B,
    /// The squares it may stand on.
    pub(crate) region: B,
}

impl<B: Bitboard> Default for KindTables<B> {
    fn default() -> Self {
        KindTables {
            rides: ArrayVec::new(),
            shifts: ArrayVec::new(),
            walks: Vec::new(),
            zone: B::EMPTY,
            region: B::EMPTY,
        }
    }
}

/// Small facts about a kind of man that do not depend on its colour.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KindFacts {
    pub(crate) pawn: bool,
    pub(crate) mates_alone: bool,
    /// Every move keeps the shade of the square, if the board were chequered.
    pub(crate) shade_bound: bool,
    /// No move can be taken back: each goes forward.
    pub(crate) irreversible: bool,
    /// Captures and quiet moves have different targets.
    pub(crate) split: bool,
    pub(crate) may_only_capture_checker: bool,
    pub(crate) promotion_mandatory: bool,
    pub(crate) promotes_to: KindSet,
    /// How many moves a promoting move counts for.
    pub(crate) promotion_choices: u8,
}

/// Moves that a man has only under conditions.
pub(crate) struct Extra<B: Bitboard> {
    pub(crate) kind: Kind,
    pub(crate) needs_right: bool,
    pub(crate) unless_in_check: bool,
    /// Quiet leaps only, of a man that leaps only: the table says it all.
    pub(crate) simple: bool,
    /// The squares from which it may be made, by colour.
    pub(crate) from: [B; 2],
    /// Its leaps by colour.
    pub(crate) leaps: Box<[B::Map<Leaps<B>>; 2]>,
    /// Everything else (rides, lame leaps, hops) by colour.
    pub(crate) walks: [Vec<Step>; 2],
}

/// What takes rights away, beside the holder's own moves and its capture.
pub(crate) struct RightLoss<B: Bitboard> {
    /// Rights lost by any capture.
    pub(crate) by_any_capture: B,
    /// Rights lost by being in check.
    pub(crate) by_check: B,
    /// Kinds of men whose aim takes a right, and the kinds that lose it.
    pub(crate) aims: Vec<Aim<B>>,
}

/// An enemy's aim takes a right away.
pub(crate) struct Aim<B: Bitboard> {
    pub(crate) aiming: Kind,
    pub(crate) holder: Kind,
    /// By colour of the aiming man and its square: what it attacks on an empty board.
    pub(crate) attacks: Box<[B::Map<B>; 2]>,
}

/// A rule of stage 1 ("immediate").
pub(crate) enum Immediate<B> {
    Count { when: CompiledCondition, unless_can_capture: bool },
    Checks,
    Goal { kinds: KindSet, regions: [B; 2] },
}

/// A variant compiled to tables: immutable, shared by all positions of a game and by all threads.
///
/// Everything is indexed by colour, kind and square, for boards of up to `B::CAPACITY` squares. Positions hold no
/// pointer to their rules; every function that needs them takes them as an argument. [`Rules::build`] makes them from
/// a [`RulesSpec`].
pub struct Rules<B: Bitboard> {
    /// The tables of each colour.
    pub(crate) sides: [Side<B>; 2],
    pub(crate) key_side: u64,
    pub(crate) key_rights: B::Map<u64>,
    pub(crate) key_checks: [[u64; 8]; 2],
    pub(crate) facts: [KindFacts; MAX_KINDS],
    pub(crate) lines: Vec<B::Map<Line<B>>>,
    /// Kinds that capture along lines.
    pub(crate) riders: ArrayVec<Kind, MAX_KINDS>,
    /// Kinds that capture by leaps.
    pub(crate) leapers: ArrayVec<Kind, MAX_KINDS>,
    /// Kinds that are not royal.
    pub(crate) by_class: ByClass,
    /// Some kind has a choice of promotions, so that a target can stand for several moves.
    pub(crate) has_choices: bool,
    /// Kinds with steps that need a walk and may capture.
    pub(crate) walkers: Vec<Kind>,
    /// The royal kinds. With none of them there is no check.
    pub(crate) royal: KindSet,
    pub(crate) extras: Vec<Extra<B>>,
    /// No extra move can be made without a right.
    pub(crate) extras_need_rights: bool,
    /// Extra moves may capture, so that they give check.
    pub(crate) extras_capture: bool,
    pub(crate) has_rights: bool,
    pub(crate) right_loss: RightLoss<B>,
    /// The theory of check masks and pin lines holds.
    pub(crate) fast: bool,
    pub(crate) immediate: Vec<(usize, Immediate<B>)>,
    /// How many checks end the game; 0: no such rule.
    pub(crate) checks: u8,
    pub(crate) counting: Option<crate::count::CompiledCounting>,
    /// `(result, index)` without legal moves, while in check and while not.
    pub(crate) no_moves: [Option<(Verdict, usize)>; 2],
    /// The rules of stage 3 with their indices.
    pub(crate) claims: Vec<(usize, crate::outcome::ClaimRule)>,
    pub(crate) geometry: Geometry,
    pub(crate) start: crate::Position<B>,
    pub(crate) start_rights: [B; 2],
    pub(crate) spec: RulesSpec,
}

impl<B: Bitboard> Side<B> {
    #[inline(always)]
    pub(crate) fn kind(&self, kind: Kind) -> &KindTables<B> {
        &self.kinds[kind.index() & (MAX_KINDS - 1)]
    }

    #[inline(always)]
    pub(crate) fn leaps(&self, kind: Kind, from: Square) -> Leaps<B> {
        *self.leaps[kind.index() & (MAX_KINDS - 1)].at(from)
    }

    #[inline(always)]
    pub(crate) fn reverse(&self, kind: Kind, to: Square) -> B {
        *self.reverse[kind.index() & (MAX_KINDS - 1)].at(to)
    }

    #[inline(always)]
    pub(crate) fn guards(&self, kind: Kind, king: Square) -> B {
        *self.guards[kind.index() & (MAX_KINDS - 1)].at(king)
    }
}

impl<B: Bitboard> Rules<B> {
    /// The tables of a colour.
    #[inline(always)]
    pub(crate) fn side(&self, colour: Colour) -> &Side<B> {
        &self.sides[colour.index()]
    }

    #[inline(always)]
    pub(crate) fn facts(&self, kind: Kind) -> &KindFacts {
        &self.facts[kind.index() & (MAX_KINDS - 1)]
    }

    #[inline(always)]
    pub(crate) fn line(&self, table: u16, origin: Square) -> Line<B> {
        *self.lines[table as usize].at(origin)
    }

    /// The description that the tables were made from.
    pub fn spec(&self) -> &RulesSpec {
        &self.spec
    }

    /// The size of the board.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The start position.
    pub fn start(&self) -> crate::Position<B> {
        self.start
    }

    /// The number of kinds of men.
    pub fn kind_count(&self) -> usize {
        self.spec.kinds.len()
    }

    /// All kinds of men.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + use<B> {
        (0..self.spec.kinds.len() as u8).map(Kind)
    }

    /// The description of a kind of man.
    pub fn kind(&self, kind: Kind) -> &KindSpec {
        &self.spec.kinds[kind.index()]
    }

    /// The kind of man with a letter (either case).
    pub fn kind_by_letter(&self, letter: char) -> Option<Kind> {
        self.kinds().find(|&kind| self.kind(kind).letter == letter.to_ascii_uppercase())
    }

    /// The kinds that check and mate are about.
    pub fn royal_kinds(&self) -> KindSet {
        self.royal
    }

    /// Whether positions are generated by check masks and pin lines. Otherwise every move is played and tested.
    pub fn is_fast(&self) -> bool {
        self.fast
    }

    /// The squares to which a lone man could move, and those on which it could capture, on an empty board, its extra
    /// moves left out.
    pub fn reach(&self, colour: Colour, kind: Kind, from: Square) -> (B, B) {
        let leaps = self.side(colour).leaps(kind, from);
        let (mut quiet, mut capture) = (leaps.quiet, leaps.capture);
        for ride in &self.side(colour).kind(kind).rides {
            let line = self.lines[ride.forward as usize].at(from).all();
            if ride.modality.quiet() {
                quiet |= line;
            }
            if ride.modality.capture() {
                capture |= line;
            }
        }
        (quiet, capture)
    }

    /// The squares on which a man of a kind promotes.
    pub fn promotion_zone(&self, colour: Colour, kind: Kind) -> B {
        self.side(colour).kind(kind).zone
    }

    /// Whether the kind is confined by [`InCheck::MayOnlyCaptureChecker`].
    pub fn in_check_rule(&self, kind: Kind) -> InCheck {
        self.kind(kind).in_check
    }

    /// Whether a man of this kind never leaves the shade of its square on a chequered board.
    pub fn is_shade_bound(&self, kind: Kind) -> bool {
        self.facts[kind.index()].shade_bound
    }

    /// The number of checks that end the game, where there is such a rule.
    pub fn checks_to_win(&self) -> Option<u8> {
        (self.checks > 0).then_some(self.checks)
    }
}

impl<B: Bitboard> std::fmt::Debug for Rules<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules").field("id", &self.spec.id).field("fast", &self.fast).finish_non_exhaustive()
    }
}
