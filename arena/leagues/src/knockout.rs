//! Knock-out: rounds in which the winner of each table goes on.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use kahua_core::ids::BotName;
use kahua_core::limits::KNOCKOUT_EXTRA_SETS_MAX;
use kahua_core::referee::SetPosition;
use kahua_engine::PerSeat;
use kahua_proto::pb::arena::v1 as pb;

use crate::bracket::{self, BracketRound, tables_of};
use crate::groups::Group;
use crate::planner::{SetPlanner, half_points};
use crate::play::Play;
use crate::set::SetSource;
use crate::settings::Knockout as Settings;
use crate::{Availability, FormatSettings, KnockoutRound, KnockoutTable, Progress};

/// A knock-out. The rounds are computed from the results whenever they are needed, so they follow corrections: if a table
/// has another winner, the tables after it are played anew.
#[derive(Debug)]
pub(crate) struct Knockout {
    settings: Settings,
    seeds: BTreeMap<BotName, usize>,
    play: Play,
    /// What has been played at each table, by its seeds.
    tables: BTreeMap<Vec<usize>, Played>,
}

/// What has been played at a table.
#[derive(Debug, Default)]
struct Played {
    /// How many sets have begun.
    begun: u32,
    /// The points of each seed in halves, by set: two for each opponent beaten in a match, and one for each tie.
    half_points: BTreeMap<String, BTreeMap<usize, u64>>,
}

/// The sets that aren't over, by table.
type Unfinished = BTreeMap<Vec<usize>, OfTable>;

/// The sets of a table that aren't over.
#[derive(Debug, Default)]
struct OfTable {
    /// How many go on.
    open: u32,
    /// The ids of those that don't, because a bot has another version now.
    dropped: BTreeSet<String>,
}

/// How a table stands.
#[derive(Debug)]
struct Score {
    /// How many sets have begun, without those that don't go on.
    sets: u32,
    /// Whether one of them isn't over.
    is_open: bool,
    /// The points in halves, in the order of the table's seeds.
    half_points: Vec<u64>,
    /// The same without the sets that don't go on.
    half_points_of_sets: Vec<u64>,
}

impl Score {
    /// By how much this place leads. What was played of a set that doesn't go on counts against it, but not for it: otherwise a bot
    /// could win by coming in another version while it leads in a set, or undo what it has lost of one.
    fn lead(&self, place: usize) -> u64 {
        let over_others = |points: &[u64]| {
            let others = points.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, points)| *points);
            points[place].saturating_sub(others.max().unwrap_or_default())
        };
        over_others(&self.half_points).min(over_others(&self.half_points_of_sets))
    }
}

impl Knockout {
    pub(crate) fn new(source: SetSource, settings: Settings) -> Knockout {
        let seeds = settings.seeds.iter().enumerate().map(|(seed, name)| (*name, seed)).collect();
        Knockout { settings, seeds, play: Play::new(source), tables: BTreeMap::new() }
    }

    fn rounds(&self, unfinished: &Unfinished) -> Vec<BracketRound> {
        let Settings { seeds, third_place, .. } = &self.settings;
        bracket::rounds(seeds.len(), self.play.seats(), *third_place, |table| self.winner(table, unfinished))
    }

    /// Who has won this table; `None` if it must go on. A table that isn't decided when a bot leaves isn't played on.
    fn winner(&self, table: &[usize], unfinished: &Unfinished) -> Option<usize> {
        let score = self.score(table, unfinished);
        let mut order: Vec<usize> = (0..table.len()).collect();
        // In a tie the better seed comes first.
        order.sort_by_key(|place| (Reverse(score.half_points[*place]), table[*place]));
        let first = order[0];
        let plays = |place: &usize| self.number(table[*place]).is_some();
        // Where nothing counts any more, as after a disqualification, the better seed hasn't won.
        let counts = score.half_points[first] > 0 || order.iter().all(plays);
        if counts && self.is_decided(&score, score.lead(first)) {
            Some(table[first])
        } else if order.iter().all(plays) {
            None
        } else {
            order.iter().copied().find(plays).or(Some(first)).map(|place| table[place])
        }
    }

    /// Whether a table that stands so has been played to its end. Its first bot leads by so many half points.
    fn is_decided(&self, score: &Score, lead: u64) -> bool {
        if score.is_open || score.sets == 0 {
            return false;
        }
        // A set brings at most two for every opponent in each of its matches.
        let seats = self.play.seats() as u64;
        let of_set = 2 * seats * (seats - 1);
        match self.settings.best_of.saturating_sub(score.sets) {
            0 => lead > 0 || score.sets >= self.settings.best_of + KNOCKOUT_EXTRA_SETS_MAX,
            left => lead > u64::from(left) * of_set,
        }
    }

    fn score(&self, table: &[usize], unfinished: &Unfinished) -> Score {
        let (not_over, nothing) = (unfinished.get(table), Played::default());
        let played = self.tables.get(table).unwrap_or(&nothing);
        let goes_on = |set: &str| not_over.is_none_or(|sets| !sets.dropped.contains(set));
        let half_points = |counts: &dyn Fn(&str) -> bool| -> Vec<u64> {
            let of_sets = || played.half_points.iter().filter(|(set, _)| counts(set)).map(|(_, of_set)| of_set);
            table.iter().map(|seed| of_sets().filter_map(|of_set| of_set.get(seed)).sum()).collect()
        };
        Score {
            sets: played.begun.saturating_sub(not_over.map_or(0, |sets| sets.dropped.len() as u32)),
            is_open: not_over.is_some_and(|sets| sets.open > 0),
            half_points: half_points(&|_| true),
            half_points_of_sets: half_points(&goes_on),
        }
    }

    fn unfinished(&self) -> Unfinished {
        let mut unfinished = Unfinished::new();
        for (set, group) in self.play.sets.unfinished() {
            let of_table = unfinished.entry(self.table(&group)).or_default();
            match self.play.roster.all_play(&group) {
                true => of_table.open += 1,
                false => drop(of_table.dropped.insert(set.to_owned())),
            }
        }
        unfinished
    }

    /// The seeds of these entrants, in rising order.
    fn table(&self, group: &[usize]) -> Vec<usize> {
        let mut table: Vec<usize> = group.iter().filter_map(|one| self.seed(*one)).collect();
        table.sort_unstable();
        table
    }

    /// The seed of an entrant; `None` if its bot has none.
    fn seed(&self, one: usize) -> Option<usize> {
        self.seeds.get(&self.play.roster.entrant(one).name).copied()
    }

    /// The entrant that plays with this seed; `None` if its bot was withdrawn.
    fn number(&self, seed: usize) -> Option<usize> {
        self.play.roster.number_of(&self.settings.seeds[seed])
    }

    fn told(&self, number: usize, round: &BracketRound, unfinished: &Unfinished) -> KnockoutRound {
        let name = |seed: &usize| self.settings.seeds[*seed];
        let tables = round.tables.iter().map(|table| KnockoutTable {
            bots: table.seeds.iter().map(name).collect(),
            half_points: self.score(&table.seeds, unfinished).half_points,
            winner: table.winner.as_ref().map(name),
            is_for_third: table.is_for_third,
        });
        KnockoutRound { number, tables: tables.collect(), byes: round.byes.iter().map(name).collect() }
    }
}

impl KnockoutRound {
    /// The same as a message.
    #[must_use]
    pub fn to_wire(self) -> pb::KnockoutRound {
        let names = |bots: Vec<BotName>| bots.iter().map(ToString::to_string).collect();
        let table = |KnockoutTable { bots, half_points, winner, is_for_third }: KnockoutTable| pb::KnockoutTable {
            bots: names(bots),
            half_points,
            winner: winner.map(|name| name.to_string()),
            is_for_third,
        };
        let tables = self.tables.into_iter().map(table).collect();
        pb::KnockoutRound { number: self.number as u32, tables, byes: names(self.byes) }
    }
}

impl SetPlanner for Knockout {
    fn play(&self) -> &Play {
        &self.play
    }

    fn play_mut(&mut self) -> &mut Play {
        &mut self.play
    }

    /// Begins a set at every table of the round whose bots have all come.
    fn begin_sets(&mut self, _: &dyn Fn(&BotName) -> Availability) -> bool {
        let unfinished = self.unfinished();
        let Some(round) = self.rounds(&unfinished).pop() else { return false };
        let mut has_begun = false;
        for table in round.tables.iter().filter(|table| table.winner.is_none()) {
            let mut group: Group = table.seeds.iter().filter_map(|seed| self.number(*seed)).collect();
            group.sort_unstable();
            let have_come = group.iter().all(|one| self.play.roster.has_entered(*one));
            // One set after the other, because a table may be decided before all of them are played.
            if have_come && unfinished.get(&table.seeds).is_none_or(|of_table| of_table.open == 0) {
                self.play.sets.begin(&self.play.roster, &group);
                self.count_begun(&group);
                has_begun = true;
            }
        }
        has_begun
    }

    /// Sets begin at all tables of a round at once.
    fn choose(&mut self, _: &dyn Fn(&BotName) -> Availability) -> Option<Group> {
        None
    }

    fn count_begun(&mut self, group: &[usize]) {
        let table = self.table(group);
        self.tables.entry(table).or_default().begun += 1;
    }

    fn forget_places(&mut self) {
        self.tables.values_mut().for_each(|played| played.half_points.clear());
    }

    fn count_places(&mut self, set: &SetPosition, entrants: &[usize], places: &PerSeat<u32>) {
        let seeds: Vec<Option<usize>> = entrants.iter().map(|one| self.seed(*one)).collect();
        let played = self.tables.entry(self.table(entrants)).or_default();
        let of_set = played.half_points.entry(set.set_id.clone()).or_default();
        for (seed, half_points) in seeds.iter().zip(half_points(places)) {
            if let Some(seed) = seed {
                *of_set.entry(*seed).or_default() += half_points;
            }
        }
    }

    /// Its seeds and the length of its tables are terms of the season, so there is nothing to extend.
    fn extend(&mut self, _: &FormatSettings) {}

    fn bracket(&self) -> Vec<KnockoutRound> {
        let unfinished = self.unfinished();
        let rounds = self.rounds(&unfinished);
        rounds.iter().enumerate().map(|(at, round)| self.told(at + 1, round, &unfinished)).collect()
    }

    /// Expects as many sets at each table as there may be without a tie.
    fn progress(&self) -> Progress {
        let Settings { seeds, best_of, third_place } = &self.settings;
        let seats = self.play.seats();
        let unfinished = self.unfinished();
        let rounds = self.rounds(&unfinished);
        let tables: Vec<_> = rounds.iter().flat_map(|round| &round.tables).collect();
        let to_begin = |table: &[usize]| {
            let score = self.score(table, &unfinished);
            // A table without a winner plays at least one set more, unless one is being played.
            u64::from(best_of.saturating_sub(score.sets).max(u32::from(!score.is_open)))
        };
        let of_round: u64 =
            tables.iter().filter(|table| table.winner.is_none()).map(|table| to_begin(&table.seeds)).sum();
        let later =
            tables_of(seeds.len(), seats, *third_place).saturating_sub(tables.len() as u64) * u64::from(*best_of);
        let ended = self.play.sets.ended_matches();
        let open = self.play.sets.open_matches(|group| self.play.roster.all_play(group));
        Progress { ended, planned: Some(ended + open + (of_round + later) * seats as u64) }
    }
}
