//! How often entrants sat at one table, counted for every part of a group.

use std::collections::{BTreeMap, VecDeque};

/// How often each two met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    /// For each entrant, its meetings with entrants that have a lower number.
    pairs: Vec<Vec<u32>>,
}

/// Counts groups, and with each group every part of it. The count of two entrants is how often they met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    groups: u64,
    single: Vec<u32>,
    pairs: Meetings,
    larger: BTreeMap<u128, u32>,
}

impl Meetings {
    /// Counts a group, which is in rising order.
    pub(crate) fn add(&mut self, group: &[usize]) {
        self.change(group, |count| *count += 1);
    }

    pub(crate) fn of(&self, one: usize, other: usize) -> u32 {
        let row = self.pairs.get(one.max(other));
        row.and_then(|row| row.get(one.min(other))).copied().unwrap_or(0)
    }

    fn change(&mut self, group: &[usize], change: impl Fn(&mut u32)) {
        let size = group.last().map_or(0, |last| last + 1);
        self.pairs.extend((self.pairs.len()..size).map(|number| vec![0; number]));
        for (at, one) in group.iter().enumerate() {
            group[..at].iter().for_each(|lower| change(&mut self.pairs[*one][*lower]));
        }
    }
}

impl Counts {
    pub(crate) fn add(&mut self, group: &[usize]) {
        self.change(group, |count| *count += 1);
        self.groups += 1;
    }

    /// Takes back what was added.
    pub(crate) fn remove(&mut self, group: &[usize]) {
        self.change(group, |count| *count -= 1);
        self.groups -= 1;
    }

    /// How many groups there are.
    pub(crate) fn groups(&self) -> u64 {
        self.groups
    }

    /// How many groups contain this part, which is in rising order.
    pub(crate) fn of(&self, part: &[usize]) -> u32 {
        match *part {
            [one] => self.single.get(one).copied().unwrap_or(0),
            [one, other] => self.pairs.of(one, other),
            _ => self.larger.get(&key(part.iter().copied())).copied().unwrap_or(0),
        }
    }

    /// How far these two are ahead of their share, in thousandths of a meeting. The share follows from how often each
    /// of them sat at a table with so many seats, so an entrant that has played little hasn't fallen behind.
    pub(crate) fn ahead(&self, one: usize, other: usize, seats: usize) -> i64 {
        let sat = |entrant: usize| i64::from(self.of(&[entrant]));
        let all = self.groups as i64 * seats as i64;
        // An entrant never meets itself, so its meetings spread over the seats of the others.
        let of_others = |entrant: usize| (all - sat(entrant)).max(1);
        let both = 1000 * (seats as i64 - 1) * sat(one) * sat(other);
        let share = (both / of_others(one) + both / of_others(other)) / 2;
        1000 * i64::from(self.pairs.of(one, other)) - share
    }

    /// What it costs to let another one join a part of a group: how far it is ahead with each of them, and how often all of
    /// them sat together.
    pub(crate) fn cost(&self, part: &[usize], entrant: usize, seats: usize) -> i64 {
        let pairs: i64 = part.iter().map(|one| self.ahead(*one, entrant, seats)).sum();
        if part.len() < 2 {
            return pairs;
        }
        let mut whole = [part, &[entrant]].concat();
        whole.sort_unstable();
        pairs + 1000 * i64::from(self.of(&whole))
    }

    fn change(&mut self, group: &[usize], change: impl Fn(&mut u32)) {
        let size = group.last().map_or(0, |last| last + 1);
        if self.single.len() < size {
            self.single.resize(size, 0);
        }
        group.iter().for_each(|one| change(&mut self.single[*one]));
        self.pairs.change(group, &change);
        for mask in (1u32..1 << group.len()).filter(|mask| mask.count_ones() > 2) {
            let part = key((0..group.len()).filter(|at| mask >> at & 1 == 1).map(|at| group[at]));
            change(self.larger.entry(part).or_default());
        }
    }
}

/// The most recent groups, and counts of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentCounts {
    counts: Counts,
    groups: VecDeque<Vec<usize>>,
}

impl RecentCounts {
    /// Counts one more group, and drops the oldest ones beyond this many.
    pub(crate) fn add(&mut self, group: &[usize], groups_max: usize) {
        self.counts.add(group);
        self.groups.push_back(group.to_vec());
        while self.groups.len() > groups_max
            && let Some(oldest) = self.groups.pop_front()
        {
            self.counts.remove(&oldest);
        }
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }
}

/// A part as one number: 24 bits for each entrant, and a leading one.
fn key(part: impl Iterator<Item = usize>) -> u128 {
    part.fold(1, |key, number| key << 24 | number as u128)
}
