//! Gains from a budget, and what can be hoped for, before a game is played.
//!
//! The loss is taken for a quadratic: at a value `x` from the optimum, a parameter with half range `h` loses
//! `elo * (x / h)^2`. Values are perturbed by a third of the half range, steps are such that the run is three time
//! constants long, and the precision that is left is a quantile of chi squared (M. Van den Bergh, spsa_simul). With gains
//! that decay, half of that step at the end does best in simulations.

use serde::Serialize;

use super::parameters::Parameter;
use super::schedule::{Gains, Schedule};
use crate::statistics::{ELO_SCALE, chi_squared_quantile};

/// The Elo that a parameter is taken to lose at the ends of its range when nobody guesses. Guessing too much is the safer
/// error: steps are smaller.
const DEFAULT_ELO: f64 = 15.0;
/// How often the loss that is left shall be below the predicted precision.
const CONFIDENCE: f64 = 0.95;
/// The perturbation, in half ranges.
const WIDTH: f64 = 1.0 / 3.0;
/// How many time constants a run is long.
const TIME_CONSTANTS: f64 = 3.0;
/// How far values are taken to be from their optimum at the start, in half ranges.
const AWAY: f64 = 0.6;
/// The step at the end of a decaying schedule, in constant steps.
const DECAYED: f64 = 0.5;

/// What a run will do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// How many games it plays.
    pub games: u64,
    /// Every parameter's gains.
    pub parameters: Vec<PlannedParameter>,
    /// The Elo below the optimum at which the run ends at most, 19 times out of 20, if it comes near it at all.
    pub precision: f64,
    /// The Elo that there may be to gain: what the guesses say is lost when all values are this far off: 0.6 half ranges.
    pub at_stake: f64,
    /// The gains over the run.
    #[serde(skip)]
    pub schedule: Schedule,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// A parameter's part in a plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlannedParameter {
    /// Which.
    pub name: String,
    /// How far it is perturbed at the end.
    pub c_end: f64,
    /// How far a game won moves it at the end, in units of `c_end`.
    pub r_end: f64,
    /// How many games halve the Elo that it loses.
    pub half_life: f64,
}

/// The number of games in which a parameter comes nearer to its optimum by a factor of e.
fn time_constant(gains: Gains, half_range: f64, elo: f64) -> f64 {
    ELO_SCALE / (2.0 * gains.r * gains.c * gains.c * 2.0 * elo / (half_range * half_range))
}

/// The loss that is left by noise, in Elo.
fn precision(r: f64, parameters: usize, draws: f64) -> f64 {
    r * ELO_SCALE * chi_squared_quantile(parameters as f64, CONFIDENCE) * (1.0 - draws) / 8.0
}

/// Plans a run of so many games. `draws` is the share of drawn games.
pub fn plan(parameters: &[Parameter], games: u64, draws: f64) -> Plan {
    let mut warnings = Vec::new();
    let mut ends = Vec::new();
    let mut planned = Vec::new();
    for parameter in parameters {
        let half_range = (parameter.max - parameter.min) / 2.0;
        let elo = parameter.elo.unwrap_or(DEFAULT_ELO);
        let mut c = parameter.c_end.unwrap_or(WIDTH * half_range);
        if parameter.integer && c < 0.5 {
            // Perturbed either way, a whole number would often be the same.
            warnings
                .push(format!("{}: c_end is raised to 0.5, since only whole numbers can be played", parameter.name));
            c = 0.5;
        }
        // What makes the run so many time constants long with constant gains.
        let constant = TIME_CONSTANTS * ELO_SCALE / (4.0 * games.max(1) as f64 * (c / half_range).powi(2) * elo);
        let r = parameter.r_end.unwrap_or(DECAYED * constant);
        let gains = Gains { c, r };
        let half_life = time_constant(gains, half_range, elo) * std::f64::consts::LN_2 / 2.0;
        planned.push(PlannedParameter { name: parameter.name.clone(), c_end: c, r_end: r, half_life });
        ends.push(gains);
    }
    let mean_r = ends.iter().map(|end| end.r).sum::<f64>() / ends.len().max(1) as f64;
    let precision = precision(mean_r / DECAYED, ends.len(), draws);
    let at_ends: f64 = parameters.iter().map(|parameter| parameter.elo.unwrap_or(DEFAULT_ELO)).sum();
    let at_stake = AWAY * AWAY * at_ends;
    if precision > at_stake / 2.0 {
        warnings.push(format!(
            "{games} games are too few for {} parameters: noise alone may cost {precision:.0} Elo, and there are \
             {at_stake:.0} at stake; play more games or tune fewer parameters",
            ends.len()
        ));
    }
    let schedule = Schedule::ending_with(games / 2, &ends);
    Plan { games, parameters: planned, precision, at_stake, schedule, warnings }
}

/// The constant step and the number of games that leave at most `precision` Elo to be gained.
pub fn plan_for_precision(parameters: &[Parameter], precision: f64, draws: f64) -> (f64, u64) {
    let quantile = chi_squared_quantile(parameters.len() as f64, CONFIDENCE);
    let r = 8.0 * precision / (ELO_SCALE * quantile * (1.0 - draws));
    let longest = parameters.iter().map(|parameter| {
        let half_range = (parameter.max - parameter.min) / 2.0;
        let c = parameter.c_end.unwrap_or(WIDTH * half_range);
        time_constant(Gains { c, r }, half_range, parameter.elo.unwrap_or(DEFAULT_ELO))
    });
    (r, (TIME_CONSTANTS * longest.fold(0.0, f64::max)).round() as u64)
}
