//! How many of the matches have been played, once some bots don't play any more.

use std::collections::{BTreeMap, BTreeSet};

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_store::Records;

use super::LEAGUE;
use crate::leagues::matches_of_a_set;

/// The matches of this run so far, by the bots that played them.
#[derive(Debug)]
pub(super) struct Played {
    /// Goes on where it ended when more has been played.
    records: Records,
    season: Season,
    groups: BTreeMap<BTreeSet<String>, u64>,
}

impl Played {
    pub(super) fn new(records: Records, season: Season) -> Played {
        Played { records, season, groups: BTreeMap::new() }
    }

    /// How many matches have been played in which none of these bots has a seat. Reads only what is new since the last call.
    pub(super) fn without(&mut self, bots: &BTreeSet<BotName>) -> u64 {
        // Who left out a damaged record would wait for its match for ever, and the report names it.
        for record in self.records.by_ref().flatten() {
            if record.league != LEAGUE || Season::of(&record) != self.season {
                continue;
            }
            let group = record.players.into_iter().map(|player| player.name).collect();
            *self.groups.entry(group).or_default() += 1;
        }
        let is_one = |name: &String| bots.iter().any(|bot| bot.as_str() == name);
        self.groups.iter().filter(|(group, _)| !group.iter().any(is_one)).map(|(_, matches)| matches).sum()
    }
}

/// How many matches so many bots play, if each group of them plays so many sets.
pub(super) fn planned(bots: usize, seats: usize, sets: u32) -> u64 {
    if bots < seats { 0 } else { u64::from(sets) * matches_of_a_set(bots, seats) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_bots_play_fewer_matches() {
        assert_eq!([4, 3, 2, 1, 0].map(|bots| planned(bots, 2, 10)), [120, 60, 20, 0, 0]);
    }
}
