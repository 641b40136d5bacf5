//! Lines of input, with or without a clock that runs while they are waited for.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// What came of waiting for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// A line, whatever its bytes were.
    Text(String),
    /// The input has ended.
    End,
    /// Nothing came in time.
    Late,
}

/// Where lines come from.
pub(super) trait Lines {
    /// Waits for a line, not longer than the time if there is one.
    ///
    /// # Errors
    /// The input cannot be read.
    fn next_line(&mut self, time: Option<Duration>) -> io::Result<Line>;
}

/// Any reader. It cannot be waited for with a clock.
impl<R: BufRead> Lines for R {
    fn next_line(&mut self, _: Option<Duration>) -> io::Result<Line> {
        let mut bytes = Vec::new();
        let length = self.read_until(b'\n', &mut bytes)?;
        Ok(if length > 0 { Line::Text(String::from_utf8_lossy(&bytes).into_owned()) } else { Line::End })
    }
}

/// Lines that another thread reads.
pub(super) struct Background(Receiver<io::Result<Line>>);

impl Background {
    /// Reads standard input on a thread of its own, which ends with the program.
    pub(super) fn standard_input() -> Background {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let line = input.next_line(None);
                let last = !matches!(line, Ok(Line::Text(_)));
                if sender.send(line).is_err() || last {
                    return;
                }
            }
        });
        Background(receiver)
    }
}

impl Lines for Background {
    fn next_line(&mut self, time: Option<Duration>) -> io::Result<Line> {
        match time {
            None => self.0.recv().unwrap_or(Ok(Line::End)),
            Some(time) => match self.0.recv_timeout(time) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => Ok(Line::Late),
                Err(RecvTimeoutError::Disconnected) => Ok(Line::End),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_and_end() {
        let mut input = &b"e3e4\n\xff\nquit"[..];
        let next = |input: &mut &[u8]| input.next_line(None).unwrap();
        assert_eq!(next(&mut input), Line::Text("e3e4\n".into()));
        assert_eq!(next(&mut input), Line::Text("\u{fffd}\n".into()));
        assert_eq!(next(&mut input), Line::Text("quit".into()));
        assert_eq!(next(&mut input), Line::End);
    }

    #[test]
    fn a_line_can_come_too_late() {
        let (sender, receiver) = mpsc::channel();
        let mut lines = Background(receiver);
        let time = Some(Duration::from_millis(5));
        assert_eq!(lines.next_line(time).unwrap(), Line::Late);
        sender.send(Ok(Line::Text("e3e4".into()))).unwrap();
        assert_eq!(lines.next_line(time).unwrap(), Line::Text("e3e4".into()));
        drop(sender);
        assert_eq!(lines.next_line(time).unwrap(), Line::End);
    }
}
