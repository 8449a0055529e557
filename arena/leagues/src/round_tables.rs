//! The tables of one round: neighbours in the ranking sit together, unless they have met.

use crate::groups::Group;

/// The most steps of the search for tables at which no pair has met more often than allowed.
const STEPS_MAX: u32 = 20_000;

/// Spreads these entrants, the best first, over full tables. Pairs that have met are kept apart where possible; where
/// it isn't, the search allows as few earlier meetings as possible.
pub(crate) fn tables(best_first: &[usize], seats: usize, met: impl Fn(usize, usize) -> u32) -> Vec<Group> {
    // This ends: once as many meetings are allowed as any pair has had, the first attempt fits.
    for allowed in 0.. {
        let mut search = Search { seats, met: &met, allowed, steps: STEPS_MAX, tables: Vec::new() };
        if search.fill(&mut Vec::new(), best_first) {
            let sorted = |mut table: Group| {
                table.sort_unstable();
                table
            };
            return search.tables.into_iter().map(sorted).collect();
        }
    }
    Vec::new()
}

struct Search<'a, M> {
    seats: usize,
    met: &'a M,
    allowed: u32,
    steps: u32,
    tables: Vec<Group>,
}

impl<M: Fn(usize, usize) -> u32> Search<'_, M> {
    /// Fills this table and all following ones with the entrants that are left.
    fn fill(&mut self, table: &mut Group, left: &[usize]) -> bool {
        if table.len() == self.seats {
            self.tables.push(table.clone());
            if self.fill(&mut Vec::new(), left) {
                return true;
            }
            self.tables.pop();
            return false;
        }
        // The best entrant left takes the first seat of each table, and the others follow in order, so each table is
        // tried once.
        let candidates = if table.is_empty() { left.len().min(1) } else { left.len() };
        for at in 0..candidates {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let one = left[at];
            if table.iter().all(|other| (self.met)(*other, one) <= self.allowed) {
                table.push(one);
                let rest: Vec<usize> = left.iter().copied().filter(|other| *other != one).collect();
                if self.fill(table, &rest) {
                    return true;
                }
                table.pop();
            }
        }
        table.is_empty() && left.is_empty()
    }
}
