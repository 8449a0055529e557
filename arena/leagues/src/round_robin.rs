//! Round robin: every group of bots that fills a table plays the same number of sets.

use std::collections::BTreeMap;

use itertools::Itertools;
use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;
use kahua_engine::{PerSeat, SeatCount};

use crate::roster::Roster;
use crate::set::SetSource;
use crate::sets::{Group, News, Sets};
use crate::{Availability, Entrant, Format, Outcome, Pairing, Progress};

/// The most sets by which any group may lead the group furthest behind. Without a bound, two bots that always become free
/// together would play each other for ever; with a bound of 0, the slowest bot would set the pace.
const LEAD_MAX: u32 = 3;

/// The most groups that are considered for each match. In leagues with more of them (from 47 bots at tables of two, 13 at
/// tables of five) the choice is the best among the bots that have played least.
const SEARCH_MAX: usize = 1024;

/// A round robin. The next set goes to the group that has begun the fewest sets, then to the one whose bots have. A set
/// that has begun is handed out to its end before a new one.
#[derive(Debug)]
pub struct RoundRobin {
    sets_per_group: u32,
    roster: Roster,
    sets: Sets,
    /// How many sets each entrant has begun.
    begun: BTreeMap<usize, u32>,
}

impl RoundRobin {
    /// A league in which every group of entrants that fills a table plays this number of sets.
    #[must_use]
    pub fn new(source: SetSource, sets_per_group: u32) -> RoundRobin {
        let (roster, sets) = (Roster::default(), Sets::new(source));
        RoundRobin { sets_per_group, roster, sets, begun: BTreeMap::new() }
    }

    /// Begins the next set of the group that is due, if there is one whose bots are all free.
    fn begin_set(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> bool {
        let Some(group) = self.next_group(availability) else { return false };
        self.sets.begin(&self.roster, &group);
        self.count(&group);
        true
    }

    /// The group whose turn it is.
    fn next_group(&self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Group> {
        let state = |number: &usize| availability(&self.roster.entrant(*number).name);
        let begun = |number: &usize| self.begun.get(number).copied().unwrap_or(0);
        let mut present: Vec<usize> =
            self.roster.playing().filter(|number| state(number) != Availability::Away).collect();
        present.sort_by_key(begun);
        let free: Vec<usize> = present.iter().copied().filter(|number| state(number) == Availability::Free).collect();
        let seats = self.sets.source.seats;
        if free.len() < seats.get() {
            return None;
        }
        let fewest = groups(&present, seats).map(|group| self.sets.begun_by(&group)).min().unwrap_or(0);
        let turn = |group: Group| {
            let begun_by_group = self.sets.begun_by(&group);
            let is_due = begun_by_group < self.sets_per_group && begun_by_group <= fewest.saturating_add(LEAD_MAX);
            is_due.then(|| (begun_by_group, group.iter().map(begun).sum::<u32>(), group))
        };
        groups(&free, seats).filter_map(turn).min().map(|(_, _, group)| group)
    }

    fn take(&mut self, news: News) {
        if let Some(group) = news.begun {
            self.count(&group);
        }
    }

    fn count(&mut self, group: &[usize]) {
        group.iter().for_each(|number| *self.begun.entry(*number).or_default() += 1);
    }
}

impl Format for RoundRobin {
    fn enter(&mut self, entrant: Entrant) {
        self.roster.enter(&entrant);
    }

    fn withdraw(&mut self, name: &BotName) {
        self.roster.withdraw(name);
    }

    fn resumed(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>) {
        let news = self.sets.resumed(&mut self.roster, set, seats);
        self.take(news);
    }

    fn ended(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>, outcome: &Outcome) {
        let news = self.sets.ended(&mut self.roster, set, seats, outcome);
        self.take(news);
    }

    fn next(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing> {
        loop {
            let is_free = |number: usize| {
                self.roster.plays(number) && availability(&self.roster.entrant(number).name) == Availability::Free
            };
            if let Some(pairing) = self.sets.next(&self.roster, is_free) {
                return Some(pairing);
            }
            if !self.begin_set(availability) {
                return None;
            }
        }
    }

    fn progress(&self) -> Progress {
        let (bots, seats) = (self.roster.playing().len() as u64, self.sets.source.seats.get() as u64);
        let groups =
            (0..seats).fold(1u64, |groups, taken| groups.saturating_mul(bots.saturating_sub(taken)) / (taken + 1));
        let plays = |group: &[usize]| group.iter().all(|number| self.roster.plays(*number));
        let begun: u64 = self.sets.begun().filter(|(group, _)| plays(group)).map(|(_, begun)| u64::from(begun)).sum();
        let missing = groups.saturating_mul(self.sets_per_group.into()).saturating_sub(begun);
        let open = self.sets.open_matches(plays);
        let planned = self.sets.ended_matches() + open + missing.saturating_mul(seats);
        Progress { ended: self.sets.ended_matches(), planned: Some(planned) }
    }
}

/// The groups of these bots that are considered: those with the bots listed first come first.
fn groups(bots: &[usize], seats: SeatCount) -> impl Iterator<Item = Group> {
    bots.iter().copied().combinations(seats.get()).take(SEARCH_MAX).map(|mut group| {
        group.sort_unstable();
        group
    })
}

#[cfg(test)]
mod tests;
