//! The tuning lab: everything between a variant file and tuned weights.
//!
//! Each module has one subject. What they share: every run is a pure function of its configuration and seed, whatever
//! the number of threads and however often it was interrupted, and everything on disk is written atomically.

pub mod arena;
pub mod cli;
pub mod ctl;
pub mod dataset;
pub mod endings;
pub mod fit;
pub mod fitting;
mod linear;
pub mod matches;
pub mod report;
pub mod run;
pub mod selfplay;
pub mod spsa;
pub mod statistics;
pub mod task;
pub mod tune;
pub mod tuning_search;
