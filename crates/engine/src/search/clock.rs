//! Limits of a search, and how much of a player's time a move may take.

use std::time::{Duration, Instant};

use khun_board::Colour;
use khun_rules::Move;

/// What a search may use. Without any limit it goes on until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The largest depth, in plies.
    pub depth: Option<u32>,
    /// The number of nodes. Exact with one thread.
    pub nodes: Option<u64>,
    /// The search ends when it has found a forced win in so many moves.
    pub mate: Option<u32>,
    /// The time for the move.
    pub move_time: Option<Duration>,
    /// The players' clocks, White's first.
    pub time: [Option<Duration>; 2],
    /// What they gain with each move.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Whether to search on until stopped even when nothing is left to search.
    pub infinite: bool,
    /// Whether the opponent's clock is still running; time counts from [`super::Control::ponder_hit`] on.
    pub ponder: bool,
    /// The only moves to look at; empty for all.
    pub search_moves: Vec<Move>,
    /// Time lost between the engine and the clock.
    pub overhead: Duration,
}

/// When a search ends.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// The move should be made by then, more or less.
    soft: Option<Duration>,
    /// The move has to be made by then.
    hard: Option<Duration>,
    nodes: Option<u64>,
    pub(crate) depth: u32,
    pub(crate) mate: Option<u32>,
    /// The soft limit may be stretched and shrunk.
    flexible: bool,
}

impl Clock {
    pub(crate) fn new(limits: &Limits, side: Colour) -> Clock {
        let mut clock = Clock {
            start: Instant::now(),
            soft: None,
            hard: None,
            nodes: limits.nodes,
            depth: limits.depth.unwrap_or(u32::MAX).max(1),
            mate: limits.mate,
            flexible: false,
        };
        if let Some(time) = limits.move_time {
            // Whoever asks for a time wants that time: what is lost on the way matters to clocks only.
            let time = time.max(Duration::from_millis(1));
            (clock.soft, clock.hard) = (Some(time), Some(time));
        } else if let Some(left) = limits.time[side.index()] {
            let (soft, hard) = share(left, limits.increment[side.index()], limits.moves_to_go, limits.overhead);
            (clock.soft, clock.hard, clock.flexible) = (Some(soft), Some(hard), true);
        }
        clock
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    #[inline(always)]
    pub(crate) fn nodes_are_limited(&self) -> bool {
        self.nodes.is_some()
    }

    /// Whether the search has to end, the time of a pondering search not counted.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit) || self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning. `urgency` stretches the time (in percent): more while the best
    /// move keeps changing or its value falls.
    pub(crate) fn is_enough(&self, urgency: u32) -> bool {
        let Some(soft) = self.soft else { return false };
        let soft = if self.flexible { soft * urgency / 100 } else { soft };
        self.elapsed() >= soft
    }
}

/// The time that a move should and may take.
fn share(left: Duration, increment: Duration, moves_to_go: Option<u32>, overhead: Duration) -> (Duration, Duration) {
    let usable = left.saturating_sub(overhead).max(Duration::from_millis(1));
    let moves = moves_to_go.unwrap_or(32).clamp(1, 40);
    let most = if moves == 1 { usable.mul_f64(0.9) } else { usable.mul_f64(0.45) };
    let soft = usable.div_f64(f64::from(moves) + 1.0) + increment.mul_f64(0.7);
    let soft = soft.mul_f64(0.75).min(most);
    let hard = soft.mul_f64(4.0).min(most).max(soft);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_never_takes_all_the_time() {
        for left in [1, 10, 50, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 2000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let left = Duration::from_millis(left);
                    let (soft, hard) = share(left, Duration::from_millis(increment), moves, Duration::from_millis(10));
                    assert!(soft <= hard && (hard < left || left.as_millis() == 1), "{left:?} {moves:?}: {hard:?}");
                }
            }
        }
    }
}
