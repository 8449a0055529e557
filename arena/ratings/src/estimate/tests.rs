//! Simulated leagues of known strength: the estimates find it, and their margins cover it as often as they promise.

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

/// The share of players, in percent and over 100 leagues, whose true strength lies within their margin.
fn coverage(seats: usize, rounds: usize, play_set: impl FnMut(&mut Dice, &[(usize, f64)]) -> SetScores + Copy) -> f64 {
    let mean = mean(&TRUTH);
    let mut covered = 0;
    for seed in 0..100 {
        let sets = league(seed, seats, rounds, play_set);
        for (estimate, truth) in estimate(TRUTH.len(), sets.iter()).iter().zip(TRUTH) {
            let truth = MEAN + POINTS * (truth - mean);
            covered += u32::from((estimate.elo - truth).abs() <= estimate.margin.unwrap());
        }
    }
    f64::from(covered) / TRUTH.len() as f64
}

#[test]
fn known_strengths_are_found() {
    let mean = mean(&TRUTH);
    for seats in [2, 3, 5] {
        let sets = league(7, seats, 2000 / seats, independent_matches);
        for (estimate, truth) in estimate(TRUTH.len(), sets.iter()).iter().zip(TRUTH) {
            let off = estimate.elo - (MEAN + POINTS * (truth - mean));
            assert!(off.abs() < 12.0 && estimate.margin.unwrap() < 15.0, "{seats} seats: off by {off}, {estimate:?}");
        }
    }
}

#[test]
fn the_margins_hold_in_95_of_100_leagues() {
    for (seats, rounds) in [(2, 10), (3, 10), (4, 12), (5, 40)] {
        let covered = coverage(seats, rounds, independent_matches);
        assert!((91.0..=98.5).contains(&covered), "{seats} seats: {covered} of 100");
    }
}

#[test]
fn the_margins_hold_though_the_matches_of_a_set_are_copies() {
    for (seats, rounds) in [(2, 15), (3, 15)] {
        let covered = coverage(seats, rounds, copied_matches);
        assert!((90.0..=98.5).contains(&covered), "{seats} seats: {covered} of 100");
    }
}

#[test]
fn copies_in_a_set_do_not_narrow_the_margins() {
    let once = league(1, 2, 50, |dice, table| {
        let mut set = SetScores::new();
        count(&mut set, &play(dice, table));
        set
    });
    let twice = league(1, 2, 50, copied_matches);
    for (once, twice) in estimate(5, once.iter()).iter().zip(estimate(5, twice.iter())) {
        let ratio = twice.margin.unwrap() / once.margin.unwrap();
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
    }
}

#[test]
fn sets_that_cancel_the_luck_narrow_the_margins() {
    // The seat decides: each player wins once in every set.
    let set = SetScores::from([((PlayerIndex(0), PlayerIndex(1)), PairScore { half_points: 2, comparisons: 2 })]);
    let estimates = estimate(2, std::iter::repeat_n(&set, 50));
    assert!(estimates.iter().all(|estimate| (estimate.elo - MEAN).abs() < 1e-6));
    assert!(estimates.iter().all(|estimate| estimate.margin.unwrap() < 10.0), "{estimates:?}");
}

#[test]
fn a_player_who_has_won_everything_has_a_finite_strength_and_a_wide_margin() {
    let set = SetScores::from([((PlayerIndex(0), PlayerIndex(1)), PairScore { half_points: 4, comparisons: 2 })]);
    let estimates = estimate(2, std::iter::repeat_n(&set, 30));
    assert!((200.0..1500.0).contains(&(estimates[0].elo - estimates[1].elo)), "{estimates:?}");
    assert!(estimates[0].margin.unwrap() > 100.0, "{estimates:?}");
}

#[test]
fn without_matches_all_are_equal_and_nothing_is_known() {
    assert_eq!(estimate(0, [].iter()), []);
    assert_eq!(estimate(2, [].iter()), [Estimate { elo: MEAN, margin: None }; 2]);
}

#[test]
fn the_order_of_the_sets_does_not_matter() {
    let sets = league(3, 3, 5, independent_matches);
    for (one, other) in estimate(5, sets.iter()).iter().zip(estimate(5, sets.iter().rev())) {
        assert!((one.elo - other.elo).abs() < 1e-6 && (one.margin.unwrap() - other.margin.unwrap()).abs() < 1e-6);
    }
}
