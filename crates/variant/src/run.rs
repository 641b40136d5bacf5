//! Running the tests of a variant file.

use std::sync::Arc;

use khun_rules::board::Bitboard;
use khun_rules::{AnyRules, Declaration, Game, Position, Rules, Status, perft, with_rules};

use crate::codes;
use crate::fault::{Fault, Faults};
use crate::test_case::{ExpectedResult, Placed, TestCase};

/// The most move paths that a test may count at one depth.
const MAX_NODES: u64 = 2_000_000_000;

/// Runs a test and reports what came out otherwise than it says.
pub(crate) fn run(test: &TestCase, rules: &AnyRules, faults: &mut Faults) {
    with_rules!(rules, rules => run_on(test, rules, faults));
}

fn run_on<B: Bitboard>(test: &TestCase, rules: &Arc<Rules<B>>, faults: &mut Faults) {
    let name = &test.name;
    let mut game = match &test.fen {
        None => Game::new(Arc::clone(rules)),
        Some(fen) => match Game::from_fen(Arc::clone(rules), &fen.value) {
            Ok(game) => game,
            Err(error) => {
                for fault in error.faults {
                    faults.push(Fault::new(codes::E606, &fen.place, format!("test \"{name}\": {}", fault.kind)));
                }
                return;
            }
        },
    };
    for (ply, text) in test.moves.iter().enumerate() {
        if let Err(fault) = play(&mut game, text, ply) {
            faults.push(fault.in_matter(&format!("test \"{name}\"")));
            return;
        }
    }
    let found = Findings { test, game: &game, faults };
    found.compare();
}

/// Makes a move or a declaration of a test.
fn play<B: Bitboard>(game: &mut Game<B>, text: &Placed<String>, ply: usize) -> Result<(), Box<Fault>> {
    let rules = Arc::clone(game.rules());
    let side = game.position().side();
    let fault = |reason: String| {
        let message = format!("move {}, `{}`: {reason}", ply + 1, text.value);
        Box::new(Fault::new(codes::E602, &text.place, message))
    };
    if let Some(declaration) = Declaration::parse(&text.value, side) {
        return game.declare(declaration).map_err(|error| fault(error.to_string()));
    }
    let outcome = game.outcome();
    if outcome.is_over() {
        let reason = outcome.reason.map_or("", |reason| rules.reason_name(reason));
        return Err(fault(format!("the game has ended by `{reason}`")));
    }
    match rules.parse_uci(game.position(), &text.value) {
        Ok(mv) => game.play(mv).map_err(|error| fault(error.to_string())),
        Err(error) => {
            let legal: Vec<String> = game.legal_moves().iter().map(|&mv| rules.uci(mv)).collect();
            let fault = fault(error.to_string());
            Err(Box::new(fault.help(format!("legal: {}", legal.join(" ")))))
        }
    }
}

/// The game after the moves of a test, against what the test expects.
struct Findings<'a, B: Bitboard> {
    test: &'a TestCase,
    game: &'a Game<B>,
    faults: &'a mut Faults,
}

impl<B: Bitboard> Findings<'_, B> {
    fn compare(mut self) {
        self.perft();
        self.fen();
        self.outcome();
        self.moves();
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault.in_matter(&format!("test \"{}\"", self.test.name)));
    }

    fn perft(&mut self) {
        let rules = Arc::clone(self.game.rules());
        let position: &Position<B> = self.game.position();
        let (mut before, mut last) = (1u64, 1u64);
        for (depth, wanted) in (1..).zip(&self.test.perft) {
            if last.saturating_mul(last / before.max(1)) > MAX_NODES {
                let message = format!("perft {depth} would take too long");
                self.fault(
                    Fault::new(codes::E606, &wanted.place, message).help(format!("stop at depth {}", depth - 1)),
                );
                return;
            }
            let found = perft(&rules, position, depth);
            if found != wanted.value {
                let message = format!("perft {depth} is {found}, the file says {}", wanted.value);
                self.fault(Fault::new(codes::E601, &wanted.place, message));
                return;
            }
            (before, last) = (last, found);
        }
    }

    fn fen(&mut self) {
        let Some(wanted) = &self.test.fen_after else { return };
        let rules = self.game.rules();
        let found = if wanted.value.contains('~') {
            rules.fen_marking_promoted(self.game.position())
        } else {
            rules.fen(self.game.position())
        };
        if found == wanted.value {
            return;
        }
        let (fields, found_fields): (Vec<&str>, Vec<&str>) =
            (wanted.value.split(' ').collect(), found.split(' ').collect());
        let differs =
            (0..fields.len().max(found_fields.len())).find(|&i| fields.get(i) != found_fields.get(i)).unwrap_or(0);
        let show = |fields: &[&str]| fields.get(differs).map_or("nothing".to_string(), |field| format!("`{field}`"));
        let message = format!(
            "field {} of the position is {}, the file says {}",
            differs + 1,
            show(&found_fields),
            show(&fields)
        );
        self.fault(Fault::new(codes::E603, &wanted.place, message).help(format!("the position is {found}")));
    }

    fn outcome(&mut self) {
        let outcome = self.game.outcome();
        let reason = outcome.reason.map_or("none", |reason| self.game.rules().reason_name(reason));
        let reason = reason.to_string();
        if let Some(wanted) = &self.test.result {
            let expected = match wanted.value {
                ExpectedResult::WhiteWins => Status::WhiteWins,
                ExpectedResult::BlackWins => Status::BlackWins,
                ExpectedResult::Draw => Status::Draw,
                ExpectedResult::Replay => Status::Replay,
                ExpectedResult::Ongoing => Status::Ongoing,
            };
            if outcome.status != expected {
                let message = format!(
                    "the game is {} (reason: {reason}), the file says {}",
                    word(outcome.status),
                    word(expected)
                );
                self.fault(Fault::new(codes::E604, &wanted.place, message));
            }
        }
        if let Some(wanted) = &self.test.reason
            && wanted.value != reason
        {
            let message = format!("the reason is `{reason}`, the file says `{}`", wanted.value);
            self.fault(Fault::new(codes::E604, &wanted.place, message));
        }
    }

    fn moves(&mut self) {
        let rules = Arc::clone(self.game.rules());
        let legal: Vec<String> = self.game.legal_moves().iter().map(|&mv| rules.uci(mv)).collect();
        if let Some(wanted) = &self.test.legal_count
            && wanted.value != legal.len() as u64
        {
            let message = format!("there are {} legal moves, the file says {}", legal.len(), wanted.value);
            self.fault(Fault::new(codes::E607, &wanted.place, message).help(format!("legal: {}", legal.join(" "))));
        }
        for (list, wanted) in [(&self.test.legal, true), (&self.test.illegal, false)] {
            for text in list {
                if legal.contains(&text.value) != wanted {
                    let is = if wanted { "is not legal" } else { "is legal" };
                    let fault = Fault::new(codes::E607, &text.place, format!("`{}` {is}", text.value));
                    self.fault(if wanted { fault.help(format!("legal: {}", legal.join(" "))) } else { fault });
                }
            }
        }
        if let Some(wanted) = &self.test.in_check {
            let found = self.game.position().in_check(&rules);
            if found != wanted.value {
                let not = if found { "" } else { "not " };
                self.fault(Fault::new(codes::E607, &wanted.place, format!("the side to move is {not}in check")));
            }
        }
    }
}

/// A status in the words of test files.
fn word(status: Status) -> &'static str {
    match status {
        Status::WhiteWins => "\"1-0\"",
        Status::BlackWins => "\"0-1\"",
        Status::Draw => "\"1/2-1/2\"",
        Status::Replay => "\"replay\"",
        Status::Ongoing => "\"*\"",
    }
}
