//! Lines to the other side, from whichever thread has something to say.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A writer that several threads share, line by line.
#[derive(Clone)]
pub struct Output(Arc<Shared>);

struct Shared {
    writer: Mutex<Box<dyn Write + Send>>,
    /// The other side has taken a line no more.
    closed: AtomicBool,
}

impl Output {
    /// Shares a writer.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Shared { writer: Mutex::new(Box::new(writer)), closed: AtomicBool::new(false) }))
    }

    /// Writes a line (or several) and flushes. What the other side does not take any more is lost without a word: the
    /// end of its input will end the session.
    pub fn line(&self, line: impl Display) {
        let mut writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(writer, "{line}").and_then(|()| writer.flush()).is_err() {
            self.0.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the other side was found to be gone.
    pub fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Relaxed)
    }
}
