//! Simulated leagues of known strength: the estimates find it. How often the intervals cover it is in `tests/coverage.rs`.

use kahua_engine::dice::{Dice, Seed};

use super::*;

/// A number between 0 and 1, in steps of a millionth.
fn share(dice: &mut Dice) -> f64 {
    (f64::from(dice.below(1_000_000)) + 0.5) / 1e6
}

/// Players in the order in which they finish. Each place is won with a probability in proportion to e^strength, so any two
/// of them follow Bradley and Terry's model (as Plackett and Luce have shown).
fn play(dice: &mut Dice, table: &[(usize, f64)]) -> Vec<usize> {
    let mut keyed: Vec<(f64, usize)> =
        table.iter().map(|(player, strength)| (strength - (-share(dice).ln()).ln(), *player)).collect();
    keyed.sort_by(|one, other| other.0.total_cmp(&one.0));
    keyed.into_iter().map(|(_, player)| player).collect()
}

fn count(set: &mut SetScores, order: &[usize]) {
    for (place, &better) in order.iter().enumerate() {
        for &worse in &order[place + 1..] {
            let score = set.entry((PlayerIndex(better.min(worse)), PlayerIndex(better.max(worse)))).or_default();
            score.comparisons += 1;
            score.half_points += if better < worse { 2 } else { 0 };
        }
    }
}

const TRUTH: [f64; 5] = [-0.8, -0.4, 0.0, 0.3, 0.9]; // -139 to +156 Elo points

/// A league in which all tables of `seats` players meet for `rounds` sets of one or more matches.
fn league(
    seed: u64,
    seats: usize,
    rounds: usize,
    mut play_set: impl FnMut(&mut Dice, &[(usize, f64)]) -> SetScores,
) -> Vec<SetScores> {
    let mut dice = Dice::new(Seed::from_number(seed));
    let tables: Vec<Vec<(usize, f64)>> = (0u32..1 << TRUTH.len())
        .filter(|mask| mask.count_ones() as usize == seats)
        .map(|mask| TRUTH.into_iter().enumerate().filter(|(player, _)| mask >> player & 1 == 1).collect())
        .collect();
    (0..rounds).flat_map(|_| &tables).map(|table| play_set(&mut dice, table)).collect()
}

fn independent_matches(dice: &mut Dice, table: &[(usize, f64)]) -> SetScores {
    let mut set = SetScores::new();
    table.iter().for_each(|_| count(&mut set, &play(dice, table)));
    set
}

/// Every match of the set ends like the first, as if the seed decided everything.
fn copied_matches(dice: &mut Dice, table: &[(usize, f64)]) -> SetScores {
    let mut set = SetScores::new();
    let order = play(dice, table);
    table.iter().for_each(|_| count(&mut set, &order));
    set
}

fn estimates(players: usize, sets: &[SetScores]) -> Vec<Estimate> {
    let fit = Fit::of(players, sets.iter());
    (0..players).map(|player| fit.estimate(PlayerIndex(player))).collect()
}

fn width(interval: Interval) -> f64 {
    interval.upper.unwrap() - interval.lower.unwrap()
}

fn two_players(half_points: u32, comparisons: u32) -> SetScores {
    SetScores::from([((PlayerIndex(0), PlayerIndex(1)), PairScore { half_points, comparisons })])
}

#[test]
fn known_strengths_are_found() {
    let mean = mean(TRUTH.iter().copied());
    for seats in [2, 3, 5] {
        let sets = league(7, seats, 2000 / seats, independent_matches);
        for (estimate, truth) in estimates(TRUTH.len(), &sets).iter().zip(TRUTH) {
            let off = estimate.elo - (MEAN + POINTS * (truth - mean));
            assert!(off.abs() < 12.0 && width(estimate.interval) < 30.0, "{seats} seats: off by {off}, {estimate:?}");
        }
    }
}

#[test]
fn copies_in_a_set_do_not_narrow_the_intervals() {
    let once = league(1, 2, 50, |dice, table| {
        let mut set = SetScores::new();
        count(&mut set, &play(dice, table));
        set
    });
    let twice = league(1, 2, 50, copied_matches);
    for (once, twice) in estimates(5, &once).iter().zip(estimates(5, &twice)) {
        let ratio = width(twice.interval) / width(once.interval);
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
    }
}

#[test]
fn sets_that_cancel_the_luck_narrow_the_intervals() {
    // The seat decides: each player wins once in every set.
    for estimate in estimates(2, &vec![two_players(2, 2); 50]) {
        assert!((estimate.elo - MEAN).abs() < 1e-6, "{estimate:?}");
        // After 50 sets without a decision, every seventeenth set may still be decided: 20 points between the two on either
        // side. Fresh luck would leave 70.
        assert!((18.0..28.0).contains(&width(estimate.interval)), "{estimate:?}");
    }
}

#[test]
fn an_interval_is_open_above_for_who_has_won_everything() {
    let all_won = Fit::of(2, std::iter::repeat_n(&two_players(4, 2), 20));
    let difference = all_won.difference(PlayerIndex(0), PlayerIndex(1));
    assert_eq!(difference.interval.upper, None);
    // One in twenty players who win 86.1 % of sets win twenty in a row: 316 points.
    assert!((difference.interval.lower.unwrap() - 316.5).abs() < 0.5, "{difference:?}");
    assert!(difference.superiority > Some(0.999_999), "{difference:?}");
    let reverse = all_won.difference(PlayerIndex(1), PlayerIndex(0));
    assert_eq!(reverse.interval.lower, None);
    assert_eq!(reverse.interval.upper, difference.interval.lower.map(|lower| -lower));

    let half = all_won.estimate(PlayerIndex(0)).interval;
    assert_eq!(half, Interval { lower: Some(MEAN + difference.interval.lower.unwrap() / 2.0), upper: None });
}

#[test]
fn forty_wins_of_forty_do_not_exclude_1200_points() {
    for truth in [400.0, 1200.0, 5000.0] {
        let all_won = Fit::of(2, std::iter::repeat_n(&two_players(4, 2), 20));
        assert!(all_won.difference(PlayerIndex(0), PlayerIndex(1)).interval.contains(truth), "{truth}");
    }
}

#[test]
fn one_who_has_lost_everything_does_not_move_the_others() {
    let mut sets = league(5, 2, 10, independent_matches);
    let before = estimates(5, &sets);
    sets.push(SetScores::from([((PlayerIndex(0), PlayerIndex(5)), PairScore { half_points: 4, comparisons: 2 })]));
    let after = estimates(6, &sets);
    for (before, after) in before.iter().zip(&after) {
        // Its one set says a little of its opponent.
        assert!((before.elo - after.elo).abs() < 5.0, "{before:?} {after:?}");
        assert!((width(before.interval) / width(after.interval) - 1.0).abs() < 0.1, "{before:?} {after:?}");
    }
    assert_eq!(after[5].interval.lower, None);
    assert!(after[5].interval.upper > Some(before[0].elo), "one set excludes little: {:?}", after[5]);
}

#[test]
fn an_anchor_has_its_points_whatever_happens() {
    let sets = league(5, 3, 10, independent_matches);
    let free = Fit::of(5, sets.iter());
    let (anchor, other) = (PlayerIndex(1), PlayerIndex(4));
    let difference = free.difference(other, anchor);
    let anchored = free.anchored(anchor, 1800.0);
    assert_eq!(anchored.estimate(anchor).elo, 1800.0);
    assert_eq!(anchored.estimate(other).elo, 1800.0 + difference.elo);
    assert_eq!(anchored.estimate(other).interval.lower, difference.interval.lower.map(|lower| lower + 1800.0));
}

#[test]
fn players_whom_no_result_connects_are_not_compared() {
    let pair = |one, other| {
        SetScores::from([((PlayerIndex(one), PlayerIndex(other)), PairScore { half_points: 2, comparisons: 2 })])
    };
    let sets = [pair(0, 1), pair(0, 1), pair(2, 3), pair(2, 3)];
    let across = Fit::of(4, sets.iter()).difference(PlayerIndex(0), PlayerIndex(2));
    assert_eq!((across.interval, across.superiority), (Interval::OPEN, None));
}

/// The most likely strengths by another way, the minorization and maximization of D. R. Hunter (2004): every player's
/// strength is what it has won over what its opponents made it play for, until nothing moves.
fn by_minorization(players: usize, sets: &[SetScores]) -> Vec<f64> {
    let mut worth = vec![1.0f64; players];
    for _ in 0..200_000 {
        let (mut won, mut played) = (vec![0.5; players], worth.iter().map(|own| 1.0 / (own + 1.0)).collect::<Vec<_>>());
        for (&(PlayerIndex(one), PlayerIndex(other)), score) in sets.iter().flatten() {
            won[one] += f64::from(score.half_points) / 2.0;
            won[other] += f64::from(score.comparisons) - f64::from(score.half_points) / 2.0;
            let shared = f64::from(score.comparisons) / (worth[one] + worth[other]);
            played[one] += shared;
            played[other] += shared;
        }
        let next: Vec<f64> = won.iter().zip(&played).map(|(won, played)| won / played).collect();
        let moved = next.iter().zip(&worth).map(|(next, own)| (next / own).ln().abs()).fold(0.0, f64::max);
        worth = next;
        if moved < 1e-9 {
            break;
        }
    }
    worth.into_iter().map(|worth| POINTS * worth.ln()).collect()
}

#[test]
fn estimates_are_those_of_an_independent_fit() {
    let lopsided = vec![
        two_players(39, 20),
        SetScores::from([((PlayerIndex(1), PlayerIndex(2)), PairScore { half_points: 40, comparisons: 20 })]),
    ];
    for (players, sets) in
        [(5, league(3, 2, 4, independent_matches)), (5, league(4, 4, 3, copied_matches)), (3, lopsided)]
    {
        let expected = by_minorization(players, &sets);
        for (found, expected) in Fit::of(players, sets.iter()).strengths().iter().zip(expected) {
            assert!((POINTS * found - expected).abs() < 0.1, "{found}, not {expected}");
        }
    }
}

#[test]
fn without_matches_all_are_equal_and_nothing_is_known() {
    assert_eq!(estimates(0, &[]), []);
    assert_eq!(estimates(2, &[]), [Estimate { elo: MEAN, interval: Interval::OPEN }; 2]);
}

#[test]
fn the_order_of_the_sets_does_not_matter() {
    let sets = league(3, 3, 5, independent_matches);
    let reversed: Vec<SetScores> = sets.iter().rev().cloned().collect();
    for (one, other) in estimates(5, &sets).iter().zip(estimates(5, &reversed)) {
        assert!((one.elo - other.elo).abs() < 1e-6 && (width(one.interval) - width(other.interval)).abs() < 1e-6);
    }
}

#[test]
fn with_a_schedule_that_follows_results_many_sets_say_the_same_and_few_say_less() {
    let sets = |rounds| {
        league(3, 2, rounds, |dice, table| {
            let mut set = SetScores::new();
            (0..2).for_each(|_| count(&mut set, &play(dice, table)));
            set
        })
    };
    for (rounds, at_most) in [(4, 100.0), (400, 2.0)] {
        let sets = sets(rounds);
        let (fixed, follows) = (Fit::of(5, sets.iter()), Fit::of_schedule(5, sets.iter(), Schedule::FollowsResults));
        let spread = |fit: &Fit| (0..5).map(|one| (fit.estimate(PlayerIndex(one)).elo - MEAN).abs()).sum::<f64>();
        assert!(spread(&follows) < spread(&fixed) + 1.0, "the prior draws strengths together");
        for one in (0..5).map(PlayerIndex) {
            let Estimate { elo, interval } = follows.estimate(one);
            assert!(interval.contains(elo), "{elo} {interval:?}");
            assert!((elo - fixed.estimate(one).elo).abs() < at_most, "{elo}, not {}", fixed.estimate(one).elo);
        }
    }
}

#[test]
fn with_a_schedule_that_follows_results_an_end_stays_open_where_everything_was_won() {
    let won = SetScores::from([((PlayerIndex(0), PlayerIndex(1)), PairScore { half_points: 4, comparisons: 2 })]);
    let fit = Fit::of_schedule(3, [&won, &won, &won].into_iter(), Schedule::FollowsResults);
    let Difference { elo, interval, superiority } = fit.difference(PlayerIndex(0), PlayerIndex(1));
    assert!(
        elo > 50.0 && interval.lower.is_some() && interval.upper.is_none() && superiority > Some(0.9),
        "{interval:?}"
    );
    assert_eq!(fit.difference(PlayerIndex(0), PlayerIndex(2)).interval, Interval::OPEN);
    // Nobody has met anybody.
    assert_eq!(
        Fit::of_schedule(2, [&SetScores::new()].into_iter(), Schedule::FollowsResults).estimate(PlayerIndex(0)).elo,
        MEAN
    );
}
