//! What Ctrl-C does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a program that an interrupt has ended.
pub(crate) const INTERRUPTED: i32 = 130;

/// Does something at the first interrupt; the second ends the program.
pub(crate) fn on_interrupt(first: impl Fn() + Send + 'static) {
    let again = AtomicBool::new(false);
    // Without a handler an interrupt ends the program at once, which is no loss.
    let _ = ctrlc::set_handler(move || {
        if again.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        first();
    });
}

/// A flag that the first interrupt sets.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    on_interrupt(move || flag.store(true, Ordering::Relaxed));
    stop
}
