//! How much a match of a ladder tells where some bots play many matches at once and others few, compared with the best that
//! these bots could do with as many matches each.

use std::collections::BTreeMap;

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_engine::{Dice, PerSeat, Seed};
use kahua_leagues::{Availability, FormatSettings, Lopsided, Outcome};

use crate::support::{league, number};

/// A bot: its strength in Elo points, how many matches it plays at once, and how long it takes for one.
type Bot = (f64, usize, u64);

/// Two bots that are quick and play eight matches at once, far above and far below eight others, which play one.
const UNLIKE: [Bot; 10] = [
    (800.0, 8, 10),
    (-800.0, 8, 10),
    (500.0, 1, 40),
    (300.0, 1, 50),
    (150.0, 1, 30),
    (50.0, 1, 60),
    (-50.0, 1, 45),
    (-150.0, 1, 35),
    (-300.0, 1, 55),
    (-500.0, 1, 50),
];

/// Half of the bots play four matches at once.
const ALIKE: [Bot; 10] = [
    (250.0, 4, 20),
    (200.0, 1, 40),
    (150.0, 4, 25),
    (100.0, 1, 30),
    (50.0, 4, 20),
    (0.0, 1, 45),
    (-50.0, 4, 20),
    (-100.0, 1, 30),
    (-150.0, 4, 25),
    (-200.0, 1, 40),
];

/// What a match between these two tells, as a share of one between equals.
fn information(one: Bot, other: Bot) -> f64 {
    let expected = 1.0 / (1.0 + 10f64.powf((other.0 - one.0) / 400.0));
    4.0 * expected * (1.0 - expected)
}

/// The pairs that meet in the matches of a ladder between these bots, from `from` on, when they are known.
fn play(bots: &[Bot], lopsided: Lopsided, from: usize, matches: usize) -> Vec<[usize; 2]> {
    let mut dice = Dice::new(Seed::from_number(5));
    let mut ladder = league(&FormatSettings::Ladder(lopsided), bots.len(), 2);
    let (mut played, mut running, mut open, mut now) = (Vec::new(), BTreeMap::new(), vec![0; bots.len()], 0);
    while played.len() < matches {
        ladder.set_time(Micros(now));
        loop {
            let availability = |name: &BotName| {
                let number: usize = name.as_str()[3..].parse().unwrap();
                if open[number] < bots[number].1 { Availability::Free } else { Availability::Busy }
            };
            let Some(pairing) = ladder.next(&availability) else { break };
            let pair: Vec<usize> = pairing.seats.iter().map(number).collect();
            pair.iter().for_each(|one| open[*one] += 1);
            let length = pair.iter().map(|one| bots[*one].2).max().unwrap() + u64::from(dice.below(10));
            running.insert((now + length, played.len()), pairing);
            played.push([pair[0], pair[1]]);
        }
        // The arena asks again now and then, also if nothing ends.
        now = running.keys().next().map_or(now + 50, |(end, _)| *end);
        ladder.set_time(Micros(now));
        while let Some(first) = running.first_entry().filter(|first| first.key().0 <= now) {
            let pairing = first.remove();
            let pair: Vec<usize> = pairing.seats.iter().map(number).collect();
            pair.iter().for_each(|one| open[*one] -= 1);
            let expected = 1.0 / (1.0 + 10f64.powf((bots[pair[1]].0 - bots[pair[0]].0) / 400.0));
            let places = if f64::from(dice.below(1 << 20)) < expected * f64::from(1 << 20) { [1, 2] } else { [2, 1] };
            ladder.ended(&pairing.set, &pairing.seats, &Outcome::Places(PerSeat::from_values(places).unwrap()));
        }
    }
    played.split_off(from)
}

/// The mean of what these matches tell, and the share of matches in which one side is expected to score more than 95 per cent.
fn measured(bots: &[Bot], played: &[[usize; 2]]) -> (f64, f64) {
    let told = played.iter().map(|[one, other]| information(bots[*one], bots[*other]));
    let lopsided = told.clone().filter(|told| *told < 4.0 * 0.95 * 0.05).count();
    (told.sum::<f64>() / played.len() as f64, lopsided as f64 / played.len() as f64)
}

/// What a match would tell at best if every bot played as many matches as in these, against whom it tells most: the two of the
/// best pair meet as often as both still have matches. What is left over then can't be better.
fn ideal(bots: &[Bot], played: &[[usize; 2]]) -> f64 {
    let mut left = vec![0; bots.len()];
    played.iter().flatten().for_each(|one| left[*one] += 1);
    let mut pairs: Vec<[usize; 2]> = (0..bots.len()).flat_map(|one| (0..one).map(move |other| [other, one])).collect();
    pairs.sort_by(|one, other| {
        let told = |[one, other]: &[usize; 2]| information(bots[*one], bots[*other]);
        told(other).total_cmp(&told(one))
    });
    let mut told = 0.0;
    for [one, other] in pairs {
        let meetings = left[one].min(left[other]);
        told += f64::from(meetings) * information(bots[one], bots[other]);
        (left[one], left[other]) = (left[one] - meetings, left[other] - meetings);
    }
    told / played.len() as f64
}

#[test]
fn matches_that_tell_nothing_have_a_small_share() {
    for (name, bots, at_least) in [("unlike", UNLIKE, 0.6), ("alike", ALIKE, 0.75)] {
        let before = play(&bots, Lopsided { score: 95, share: 100 }, 500, 2500);
        let now = play(&bots, Lopsided::default(), 500, 2500);
        let ((told_before, lopsided_before), (told, lopsided)) = (measured(&bots, &before), measured(&bots, &now));
        let (best_before, best) = (ideal(&bots, &before), ideal(&bots, &now));
        println!(
            "{name}: before {told_before:.2} of {best_before:.2}, {:.0} % lopsided; now {told:.2} of {best:.2}, {:.0} %",
            100.0 * lopsided_before,
            100.0 * lopsided
        );
        assert!(lopsided < 0.15, "{name}: {lopsided:.2} of all matches are lopsided");
        assert!(told > at_least * best, "{name}: a match tells {told:.2}, and at best {best:.2}");
        assert!(told > told_before - 0.02, "{name}: a match tells {told:.2}, and without a bound {told_before:.2}");
    }
}

#[test]
fn two_bots_that_are_alone_play_even_if_it_tells_nothing() {
    let played = play(&UNLIKE[..2], Lopsided { score: 95, share: 0 }, 0, 200);
    assert!(played.len() >= 200);
}
