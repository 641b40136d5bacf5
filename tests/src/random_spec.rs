//! Random variants.
