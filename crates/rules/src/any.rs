//! The one place where the width of bitboards is chosen.

use std::sync::Arc;

use crate::spec::RulesSpec;
use crate::{BuildError, Rules};

/// Rules of either width. Match on it once, at the top of a command, and be generic below: see [`crate::with_rules!`].
#[derive(Clone, Debug)]
pub enum AnyRules {
    /// Boards of at most 64 squares.
    Small(Arc<Rules<u64>>),
    /// Boards of up to 128 squares.
    Large(Arc<Rules<u128>>),
}

impl AnyRules {
    /// Compiles a variant for the narrowest bitboard that its board fits.
    ///
    /// # Errors
    /// All faults of the spec.
    pub fn build(spec: &RulesSpec) -> Result<AnyRules, BuildError> {
        if spec.geometry.squares() <= 64 {
            Rules::build_shared(spec).map(AnyRules::Small)
        } else {
            AnyRules::build_large(spec)
        }
    }

    /// Compiles a variant for 128 squares even if it has fewer, so that tests can compare the widths.
    ///
    /// # Errors
    /// All faults of the spec.
    pub fn build_large(spec: &RulesSpec) -> Result<AnyRules, BuildError> {
        Rules::build_shared(spec).map(AnyRules::Large)
    }

    /// The description that the rules were made from.
    pub fn spec(&self) -> &RulesSpec {
        crate::with_rules!(self, rules => rules.spec())
    }
}

/// Runs an expression with the rules of an [`AnyRules`], whichever width they have: the expression is compiled for both.
///
/// ```
/// use khun_rules::{AnyRules, perft, samples, with_rules};
///
/// let rules = AnyRules::build(&samples::makruk()).unwrap();
/// let nodes = with_rules!(&rules, rules => perft(rules, &rules.start(), 2));
/// assert_eq!(nodes, 529);
/// ```
#[macro_export]
macro_rules! with_rules {
    ($any:expr, $rules:ident => $body:expr) => {
        match $any {
            $crate::AnyRules::Small($rules) => $body,
            $crate::AnyRules::Large($rules) => $body,
        }
    };
}
