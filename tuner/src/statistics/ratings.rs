//! Ratings of several players from all their games at once (Bradley-Terry, draws as half wins).

use serde::Serialize;

use super::elo::Z95;
use super::score_of_elo;
use crate::linear::Symmetric;

/// What two players scored against each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// The players, by number.
    pub players: [usize; 2],
    /// The first player's points.
    pub score: f64,
    /// The games played.
    pub games: f64,
}

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The logistic Elo difference to the anchor.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// The player's points.
    pub score: f64,
    /// The player's games.
    pub games: f64,
}

/// Why players cannot be rated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RatingsError {
    /// A player has a number that does not exist.
    #[error("there is no player {0}")]
    UnknownPlayer(usize),
    /// The results split the players in two, with one part never gaining a point from the other.
    #[error("players {0:?} won or lost every game against the others, or never met them: no finite rating fits")]
    Split(Vec<usize>),
}

/// Rates `players` players with the first as the anchor, by maximum likelihood.
///
/// # Errors
/// The results have no finite best ratings.
pub fn rate(players: usize, encounters: &[Encounter]) -> Result<Vec<Rating>, RatingsError> {
    if let Some(unknown) = encounters.iter().flat_map(|e| e.players).find(|&player| player >= players) {
        return Err(RatingsError::UnknownPlayer(unknown));
    }
    connected(players, encounters)?;
    let free = players.saturating_sub(1);
    let slope = std::f64::consts::LN_10 / 400.0;
    let mut elo = vec![0.0; players];
    let mut information = Symmetric::zero(free);
    for _ in 0..200 {
        let mut gradient = vec![0.0; free];
        information = Symmetric::zero(free);
        for e in encounters {
            let [a, b] = e.players;
            let expected = score_of_elo(elo[a] - elo[b]);
            let pull = slope * (e.score - e.games * expected);
            let weight = slope * slope * e.games * expected * (1.0 - expected);
            for (player, sign) in [(a, 1.0), (b, -1.0)] {
                if let Some(row) = player.checked_sub(1) {
                    gradient[row] += sign * pull;
                    information.add(row, row, weight);
                }
            }
            if a > 0 && b > 0 && a != b {
                information.add(a - 1, b - 1, -weight);
            }
        }
        // Connected results have a positive definite information matrix.
        let Some(factor) = information.cholesky() else { break };
        let step = factor.solve(&gradient);
        let largest = step.iter().fold(0.0f64, |largest, x| largest.max(x.abs()));
        // The likelihood is concave, but a full step from afar may overshoot.
        let damping = (200.0 / largest).min(1.0);
        for (rating, step) in elo[1..].iter_mut().zip(&step) {
            *rating += damping * step;
        }
        if largest < 1e-11 {
            break;
        }
    }
    let variances = information.cholesky().map(|factor| factor.inverse_diagonal()).unwrap_or_default();
    Ok((0..players)
        .map(|player| {
            let variance = player.checked_sub(1).and_then(|row| variances.get(row)).copied().unwrap_or(0.0);
            let part = |e: &Encounter| match e.players {
                [a, b] if a == b => None,
                [a, _] if a == player => Some((e.score, e.games)),
                [_, b] if b == player => Some((e.games - e.score, e.games)),
                _ => None,
            };
            let (score, games) =
                encounters.iter().filter_map(part).fold((0.0, 0.0), |(s, g), (ps, pg)| (s + ps, g + pg));
            Rating { elo: elo[player], error: Z95 * variance.max(0.0).sqrt(), score, games }
        })
        .collect())
}

/// Finite ratings exist where points flow from every player to every other, perhaps through third ones.
fn connected(players: usize, encounters: &[Encounter]) -> Result<(), RatingsError> {
    for forward in [true, false] {
        let mut reached = vec![false; players];
        let mut open = vec![0];
        while let Some(player) = open.pop() {
            if player >= players || std::mem::replace(&mut reached[player], true) {
                continue;
            }
            for e in encounters {
                let [a, b] = e.players;
                let (a_gains, b_gains) = (e.score > 0.0, e.score < e.games);
                let (from_a, from_b) = if forward { (a_gains, b_gains) } else { (b_gains, a_gains) };
                if a == player && from_a {
                    open.push(b);
                }
                if b == player && from_b {
                    open.push(a);
                }
            }
        }
        let missing: Vec<usize> = (0..players).filter(|&player| !reached[player]).collect();
        if !missing.is_empty() {
            return Err(RatingsError::Split(missing));
        }
    }
    Ok(())
}
