//! Every bound of what one request, one line and one process may ask for.

/// The longest line that is read, in bytes.
pub const LINE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The most requests in one line.
pub const BATCH_MAX: usize = 4096;

/// The most positions that are open at once. One takes a few kilobytes.
pub const POSITIONS_MAX: usize = 16_384;

/// The most rollouts in one request, those of all its actions together.
pub const ROLLOUTS_MAX: u32 = 100_000;

/// How much of a text from outside an error repeats, in characters.
pub const REPEATED_CHARS_MAX: usize = 80;
