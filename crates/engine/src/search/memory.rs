//! How much memory there is.

/// The megabytes that can be had without driving other programs out of memory, where the system tells.
///
/// Linux hands out more memory than there is and ends a program that uses it, so that a failed allocation cannot be
/// relied on to tell.
pub(crate) fn available_megabytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes >> 10)
}
