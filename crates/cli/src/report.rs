//! What is said about a game in JSON. The names of the fields are fixed; fields may be added.

use std::collections::BTreeMap;

use khun_rules::board::{Bitboard, Colour};
use khun_rules::{Count, CountKind, Declaration, Game, Outcome, Position, Rules, Script};
use serde::Serialize;

/// The version of everything that `--json` and `query` print. It grows when a field changes its meaning or goes.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// A game as `moves --json` shows it.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    /// The variant's id.
    pub(crate) variant: String,
    /// The position on the board.
    pub(crate) fen: String,
    /// The same, with `~` behind every promoted man.
    pub(crate) fen_marked: String,
    /// Whose move it is: `white` or `black`.
    pub(crate) side: &'static str,
    pub(crate) in_check: bool,
    /// The legal moves in UCI, sorted. They are what the men may do, even if a draw has ended the game.
    pub(crate) legal: Vec<String>,
    /// The same moves in SAN.
    pub(crate) san: BTreeMap<String, String>,
    pub(crate) outcome: OutcomeReport,
    /// The result that a player may claim now.
    pub(crate) claimable: Option<OutcomeReport>,
    /// What the side to move may declare: `count`, `stop`, `claim`.
    pub(crate) may_declare: Vec<&'static str>,
    /// The running count.
    pub(crate) count: Option<CountReport>,
    /// Whether White, and Black, can never give mate with the men on the board.
    pub(crate) insufficient: [bool; 2],
}

/// How a game stands.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OutcomeReport {
    /// `ongoing`, `white_wins`, `black_wins`, `draw` or `replay`.
    pub(crate) status: &'static str,
    /// The name of the rule that ended it.
    pub(crate) reason: Option<String>,
}

/// A running count.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CountReport {
    /// `board` or `pieces`.
    pub(crate) kind: &'static str,
    /// Who counts: `white` or `black`.
    pub(crate) counter: &'static str,
    /// The limit in moves, in the numbers that are called.
    pub(crate) limit: u16,
    /// The limit in plies, as field 4 of a FEN has it.
    pub(crate) limit_plies: u16,
    /// The plies counted, as field 5 of a FEN has it.
    pub(crate) ply: u16,
    /// The last number that was called.
    pub(crate) called: u16,
    /// How many moves the other side has left to give mate.
    pub(crate) chaser_moves_left: u16,
}

/// `white` or `black`.
pub(crate) const fn side_word(side: Colour) -> &'static str {
    match side {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

impl OutcomeReport {
    pub(crate) fn new<B: Bitboard>(rules: &Rules<B>, outcome: Outcome) -> OutcomeReport {
        OutcomeReport {
            status: outcome.status.word(),
            reason: outcome.reason.map(|reason| rules.reason_name(reason).to_owned()),
        }
    }
}

impl CountReport {
    /// `None` where nobody counts.
    pub(crate) fn new<B: Bitboard>(rules: &Rules<B>, position: &Position<B>) -> Option<CountReport> {
        let count: Count = position.count();
        let kind = match count.kind {
            CountKind::None => return None,
            CountKind::Board => "board",
            CountKind::Pieces => "pieces",
        };
        Some(CountReport {
            kind,
            counter: side_word(count.counter?),
            limit: count.limit / 2,
            limit_plies: count.limit,
            ply: count.ply,
            called: count.called(),
            chaser_moves_left: position.chaser_moves_left(rules)?,
        })
    }
}

impl State {
    pub(crate) fn new<B: Bitboard>(variant: &str, game: &Game<B>) -> State {
        let (rules, position) = (game.rules(), game.position());
        let legal = position.legal_moves(rules);
        let san: BTreeMap<String, String> =
            legal.iter().map(|&mv| (rules.uci(mv), rules.san_among(position, mv, &legal, Script::Latin))).collect();
        State {
            variant: variant.to_owned(),
            fen: rules.fen(position),
            fen_marked: rules.fen_marking_promoted(position),
            side: side_word(position.side()),
            in_check: position.in_check(rules),
            legal: san.keys().cloned().collect(),
            san,
            outcome: OutcomeReport::new(rules, game.outcome()),
            claimable: game.claimable().map(|outcome| OutcomeReport::new(rules, outcome)),
            may_declare: may_declare(game).into_iter().map(Declaration::word).collect(),
            count: CountReport::new(rules, position),
            insufficient: Colour::BOTH.map(|colour| position.lacks_mating_material(rules, colour)),
        }
    }
}

/// What the side to move may declare now, resigning and draw offers left out: they are always possible.
pub(crate) fn may_declare<B: Bitboard>(game: &Game<B>) -> Vec<Declaration> {
    if game.outcome().is_over() {
        return Vec::new();
    }
    // Whether a count may begin or stop depends on the position alone, a claim on the history too.
    let here = Game::from_position(game.rules().clone(), *game.position());
    let counts = [Declaration::Count, Declaration::Stop].into_iter().filter(|&it| here.clone().declare(it).is_ok());
    counts.chain(game.claimable().map(|_| Declaration::Claim)).collect()
}
