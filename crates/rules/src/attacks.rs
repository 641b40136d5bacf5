//! Who attacks what.

use khun_board::{Bitboard, Colour, Geometry, Square};

use crate::spec::{Kind, Path, Step};
use crate::{Position, Rules};

/// The squares on which a step may end, by what stands on its way: every square that it reaches, whosever man is
/// there. `step` is from the moving side's view already.
pub(crate) fn walk(geometry: Geometry, step: Step, from: Square, occupied: u128) -> u128 {
    let (files, ranks) = (i32::from(step.files), i32::from(step.ranks));
    let has_man = |square: Square| occupied >> square.0 & 1 == 1;
    let mut ends = 0;
    let mut hurdles = 0;
    let mut at = from;
    for _ in 0..step.range {
        let Some(to) = geometry.offset(at, files, ranks) else { break };
        let men_on_the_way = way(files, ranks).filter(|&(f, r)| geometry.offset(at, f, r).is_some_and(has_man)).count();
        match step.path {
            Path::Free => ends |= 1 << to.0,
            Path::Lame if men_on_the_way == 0 => ends |= 1 << to.0,
            Path::MustJump if men_on_the_way > 0 => ends |= 1 << to.0,
            Path::Lame | Path::MustJump => break,
            Path::HopAny | Path::HopOne => {
                if hurdles == 1 {
                    ends |= 1 << to.0;
                    if step.path == Path::HopOne {
                        break;
                    }
                }
                hurdles += usize::from(has_man(to));
                if hurdles > 1 {
                    break;
                }
            }
        }
        if has_man(to) && !matches!(step.path, Path::HopAny | Path::HopOne) {
            break;
        }
        at = to;
    }
    ends
}

/// The squares on the way of a leap, as offsets: straight along the longer axis first, then diagonally.
fn way(files: i32, ranks: i32) -> impl Iterator<Item = (i32, i32)> {
    let (width, height) = (files.abs(), ranks.abs());
    let straight = (width - height).abs();
    let along_files = width > height;
    (1..width.max(height)).map(move |n| {
        let short = (n - straight).max(0);
        let (f, r) = if along_files { (n, short) } else { (short, n) };
        (f * files.signum(), r * ranks.signum())
    })
}

impl<B: Bitboard> Position<B> {
    /// Whether a man of colour `by` could capture on `square`, were an enemy of it there and the board `occupied` as
    /// given. Men of that colour that are not in `occupied` do not count.
    #[inline(always)]
    pub fn is_attacked(&self, rules: &Rules<B>, square: Square, by: Colour, occupied: B) -> bool {
        let men = self.men(by) & occupied;
        let side = rules.side(by);
        let mut attackers = B::EMPTY;
        for kind in &rules.leapers {
            attackers |= side.reverse(*kind, square) & self.of_kind(*kind);
        }
        if (attackers & men).any() {
            return true;
        }
        for kind in &rules.riders {
            let riders = men & self.of_kind(*kind);
            for ride in &side.kind(*kind).rides {
                if ride.modality.capture() {
                    let line = rules.line(ride.reverse, square);
                    if (line.all() & riders).any() && (line.attacks(occupied) & riders).any() {
                        return true;
                    }
                }
            }
        }
        (!rules.walkers.is_empty() || rules.extras_capture) && self.is_attacked_by_walk(rules, square, by, occupied)
    }

    /// The rest of [`Self::is_attacked`]: steps that no table holds.
    #[inline(never)]
    fn is_attacked_by_walk(&self, rules: &Rules<B>, square: Square, by: Colour, occupied: B) -> bool {
        let target = B::of(square);
        let men = self.men(by) & occupied;
        for &kind in &rules.walkers {
            let tables = rules.side(by).kind(kind);
            if (tables.region & target).is_empty() {
                continue;
            }
            for from in (men & self.of_kind(kind)).squares() {
                for &step in &tables.walks {
                    let ends = walk(rules.geometry, step, from, occupied.to_set());
                    if step.modality.capture() && (B::from_set(ends) & target).any() {
                        return true;
                    }
                }
            }
        }
        rules.extras_capture
            && rules.extras.iter().any(|extra| {
                self.extra_holders(extra, by, false)
                    .squares()
                    .any(|from| (self.extra_captures(rules, extra, by, from, occupied) & target).any())
            })
    }

    /// The squares of the men of a colour that attack `square`.
    pub fn attackers(&self, rules: &Rules<B>, square: Square, by: Colour) -> B {
        let occupied = self.occupied();
        let attacks = |from: &Square| self.attacks_from(rules, *from, by, occupied).has(square);
        self.men(by).squares().filter(attacks).fold(B::EMPTY, |all, from| all | B::of(from))
    }

    /// The squares on which the man on `from` could capture, were an enemy there.
    pub fn attacks_from(&self, rules: &Rules<B>, from: Square, colour: Colour, occupied: B) -> B {
        let Some((_, kind)) = self.man_at(from) else { return B::EMPTY };
        let mut attacks = self.kind_attacks(rules, colour, kind, from, occupied);
        if rules.extras_capture {
            for extra in &rules.extras {
                if self.extra_holders(extra, colour, false).has(from) {
                    attacks |= self.extra_captures(rules, extra, colour, from, occupied);
                }
            }
        }
        attacks
    }

    /// The squares on which a man of a kind on `from` could capture by its ordinary moves, were an enemy there.
    #[inline(always)]
    pub fn kind_attacks(&self, rules: &Rules<B>, colour: Colour, kind: Kind, from: Square, occupied: B) -> B {
        let tables = rules.side(colour).kind(kind);
        let mut attacks = rules.side(colour).leaps(kind, from).capture;
        for ride in &tables.rides {
            if ride.modality.capture() {
                attacks |= rules.line(ride.forward, from).attacks(occupied);
            }
        }
        for &step in &tables.walks {
            if step.modality.capture() {
                attacks |= B::from_set(walk(rules.geometry, step, from, occupied.to_set())) & tables.region;
            }
        }
        attacks
    }

    /// Whether the side to move is in check: one of its royal men is attacked.
    #[inline(always)]
    pub fn in_check(&self, rules: &Rules<B>) -> bool {
        self.is_exposed(rules, self.side())
    }

    /// Whether a royal man of a colour is attacked.
    #[inline(always)]
    pub fn is_exposed(&self, rules: &Rules<B>, colour: Colour) -> bool {
        let royal = self.men(colour) & self.of_kinds(rules.royal);
        let occupied = self.occupied();
        royal.squares().any(|square| self.is_attacked(rules, square, !colour, occupied))
    }

    /// The men that give check to the side to move.
    pub fn checkers(&self, rules: &Rules<B>) -> B {
        let royal = self.men(self.side()) & self.of_kinds(rules.royal);
        royal.squares().fold(B::EMPTY, |all, square| all | self.attackers(rules, square, !self.side()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Modality;

    fn ends(step: Step, occupied: &[&str]) -> Vec<String> {
        let geometry = Geometry::new(8, 8).unwrap();
        let occupied = occupied.iter().fold(0, |set, name| set | 1u128 << geometry.parse(name).unwrap().0);
        let ends = walk(geometry, step, geometry.parse("d4").unwrap(), occupied);
        geometry.iter().filter(|s| ends >> s.0 & 1 == 1).map(|s| geometry.name(s).to_string()).collect()
    }

    fn step(files: i8, ranks: i8, range: u8, path: Path) -> Step {
        Step { files, ranks, range, modality: Modality::Both, path }
    }

    #[test]
    fn lame_leaps_are_blocked_on_the_way() {
        assert_eq!(ends(step(1, 2, 1, Path::Lame), &["d5"]), [""; 0]);
        assert_eq!(ends(step(1, 2, 1, Path::Lame), &["e5", "d6"]), ["e6"]);
        assert_eq!(ends(step(2, 2, 1, Path::Lame), &["e5"]), [""; 0]);
        assert_eq!(ends(step(3, 2, 1, Path::Lame), &["e4"]), [""; 0]);
        assert_eq!(ends(step(3, 2, 1, Path::Lame), &["f5"]), [""; 0]);
        assert_eq!(ends(step(3, 2, 1, Path::Lame), &["e5", "f4"]), ["g6"]);
    }

    #[test]
    fn jumps_need_a_man_on_the_way() {
        assert_eq!(ends(step(0, 2, 1, Path::MustJump), &[]), [""; 0]);
        assert_eq!(ends(step(0, 2, 1, Path::MustJump), &["d5"]), ["d6"]);
    }

    #[test]
    fn hoppers_pass_one_man() {
        assert_eq!(ends(step(0, 1, 255, Path::HopAny), &[]), [""; 0]);
        assert_eq!(ends(step(0, 1, 255, Path::HopAny), &["d5", "d8"]), ["d6", "d7", "d8"]);
        assert_eq!(ends(step(0, 1, 255, Path::HopAny), &["d5", "d6", "d8"]), ["d6"]);
        assert_eq!(ends(step(1, 0, 255, Path::HopOne), &["f4"]), ["g4"]);
        assert_eq!(ends(step(1, 0, 255, Path::HopOne), &["h4"]), [""; 0]);
    }

    #[test]
    fn riders_stop_at_the_first_man_and_at_their_range() {
        assert_eq!(ends(step(0, 1, 255, Path::Free), &["d7"]), ["d5", "d6", "d7"]);
        assert_eq!(ends(step(0, 1, 2, Path::Free), &[]), ["d5", "d6"]);
        assert_eq!(ends(step(1, 2, 255, Path::Free), &[]), ["e6", "f8"]);
    }
}
