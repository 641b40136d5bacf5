//! Random variants: what no author would write, so that the engine is tested beyond what it was made for.

use std::collections::BTreeMap;

use khun_rules::AnyRules;
use khun_rules::board::{Geometry, Mirror, Square};
use khun_rules::playout::seeded;
use khun_rules::spec::*;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random variant of a number, the same on every machine. Its rules can be built.
pub fn random_spec(number: u64) -> RulesSpec {
    let mut random = Source(seeded(0x6b68_756e, number));
    // A start position may be faulty (a king in check, a man outside its region); the next one is not.
    loop {
        let spec = random.spec(number);
        if AnyRules::build_large(&spec).is_ok() {
            return spec;
        }
    }
}

struct Source(Xoshiro256PlusPlus);

/// How often riders, lame leapers and hoppers are among the steps of a variant.
#[derive(Clone, Copy, PartialEq)]
enum Taste {
    /// Leapers and plain riders only, one king: the fast generator's variants.
    Plain,
    /// Everything.
    Wild,
}

impl Source {
    fn below(&mut self, end: u32) -> u32 {
        self.0.random_range(0..end)
    }

    fn chance(&mut self, one_in: u32) -> bool {
        self.below(one_in) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u32) as usize]
    }

    fn spec(&mut self, number: u64) -> RulesSpec {
        let sizes = [(5, 5), (6, 6), (8, 8), (8, 8), (8, 8), (7, 9), (10, 8), (10, 10), (12, 10), (16, 8), (9, 14)];
        let (files, ranks) = self.pick(&sizes);
        let Some(geometry) = Geometry::new(files, ranks) else { unreachable!("the sizes above fit") };
        let taste = if self.chance(2) { Taste::Plain } else { Taste::Wild };
        let mirror = self.pick(&[Mirror::Rank, Mirror::Rank, Mirror::Rotate]);
        let others = 3 + self.below(5) as u8;
        let mut kinds = vec![self.king(taste)];
        kinds.push(self.pawn(geometry, mirror, others));
        for index in 0..others {
            let kind = self.man(index, geometry, mirror, taste, others);
            kinds.push(kind);
        }
        if taste == Taste::Wild && self.chance(5) {
            kinds[2].royal = true;
        }
        // Nothing promotes to a man that may not stand where it would, or that is royal; royal men do not promote.
        let unfit = |kind: &KindSpec| kind.region.is_some() || kind.royal;
        let unfit: Vec<Kind> = (0..kinds.len() as u8).map(Kind).filter(|kind| unfit(&kinds[kind.index()])).collect();
        for kind in &mut kinds {
            if let Some(promotion) = &mut kind.promotion {
                promotion.to.retain(|to| !unfit.contains(to));
            }
            kind.promotion = kind.promotion.take().filter(|promotion| !promotion.to.is_empty() && !kind.royal);
        }
        let rights = if self.chance(2) { self.rights(&mut kinds, taste) } else { Vec::new() };
        let start = self.start(geometry, mirror, &kinds, !rights.is_empty());
        let counting = self.chance(3).then(|| self.counting());
        let ends = self.ends(geometry, mirror, counting.is_some());
        RulesSpec {
            id: format!("random-{number}"),
            name: format!("Random variant {number}"),
            geometry,
            mirror,
            kinds,
            rights,
            ends,
            counting,
            start,
        }
    }

    /// A kind of man without moves.
    fn blank(&mut self, id: String, letter: char) -> KindSpec {
        KindSpec {
            id,
            letter,
            names: BTreeMap::new(),
            betza: String::new(),
            steps: Vec::new(),
            extras: Vec::new(),
            royal: false,
            pawn: false,
            mates_alone: false,
            in_check: InCheck::Free,
            region: None,
            promotion: None,
            value: 100,
        }
    }

    fn king(&mut self, taste: Taste) -> KindSpec {
        let mut king = self.blank("king".into(), 'K');
        king.royal = true;
        let mut shapes = vec![(1, 0), (1, 1)];
        if self.chance(4) {
            shapes[self.0.random_range(0..2)] = self.pick(&[(1, 2), (2, 2), (0, 2)]);
        }
        king.steps = shapes.into_iter().flat_map(all_around).map(|(f, r)| Step::leap(f, r, Modality::Both)).collect();
        if self.chance(5) {
            king.in_check = InCheck::MayOnlyCaptureChecker;
        }
        if taste == Taste::Wild && self.chance(6) {
            king.steps.push(Step::ride(1, 0, Modality::Both));
        }
        king
    }

    fn pawn(&mut self, geometry: Geometry, mirror: Mirror, others: u8) -> KindSpec {
        let mut pawn = self.blank("pawn".into(), 'P');
        pawn.pawn = true;
        pawn.steps = vec![Step::leap(0, 1, Modality::Quiet)];
        for files in if self.chance(4) { vec![0] } else { vec![-1, 1] } {
            pawn.steps.push(Step::leap(files, 1, Modality::Capture));
        }
        let zone = self.last_ranks(geometry, 1, 3);
        pawn.promotion = Some(PromotionSpec {
            zones: [zone, geometry.mirrored_set(zone, mirror)],
            to: self.promotions(others),
            mandatory: !self.chance(3),
        });
        pawn
    }

    fn promotions(&mut self, others: u8) -> Vec<Kind> {
        let mut to: Vec<Kind> = (0..1 + self.below(3)).map(|_| Kind(2 + self.below(others.into()) as u8)).collect();
        to.sort();
        to.dedup();
        to
    }

    /// Some of the last ranks of White.
    fn last_ranks(&mut self, geometry: Geometry, least: u8, most: u8) -> u128 {
        let deep = least + self.below((most - least + 1).into()) as u8;
        set_of(geometry, |square| geometry.rank(square) + deep >= geometry.ranks())
    }

    fn man(&mut self, index: u8, geometry: Geometry, mirror: Mirror, taste: Taste, others: u8) -> KindSpec {
        let letter = (b'A' + index) as char;
        let mut man = self.blank(format!("man-{letter}"), letter);
        for _ in 0..1 + self.below(2) {
            let steps = self.steps(taste);
            man.steps.extend(steps);
        }
        man.mates_alone = self.chance(3);
        if self.chance(8) {
            let region = set_of(geometry, |square| geometry.rank(square) < geometry.ranks() / 2 + 1);
            man.region = Some([region, geometry.mirrored_set(region, mirror)]);
        }
        if self.chance(6) {
            let zone = self.last_ranks(geometry, 1, 4);
            let to: Vec<Kind> = self.promotions(others).into_iter().filter(|kind| kind.0 != index + 2).collect();
            let zones = [zone, geometry.mirrored_set(zone, mirror)];
            man.promotion = (!to.is_empty()).then(|| PromotionSpec { zones, to, mandatory: self.chance(2) });
        }
        if self.chance(6) {
            let modality = if taste == Taste::Wild && self.chance(2) { Modality::Both } else { Modality::Quiet };
            let from = set_of(geometry, |square| geometry.rank(square) < 2);
            man.extras.push(ExtraSpec {
                name: "extra".into(),
                betza: String::new(),
                steps: self.shape_steps((0, 2), modality, Path::Free, 1),
                needs: None,
                from: self.chance(2).then_some([from, geometry.mirrored_set(from, mirror)]),
                unless_in_check: self.chance(2),
                lost_by_aim: KindSet::EMPTY,
            });
        }
        man
    }

    fn steps(&mut self, taste: Taste) -> Vec<Step> {
        let shape = self.pick(&[(1, 0), (1, 1), (1, 2), (0, 2), (2, 2), (1, 3), (0, 3), (2, 3)]);
        let modality = self.pick(&[Modality::Both, Modality::Both, Modality::Both, Modality::Quiet, Modality::Capture]);
        let range = self.pick(&[1, 1, 2, 3, Step::UNLIMITED, Step::UNLIMITED]);
        let path = match taste {
            Taste::Plain => Path::Free,
            Taste::Wild => self.pick(&[Path::Free, Path::Free, Path::Lame, Path::MustJump, Path::HopAny, Path::HopOne]),
        };
        let range = match path {
            Path::Free => range,
            // A lame or jumping ride has a square between the ends of each leap.
            Path::Lame | Path::MustJump => self.pick(&[1, 1, 2]),
            Path::HopAny | Path::HopOne => Step::UNLIMITED,
        };
        let shape = match path {
            Path::Lame | Path::MustJump if shape.1 < 2 => (1, 2),
            Path::HopAny | Path::HopOne => self.pick(&[(1, 0), (1, 1)]),
            _ => shape,
        };
        self.shape_steps(shape, modality, path, range)
    }

    /// The steps of one shape in all directions, or in some.
    fn shape_steps(&mut self, shape: (i8, i8), modality: Modality, path: Path, range: u8) -> Vec<Step> {
        let directions = all_around(shape);
        let some = self.chance(3);
        let mut steps: Vec<Step> = Vec::new();
        for &(files, ranks) in &directions {
            if !some || self.chance(2) {
                steps.push(Step { files, ranks, range, modality, path });
            }
        }
        if steps.is_empty() {
            steps.push(Step { files: directions[0].0, ranks: directions[0].1, range, modality, path });
        }
        steps
    }

    /// A first-move right of the king, with what it is good for.
    fn rights(&mut self, kinds: &mut [KindSpec], taste: Taste) -> Vec<RightSpec> {
        let capture = taste == Taste::Wild && self.chance(3);
        let modality = if capture { Modality::Both } else { Modality::Quiet };
        let shape = self.pick(&[(1, 2), (0, 2), (2, 2)]);
        let aim: KindSet = (2..kinds.len() as u8).map(Kind).filter(|_| self.chance(3)).collect();
        kinds[0].extras.push(ExtraSpec {
            name: "leap".into(),
            betza: String::new(),
            steps: self.shape_steps(shape, modality, Path::Free, 1),
            needs: Some(0),
            from: None,
            unless_in_check: self.chance(2),
            lost_by_aim: if self.chance(2) { aim } else { KindSet::EMPTY },
        });
        vec![RightSpec {
            name: "first_move".into(),
            holders: KindSet::of(Kind(0)),
            in_fen: true,
            lost_by_any_capture: self.chance(3),
            lost_by_check: self.chance(3),
        }]
    }

    /// The start position: men on the first rank, pawns on the second or third, Black's the mirror image.
    fn start(&mut self, geometry: Geometry, mirror: Mirror, kinds: &[KindSpec], rights: bool) -> String {
        let files = geometry.files();
        let mut men: BTreeMap<Square, char> = BTreeMap::new();
        let king_file = self.below(files.into()) as u8;
        let pawn_rank = if geometry.ranks() > 6 { 1 + self.below(2) as u8 } else { 1 };
        for file in 0..files {
            let other = kinds[2 + self.below(kinds.len() as u32 - 2) as usize].letter;
            // The king is alone of its kind, another royal kind too; an empty square now and then lets riders out.
            let letter = match file == king_file {
                true => Some('K'),
                false => (!self.chance(6)).then_some(other),
            };
            for (letter, rank) in [(letter, 0), ((!self.chance(8)).then_some('P'), pawn_rank)] {
                if let (Some(letter), Some(square)) = (letter, geometry.square(file.into(), rank.into())) {
                    men.insert(square, letter);
                    men.insert(geometry.mirrored(square, mirror), letter.to_ascii_lowercase());
                }
            }
        }
        let rows: Vec<String> = (0..geometry.ranks())
            .rev()
            .map(|rank| {
                let squares = (0..files).map(|file| geometry.square(file.into(), rank.into()));
                row(squares.map(|square| square.and_then(|square| men.get(&square)).copied()))
            })
            .collect();
        let king = |letter| men.iter().find(|(_, man)| **man == letter).map_or(0, |(square, _)| geometry.file(*square));
        let files = [(king('K') + b'A') as char, (king('k') + b'a') as char];
        let rights = if rights { String::from_iter(files) } else { "-".into() };
        format!("{} w {rights} - 0 1", rows.join("/"))
    }

    fn counting(&mut self) -> CountingSpec {
        let clause = |whose, kinds, min, max| Clause { whose, kinds, min, max };
        let no_pawns = clause(Whose::Board, KindSet::of(Kind(1)), 0, 0);
        let most = 2 + self.below(6) as u8;
        let row = |kind: u8, limit| CountRow {
            when: Condition(vec![clause(Whose::Enemy, KindSet::of(Kind(kind)), 1, u8::MAX)]),
            limit,
        };
        let any = CountRow { when: Condition::default(), limit: 40 };
        CountingSpec {
            draw_when: self.pick(&[DrawWhen::Exceeded, DrawWhen::Reached]),
            declare: self.pick(&[Declare::Call, Declare::Answer]),
            keep_limit: self.chance(2),
            board: self.chance(2).then(|| BoardCountSpec {
                when: Condition(vec![
                    clause(Whose::Own, KindSet::ALL, 2, most),
                    clause(Whose::Enemy, KindSet::ALL, 2, u8::MAX),
                ]),
                limit: 30,
                ask: BoardAsk::Automatic,
                counter_mates: self.pick(&[CounterMates::Win, CounterMates::Draw]),
            }),
            pieces: Some(PiecesCountSpec {
                when: Condition(vec![
                    no_pawns,
                    clause(Whose::Own, KindSet::ALL, 1, 1),
                    clause(Whose::Enemy, KindSet::ALL, 2, u8::MAX),
                ]),
                start: self.pick(&[CountStart::One, CountStart::AfterPieceCount, CountStart::PieceCount]),
                rearm_on_capture: self.chance(2),
                rearm_on_promotion: self.chance(2),
                self_trigger_on_pawn: self.chance(2),
                ask: PiecesAsk::Forced,
                restart: false,
                on_bare: self.pick(&[OnBare::Replace, OnBare::Shorter]),
                choice: self.pick(&[RowChoice::First, RowChoice::Smallest]),
                table: vec![row(2, 12), row(3, 20), any],
            }),
        }
    }

    fn ends(&mut self, geometry: Geometry, mirror: Mirror, counting: bool) -> Vec<EndSpec> {
        let end = |name: &str, kind, result| EndSpec { name: name.to_owned(), kind, result, claim: Claim::Automatic };
        let mut ends = vec![
            end("checkmate", EndKind::NoMoves { in_check: Some(true) }, Verdict::Loss),
            end("stalemate", EndKind::NoMoves { in_check: Some(false) }, self.pick(&[Verdict::Draw, Verdict::Win])),
            end("repetition", EndKind::Repetition { times: 3 }, Verdict::Draw),
            end("n_move", EndKind::NMove { moves: 40, suspended_by_counting: self.chance(2) }, Verdict::Draw),
        ];
        if self.chance(4) {
            ends.push(end("checks", EndKind::Checks { times: 1 + self.below(3) as u8 }, Verdict::Loss));
        }
        if self.chance(4) {
            let clauses = [(Whose::Own, 1, 1), (Whose::Enemy, 2, u8::MAX)];
            let when = clauses.map(|(whose, min, max)| Clause { whose, kinds: KindSet::ALL, min, max }).to_vec();
            let kind = EndKind::Count { when: Condition(when), unless_can_capture: self.chance(2) };
            ends.push(end("bare_king", kind, Verdict::Loss));
        }
        if self.chance(5) {
            let goal = self.last_ranks(geometry, 1, 1);
            let regions = [goal, geometry.mirrored_set(goal, mirror)];
            ends.push(end("goal", EndKind::Goal { kinds: KindSet::of(Kind(0)), regions }, Verdict::Loss));
        }
        if counting {
            ends.push(end("counting", EndKind::Counting, Verdict::Draw));
        }
        ends
    }
}

/// A leap and its images under turning and mirroring, each once.
fn all_around((a, b): (i8, i8)) -> Vec<(i8, i8)> {
    let mut leaps = vec![(a, b), (b, a), (-a, b), (b, -a), (a, -b), (-b, a), (-a, -b), (-b, -a)];
    leaps.sort();
    leaps.dedup();
    leaps
}

fn set_of(geometry: Geometry, holds: impl Fn(Square) -> bool) -> u128 {
    geometry.iter().filter(|&square| holds(square)).fold(0, |set, square| set | 1 << square.0)
}

/// A rank in FEN.
fn row(men: impl Iterator<Item = Option<char>>) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for man in men {
        match man {
            None => empty += 1,
            Some(letter) => {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                text.push(letter);
            }
        }
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}
