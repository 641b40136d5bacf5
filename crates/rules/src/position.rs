//! [`Position`]: who stands where and whose move it is, as a small value that is copied and played.

use khun_board::{Bitboard, Colour, Square, SquareMap};

use crate::count::Count;
use crate::spec::{Kind, KindSet, MAX_KINDS};
use crate::{Move, Rules};

/// A position of a game, without its history: a plain value, copied for every move that is tried.
///
/// It holds no pointer; every function that needs the rules takes them as an argument, and it is the caller's part to
/// pass the rules that the position was made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<B> {
    colours: [B; 2],
    kinds: [B; MAX_KINDS],
    promoted: B,
    rights: B,
    hash: u64,
    count: Count,
    halfmove: u16,
    fullmove: u16,
    checks_left: [u8; 2],
    side: Colour,
}

impl<B: Bitboard> Rules<B> {
    /// A position of some men that no game has led to: without rights, counts or checks given, whether it is legal or
    /// not. Of two men on a square the first stays.
    pub fn arrange(&self, men: impl IntoIterator<Item = (Colour, Kind, Square)>, side: Colour) -> Position<B> {
        let mut position = Position::empty();
        for colour in Colour::BOTH {
            position.set_checks_left(self, colour, self.checks);
        }
        for (colour, kind, square) in men {
            if !position.occupied().has(square) {
                position.put(self, colour, kind, square);
            }
        }
        position.set_side(self, side);
        position
    }
}

impl<B: Bitboard> Position<B> {
    /// An empty board with White to move.
    pub(crate) fn empty() -> Position<B> {
        Position {
            colours: [B::EMPTY; 2],
            kinds: [B::EMPTY; MAX_KINDS],
            promoted: B::EMPTY,
            rights: B::EMPTY,
            hash: 0,
            count: Count::NONE,
            halfmove: 0,
            fullmove: 1,
            checks_left: [0; 2],
            side: Colour::White,
        }
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// All men of a colour.
    #[inline(always)]
    pub fn men(&self, colour: Colour) -> B {
        self.colours[colour.index()]
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.colours[0] | self.colours[1]
    }

    #[inline(always)]
    pub(crate) fn by_kind(&self, kind: usize) -> B {
        self.kinds[kind & (MAX_KINDS - 1)]
    }

    /// All men of a kind, of both colours.
    #[inline(always)]
    pub fn of_kind(&self, kind: Kind) -> B {
        self.by_kind(kind.index())
    }

    /// All men of several kinds, of both colours.
    #[inline(always)]
    pub fn of_kinds(&self, kinds: KindSet) -> B {
        let mut men = B::EMPTY;
        let mut left = kinds.0;
        while left != 0 {
            men |= self.by_kind(left.trailing_zeros() as usize);
            left &= left - 1;
        }
        men
    }

    /// The men of a colour and kind.
    #[inline(always)]
    pub fn men_of(&self, colour: Colour, kind: Kind) -> B {
        self.men(colour) & self.of_kind(kind)
    }

    /// The men that got their kind by promotion. No rule asks; boards and notations show it.
    pub fn promoted(&self) -> B {
        self.promoted
    }

    /// The squares of men that still have their right (see [`crate::spec::RightSpec`]).
    #[inline(always)]
    pub fn rights(&self) -> B {
        self.rights
    }

    /// Zobrist hash of men, side to move, rights and checks given; the clocks and counts are left out, so that equal
    /// hashes mean the same position for the rule of repetition.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The count that is running.
    #[inline(always)]
    pub fn count(&self) -> Count {
        self.count
    }

    pub(crate) fn set_count(&mut self, count: Count) {
        self.count = count;
    }

    /// Plies since the last capture or move of a pawn-like man.
    #[inline(always)]
    pub fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// The number of the move, from 1, counted up after Black's.
    pub fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// How many checks a side still has to give where checks end the game.
    #[inline(always)]
    pub fn checks_left(&self, colour: Colour) -> u8 {
        self.checks_left[colour.index()]
    }

    /// The man on a square.
    pub fn man_at(&self, square: Square) -> Option<(Colour, Kind)> {
        let bit = B::of(square);
        let colour = match ((self.colours[0] & bit).any(), (self.colours[1] & bit).any()) {
            (true, _) => Colour::White,
            (_, true) => Colour::Black,
            _ => return None,
        };
        self.kind_on(bit).map(|kind| (colour, kind))
    }

    #[inline(always)]
    fn kind_on(&self, bit: B) -> Option<Kind> {
        self.kinds.iter().position(|&men| (men & bit).any()).map(|index| Kind(index as u8))
    }

    /// Whether a move captures.
    #[inline(always)]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.men(!self.side).has(mv.to())
    }

    /// Puts a man on an empty square and takes care of the hash.
    #[inline(always)]
    pub(crate) fn put(&mut self, rules: &Rules<B>, colour: Colour, kind: Kind, square: Square) {
        let bit = B::of(square);
        self.colours[colour.index()] |= bit;
        self.kinds[kind.index() & (MAX_KINDS - 1)] |= bit;
        self.hash ^= rules.key(colour, kind, square);
    }

    #[inline(always)]
    fn take(&mut self, rules: &Rules<B>, colour: Colour, kind: Kind, square: Square) {
        let bit = B::of(square);
        self.colours[colour.index()] ^= bit;
        self.kinds[kind.index() & (MAX_KINDS - 1)] ^= bit;
        self.hash ^= rules.key(colour, kind, square);
    }

    /// Takes rights away and takes care of the hash.
    #[inline(always)]
    fn drop_rights(&mut self, rules: &Rules<B>, lost: B) {
        for square in (self.rights & lost).squares() {
            self.hash ^= rules.key_rights.at(square);
        }
        self.rights &= !lost;
    }

    pub(crate) fn set_rights(&mut self, rules: &Rules<B>, rights: B) {
        self.drop_rights(rules, self.rights);
        for square in rights.squares() {
            self.hash ^= rules.key_rights.at(square);
        }
        self.rights = rights;
    }

    pub(crate) fn set_checks_left(&mut self, rules: &Rules<B>, colour: Colour, left: u8) {
        let keys = &rules.key_checks[colour.index()];
        self.hash ^= keys[self.checks_left[colour.index()] as usize & 7] ^ keys[left as usize & 7];
        self.checks_left[colour.index()] = left;
    }

    pub(crate) fn set_side(&mut self, rules: &Rules<B>, side: Colour) {
        if side != self.side {
            self.hash ^= rules.key_side;
        }
        self.side = side;
    }

    pub(crate) fn set_clocks(&mut self, halfmove: u16, fullmove: u16) {
        (self.halfmove, self.fullmove) = (halfmove, fullmove);
    }

    pub(crate) fn mark_promoted(&mut self, squares: B) {
        self.promoted = squares;
    }

    /// The position after a move, which must be one of [`Position::legal_moves`] (or pseudo-legal, for the careful
    /// generator); any other move gives nonsense, but no panic.
    #[inline(always)]
    #[must_use]
    pub fn play(&self, rules: &Rules<B>, mv: Move) -> Position<B> {
        let mut next = *self;
        let (us, them) = (self.side, !self.side);
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let (from_bit, to_bit) = (B::of(from), B::of(to));

        next.halfmove = next.halfmove.saturating_add(1);
        let mut captured = None;
        if (self.men(them) & to_bit).any() {
            captured = self.kind_on(to_bit);
            if let Some(captured) = captured {
                next.take(rules, them, captured, to);
            }
            next.halfmove = 0;
        }
        next.take(rules, us, kind, from);
        let after = mv.kind_after();
        next.put(rules, us, after, to);
        if rules.facts(kind).pawn {
            next.halfmove = 0;
        }

        let moved_promoted = (self.promoted & from_bit).any() || mv.promotion().is_some();
        next.promoted &= !(from_bit | to_bit);
        if moved_promoted {
            next.promoted |= to_bit;
        }

        next.hash ^= rules.key_side;
        next.side = them;
        next.fullmove = next.fullmove.saturating_add(us as u16);

        if self.rights.any() {
            next.drop_rights(rules, from_bit | to_bit);
            if next.rights.any() {
                next.lose_rights(rules, us, after, to, captured.is_some());
            }
        }
        if rules.checks > 0 && next.in_check(rules) {
            next.set_checks_left(rules, us, self.checks_left(us).saturating_sub(1));
        }
        if let Some(counting) = &rules.counting {
            next.count = counting.after_move(rules, &next, us, captured, mv.promotion().is_some());
        }
        next
    }

    /// Rights that something other than the holder's own move or capture takes away.
    #[inline(always)]
    fn lose_rights(&mut self, rules: &Rules<B>, us: Colour, moved: Kind, to: Square, capture: bool) {
        let loss = &rules.right_loss;
        let mut lost = B::EMPTY;
        if capture {
            lost |= loss.by_any_capture;
        }
        for aim in &loss.aims {
            if aim.aiming == moved {
                lost |= *aim.attacks[us.index()].at(to) & self.men_of(!us, aim.holder);
            }
        }
        let checked = loss.by_check & self.men(!us) & self.rights;
        if checked.any() && self.in_check(rules) {
            lost |= checked;
        }
        self.drop_rights(rules, lost);
    }

    /// The position with the other side to move and nothing else changed, for a null move in search. Counts and clocks
    /// go on as after a quiet move.
    #[must_use]
    pub fn pass(&self, rules: &Rules<B>) -> Position<B> {
        let mut next = *self;
        next.halfmove = next.halfmove.saturating_add(1);
        next.fullmove = next.fullmove.saturating_add(self.side as u16);
        next.set_side(rules, !self.side);
        if let Some(counting) = &rules.counting {
            next.count = counting.after_move(rules, &next, self.side, None, false);
        }
        next
    }

    /// The hash made from nothing, to test the one that is kept up to date.
    pub fn hash_from_scratch(&self, rules: &Rules<B>) -> u64 {
        let mut hash = 0;
        for square in self.occupied().squares() {
            if let Some((colour, kind)) = self.man_at(square) {
                hash ^= rules.key(colour, kind, square);
            }
        }
        for square in self.rights.squares() {
            hash ^= rules.key_rights.at(square);
        }
        for colour in Colour::BOTH {
            let keys = &rules.key_checks[colour.index()];
            hash ^= keys[0] ^ keys[self.checks_left(colour) as usize & 7];
        }
        if self.side == Colour::Black {
            hash ^= rules.key_side;
        }
        hash
    }
}

impl<B: Bitboard> Rules<B> {
    #[inline(always)]
    pub(crate) fn key(&self, colour: Colour, kind: Kind, square: Square) -> u64 {
        *self.side(colour).keys[kind.index() & (MAX_KINDS - 1)].at(square)
    }
}
