//! How long a grading takes: said as soon as a set was played on this machine, and then with each verdict.

use std::cell::Cell;
use std::time::Duration;

use kahua_core::words::{about, count};
use kahua_leagues::sprt::ScoreCounts;

use super::assignment::Assignment;
use super::tally::{SETS_MIN, accepted};

/// How many gradings are drawn to see how many sets one takes.
const DRAWN: u32 = 1000;

/// Of a grading that takes less than this, nothing is said beforehand: its verdicts come soon.
const SAID_FROM: Duration = Duration::from_secs(60);

/// How fast a grading goes on. An earlier run's sets count for how many a pairing takes, but not for how long a set takes.
#[derive(Debug)]
pub(super) struct Forecast {
    /// How many pairings there are.
    all: usize,
    /// How many submissions are graded at once.
    lanes: usize,
    /// How many sets a pairing takes on average, if the submission is as strong as the reference.
    sets_of_equals: f64,
    sets_max: u64,
    decided: Cell<usize>,
    /// The sets of the pairings that were decided by playing, and how many pairings these are.
    sets: Cell<u64>,
    played: Cell<u64>,
    /// The sets that this run has played.
    sets_now: Cell<u64>,
    is_foretold: Cell<bool>,
}

impl Forecast {
    pub(super) fn new(assignment: &Assignment, lanes: usize) -> Forecast {
        Forecast {
            all: assignment.submissions.len() * assignment.references.len(),
            lanes: lanes.min(assignment.submissions.len()).max(1),
            sets_of_equals: sets_of_equals(assignment),
            sets_max: assignment.sets_max.get().into(),
            decided: Cell::new(0),
            sets: Cell::new(0),
            played: Cell::new(0),
            sets_now: Cell::new(0),
            is_foretold: Cell::new(false),
        }
    }

    /// Notes that a set took so long. The first time, returns how long the grading takes, in a sentence, unless that is less than a
    /// minute.
    pub(super) fn foretell(&self, set: Duration) -> Option<String> {
        let left = self.all.saturating_sub(self.decided.get());
        if self.is_foretold.replace(true) || left == 0 {
            return None;
        }
        let lasting = |sets: f64| set.mul_f64(left as f64 * sets / self.lanes as f64);
        if lasting(self.sets_of_equals) < SAID_FROM {
            return None;
        }
        let least = SETS_MIN.min(self.sets_max);
        Some(format!(
            "a set takes about {} here, so {} take about {} if all submissions are as strong as the references: {} if {} each \
             are enough, and at most {} with {} each",
            about(set),
            count(left as u64, "pairing", "pairings"),
            about(lasting(self.sets_of_equals)),
            about(lasting(least as f64)),
            count(least, "set", "sets"),
            about(lasting(self.sets_max as f64)),
            self.sets_max,
        ))
    }

    /// Notes that these pairings need not be played.
    pub(super) fn skip(&self, pairings: usize) {
        self.decided.set(self.decided.get() + pairings);
    }

    /// Notes a verdict after this number of sets, of which this run has played `now`. Returns how many pairings are decided.
    pub(super) fn decide(&self, sets: u64, now: u64) -> usize {
        self.skip(1);
        self.sets.set(self.sets.get() + sets);
        self.played.set(self.played.get() + 1);
        self.sets_now.set(self.sets_now.get() + now);
        self.decided.get()
    }

    /// How long the other pairings take if they go on like those that this run has played in this time; `None` if none is left, or it
    /// has played none.
    pub(super) fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        let left = self.all.checked_sub(self.decided.get()).filter(|left| *left > 0)?;
        let now = Some(self.sets_now.get()).filter(|now| *now > 0)?;
        let sets_each = self.sets.get() as f64 / self.played.get() as f64;
        Some(elapsed.mul_f64(left as f64 * sets_each / now as f64))
    }
}

/// How many sets it takes on average to grade a submission that beats each opponent in every second match.
fn sets_of_equals(assignment: &Assignment) -> f64 {
    let mut random = draws();
    let mut points = || 2 * (random() >> 63) as u32;
    let sets_max = u64::from(assignment.sets_max.get());
    let played: u64 = (0..DRAWN)
        .map(|_| {
            let mut scores = ScoreCounts::new(assignment.comparisons());
            while scores.sets() < sets_max && accepted(&assignment.test, &scores).is_none() {
                scores.add((0..assignment.comparisons()).map(|_| points()).sum());
            }
            scores.sets()
        })
        .sum();
    played as f64 / f64::from(DRAWN)
}

/// Numbers to simulate gradings with, the same in every run. Their upper bits are the random ones.
pub(super) fn draws() -> impl FnMut() -> u64 {
    let mut random = 0x2026_u64;
    move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random
    }
}

#[cfg(test)]
mod tests {
    use super::super::assignment::tests::decided_by;
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Of two submissions and one reference.
    fn pace(lanes: usize) -> Forecast {
        Forecast::new(&decided_by("pass = { beats = 'greedy' }"), lanes)
    }

    #[test]
    fn equals_take_as_many_sets_as_the_page_says() {
        assert!((27.0..37.0).contains(&pace(1).sets_of_equals), "{}", pace(1).sets_of_equals);
    }

    #[test]
    fn how_long_it_takes_is_said_once_a_set_was_played() {
        let pace = Forecast { sets_of_equals: 30.0, ..pace(2) };
        assert_eq!(
            pace.foretell(60 * SECOND).unwrap(),
            "a set takes about 60 seconds here, so 2 pairings take about 30 minutes if all submissions are as strong as the \
             references: 10 minutes if 10 sets each are enough, and at most 3 hours with 200 each"
        );
        assert_eq!(pace.foretell(60 * SECOND), None);
        assert_eq!(Forecast { sets_of_equals: 30.0, ..self::pace(2) }.foretell(SECOND), None, "it is soon over");
    }

    #[test]
    fn only_what_this_run_has_played_tells_how_long_the_rest_takes() {
        let pace = Forecast { all: 4, ..pace(1) };
        assert_eq!(pace.decide(40, 0), 1);
        assert_eq!(pace.time_left(SECOND), None, "an earlier run has played it");
        assert_eq!(pace.decide(20, 10), 2);
        // Ten sets took ten seconds, and the others have 30 sets each.
        assert_eq!(pace.time_left(10 * SECOND), Some(60 * SECOND));
        pace.skip(2);
        assert_eq!(pace.time_left(10 * SECOND), None);
    }
}
