//! The course of a game: whose turn it is, what is typed, and what is shown.

use std::io::{BufRead, Write};
use std::path::Path;

use khun_rules::board::{Bitboard, Colour};
use khun_rules::playout::seeded;
use khun_rules::{Declaration, Game, Move, Script};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::input::{HELP, Input};
use super::{Player, Setting, engine, store};
use crate::commands::show::status_lines;
use crate::draw::{Scene, text};
use crate::failure::Failure;
use crate::report::may_declare;
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

impl<'a, B: Bitboard, R: BufRead> Session<'a, B, R> {
    pub(super) fn new(setting: Setting, game: Game<B>, input: R, out: &'a mut dyn Write) -> Session<'a, B, R> {
        let random = seeded(setting.seed, 0);
        Session { setting, game, input, out, random, flipped: false, offer: None, told: false }
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
            if self.game.outcome().is_over() {
                self.tell_result()?;
                if !self.setting.has_human() {
                    return Ok(());
                }
            } else if self.player() != Player::Human {
                self.automatic_turn()?;
                continue;
            } else if std::mem::take(&mut show) && self.setting.boards {
                self.print_board()?;
            }
            let Some(line) = self.read_line()? else {
                return self.leave();
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

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// A line of input without its end; `None` at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        if self.setting.prompts {
            let over = self.game.outcome().is_over();
            let who = if over { "over" } else { self.side().name() };
            write!(self.out, "{who}> ")?;
        }
        self.out.flush()?;
        let mut bytes = Vec::new();
        let length = self
            .input
            .read_until(b'\n', &mut bytes)
            .map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
        if length == 0 && self.setting.prompts {
            writeln!(self.out)?;
        }
        Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn obey(&mut self, input: Input) -> Result<Next, Failure> {
        match input {
            Input::Empty => return Ok(Next::Ask),
            Input::Quit => return Ok(Next::Leave),
            Input::Move(text) => return self.human_move(&text),
            Input::Undo => return self.undo(),
            Input::Hint => self.hint()?,
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
        if self.game.outcome().is_over() {
            self.say("The game is over. You can undo, save, load or quit.")?;
            return Ok(Next::Ask);
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

    /// Makes a legal move, and tells it and the count as it is called.
    fn play(&mut self, mv: Move) -> Result<Next, Failure> {
        let rules = self.game.rules().clone();
        let position = *self.game.position();
        let (uci, san) = (rules.uci(mv), rules.san(&position, mv, Script::Latin));
        if let Err(error) = self.game.play(mv) {
            self.say(&format!("Not legal: {error}."))?;
            return Ok(Next::Ask);
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

    /// A turn of a player that nobody types for.
    fn automatic_turn(&mut self) -> Result<(), Failure> {
        let rules = self.game.rules().clone();
        let own = self.side();
        let choice = match self.player() {
            Player::Random => {
                let legal = self.game.legal_moves();
                let index = self.random.random_range(0..legal.len().max(1) as u32) as usize;
                legal.get(index).map(|&mv| engine::Choice { mv, score: 0 })
            }
            Player::Engine | Player::Human => engine::choose(&self.game, &mut self.random),
        };
        let Some(choice) = choice else {
            // No rule says what it means that there is no move: nobody can go on.
            self.say(&format!("{} has no move.", own.name()))?;
            self.declare(Declaration::AgreeDraw)?;
            return Ok(());
        };
        if self.player() == Player::Engine {
            let declarations = may_declare(&self.game);
            let behind = engine::balance(&rules, self.game.position(), own) < 0;
            let wanted = declarations.into_iter().find(|declaration| match declaration {
                // A mate by the side that counts may be worth a draw only: stop first.
                Declaration::Stop => choice.wins(),
                Declaration::Count => behind && !choice.wins(),
                Declaration::Claim => behind && !choice.wins(),
                _ => false,
            });
            if let Some(declaration) = wanted {
                self.declare(declaration)?;
                if self.game.outcome().is_over() {
                    return Ok(());
                }
            }
        }
        self.play(choice.mv)?;
        Ok(())
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
        let accepts = match self.setting.player(!own) {
            Player::Human => {
                self.offer = Some(own);
                self.say(&format!(
                    "{} offers a draw. Make your move; {} may then accept with draw.",
                    own.name(),
                    (!own).name()
                ))?;
                return Ok(Next::Ask);
            }
            Player::Random => self.random.random_range(0..2u32) == 0,
            Player::Engine => {
                let position = self.game.position();
                engine::balance(self.game.rules(), position, !own) < 0 && self.game.moves().count() > 10
            }
        };
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
        (self.told, self.offer) = (false, None);
        self.say(&format!("Taken back; {} to move.", self.side().name()))?;
        Ok(Next::Turn)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let (rules, position) = (self.game.rules().clone(), *self.game.position());
        let choice = match self.game.outcome().is_over() {
            true => None,
            false => engine::choose(&self.game, &mut seeded(self.setting.seed, 1)),
        };
        match choice {
            Some(choice) => {
                let san = rules.san(&position, choice.mv, Script::Latin);
                self.say(&format!("Perhaps {san} ({}).", rules.uci(choice.mv)))
            }
            None => self.say("There is no move to make."),
        }
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
        match store::save(path, &self.game, &self.setting) {
            Ok(()) => self.say(&format!("Saved to {}.", path.display())),
            Err(reason) => self.say(&format!("Not saved: {reason}.")),
        }
    }

    fn load(&mut self, path: &Path) -> Result<Next, Failure> {
        match store::load(path, self.game.rules(), &self.setting) {
            Ok(game) => {
                self.game = game;
                (self.told, self.offer) = (false, None);
                let moves = self.game.moves().count() as u64;
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
            let outcome = self.game.outcome();
            let sentence = outcome::sentence(self.game.rules(), outcome);
            self.say(&format!("{} ({})", capitalised(&sentence), outcome.status.pgn()))?;
        }
        Ok(())
    }

    /// The end of the session: an unfinished game is left with a word.
    fn leave(&mut self) -> Result<(), Failure> {
        if !self.game.outcome().is_over() {
            self.say("The game is left unfinished.")?;
        }
        self.out.flush()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::text::Look;
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
            boards: false,
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
        let mut out = Vec::new();
        Session::new(setting(players), game, input.as_bytes(), &mut out).run().unwrap();
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
            "[a-h][1-8][a-h][1-8]|undo|hint|count|stop|claim|draw|flip|board|fen|moves [a-h][1-8]|resign|load x|\\PC{0,8}", 0..12,
        )) {
            for players in [HUMANS, [Player::Human, Player::Engine]] {
                session(players, None, &lines.join("\n"));
            }
        }
    }
}
