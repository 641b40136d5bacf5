//! A player that looks one move ahead: it takes what is free, keeps what it has, mates where it can, and drives a bare
//! king into a corner. A search takes its place where one is at hand.

use khun_rules::board::{Bitboard, Colour, Square};
use khun_rules::{Game, Move, Position, Rules, Status};
use rand::{Rng, RngExt};

/// The value of a mate, beyond any material.
const MATE: i32 = 1_000_000;

/// A move and what it is worth to the side that makes it, in hundredths of a pawn-like man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) mv: Move,
    pub(super) score: i32,
}

impl Choice {
    /// Whether the move wins at once.
    pub(super) const fn wins(self) -> bool {
        self.score >= MATE
    }
}

/// The best move, one of the best if there are several; `None` if there is no move.
pub(super) fn choose<B: Bitboard>(game: &Game<B>, random: &mut impl Rng) -> Option<Choice> {
    let (rules, position) = (game.rules(), game.position());
    let mut best: Option<Choice> = None;
    for mv in position.legal_moves(rules) {
        // A little chance decides between moves that are worth about the same.
        let score = score(game, position, rules, mv) + random.random_range(0..4);
        if best.is_none_or(|best| score > best.score) {
            best = Some(Choice { mv, score });
        }
    }
    best
}

/// How much more a side has on the board than its opponent.
pub(super) fn balance<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, own: Colour) -> i32 {
    let material = |colour| -> i32 {
        rules.kinds().map(|kind| rules.kind(kind).value * position.men_of(colour, kind).count() as i32).sum()
    };
    material(own) - material(!own)
}

fn score<B: Bitboard>(game: &Game<B>, position: &Position<B>, rules: &Rules<B>, mv: Move) -> i32 {
    let own = position.side();
    let after = position.play(rules, mv);
    let replies = after.legal_moves(rules);
    let seen = 1 + game.hashes().iter().filter(|&&hash| hash == after.hash()).count();
    let outcome = after.judge_knowing(rules, || !replies.is_empty(), |limit| limit.min(seen as u8)).outcome;
    match (outcome.status, own) {
        (Status::WhiteWins, Colour::White) | (Status::BlackWins, Colour::Black) => return MATE,
        (Status::WhiteWins | Status::BlackWins, _) => return -MATE,
        (Status::Draw | Status::Replay, _) => return 0,
        (Status::Ongoing, _) => {}
    }
    let balance = balance(rules, &after, own);
    let repeats = if balance > 0 { 40 * (seen as i32 - 1) } else { 0 };
    balance - threat(rules, &after, &replies) - repeats
        + place(rules, position, mv)
        + hunt(rules, &after, own, &replies)
}

/// What the best reply wins: a mate, or a man, less what stands to be taken back.
fn threat<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, replies: &[Move]) -> i32 {
    let own = !position.side();
    let worth = |square: Square| position.man_at(square).map_or(0, |man| rules.kind(man.1).value);
    let mut worst = 0;
    for &reply in replies {
        let after = position.play(rules, reply);
        if after.judge(rules, |_| 1).outcome.status == Status::of(khun_rules::spec::Verdict::Win, position.side()) {
            return MATE / 2;
        }
        let gain = reply.promotion().map_or(0, |to| rules.kind(to).value - rules.kind(reply.kind()).value);
        let taken = if position.is_capture(reply) { worth(reply.to()) } else { 0 };
        if taken + gain > worst {
            let defended = after.is_attacked(rules, reply.to(), own, after.occupied());
            let lost = if defended { worth(reply.from()) } else { 0 };
            worst = worst.max(taken + gain - lost);
        }
    }
    worst
}

/// Ahead and towards the middle is better, for all but the royal man.
fn place<B: Bitboard>(rules: &Rules<B>, position: &Position<B>, mv: Move) -> i32 {
    let spec = rules.kind(mv.kind());
    if spec.royal {
        return 0;
    }
    let geometry = rules.geometry();
    let worth = |square: Square| {
        let (file, rank) = (i32::from(geometry.file(square)), i32::from(geometry.rank(square)));
        let aside = (2 * file + 1 - i32::from(geometry.files())).abs();
        let ahead = if position.side() == Colour::White { rank } else { i32::from(geometry.ranks()) - 1 - rank };
        if spec.pawn { 4 * ahead - aside } else { 2 * ahead - 2 * aside }
    };
    worth(mv.to()) - worth(mv.from())
}

/// Against a bare king: take away its moves, and come closer with the own king.
fn hunt<B: Bitboard>(rules: &Rules<B>, after: &Position<B>, own: Colour, replies: &[Move]) -> i32 {
    if after.men(!own).several() || !after.men(own).several() {
        return 0;
    }
    let royals = after.of_kinds(rules.royal_kinds());
    let geometry = rules.geometry();
    let (ours, theirs) = (after.men(own) & royals, after.men(!own) & royals);
    let distance = match (ours.squares().next(), theirs.squares().next()) {
        (Some(a), Some(b)) => {
            let files = i32::from(geometry.file(a)) - i32::from(geometry.file(b));
            let ranks = i32::from(geometry.rank(a)) - i32::from(geometry.rank(b));
            files.abs().max(ranks.abs())
        }
        _ => 0,
    };
    -8 * replies.len() as i32 - 6 * distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::{playout::seeded, samples};
    use std::sync::Arc;

    fn chosen(fen: &str) -> (String, Choice) {
        let mut spec = samples::makruk();
        for (kind, value) in spec.kinds.iter_mut().zip([0, 180, 260, 325, 520, 90]) {
            kind.value = value;
        }
        let rules: Arc<Rules<u64>> = Arc::new(Rules::build(&spec).unwrap());
        let game = Game::from_fen(rules.clone(), fen).unwrap();
        let choice = choose(&game, &mut seeded(1, 0)).unwrap();
        (rules.uci(choice.mv), choice)
    }

    #[test]
    fn it_mates_takes_and_saves() {
        let (mv, choice) = chosen("k7/8/1K6/8/8/8/8/7R w - - 0 1");
        assert_eq!(mv, "h1h8");
        assert!(choice.wins());
        assert_eq!(chosen("k7/8/8/4m3/3P4/8/8/7K w - - 0 1").0, "d4e5");
        // The rook must not take a defended pawn.
        assert_ne!(chosen("k7/8/3p4/4p3/8/8/4R3/7K w - - 0 1").0, "e2e5");
    }
}
