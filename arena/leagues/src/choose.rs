//! The choice of the next table from the entrants that are free now.

/// What a format wants of the next table.
pub(crate) trait GroupFilter {
    /// Whether this part of a group, in rising order, can grow into a full group that is still to be played.
    fn allows(&self, part: &[usize]) -> bool;

    /// What it costs to add this entrant to this part of a group. The unit is a thousandth of a meeting too many.
    fn cost(&self, part: &[usize], entrant: usize) -> i64;

    /// The same cost, counted from recent sets only. It decides whether to wait: old imbalances aren't worth waiting
    /// for.
    fn recent_cost(&self, part: &[usize], entrant: usize) -> i64;
}

/// The entrants to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// The entrants that are free, in the order of their turns.
    pub(crate) free: Vec<usize>,
    /// The entrants that will be free before long.
    pub(crate) soon: Vec<usize>,
}

/// How many entrants one choice tries as the first of the table. Where many are free, nearly all of them get a table
/// anyway.
const TURNS_MAX: usize = 8;

/// The most steps of the search in one choice. The search backtracks only when nearly all groups have played.
const STEPS_MAX: u32 = 4096;

/// How much cheaper a group must be, for each seat but one, to be worth waiting for. It is nearly one meeting: an
/// entrant waits rather than play the same opponents again, but not for a smaller gain.
const PATIENCE: i64 = 900;

/// The next table: the entrant whose turn it is, with the cheapest group of free entrants that a greedy search finds.
///
/// That entrant waits if a group with entrants that are free before long would be much cheaper. Otherwise entrants that
/// became free together would play each other again and again.
pub(crate) fn choose(wish: &impl GroupFilter, seats: usize, candidates: &Candidates) -> Option<Vec<usize>> {
    let (now, later) = (|part: &[usize], one| wish.cost(part, one), |part: &[usize], one| wish.recent_cost(part, one));
    // The searches of one call share the steps, so that a choice has one bound whatever it tries.
    let mut steps = STEPS_MAX;
    let mut free = candidates.free.clone();
    let mut turn = 0;
    for _ in 0..TURNS_MAX {
        let first = *free.get(turn)?;
        let mut search = Search { wish, cost: now, seats, steps: &mut steps };
        let Some(group) = search.best(first, &free) else {
            turn += 1;
            continue;
        };
        if candidates.soon.is_empty() {
            return Some(group);
        }
        // The same entrant is first, so both groups can be compared: the best one now, and the best one after a wait.
        let mut search = Search { wish, cost: later, seats, steps: &mut steps };
        let awaited = search.best(first, &[&free, &candidates.soon[..]].concat());
        let saved = awaited.map_or(0, |awaited| total(later, &group) - total(later, &awaited));
        if saved <= PATIENCE * (seats as i64 - 1) {
            return Some(group);
        }
        // It waits, so the others don't get it as an opponent either. The next entrant's turn is at this index now.
        free.remove(turn);
    }
    None
}

/// The cheapest group of these two and some of the others that a greedy search finds.
pub(crate) fn join(wish: &impl GroupFilter, seats: usize, two: [usize; 2], others: &[usize]) -> Option<Vec<usize>> {
    let mut steps = STEPS_MAX;
    let mut search = Search { wish, cost: |part: &[usize], one| wish.cost(part, one), seats, steps: &mut steps };
    let mut group = two.to_vec();
    group.sort_unstable();
    (wish.allows(&group) && search.fill(&mut group, others)).then_some(group)
}

/// What a whole group costs.
fn total(cost: impl Fn(&[usize], usize) -> i64, group: &[usize]) -> i64 {
    (1..group.len()).map(|at| cost(&group[..at], group[at])).sum()
}

struct Search<'a, W, C> {
    wish: &'a W,
    cost: C,
    seats: usize,
    steps: &'a mut u32,
}

impl<W: GroupFilter, C: Fn(&[usize], usize) -> i64> Search<'_, W, C> {
    /// A cheap group of this one and some of the others.
    fn best(&mut self, first: usize, others: &[usize]) -> Option<Vec<usize>> {
        let mut group = vec![first];
        let is_found = self.wish.allows(&group) && self.fill(&mut group, others);
        is_found.then_some(group)
    }

    /// Fills the group up. It tries the cheapest entrant first, and goes back if no allowed group follows.
    fn fill(&mut self, group: &mut Vec<usize>, others: &[usize]) -> bool {
        if group.len() == self.seats {
            return true;
        }
        let joining = others.iter().filter(|other| !group.contains(other));
        let mut ranked: Vec<(i64, usize)> = joining.map(|other| ((self.cost)(group, *other), *other)).collect();
        // The sort is stable: entrants that cost the same stay in the order of their turns.
        ranked.sort_by_key(|(cost, _)| *cost);
        for (_, other) in ranked {
            let place = group.partition_point(|member| *member < other);
            group.insert(place, other);
            if self.wish.allows(group) {
                if *self.steps == 0 {
                    // All callers up the stack fail here as well, so nothing uses the group, which is left half filled.
                    return false;
                }
                *self.steps -= 1;
                if self.fill(group, others) {
                    return true;
                }
            }
            group.remove(place);
        }
        false
    }
}
