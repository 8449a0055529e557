//! The results of one submission against one reference, from the records.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use kahua_core::season::Season;
use kahua_leagues::sprt::{Hypothesis, ScoreCounts, Sprt};
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

use super::assignment::{Assignment, SUBMISSION};
use crate::play::faults::Faults;

/// With fewer sets than this, nothing is decided: they tell too little about how much the scores scatter.
pub(super) const SETS_MIN: u64 = 10;

/// The results of one submission against one reference, set by set in the order in which the sets ended. Sets that end
/// after the decision don't count. So the results don't depend on how often the grading was interrupted.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    test: Sprt,
    sets_max: NonZeroU32,
    season: Season,
    league: String,
    pub(super) scores: ScoreCounts,
    /// What the test has accepted.
    pub(super) accepted: Option<Hypothesis>,
    open: BTreeMap<String, Vec<pb::MatchRecord>>,
    /// The matches of the sets that count, without their events.
    pub(super) counted: Vec<pb::MatchRecord>,
    pub(super) faults: Faults,
    /// The version that the submission has stated in its first match.
    version: Option<String>,
    pub(super) has_changed_version: bool,
    pub(super) thinking: Thinking,
}

/// The think times of a submission.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Thinking {
    pub(super) decisions: u64,
    pub(super) total: Duration,
    pub(super) longest: Duration,
}

impl Tally {
    /// Nothing yet, in this season of the reference's league.
    pub(super) fn new(assignment: &Assignment, league: &str, season: Season) -> Tally {
        Tally {
            test: assignment.test,
            sets_max: assignment.sets_max,
            season,
            league: league.to_owned(),
            scores: ScoreCounts::new(assignment.comparisons()),
            accepted: None,
            open: BTreeMap::new(),
            counted: Vec::new(),
            faults: Faults::default(),
            version: None,
            has_changed_version: false,
            thinking: Thinking::default(),
        }
    }

    /// Counts a match, if it is between these two and has a result.
    pub(super) fn add(&mut self, record: &pb::MatchRecord) {
        if record.league != self.league || Season::of(record) != self.season || record.results.is_empty() {
            return;
        }
        let Some(seat) = record.players.iter().position(|player| player.name == SUBMISSION) else { return };
        let version = &record.players[seat].version;
        self.has_changed_version |= self.version.get_or_insert_with(|| version.clone()) != version;
        self.faults.add(record);
        self.thinking.add(record, seat);
        let Some(set) = &record.set else { return };
        let matches = self.open.entry(set.set_id.clone()).or_default();
        matches.push(pb::MatchRecord { events: Vec::new(), ..record.clone() });
        if matches.len() == set.size as usize {
            let matches = self.open.remove(&set.set_id).unwrap_or_default();
            self.end_set(matches);
        }
    }

    fn end_set(&mut self, matches: Vec<pb::MatchRecord>) {
        if self.is_over() {
            return;
        }
        self.scores.add(matches.iter().map(half_points).sum());
        self.counted.extend(matches);
        self.accepted = accepted(&self.test, &self.scores);
    }

    /// How long the set took that was counted last; `None` before the first.
    pub(super) fn last_set(&self) -> Option<Duration> {
        let last = self.counted.last()?;
        let set_id = |record: &pb::MatchRecord| record.set.as_ref().map(|set| set.set_id.clone());
        let of_set = self.counted.iter().rev().take_while(|record| set_id(record) == set_id(last));
        let took = |record: &pb::MatchRecord| (record.ended_unix_ms - record.started_unix_ms).max(0).unsigned_abs();
        Some(Duration::from_millis(of_set.map(took).sum()))
    }

    /// Whether no more sets count.
    pub(super) fn is_over(&self) -> bool {
        self.accepted.is_some() || self.scores.sets() >= u64::from(self.sets_max.get())
    }

    /// The log-likelihood ratio, and the bounds at which a hypothesis is accepted.
    pub(super) fn llr(&self) -> (f64, (f64, f64)) {
        (self.test.llr(&self.scores), self.test.bounds())
    }

    /// How many points the submission has made, of how many.
    pub(super) fn points(&self) -> (f64, u64) {
        let comparisons = self.scores.sets() * (self.scores.counts().len() as u64 - 1) / 2;
        (self.scores.score() * comparisons as f64, comparisons)
    }

    /// How many matches the submission has lost by a fault of its own.
    pub(super) fn forfeits(&self) -> u64 {
        self.faults.of_bot(SUBMISSION).map(|row| row.forfeits).sum()
    }
}

/// What the test decides after these sets; nothing before the least number of them.
pub(super) fn accepted(test: &Sprt, scores: &ScoreCounts) -> Option<Hypothesis> {
    if scores.sets() < SETS_MIN { None } else { test.accepted(scores) }
}

impl Thinking {
    fn add(&mut self, record: &pb::MatchRecord, seat: usize) {
        let decisions = record.events.iter().filter_map(|recorded| match &recorded.event {
            Some(Event::Decision(decision)) if decision.seat as usize == seat && !decision.substitute => Some(decision),
            _ => None,
        });
        for decision in decisions {
            let thought = Duration::from_micros(decision.think_us);
            self.decisions += 1;
            self.total += thought;
            self.longest = self.longest.max(thought);
        }
    }

    pub(super) fn plus(self, other: Thinking) -> Thinking {
        Thinking {
            decisions: self.decisions + other.decisions,
            total: self.total + other.total,
            longest: self.longest.max(other.longest),
        }
    }

    /// The mean of all decisions.
    pub(super) fn mean(&self) -> Duration {
        self.total.checked_div(u32::try_from(self.decisions).unwrap_or(u32::MAX)).unwrap_or_default()
    }
}

/// Two for each opponent that the submission has beaten, one for each tie.
fn half_points(record: &pb::MatchRecord) -> u32 {
    let places = || record.players.iter().zip(&record.results).map(|(player, result)| (&player.name, result.place));
    let own = places().find(|(name, _)| *name == SUBMISSION).map_or(u32::MAX, |(_, place)| place);
    let against = places().filter(|(name, _)| *name != SUBMISSION);
    against
        .map(|(_, place)| match own.cmp(&place) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        })
        .sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::assignment::tests::{decided_by, example};
    use super::super::pace::draws;
    use super::*;

    /// A match of this set between the submission and greedy, which the submission has won or lost.
    pub(crate) fn record(set: u32, rotation: u32, has_won: bool) -> pb::MatchRecord {
        let player = |name: &str| pb::Player { name: name.into(), version: "1".into() };
        let places = if has_won { [1, 2] } else { [2, 1] };
        pb::MatchRecord {
            match_id: format!("{set}-{rotation}"),
            league: "greedy".into(),
            game: "haleakala".into(),
            rated: true,
            players: [SUBMISSION, "greedy"].map(player).into(),
            results: places.map(|place| pb::SeatResult { place, ..Default::default() }).into(),
            set: Some(pb::SetPosition { set_id: format!("s-{set}"), rotation, size: 2 }),
            ..Default::default()
        }
    }

    pub(crate) fn after(records: impl IntoIterator<Item = pb::MatchRecord>) -> Tally {
        let mut tally = Tally::new(&example(), "greedy", Season::FIRST);
        records.into_iter().for_each(|record| tally.add(&record));
        tally
    }

    #[test]
    fn only_whole_sets_count_and_none_after_the_decision() {
        let won = |sets: u32| (0..sets).flat_map(|set| [record(set, 0, true), record(set, 1, true)]);
        let open = after(won(9).chain([record(9, 0, true)]));
        assert_eq!((open.scores.sets(), open.accepted, open.is_over()), (9, None, false));
        let lost = (10..30).flat_map(|set| [record(set, 0, false), record(set, 1, false)]);
        let decided = after(won(10).chain(lost));
        assert_eq!((decided.scores.sets(), decided.accepted), (10, Some(Hypothesis::H1)));
        assert_eq!((decided.counted.len(), decided.points()), (20, (20.0, 20)));
    }

    #[test]
    fn a_tally_ends_undecided_when_its_sets_are_played() {
        // Five points of eight lie between the two hypotheses.
        let even = after((0..40).flat_map(|set| [record(set, 0, true), record(set, 1, set % 4 == 0)]));
        assert!(even.is_over(), "{even:?}");
        assert_eq!((even.scores.sets(), even.accepted), (30, None));
    }

    /// At two seats, with fresh luck and without ties, which is where the scores of sets scatter most. A strength halfway between
    /// the two hypotheses takes the most sets.
    #[test]
    fn the_defaults_decide_at_least_95_of_100_gradings() {
        let assignment = decided_by("pass = { beats = 'greedy' }");
        let (_, margin) = assignment.test.hypotheses();
        let mut random = draws();
        let mut wins_with = |chance: f64| ((random() >> 11) as f64 / (1_u64 << 53) as f64) < chance;
        for part in [-0.5, 0.0, 0.5, 1.0, 1.5] {
            let chance = 1.0 / (1.0 + 10_f64.powf(-part * margin / 400.0));
            let decided = (0..200).filter(|_| {
                let mut tally = Tally::new(&assignment, "greedy", Season::FIRST);
                for set in 0.. {
                    if tally.is_over() {
                        break;
                    }
                    [0, 1].into_iter().for_each(|rotation| tally.add(&record(set, rotation, wins_with(chance))));
                }
                tally.accepted.is_some()
            });
            let decided = decided.count();
            assert!(decided >= 190, "at {part} of the margin, {decided} of 200 are decided");
        }
    }

    #[test]
    fn other_leagues_and_seasons_do_not_count_and_a_new_version_is_noticed() {
        let elsewhere = pb::MatchRecord { league: "random".into(), ..record(0, 0, true) };
        let later = pb::MatchRecord { season: 2, ..record(0, 1, true) };
        let aborted = pb::MatchRecord { results: Vec::new(), ..record(0, 0, true) };
        let tally = after([elsewhere, later, aborted]);
        assert_eq!((tally.scores.sets(), tally.open.len(), tally.has_changed_version), (0, 0, false));
        let mut other = record(1, 0, true);
        other.players[0].version = "2".into();
        assert!(after([record(0, 0, true), other]).has_changed_version);
    }
}
