//! The course of a game: whose turn it is, what is typed, and what is shown.

mod automatic;

use std::io::Write;
use std::path::Path;

use khun_rules::board::{Bitboard, Colour};
use khun_rules::playout::seeded;
use khun_rules::spec::Verdict;
use khun_rules::{Declaration, Game, Move, Script, Status};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::clock::{self, Clocks};
use super::computer::Computer;
use super::input::{HELP, Input};
use super::lines::{Line, Lines};
use super::{Player, Setting, store};
use crate::commands::show::status_lines;
use crate::draw::{Scene, text};
use crate::failure::Failure;
use crate::setup::read_move;
use crate::text::{capitalised, columns, plural, shown};
use crate::words::illegal::looks_like_move;
use crate::words::{count, kind_name, man_on, outcome};

/// A game that is being played.
pub(super) struct Session<'a, B: Bitboard, R> {
    setting: Setting,
    game: Game<B>,
    input: R,
    out: &'a mut dyn Write,
    random: Xoshiro256PlusPlus,
    computer: Computer<B>,
    clocks: Option<Clocks>,
    /// Whose time is up.
    forfeit: Option<Colour>,
    flipped: bool,
    /// Who has offered a draw.
    offer: Option<Colour>,
    /// Whether the result has been told.
    told: bool,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Turn,
    /// The same player is asked again, and nothing has to be shown.
    Ask,
    Leave,
}

impl<'a, B: Bitboard, R: Lines> Session<'a, B, R> {
    pub(super) fn new(
        setting: Setting,
        game: Game<B>,
        computer: Computer<B>,
        input: R,
        out: &'a mut dyn Write,
    ) -> Session<'a, B, R> {
        let random = seeded(setting.seed, 0);
        let mut clocks = setting.clock.map(Clocks::new);
        clocks.iter_mut().for_each(|clocks| clocks.restart(game.moves().count()));
        let (flipped, forfeit, offer, told) = (false, None, None, false);
        Session { setting, game, input, out, random, computer, clocks, forfeit, flipped, offer, told }
    }

    /// Plays until the game is over and nobody has anything left to say.
    pub(super) fn run(&mut self) -> Result<(), Failure> {
        let spec = self.game.rules().spec();
        writeln!(self.out, "{}", spec.name)?;
        if self.setting.has_human() && self.setting.prompts {
            writeln!(self.out, "Type a move, or help.")?;
        }
        self.flipped = self.setting.players == [Player::Engine, Player::Human]
            || self.setting.players == [Player::Random, Player::Human];
        let mut show = true;
        loop {
            if self.is_over() {
                self.tell_result()?;
                if !self.setting.has_human() {
                    return Ok(());
                }
            } else if self.player() != Player::Human {
                self.automatic_turn()?;
                continue;
            } else if std::mem::take(&mut show) {
                if self.setting.boards {
                    self.print_board()?;
                }
                if self.setting.bar {
                    self.evaluation()?;
                }
            }
            let line = self.read_line()?;
            if !self.is_over() && self.time_is_up()? {
                continue;
            }
            let line = match line {
                Line::Text(line) => line,
                Line::End => return self.leave(),
                Line::Late => continue,
            };
            match self.obey(Input::parse(&line))? {
                Next::Turn => show = true,
                Next::Ask => {}
                Next::Leave => return self.leave(),
            }
        }
    }

    fn side(&self) -> Colour {
        self.game.position().side()
    }

    fn player(&self) -> Player {
        self.setting.player(self.side())
    }

    fn is_over(&self) -> bool {
        self.forfeit.is_some() || self.game.outcome().is_over()
    }

    /// Whether the side to move has lost by the clock, which is told.
    fn time_is_up(&mut self) -> Result<bool, Failure> {
        let side = self.side();
        let up = self.clocks.as_ref().is_some_and(|clocks| clocks.left(side).is_zero());
        if up {
            self.forfeit = Some(side);
            self.say(&format!("{}'s time is up.", side.name()))?;
        }
        Ok(up)
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// Waits for a line of input, as long as the clock allows.
    fn read_line(&mut self) -> Result<Line, Failure> {
        let time = self.clocks.as_ref().filter(|_| !self.is_over()).map(|clocks| clocks.left(self.side()));
        if self.setting.prompts {
            let who = if self.is_over() { "over" } else { self.side().name() };
            let left = time.map(|time| format!(" {}", clock::shown(time))).unwrap_or_default();
            write!(self.out, "{who}{left}> ")?;
        }
        self.out.flush()?;
        let line = self.input.next_line(time);
        let line = line.map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
        if !matches!(line, Line::Text(_)) && self.setting.prompts {
            writeln!(self.out)?;
        }
        Ok(line)
    }

    fn obey(&mut self, input: Input) -> Result<Next, Failure> {
        let plays = matches!(input, Input::Move(_) | Input::Declare(_) | Input::Resign | Input::Draw);
        if plays && self.forfeit.is_some() {
            return self.refuse();
        }
        match input {
            Input::Empty => return Ok(Next::Ask),
            Input::Quit => return Ok(Next::Leave),
            Input::Move(text) => return self.human_move(&text),
            Input::Undo => return self.undo(),
            Input::Hint => return self.hint(),
            Input::Eval => return self.evaluation(),
            Input::Declare(word) => return self.declare_word(word),
            Input::Resign => return self.declare(Declaration::Resign(self.side())),
            Input::Draw => return self.draw(),
            Input::Save(path) => self.save(&path)?,
            Input::Load(path) => return self.load(&path),
            Input::Moves(square) => self.list_moves(square.as_deref())?,
            Input::Flip => {
                self.flipped = !self.flipped;
                self.print_board()?;
            }
            Input::Board => self.print_board()?,
            Input::Fen => {
                let fen = self.game.rules().fen_marking_promoted(self.game.position());
                self.say(&fen)?;
            }
            Input::Help => self.say(HELP)?,
            Input::Misused(usage) => self.say(&format!("That is written: {usage}"))?,
        }
        Ok(Next::Ask)
    }

    fn human_move(&mut self, text: &str) -> Result<Next, Failure> {
        if self.is_over() {
            return self.refuse();
        }
        match read_move(self.game.rules(), self.game.position(), text) {
            Ok(mv) => self.play(mv),
            Err(_) if !looks_like_move(self.game.rules(), text) => {
                self.say(&format!("\"{}\" is neither a move nor a command; try help.", shown(text)))?;
                Ok(Next::Ask)
            }
            Err(reason) => {
                self.say(&format!("Not legal: {reason}."))?;
                Ok(Next::Ask)
            }
        }
    }

    fn refuse(&mut self) -> Result<Next, Failure> {
        self.say("The game is over. You can undo, save, load or quit.")?;
        Ok(Next::Ask)
    }

    /// Makes a legal move, and tells it and the count as it is called.
    fn play(&mut self, mv: Move) -> Result<Next, Failure> {
        let rules = self.game.rules().clone();
        let position = *self.game.position();
        let (uci, san) = (rules.uci(mv), rules.san(&position, mv, Script::Latin));
        if self.time_is_up()? {
            return Ok(Next::Turn);
        }
        if let Err(error) = self.game.play(mv) {
            self.say(&format!("Not legal: {error}."))?;
            return Ok(Next::Ask);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.press(position.side());
        }
        if self.offer.is_some_and(|colour| colour != position.side()) {
            self.offer = None;
        }
        let dots = if position.side() == Colour::White { "." } else { "..." };
        let check = if self.game.position().in_check(&rules) { ", check" } else { "" };
        self.say(&format!("{}{dots} {san} ({uci}){check}", position.fullmove()))?;
        if let Some(count) = count::sentence(&rules, self.game.position()) {
            self.say(&format!("   {count}"))?;
        }
        Ok(Next::Turn)
    }

    fn declare_word(&mut self, word: &str) -> Result<Next, Failure> {
        match Declaration::parse(word, self.side()) {
            Some(declaration) => self.declare(declaration),
            None => Ok(Next::Ask),
        }
    }

    fn declare(&mut self, declaration: Declaration) -> Result<Next, Failure> {
        let side = self.side().name();
        if let Err(error) = self.game.declare(declaration) {
            self.say(&format!("{}: {error}.", capitalised(declaration.word())))?;
            return Ok(Next::Ask);
        }
        let rules = self.game.rules().clone();
        match declaration {
            Declaration::Count => {
                let count = count::sentence(&rules, self.game.position()).unwrap_or_default();
                self.say(&format!("{side} begins to count: {count}"))?;
            }
            Declaration::Stop => self.say(&format!("{side} stops counting."))?,
            Declaration::Claim => self.say(&format!("{side} claims a draw."))?,
            Declaration::Resign(colour) => self.say(&format!("{} resigns.", colour.name()))?,
            Declaration::AgreeDraw => {}
        }
        Ok(Next::Turn)
    }

    /// Offers a draw, or accepts the opponent's offer.
    fn draw(&mut self) -> Result<Next, Failure> {
        let own = self.side();
        if self.game.outcome().is_over() || self.offer == Some(!own) {
            return self.declare(Declaration::AgreeDraw);
        }
        let opponent = self.setting.player(!own);
        if opponent == Player::Human {
            self.offer = Some(own);
            self.say(&format!(
                "{} offers a draw. Make your move; {} may then accept with draw.",
                own.name(),
                (!own).name()
            ))?;
            return Ok(Next::Ask);
        }
        let accepts = self.agrees(opponent)?;
        if accepts {
            self.say(&format!("{} accepts.", (!own).name()))?;
            return self.declare(Declaration::AgreeDraw);
        }
        self.say(&format!("{} declines.", (!own).name()))?;
        Ok(Next::Ask)
    }

    /// Takes back moves until a human has the move.
    fn undo(&mut self) -> Result<Next, Failure> {
        let made = self.game.moves().count();
        let start = self.game.start().side();
        let side_at = |plies: usize| if plies.is_multiple_of(2) { start } else { !start };
        let target = (0..made).rev().find(|&plies| self.setting.player(side_at(plies)) == Player::Human);
        let Some(target) = target else {
            self.say("There is nothing to take back.")?;
            return Ok(Next::Ask);
        };
        for _ in target..made {
            self.game.undo();
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.back_to(target);
        }
        (self.told, self.offer, self.forfeit) = (false, None, None);
        self.say(&format!("Taken back; {} to move.", self.side().name()))?;
        Ok(Next::Turn)
    }

    fn list_moves(&mut self, square: Option<&str>) -> Result<(), Failure> {
        let (rules, position) = (self.game.rules().clone(), *self.game.position());
        let geometry = rules.geometry();
        let legal = self.game.legal_moves();
        let spelled =
            |mv: &Move| format!("{:<6} {}", rules.uci(*mv), rules.san_among(&position, *mv, &legal, Script::Latin));
        let Some(square) = square else {
            let moves: Vec<String> = legal.iter().map(spelled).collect();
            return self.say(columns(&moves, 76).trim_end());
        };
        let Some(from) = geometry.parse(square) else {
            return self.say(&format!("There is no square {}.", shown(square)));
        };
        let Some((colour, kind)) = position.man_at(from) else {
            return self.say(&format!("No man stands on {square}."));
        };
        if colour != position.side() {
            return self.say(&format!("The {} on {square} is {}'s.", kind_name(&rules, kind), colour.name()));
        }
        let moves: Vec<Move> = legal.iter().copied().filter(|mv| mv.from() == from).collect();
        if moves.is_empty() {
            return self.say(&format!("{} has no legal move.", capitalised(&man_on(&rules, kind, from))));
        }
        let spelled: Vec<String> = moves.iter().map(spelled).collect();
        self.say(columns(&spelled, 76).trim_end())?;
        if self.setting.boards {
            let scene = self.scene().pointing(moves.iter().map(|mv| mv.to()));
            write!(self.out, "{}", text::board(&scene, self.setting.look))?;
        }
        Ok(())
    }

    fn scene(&self) -> Scene {
        Scene::new(self.game.rules(), self.game.position(), self.game.last_move()).flipped(self.flipped)
    }

    fn print_board(&mut self) -> Result<(), Failure> {
        write!(self.out, "{}", text::board(&self.scene(), self.setting.look))?;
        for line in status_lines(self.game.rules(), &self.game) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        match store::save(path, &self.game, &self.setting, self.forfeit) {
            Ok(()) => self.say(&format!("Saved to {}.", path.display())),
            Err(reason) => self.say(&format!("Not saved: {reason}.")),
        }
    }

    fn load(&mut self, path: &Path) -> Result<Next, Failure> {
        match store::load(path, self.game.rules(), &self.setting) {
            Ok(game) => {
                self.game = game;
                (self.told, self.offer, self.forfeit) = (false, None, None);
                let moves = self.game.moves().count() as u64;
                self.clocks.iter_mut().for_each(|clocks| clocks.restart(moves as usize));
                self.say(&format!("Loaded {} with {}.", path.display(), plural(moves, "move")))?;
                Ok(Next::Turn)
            }
            Err(reason) => {
                self.say(&format!("Not loaded: {reason}."))?;
                Ok(Next::Ask)
            }
        }
    }

    /// Tells how the game ended, once.
    fn tell_result(&mut self) -> Result<(), Failure> {
        if !std::mem::replace(&mut self.told, true) {
            if self.setting.boards || !self.setting.has_human() {
                write!(self.out, "{}", text::board(&self.scene(), self.setting.look))?;
            }
            if let Some(loser) = self.forfeit {
                let status = Status::of(Verdict::Loss, loser);
                return self.say(&format!("{} on time ({})", outcome::result(status), status.pgn()));
            }
            let outcome = self.game.outcome();
            let sentence = outcome::sentence(self.game.rules(), outcome);
            self.say(&format!("{} ({})", capitalised(&sentence), outcome.status.pgn()))?;
        }
        Ok(())
    }

    /// The end of the session: an unfinished game is left with a word.
    fn leave(&mut self) -> Result<(), Failure> {
        if !self.is_over() {
            self.say("The game is left unfinished.")?;
        }
        self.out.flush()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::play::computer::Skill;
    use crate::draw::text::Look;
    use khun_engine::Weights;
    use khun_rules::{Rules, samples, spec::BoardAsk};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn setting(players: [Player; 2]) -> Setting {
        Setting {
            variant: "makruk".to_owned(),
            aliases: Vec::new(),
            profile: None,
            set: Vec::new(),
            players,
            seed: 1,
            look: Look { unicode: false, colour: false },
            clock: None,
            level: 20,
            boards: false,
            bar: false,
            prompts: false,
        }
    }

    fn session(players: [Player; 2], fen: Option<&str>, input: &str) -> String {
        let mut spec = samples::makruk();
        if let Some(board) = spec.counting.as_mut().and_then(|counting| counting.board.as_mut()) {
            board.ask = BoardAsk::Either;
        }
        let rules: Arc<Rules<u64>> = Arc::new(Rules::build(&spec).unwrap());
        let game = match fen {
            Some(fen) => Game::from_fen(rules, fen).unwrap(),
            None => Game::new(rules),
        };
        let skill = Skill { level: 20, move_time: None, nodes: Some(300), seed: 1 };
        let computer = Computer::new(Weights::estimate(game.rules()), skill);
        let mut out = Vec::new();
        Session::new(setting(players), game, computer, input.as_bytes(), &mut out).run().unwrap();
        String::from_utf8(out).unwrap()
    }

    const HUMANS: [Player; 2] = [Player::Human, Player::Human];

    #[test]
    fn moves_reasons_and_undo() {
        let text = session(
            HUMANS,
            None,
            "e3e4\nd5\nexd5\nundo\nfen\na1a5\nmoves e4\nmoves d1\nmoves z9\nundo\nundo\nundo\nquit\n",
        );
        insta::assert_snapshot!(text);
    }

    #[test]
    fn counts_draws_and_resignations() {
        let text = session(
            HUMANS,
            Some("3k4/2m5/8/4M3/3KS3/8/8/8 w - - 0 1"),
            "count\ncount\nd4d5\nstop\nd8e8\nstop\nstop\nclaim\ndraw\nd5d4\ndraw\ne3e4\nundo\nresign\n",
        );
        insta::assert_snapshot!(text);
    }

    #[test]
    fn the_engine_plays_a_whole_game() {
        let text = session([Player::Engine, Player::Random], None, "");
        assert!(text.trim_end().ends_with(')'), "{text}");
        assert_eq!(text, session([Player::Engine, Player::Random], None, ""));
    }

    #[test]
    fn games_are_saved_and_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a game.pgn");
        let path = path.display();
        let text = session(
            HUMANS,
            None,
            &format!("e3e4\nsave {path}\nd6d5\nload {path}\nfen\nsave {path}/x\nload {path}x\nquit\n"),
        );
        assert!(text.contains("Loaded") && text.contains("with 1 move."), "{text}");
        assert!(text.contains("rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b"), "{text}");
        assert!(text.contains("Not saved: cannot write") && text.contains("Not loaded: cannot read"), "{text}");
    }

    proptest! {
        #[test]
        fn any_input_is_survived(lines in proptest::collection::vec(
            "[a-h][1-8][a-h][1-8]|undo|hint|eval|count|stop|claim|draw|flip|board|fen|moves [a-h][1-8]|resign|load x|\\PC{0,8}", 0..12,
        )) {
            for players in [HUMANS, [Player::Human, Player::Engine]] {
                session(players, None, &lines.join("\n"));
            }
        }
    }
}
