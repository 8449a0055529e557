//! Swiss: rounds in which entrants meet that have done equally well and haven't met before.

use std::collections::{BTreeMap, BTreeSet};

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;
use kahua_engine::PerSeat;

use crate::groups::Group;
use crate::planner::{SetPlanner, half_points};
use crate::play::Play;
use crate::pools::swiss_table::bye_half_points;
use crate::round_tables::tables;
use crate::set::SetSource;
use crate::{Availability, FormatSettings, Progress, Round};

/// A Swiss league. In each round every entrant plays one set, except those left over when the tables are full: they
/// have a bye, which scores half. A round is announced when the previous one is over and all expected bots have entered,
/// and begins some time after that. So a bot that stays away must be withdrawn.
#[derive(Debug)]
pub(crate) struct Swiss {
    rounds_max: u32,
    /// How long a round is announced before it begins, in microseconds.
    announced_for: u64,
    announced: Option<Announced>,
    /// The tables of the last round that has begun.
    tables: Vec<Group>,
    play: Play,
    /// How many rounds have begun.
    rounds: usize,
    /// The entrants that have a table in the last round.
    seated: BTreeSet<usize>,
    /// In how many rounds each entrant had a table.
    sat: BTreeMap<usize, usize>,
    met: BTreeMap<(usize, usize), u32>,
    /// In half points for each other seat of each match.
    half_points: BTreeMap<usize, u64>,
}

/// The tables of the next round, and when they begin to play.
#[derive(Debug)]
struct Announced {
    tables: Vec<Group>,
    begins: u64,
}

impl Swiss {
    pub(crate) fn new(source: SetSource, rounds_max: u32, Micros(announced_for): Micros) -> Swiss {
        Swiss {
            rounds_max,
            announced_for,
            announced: None,
            tables: Vec::new(),
            play: Play::new(source),
            rounds: 0,
            seated: BTreeSet::new(),
            sat: BTreeMap::new(),
            met: BTreeMap::new(),
            half_points: BTreeMap::new(),
        }
    }

    /// The score of an entrant. A bye scores half of what a set can.
    fn score(&self, one: usize) -> u64 {
        let byes = self.byes(one) as u64;
        self.half_points.get(&one).copied().unwrap_or(0) + byes * bye_half_points(self.play.seats())
    }

    fn byes(&self, one: usize) -> usize {
        self.rounds - self.sat.get(&one).copied().unwrap_or(0)
    }

    /// The entrants that have no table in the present round.
    fn unseated(&self) -> Vec<usize> {
        match self.rounds {
            0 => Vec::new(),
            _ => self.play.roster.playing().filter(|one| !self.seated.contains(one)).collect(),
        }
    }

    /// The tables of a round: entrants with similar scores meet, if possible those that haven't met.
    fn pair(&self, mut round: Vec<usize>) -> Vec<Group> {
        let seats = self.play.seats();
        // Byes go to the entrants with the fewest byes, then to those with the lowest scores.
        round.sort_by_key(|one| (self.byes(*one), self.score(*one), *one));
        let mut round = round.split_off(round.len() % seats);
        round.sort_by_key(|one| (std::cmp::Reverse(self.score(*one)), *one));
        let met = |one: usize, other: usize| self.met.get(&(one.min(other), one.max(other))).copied().unwrap_or(0);
        tables(&round, seats, met)
    }
}

impl SetPlanner for Swiss {
    fn play(&self) -> &Play {
        &self.play
    }

    fn play_mut(&mut self) -> &mut Play {
        &mut self.play
    }

    /// Pairs the next round, or what is missing of the present one after a restart.
    fn begin_sets(&mut self, _: &dyn Fn(&BotName) -> Availability) -> bool {
        if !self.play.roster.all_have_entered()
            || self.play.sets.open_matches(|group| self.play.roster.all_play(group)) > 0
        {
            return false;
        }
        let seats = self.play.seats();
        let playing: Vec<usize> = self.play.roster.playing().collect();
        let unseated = self.unseated();
        let tables = if unseated.len() >= seats {
            self.pair(unseated)
        } else if self.rounds < self.rounds_max as usize && playing.len() >= seats {
            let now = self.play.pace.now();
            let announced = match self.announced.take() {
                Some(announced) => announced,
                None => Announced { tables: self.pair(playing), begins: now.saturating_add(self.announced_for) },
            };
            if now < announced.begins {
                self.announced = Some(announced);
                return false;
            }
            announced.tables
        } else {
            return false;
        };
        for group in tables {
            self.play.sets.begin(&self.play.roster, &group);
            self.count_begun(&group);
        }
        true
    }

    /// What was announced isn't true any more.
    fn entrants_changed(&mut self) {
        self.announced = None;
    }

    fn round(&self) -> Option<Round> {
        let (number, tables, begins_in) = match &self.announced {
            Some(Announced { tables, begins }) => {
                let begins_in = Micros(begins.saturating_sub(self.play.pace.now()));
                (self.rounds + 1, tables, Some(begins_in))
            }
            None if self.rounds == 0 => return None,
            None => (self.rounds, &self.tables, None),
        };
        let left_over = self.play.roster.playing().filter(|one| !tables.iter().any(|table| table.contains(one)));
        let byes = self.play.bots(&left_over.collect::<Vec<_>>());
        let tables = tables.iter().map(|table| self.play.bots(table)).collect();
        Some(Round { number, tables, byes, begins_in })
    }

    /// Rounds begin as a whole.
    fn choose(&mut self, _: &dyn Fn(&BotName) -> Availability) -> Option<Group> {
        None
    }

    /// Puts this group into the present round, or into a new one if an entrant of the group has a table already. This
    /// finds the rounds again after a restart, since no round begins before the previous one is over.
    fn count_begun(&mut self, group: &[usize]) {
        if self.rounds == 0 || group.iter().any(|one| self.seated.contains(one)) {
            self.rounds += 1;
            self.seated.clear();
            self.tables.clear();
        }
        self.seated.extend(group);
        self.tables.push(group.to_vec());
        group.iter().for_each(|one| *self.sat.entry(*one).or_default() += 1);
        for (at, one) in group.iter().enumerate() {
            group[..at].iter().for_each(|other| *self.met.entry((*other, *one)).or_default() += 1);
        }
    }

    fn forget_places(&mut self) {
        self.half_points.clear();
    }

    fn count_places(&mut self, _: &SetPosition, entrants: &[usize], places: &PerSeat<u32>) {
        for (one, half_points) in entrants.iter().zip(half_points(places)) {
            *self.half_points.entry(*one).or_default() += half_points;
        }
    }

    fn extend(&mut self, settings: &FormatSettings) {
        if let FormatSettings::Swiss { rounds, .. } = settings {
            self.rounds_max = *rounds;
        }
    }

    fn progress(&self) -> Progress {
        let seats = self.play.seats();
        // One match for each bot that has a table, since a set has as many matches as seats.
        let matches_of = |bots: usize| (bots / seats * seats) as u64;
        let rounds_left = u64::from(self.rounds_max).saturating_sub(self.rounds as u64);
        let missing = rounds_left.saturating_mul(matches_of(self.play.roster.playing().len()));
        let (ended, open) =
            (self.play.sets.ended_matches(), self.play.sets.open_matches(|group| self.play.roster.all_play(group)));
        Progress { ended, planned: Some(ended + open + matches_of(self.unseated().len()) + missing) }
    }
}
