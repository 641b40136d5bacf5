//! Checks.
use crate::description::Description;
use crate::fault::Faults;
pub(crate) fn run(_description: &Description, _faults: &mut Faults) {}
