//! Parameters, and the files that list them.
//!
//! ```toml
//! format = 1
//!
//! [[parameters]]
//! name = "lmr_base"
//! value = 90
//! min = 20
//! max = 200
//! integer = true
//! elo = 15        # a guess: the Elo that is lost at either end of the range
//! ```
//!
//! `c_end` and `r_end` may be given; else they are planned from the budget. Lines as OpenBench has them
//! (`name, int, value, min, max, c_end, r_end`) are read too.

use serde::{Deserialize, Serialize};

/// The version of the file format.
const FORMAT: u32 = 1;

/// Something to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// What the engine calls it.
    pub name: String,
    /// Its value at the start.
    pub value: f64,
    /// The smallest value allowed.
    pub min: f64,
    /// The largest value allowed.
    pub max: f64,
    /// Whether the engine takes whole numbers only.
    #[serde(default)]
    pub integer: bool,
    /// A guess of the Elo that is lost at either end of the range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// How far the value is perturbed at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c_end: Option<f64>,
    /// How far a game won moves the value at the end, in units of `c_end`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r_end: Option<f64>,
}

/// Why a list of parameters cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParametersError {
    /// The text is no list of parameters.
    #[error("{0}")]
    Text(String),
    /// A line of the other format is wrong.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// There are none.
    #[error("there are no parameters to tune")]
    Empty,
    /// One cannot be tuned like this.
    #[error("{name}: {reason}")]
    Parameter {
        /// Which.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: u32,
    #[serde(default)]
    parameters: Vec<Parameter>,
}

/// Reads a list of parameters in either format.
///
/// # Errors
/// The text follows neither, or a parameter cannot be tuned.
pub fn read_parameters(text: &str) -> Result<Vec<Parameter>, ParametersError> {
    let content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let is_toml = text.lines().find(content).is_none_or(|line| line.contains('=') || line.contains('['));
    let parameters = if is_toml {
        let document: Document = toml::from_str(text).map_err(|error| ParametersError::Text(error.to_string()))?;
        if document.format != FORMAT {
            let reason = format!("format {} is not known, only {FORMAT}", document.format);
            return Err(ParametersError::Text(reason));
        }
        document.parameters
    } else {
        text.lines().enumerate().filter(|(_, line)| content(line)).map(parse_line).collect::<Result<_, _>>()?
    };
    check(&parameters)?;
    Ok(parameters)
}

/// Writes a list of parameters.
pub fn write_parameters(parameters: &[Parameter]) -> String {
    let document = Document { format: FORMAT, parameters: parameters.to_vec() };
    toml::to_string(&document).unwrap_or_default()
}

/// Writes a list as OpenBench reads it. Parameters without gains are left out.
pub fn write_openbench(parameters: &[Parameter]) -> String {
    let lines = parameters.iter().filter_map(|parameter| {
        let Parameter { name, value, min, max, integer, c_end: Some(c_end), r_end: Some(r_end), .. } = parameter else {
            return None;
        };
        let kind = if *integer { "int" } else { "float" };
        Some(format!("{name}, {kind}, {value}, {min}, {max}, {c_end}, {r_end}\n"))
    });
    lines.collect()
}

fn parse_line((number, line): (usize, &str)) -> Result<Parameter, ParametersError> {
    let fault = |reason: String| ParametersError::Line { line: number + 1, reason };
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [name, kind, value, min, max, c_end, r_end] = fields[..] else {
        return Err(fault("name, int or float, value, min, max, c_end, r_end are expected".to_owned()));
    };
    let integer = match kind {
        "int" => true,
        "float" => false,
        _ => return Err(fault(format!("{kind:?} is neither int nor float"))),
    };
    let number = |text: &str| text.parse::<f64>().map_err(|_| fault(format!("{text:?} is no number")));
    Ok(Parameter {
        name: name.to_owned(),
        value: number(value)?,
        min: number(min)?,
        max: number(max)?,
        integer,
        elo: None,
        c_end: Some(number(c_end)?),
        r_end: Some(number(r_end)?),
    })
}

fn check(parameters: &[Parameter]) -> Result<(), ParametersError> {
    if parameters.is_empty() {
        return Err(ParametersError::Empty);
    }
    for (index, parameter) in parameters.iter().enumerate() {
        let Parameter { name, value, min, max, elo, c_end, r_end, .. } = parameter;
        let fault = |reason: String| Err(ParametersError::Parameter { name: name.clone(), reason });
        if parameters[..index].iter().any(|other| other.name == *name) {
            return fault("it is listed twice".to_owned());
        }
        if ![*value, *min, *max].iter().all(|number| number.is_finite()) || min >= max {
            return fault(format!("{min} to {max} is no range"));
        }
        if !(*min..=*max).contains(value) {
            return fault(format!("{value} is outside of {min} to {max}"));
        }
        for (what, number) in [("elo", elo), ("c_end", c_end), ("r_end", r_end)] {
            if number.is_some_and(|number| !(number > 0.0 && number.is_finite())) {
                return fault(format!("{what} has to be above 0 (leave out a parameter that is not to be tuned)"));
            }
        }
    }
    Ok(())
}
