//! Rights: who holds them at the start, and what takes them away.

use khun_board::{Bitboard, Colour, Line, SquareMap};

use crate::rules::{Aim, ByMan, KindTables, Leaps, RightLoss};
use crate::spec::{Kind, KindSet, MAX_KINDS, RightSpec, RulesSpec};

/// The squares of the start position whose men hold each right, by colour.
pub(super) fn right_squares(spec: &RulesSpec) -> Vec<[u128; 2]> {
    let placement = spec.start.split([' ', '[']).next().unwrap_or_default();
    let of_right = |right: &RightSpec| {
        let mut squares = [0; 2];
        for (row, text) in placement.split('/').enumerate() {
            let rank = i32::from(spec.geometry.ranks()) - 1 - row as i32;
            let (mut file, mut digits) = (0, 0);
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    digits = (digits * 10 + digit as i32).min(999);
                    continue;
                }
                file += std::mem::take(&mut digits);
                if letter == '~' {
                    continue;
                }
                let holds = |kind: Kind| spec.kinds[kind.index()].letter == letter.to_ascii_uppercase();
                if right.holders.kinds().filter(|kind| kind.index() < spec.kinds.len()).any(holds) {
                    let colour = usize::from(letter.is_ascii_lowercase());
                    squares[colour] |= spec.geometry.square(file, rank).map_or(0, |square| 1 << square.0);
                }
                file += 1;
            }
        }
        squares
    };
    spec.rights.iter().map(of_right).collect()
}

pub(super) fn right_loss<B: Bitboard>(
    spec: &RulesSpec,
    right_squares: &[[u128; 2]],
    leaps: &[ByMan<B, Leaps<B>>; 2],
    kinds: &[[KindTables<B>; MAX_KINDS]; 2],
    lines: &[B::Map<Line<B>>],
) -> RightLoss<B> {
    let geometry = spec.geometry;
    // A FEN may give rights to men elsewhere than in the start position; those are lost by whatever takes any right.
    let lost_by = |test: &dyn Fn(&RightSpec) -> bool| {
        let keeps = spec.rights.iter().zip(right_squares).filter(|(right, _)| !test(right));
        let kept = keeps.fold(0, |kept, (_, [white, black])| kept | white | black);
        if spec.rights.iter().any(test) { B::from_set(geometry.all() & !kept) } else { B::EMPTY }
    };
    let mut aims = Vec::new();
    for (holder, kind) in spec.kinds.iter().enumerate() {
        let aiming = kind.extras.iter().fold(0, |all, extra| all | extra.lost_by_aim.0);
        for aiming in KindSet(aiming).kinds().filter(|kind| kind.index() < spec.kinds.len()) {
            let attacks = Colour::BOTH.map(|colour| {
                let mut table = B::Map::filled(B::EMPTY);
                for from in geometry.iter() {
                    let mut reach = leaps[colour.index()][aiming.index()].at(from).capture;
                    for ride in kinds[colour.index()][aiming.index()].rides.iter().filter(|r| r.modality.capture()) {
                        reach |= lines[ride.forward as usize].at(from).all();
                    }
                    *table.at_mut(from) = reach;
                }
                table
            });
            aims.push(Aim { aiming, holder: Kind(holder as u8), attacks: Box::new(attacks) });
        }
    }
    RightLoss {
        by_any_capture: lost_by(&|right| right.lost_by_any_capture),
        by_check: lost_by(&|right| right.lost_by_check),
        aims,
    }
}
