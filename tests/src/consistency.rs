//! Everything that has to be true of every position of every variant, whatever its rules are.

use std::sync::Arc;

use khun_rules::board::{Bitboard, Colour, Square};
use khun_rules::{Game, Move, Position, Rules, Script, pgn};
use rand::{Rng, RngExt};

/// What is wrong with a position.
///
/// # Errors
/// The first contradiction found.
pub fn check_position<B: Bitboard>(rules: &Rules<B>, position: &Position<B>) -> Result<(), String> {
    let legal = position.legal_moves(rules);
    let carefully = position.legal_moves_carefully(rules);
    let over_at_once = legal.is_empty() && position.judge(rules, |_| 1).outcome.is_over();
    let say = |what: &str, ours: &[Move], theirs: &[Move]| {
        let difference =
            |a: &[Move], b: &[Move]| a.iter().filter(|mv| !b.contains(mv)).map(|&mv| rules.uci(mv)).collect::<Vec<_>>();
        Err(format!("{what}: only {:?}, but not {:?}", difference(ours, theirs), difference(theirs, ours)))
    };
    if sorted(&legal) != sorted(&carefully) && !(over_at_once && legal.is_empty()) {
        return say("the generators differ", &legal, &carefully);
    }
    if legal.iter().enumerate().any(|(index, mv)| legal[..index].contains(mv)) {
        return Err("a move is generated twice".into());
    }
    equal("number of moves", position.count_legal_moves(rules), legal.len() as u64)?;
    if !over_at_once {
        equal("there is a move", position.has_move(rules), !legal.is_empty())?;
        equal("there is a capture", position.has_capture(rules), legal.iter().any(|&mv| position.is_capture(mv)))?;
    }
    equal("hash", position.hash(), position.hash_from_scratch(rules))?;
    equal("check", position.in_check(rules), position.checkers(rules).any())?;
    let royals = position.men(position.side()) & position.of_kinds(rules.royal_kinds());
    let attacked = |square: Square| position.is_attacked(rules, square, !position.side(), position.occupied());
    equal("attacked king", position.in_check(rules), royals.squares().any(attacked))?;
    check_fen(rules, position)?;
    for &mv in &legal {
        check_move(rules, position, mv)?;
    }
    // Reading a move takes a list of all of them, so only every sixth is written and read, another one each time.
    for &mv in legal.iter().skip((position.hash() % 6) as usize).step_by(6) {
        check_notation(rules, position, mv)?;
    }
    Ok(())
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: {ours:?} and {theirs:?}")) }
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

/// A position that has been written and read again is the same.
fn check_fen<B: Bitboard>(rules: &Rules<B>, position: &Position<B>) -> Result<(), String> {
    for fen in [rules.fen(position), rules.fen_marking_promoted(position)] {
        let again = rules.parse_fen(&fen).map_err(|error| format!("FEN {fen}: {error}"))?;
        equal("FEN", rules.fen(&again), rules.fen(position))?;
        equal("hash after FEN", again.hash(), position.hash())?;
        equal("moves after FEN", sorted(&again.legal_moves(rules)), sorted(&position.legal_moves(rules)))?;
    }
    Ok(())
}

/// A move leaves no king in check.
fn check_move<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, mv: Move) -> Result<(), String> {
    let uci = rules.uci(mv);
    let after = position.play(rules, mv);
    let us = position.side();
    equal("hash after a move", after.hash(), after.hash_from_scratch(rules))
        .map_err(|error| format!("{uci}: {error}"))?;
    equal("side to move", after.side(), !us)?;
    let royals = after.men(us) & after.of_kinds(rules.royal_kinds());
    if royals.squares().any(|square| after.is_attacked(rules, square, !us, after.occupied())) {
        return Err(format!("{uci} leaves the king in check"));
    }
    Ok(())
}

/// A move is not called illegal, and can be written and read again.
fn check_notation<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, mv: Move) -> Result<(), String> {
    let uci = rules.uci(mv);
    if let Some(why) = position.why_illegal(rules, mv.from(), mv.to(), mv.promotion()) {
        return Err(format!("{uci} is legal, but would be illegal: {why:?}"));
    }
    equal(&uci, rules.parse_uci(position, &uci), Ok(mv))?;
    let mut scripts = vec![Script::Latin];
    if rules.geometry().files() <= 8 && rules.kinds().all(|kind| !rules.kind(kind).names.is_empty()) {
        scripts.push(Script::Thai);
    }
    for script in scripts {
        let san = rules.san(position, mv, script);
        equal(&format!("{uci} as {san}"), rules.parse_san(position, &san), Ok(mv))?;
    }
    Ok(())
}

/// Plays a random game and checks every position of it.
///
/// # Errors
/// The first contradiction, with the position that it was found in.
pub fn check_random_game<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    random: &mut impl Rng,
    max_plies: usize,
) -> Result<Game<B>, String> {
    let mut game = Game::new(Arc::clone(rules));
    let context = |game: &Game<B>, error: String| {
        let moves: Vec<_> = game.moves().map(|mv| rules.uci(mv)).collect();
        format!("{}: {}: {error} (moves {})", rules.spec().id, rules.fen(game.position()), moves.join(" "))
    };
    for _ in 0..max_plies {
        check_position(rules, game.position()).map_err(|error| context(&game, error))?;
        let legal = game.legal_moves();
        if game.outcome().is_over() || legal.is_empty() {
            break;
        }
        // Once in a while something that is not legal, which must be named and change nothing.
        if random.random_range(0..8) == 0 {
            check_illegal(rules, &mut game, random, &legal).map_err(|error| context(&game, error))?;
        }
        let before = (rules.fen(game.position()), game.position().hash(), game.outcome());
        let mv = legal[random.random_range(0..legal.len())];
        game.play(mv).map_err(|error| context(&game, error.to_string()))?;
        if random.random_range(0..8) == 0 {
            game.undo();
            let again = (rules.fen(game.position()), game.position().hash(), game.outcome());
            equal("undo", &again, &before).map_err(|error| context(&game, error))?;
            game.play(mv).map_err(|error| context(&game, error.to_string()))?;
        }
    }
    check_pgn(&game).map_err(|error| context(&game, error))?;
    Ok(game)
}

/// A move between two squares at random: if it is not legal, there is a reason, and it is not played.
fn check_illegal<B: Bitboard>(
    rules: &Arc<Rules<B>>,
    game: &mut Game<B>,
    random: &mut impl Rng,
    legal: &[Move],
) -> Result<(), String> {
    let mut square = || Square(random.random_range(0..rules.geometry().squares()) as u8);
    let (from, to) = (square(), square());
    let position = *game.position();
    let Some((_, kind)) = position.man_at(from) else {
        return equal("reason", position.why_illegal(rules, from, to, None).is_some(), true);
    };
    let mv = Move::new(kind, from, to);
    if !legal.contains(&mv) {
        equal("reason", position.why_illegal(rules, from, to, None).is_some(), true)?;
        equal("illegal move played", game.play(mv).is_err(), true)?;
        equal("position after an illegal move", rules.fen(game.position()), rules.fen(&position))?;
    }
    Ok(())
}

/// A game that has been written as PGN and read again is the same.
fn check_pgn<B: Bitboard>(game: &Game<B>) -> Result<(), String> {
    let rules = game.rules();
    let text = pgn::write_pgn(game, &[("Event".into(), "A \"random\" game".into())]);
    let (games, faults) = pgn::read_pgn(&text);
    if games.len() != 1 || !faults.is_empty() {
        return Err(format!("{} games and {faults:?} in {text}", games.len()));
    }
    let again = games[0].replay(rules).map_err(|fault| format!("PGN: {fault:?}"))?;
    equal("moves in PGN", again.moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>())?;
    equal("end of PGN", rules.fen(again.position()), rules.fen(game.position()))?;
    equal("outcome of PGN", again.outcome(), game.outcome())
}

/// Rules of both widths say the same of a position.
///
/// # Errors
/// The first difference.
pub fn check_widths<A: Bitboard, B: Bitboard>(
    narrow: &Rules<A>,
    a: &Position<A>,
    wide: &Rules<B>,
    b: &Position<B>,
) -> Result<(), String> {
    equal("FEN", narrow.fen(a), wide.fen(b))?;
    equal("fast", narrow.is_fast(), wide.is_fast())?;
    equal("moves", sorted(&a.legal_moves(narrow)), sorted(&b.legal_moves(wide)))?;
    equal("check", a.in_check(narrow), b.in_check(wide))?;
    for colour in Colour::BOTH {
        let ours = a.lacks_mating_material(narrow, colour);
        equal("mating material", ours, b.lacks_mating_material(wide, colour))?;
    }
    equal("judgement", a.judge(narrow, |_| 1), b.judge(wide, |_| 1))
}
