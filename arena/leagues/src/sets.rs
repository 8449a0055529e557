//! The sets that a league has begun, and which of their matches are still to be handed out.

use std::collections::{BTreeMap, BTreeSet};

use kahua_core::referee::SetPosition;
use kahua_engine::PerSeat;

use crate::groups::Group;
use crate::roster::Roster;
use crate::set::{Set, SetSource};
use crate::{Entrant, Outcome, Pairing};

/// All sets that have begun.
#[derive(Debug)]
pub(crate) struct Sets {
    pub(crate) source: SetSource,
    numbers: BTreeMap<Group, Numbers>,
    /// The sets that aren't over, in the order in which they began.
    unfinished: BTreeMap<u64, Set>,
    by_id: BTreeMap<String, u64>,
    /// The sets with matches to hand out.
    due: BTreeSet<u64>,
    begun: u64,
    ended: u64,
}

/// The numbers of a group's sets.
#[derive(Debug, Default)]
struct Numbers {
    /// All numbers below this one are taken.
    below: u32,
    /// Taken numbers above it.
    beyond: BTreeSet<u32>,
}

/// What a report of a match has changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SetUpdate {
    /// The match belongs to a new set, of this group.
    pub(crate) begun: Option<Group>,
    /// The match has ended with places, and that is new.
    pub(crate) counts: bool,
    /// An expected bot had another version in this match than before.
    pub(crate) players_change: bool,
}

impl Sets {
    pub(crate) fn new(source: SetSource) -> Sets {
        Sets {
            source,
            numbers: BTreeMap::new(),
            unfinished: BTreeMap::new(),
            by_id: BTreeMap::new(),
            due: BTreeSet::new(),
            begun: 0,
            ended: 0,
        }
    }

    /// How many matches have ended with places.
    pub(crate) fn ended_matches(&self) -> u64 {
        self.ended
    }

    /// How many matches of begun sets are still to end, counting only the groups for which `counts` is true.
    pub(crate) fn open_matches(&self, counts: impl Fn(&[usize]) -> bool) -> u64 {
        let sets = self.unfinished.values().filter(|set| counts(set.order()));
        sets.map(Set::not_over).sum()
    }

    /// How many sets each group has begun; groups without one are left out.
    pub(crate) fn begun(&self) -> impl Iterator<Item = (&Group, u32)> {
        self.numbers.iter().map(|(group, numbers)| (group, numbers.taken()))
    }

    /// The ids and the groups of the sets that have begun and aren't over.
    pub(crate) fn unfinished(&self) -> impl Iterator<Item = (&str, Group)> {
        self.unfinished.values().map(|set| {
            let mut group = set.order().to_vec();
            group.sort_unstable();
            (set.id(), group)
        })
    }

    /// The entrants of the oldest set that has matches to hand out and whose entrants are all free.
    pub(crate) fn due(&self, is_free: impl Fn(usize) -> bool) -> Option<&[usize]> {
        Some(self.unfinished[&self.first_due(is_free)?].order())
    }

    /// Begins another set of this group.
    pub(crate) fn begin(&mut self, roster: &Roster, group: &Group) {
        let number = self.numbers.entry(group.clone()).or_default().take_next();
        let set = self.source.set(roster, group, number);
        self.keep(set);
    }

    /// Hands out the next match of a set that has begun, the oldest first, if all its entrants are free.
    pub(crate) fn next(&mut self, roster: &Roster, is_free: impl Fn(usize) -> bool) -> Option<Pairing> {
        let at = self.first_due(is_free)?;
        let (set, seed) = self.unfinished.get_mut(&at)?.hand_out()?;
        let seats = self.unfinished[&at].seats(set.rotation).map(|number| roster.entrant(*number).clone());
        self.settle(at);
        Some(Pairing { seats, seed, set })
    }

    fn first_due(&self, is_free: impl Fn(usize) -> bool) -> Option<u64> {
        let can_go_on = |at: &&u64| self.unfinished[at].order().iter().all(|number| is_free(*number));
        self.due.iter().find(can_go_on).copied()
    }

    /// Takes note of a match that is open.
    pub(crate) fn resumed(
        &mut self,
        roster: &mut Roster,
        position: &SetPosition,
        seats: &PerSeat<Entrant>,
    ) -> SetUpdate {
        let Some((at, begun)) = self.find(position, &seats.map(|entrant| roster.number(entrant))) else {
            return SetUpdate::default();
        };
        if let Some(set) = self.unfinished.get_mut(&at) {
            set.open(position.rotation);
        }
        self.settle(at);
        SetUpdate { begun, ..SetUpdate::default() }
    }

    /// Takes note of a match that has ended.
    pub(crate) fn ended(
        &mut self,
        roster: &mut Roster,
        position: &SetPosition,
        seats: &PerSeat<Entrant>,
        outcome: &Outcome,
    ) -> SetUpdate {
        let seats = seats.map(|entrant| roster.number(entrant));
        let Some((at, begun)) = self.find(position, &seats) else { return SetUpdate::default() };
        let mut counts = false;
        if let Some(set) = self.unfinished.get_mut(&at) {
            // A bot may have come back with another version before its match began. Then that match belonged to another
            // set.
            let is_the_one = set.seats(position.rotation) == seats;
            match outcome {
                Outcome::Places(_) | Outcome::Annulled if is_the_one => counts = set.end(position.rotation),
                _ => set.void(position.rotation),
            }
        }
        self.ended += u64::from(counts);
        self.settle(at);
        SetUpdate { begun, counts, ..SetUpdate::default() }
    }

    /// Whether this match has ended.
    pub(crate) fn has_ended(&self, position: &SetPosition, seats: &PerSeat<usize>) -> bool {
        if let Some(set) = self.by_id.get(&position.set_id).and_then(|at| self.unfinished.get(at)) {
            return set.seats(position.rotation) == *seats && set.is_over(position.rotation);
        }
        // A set that has begun and isn't kept any more is over.
        let mut group: Group = seats.iter().copied().collect();
        group.sort_unstable();
        let number = self.source.set_of(position, seats).map(|(_, number)| number);
        number.is_some_and(|number| self.numbers.get(&group).is_some_and(|numbers| numbers.has(number)))
    }

    /// The set of this match, and its group if the set is new. `None` if the set is over, or isn't one of this league's.
    fn find(&mut self, position: &SetPosition, seats: &PerSeat<usize>) -> Option<(u64, Option<Group>)> {
        if let Some(at) = self.by_id.get(&position.set_id) {
            return Some((*at, None));
        }
        let (set, number) = self.source.set_of(position, seats)?;
        let mut group: Group = seats.iter().copied().collect();
        group.sort_unstable();
        let is_new = self.numbers.entry(group.clone()).or_default().take(number);
        is_new.then(|| (self.keep(set), Some(group)))
    }

    fn keep(&mut self, set: Set) -> u64 {
        let at = self.begun;
        self.begun += 1;
        self.by_id.insert(set.id().to_owned(), at);
        self.unfinished.insert(at, set);
        self.due.insert(at);
        at
    }

    /// Sorts a set in again after a change.
    fn settle(&mut self, at: u64) {
        let Some(set) = self.unfinished.get(&at) else { return };
        if set.is_due() {
            self.due.insert(at);
        } else {
            self.due.remove(&at);
        }
        if set.not_over() == 0 {
            self.by_id.remove(set.id());
            self.unfinished.remove(&at);
        }
    }
}

impl Numbers {
    fn taken(&self) -> u32 {
        self.below + self.beyond.len() as u32
    }

    fn has(&self, number: u32) -> bool {
        number < self.below || self.beyond.contains(&number)
    }

    /// Takes the lowest free number.
    fn take_next(&mut self) -> u32 {
        let next = self.below;
        self.take(next);
        next
    }

    /// Takes this number; `false` if it was taken already.
    fn take(&mut self, number: u32) -> bool {
        if self.has(number) {
            return false;
        }
        self.beyond.insert(number);
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
        true
    }
}
