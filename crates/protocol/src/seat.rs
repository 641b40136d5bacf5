//! One side of a board: a game, and the engine that thinks about it, whichever the width of the board.

use std::fmt::Write as _;
use std::sync::Arc;

use khun_board::{Bitboard, Colour};
use khun_engine::eval::{Evaluator, Explanation, FULL_PHASE, FULL_SCALE};
use khun_engine::score::Tapered;
use khun_engine::search::{Control, NoMemory};
use khun_engine::{Best, Engine, Info, Limits, Score, Weights, bench};
use khun_rules::spec::RulesSpec;
use khun_rules::{AnyRules, Declaration, Game, Move, Outcome, divide};

use crate::library::Variant;
use crate::options::Settings;

/// A move, a line or an answer in words of the variant.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    /// The move to play.
    pub(crate) mv: Option<String>,
    /// The answer that is expected.
    pub(crate) ponder: Option<String>,
    /// The value of the position.
    pub(crate) score: Score,
}

/// A report of a search with its moves in text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Report {
    pub(crate) info: Info,
    pub(crate) line: String,
}

/// What a session does with a game and an engine, whichever the width of the board. Called a few times a move, never
/// inside search.
pub(crate) trait Seat: Send {
    fn spec(&self) -> &RulesSpec;
    /// Makes the engine obey the settings.
    fn obey(&mut self, settings: &Settings) -> Result<(), NoMemory>;
    /// Takes other weights; the game stays as it is.
    fn weigh(&mut self, weights: Weights);
    fn set_tunable(&mut self, name: &str, value: i32);
    fn clear(&mut self);
    /// A new game from a FEN (the start position for `None`).
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), String>;
    /// Makes a move in UCI.
    fn play(&mut self, mv: &str) -> Result<(), String>;
    fn undo(&mut self) -> bool;
    fn side(&self) -> Colour;
    fn outcome(&self) -> Outcome;
    fn reason(&self) -> Option<String>;
    fn may_claim(&self) -> Option<Outcome>;
    fn legal_moves(&self) -> Vec<String>;
    /// The moves made so far.
    fn moves_made(&self) -> usize;
    fn fen(&self) -> String;
    /// Moves in UCI to moves; those that are not legal are left out.
    fn read_moves(&self, moves: &[&str]) -> Vec<Move>;
    /// Asks for a count where the side to move may and is the weaker one.
    fn ask_for_count(&mut self) -> bool;
    fn go(&mut self, limits: &Limits, control: &Control, on_info: &mut dyn FnMut(Report)) -> Answer;
    fn board(&self) -> String;
    fn explain(&self) -> String;
    fn divide(&self, depth: u32) -> (Vec<(String, u64)>, u64);
    fn bench(&self, depth: u32) -> Result<bench::Report, NoMemory>;
    fn letter_map(&self, square: &str) -> Option<String>;
}

/// A seat at a board of the right width.
pub(crate) fn take(variant: &Variant, settings: &Settings) -> Result<Box<dyn Seat>, NoMemory> {
    fn seat<B: Bitboard>(
        rules: &Arc<khun_rules::Rules<B>>,
        variant: &Variant,
        settings: &Settings,
    ) -> Result<Box<dyn Seat>, NoMemory> {
        let engine = Engine::new(rules.clone(), variant.weights.clone(), settings.hash, settings.threads)?;
        let mut seat = Board { game: Game::new(rules.clone()), engine, strength: settings.strength() };
        seat.obey(settings)?;
        Ok(Box::new(seat))
    }
    match &variant.rules {
        AnyRules::Small(rules) => seat(rules, variant, settings),
        AnyRules::Large(rules) => seat(rules, variant, settings),
    }
}

struct Board<B: Bitboard> {
    game: Game<B>,
    engine: Engine<B>,
    strength: khun_engine::Strength,
}

impl<B: Bitboard> Seat for Board<B> {
    fn spec(&self) -> &RulesSpec {
        self.game.rules().spec()
    }

    fn obey(&mut self, settings: &Settings) -> Result<(), NoMemory> {
        self.engine.set_hash(settings.hash)?;
        if self.engine.threads() != settings.threads {
            self.engine.set_threads(settings.threads);
        }
        self.strength = settings.strength();
        self.strength.apply(&mut self.engine, settings.seed);
        self.engine.multipv = settings.multipv;
        Ok(())
    }

    fn weigh(&mut self, weights: Weights) {
        let rules = self.game.rules().clone();
        let evaluator = Arc::new(Evaluator::new(&rules, weights));
        let (multipv, noise) = (self.engine.multipv, self.engine.noise);
        self.engine = Engine::with(rules, evaluator, self.engine.table().clone(), self.engine.threads());
        (self.engine.multipv, self.engine.noise) = (multipv, noise);
        // What was found with the old weights means nothing with the new ones.
        self.engine.clear();
    }

    fn set_tunable(&mut self, name: &str, value: i32) {
        self.engine.params_mut().set(name, value);
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn set_up(&mut self, fen: Option<&str>) -> Result<(), String> {
        let rules = self.game.rules().clone();
        self.game = match fen {
            None => Game::new(rules),
            Some(fen) => Game::from_fen(rules, fen).map_err(|error| error.to_string())?,
        };
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let rules = self.game.rules().clone();
        let mv = rules.parse_uci(self.game.position(), mv).map_err(|error| error.to_string())?;
        // A GUI may play on where the rules have ended the game.
        self.game.play_on(mv).map_err(|error| error.to_string())
    }

    fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    fn side(&self) -> Colour {
        self.game.position().side()
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    fn reason(&self) -> Option<String> {
        self.game.outcome().reason.map(|reason| self.game.rules().reason_name(reason).to_owned())
    }

    fn may_claim(&self) -> Option<Outcome> {
        self.game.claimable()
    }

    fn legal_moves(&self) -> Vec<String> {
        let rules = self.game.rules();
        self.game.position().legal_moves(rules).into_iter().map(|mv| rules.uci(mv)).collect()
    }

    fn moves_made(&self) -> usize {
        self.game.moves().count()
    }

    fn fen(&self) -> String {
        self.game.rules().fen(self.game.position())
    }

    fn read_moves(&self, moves: &[&str]) -> Vec<Move> {
        moves.iter().filter_map(|text| self.game.rules().parse_uci(self.game.position(), text).ok()).collect()
    }

    fn ask_for_count(&mut self) -> bool {
        let rules = self.game.rules().clone();
        let position = self.game.position();
        if position.count().is_running() {
            return false;
        }
        let value = khun_engine::eval::evaluate(&rules, self.engine.evaluator(), position);
        value < 0 && self.game.declare(Declaration::Count).is_ok()
    }

    fn go(&mut self, limits: &Limits, control: &Control, on_info: &mut dyn FnMut(Report)) -> Answer {
        self.engine.set_position(*self.game.position(), self.game.hashes());
        let limits = self.strength.limits(limits);
        let rules = self.game.rules().clone();
        let text = |line: &[Move]| line.iter().map(|&mv| rules.uci(mv)).collect::<Vec<_>>().join(" ");
        let best: Best =
            self.engine.go(&limits, control, |info| on_info(Report { info: info.clone(), line: text(&info.line) }));
        Answer { mv: best.mv.map(|mv| rules.uci(mv)), ponder: best.ponder.map(|mv| rules.uci(mv)), score: best.score }
    }

    fn board(&self) -> String {
        let (rules, position) = (self.game.rules(), self.game.position());
        let geometry = rules.geometry();
        let rule = format!(" +{}\n", "---+".repeat(geometry.files().into()));
        let mut text = rule.clone();
        for rank in (0..geometry.ranks()).rev() {
            text.push_str(" |");
            for file in 0..geometry.files() {
                let man = geometry.square(file.into(), rank.into()).and_then(|square| position.man_at(square));
                let letter = man.map_or(' ', |(colour, kind)| rules.letter(colour, kind));
                let _ = write!(text, " {letter} |");
            }
            let _ = writeln!(text, "{}", rank + 1);
            text.push_str(&rule);
        }
        text.push_str("  ");
        for file in 0..geometry.files() {
            let _ = write!(text, " {}  ", (b'a' + file) as char);
        }
        let _ = write!(text, "\n\nFen: {}\nKey: {:016X}", self.fen(), position.hash());
        let checkers: Vec<String> =
            position.checkers(rules).squares().map(|square| geometry.name(square).to_string()).collect();
        let _ = write!(text, "\nCheckers: {}", checkers.join(" "));
        if let Some(left) = position.chaser_moves_left(rules) {
            let _ = write!(text, "\nCount: {} called, {left} moves left", position.count().called());
        }
        text
    }

    fn explain(&self) -> String {
        let explanation = Explanation::of(self.game.rules(), self.engine.evaluator(), self.game.position());
        let mut text = format!("{:<20} {:>15} {:>15} {:>15}\n", "term", "White", "Black", "both");
        let pair = |number: Tapered| format!("{:>7} {:>7}", number.middlegame(), number.endgame());
        for share in &explanation.shares {
            let [white, black] = share.sides;
            let _ = writeln!(text, "{:<20} {} {} {}", share.term.name, pair(white), pair(black), pair(white - black));
        }
        let _ = write!(
            text,
            "phase {}/{FULL_PHASE}, scale {}/{FULL_SCALE}\nvalue {} for White",
            explanation.phase, explanation.scale, explanation.value
        );
        text
    }

    fn divide(&self, depth: u32) -> (Vec<(String, u64)>, u64) {
        let rules = self.game.rules();
        let moves = divide(rules, self.game.position(), depth);
        let total = moves.iter().map(|(_, nodes)| nodes).sum();
        (moves.into_iter().map(|(mv, nodes)| (rules.uci(mv), nodes)).collect(), total)
    }

    fn bench(&self, depth: u32) -> Result<bench::Report, NoMemory> {
        bench::run(self.game.rules(), self.engine.evaluator().weights().clone(), depth)
    }

    fn letter_map(&self, square: &str) -> Option<String> {
        let (rules, position) = (self.game.rules(), self.game.position());
        let geometry = rules.geometry();
        let from = geometry.parse(square)?;
        let moves: Vec<Move> = position.legal_moves(rules).into_iter().filter(|mv| mv.from() == from).collect();
        let letter = |file: u8, rank: u8| {
            let square = geometry.square(file.into(), rank.into())?;
            let mv = moves.iter().find(|mv| mv.to() == square)?;
            Some(match (position.is_capture(*mv), mv.promotion()) {
                (_, Some(_)) => 'M',
                (true, None) => 'R',
                (false, None) => 'Y',
            })
        };
        let rows = (0..geometry.ranks()).rev().map(|rank| {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..geometry.files() {
                match letter(file, rank) {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            let _ = write!(row, "{empty}");
                        }
                        empty = 0;
                        row.push(letter);
                    }
                }
            }
            if empty > 0 {
                let _ = write!(row, "{empty}");
            }
            row
        });
        Some(rows.collect::<Vec<_>>().join("/"))
    }
}
