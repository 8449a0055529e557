//! Groups of entrants that may sit at one table.

/// Entrants that fill a table, by their numbers, in rising order.
pub(crate) type Group = Vec<usize>;

/// The number of groups of this size.
pub(crate) fn groups_of(entrants: u64, size: u64) -> u64 {
    if size > entrants {
        return 0;
    }
    // No division has a remainder: each step gives the number of groups of one more entrant.
    (0..size).fold(1, |groups: u64, taken| groups.saturating_mul(entrants - taken) / (taken + 1))
}
