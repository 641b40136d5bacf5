//! Games: counts that are asked for and stopped, claims, results that stay, taking back.

use std::sync::Arc;

use khun_rules::spec::{BoardAsk, Claim, CounterMates, EndKind, PiecesAsk, RulesSpec};
use khun_rules::{CountError, CountKind, Declaration, Event, Game, GameError, Rules, Status, samples};

fn rules(change: impl FnOnce(&mut RulesSpec)) -> Arc<Rules<u64>> {
    let mut spec = samples::makruk();
    change(&mut spec);
    Arc::new(Rules::build(&spec).unwrap())
}

/// Makruk over the board: the board count is asked for, and whoever mates while counting has drawn.
fn table() -> Arc<Rules<u64>> {
    rules(|spec| {
        let board = spec.counting.as_mut().and_then(|counting| counting.board.as_mut()).unwrap();
        board.ask = BoardAsk::Either;
        board.counter_mates = CounterMates::Draw;
    })
}

/// Plays moves in UCI, declarations between them, as far as the men allow.
fn play(game: &mut Game<u64>, steps: &str) {
    for step in steps.split_whitespace() {
        match Declaration::parse(step, game.position().side()) {
            Some(declaration) => game.declare(declaration).unwrap(),
            None => {
                let mv = game.rules().parse_uci(game.position(), step).unwrap();
                game.play_on(mv).unwrap();
            }
        }
    }
}

fn game(rules: &Arc<Rules<u64>>, fen: &str, steps: &str) -> Game<u64> {
    let mut game = Game::from_fen(rules.clone(), fen).unwrap();
    play(&mut game, steps);
    game
}

const NO_PAWNS: &str = "3k4/2m5/8/4M3/3KS3/8/8/8 w - - 0 1";

#[test]
fn a_count_is_asked_for_stopped_and_asked_for_again() {
    let mut game = game(&table(), NO_PAWNS, "d4d5 count d8e8 d5d4 e8e7");
    let count = game.position().count();
    assert_eq!((count.kind, count.ply, count.called()), (CountKind::Board, 3, 2));
    assert_eq!(count.counter, Some(khun_rules::board::Colour::Black));
    assert_eq!(game.declare(Declaration::Count), Err(GameError::Count(CountError::Running)));
    assert_eq!(game.declare(Declaration::Stop), Err(GameError::Count(CountError::NotYours)));
    play(&mut game, "d4d5 stop");
    assert!(!game.position().count().is_running());
    play(&mut game, "e7e8 count d5d4");
    assert_eq!(game.position().count().counter, Some(khun_rules::board::Colour::White));
    assert_eq!(game.position().count().ply, 1);
}

#[test]
fn counts_that_cannot_be_asked_for() {
    let start = rules(|_| ()).start();
    let mut automatic = Game::from_position(rules(|_| ()), start);
    assert_eq!(automatic.declare(Declaration::Count), Err(GameError::Count(CountError::NotNow)));
    let mut automatic = game(&rules(|_| ()), NO_PAWNS, "");
    assert_eq!(automatic.declare(Declaration::Count), Err(GameError::Count(CountError::Automatic)));
    assert_eq!(automatic.declare(Declaration::Stop), Err(GameError::Count(CountError::NotRunning)));
    let mut none = Game::new(rules(|spec| spec.counting = None));
    assert_eq!(none.declare(Declaration::Count), Err(GameError::Count(CountError::NoCounting)));
    let weaker = rules(|spec| {
        let board = spec.counting.as_mut().and_then(|counting| counting.board.as_mut()).unwrap();
        board.ask = BoardAsk::Weaker;
    });
    assert_eq!(game(&weaker, NO_PAWNS, "").declare(Declaration::Count), Err(GameError::Count(CountError::NotWeaker)));
    assert!(game(&weaker, NO_PAWNS, "d4d5").declare(Declaration::Count).is_ok());
}

#[test]
fn a_bare_king_may_begin_again_where_the_rules_let_it() {
    let hindi = rules(|spec| {
        let pieces = spec.counting.as_mut().and_then(|counting| counting.pieces.as_mut()).unwrap();
        pieces.ask = PiecesAsk::OnRequest;
        pieces.restart = true;
    });
    let fen = "4k3/8/8/R7/1R6/5m2/8/K3N3 w - - 0 1";
    let mut asked = game(&hindi, fen, "e1f3");
    assert_eq!(asked.position().count().counter, None);
    play(&mut asked, "count e8f8 a5a7 f8e8 b4b7 count");
    let count = asked.position().count();
    assert_eq!((count.limit, count.ply), (16, 10));
    // By default the count is forced: nothing can be asked for or stopped.
    let mut forced = game(&rules(|_| ()), fen, "e1f3");
    assert!(forced.position().count().is_running());
    assert_eq!(forced.declare(Declaration::Count), Err(GameError::Count(CountError::Running)));
    assert_eq!(forced.declare(Declaration::Stop), Err(GameError::Count(CountError::Forced)));
}

#[test]
fn whoever_mates_while_counting_has_drawn_but_for_a_stop() {
    let fen = "7k/8/6K1/8/8/8/m7/1R6 w - 128 10 40";
    assert_eq!(game(&table(), fen, "b1b8").outcome().status, Status::Draw);
    assert_eq!(game(&table(), fen, "stop b1b8").outcome().status, Status::WhiteWins);
    assert_eq!(game(&rules(|_| ()), fen, "b1b8").outcome().status, Status::WhiteWins);
}

/// MK-WORKED-06 of the vectors: a drawn count does not turn into a win a ply later.
#[test]
fn a_result_stays() {
    let fen = "4k3/8/8/R7/1R6/5m2/8/K3N3 w - - 0 1";
    let mut drawn = game(&rules(|_| ()), fen, "e1f3 e8f8 a5a7 f8e8 b4b5 e8f8 b5b6 f8e8");
    assert_eq!(drawn.outcome().status, Status::Draw);
    let mv = drawn.rules().parse_uci(drawn.position(), "b6b8").unwrap();
    assert_eq!(drawn.play(mv), Err(GameError::Over));
    drawn.play_on(mv).unwrap();
    assert_eq!(drawn.outcome().status, Status::Draw);
    assert_eq!(drawn.declare(Declaration::Claim), Err(GameError::Over));
}

#[test]
fn draws_on_a_claim_wait_for_it() {
    let claimed = rules(|spec| {
        for end in &mut spec.ends {
            if matches!(end.kind, EndKind::Repetition { .. } | EndKind::Counting) {
                end.claim = Claim::OnClaim;
            }
        }
    });
    let mut waiting = Game::new(claimed);
    assert_eq!(waiting.declare(Declaration::Claim), Err(GameError::NothingToClaim));
    play(&mut waiting, "b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8");
    assert_eq!(waiting.outcome().status, Status::Ongoing);
    assert!(waiting.claimable().is_some());
    waiting.declare(Declaration::Claim).unwrap();
    assert_eq!(waiting.outcome().status, Status::Draw);
}

#[test]
fn undo_takes_back_a_move_and_what_was_said_after_it() {
    let table = table();
    let mut game = game(&table, NO_PAWNS, "d4d5 count d8e8 d5d4 stop");
    let before = Game::from_fen(table.clone(), NO_PAWNS).unwrap();
    assert_eq!(game.undo().map(|mv| table.uci(mv)), Some("d5d4".into()));
    assert_eq!(game.events().len(), 3);
    assert!(game.position().count().is_running());
    game.undo();
    assert_eq!(game.events().last(), Some(Event::Declaration(Declaration::Count)));
    game.undo();
    assert_eq!(game.undo(), None);
    assert_eq!(game.position(), before.position());
    assert_eq!(game.hashes(), before.hashes());
}

#[test]
fn repetition_counts_only_what_can_come_again() {
    let mut game = Game::new(rules(|_| ()));
    play(&mut game, "b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1");
    assert_eq!(game.occurrences(9), 2);
    assert_eq!(game.outcome().status, Status::Ongoing);
    play(&mut game, "d7b8");
    assert_eq!(game.occurrences(9), 3);
    assert_eq!(game.outcome().status, Status::Draw);
}
