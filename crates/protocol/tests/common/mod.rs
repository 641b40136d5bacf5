//! Runs sessions over text.

use std::collections::VecDeque;
use std::io::{BufReader, Cursor, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use khun_protocol::{Bundled, Output, Settings};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A writer whose text can be looked at, and waited for.
#[derive(Clone, Default)]
pub(crate) struct Text(Arc<(Mutex<String>, Condvar)>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.append(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Text {
    fn append(&self, text: &str) -> usize {
        let (written, changed) = &*self.0;
        let mut written = written.lock().unwrap();
        written.push_str(text);
        changed.notify_all();
        written.len()
    }

    fn remove(&self, text: &str) {
        let mut written = self.0.0.lock().unwrap();
        *written = written.replace(text, "");
    }

    fn lines(&self) -> Vec<String> {
        self.0.0.lock().unwrap().lines().map(str::to_owned).collect()
    }

    /// Waits for a line that begins so, after so many bytes.
    fn wait_for(&self, start: &str, after: usize) {
        let (written, changed) = &*self.0;
        let end = Instant::now() + PATIENCE;
        let mut written = written.lock().unwrap();
        while !written[after..].split_inclusive('\n').any(|line| line.ends_with('\n') && line.starts_with(start)) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "{start:?} does not come after\n{written}");
            written = changed.wait_timeout(written, left).unwrap().0;
        }
    }
}

/// A protocol's session over any reader.
#[derive(Clone, Copy)]
pub(crate) enum Protocol {
    Uci,
    Cecp,
}

impl Protocol {
    fn run(self, input: impl Read + Send, text: &Text) {
        let (output, library) = (Output::new(text.clone()), Box::<Bundled>::default());
        let mut input = BufReader::with_capacity(1, input);
        match self {
            Protocol::Uci => khun_protocol::uci(&mut input, &output, library, Settings::default()),
            Protocol::Cecp => khun_protocol::xboard(&mut input, &output, library, Settings::default()),
        }
        .unwrap();
    }
}

/// What a session answers to a script that is there at once.
#[allow(dead_code)]
pub(crate) fn answers(protocol: Protocol, script: &str) -> Vec<String> {
    let text = Text::default();
    protocol.run(Cursor::new(script.as_bytes().to_vec()), &text);
    text.lines()
}

/// What a UCI session answers.
#[allow(dead_code)]
pub(crate) fn uci(script: &str) -> Vec<String> {
    answers(Protocol::Uci, script)
}

/// What a CECP session answers.
#[allow(dead_code)]
pub(crate) fn xboard(script: &str) -> Vec<String> {
    answers(Protocol::Cecp, script)
}

/// A dialogue: commands and answers as they come. A line of the script that begins with `< ` is no command; it waits for
/// an answer to the last command that begins with the rest of it. A line that begins with `#` says something to the
/// reader.
#[allow(dead_code)]
pub(crate) fn dialogue(protocol: Protocol, script: &str) -> String {
    let text = Text::default();
    let steps = script.lines().map(str::to_owned).collect();
    let pings = matches!(protocol, Protocol::Cecp).then_some(FIRST_PING);
    protocol.run(Asker { steps, text: text.clone(), pending: VecDeque::new(), said: 0, pings, pinged: false }, &text);
    text.lines().join("\n")
}

/// The side of a dialogue that gives commands.
struct Asker {
    steps: VecDeque<String>,
    text: Text,
    pending: VecDeque<u8>,
    /// Where the answers to the last command begin.
    said: usize,
    /// The number of the next ping that is not told of, where the protocol has them: a CECP session reads ahead, so that
    /// answers to a command are known to be all there by such a ping only.
    pings: Option<u32>,
    /// Whether such a ping is on its way.
    pinged: bool,
}

const FIRST_PING: u32 = 100_000;

impl Asker {
    /// Waits for the ping that was sent, or sends the one that is due.
    fn synchronise(&mut self) {
        let Some(number) = &mut self.pings else { return };
        if std::mem::take(&mut self.pinged) {
            let pong = format!("pong {number}");
            self.text.wait_for(&pong, self.said);
            self.text.remove(&format!("{pong}\n"));
            *number += 1;
        }
    }

    /// Whether the answers to a command are all there once a ping after it is answered, and have to be before the next
    /// step.
    fn is_to_be_pinged(&self) -> bool {
        self.pings.is_some() && !self.steps.front().is_some_and(|step| step.starts_with("< ") || step == "?")
    }
}

impl Read for Asker {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.pending.is_empty() {
            self.synchronise();
            let Some(step) = self.steps.pop_front() else { return Ok(0) };
            if let Some(start) = step.strip_prefix("< ") {
                self.text.wait_for(start, self.said);
            } else if step.starts_with('#') || step.is_empty() {
                self.text.append(&format!("{step}\n"));
            } else {
                self.said = self.text.append(&format!("> {step}\n"));
                self.pending.extend(format!("{step}\n").bytes());
                if let Some(number) = self.pings.filter(|_| step != "quit" && self.is_to_be_pinged()) {
                    self.pending.extend(format!("ping {number}\n").bytes());
                    self.pinged = true;
                }
            }
        }
        match (buffer.first_mut(), self.pending.pop_front()) {
            (Some(place), Some(byte)) => {
                *place = byte;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}
