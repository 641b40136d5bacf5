//! The engine over text protocols: UCI and CECP (XBoard, version 2), over any reader and writer.
//!
//! A session reads lines until it is told to quit or the input ends; a line that it does not understand never ends it.
//! Which variants there are and where they come from is the business of a [`Library`].

mod bundled;
mod cecp;
mod describe;
mod library;
mod options;
mod output;
mod seat;
mod session;
mod uci;
mod weights;

pub use bundled::Bundled;
pub use cecp::xboard;
pub use library::{Fixed, Library, Variant};
pub use options::Settings;
pub use output::Output;
pub use uci::uci;
pub use weights::weights_of;
