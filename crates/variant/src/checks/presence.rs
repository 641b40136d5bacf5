//! What can be on the board in a game from the start position, at most: more is never claimed than what the moves allow
//! whatever stands on the way, so that what is not possible here is not possible at all.

use khun_board::Colour;
use khun_rules::spec::{Clause, Condition, Kind, KindSet, Step, Whose};

use super::Man;
use super::movement::{all_targets, reachable};
use crate::description::Description;

/// What can be on the board.
pub(super) struct Presence {
    /// For each kind the squares on which White's men of it, and Black's, can stand, all seen from their own side.
    squares: Vec<[u128; 2]>,
    /// For each man of the start position whose it is and all kinds that it can be or become.
    futures: Vec<(Colour, KindSet)>,
}

impl Presence {
    pub(super) fn new(description: &Description, start: &[Man]) -> Presence {
        let geometry = description.board.geometry;
        let mut squares = vec![[0u128; 2]; description.pieces.len()];
        for man in start {
            let set = 1u128 << man.square.0;
            let own_view = match man.colour {
                Colour::White => set,
                Colour::Black => geometry.mirrored_set(set, description.board.mirror),
            };
            squares[man.kind.index()][man.colour.index()] |= own_view;
        }
        let all_targets = description.pieces.iter().map(|piece| {
            let extras = piece.spec.extras.iter().flat_map(|extra| &extra.steps);
            let steps: Vec<Step> = piece.spec.steps.iter().chain(extras).copied().collect();
            all_targets(&steps, geometry)
        });
        let all_targets: Vec<Vec<u128>> = all_targets.collect();
        // Each round follows promotions one kind further, until there is nothing new.
        for _ in 0..=description.pieces.len() {
            let before = squares.clone();
            for (index, (piece, targets)) in description.pieces.iter().zip(&all_targets).enumerate() {
                let spec = &piece.spec;
                let zone = spec.promotion.as_ref().map_or(0, |promotion| promotion.zones[0]);
                let stops = if spec.promotion.as_ref().is_some_and(|it| it.mandatory) { zone } else { 0 };
                let limits = spec.region.map_or(u128::MAX, |region| region[0]);
                for colour in Colour::BOTH.map(Colour::index) {
                    let reached = reachable(targets, squares[index][colour], stops) & limits;
                    squares[index][colour] = reached;
                    for kind in spec.promotion.iter().flat_map(|promotion| &promotion.to) {
                        if let Some(other) = squares.get_mut(kind.index()) {
                            other[colour] |= reached & zone;
                        }
                    }
                }
            }
            if squares == before {
                break;
            }
        }
        let futures = start.iter().map(|man| (man.colour, futures(description, man.kind))).collect();
        Presence { squares, futures }
    }

    /// The squares, seen from their own side, on which men of a kind of either colour can stand.
    pub(super) fn squares_of(&self, kind: Kind) -> u128 {
        self.squares.get(kind.index()).map_or(0, |[white, black]| white | black)
    }

    /// The clause of a condition that can never hold, if there is one.
    pub(super) fn impossible<'c>(&self, condition: &'c Condition) -> Option<&'c Clause> {
        condition.0.iter().find(|clause| usize::from(clause.min) > self.most(clause.whose, clause.kinds))
    }

    /// How many men of some kinds there can be at most.
    pub(super) fn most(&self, whose: Whose, kinds: KindSet) -> usize {
        let of =
            |colour| self.futures.iter().filter(|(whose, future)| *whose == colour && future.0 & kinds.0 != 0).count();
        let [white, black] = Colour::BOTH.map(of);
        if whose == Whose::Board { white + black } else { white.max(black) }
    }
}

/// All kinds that a man of a kind can become, its own included.
fn futures(description: &Description, kind: Kind) -> KindSet {
    let mut set = KindSet::of(kind);
    for _ in 0..description.pieces.len() {
        for (index, piece) in description.pieces.iter().enumerate() {
            if set.has(Kind(index as u8)) {
                let to = piece.spec.promotion.iter().flat_map(|promotion| promotion.to.iter().copied());
                set.0 |= to.collect::<KindSet>().0;
            }
        }
    }
    set
}
