//! Swiss leagues: rounds, opponents and byes.

use std::collections::BTreeSet;

use kahua_core::clock::Micros;
use kahua_leagues::{FormatSettings, Pairing, Progress, Round};

use crate::support::{
    League, all_free, bot, bots, counts, end, end_as_numbered, entrant, expecting, group, hand_out_all, league, seats,
};

pub(crate) fn swiss(rounds: u32) -> FormatSettings {
    FormatSettings::Swiss { rounds, announced: Micros(0) }
}

/// Plays the whole league; the bot with the lower number wins. Returns the groups of each round.
fn rounds(league: &mut League) -> Vec<Vec<Vec<usize>>> {
    let mut rounds = Vec::new();
    loop {
        let round = hand_out_all(league);
        if round.is_empty() {
            return rounds;
        }
        round.iter().for_each(|pairing| end_as_numbered(league, pairing));
        rounds.push(round.iter().map(group).collect::<BTreeSet<_>>().into_iter().collect());
    }
}

#[test]
fn nobody_meets_twice_and_equals_meet() {
    let mut league = league(&swiss(4), 16, 2);
    let rounds = rounds(&mut league);
    assert_eq!(rounds.iter().map(Vec::len).collect::<Vec<_>>(), [8; 4]);
    let met = counts(rounds.concat());
    assert!(met.values().all(|times| *times == 1), "{met:?}");
    // A bot with three wins plays another one with three.
    assert!(rounds[3].contains(&vec![0, 8]), "{:?}", rounds[3]);
}

#[test]
fn at_more_seats_tables_are_full_and_nobody_meets_twice_while_that_can_be() {
    for (count, at) in [(12, 3), (16, 4), (25, 5)] {
        let mut league = league(&swiss(2), count, at);
        let pairs = rounds(&mut league).concat().into_iter().flat_map(|group| {
            let pairs = |(at, one): (usize, &usize)| group[..at].iter().map(|other| (*other, *one)).collect::<Vec<_>>();
            group.iter().enumerate().flat_map(pairs).collect::<Vec<_>>()
        });
        let met = counts(pairs);
        assert!(met.values().all(|times| *times == 1), "{count} at {at}: {met:?}");
    }
}

#[test]
fn who_is_left_over_has_a_bye_and_nobody_has_two_before_all_have_one() {
    let mut league = league(&swiss(5), 7, 2);
    let rounds = rounds(&mut league);
    let byes: BTreeSet<usize> =
        rounds.iter().map(|round| (0..7).find(|bot| !round.concat().contains(bot)).unwrap()).collect();
    assert_eq!((rounds.len(), byes.len()), (5, 5));
    assert_eq!(league.progress(), Progress { ended: 30, planned: Some(30) });
    assert_eq!(swiss(5).matches(&bots(7), seats(2)), Some(30));
}

#[test]
fn a_round_waits_for_everybody_on_the_list_and_for_the_end_of_the_last_one() {
    let mut league = expecting(&swiss(3), 4, 2);
    (0..3).for_each(|number| league.enter(entrant(number)));
    assert_eq!(league.progress(), Progress { ended: 0, planned: Some(12) });
    assert_eq!(league.next(&all_free), None);
    league.enter(entrant(3));
    let first = hand_out_all(&mut league);
    assert_eq!(first.len(), 4);
    first[1..].iter().for_each(|pairing| end(&mut league, pairing));
    assert_eq!(league.next(&all_free), None);
    league.withdraw(&bot(3));
    end(&mut league, &first[0]);
    assert_eq!(hand_out_all(&mut league).len(), 2);
}

#[test]
fn after_a_restart_the_present_round_is_played_to_its_end() {
    let settings = swiss(3);
    let mut before = league(&settings, 8, 2);
    let first = hand_out_all(&mut before);
    first.iter().for_each(|pairing| end_as_numbered(&mut before, pairing));
    let second = hand_out_all(&mut before);
    let mut after = expecting(&settings, 8, 2);
    first.iter().chain(&second[..2]).for_each(|pairing| end_as_numbered(&mut after, pairing));
    assert_eq!((after.progress(), after.next(&all_free)), (Progress { ended: 10, planned: Some(24) }, None));
    (0..8).rev().for_each(|number| after.enter(entrant(number)));
    let rest = hand_out_all(&mut after);
    assert_eq!(rest.len(), 6, "three pairs of the second round haven't played");
    let unseated = |pairing: &Pairing| group(pairing).iter().all(|bot| !group(&second[0]).contains(bot));
    assert!(rest.iter().all(unseated));
}

#[test]
fn another_round_begins_when_a_league_is_extended() {
    let mut league = league(&swiss(1), 4, 2);
    let first = hand_out_all(&mut league);
    first.iter().for_each(|pairing| end(&mut league, pairing));
    assert_eq!(league.next(&all_free), None);
    league.extend(&swiss(2));
    assert_eq!(league.progress(), Progress { ended: 4, planned: Some(8) });
    assert_eq!(hand_out_all(&mut league).len(), 4);
}

#[test]
fn a_round_is_announced_before_it_begins() {
    let settings = FormatSettings::Swiss { rounds: 2, announced: Micros(30) };
    let mut league = league(&settings, 5, 2);
    assert_eq!(league.round(), None);
    league.set_time(Micros(100));
    assert_eq!(league.next(&all_free), None);
    let tables = vec![vec![bot(1), bot(2)], vec![bot(3), bot(4)]];
    let announced = Round { number: 1, tables, byes: vec![bot(0)], begins_in: Some(Micros(30)) };
    assert_eq!(league.round(), Some(announced.clone()));
    league.set_time(Micros(129));
    assert_eq!((league.next(&all_free), league.round().unwrap().begins_in), (None, Some(Micros(1))));
    league.set_time(Micros(130));
    let first = hand_out_all(&mut league);
    assert_eq!((first.len(), league.round()), (4, Some(Round { begins_in: None, ..announced })));

    // The next one is announced as soon as this one is over, and anew if somebody leaves meanwhile.
    first.iter().for_each(|pairing| end_as_numbered(&mut league, pairing));
    assert_eq!((league.next(&all_free), league.round().unwrap().number), (None, 2));
    league.set_time(Micros(150));
    league.withdraw(&bot(2));
    assert_eq!(league.next(&all_free), None);
    let Round { tables, byes, begins_in, .. } = league.round().unwrap();
    assert_eq!((tables.concat().len(), byes, begins_in), (4, Vec::new(), Some(Micros(30))));
    league.set_time(Micros(180));
    assert_eq!(hand_out_all(&mut league).len(), 4);
}
