//! Round robin: every group of bots that fills a table plays sets, in which everybody sits in every seat once with the same
//! luck.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use kahua_engine::{Dice, PerSeat, SeatCount, Seed};
use sha2::{Digest, Sha256};

use super::groups::{Group, groups};
use super::{Availability, Format, Pairing};
use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;

/// No group gets further ahead of the one that is furthest behind than by so many sets. Without a bound, two bots that
/// always become free together would play each other for ever; with a bound of 0, the slowest would set the pace.
const LEAD_MAX: u32 = 3;

/// So many groups are looked at for each match. In leagues with more (from 47 bots at tables of two, 13 at tables of five)
/// the choice is the best among those of the bots that have played least.
const SEARCH_MAX: usize = 1024;

/// A round robin. The group that has begun the fewest sets comes first, then the one whose bots have. A set once begun is
/// handed out to its end before new ones.
#[derive(Debug)]
pub struct RoundRobin {
    league: String,
    seats: SeatCount,
    sets: u32,
    seed: Seed,
    /// The matches that were played before this format was made, by set and rotation.
    already: BTreeSet<(String, u32)>,
    /// In the order in which they came.
    bots: Vec<Entrant>,
    /// How many sets each group has begun, for those that were looked at.
    begun: BTreeMap<Members, u32>,
    /// What is left of sets that were begun.
    unfinished: VecDeque<Set>,
}

#[derive(Debug)]
struct Entrant {
    name: BotName,
    /// Of all its groups that were looked at.
    sets_begun: u32,
}

/// The bots of a group, by their positions in the list of entrants.
type Members = Group;

/// A set that isn't handed out to its end.
#[derive(Debug)]
struct Set {
    id: String,
    seed: Seed,
    /// Who sits where in the first match.
    order: PerSeat<BotName>,
    rotations: VecDeque<u32>,
}

impl RoundRobin {
    /// A league between these bots, each group of which plays `sets` sets, at tables with so many seats. All luck comes
    /// from `seed`. `already` names the matches that were begun or finished before, by set and rotation: they aren't
    /// handed out again.
    #[must_use]
    pub fn new(
        league: &str,
        bots: &[BotName],
        seats: SeatCount,
        sets: u32,
        seed: Seed,
        already: &BTreeSet<(String, u32)>,
    ) -> RoundRobin {
        let mut format = RoundRobin {
            league: league.into(),
            seats,
            sets,
            seed,
            already: already.clone(),
            bots: Vec::new(),
            begun: BTreeMap::new(),
            unfinished: VecDeque::new(),
        };
        bots.iter().for_each(|bot| format.enter(*bot));
        format
    }

    /// Lets one more bot play; nothing happens if it does already.
    pub fn enter(&mut self, name: BotName) {
        if !self.bots.iter().any(|bot| bot.name == name) {
            self.bots.push(Entrant { name, sets_begun: 0 });
        }
    }

    /// Begins the next set of the group that is due, if there is one whose bots are all free. Returns whether there are
    /// more unfinished sets than before, or may be if it is called again.
    fn begin_set(&mut self, availability: &[Availability]) -> bool {
        let unfinished = self.unfinished.len();
        let Some((begun, group)) = self.next_group(availability) else {
            // Sets from before a restart turn up when their group is first looked at.
            return self.unfinished.len() > unfinished;
        };
        self.begun.insert(group.clone(), begun + 1);
        group.iter().for_each(|bot| self.bots[*bot].sets_begun += 1);
        let set = self.set(&group, begun);
        self.keep(set);
        true
    }

    /// The group whose turn it is, and how many sets it has begun.
    fn next_group(&mut self, availability: &[Availability]) -> Option<(u32, Members)> {
        let mut present: Vec<usize> =
            (0..self.bots.len()).filter(|bot| availability[*bot] != Availability::Away).collect();
        present.sort_by_key(|bot| self.bots[*bot].sets_begun);
        let free: Vec<usize> = present.iter().copied().filter(|bot| availability[*bot] == Availability::Free).collect();
        if free.len() < self.seats.get() {
            return None;
        }
        let fewest = self.fewest_begun(&present);
        let mut best = None;
        for group in groups(free.len(), self.seats).take(SEARCH_MAX).map(|places| members(&places, &free)) {
            let begun = self.begun_by(&group);
            if begun < self.sets && begun <= fewest.saturating_add(LEAD_MAX) {
                let by_its_bots: u32 = group.iter().map(|bot| self.bots[*bot].sets_begun).sum();
                let turn = (begun, by_its_bots, group);
                best = best.filter(|best| *best < turn).or(Some(turn));
            }
        }
        best.map(|(begun, _, group)| (begun, group))
    }

    /// How many sets that group of these bots has begun that is furthest behind.
    fn fewest_begun(&mut self, bots: &[usize]) -> u32 {
        let mut fewest = self.sets;
        for group in groups(bots.len(), self.seats).take(SEARCH_MAX) {
            fewest = fewest.min(self.begun_by(&members(&group, bots)));
            if fewest == 0 {
                break;
            }
        }
        fewest
    }

    /// How many sets this group has begun; when it is first looked at, by what was played before.
    fn begun_by(&mut self, group: &Members) -> u32 {
        if let Some(begun) = self.begun.get(group) {
            return *begun;
        }
        let mut begun = 0;
        while begun < self.sets {
            let set = self.set(group, begun);
            if set.rotations.len() == self.seats.get() {
                break;
            }
            self.keep(set);
            begun += 1;
        }
        group.iter().for_each(|bot| self.bots[*bot].sets_begun += begun);
        self.begun.insert(group.clone(), begun);
        begun
    }

    /// Keeps a set of which something is left to be played: before a restart, a later set may have begun earlier.
    fn keep(&mut self, set: Set) {
        if !set.rotations.is_empty() {
            self.unfinished.push_back(set);
        }
    }

    /// The set with this number of a group. Depends on nothing but the league's name and seed, and the bots' names.
    fn set(&self, group: &Members, number: u32) -> Set {
        let mut names: Vec<BotName> = group.iter().map(|bot| self.bots[*bot].name).collect();
        names.sort_unstable();
        let mut hash = Sha256::new();
        hash.update(&self.league);
        names.iter().for_each(|name| hash.update(format!("\n{name}")));
        let group: String = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let id = format!("{group}-{number}");

        let seed = self.seed.derive(&format!("set {group}"), number.into());
        // Rotating alone would leave everybody with the same neighbours in all sets.
        Dice::new(seed.derive("order", 0)).shuffle(&mut names);
        let order = PerSeat::from_values(names).expect("a group fills a table");
        let rotations = 0..self.seats.get() as u32;
        let rotations = rotations.filter(|rotation| !self.already.contains(&(id.clone(), *rotation))).collect();
        Set { id, seed, order, rotations }
    }
}

impl Format for RoundRobin {
    fn next(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing> {
        let at = loop {
            let free = |set: &Set| set.order.iter().all(|bot| availability(bot) == Availability::Free);
            if let Some(at) = self.unfinished.iter().position(free) {
                break at;
            }
            let availability: Vec<Availability> = self.bots.iter().map(|bot| availability(&bot.name)).collect();
            if !self.begin_set(&availability) {
                return None;
            }
        };
        let set = &mut self.unfinished[at];
        let rotation = set.rotations.pop_front().expect("an unfinished set has matches left");
        let pairing = set.pairing(rotation, self.seats);
        if set.rotations.is_empty() {
            self.unfinished.remove(at);
        }
        Some(pairing)
    }
}

impl Set {
    fn pairing(&self, rotation: u32, seats: SeatCount) -> Pairing {
        let sitting = self.order.as_slice().iter().cycle().skip(rotation as usize).take(seats.get()).copied();
        Pairing {
            seats: PerSeat::from_values(sitting).expect("a group fills a table"),
            seed: self.seed,
            set: SetPosition { set_id: self.id.clone(), rotation, size: seats.get() as u32 },
        }
    }
}

/// The group of those bots that stand at these places of a list.
fn members(places: &Group, bots: &[usize]) -> Members {
    let mut members: Members = places.iter().map(|place| bots[*place]).collect();
    members.sort_unstable();
    members
}

#[cfg(test)]
mod tests;
