//! The bounds of what a program in Python may ask for.

/// The most games of one environment. Their arrays and states take less than 400 MB.
pub(crate) const GAMES_MAX: usize = 1 << 16;

/// The most threads that one environment uses.
pub(crate) const THREADS_MAX: usize = 256;
