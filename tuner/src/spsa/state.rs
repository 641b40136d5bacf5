//! The state of a run and its two steps: proposing a trial, and taking in its result.
//!
//! Trial `k` is proposed when the results of all trials up to `k - window` are in, and results are taken in in order, so
//! the whole run is a function of schedule, seed and results.

use std::collections::VecDeque;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::parameters::Parameter;
use super::schedule::Schedule;
use crate::task::{Seed, generator};

/// Two sets of values that play a pair of games against each other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// Its place in the run.
    pub index: u64,
    /// One set of values, as the engine takes them.
    pub plus: Vec<f64>,
    /// The other.
    pub minus: Vec<f64>,
}

/// How a run stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaState {
    parameters: Vec<Parameter>,
    schedule: Schedule,
    seed: Seed,
    window: u64,
    /// How many results are in.
    done: u64,
    values: Vec<f64>,
    /// How far a random walk with the same steps would have come, squared.
    walk: Vec<f64>,
    /// Trials that are proposed and whose results are not in.
    pending: VecDeque<Trial>,
}

/// What a run says about a parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Signal {
    /// Which.
    pub name: String,
    /// Its value at the start.
    pub start: f64,
    /// Its value now.
    pub value: f64,
    /// How far it moved, in standard deviations of a random walk: below 2 it may be chance.
    pub signal: f64,
    /// Whether it stands at an end of its range.
    pub at_bound: bool,
}

impl SpsaState {
    /// A run that begins. `window` is how many trials may be under way; it is part of what the result depends on.
    pub fn new(parameters: Vec<Parameter>, schedule: Schedule, seed: Seed, window: u64) -> SpsaState {
        let values: Vec<f64> = parameters.iter().map(|parameter| parameter.value).collect();
        let walk = vec![0.0; values.len()];
        let mut state = SpsaState {
            parameters,
            schedule,
            seed,
            window: window.max(1),
            done: 0,
            values,
            walk,
            pending: VecDeque::new(),
        };
        state.propose();
        state
    }

    /// Fills the window with trials.
    fn propose(&mut self) {
        loop {
            let index = self.done + self.pending.len() as u64;
            if index >= self.schedule.pairs || self.pending.len() as u64 >= self.window {
                return;
            }
            self.pending.push_back(self.trial(index));
        }
    }

    fn flips(&self, index: u64) -> impl Iterator<Item = f64> + use<> {
        let mut random = generator(self.seed.named("flips").part(index));
        std::iter::repeat_with(move || if random.random::<bool>() { 1.0 } else { -1.0 })
    }

    fn trial(&self, index: u64) -> Trial {
        // Whole numbers are rounded at random, apart for either side, so that the values expected are exact.
        let mut random = generator(self.seed.named("rounding").part(index));
        let mut played = |parameter: &Parameter, value: f64| {
            let value = value.clamp(parameter.min, parameter.max);
            let offset: f64 = random.random();
            if parameter.integer { (value + offset).floor().min(parameter.max.floor()) } else { value }
        };
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for ((number, parameter), flip) in self.parameters.iter().enumerate().zip(self.flips(index)) {
            let c = self.schedule.at(number, index).c;
            // A whole number has to be perturbed by at least one half, or both sides often get the same.
            let c = if parameter.integer { c.max(0.5) } else { c };
            plus.push(played(parameter, self.values[number] + c * flip));
            minus.push(played(parameter, self.values[number] - c * flip));
        }
        Trial { index, plus, minus }
    }

    /// Takes in the result of the first pending trial: games that `plus` won minus games that it lost.
    pub fn commit(&mut self, net: i32) {
        let Some(trial) = self.pending.pop_front() else { return };
        let flips = self.flips(trial.index);
        let net = f64::from(net);
        for ((number, parameter), flip) in self.parameters.iter().enumerate().zip(flips) {
            let gains = self.schedule.at(number, trial.index);
            let step = gains.r * gains.c * net;
            let value = &mut self.values[number];
            *value = (*value + step * flip).clamp(parameter.min, parameter.max);
            self.walk[number] += step * step;
        }
        self.done += 1;
        self.propose();
    }

    /// The trials whose results are not in, in order.
    pub fn pending(&self) -> impl ExactSizeIterator<Item = &Trial> {
        self.pending.iter()
    }

    /// How many results are in.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How many there will be.
    pub fn pairs(&self) -> u64 {
        self.schedule.pairs
    }

    /// The values now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// What the run says about each parameter.
    pub fn signals(&self) -> Vec<Signal> {
        let each = self.parameters.iter().zip(&self.values).zip(&self.walk);
        each.map(|((parameter, &value), &walk)| {
            let moved = (value - parameter.value).abs();
            Signal {
                name: parameter.name.clone(),
                start: parameter.value,
                value,
                signal: if walk > 0.0 { moved / walk.sqrt() } else { 0.0 },
                at_bound: value <= parameter.min || value >= parameter.max,
            }
        })
        .collect()
    }

    /// The parameters with the values that they have now.
    pub fn parameters(&self) -> Vec<Parameter> {
        let values = self.parameters.iter().zip(&self.values);
        values
            .map(|(parameter, &value)| {
                let value = if parameter.integer { value.round() } else { value };
                Parameter { value, ..parameter.clone() }
            })
            .collect()
    }
}
