//! Round robin: every group of bots that fills a table plays the same number of sets.

mod set;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use itertools::Itertools;
use kahua_core::ids::BotName;
use kahua_core::referee::Luck;
use kahua_engine::{SeatCount, Seed};

use crate::{Availability, Format, Pairing};
use set::Set;

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
    league: String,
    seats: SeatCount,
    sets: u32,
    seed: Seed,
    luck: Luck,
    /// The matches that were played before this format was made, by set and rotation.
    played: BTreeSet<(String, u32)>,
    /// In the order in which they entered.
    bots: Vec<Entrant>,
    /// How many sets each group has begun, for those groups that were considered.
    begun: BTreeMap<Group, u32>,
    /// Sets that have begun and still have matches to hand out.
    unfinished: VecDeque<Set>,
}

#[derive(Debug)]
struct Entrant {
    name: BotName,
    /// By all groups of the bot that were considered.
    sets_begun: u32,
}

/// Bots that fill a table, by their positions in the list of entrants, in rising order.
type Group = Vec<usize>;

impl RoundRobin {
    /// A league between these bots with `seats` seats at each table, in which every group of bots plays `sets` sets. All
    /// chance comes from `seed`, and `luck` says whether the matches of a set share it. `played` names the matches that
    /// have been started before, by set and rotation; they aren't handed out again.
    #[must_use]
    pub fn new(
        league: &str,
        bots: &[BotName],
        seats: SeatCount,
        sets: u32,
        seed: Seed,
        luck: Luck,
        played: &BTreeSet<(String, u32)>,
    ) -> RoundRobin {
        let mut format = RoundRobin {
            league: league.into(),
            seats,
            sets,
            seed,
            luck,
            played: played.clone(),
            bots: Vec::new(),
            begun: BTreeMap::new(),
            unfinished: VecDeque::new(),
        };
        bots.iter().for_each(|bot| format.enter(*bot));
        format
    }

    /// Begins the next set of the group that is due, if there is one whose bots are all free. Returns whether `unfinished`
    /// has grown, or may have.
    fn begin_set(&mut self, availability: &[Availability]) -> bool {
        let unfinished = self.unfinished.len();
        let Some((begun, group)) = self.next_group(availability) else {
            // Sets from before a restart turn up when their group is first considered.
            return self.unfinished.len() > unfinished;
        };
        let set = self.set(&group, begun);
        group.iter().for_each(|bot| self.bots[*bot].sets_begun += 1);
        self.begun.insert(group, begun + 1);
        self.keep(set);
        true
    }

    /// The group whose turn it is, and how many sets it has begun.
    fn next_group(&mut self, availability: &[Availability]) -> Option<(u32, Group)> {
        let mut present: Vec<usize> =
            (0..self.bots.len()).filter(|bot| availability[*bot] != Availability::Away).collect();
        present.sort_by_key(|bot| self.bots[*bot].sets_begun);
        let free: Vec<usize> = present.iter().copied().filter(|bot| availability[*bot] == Availability::Free).collect();
        if free.len() < self.seats.get() {
            return None;
        }
        let fewest = self.fewest_begun(&present);
        let mut best = None;
        for group in groups(&free, self.seats) {
            let begun = self.begun_by(&group);
            if begun < self.sets && begun <= fewest.saturating_add(LEAD_MAX) {
                let by_its_bots: u32 = group.iter().map(|bot| self.bots[*bot].sets_begun).sum();
                let turn = (begun, by_its_bots, group);
                best = best.filter(|best| *best < turn).or(Some(turn));
            }
        }
        best.map(|(begun, _, group)| (begun, group))
    }

    /// How many sets the group of these bots has begun that is furthest behind.
    fn fewest_begun(&mut self, bots: &[usize]) -> u32 {
        let mut fewest = self.sets;
        for group in groups(bots, self.seats) {
            fewest = fewest.min(self.begun_by(&group));
            if fewest == 0 {
                break;
            }
        }
        fewest
    }

    /// How many sets this group has begun. The first time, this follows from what was played before.
    fn begun_by(&mut self, group: &Group) -> u32 {
        if let Some(begun) = self.begun.get(group) {
            return *begun;
        }
        let mut begun = 0;
        while begun < self.sets {
            let set = self.set(group, begun);
            if set.is_untouched() {
                break;
            }
            self.keep(set);
            begun += 1;
        }
        group.iter().for_each(|bot| self.bots[*bot].sets_begun += begun);
        self.begun.insert(group.clone(), begun);
        begun
    }

    /// Keeps a set for as long as it has matches to hand out. One from before a restart may have none, though an earlier
    /// set of its group has some.
    fn keep(&mut self, set: Set) {
        if !set.is_finished() {
            self.unfinished.push_back(set);
        }
    }

    fn set(&self, group: &Group, number: u32) -> Set {
        let bots = group.iter().map(|bot| self.bots[*bot].name).collect();
        Set::new(&self.league, &self.seed, self.luck, bots, number, &self.played)
    }
}

impl Format for RoundRobin {
    fn next(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing> {
        let at = loop {
            let free = |set: &Set| set.bots().all(|bot| availability(bot) == Availability::Free);
            if let Some(at) = self.unfinished.iter().position(free) {
                break at;
            }
            let availability: Vec<Availability> = self.bots.iter().map(|bot| availability(&bot.name)).collect();
            if !self.begin_set(&availability) {
                return None;
            }
        };
        let pairing = self.unfinished[at].next_match();
        if self.unfinished[at].is_finished() {
            self.unfinished.remove(at);
        }
        pairing
    }

    fn enter(&mut self, name: BotName) {
        if !self.bots.iter().any(|bot| bot.name == name) {
            self.bots.push(Entrant { name, sets_begun: 0 });
        }
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
