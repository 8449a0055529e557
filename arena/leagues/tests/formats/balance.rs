//! Pairs, groups and seats are spread more evenly than by chance, at every moment.

use std::collections::BTreeSet;

use kahua_engine::{Dice, Seed};

use crate::simulation::{Bots, QUICK, SimulatedBot, simulate};
use crate::support::{counts, group, hand_out_all, number, round_robin};

/// How evenly pairs met.
#[derive(Clone, Copy, Debug)]
struct Spread {
    never_met: usize,
    /// The mean square distance of a pair from its share, divided by the share's square root; about 1 for random
    /// tables.
    unevenness: f64,
}

/// A pair's share follows from how often both sat at a table.
fn spread(bots: usize, groups: &[Vec<usize>]) -> Spread {
    let mut met = vec![vec![0.0; bots]; bots];
    for group in groups {
        for (one, other) in pairs_of(group) {
            met[one][other] += 1.0;
            met[other][one] += 1.0;
        }
    }
    let all: Vec<f64> = met.iter().map(|row| row.iter().sum()).collect();
    let total: f64 = all.iter().sum();
    let pairs = pairs_of(&(0..bots).collect::<Vec<_>>());
    let unevenness = pairs.iter().map(|(one, other)| {
        let share = all[*one] * all[*other] / total * (1.0 + 1.0 / bots as f64);
        (met[*one][*other] - share).powi(2) / share.max(0.01)
    });
    Spread {
        never_met: pairs.iter().filter(|(one, other)| met[*one][*other] == 0.0).count(),
        unevenness: unevenness.sum::<f64>() / pairs.len() as f64,
    }
}

fn pairs_of(group: &[usize]) -> Vec<(usize, usize)> {
    group.iter().enumerate().flat_map(|(at, one)| group[..at].iter().map(move |other| (*other, *one))).collect()
}

/// The mean of five random drawings in which every bot sits at as many tables as in these groups.
fn by_lot(bots: usize, groups: &[Vec<usize>]) -> Spread {
    let seats = groups[0].len();
    let drawn: Vec<Spread> = (0..5).map(|seed| spread(bots, &draw(groups, seats, seed))).collect();
    Spread {
        never_met: drawn.iter().map(|one| one.never_met).sum::<usize>() / 5,
        unevenness: drawn.iter().map(|one| one.unevenness).sum::<f64>() / 5.0,
    }
}

fn draw(groups: &[Vec<usize>], seats: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut dice = Dice::new(Seed::from_number(seed));
    let mut all = groups.concat();
    dice.shuffle(&mut all);
    // No bot may sit at a table twice: it swaps its place with a random one.
    for _ in 0..100 {
        for at in 0..all.len() {
            let table = at / seats * seats;
            if (table..table + seats).any(|other| other != at && all[other] == all[at]) {
                let other = dice.below(all.len() as u32) as usize;
                all.swap(at, other);
            }
        }
    }
    all.chunks(seats).map(<[usize]>::to_vec).collect()
}

/// The sets of a long league, in the order in which they began: with all bots free, with equally quick bots, and with
/// bots that differ, up to a slowest one that takes six times as long as the quickest.
fn sets(bots: usize, seats: usize, sets: usize) -> [Vec<Vec<usize>>; 3] {
    let steady = |number: usize| SimulatedBot { shortest: 50 + (250 * number / bots) as u64, ..QUICK };
    let unlike = |number: usize| SimulatedBot { longest: steady(number).shortest + 20, ..steady(number) };
    let simulated = |all: Vec<SimulatedBot>| {
        let mut league = round_robin(bots, seats, 1_000_000);
        let played = simulate(&mut league, &Bots { all, at_once: 1 }, (600 * sets * seats * seats / bots) as u64, 1);
        let begun = played.iter().filter(|match_| match_.pairing.set.rotation == 0);
        begun.map(|match_| group(&match_.pairing)).take(sets).collect::<Vec<_>>()
    };
    let mut league = round_robin(bots, seats, 1_000_000);
    let everybody_free = (0..sets * seats).map(|_| league.next(&crate::support::all_free).unwrap());
    let everybody_free = everybody_free.filter(|pairing| pairing.set.rotation == 0).map(|pairing| group(&pairing));
    [everybody_free.collect(), simulated(vec![QUICK; bots]), simulated((0..bots).map(unlike).collect())]
}

#[test]
fn pairs_meet_more_evenly_than_by_lot_at_every_moment() {
    for (bots, seats) in [(8, 2), (12, 3), (12, 4), (15, 5)] {
        for (kind, groups) in ["all free", "as quick", "unlike"].iter().zip(sets(bots, seats, bots * 5)) {
            assert_eq!(groups.len(), bots * 5, "{kind}");
            for part in [3, 5] {
                let groups = &groups[..bots * part];
                let (ours, lot) = (spread(bots, groups), by_lot(bots, groups));
                println!("{bots} bots, {seats} seats, {kind}, {} sets: {ours:?}, by lot {lot:?}", groups.len());
                assert!(ours.never_met <= lot.never_met, "{bots} at {seats}, {kind}: {ours:?}, by lot {lot:?}");
                assert!(ours.unevenness < 0.8 * lot.unevenness, "{bots} at {seats}, {kind}: {ours:?}, by lot {lot:?}");
            }
        }
    }
}

#[test]
fn all_pairs_of_twenty_one_bots_have_met_after_105_sets_at_four_seats() {
    for groups in sets(21, 4, 105) {
        assert_eq!(spread(21, &groups).never_met, 0);
        assert!(by_lot(21, &groups).never_met > 3);
    }
}

#[test]
fn no_group_begins_its_third_set_before_all_have_begun_their_first() {
    for (bots, seats) in [(7, 2), (7, 3), (6, 4), (7, 5)] {
        let mut league = round_robin(bots, seats, 2);
        let pairings = hand_out_all(&mut league);
        let all = pairings.iter().map(group).collect::<BTreeSet<_>>().len();
        let mut seen = BTreeSet::new();
        let mut lead = 0;
        for pairing in pairings.iter().filter(|pairing| pairing.set.rotation == 0) {
            let is_new = seen.insert(group(pairing));
            lead = lead.max(if is_new { 0 } else { all - seen.len() });
        }
        assert!(lead <= all / 4, "{bots} at {seats}: a second set begins while {lead} of {all} groups have begun none");
    }
}

#[test]
fn at_every_moment_everybody_has_sat_in_every_seat_about_as_often() {
    for (bots, seats) in [(6, 2), (12, 3), (21, 4)] {
        let mut league = round_robin(bots, seats, 1_000_000);
        let all = vec![QUICK; bots];
        let played = simulate(&mut league, &Bots { all, at_once: 1 }, 30_000, 1);
        for moment in [played.len() / 3, played.len()] {
            let sat = played[..moment].iter().flat_map(|match_| {
                match_.pairing.seats.entries().map(|(seat, entrant)| (number(entrant), seat)).collect::<Vec<_>>()
            });
            let sat = counts(sat);
            for bot in 0..bots {
                let times: Vec<u32> = crate::support::seats(seats)
                    .seats()
                    .map(|seat| sat.get(&(bot, seat)).copied().unwrap_or(0))
                    .collect();
                let spread = times.iter().max().unwrap() - times.iter().min().unwrap();
                assert!(spread <= 1, "bot {bot} sat {times:?} times in the seats");
            }
        }
    }
}
