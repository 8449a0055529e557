//! How long the matches of each entrant take.

use std::collections::{BTreeMap, VecDeque};

use kahua_core::clock::Micros;
use kahua_core::referee::SetPosition;

/// How many of an entrant's last sets count. The shortest match in them is the entrant's pace, since a slow opponent
/// makes a whole set long.
const REMEMBERED: usize = 3;

/// A slow entrant rests this many times as long as it has played, while there is something else to play.
const REST: u64 = 4;

/// Which matches are open, since when, and how long others took. If the time is never set, no entrant is slow.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    now: u64,
    open: BTreeMap<SetPosition, OpenMatch>,
    last: BTreeMap<usize, LastMatches>,
}

#[derive(Debug)]
struct OpenMatch {
    since: u64,
    entrants: Vec<usize>,
}

#[derive(Debug, Default)]
struct LastMatches {
    /// How long the shortest match of each set took, in microseconds.
    sets: VecDeque<(String, u64)>,
    /// Until when the entrant rests, if it is slow. The matches of a set come one after another, so the whole set
    /// counts.
    rests_until: u64,
}

impl Pace {
    pub(crate) fn set_time(&mut self, now: Micros) {
        self.now = now.0;
    }

    pub(crate) fn now(&self) -> u64 {
        self.now
    }

    pub(crate) fn begin(&mut self, set: SetPosition, entrants: Vec<usize>) {
        self.open.insert(set, OpenMatch { since: self.now, entrants });
    }

    pub(crate) fn end(&mut self, set: &SetPosition) {
        let Some(OpenMatch { since, entrants }) = self.open.remove(set) else { return };
        for entrant in entrants {
            let last = self.last.entry(entrant).or_default();
            last.add(&set.set_id, self.now.saturating_sub(since));
            last.rests_until = self.now + REST * u64::from(set.size) * last.pace().unwrap_or(0);
        }
    }

    /// The entrants that will be free before long: their match is quick so far, and none of its entrants is known to be
    /// slower. So no bot waits long for a bot that is slow, hangs or is new, or for the opponents of such a bot.
    pub(crate) fn soon_free(&self) -> impl Iterator<Item = usize> {
        let Micros(quick) = self.quick();
        let is_quick =
            move |one: &usize| self.last.get(one).and_then(LastMatches::pace).is_none_or(|pace| pace <= quick);
        let ends_soon = move |open: &&OpenMatch| self.now - open.since <= quick && open.entrants.iter().all(is_quick);
        self.open.values().filter(ends_soon).flat_map(|open| open.entrants.iter().copied())
    }

    /// The slow entrants that rest now. They rest so that they don't always keep others from quicker matches.
    pub(crate) fn resting(&self) -> impl Iterator<Item = usize> {
        let Micros(quick) = self.quick();
        let rests = move |last: &LastMatches| last.is_slow(quick) && self.now < last.rests_until;
        self.last.iter().filter(move |(_, last)| rests(last)).map(|(entrant, _)| *entrant)
    }

    /// The longest time that counts as quick: one and a half times the median pace.
    pub(crate) fn quick(&self) -> Micros {
        let mut lengths: Vec<u64> = self.last.values().filter_map(LastMatches::pace).collect();
        lengths.sort_unstable();
        Micros(lengths.get(lengths.len() / 2).map_or(0, |usual| usual + usual / 2))
    }
}

impl LastMatches {
    fn add(&mut self, set: &str, length: u64) {
        match self.sets.back_mut() {
            Some((last, shortest)) if last == set => *shortest = length.min(*shortest),
            _ => self.sets.push_back((set.to_owned(), length)),
        }
        if self.sets.len() > REMEMBERED {
            self.sets.pop_front();
        }
    }

    fn pace(&self) -> Option<u64> {
        self.sets.iter().map(|(_, length)| *length).min()
    }

    /// Whether the entrant is known to be slow. That takes several sets: one long set could be due to its opponent.
    fn is_slow(&self, quick: u64) -> bool {
        self.sets.len() == REMEMBERED && self.pace().is_some_and(|pace| pace > quick)
    }
}
