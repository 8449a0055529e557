//! How often the interval of a difference covers the truth, exactly: for two players and a number of sets of two
//! matches, every outcome is weighted with its probability. `docs/ratings.md` shows the table that
//! `prints_the_coverage` prints.

use std::collections::BTreeMap;

use kahua_ratings::Interval;
use kahua_ratings::estimate::{Fit, PairScore, PlayerIndex, SetScores};

/// How many of the sets were won twice, once and never by the first player.
type Outcome = [u32; 3];

/// How the matches of a set depend on each other.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Luck {
    /// Every match has luck of its own.
    Fresh,
    /// The luck belongs to the seats, which the players change.
    Seats,
    /// The luck belongs to the players: the second match ends like the first.
    Players,
    /// Half of the second matches end like the first.
    Half,
}

const LUCKS: [Luck; 4] = [Luck::Fresh, Luck::Seats, Luck::Players, Luck::Half];

impl Luck {
    /// The probabilities that the stronger player wins both matches of a set, one, and none.
    fn shares(self, points: f64) -> [f64; 3] {
        let (win, lose) = (win(points), win(-points));
        match self {
            Luck::Fresh => [win * win, 2.0 * win * lose, lose * lose],
            Luck::Seats => [win - lose, 2.0 * lose, 0.0],
            Luck::Players => [win, 0.0, lose],
            Luck::Half => [win * (1.0 + win) / 2.0, win * lose, lose * (1.0 + lose) / 2.0],
        }
    }
}

fn win(points: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-points / 400.0))
}

/// The interval of the difference for every outcome of this many sets.
struct Intervals {
    sets: u32,
    of: BTreeMap<Outcome, Interval>,
    ln_factorials: Vec<f64>,
}

/// Probabilities of what the interval of a difference does.
struct Coverage {
    /// That the truth lies in the interval, if the interval isn't open at both ends.
    covered: f64,
    /// That one end is open.
    open: f64,
}

impl Intervals {
    fn of(sets: u32) -> Intervals {
        let set = |half_points| {
            SetScores::from([((PlayerIndex(0), PlayerIndex(1)), PairScore { half_points, comparisons: 2 })])
        };
        let kinds = [set(4), set(2), set(0)];
        let interval = |outcome: Outcome| {
            let all = kinds.iter().zip(outcome).flat_map(|(set, times)| std::iter::repeat_n(set, times as usize));
            (outcome, Fit::of(2, all).difference(PlayerIndex(0), PlayerIndex(1)).interval)
        };
        let outcomes = (0..=sets).flat_map(|both| (0..=sets - both).map(move |one| [both, one, sets - both - one]));
        let mut ln_factorials = vec![0.0];
        (1..=sets as usize).for_each(|number| ln_factorials.push(ln_factorials[number - 1] + (number as f64).ln()));
        Intervals { sets, of: outcomes.map(interval).collect(), ln_factorials }
    }

    /// If this is the difference in Elo points.
    fn coverage(&self, luck: Luck, points: f64) -> Coverage {
        let shares = luck.shares(points);
        let (mut covered, mut said, mut open) = (0.0, 0.0, 0.0);
        for (outcome, interval) in self.of.iter().filter(|(_, interval)| **interval != Interval::OPEN) {
            let term = |(times, share): (&u32, &f64)| match times {
                0 => 0.0,
                _ => f64::from(*times) * share.ln() - self.ln_factorials[*times as usize],
            };
            let terms: f64 = outcome.iter().zip(&shares).map(term).sum();
            let probability = (self.ln_factorials[self.sets as usize] + terms).exp();
            said += probability;
            covered += if interval.contains(points) { probability } else { 0.0 };
            open += if interval.margin().is_none() { probability } else { 0.0 };
        }
        Coverage { covered: covered / said, open }
    }
}

#[test]
fn no_difference_is_covered_much_less_often_than_promised() {
    for sets in [3, 5, 7, 10, 20, 40] {
        let intervals = Intervals::of(sets);
        for (luck, points) in LUCKS.into_iter().flat_map(|luck| (0..=60).map(move |step| (luck, f64::from(20 * step))))
        {
            let Coverage { covered, .. } = intervals.coverage(luck, points);
            // The binomial interval itself comes down to this, where few sets are lost.
            assert!(covered >= 0.92, "{sets} sets, {luck:?}, {points} points apart: {covered}");
        }
    }
}

#[test]
fn differences_up_to_200_points_are_covered_as_often_as_promised_after_40_sets() {
    let intervals = Intervals::of(40);
    for luck in LUCKS.into_iter().filter(|luck| *luck != Luck::Seats) {
        for points in (0..=20).map(|step| f64::from(10 * step)) {
            let Coverage { covered, .. } = intervals.coverage(luck, points);
            assert!((0.93..0.97).contains(&covered), "{luck:?}, {points} points apart: {covered}");
        }
    }
}

/// Prints the tables of `docs/ratings.md`.
#[test]
#[ignore = "takes a minute: cargo test --release -p kahua-ratings --test two_players -- --ignored --nocapture"]
fn prints_the_coverage() {
    const SETS: [u32; 8] = [5, 10, 20, 40, 60, 100, 200, 300];
    const POINTS: [i32; 9] = [0, 50, 100, 200, 300, 400, 600, 800, 1200];
    let all: Vec<Intervals> = SETS.into_iter().map(Intervals::of).collect();
    let lowest = |intervals: &Intervals, luck: Luck| {
        let steps = (0..=120).map(|step| 10 * step);
        let covered = steps.map(|points| (intervals.coverage(luck, points.into()).covered, points));
        let (covered, points) = covered.min_by(|one, other| one.0.total_cmp(&other.0)).expect("many steps");
        format!(" {:.1} at {points} |", 100.0 * covered)
    };
    println!("| sets | lowest: fresh | seats | players | half |\n|---|---|---|---|---|");
    for intervals in &all {
        println!("| {} |{}", intervals.sets, LUCKS.map(|luck| lowest(intervals, luck)).concat());
    }
    let cell = |intervals: &Intervals, points: i32| {
        let of = LUCKS.map(|luck| intervals.coverage(luck, points.into()));
        let covered = of.each_ref().map(|of| format!("{:.1}", 100.0 * of.covered)).join(" / ");
        format!(" {covered} ({:.0}) |", 100.0 * of[0].open)
    };
    println!("| sets |{}", POINTS.map(|points| format!(" {points} |")).concat());
    for intervals in &all {
        println!("| {} |{}", intervals.sets, POINTS.map(|points| cell(intervals, points)).concat());
    }
}
