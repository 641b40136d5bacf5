//! Specs written by hand, for this crate's own tests: the variants proper live in TOML files above this crate.

use std::collections::BTreeMap;

use khun_board::{Geometry, Mirror};

use crate::spec::*;

/// Every clause of makruk's that tests of this crate need.
pub fn makruk() -> RulesSpec {
    let geometry = Geometry::new(8, 8).unwrap();
    let upper = 0xffff_ff00_0000_0000_u128;
    let kind = |id: &str, letter: char, steps: Vec<Step>| KindSpec {
        id: id.to_owned(),
        letter,
        names: BTreeMap::new(),
        betza: String::new(),
        steps,
        extras: Vec::new(),
        royal: false,
        pawn: false,
        mates_alone: false,
        in_check: InCheck::Free,
        region: None,
        promotion: None,
        value: 100,
    };
    let leaps = |list: &[(i8, i8)], modality| list.iter().map(|&(f, r)| Step::leap(f, r, modality)).collect::<Vec<_>>();
    let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let both = Modality::Both;
    let mut kinds = vec![
        kind("king", 'K', leaps(&[diagonal, straight].concat(), both)),
        kind("met", 'M', leaps(&diagonal, both)),
        kind("khon", 'S', leaps(&[&diagonal[..], &[(0, 1)]].concat(), both)),
        kind("knight", 'N', leaps(&knight, both)),
        kind("rook", 'R', straight.iter().map(|&(f, r)| Step::ride(f, r, both)).collect()),
        kind("pawn", 'P', [leaps(&[(0, 1)], Modality::Quiet), leaps(&[(1, 1), (-1, 1)], Modality::Capture)].concat()),
    ];
    kinds[0].royal = true;
    kinds[2].mates_alone = true;
    kinds[4].mates_alone = true;
    kinds[5].pawn = true;
    kinds[5].promotion = Some(PromotionSpec { zones: [upper, 0xff_ffff], to: vec![Kind(1)], mandatory: true });
    let all = KindSet::ALL;
    let clause = |whose, kinds, min, max| Clause { whose, kinds, min, max };
    let no_pawns = clause(Whose::Board, KindSet::of(Kind(5)), 0, 0);
    let row = |kind: u8, min, limit| CountRow {
        when: Condition(vec![clause(Whose::Enemy, KindSet::of(Kind(kind)), min, u8::MAX)]),
        limit,
    };
    let end = |name: &str, kind, result| EndSpec { name: name.to_owned(), kind, result, claim: Claim::Automatic };
    RulesSpec {
        id: "makruk".to_owned(),
        name: "Makruk".to_owned(),
        geometry,
        mirror: Mirror::Rank,
        kinds,
        rights: Vec::new(),
        ends: vec![
            end("checkmate", EndKind::NoMoves { in_check: Some(true) }, Verdict::Loss),
            end("stalemate", EndKind::NoMoves { in_check: Some(false) }, Verdict::Draw),
            end("repetition", EndKind::Repetition { times: 3 }, Verdict::Draw),
            end("counting", EndKind::Counting, Verdict::Draw),
        ],
        counting: Some(CountingSpec {
            draw_when: DrawWhen::Exceeded,
            declare: Declare::Call,
            keep_limit: true,
            board: Some(BoardCountSpec {
                when: Condition(vec![
                    no_pawns,
                    clause(Whose::Own, all, 2, u8::MAX),
                    clause(Whose::Enemy, all, 2, u8::MAX),
                ]),
                limit: 64,
                ask: BoardAsk::Automatic,
                counter_mates: CounterMates::Win,
            }),
            pieces: Some(PiecesCountSpec {
                when: Condition(vec![no_pawns, clause(Whose::Own, all, 1, 1), clause(Whose::Enemy, all, 2, u8::MAX)]),
                start: CountStart::AfterPieceCount,
                rearm_on_capture: true,
                rearm_on_promotion: true,
                self_trigger_on_pawn: true,
                ask: PiecesAsk::Forced,
                restart: false,
                on_bare: OnBare::Replace,
                choice: RowChoice::Smallest,
                table: vec![
                    row(4, 2, 8),
                    row(4, 1, 16),
                    row(2, 2, 22),
                    row(2, 1, 44),
                    row(3, 2, 32),
                    CountRow { when: Condition::default(), limit: 64 },
                ],
            }),
        }),
        start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1".to_owned(),
    }
}

/// Makruk with the first-move leaps of ouk.
pub fn ouk() -> RulesSpec {
    let mut spec = makruk();
    spec.id = "ouk".to_owned();
    spec.start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1".to_owned();
    spec.rights.push(RightSpec {
        name: "first_move".to_owned(),
        holders: KindSet(0b11),
        in_fen: true,
        lost_by_any_capture: false,
        lost_by_check: false,
    });
    let leap = |list: &[(i8, i8)], unless_in_check, lost_by_aim| ExtraSpec {
        name: "leap".to_owned(),
        betza: String::new(),
        steps: list.iter().map(|&(f, r)| Step::leap(f, r, Modality::Quiet)).collect(),
        needs: Some(0),
        from: None,
        unless_in_check,
        lost_by_aim,
    };
    spec.kinds[0].extras.push(leap(&[(2, 1), (-2, 1)], true, KindSet::of(Kind(4))));
    spec.kinds[1].extras.push(leap(&[(0, 2)], false, KindSet::EMPTY));
    spec
}
