//! Formats that end: every group, or every bot, plays a fixed number of matches.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::fmt::Debug;

use kahua_core::ids::BotName;

use crate::choose::GroupFilter;
use crate::counts::{Counts, RecentCounts};
use crate::groups::Group;
use crate::planner::SetPlanner;
use crate::play::Play;
use crate::roster::Roster;
use crate::set::SetSource;
use crate::{Amount, Availability, FormatSettings, Progress};

/// Which groups may sit at one table.
pub(crate) trait Rule: Debug + Send {
    /// Takes note of the entrants that play.
    fn observe(&mut self, roster: &Roster);

    /// How many groups that may sit at one table contain this part, which is in rising order and may be empty.
    fn groups_with(&self, part: &[usize], seats: usize) -> u64;

    /// Whether this entrant has a number of matches to reach, where bots have one.
    fn has_quota(&self, entrant: usize) -> bool;
}

/// How often a pair has met on average in the sets that count as recent.
const RECENT_MEETINGS: usize = 4;

/// A format that ends.
///
/// A set that has begun is handed out to its end before a new one begins. The next set is for the free entrant that has
/// played least; among the groups that are still to play, it gets the one that has met least compared with its share.
#[derive(Debug)]
pub(crate) struct Finite<R> {
    rule: R,
    amount: Amount,
    play: Play,
    /// All sets that have begun.
    begun: Counts,
    /// The most recent of them.
    recent: RecentCounts,
    /// Computed anew when the entrants that play change, or when a match is reported that wasn't handed out here.
    wanted: OnceCell<Quota>,
}

/// What is still to begin.
#[derive(Debug)]
enum Quota {
    /// Every group plays this many sets. `begun` has those that have begun.
    Every { sets: u32, begun: Counts },
    /// These groups, drawn so that every entrant reaches its number of sets.
    Drawn(Counts),
}

struct Wishes<'a, R> {
    format: &'a Finite<R>,
    wanted: &'a Quota,
}

impl<R: Rule> Finite<R> {
    pub(crate) fn new(source: SetSource, rule: R, amount: Amount) -> Finite<R> {
        Finite {
            rule,
            amount,
            play: Play::new(source),
            begun: Counts::default(),
            recent: RecentCounts::default(),
            wanted: OnceCell::new(),
        }
    }

    fn wanted(&self) -> &Quota {
        self.wanted.get_or_init(|| match self.amount {
            Amount::Sets(sets) => Quota::Every { sets, begun: self.begun_of(sets) },
            Amount::MatchesPerBot(matches) => Quota::Drawn(self.draw(matches.div_ceil(self.play.seats() as u32))),
        })
    }

    /// The sets that have begun between entrants that play now, at most `sets` for each group.
    fn begun_of(&self, sets: u32) -> Counts {
        let mut counts = Counts::default();
        for (group, begun) in self.play.sets.begun().filter(|(group, _)| self.play.roster.all_play(group)) {
            (0..begun.min(sets)).for_each(|_| counts.add(group));
        }
        counts
    }

    /// Draws groups until every entrant with a quota has this number of sets. Sets that have begun and can be played to
    /// their end count. A few entrants may get one set more, since the last table must be filled.
    fn draw(&self, sets: u32) -> Counts {
        let (mut drawn, mut all) = (Counts::default(), self.begun.clone());
        // If an entrant of a set plays no more, the set can't end. Its other entrants play another set instead.
        let broken_off = self.play.sets.unfinished().filter(|(_, group)| !self.play.roster.all_play(group));
        broken_off.for_each(|(_, group)| all.remove(&group));
        let playing: Vec<usize> = self.play.roster.playing().collect();
        let missing = |one: usize, all: &Counts| {
            if self.rule.has_quota(one) { sets.saturating_sub(all.of(&[one])) } else { 0 }
        };
        loop {
            let first = playing.iter().copied().max_by_key(|one| (missing(*one, &all), Reverse(*one)));
            let Some(first) = first.filter(|first| missing(*first, &all) > 0) else { return drawn };
            let total: u32 = playing.iter().map(|one| missing(*one, &all)).sum();
            let mut group = vec![first];
            while group.len() < self.play.seats() {
                let rank = |one: usize| {
                    let missing = missing(one, &all);
                    // An entrant with this much to play must be in every group from now on. Otherwise it is left over
                    // at the end.
                    let is_pressing = missing > 0 && missing * self.play.seats() as u32 >= total;
                    // If an entrant that has its quota must fill up a table, it is the one that has played least.
                    let surplus = if missing == 0 && self.rule.has_quota(one) { 1 + all.of(&[one]) } else { 0 };
                    (!is_pressing, surplus, all.cost(&group, one, self.play.seats()), all.of(&[one]), one)
                };
                let joins = |one: &usize| {
                    !group.contains(one) && self.rule.groups_with(&with(&group, *one), self.play.seats()) > 0
                };
                // Too few entrants play to fill a table.
                let Some(next) = playing.iter().copied().filter(joins).min_by_key(|one| rank(*one)) else {
                    return drawn;
                };
                group = with(&group, next);
            }
            all.add(&group);
            drawn.add(&group);
        }
    }

    fn count(&mut self, group: &[usize]) {
        self.begun.add(group);
        let (playing, seats) = (self.play.roster.playing().len(), self.play.seats());
        // There are about `playing² / 2` pairs, and a set has `seats * (seats - 1) / 2` of them.
        let once_for_each_pair = (playing * playing).div_ceil(seats * (seats - 1).max(1));
        self.recent.add(group, RECENT_MEETINGS * once_for_each_pair);
    }
}

impl<R: Rule> SetPlanner for Finite<R> {
    fn play(&self) -> &Play {
        &self.play
    }

    fn play_mut(&mut self) -> &mut Play {
        &mut self.play
    }

    fn begin_sets(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> bool {
        let Some(group) = self.choose(availability) else { return false };
        self.play.sets.begin(&self.play.roster, &group);
        self.count(&group);
        match self.wanted.get_mut() {
            Some(Quota::Every { begun, .. }) => begun.add(&group),
            Some(Quota::Drawn(drawn)) => drawn.remove(&group),
            None => {}
        }
        true
    }

    fn choose(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Group> {
        let wishes = Wishes { format: self, wanted: self.wanted() };
        self.play.choose(&wishes, |one| self.begun.of(&[one]), availability)
    }

    fn count_begun(&mut self, group: &[usize]) {
        self.count(group);
        self.wanted.take();
    }

    fn entrants_changed(&mut self) {
        self.rule.observe(&self.play.roster);
        self.wanted.take();
    }

    fn extend(&mut self, settings: &FormatSettings) {
        if let FormatSettings::RoundRobin(amount) | FormatSettings::Gauntlet { amount, .. } = settings {
            self.amount = *amount;
            self.wanted.take();
        }
    }

    fn progress(&self) -> Progress {
        let seats = self.play.seats();
        let missing = match self.wanted() {
            Quota::Every { sets, begun } => {
                self.rule.groups_with(&[], seats).saturating_mul((*sets).into()).saturating_sub(begun.groups())
            }
            Quota::Drawn(drawn) => drawn.groups(),
        };
        let open = self.play.sets.open_matches(|group| self.play.roster.all_play(group));
        let ended = self.play.sets.ended_matches();
        Progress { ended, planned: Some(ended + open + missing.saturating_mul(seats as u64)) }
    }
}

impl<R: Rule> GroupFilter for Wishes<'_, R> {
    fn allows(&self, part: &[usize]) -> bool {
        match self.wanted {
            Quota::Every { sets, begun } => {
                let groups = self.format.rule.groups_with(part, self.format.play.seats());
                u64::from(begun.of(part)) < groups.saturating_mul((*sets).into())
            }
            Quota::Drawn(drawn) => drawn.of(part) > 0,
        }
    }

    fn cost(&self, part: &[usize], entrant: usize) -> i64 {
        self.format.begun.cost(part, entrant, self.format.play.seats())
    }

    fn recent_cost(&self, part: &[usize], entrant: usize) -> i64 {
        self.format.recent.counts().cost(part, entrant, self.format.play.seats())
    }
}

fn with(part: &[usize], one: usize) -> Group {
    let mut group = [part, &[one]].concat();
    group.sort_unstable();
    group
}
