//! The players' clocks.

use std::str::FromStr;
use std::time::{Duration, Instant};

use khun_engine::Limits;
use khun_rules::board::Colour;

/// How much time each player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl {
    /// For the whole game.
    time: Duration,
    /// Gained with each move.
    increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads minutes and seconds a move: `5+3`, `10`, `0.5+1`.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        const DAY: f64 = 86_400.0;
        let number = |text: &str, unit: f64| {
            let seconds = text.trim().parse::<f64>().ok().map(|number| number * unit);
            seconds.filter(|seconds| (0.0..=DAY).contains(seconds)).map(Duration::from_secs_f64)
        };
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        match (number(minutes, 60.0), number(seconds, 1.0)) {
            (Some(time), Some(increment)) if !time.is_zero() => Ok(TimeControl { time, increment }),
            _ => Err("want minutes and seconds a move, such as 5+3".to_owned()),
        }
    }
}

/// Two clocks, of which that of the side to move runs.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    /// What each player had left when the move began.
    left: [Duration; 2],
    /// When the move began.
    since: Instant,
    /// What was left before each of the moves that were made.
    past: Vec<[Duration; 2]>,
}

impl Clocks {
    /// Full clocks; the first move begins now.
    pub(super) fn new(control: TimeControl) -> Clocks {
        Clocks { control, left: [control.time; 2], since: Instant::now(), past: Vec::new() }
    }

    /// What the side to move has left; zero if its time is up.
    pub(super) fn left(&self, side: Colour) -> Duration {
        self.left[side.index()].saturating_sub(self.since.elapsed())
    }

    /// Gives the side to move back the time since then, which it did not use itself.
    pub(super) fn spare(&mut self, begun: Instant) {
        self.since = (self.since + begun.elapsed()).min(Instant::now());
    }

    /// The side to move has made its move.
    pub(super) fn press(&mut self, side: Colour) {
        self.past.push(self.left);
        self.left[side.index()] = self.left(side) + self.control.increment;
        self.since = Instant::now();
    }

    /// Goes back to where so many of the moves were made; the move there begins now. Moves that were made without these
    /// clocks give both players their full time.
    pub(super) fn back_to(&mut self, moves: usize) {
        match self.past.get(moves) {
            Some(&left) => self.left = left,
            None if self.past.len() != moves => self.left = [self.control.time; 2],
            None => {}
        }
        self.past.truncate(moves);
        self.since = Instant::now();
    }

    /// Full clocks for a game in which so many moves were made before.
    pub(super) fn restart(&mut self, moves: usize) {
        *self = Clocks { past: vec![[self.control.time; 2]; moves], ..Clocks::new(self.control) };
    }

    /// The limits of a search by the side to move.
    pub(super) fn limits(&self, side: Colour) -> Limits {
        let mut time = self.left;
        time[side.index()] = self.left(side);
        Limits {
            time: time.map(Some),
            increment: [self.control.increment; 2],
            overhead: Duration::from_millis(10),
            ..Limits::default()
        }
    }
}

/// A time as clocks show it: `1:02:03`, `4:59`, `0:07.3`.
pub(super) fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("0:{:02}.{}", seconds, time.subsec_millis() / 100),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls() {
        let read = |text: &str| text.parse::<TimeControl>().map(|control| (control.time, control.increment));
        let seconds = |time, increment| Ok((Duration::from_secs(time), Duration::from_secs(increment)));
        assert_eq!(read("5+3"), seconds(300, 3));
        assert_eq!(read("0.5"), seconds(30, 0));
        for text in ["", "+", "0+3", "-1+2", "5+", "5+3+1", "five", "NaN", "inf", "1e9", "5+-1"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_read_well() {
        for (milliseconds, text) in
            [(0, "0:00.0"), (7_390, "0:07.3"), (10_000, "0:10"), (299_999, "4:59"), (3_723_000, "1:02:03")]
        {
            assert_eq!(shown(Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn time_that_is_spared_is_not_lost() {
        let mut clocks = Clocks::new("1".parse().unwrap());
        let begun = Instant::now();
        std::thread::sleep(Duration::from_millis(30));
        assert!(clocks.left(Colour::White) <= Duration::from_millis(59_970));
        clocks.spare(begun);
        assert!(clocks.left(Colour::White) > Duration::from_millis(59_970));
    }

    #[test]
    fn a_move_that_is_taken_back_gives_its_time_back() {
        let mut clocks = Clocks::new("1+10".parse().unwrap());
        let full = clocks.left;
        clocks.press(Colour::White);
        assert!(clocks.left[0] > full[0] && clocks.left[1] == full[1]);
        clocks.press(Colour::Black);
        clocks.back_to(0);
        assert_eq!((clocks.left, clocks.past.len()), (full, 0));
        clocks.restart(3);
        clocks.press(Colour::Black);
        clocks.back_to(1);
        assert_eq!((clocks.left, clocks.past.len()), (full, 1));
    }
}
