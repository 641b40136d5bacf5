//! The evaluation as a bar.

use khun_engine::Score;

/// The number of characters.
const WIDTH: usize = 24;

/// White's share of the expected result as a bar: full for a won game, half full for an even one.
pub(super) fn bar(score_for_white: Score, unicode: bool) -> String {
    let expected = match score_for_white {
        // Who is mated now has lost.
        Score::Mate(moves) => f64::from(u8::from(moves > 0)),
        score => score.expectation(),
    };
    let full = (expected * WIDTH as f64).round() as usize;
    let (one, other) = if unicode { ("█", "░") } else { ("#", ".") };
    format!("{}{}", one.repeat(full), other.repeat(WIDTH - full.min(WIDTH)))
}

/// A score seen from the other side.
pub(super) const fn reversed(score: Score) -> Score {
    match score {
        Score::Centipawns(value) => Score::Centipawns(-value),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        let share = |score| bar(score, false).matches('#').count();
        assert_eq!(share(Score::Centipawns(0)), WIDTH / 2);
        assert_eq!((share(Score::Mate(2)), share(Score::Mate(-2))), (WIDTH, 0));
        assert!(share(Score::Centipawns(200)) > WIDTH / 2 && share(Score::Centipawns(-200)) < WIDTH / 2);
        assert_eq!(bar(Score::Centipawns(0), true).chars().count(), WIDTH);
    }
}
