//! PGN: games with tags, comments and declarations, read and written.
//!
//! What a player declares beside moving is kept in comments, `{[%declare count]}` in front of the move before which
//! it was said, so that a game read back replays exactly. Variations and numeric annotations are skipped on reading.

use std::sync::Arc;

use khun_board::{Bitboard, Colour};

use crate::game::{Declaration, Event, Game};
use crate::outcome::Status;
use crate::{Rules, Script};

/// A place in a text, both numbers from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

/// Something wrong in a PGN text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {}, column {}: {message}", .place.line, .place.column)]
pub struct PgnFault {
    /// Where.
    pub place: TextPlace,
    /// What.
    pub message: String,
}

/// A piece of the move text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnItem {
    /// A move, as it is written.
    Move(String),
    /// A comment, its braces taken off.
    Comment(String),
}

/// A game as it stands in a file: nothing is checked against any rules yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// Moves and comments in their order.
    pub items: Vec<(TextPlace, PgnItem)>,
    /// The result at the end of the moves: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Where the game begins.
    pub place: TextPlace,
}

impl PgnGame {
    /// The value of a tag, its name in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Plays the game.
    ///
    /// # Errors
    /// The first thing that does not fit the rules: the FEN, a move, a declaration, or the result.
    pub fn replay<B: Bitboard>(&self, rules: &Arc<Rules<B>>) -> Result<Game<B>, PgnFault> {
        let fault = |place, message| PgnFault { place, message };
        let mut game = match self.tag("FEN") {
            None => Game::new(rules.clone()),
            Some(fen) => Game::from_fen(rules.clone(), fen)
                .map_err(|error| fault(self.place, format!("the FEN tag is faulty: {error}")))?,
        };
        for (place, item) in &self.items {
            match item {
                PgnItem::Move(text) => {
                    if game.outcome().is_over() {
                        return Err(fault(*place, format!("{text} comes after the game is over")));
                    }
                    let position = game.position();
                    let san = rules.parse_san(position, text);
                    let mv = match (san, rules.parse_uci(position, text)) {
                        (Ok(mv), _) | (Err(_), Ok(mv)) => mv,
                        (Err(error), Err(_)) => return Err(fault(*place, error.to_string())),
                    };
                    game.play(mv).map_err(|error| fault(*place, format!("{text}: {error}")))?;
                }
                PgnItem::Comment(text) => {
                    for declaration in declarations(text, game.position().side()) {
                        let declaration = declaration.map_err(|message| fault(*place, message))?;
                        let said = game.declare(declaration);
                        said.map_err(|error| fault(*place, format!("{}: {error}", declaration.word())))?;
                    }
                }
            }
        }
        let outcome = game.outcome();
        // A file may say less than the rules know, or more (a player gave up on time), but not something else.
        let contradicts = outcome.is_over() && self.result != "*" && self.result != outcome.status.pgn();
        if contradicts && outcome.status != Status::Replay {
            let reason = outcome.reason.map_or("", |reason| rules.reason_name(reason));
            let message = format!("the result is {} by {reason}, not {}", outcome.status.pgn(), self.result);
            return Err(fault(self.place, message));
        }
        Ok(game)
    }
}

/// The declarations in a comment.
fn declarations(comment: &str, side: Colour) -> impl Iterator<Item = Result<Declaration, String>> {
    comment.split("[%declare ").skip(1).map(move |rest| {
        let words = rest.split(']').next().unwrap_or_default().trim();
        match words.split_whitespace().collect::<Vec<_>>()[..] {
            ["resign", "white"] => Ok(Declaration::Resign(Colour::White)),
            ["resign", "black"] => Ok(Declaration::Resign(Colour::Black)),
            [word] => Declaration::parse(word, side).ok_or(()),
            _ => Err(()),
        }
        .map_err(|()| format!("unknown declaration {words:?} (count, stop, claim, draw, resign)"))
    })
}

/// Reads all games of a text. What cannot be read is reported and skipped.
pub fn read_pgn(text: &str) -> (Vec<PgnGame>, Vec<PgnFault>) {
    let mut reader = Reader {
        characters: text.strip_prefix('\u{feff}').unwrap_or(text).chars().peekable(),
        place: TextPlace { line: 1, column: 1 },
        games: Vec::new(),
        faults: Vec::new(),
        game: PgnGame::default(),
    };
    reader.run();
    (reader.games, reader.faults)
}

struct Reader<'a> {
    characters: std::iter::Peekable<std::str::Chars<'a>>,
    place: TextPlace,
    games: Vec<PgnGame>,
    faults: Vec<PgnFault>,
    game: PgnGame,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let character = self.characters.next()?;
        if character == '\n' {
            self.place = TextPlace { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(character)
    }

    /// Everything up to, and without, the first character that ends it.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while self.characters.peek().is_some_and(|&character| !ends(character)) {
            text.extend(self.next());
        }
        text
    }

    fn fault(&mut self, place: TextPlace, message: &str) {
        self.faults.push(PgnFault { place, message: message.to_owned() });
    }

    fn run(&mut self) {
        while let Some(&character) = self.characters.peek() {
            let place = self.place;
            match character {
                _ if character.is_whitespace() => {
                    self.next();
                }
                '%' if place.column == 1 => {
                    self.until(|c| c == '\n');
                }
                '[' => self.tag(place),
                '{' => {
                    self.next();
                    let comment = self.until(|c| c == '}');
                    if self.next().is_none() {
                        self.fault(place, "the comment has no closing brace");
                    }
                    let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.item(place, PgnItem::Comment(comment));
                }
                ';' => {
                    self.next();
                    let comment = self.until(|c| c == '\n').trim().to_owned();
                    self.item(place, PgnItem::Comment(comment));
                }
                '(' => self.variation(place),
                ')' | '}' | ']' => {
                    self.next();
                    self.fault(place, &format!("unexpected {character:?}"));
                }
                '$' => {
                    self.next();
                    self.until(|c| !c.is_ascii_digit());
                }
                _ => {
                    let word =
                        self.until(|c| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';'));
                    self.word(place, &word);
                }
            }
        }
        self.finish();
    }

    fn item(&mut self, place: TextPlace, item: PgnItem) {
        if self.game.items.is_empty() && self.game.tags.is_empty() {
            self.game.place = place;
        }
        self.game.items.push((place, item));
    }

    fn tag(&mut self, place: TextPlace) {
        // Tags after moves begin a new game whose predecessor has no result.
        if self.game.items.iter().any(|(_, item)| matches!(item, PgnItem::Move(_))) {
            self.fault(place, "the game before has no result (want 1-0, 0-1, 1/2-1/2 or *)");
            self.finish();
        }
        if self.game.tags.is_empty() {
            self.game.place = place;
        }
        self.next();
        let name = self.until(|c| c.is_whitespace() || matches!(c, '"' | ']'));
        self.until(|c| !c.is_whitespace());
        if self.characters.peek() != Some(&'"') {
            self.until(|c| matches!(c, ']' | '\n'));
            self.next();
            self.fault(place, "a tag is written [Name \"value\"]");
            return;
        }
        self.next();
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => break,
                Some('\\') => value.extend(self.next()),
                Some('\n') | None => {
                    self.fault(place, "the tag's value has no closing quote");
                    break;
                }
                Some(character) => value.push(character),
            }
        }
        self.until(|c| !matches!(c, ' ' | '\t'));
        if self.characters.peek() == Some(&']') {
            self.next();
        } else {
            self.fault(place, "the tag has no closing bracket");
        }
        self.game.tags.push((name, value));
    }

    fn variation(&mut self, place: TextPlace) {
        let mut depth = 0usize;
        while let Some(character) = self.next() {
            match character {
                '(' => depth += 1,
                ')' => depth -= 1,
                '{' => {
                    self.until(|c| c == '}');
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
        self.fault(place, "the variation has no closing parenthesis");
    }

    fn word(&mut self, place: TextPlace, word: &str) {
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            word.clone_into(&mut self.game.result);
            if self.game.tags.is_empty() && self.game.items.is_empty() {
                self.game.place = place;
            }
            self.finish();
            return;
        }
        // `12.`, `12...` and `12.Nd2`.
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let after = word[digits..].trim_start_matches(['.', '…']);
        let bare = if digits > 0 && (after.len() < word.len() - digits || after.is_empty()) {
            after
        } else {
            word.trim_start_matches('.')
        };
        if !bare.is_empty() && !bare.chars().all(|c| matches!(c, '!' | '?')) {
            self.item(place, PgnItem::Move(bare.to_owned()));
        }
    }

    fn finish(&mut self) {
        let game = std::mem::take(&mut self.game);
        if game.tags.is_empty() && game.items.is_empty() && game.result.is_empty() {
            return;
        }
        let result = if game.result.is_empty() { "*".to_owned() } else { game.result };
        self.games.push(PgnGame { result, ..game });
    }
}

/// Writes a game: the given tags first, then `Result`, and `FEN` with `SetUp`, which are always there since no start
/// position but chess's can be taken for granted. Lines are at most 80 characters long.
///
/// The rules decide what `Result` and `Termination` say. Only of a game that no rule has ended, because a player ran out
/// of time or somebody decided it, the given tags are believed.
pub fn write_pgn<B: Bitboard>(game: &Game<B>, tags: &[(String, String)]) -> String {
    let rules = game.rules();
    let outcome = game.outcome();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value: String = value
            .chars()
            .filter(|c| !c.is_control())
            .flat_map(|c| matches!(c, '"' | '\\').then_some('\\').into_iter().chain([c]))
            .collect();
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    let ours = ["Result", "SetUp", "FEN", "Termination"];
    let given = |name: &str| {
        let tag = tags.iter().find(|(given, _)| !outcome.is_over() && given.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.as_str())
    };
    let known = |result: &&str| ["1-0", "0-1", "1/2-1/2"].contains(result);
    let result = given("Result").filter(known).unwrap_or(outcome.status.pgn());
    for (name, value) in tags.iter().filter(|(name, _)| !ours.iter().any(|own| own.eq_ignore_ascii_case(name))) {
        tag(name, value);
    }
    tag("Result", result);
    tag("SetUp", "1");
    tag("FEN", &rules.fen_marking_promoted(game.start()));
    if let Some(termination) = given("Termination") {
        tag("Termination", termination);
    }
    if let Some(reason) = outcome.reason {
        let note = if outcome.status == Status::Replay { " (the game is played again)" } else { "" };
        tag("Termination", &format!("{}{note}", rules.reason_name(reason).replace('_', " ")));
    }
    text.push('\n');

    let mut words: Vec<String> = Vec::new();
    let mut position = *game.start();
    let mut needs_number = true;
    for event in game.events() {
        match event {
            Event::Move(mv) => {
                let number = position.fullmove();
                match position.side() {
                    Colour::White => words.push(format!("{number}.")),
                    Colour::Black if needs_number => words.push(format!("{number}...")),
                    Colour::Black => {}
                }
                words.push(rules.san(&position, mv, Script::Latin));
                position = position.play(rules, mv);
                needs_number = false;
            }
            Event::Declaration(declaration) => {
                let whose = match declaration {
                    Declaration::Resign(colour) => format!(" {}", colour.name().to_lowercase()),
                    _ => String::new(),
                };
                words.push(format!("{{[%declare {}{whose}]}}", declaration.word()));
                needs_number = true;
            }
        }
    }
    words.push(result.to_owned());
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += width;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{playout, seeded};
    use crate::samples;
    use crate::spec::BoardAsk;

    fn rules() -> Arc<Rules<u64>> {
        Arc::new(Rules::build(&samples::makruk()).unwrap())
    }

    #[test]
    fn games_decided_from_outside_have_a_result() {
        let game = Game::new(rules());
        let tags = [("Result".into(), "0-1".into()), ("Termination".into(), "time forfeit".into())];
        let text = write_pgn(&game, &tags);
        assert!(text.contains("[Result \"0-1\"]") && text.contains("[Termination \"time forfeit\"]"), "{text}");
        assert!(text.ends_with("0-1\n"));
        assert!(write_pgn(&game, &[("Result".into(), "2-0".into())]).ends_with("*\n"));
    }

    #[test]
    fn random_games_are_read_back() {
        let rules = rules();
        for index in 0..20 {
            let random = playout(&rules, &rules.start(), &mut seeded(7, index), 300);
            let mut game = Game::new(rules.clone());
            for mv in random.moves {
                game.play(mv).unwrap();
            }
            let text = write_pgn(&game, &[("Event".into(), "a \"quoted\" \\ name".into())]);
            assert!(text.lines().all(|line| line.chars().count() <= 80));
            let (games, faults) = read_pgn(&text);
            assert_eq!(faults, []);
            assert_eq!(games.len(), 1);
            assert_eq!(games[0].tag("event"), Some("a \"quoted\" \\ name"));
            let again = games[0].replay(&rules).unwrap();
            assert_eq!(again.moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>());
            assert_eq!(again.outcome(), game.outcome());
        }
    }

    #[test]
    fn declarations_are_read_back() {
        let mut spec = samples::makruk();
        if let Some(board) = spec.counting.as_mut().and_then(|counting| counting.board.as_mut()) {
            board.ask = BoardAsk::Either;
        }
        let rules: Arc<Rules<u64>> = Arc::new(Rules::build(&spec).unwrap());
        let mut game = Game::from_fen(rules.clone(), "3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 1").unwrap();
        for step in ["f5f6m", "d8e8", "d4d5", "count", "e8d8", "d5d4", "stop", "d8e8"] {
            match Declaration::parse(step, game.position().side()) {
                Some(declaration) => game.declare(declaration).unwrap(),
                None => game.play(rules.parse_uci(game.position(), step).unwrap()).unwrap(),
            }
        }
        game.declare(Declaration::Resign(Colour::Black)).unwrap();
        let text = write_pgn(&game, &[]);
        let again = read_pgn(&text).0[0].replay(&rules).unwrap();
        assert_eq!(again.events().collect::<Vec<_>>(), game.events().collect::<Vec<_>>());
        assert_eq!(again.outcome().status, Status::WhiteWins);
        assert_eq!(again.position(), game.position());
    }

    #[test]
    fn files_of_others_are_read() {
        let text = "% escaped\n[Event \"x\"]\n[Variant \"Makruk\"]\n\n1. e4 {good} d5 $1 (1... c5 {so (so)} 2. d4) 2.exd5! \
                    ; rest\n2... exd5 *\n\n[Event \"y\"]\n\n1. a4 1/2-1/2\n1. b4 *";
        let (games, faults) = read_pgn(text);
        assert_eq!(faults, []);
        assert_eq!(games.len(), 3);
        let game = games[0].replay(&rules()).unwrap();
        let rules = rules();
        let moves: Vec<_> = game.moves().map(|mv| rules.uci(mv)).collect();
        assert_eq!(moves, ["e3e4", "d6d5", "e4d5", "e6d5"]);
        assert_eq!(games[1].result, "1/2-1/2");
    }

    #[test]
    fn faults_have_places() {
        let (_, faults) = read_pgn("[Event x]\n[Site \"y\n\n1. e4 {open");
        let places: Vec<_> = faults.iter().map(|fault| fault.place.line).collect();
        assert_eq!(places, [1, 2, 2, 4]);
        let (games, _) = read_pgn("[Event \"x\"]\n\n1. e4 e5\n2. Ke8 *");
        let fault = games[0].replay(&rules()).unwrap_err();
        assert_eq!(fault.place, TextPlace { line: 4, column: 4 });
    }
}
