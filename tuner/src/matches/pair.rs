//! A pair of games over one opening, and how it is kept.

use std::sync::Arc;

use khun_rules::board::{Bitboard, Colour};
use khun_rules::{Declaration, Event, Game, Rules, Status, pgn};
use serde::{Deserialize, Serialize};

use crate::arena::{Adjudication, Fault, PlayedGame, Player, Seats, play};
use crate::task::Limits;

/// A pair of games: in the first the first player has White, in the second the second one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairRow {
    /// Where both games began.
    pub opening: String,
    /// The players' numbers.
    pub players: [usize; 2],
    /// The games.
    pub games: [GameRow; 2],
}

/// A game of a pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// What happened: moves as UCI writes them, declarations with `!` before them.
    pub events: String,
    /// Half points of the pair's first player: 0, 1 or 2.
    pub points: u8,
    /// The result as PGN writes it.
    pub result: String,
    /// Why the game ended.
    pub reason: String,
    /// Moves made.
    pub plies: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Who lost by a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<PlayerFault>,
}

/// A fault of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerFault {
    /// Whose.
    pub player: usize,
    /// Which.
    pub fault: Fault,
    /// What there is to say about it.
    pub said: String,
}

impl PairRow {
    /// The first player's half points in both games.
    pub fn points(&self) -> [u8; 2] {
        [self.games[0].points, self.games[1].points]
    }

    /// Games that the first player won minus games that it lost.
    pub fn net(&self) -> i32 {
        self.games.iter().map(|game| i32::from(game.points) - 1).sum()
    }
}

/// Plays a pair. `None` if the opening is no position.
pub fn play_pair<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    opening: &str,
    numbers: [usize; 2],
    [first, second]: [&mut dyn Player<B>; 2],
    limits: &Limits,
    adjudication: &Adjudication,
) -> Option<PairRow> {
    let start = Game::from_fen(rules.clone(), opening).ok()?;
    let one = play(start.clone(), Seats::Two(first, second), limits, adjudication);
    let two = play(start, Seats::Two(second, first), limits, adjudication);
    let games = [row(&one, Colour::White, numbers), row(&two, Colour::Black, numbers)];
    Some(PairRow { opening: opening.to_owned(), players: numbers, games })
}

/// The row of a game in which the pair's first player had a colour.
fn row<B: Bitboard>(played: &PlayedGame<B>, colour: Colour, numbers: [usize; 2]) -> GameRow {
    let rules = played.game.rules();
    let word = |event: Event| match event {
        Event::Move(mv) => rules.uci(mv),
        Event::Declaration(declaration) => format!("!{}", declaration.word()),
    };
    let points = match (played.ending.status, colour) {
        (Status::WhiteWins, Colour::White) | (Status::BlackWins, Colour::Black) => 2,
        (Status::WhiteWins | Status::BlackWins, _) => 0,
        // A game to be played again would come out the same; nobody gains by it.
        (Status::Draw | Status::Replay | Status::Ongoing, _) => 1,
    };
    let fault = played.ending.culprit.as_ref().map(|(side, fault, said)| PlayerFault {
        player: if *side == colour { numbers[0] } else { numbers[1] },
        fault: *fault,
        said: said.clone(),
    });
    GameRow {
        events: played.game.events().map(word).collect::<Vec<_>>().join(" "),
        points,
        result: played.ending.status.pgn().to_owned(),
        reason: played.ending.reason.clone(),
        plies: played.turns.len() as u32,
        nodes: played.nodes,
        fault,
    }
}

/// The two games of a pair as PGN.
pub fn pgn_of<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    variant: &str,
    index: usize,
    row: &PairRow,
    names: &[String],
) -> String {
    let mut text = String::new();
    for (number, game) in row.games.iter().enumerate() {
        let Ok(mut board) = Game::from_fen(rules.clone(), &row.opening) else { continue };
        for word in game.events.split_whitespace() {
            match word.strip_prefix('!') {
                Some(word) => {
                    if let Some(declaration) = Declaration::parse(word, board.position().side()) {
                        let _ = board.declare(declaration);
                    }
                }
                None => {
                    if let Ok(mv) = rules.parse_uci(board.position(), word) {
                        let _ = board.play(mv);
                    }
                }
            }
        }
        let name = |player: usize| names.get(player).cloned().unwrap_or_default();
        let [white, black] = if number == 0 { row.players } else { [row.players[1], row.players[0]] };
        let tags = [
            ("Event", "match".to_owned()),
            ("Round", format!("{}.{}", index + 1, number + 1)),
            ("White", name(white)),
            ("Black", name(black)),
            ("Variant", variant.to_owned()),
            ("Result", game.result.clone()),
            ("Termination", game.reason.replace('_', " ")),
        ];
        text += &pgn::write_pgn(&board, &tags.map(|(tag, value)| (tag.to_owned(), value)));
        text.push('\n');
    }
    text
}
