//! Runs sessions over text.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use khun_protocol::{Bundled, Output, Settings};

/// A writer whose text can be looked at afterwards.
#[derive(Clone, Default)]
pub(crate) struct Text(Arc<Mutex<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Text {
    fn lines(&self) -> Vec<String> {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap().lines().map(str::to_owned).collect()
    }
}

/// What a UCI session answers.
#[allow(dead_code)]
pub(crate) fn uci(script: &str) -> Vec<String> {
    let text = Text::default();
    let output = Output::new(text.clone());
    khun_protocol::uci(&mut Cursor::new(script), &output, Box::<Bundled>::default(), Settings::default()).unwrap();
    text.lines()
}

/// What a CECP session answers.
#[allow(dead_code)]
pub(crate) fn xboard(script: &str) -> Vec<String> {
    let text = Text::default();
    let output = Output::new(text.clone());
    khun_protocol::xboard(&mut Cursor::new(script), &output, Box::<Bundled>::default(), Settings::default()).unwrap();
    text.lines()
}
