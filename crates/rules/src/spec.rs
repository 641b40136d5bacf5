//! The description of a variant in the engine's own terms: numbers, sets and small enums, nothing to parse.
//!
//! A [`RulesSpec`] is what a front end (the `variant` crate reads TOML) hands to [`crate::Rules::build`], which checks
//! that it hangs together and derives every table from it. All square sets are written for boards of any size as
//! `u128`, bit `n` for square number `n`, one for each colour (White first).

use std::collections::BTreeMap;

use khun_board::{Geometry, Mirror};

/// The number of kinds of men that a variant may have.
pub const MAX_KINDS: usize = 16;

/// A kind of man (khun, met, ...): an index into [`RulesSpec::kinds`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// The index into tables by kind.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of kinds: bit `n` for kind number `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KindSet(pub u16);

impl KindSet {
    /// No kind.
    pub const EMPTY: KindSet = KindSet(0);
    /// Every kind.
    pub const ALL: KindSet = KindSet(u16::MAX);

    /// The set of one kind.
    pub const fn of(kind: Kind) -> KindSet {
        KindSet(1 << kind.0)
    }

    /// Whether `kind` is in the set.
    #[inline(always)]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Whether no kind is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds of the set, lowest first.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        (0..MAX_KINDS as u8).map(Kind).filter(move |&kind| self.has(kind))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        kinds.into_iter().fold(KindSet::EMPTY, |set, kind| KindSet(set.0 | KindSet::of(kind).0))
    }
}

/// A whole variant.
#[derive(Clone, PartialEq, Debug)]
pub struct RulesSpec {
    /// What engines, files and the command line call it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Files and ranks.
    pub geometry: Geometry,
    /// How Black's moves are made from White's.
    pub mirror: Mirror,
    /// The kinds of men; [`Kind`] counts through them.
    pub kinds: Vec<KindSpec>,
    /// Rights that a man has until something takes them away.
    pub rights: Vec<RightSpec>,
    /// The rules that end a game, in the order in which rules of one stage are tried.
    pub ends: Vec<EndSpec>,
    /// Counting rules ("board honour" and "pieces honour").
    pub counting: Option<CountingSpec>,
    /// The start position as FEN.
    pub start: String,
}

/// A kind of man.
#[derive(Clone, PartialEq, Debug)]
pub struct KindSpec {
    /// The name by which rules refer to it: `met`.
    pub id: String,
    /// Its letter in FEN and move text, an upper-case ASCII letter.
    pub letter: char,
    /// Its names by language code.
    pub names: BTreeMap<String, String>,
    /// Its moves as the author wrote them, for display.
    pub betza: String,
    /// Its moves.
    pub steps: Vec<Step>,
    /// Moves that it has only under conditions.
    pub extras: Vec<ExtraSpec>,
    /// Whether check and mate are about this kind.
    pub royal: bool,
    /// Whether its moves reset the n-move clock and its capture by a bare king can start a count.
    pub pawn: bool,
    /// Whether a man of this kind and its king can mate a bare king, so that the side is never short of material.
    pub mates_alone: bool,
    /// What a royal man may do while in check.
    pub in_check: InCheck,
    /// The squares it may stand on, by colour; `None`: all.
    pub region: Option<[u128; 2]>,
    /// What it becomes, and where.
    pub promotion: Option<PromotionSpec>,
    /// What it is worth, in hundredths of a pawn-like man; for "who is weaker" and as a hint to evaluation.
    pub value: i32,
}

/// What a royal man may do while in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InCheck {
    /// Any legal move.
    #[default]
    Free,
    /// Nothing but to capture the only man that gives check (makpong).
    MayOnlyCaptureChecker,
}

/// When a step may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modality {
    /// To an empty square only.
    Quiet,
    /// To a square with an enemy man only.
    Capture,
    /// Both.
    Both,
}

impl Modality {
    /// Whether the step may end on an empty square.
    pub const fn quiet(self) -> bool {
        !matches!(self, Modality::Capture)
    }

    /// Whether the step may end on an enemy man.
    pub const fn capture(self) -> bool {
        !matches!(self, Modality::Quiet)
    }
}

/// What a step makes of the squares that it passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// A leap, or a ride along leaps each of which must end on an empty square but the last.
    Free,
    /// As `Free`, but each leap is lame: the squares on its way must be empty. The way goes straight along the longer
    /// axis first and diagonally then, as the horse of xiangqi and the elephant of janggi go.
    Lame,
    /// Each leap must have a man on the way, which goes as for `Lame`.
    MustJump,
    /// A ride that must pass exactly one man and may then go on as far as it likes (cannon).
    HopAny,
    /// A ride that must pass exactly one man and lands right behind it (grasshopper).
    HopOne,
}

/// A step of a kind of man, from White's side: a leap, or the same leap repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Files to the right (negative: left).
    pub files: i8,
    /// Ranks forward (negative: back).
    pub ranks: i8,
    /// How often it may be repeated: 1 for a leap, [`Step::UNLIMITED`] for a rider.
    pub range: u8,
    /// Whether it may capture, be quiet, or both.
    pub modality: Modality,
    /// What may stand on the way.
    pub path: Path,
}

impl Step {
    /// The range of a rider without limit.
    pub const UNLIMITED: u8 = u8::MAX;

    /// A leap by `files` and `ranks`.
    pub const fn leap(files: i8, ranks: i8, modality: Modality) -> Step {
        Step { files, ranks, range: 1, modality, path: Path::Free }
    }

    /// A ride by `files` and `ranks` without limit.
    pub const fn ride(files: i8, ranks: i8, modality: Modality) -> Step {
        Step { files, ranks, range: Step::UNLIMITED, modality, path: Path::Free }
    }
}

/// Moves that a man has only under conditions.
#[derive(Clone, PartialEq, Debug)]
pub struct ExtraSpec {
    /// The key of the table in the variant file: `leap`.
    pub name: String,
    /// The moves as the author wrote them, for display.
    pub betza: String,
    /// The moves.
    pub steps: Vec<Step>,
    /// The right (index into [`RulesSpec::rights`]) that the man needs to have.
    pub needs: Option<usize>,
    /// The squares from which the moves may be made, by colour; `None`: all.
    pub from: Option<[u128; 2]>,
    /// Whether the moves are forbidden while in check.
    pub unless_in_check: bool,
    /// Enemy men of these kinds take the right away for good when they end a move on a square from which they would
    /// attack the man on an otherwise empty board.
    pub lost_by_aim: KindSet,
}

/// A right: one bit for each holder's start square.
#[derive(Clone, PartialEq, Debug)]
pub struct RightSpec {
    /// The key of the table in the variant file: `first_move`.
    pub name: String,
    /// Men of these kinds hold it while they stand on their squares of the start position.
    pub holders: KindSet,
    /// Whether FEN field 3 shows it, as the file letter of the square (White upper case).
    pub in_fen: bool,
    /// Whether every capture, by whom and of what ever, takes the right from all its holders of both colours.
    pub lost_by_any_capture: bool,
    /// Whether being in check takes the right from the side in check.
    pub lost_by_check: bool,
}

/// How a man promotes: on every move that ends in its zone.
#[derive(Clone, PartialEq, Debug)]
pub struct PromotionSpec {
    /// The squares that promote, by colour.
    pub zones: [u128; 2],
    /// What it may become.
    pub to: Vec<Kind>,
    /// Whether it has to.
    pub mandatory: bool,
}

/// Whose men a condition counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Those of the side that the rule speaks of.
    Own,
    /// Those of its opponent.
    Enemy,
    /// All.
    Board,
}

/// "So many men of these kinds".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Whose men are counted.
    pub whose: Whose,
    /// Which kinds; [`KindSet::ALL`] for all men.
    pub kinds: KindSet,
    /// At least so many.
    pub min: u8,
    /// At most so many.
    pub max: u8,
}

/// A condition on the men on the board: every clause holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Condition(pub Vec<Clause>);

/// A result, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The game does not count and is played again.
    Replay,
}

/// Who declares that a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Claim {
    /// It is over at once.
    #[default]
    Automatic,
    /// It is over when a player claims it.
    OnClaim,
}

/// A rule that ends the game.
#[derive(Clone, PartialEq, Debug)]
pub struct EndSpec {
    /// The key of the table in the variant file: `stalemate`. It names the reason of a result.
    pub name: String,
    /// When it holds.
    pub kind: EndKind,
    /// What the result is.
    pub result: Verdict,
    /// Who declares it. Rules of the stage "no moves" and "immediate" are always automatic.
    pub claim: Claim,
}

/// When a rule that ends the game holds. Seen by the side to move, tried after every move in three stages.
#[derive(Clone, PartialEq, Debug)]
pub enum EndKind {
    /// Stage 1, immediate: the men on the board fulfil a condition.
    Count {
        /// The condition; `Own` is the side to move.
        when: Condition,
        /// The rule waits while the side to move has a legal capture.
        unless_can_capture: bool,
    },
    /// Stage 1: the side to move has been checked so many times.
    Checks {
        /// How many checks it takes.
        times: u8,
    },
    /// Stage 1: the opponent has a man of one of these kinds on its goal.
    Goal {
        /// The kinds that count.
        kinds: KindSet,
        /// The goal squares by colour of the man.
        regions: [u128; 2],
    },
    /// Stage 2: there is no legal move.
    NoMoves {
        /// Only while in check (`true`), only while not in check (`false`), or either way.
        in_check: Option<bool>,
    },
    /// Stage 3: the position has occurred so many times.
    Repetition {
        /// How many times, the first included.
        times: u8,
    },
    /// Stage 3: so many moves of each side without a capture or a move of a pawn-like man.
    NMove {
        /// How many moves of each side.
        moves: u16,
        /// Whether the rule sleeps while a count runs.
        suspended_by_counting: bool,
    },
    /// Stage 3: a count ([`CountingSpec`]) has run out.
    Counting,
}

impl EndKind {
    /// The stage in which the rule is tried: 1 immediate, 2 no moves, 3 claim.
    pub const fn stage(&self) -> u8 {
        match self {
            EndKind::Count { .. } | EndKind::Checks { .. } | EndKind::Goal { .. } => 1,
            EndKind::NoMoves { .. } => 2,
            EndKind::Repetition { .. } | EndKind::NMove { .. } | EndKind::Counting => 3,
        }
    }
}

/// Counting rules: the stronger side has to mate within a number of moves.
///
/// A count is a number of plies. Number `n` is called by the counting side at ply `2n - 1`, the opponent answers at
/// ply `2n`. In every condition `Own` is the side that counts.
#[derive(Clone, PartialEq, Debug)]
pub struct CountingSpec {
    /// What runs out.
    pub draw_when: DrawWhen,
    /// When it is declared.
    pub declare: Declare,
    /// Whether captures by the bare king leave a running limit alone.
    pub keep_limit: bool,
    /// "Board honour": the counting side still has men beside its king.
    pub board: Option<BoardCountSpec>,
    /// "Pieces honour": the counting side has a bare king.
    pub pieces: Option<PiecesCountSpec>,
}

/// Which called number draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DrawWhen {
    /// The number after the limit.
    #[default]
    Exceeded,
    /// The limit.
    Reached,
}

/// When a count that has run out is declared a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Declare {
    /// When the number that draws is called.
    #[default]
    Call,
    /// One ply earlier, when the opponent has answered the number before without giving mate.
    Answer,
}

/// The first number of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountStart {
    /// 1.
    One,
    /// One more than the men on the board.
    AfterPieceCount,
    /// The number of men on the board.
    PieceCount,
}

/// Who may ask for a board count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardAsk {
    /// Nobody needs to: it starts by itself, the side to move counts first.
    #[default]
    Automatic,
    /// Either side on its move, one at a time.
    Either,
    /// The side with less material, on its move.
    Weaker,
}

/// What it is worth when the side that counts mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CounterMates {
    /// A win like any other.
    #[default]
    Win,
    /// A draw, unless it stopped counting first.
    Draw,
}

/// The count while the counting side still has men beside its king.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardCountSpec {
    /// When it may run.
    pub when: Condition,
    /// How many moves the opponent has.
    pub limit: u16,
    /// Who may ask for it.
    pub ask: BoardAsk,
    /// What a mate by the counting side is worth.
    pub counter_mates: CounterMates,
}

/// Who may ask for a pieces count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PiecesAsk {
    /// Nobody needs to: it starts by itself and cannot be stopped.
    #[default]
    Forced,
    /// The bare side, on its move; it may stop again.
    OnRequest,
}

/// What becomes of a running board count when a king is bared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnBare {
    /// The pieces count takes its place.
    #[default]
    Replace,
    /// Whichever has fewer plies left goes on (of equals, the pieces count).
    Shorter,
}

/// The count against a bare king.
#[derive(Clone, PartialEq, Debug)]
pub struct PiecesCountSpec {
    /// When it may run.
    pub when: Condition,
    /// The first number.
    pub start: CountStart,
    /// Whether a capture that bares a king replaces a running count.
    pub rearm_on_capture: bool,
    /// Whether a promotion that leaves the enemy king bare replaces a running count.
    pub rearm_on_promotion: bool,
    /// Whether the bare king starts the count itself by capturing the last pawn-like man.
    pub self_trigger_on_pawn: bool,
    /// Who may ask for it.
    pub ask: PiecesAsk,
    /// Whether the bare side may begin again, from the men that are on the board then.
    pub restart: bool,
    /// What becomes of a running board count.
    pub on_bare: OnBare,
    /// Which of several rows that hold counts.
    pub choice: RowChoice,
    /// The limits. Without a row that holds there is no count.
    pub table: Vec<CountRow>,
}

/// Which of several rows of a counting table counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RowChoice {
    /// The first that holds.
    #[default]
    First,
    /// The one with the smallest limit of those that hold.
    Smallest,
}

/// A row of the counting table.
#[derive(Clone, PartialEq, Debug)]
pub struct CountRow {
    /// When the row holds.
    pub when: Condition,
    /// How many moves the stronger side has, before the start of the count is taken off.
    pub limit: u16,
}
