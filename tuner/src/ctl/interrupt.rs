//! Ctrl-C: the first one finishes what is in flight and saves, the second one ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a run has been asked to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A request that only [`Interrupt::request`] makes.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// A request that the first Ctrl-C (or SIGTERM) makes. May be called once in a program; a second call, or a system
    /// without signals, gives one that never comes.
    pub fn on_ctrl_c() -> Interrupt {
        let interrupt = Interrupt::new();
        let flag = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            if flag.is_requested() {
                std::process::exit(130);
            }
            flag.request();
            eprintln!("\nstopping: finishing what is in flight (once more to stop at once)");
        });
        interrupt
    }

    /// Asks to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
