//! Variant files: TOML read with places, inherited, checked and compiled to rules.

pub mod betza;
mod board;
mod bundled;
mod chain;
mod checks;
pub mod codes;
mod compile;
mod condition;
mod counting;
mod description;
mod ends;
mod error;
mod fault;
mod hash;
mod load;
mod merge;
mod nearest;
mod params;
mod phrase;
mod pieces;
mod rights;
mod section;
mod source;
pub mod squares;
mod test_case;
mod tree;
mod worth;

pub use bundled::{Bundled, bundled};
pub use error::LoadError;
pub use fault::{Fault, FaultData, Faults, Label, LabelData, Severity};
pub use load::{Variant, load, load_str};
pub use nearest::nearest;
pub use params::{Parameter, ParameterKind, Profile, Setting, Settings};
pub use phrase::PhraseFault;
pub use source::{Place, SourceFile};
pub use test_case::{ExpectedResult, Placed, TestCase};
