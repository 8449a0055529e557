//! The bounds of what the engine reads from others, apart from those of rulesets and notations, which stand with their grammar.

/// The longest position as text or as bytes, in bytes. The longest one of a random game has less than half of that.
pub const POSITION_BYTES_MAX: usize = 16 * 1024;
