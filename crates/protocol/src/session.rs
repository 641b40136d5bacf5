//! What both protocols have in common: the variant that is played, its seat, and a search in the background.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use khun_engine::search::{Control, NoMemory, Table};
use khun_engine::{Limits, Weights};
use khun_rules::with_rules;

use crate::library::{Library, Variant};
use crate::options::{self, Change, OptionLine, Settings};
use crate::output::Output;
use crate::seat::{self, Answer, Report, Seat};

/// How long a search that has found all there is sleeps before it looks whether its answer is wanted.
const PAUSE: Duration = Duration::from_millis(2);

/// The state of a session.
pub(crate) struct Session {
    library: Box<dyn Library>,
    pub(crate) settings: Settings,
    pub(crate) output: Output,
    /// The variant that is played; `None` before it was first needed.
    variant: Option<Variant>,
    /// The name of the variant that was asked for last, if any was.
    chosen: Option<String>,
    /// Why that variant cannot be played. Until this is put right nothing is played, rather than something else.
    refusal: Option<String>,
    tunables: Vec<(String, i32)>,
    weights_file: String,
    seat: Option<Box<dyn Seat>>,
    search: Option<Search>,
}

/// A search in the background.
struct Search {
    thread: JoinHandle<Box<dyn Seat>>,
    control: Arc<Control>,
    /// It only ends when it is told to.
    endless: bool,
    /// It waits to be told that the opponent has played the expected move.
    pondering: bool,
    /// Its answer is not wanted any more.
    silenced: Arc<AtomicBool>,
}

impl Session {
    pub(crate) fn new(library: Box<dyn Library>, settings: Settings, output: Output) -> Session {
        Session {
            library,
            settings,
            output,
            variant: None,
            chosen: None,
            refusal: None,
            tunables: Vec::new(),
            weights_file: String::new(),
            seat: None,
            search: None,
        }
    }

    /// The names of the variants, the one to start with first.
    pub(crate) fn names(&self) -> Vec<String> {
        self.library.names()
    }

    pub(crate) fn options(&self) -> Vec<OptionLine> {
        options::all(&self.settings, self.library.names())
    }

    /// The variant that is played.
    pub(crate) fn variant(&mut self) -> Result<&Variant, String> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        if self.variant.is_none() {
            let name = self.library.names().into_iter().next().ok_or("there are no variants")?;
            self.variant = Some(self.load(&name)?);
        }
        self.variant.as_ref().ok_or_else(|| "there are no variants".to_owned())
    }

    /// Sits down at another variant. Where there is none of this name the old one is kept; one that has a fault is not
    /// played, nor is any other in its place.
    pub(crate) fn choose(&mut self, name: &str) -> Result<&Variant, String> {
        let loaded = self.load(name);
        if loaded.is_ok() || self.library.names().iter().any(|known| known == name) {
            self.wait();
            self.chosen = Some(name.to_owned());
            self.refusal = loaded.as_ref().err().cloned();
        }
        let variant = loaded?;
        self.seat = None;
        Ok(self.variant.insert(variant))
    }

    /// Reads the weights of the variant again, since another file was named. The game goes on with them; if they have a
    /// fault it waits until that is put right.
    fn weigh(&mut self) -> Result<(), String> {
        let known = self.variant.as_ref().map(|variant| variant.name.clone());
        // Before the first use of a variant nobody knows which one the file is for.
        let Some(name) = self.chosen.clone().or(known) else { return Ok(()) };
        self.wait();
        let loaded = self.load(&name);
        self.refusal = loaded.as_ref().err().cloned();
        let variant = self.variant.insert(loaded?);
        if let Some(mut seat) = self.seat.take()
            && seat.spec() == variant.rules.spec()
        {
            seat.weigh(variant.weights.clone());
            // Settings may have changed while nothing was played.
            let obeyed = seat.obey(&self.settings);
            for (name, value) in &self.tunables {
                seat.set_tunable(name, *value);
            }
            self.seat = Some(seat);
            obeyed.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// A variant, with the weights of the user's file in the place of its own.
    fn load(&self, name: &str) -> Result<Variant, String> {
        let mut variant = self.library.load(name)?;
        if self.weights_file.is_empty() {
            return Ok(variant);
        }
        let fail = |error: String| format!("{}: {error}", self.weights_file);
        let text = std::fs::read_to_string(&self.weights_file).map_err(|error| fail(error.to_string()))?;
        let read = with_rules!(&variant.rules, rules => Weights::read(rules, &text));
        variant.weights = read.map_err(|error| fail(error.to_string()))?;
        Ok(variant)
    }

    /// The seat, once no search is using it. A search that would go on for ever is stopped.
    pub(crate) fn seat(&mut self) -> Result<&mut dyn Seat, String> {
        self.wait();
        self.variant()?;
        if self.seat.is_none() {
            let Some(variant) = &self.variant else { return Err("there are no variants".to_owned()) };
            let mut seat = seat::take(variant, &self.settings).map_err(|error| error.to_string())?;
            for (name, value) in &self.tunables {
                seat.set_tunable(name, *value);
            }
            self.seat = Some(seat);
        }
        match &mut self.seat {
            Some(seat) => Ok(seat.as_mut()),
            None => Err("there is no game".to_owned()),
        }
    }

    /// Sets an option. What the session cannot do for a protocol by itself is handed back.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let before = self.settings.clone();
        let change = options::set(&mut self.settings, name, value);
        match &change {
            // The size is known to be too large before there is a table.
            Change::Settings if self.settings.hash > before.hash && Table::check(self.settings.hash).is_err() => {
                let error = NoMemory { megabytes: self.settings.hash };
                self.settings = before;
                return Err(error.to_string());
            }
            // While a search runs, or until its end is noticed, the seat is with it.
            Change::Settings
                if self.settings != before
                    && self.refusal.is_none()
                    && (self.seat.is_some() || self.search.is_some()) =>
            {
                let settings = self.settings.clone();
                if let Err(error) = self.seat()?.obey(&settings) {
                    self.settings = before;
                    return Err(error.to_string());
                }
            }
            Change::ClearHash => self.seat()?.clear(),
            Change::Path(path) => self.library.add_path(path)?,
            Change::Weights(path) => {
                self.weights_file.clone_from(path);
                self.weigh()?;
            }
            Change::Tunable(name, value) => {
                self.tunables.push((name.clone(), *value));
                self.seat()?.set_tunable(name, *value);
            }
            _ => {}
        }
        Ok(change)
    }

    /// Begins a search in the background. `report` is told how it stands, `done` what it has found.
    pub(crate) fn search(
        &mut self,
        limits: Limits,
        mut report: impl FnMut(Report) + Send + 'static,
        done: impl FnOnce(Answer) + Send + 'static,
    ) -> Result<(), String> {
        self.seat()?;
        let Some(mut seat) = self.seat.take() else { return Err("there is no game".to_owned()) };
        let control = Arc::new(Control::new());
        if limits.ponder {
            control.ponder();
        }
        // A mate that is not there is looked for without end.
        let none = limits.depth.is_none() && limits.nodes.is_none();
        let untimed = limits.move_time.is_none() && limits.time == [None; 2];
        let endless = limits.infinite || none && untimed;
        let silenced = Arc::new(AtomicBool::new(false));
        let (theirs, quiet) = (control.clone(), silenced.clone());
        let output = self.output.clone();
        let (infinite, pondering) = (limits.infinite, limits.ponder);
        let thread = std::thread::spawn(move || {
            let answer = seat.go(&limits, &theirs, &mut |info| {
                if !quiet.load(Ordering::Relaxed) {
                    report(info);
                }
                if output.is_closed() {
                    theirs.stop();
                }
            });
            // Whoever asked for an endless search, or has not yet told that the pondered move was played, expects no
            // answer before.
            while !theirs.is_stopped() && (infinite || theirs.is_pondering()) {
                std::thread::sleep(PAUSE);
            }
            if !quiet.load(Ordering::Relaxed) {
                done(answer);
            }
            seat
        });
        self.search = Some(Search { thread, control, endless, pondering, silenced });
        Ok(())
    }

    /// Tells a search to end, if there is one.
    pub(crate) fn stop(&self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
    }

    /// Tells a search to end and not to answer.
    pub(crate) fn abandon(&mut self) {
        if let Some(search) = &self.search {
            search.silenced.store(true, Ordering::Relaxed);
            search.control.stop();
        }
        self.wait();
    }

    /// The move that was pondered on has been played.
    pub(crate) fn ponder_hit(&mut self) {
        if let Some(search) = &mut self.search {
            search.pondering = false;
            search.control.ponder_hit();
        }
    }

    /// Waits for a search to end; one that would go on for ever is stopped.
    pub(crate) fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            if search.endless || search.pondering {
                search.control.stop();
            }
            // A search that fell over leaves no seat; the next use takes a new one.
            self.seat = search.thread.join().ok();
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.wait();
    }
}

/// Reads a line without its end, whatever bytes it has. `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
