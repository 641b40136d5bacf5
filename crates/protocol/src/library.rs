//! Where a session's variants come from.

use khun_engine::Weights;
use khun_rules::spec::RulesSpec;
use khun_rules::{AnyRules, with_rules};

/// A variant that is ready to be played.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name that the session asked for.
    pub name: String,
    /// The rules.
    pub rules: AnyRules,
    /// The weights.
    pub weights: Weights,
    /// The name of the variant that GUIs know its pieces from, for `info string variant` and `setup`.
    pub template: String,
}

impl Variant {
    /// The start position in FEN, every field written as it is in all other positions.
    pub(crate) fn start(&self) -> String {
        with_rules!(&self.rules, rules => rules.fen(&rules.start()))
    }
}

/// The variants that a session offers.
pub trait Library: Send {
    /// The names that GUIs may ask for, lower case, without doubles; the first is what a session starts with.
    fn names(&self) -> Vec<String>;

    /// A variant by one of its names.
    ///
    /// # Errors
    /// Why there is no such variant or it cannot be played, in words for the user.
    fn load(&self, name: &str) -> Result<Variant, String>;

    /// Adds the variants of a file or a folder. An empty path takes away what was added before.
    ///
    /// # Errors
    /// Why some of them cannot be played, each fault with its place, in words for the user; the others are added.
    fn add_path(&mut self, path: &str) -> Result<(), String>;
}

/// A library of some specs, with weights estimated from their tables: for tests and small tools.
#[derive(Clone, Debug)]
pub struct Fixed(pub Vec<RulesSpec>);

impl Library for Fixed {
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|spec| spec.id.clone()).collect()
    }

    fn load(&self, name: &str) -> Result<Variant, String> {
        let spec = self.0.iter().find(|spec| spec.id == name).ok_or_else(|| format!("there is no variant {name:?}"))?;
        let rules = AnyRules::build(spec).map_err(|error| error.to_string())?;
        let weights = with_rules!(&rules, rules => Weights::estimate(rules));
        Ok(Variant { name: name.to_owned(), rules, weights, template: "makruk".to_owned() })
    }

    fn add_path(&mut self, _: &str) -> Result<(), String> {
        Err("this program reads no variant files".to_owned())
    }
}
