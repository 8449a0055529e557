//! The choice of the next table among those who are free now.

/// What a format wants of its next table.
pub(crate) trait GroupFilter {
    /// Whether this part of a group, in rising order, can be filled up to a group that is to be played.
    fn allows(&self, part: &[usize]) -> bool;

    /// What it costs to let this one join this part of a group; thousandths of a meeting too many are the unit.
    fn cost(&self, part: &[usize], entrant: usize) -> i64;

    /// The same, by what has happened of late. It says whether to wait: for balance over a long time, nobody does.
    fn recent_cost(&self, part: &[usize], entrant: usize) -> i64;
}

/// Who may be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// Those who are free, the one first whose turn it is.
    pub(crate) free: Vec<usize>,
    /// Those who will be free before long.
    pub(crate) soon: Vec<usize>,
}

/// How many entrants may have their turn in one choice: where many are free, nearly all of them have a table.
const TURNS_MAX: usize = 8;

/// The most steps of the search in one choice. Only where nearly all groups have played does it go back and forth.
const STEPS_MAX: u32 = 4096;

/// How much cheaper, for each other seat, a group must be for which somebody waits: by nearly one meeting, so that nobody plays
/// the same opponents again if it could soon play others.
const PATIENCE: i64 = 900;

/// The next table: with the one whose turn it is, the cheapest group of free ones that a greedy search finds.
///
/// One whose turn it is waits if the group would be much cheaper with some who are free before long. Otherwise those who became
/// free together would play each other for ever.
pub(crate) fn choose(wish: &impl GroupFilter, seats: usize, candidates: &Candidates) -> Option<Vec<usize>> {
    let (now, later) = (|part: &[usize], one| wish.cost(part, one), |part: &[usize], one| wish.recent_cost(part, one));
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
        let mut search = Search { wish, cost: later, seats, steps: &mut steps };
        let awaited = search.best(first, &[&free, &candidates.soon[..]].concat());
        let saved = awaited.map_or(0, |awaited| total(later, &group) - total(later, &awaited));
        if saved <= PATIENCE * (seats as i64 - 1) {
            return Some(group);
        }
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

    /// Fills the group up, always with the cheapest who leads to a group that is to be played.
    fn fill(&mut self, group: &mut Vec<usize>, others: &[usize]) -> bool {
        if group.len() == self.seats {
            return true;
        }
        let joining = others.iter().filter(|other| !group.contains(other));
        let mut ranked: Vec<(i64, usize)> = joining.map(|other| ((self.cost)(group, *other), *other)).collect();
        // Stable, so that of those who cost the same the one comes first whose turn is first.
        ranked.sort_by_key(|(cost, _)| *cost);
        for (_, other) in ranked {
            let place = group.partition_point(|member| *member < other);
            group.insert(place, other);
            if self.wish.allows(group) {
                if *self.steps == 0 {
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
