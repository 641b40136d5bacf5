//! Compiled rules of a chess variant.

pub mod spec;
