//! Contestants: what the command line says of a player, and the players made from it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use khun_engine::eval::Evaluator;
use khun_engine::search::NoMemory;
use khun_engine::{Weights, WeightsError};
use khun_rules::Rules;
use khun_rules::board::Bitboard;

use super::player::{Internal, Player};
use super::uci::{External, UciCommand};
use crate::ctl::{FileError, hash_bytes, hash_json, read_text};
use crate::spsa::{ParametersError, read_parameters};
use crate::task::PlayerId;

/// The table of a player that is this program's own engine, in megabytes. Fixed, since results depend on it.
pub const HASH_MEGABYTES: usize = 8;

/// Somebody who may play: a name, an identity, and how to make a player.
#[derive(Clone)]
pub struct Contestant<B: Bitboard> {
    /// What tables and games call it.
    pub name: String,
    /// What its play depends on.
    pub id: PlayerId,
    make: Make<B>,
}

#[derive(Clone)]
enum Make<B: Bitboard> {
    Internal { rules: Arc<Rules<B>>, evaluator: Arc<Evaluator<B>> },
    External(UciCommand),
}

/// Why there is no such contestant.
#[derive(Debug, thiserror::Error)]
pub enum ContestantError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A weights file is faulty.
    #[error("{}: {error}", .path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: WeightsError,
    },
    /// A file of parameters is faulty.
    #[error("{}: {error}", .path.display())]
    Parameters {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ParametersError,
    },
    /// The description cannot be read.
    #[error("{text:?} describes no player: {reason}")]
    Text {
        /// The description.
        text: String,
        /// What is wrong.
        reason: String,
    },
}

/// The build of this program's own engine: its version, and a hash of the program that it is part of.
pub fn engine_build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let program = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        format!("khun {} ({})", env!("CARGO_PKG_VERSION"), hash_bytes(&program).short())
    })
}

/// Reads a weights file of a variant.
///
/// # Errors
/// It cannot be read, is faulty, or is of another variant.
pub fn read_weights<B: Bitboard>(rules: &Rules<B>, path: &Path) -> Result<Weights, ContestantError> {
    let text = read_text(path)?;
    Weights::read(rules, &text).map_err(|error| ContestantError::Weights { path: path.to_owned(), error })
}

impl<B: Bitboard> Contestant<B> {
    /// This program's own engine with some weights.
    pub fn internal(name: &str, rules: &Arc<Rules<B>>, weights: Weights) -> Contestant<B> {
        // The file that weights make is what they are known by: it has every number, and nothing else.
        let weights_hash = hash_json(&weights.write(rules));
        let evaluator = Arc::new(Evaluator::new(rules, weights));
        Contestant {
            name: name.to_owned(),
            id: PlayerId { engine: engine_build().to_owned(), weights: weights_hash },
            make: Make::Internal { rules: Arc::clone(rules), evaluator },
        }
    }

    /// Another program.
    pub fn external(name: &str, command: UciCommand) -> Contestant<B> {
        let engine = command.words.join(" ");
        let weights = hash_json(&(&command.words, &command.options, &command.variant));
        Contestant { name: name.to_owned(), id: PlayerId { engine, weights }, make: Make::External(command) }
    }

    /// The evaluator, if the contestant is this program's own engine.
    pub fn evaluator(&self) -> Option<&Arc<Evaluator<B>>> {
        match &self.make {
            Make::Internal { evaluator, .. } => Some(evaluator),
            Make::External(_) => None,
        }
    }

    /// A player. Every thread has its own.
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn player(&self) -> Result<Box<dyn Player<B>>, NoMemory> {
        Ok(match &self.make {
            Make::Internal { .. } => Box::new(self.internal_player()?),
            Make::External(command) => Box::new(External::new(command.clone())),
        })
    }

    fn internal_player(&self) -> Result<Internal<B>, NoMemory> {
        match &self.make {
            Make::Internal { rules, evaluator } => Internal::new(rules, evaluator, HASH_MEGABYTES),
            Make::External(_) => Err(NoMemory { megabytes: 0 }),
        }
    }
}

/// Reads what the command line says of a player: `estimate`, a weights file, or settings such as
/// `cmd="fairy-stockfish" name=FSF option.Hash=16` and `weights=a.toml params=b.toml`.
///
/// # Errors
/// It describes no player, or a file is faulty.
pub fn parse_contestant<B: Bitboard>(
    text: &str,
    rules: &Arc<Rules<B>>,
    variant_names: &[String],
) -> Result<Contestant<B>, ContestantError> {
    let fault = |reason: &str| ContestantError::Text { text: text.to_owned(), reason: reason.to_owned() };
    let words = split_words(text).ok_or_else(|| fault("a quotation mark is not closed"))?;
    let (mut name, mut command, mut weights, mut params) = (None, None, None, Vec::new());
    let (mut options, mut params_name) = (Vec::new(), None);
    for word in &words {
        match word.split_once('=') {
            None if words.len() == 1 => weights = Some(word.clone()),
            None => return Err(fault(&format!("{word:?} has no `=`"))),
            Some(("name", value)) => name = Some(value.to_owned()),
            Some(("cmd", value)) => command = Some(value.to_owned()),
            Some(("weights", value)) => weights = Some(value.to_owned()),
            Some(("params", value)) => {
                let path = PathBuf::from(value);
                params_name = path.file_stem().map(|stem| format!("+{}", stem.to_string_lossy()));
                params = read_parameters(&read_text(&path)?)
                    .map_err(|error| ContestantError::Parameters { path: path.clone(), error })?;
            }
            Some((key, value)) => match key.strip_prefix("option.") {
                Some(option) => options.push((option.to_owned(), value.to_owned())),
                None => return Err(fault(&format!("{key:?} is none of name, cmd, weights, params, option.NAME"))),
            },
        }
    }
    if let Some(command) = command {
        let words =
            split_words(&command).filter(|words| !words.is_empty()).ok_or_else(|| fault("the command is empty"))?;
        let file = Path::new(&words[0]).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = name.or(file).unwrap_or_else(|| words[0].clone());
        return Ok(Contestant::external(&name, UciCommand { words, options, variant: variant_names.to_vec() }));
    }
    if !options.is_empty() {
        return Err(fault("options are for programs given by cmd="));
    }
    let (default_name, mut weights) = match weights.as_deref() {
        None | Some("estimate") => ("estimate".to_owned(), Weights::estimate(rules)),
        Some(path) => {
            let path = Path::new(path);
            let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            (stem, read_weights(rules, path)?)
        }
    };
    for parameter in params {
        if !weights.search.set(&parameter.name, parameter.value.round() as i32) {
            return Err(fault(&format!("{} is no constant of the search, or out of range", parameter.name)));
        }
    }
    let name = name.unwrap_or_else(|| default_name + params_name.as_deref().unwrap_or_default());
    Ok(Contestant::internal(&name, rules, weights))
}

/// Splits a text into words; quotation marks keep spaces. `None` if one is not closed.
fn split_words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote, mut begun) = (Vec::new(), String::new(), None, false);
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.push(c),
            None if c == '"' || c == '\'' => (quote, begun) = (Some(c), true),
            None if c.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            None => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_what_is_quoted() {
        let words = split_words("cmd=\"a b 'c'\" name=x  option.Hash=16 e=''").unwrap();
        assert_eq!(words, ["cmd=a b 'c'", "name=x", "option.Hash=16", "e="]);
        assert_eq!(split_words("a \"b"), None);
    }
}
