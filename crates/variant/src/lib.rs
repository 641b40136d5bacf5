//! Variant files: TOML read with places, inherited, checked and compiled to [`khun_rules::AnyRules`].
//!
//! The way of a file: [`SourceFile`] -> a tree in which every value knows its [`Place`] -> the files that it extends are
//! laid under it -> a profile and parameters are put in -> every table is read, in the engine's terms -> checks of what
//! does not fit together -> [`khun_rules::spec::RulesSpec`] -> tables. Nothing stops at the first fault: a pass reports
//! all of them, each as a [`Fault`] with a stable code, the places that have to do with it, and what to write instead.
//!
//! The vocabulary is described in `VOCABULARY.md` beside this crate; the bundled files show it at work.
//!
//! ```
//! use khun_rules::{perft, with_rules};
//! use khun_variant::{Settings, load};
//!
//! let ouk = load("ouk", &Settings::default())?;
//! assert_eq!(with_rules!(&ouk.rules, rules => perft(rules, &rules.start(), 2)), 625);
//!
//! // One source's reading of the rules, and one rule changed.
//! let settings = Settings::profile("zh").with("promotion_rank", "7");
//! let makruk = load("makruk", &settings)?;
//! assert_eq!(makruk.profile.as_deref(), Some("zh"));
//!
//! let error = load("makruk", &Settings::default().with("stalemate", "lose")).unwrap_err();
//! assert_eq!(error.exit_status(), 2);
//! # Ok::<(), khun_variant::LoadError>(())
//! ```
//!
//! A file with faults:
//!
//! ```
//! use khun_variant::{Style, check_str, render};
//!
//! let report = check_str("format = 1\nextends = \"makruk\"\npieces.khon.betza = \"FfX\"\n", "mine.toml", None)?;
//! assert!(!report.is_ok());
//! assert_eq!(
//!     render(&report.faults[0], Style::Short),
//!     "mine.toml:3:24: E303: `pieces.khon.betza`: unknown atom `X` at column 3 of \"FfX\" \
//!      (the atoms are W F D N A H C Z G K R B Q)\n"
//! );
//! # Ok::<(), khun_variant::LoadError>(())
//! ```

pub mod betza;
mod board;
mod bundled;
mod chain;
mod check;
mod checks;
pub mod codes;
mod compile;
mod condition;
mod counting;
mod description;
mod ends;
mod error;
mod explanations;
mod fault;
mod hash;
pub mod keys;
mod load;
mod merge;
mod nearest;
mod params;
mod phrase;
mod pieces;
mod render;
mod rights;
mod run;
mod section;
mod settings;
mod source;
pub mod squares;
pub mod starter;
mod test_case;
mod tree;
mod worth;

pub use bundled::{Bundled, bundled};
pub use check::{Report, ReportData, check, check_str};
pub use error::LoadError;
pub use fault::{Fault, FaultData, Faults, Label, LabelData, Severity};
pub use load::{Variant, load, load_str};
pub use nearest::nearest;
pub use phrase::PhraseFault;
pub use render::{Style, render};
pub use settings::{Parameter, ParameterKind, Profile, Setting, Settings};
pub use source::{Place, SourceFile};
pub use test_case::{ExpectedResult, Placed, TestCase};
