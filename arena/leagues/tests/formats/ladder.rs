//! Ladders: who plays whom, and after how many matches strengths are known.

use kahua_engine::{Dice, PerSeat, Seed};
use kahua_leagues::{FormatSettings, Lopsided, Outcome, Pairing};

use crate::simulation::{Bots, QUICK, SimulatedBot, simulate};
use crate::support::{League, all_free, counts, entrant, group, league, number};

/// The stronger bot wins as often as its strength says.
fn play(league: &mut League, pairing: &Pairing, strength: impl Fn(usize) -> f64, dice: &mut Dice) {
    // The model of Plackett and Luce: each bot gets the first place with the odds of its strength, then the second, and
    // so on.
    let mut left: Vec<usize> = pairing.seats.iter().map(number).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let odds = |one: usize| 10f64.powf(strength(one) / 400.0);
        let mut drawn =
            f64::from(dice.below(1 << 30)) / f64::from(1 << 30) * left.iter().map(|one| odds(*one)).sum::<f64>();
        let at = left.iter().position(|one| {
            drawn -= odds(*one);
            drawn < 0.0
        });
        order.push(left.remove(at.unwrap_or(left.len() - 1)));
    }
    let place = |entrant: &_| order.iter().position(|one| *one == number(entrant)).unwrap() as u32 + 1;
    let places: PerSeat<u32> = pairing.seats.map(place);
    league.ended(&pairing.set, &pairing.seats, &Outcome::Places(places));
}

#[test]
fn neighbours_meet_more_often_than_others_and_opponents_vary() {
    for at in [2, 3] {
        let mut league = league(&FormatSettings::Ladder(Lopsided::default()), 20, at);
        let mut dice = Dice::new(Seed::from_number(1));
        let mut pairs = Vec::new();
        for number in 0..3000 {
            let pairing = league.next(&all_free).unwrap();
            play(&mut league, &pairing, |bot| 60.0 * bot as f64, &mut dice);
            if number > 1000 {
                let group = group(&pairing);
                pairs.extend(group.iter().flat_map(|one| group.iter().map(move |other| one.abs_diff(*other))));
            }
        }
        let apart = counts(pairs);
        // How often a pair this far apart met, on average.
        let met = |apart_by: std::ops::Range<usize>| {
            let pairs: usize = apart_by.clone().map(|by| 20 - by).sum();
            apart_by.filter_map(|by| apart.get(&by)).sum::<u32>() as f64 / pairs as f64
        };
        assert!(met(1..4) > 1.5 * met(15..20), "{at} seats: {apart:?}");
        assert!((1..12).all(|by| apart.contains_key(&by)), "{at} seats: those 660 points apart meet too: {apart:?}");
    }
}

#[test]
fn a_newcomer_plays_more_than_the_others_at_first_and_nobody_is_left_out() {
    let mut league = league(&FormatSettings::Ladder(Lopsided::default()), 12, 2);
    let mut dice = Dice::new(Seed::from_number(2));
    let mut play_on = |league: &mut League, matches: usize| {
        let mut played = Vec::new();
        for _ in 0..matches {
            let pairing = league.next(&all_free).unwrap();
            play(league, &pairing, |bot| 40.0 * bot as f64, &mut dice);
            played.extend(group(&pairing));
        }
        counts(played)
    };
    let before = play_on(&mut league, 1200);
    assert!(before.len() == 12 && before.values().all(|times| *times > 150), "{before:?}");
    league.enter(entrant(12));
    let after = play_on(&mut league, 60);
    assert!(after[&12] >= 40, "{after:?}");
    let later = play_on(&mut league, 1200);
    assert!(later.values().all(|times| *times > 100), "{later:?}");
}

#[test]
fn after_a_restart_a_ladder_goes_on_as_before() {
    let mut first = league(&FormatSettings::Ladder(Lopsided::default()), 6, 2);
    let mut again = league(&FormatSettings::Ladder(Lopsided::default()), 0, 2);
    for number in 0..100 {
        let pairing = first.next(&all_free).unwrap();
        for league in [&mut first, &mut again] {
            play(league, &pairing, |bot| 100.0 * bot as f64, &mut Dice::new(Seed::from_number(number)));
        }
    }
    (0..6).for_each(|number| again.enter(entrant(number)));
    let [next, after] = [&mut first, &mut again].map(|league| league.next(&all_free).unwrap());
    assert_eq!(next, after);
}

#[test]
fn who_pauses_while_somebody_is_free_meets_it_as_often_as_others_do_or_hardly_plays() {
    // With more seats, a bot owes a match to only one of the opponents that were free.
    for (seats, least) in [(2, 85), (3, 65)] {
        let avoiding = |patience| SimulatedBot { avoids: Some((0, patience)), ..QUICK };
        // The percentage of matches against the first bot, for an honest bot and for the last one, each with its number
        // of matches.
        let shares = |last: SimulatedBot| {
            let bots = Bots { all: [vec![QUICK; 6], vec![last]].concat(), at_once: 1 };
            let played =
                simulate(&mut league(&FormatSettings::Ladder(Lopsided::default()), 0, seats), &bots, 100_000, 1);
            let groups: Vec<Vec<usize>> = played.iter().map(|match_| group(&match_.pairing)).collect();
            [5, 6].map(|one| {
                let all = groups.iter().filter(|group| group.contains(&one)).count();
                let met = groups.iter().filter(|group| group.contains(&one) && group.contains(&0)).count();
                (100 * met / all.max(1), all)
            })
        };
        let [honest, gives_in] = shares(avoiding(500));
        println!("{seats} seats: {} % of {}, and {} % of {} who gives in", honest.0, honest.1, gives_in.0, gives_in.1);
        assert!(100 * gives_in.0 >= least * honest.0, "{seats} seats: {gives_in:?} beside {honest:?}");
        let [honest, stubborn] = shares(avoiding(u64::MAX));
        println!(
            "{seats} seats: {} % of {}, and {} % of {} who never does",
            honest.0, honest.1, stubborn.0, stubborn.1
        );
        assert!(10 * stubborn.1 <= honest.1, "{seats} seats: {stubborn:?} beside {honest:?}");
    }
}
