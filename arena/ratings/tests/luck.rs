//! Two equal players under every kind of luck: intervals and tests take the set as the unit, and are right about as
//! often as they promise.

use kahua_engine::dice::{Dice, Seed};
use kahua_ratings::sprt::Hypothesis;
use kahua_ratings::{Finish, Pool, ScoreCounts, Sprt};

/// What decides the two matches of a set, in which ann has the first seat and then the second.
#[derive(Clone, Copy, Debug)]
enum Deciding {
    /// Every match has luck of its own. The first seat wins this many matches in a hundred.
    Fresh { first_seat: u32 },
    /// The matches have the same luck. In this many sets of a hundred it decides for a seat, so that each player wins once.
    SameForSeat(u32),
    /// The matches have the same luck. In this many sets of a hundred it suits one of the players, who wins both.
    SameForPlayer(u32),
}

const KINDS: [Deciding; 5] = [
    Deciding::Fresh { first_seat: 50 },
    Deciding::Fresh { first_seat: 85 },
    Deciding::SameForSeat(70),
    Deciding::SameForPlayer(50),
    Deciding::SameForPlayer(100),
];

impl Deciding {
    /// Whether ann wins each of the two matches.
    fn play(self, dice: &mut Dice) -> [bool; 2] {
        let mut percent = |share| dice.below(100) < share;
        match self {
            Deciding::Fresh { first_seat } => [percent(first_seat), !percent(first_seat)],
            Deciding::SameForSeat(sets) if percent(sets) => {
                if percent(50) {
                    [true, false]
                } else {
                    [false, true]
                }
            }
            Deciding::SameForPlayer(sets) if percent(sets) => [percent(50); 2],
            Deciding::SameForSeat(_) | Deciding::SameForPlayer(_) => [percent(50), percent(50)],
        }
    }
}

/// What counts as one piece of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Set,
    Match,
}

fn pool(kind: Deciding, unit: Unit, sets: u32, dice: &mut Dice) -> Pool<&'static str> {
    let mut pool = Pool::default();
    for set in 0..sets {
        for (number, ann_wins) in kind.play(dice).into_iter().enumerate() {
            let places = if ann_wins { [1, 2] } else { [2, 1] };
            let id = if unit == Unit::Set { set.to_string() } else { format!("{set}, {number}") };
            pool.add(&id, &[Finish::new("ann", places[0]), Finish::new("bob", places[1])]);
        }
    }
    pool
}

/// In how many of 400 pools of 40 sets the true strength of 1500 lies within the interval.
fn covered(kind: Deciding, unit: Unit) -> u32 {
    let mut dice = Dice::new(Seed::from_number(1));
    let covers = |pool: Pool<_>| pool.standings()[0].estimate.interval.contains(1500.0);
    (0..400).map(|_| u32::from(covers(pool(kind, unit, 40, &mut dice)))).sum()
}

#[test]
fn intervals_by_sets_hold_under_every_kind_of_luck() {
    for kind in KINDS {
        let covered = covered(kind, Unit::Set);
        assert!((365..=394).contains(&covered), "{kind:?}: {covered} of 400");
    }
}

#[test]
fn intervals_by_matches_are_too_narrow_for_the_same_luck_and_too_wide_for_fresh_luck_between_unequal_seats() {
    let same = covered(Deciding::SameForPlayer(100), Unit::Match);
    assert!(same < 360, "{same} of 400");
    let fresh = covered(Deciding::Fresh { first_seat: 85 }, Unit::Match);
    assert!(fresh > 395, "{fresh} of 400");
}

/// How many of 500 tests between equal strength and 120 Elo points more accept the latter.
fn wrongly_accepted(kind: Deciding, unit: Unit) -> u32 {
    let sprt = Sprt::new(0.0, 120.0, 0.05, 0.05).expect("a test");
    let mut dice = Dice::new(Seed::from_number(2));
    let mut accepts = || {
        let mut counts = ScoreCounts::new(if unit == Unit::Set { 2 } else { 1 });
        loop {
            let won = kind.play(&mut dice).map(u32::from);
            match unit {
                Unit::Set => counts.add(2 * (won[0] + won[1])),
                Unit::Match => won.into_iter().for_each(|won| counts.add(2 * won)),
            }
            // The first few sets tell little about how much the scores scatter.
            let sets = counts.counts().iter().sum::<u64>();
            match sprt.accepted(&counts).filter(|_| sets >= 10) {
                Some(hypothesis) => return hypothesis == Hypothesis::H1,
                None => continue,
            }
        }
    };
    (0..500).map(|_| u32::from(accepts())).sum()
}

#[test]
fn tests_by_sets_err_as_rarely_as_they_promise_under_every_kind_of_luck() {
    for kind in KINDS {
        let wrong = wrongly_accepted(kind, Unit::Set);
        assert!(wrong <= 35, "{kind:?}: {wrong} of 500");
    }
}

#[test]
fn tests_by_matches_err_too_often_under_the_same_luck() {
    let wrong = wrongly_accepted(Deciding::SameForPlayer(100), Unit::Match);
    assert!(wrong > 50, "{wrong} of 500");
}
