//! What a run tells while it runs: a bar on a terminal, a log in its directory, events for programs.

use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use serde_json::{Value, json};

/// The version of the events.
const SCHEMA_VERSION: u32 = 1;

/// What a program tells about its work, and how.
#[derive(Debug)]
pub struct Output {
    json: bool,
    quiet: bool,
    log: Mutex<Option<File>>,
}

impl Output {
    /// Talks on stderr, with a bar on a terminal; with `json` one event a line on stdout besides.
    pub fn new(json: bool) -> Output {
        Output { json, quiet: false, log: Mutex::new(None) }
    }

    /// Says nothing.
    pub fn quiet() -> Output {
        Output { json: false, quiet: true, log: Mutex::new(None) }
    }

    /// Whether events are printed.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Keeps a log of what is said in a file from now on. A log that cannot be written is no reason to stop.
    pub fn log_to(&self, path: &Path) {
        let file = OpenOptions::new().create(true).append(true).open(path).ok();
        if let Ok(mut log) = self.log.lock() {
            *log = file;
        }
    }

    /// Says a line to the user.
    pub fn say(&self, line: &str) {
        self.write_log(line);
        if !self.quiet {
            eprintln!("{line}");
        }
    }

    fn write_log(&self, line: &str) {
        let Ok(mut log) = self.log.lock() else { return };
        if let Some(file) = log.as_mut() {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            let _ = writeln!(file, "{} {line}", now.as_secs());
        }
    }

    /// Tells programs that something happened: one line of JSON with `event` and the fields of `body`.
    pub fn event<T: Serialize>(&self, event: &str, body: &T) {
        if !self.json {
            return;
        }
        let mut line = json!({"schema_version": SCHEMA_VERSION, "event": event});
        if let (Value::Object(line), Ok(Value::Object(body))) = (&mut line, serde_json::to_value(body)) {
            line.extend(body);
        }
        // A reader that went away is no reason to stop the run.
        let _ = writeln!(std::io::stdout().lock(), "{line}");
    }

    /// A bar for work of `length` units, of which `done` are done already. It shows only on a terminal.
    pub fn bar(&self, what: &str, unit: &str, done: u64, length: u64) -> Progress {
        let shown = !self.quiet && std::io::stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr_with_hz(4) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(length), target).with_position(done);
        let template = format!("{what} {{wide_bar}} {{pos}}/{{len}} {unit} {{per_sec}} {{eta}} left {{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.reset_eta();
        if shown {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Progress(bar)
    }
}

/// A progress bar.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// One unit more is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// So many units are done.
    pub fn set(&self, done: u64) {
        self.0.set_position(done);
    }

    /// How the work stands, in a few words at the end of the bar.
    pub fn message(&self, text: String) {
        self.0.set_message(text);
    }

    /// Prints a line above the bar.
    pub fn println(&self, line: &str) {
        self.0.suspend(|| eprintln!("{line}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
