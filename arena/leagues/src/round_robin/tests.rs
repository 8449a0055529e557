//! Schedules as seen from outside: balanced, complete, and resumable.

use std::collections::BTreeSet;

use Availability::{Away, Busy, Free};
use kahua_core::referee::Luck;
use kahua_engine::Seed;
use proptest::prelude::*;

use super::*;
use crate::set::REPLAYS_MAX;

fn bot(number: usize) -> BotName {
    format!("bot{number}").parse().unwrap()
}

fn bots(count: usize) -> Vec<BotName> {
    (0..count).map(bot).collect()
}

fn round_robin(bots: &[BotName], seats: usize, sets: u32) -> RoundRobin {
    with_luck(Luck::Fresh, bots, seats, sets)
}

fn with_luck(luck: Luck, bots: &[BotName], seats: usize, sets: u32) -> RoundRobin {
    let (seats, seed) = (SeatCount::new(seats).unwrap(), Seed::from_number(1));
    let mut format = RoundRobin::new(SetSource { league: "test".into(), season: 0, seats, seed, luck }, sets);
    bots.iter().for_each(|bot| format.enter(Entrant::new(*bot, "1")));
    format
}

/// The same league after a restart: these matches have ended, and the bots come back in another order.
fn resumed(bots: &[BotName], seats: usize, sets: u32, ended: &[Pairing]) -> RoundRobin {
    let mut format = round_robin(&[], seats, sets);
    ended.iter().for_each(|pairing| end(&mut format, pairing));
    bots.iter().rev().for_each(|bot| format.enter(Entrant::new(*bot, "1")));
    format
}

fn end(format: &mut RoundRobin, pairing: &Pairing) {
    let places = PerSeat::from_fn(pairing.seats.count(), |seat| seat.index() as u32 + 1);
    format.ended(&pairing.set, &pairing.seats, &Outcome::Places(places));
}

fn all_free(_: &BotName) -> Availability {
    Free
}

fn play_out(format: &mut RoundRobin) -> Vec<Pairing> {
    std::iter::from_fn(|| format.next(&all_free)).collect()
}

fn sorted(pairing: &Pairing) -> Vec<BotName> {
    let mut names: Vec<BotName> = pairing.seats.iter().map(|entrant| entrant.name).collect();
    names.sort_unstable();
    names
}

fn counts<K: Ord>(keys: impl IntoIterator<Item = K>) -> BTreeMap<K, u32> {
    let mut counts = BTreeMap::new();
    keys.into_iter().for_each(|key| *counts.entry(key).or_default() += 1);
    counts
}

/// The bots of each match, in the order of their starts, if each bot plays one match at a time. The match with number n
/// takes `length(n)` of the `steps` steps.
fn one_at_a_time(format: &mut RoundRobin, steps: u32, length: impl Fn(u32) -> u32) -> Vec<Vec<BotName>> {
    let mut running: Vec<(u32, Vec<BotName>)> = Vec::new();
    let mut begun = Vec::new();
    for step in 0..steps {
        running.retain(|(end, _)| *end > step);
        loop {
            let busy: BTreeSet<BotName> = running.iter().flat_map(|(_, bots)| bots).copied().collect();
            let Some(pairing) = format.next(&|bot| if busy.contains(bot) { Busy } else { Free }) else { break };
            running.push((step + length(begun.len() as u32), sorted(&pairing)));
            begun.push(sorted(&pairing));
        }
    }
    begun
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_group_plays_its_sets_and_everybody_sits_everywhere(count in 1..8usize, seats in 1..=5usize, sets in 1..4u32) {
        let pairings = play_out(&mut round_robin(&bots(count), seats, sets));
        let groups = (0..count).combinations(seats).count();
        prop_assert_eq!(pairings.len(), groups * seats * sets as usize);
        let meetings = counts(pairings.iter().map(sorted));
        prop_assert_eq!(meetings.len(), groups);
        prop_assert!(meetings.values().all(|meetings| *meetings == seats as u32 * sets));
        let sitting = counts(pairings.iter().flat_map(|pairing| {
            let place = |(seat, entrant): (_, &Entrant)| (pairing.set.set_id.clone(), entrant.name, seat);
            pairing.seats.entries().map(place).collect::<Vec<_>>()
        }));
        prop_assert!(sitting.values().all(|times| *times == 1), "a bot sits twice in one seat in one set");
        let positions: BTreeSet<_> = pairings.iter().map(|pairing| pairing.set.clone()).collect();
        prop_assert_eq!(positions.len(), pairings.len());
    }

    #[test]
    fn with_the_same_luck_a_set_has_one_seed_and_no_other_set_has_it(count in 2..7usize, seats in 2..=3usize) {
        let pairings = play_out(&mut with_luck(Luck::Same, &bots(count), seats, 2));
        let pairs: BTreeSet<_> = pairings.iter().map(|pairing| (pairing.set.set_id.clone(), pairing.seed)).collect();
        let sets: BTreeSet<_> = pairs.iter().map(|pair| &pair.0).collect();
        let seeds: BTreeSet<_> = pairs.iter().map(|pair| pair.1).collect();
        prop_assert_eq!((sets.len(), seeds.len()), (pairs.len(), pairs.len()));
    }

    #[test]
    fn with_fresh_luck_no_two_matches_have_one_seed(count in 2..7usize, seats in 2..=3usize) {
        let pairings = play_out(&mut round_robin(&bots(count), seats, 2));
        let seeds: BTreeSet<_> = pairings.iter().map(|pairing| pairing.seed).collect();
        prop_assert_eq!(seeds.len(), pairings.len());
    }

    #[test]
    fn luck_changes_nothing_about_who_sits_where(count in 2..6usize, seats in 2..=3usize) {
        let seats_of = |luck| {
            let pairings = play_out(&mut with_luck(luck, &bots(count), seats, 2));
            pairings.into_iter().map(|pairing| (pairing.set, pairing.seats)).collect::<Vec<_>>()
        };
        prop_assert_eq!(seats_of(Luck::Fresh), seats_of(Luck::Same));
    }

    #[test]
    fn at_any_time_all_have_played_about_as_often(count in 2..9usize, seats in 2..=4usize, stop in 0..400usize) {
        prop_assume!(count >= seats);
        let mut format = round_robin(&bots(count), seats, 1000);
        let pairings: Vec<_> = std::iter::from_fn(|| format.next(&all_free)).take(stop).collect();
        let mut groups_met = counts(pairings.iter().map(sorted));
        for group in (0..count).combinations(seats) {
            groups_met.entry(group.into_iter().map(bot).collect()).or_default();
        }
        let spread = |counts: &BTreeMap<_, u32>| counts.values().max().unwrap() - counts.values().min().unwrap();
        prop_assert!(spread(&groups_met) <= seats as u32, "{:?}", groups_met);
        let mut appearances = counts(pairings.iter().flat_map(|pairing| [sorted(pairing)].concat()));
        for bot in bots(count) {
            appearances.entry(bot).or_default();
        }
        let spread = appearances.values().max().unwrap() - appearances.values().min().unwrap();
        prop_assert!(spread <= 2 * seats as u32, "{:?}", appearances);
    }

    #[test]
    fn after_a_restart_the_rest_is_played(
        count in 2..6usize, seats in 2..=3usize, sets in 1..4u32, lost in proptest::collection::vec(any::<bool>(), 120)
    ) {
        let all = play_out(&mut round_robin(&bots(count), seats, sets));
        // Any match may be missing, because those that were handed out last may have started in any order.
        let (kept, rest): (Vec<_>, Vec<_>) = all.iter().cloned().zip(lost.iter().cycle()).partition(|(_, lost)| !**lost);
        let kept: Vec<_> = kept.into_iter().map(|(pairing, _)| pairing).collect();
        let mut again = play_out(&mut resumed(&bots(count), seats, sets, &kept));
        let mut rest: Vec<_> = rest.into_iter().map(|(pairing, _)| pairing).collect();
        let key = |pairing: &Pairing| (pairing.set.set_id.clone(), pairing.set.rotation);
        again.sort_by_key(key);
        rest.sort_by_key(key);
        prop_assert_eq!(again, rest);
    }

    #[test]
    fn only_free_bots_are_given_matches(
        seats in 2..=4usize, states in proptest::collection::vec(prop_oneof![Just(Free), Just(Busy), Just(Away)], 6)
    ) {
        let mut format = round_robin(&bots(6), seats, 2);
        let state = |name: &BotName| states[bots(6).iter().position(|bot| bot == name).unwrap()];
        let free = states.iter().filter(|state| **state == Free).count();
        let mut handed_out = 0;
        while let Some(pairing) = format.next(&state) {
            prop_assert!(pairing.seats.iter().all(|bot| state(&bot.name) == Free));
            handed_out += 1;
        }
        let groups = (0..free).combinations(seats).count();
        prop_assert_eq!(handed_out, 2 * seats * groups);
    }
}

#[test]
fn the_matches_of_a_set_come_one_after_another() {
    let pairings = play_out(&mut round_robin(&bots(5), 3, 2));
    for set in pairings.chunks(3) {
        assert!(set.iter().all(|pairing| pairing.set.set_id == set[0].set.set_id));
        assert_eq!(set.iter().map(|pairing| pairing.set.rotation).collect::<Vec<_>>(), [0, 1, 2]);
    }
}

#[test]
fn neighbours_change_from_set_to_set() {
    let pairings = play_out(&mut round_robin(&bots(3), 3, 40));
    let after_bot0 = |pairing: &Pairing| {
        let seats = pairing.seats.as_slice();
        seats[(seats.iter().position(|entrant| entrant.name == bot(0)).unwrap() + 1) % 3].name
    };
    let neighbours = counts(pairings.iter().map(after_bot0));
    assert!(neighbours.len() == 2 && neighbours.values().all(|times| *times >= 30), "{neighbours:?}");
}

#[test]
fn bots_that_become_free_together_do_not_play_each_other_for_ever() {
    // Two matches always run, and never end at the same time.
    let mut format = round_robin(&bots(4), 2, 1000);
    let begun = one_at_a_time(&mut format, 2000, |number| if number == 0 { 5 } else { 10 });
    let met = counts(begun);
    assert_eq!(met.len(), 6, "{met:?}");
    let (most, least) = (met.values().max().unwrap(), met.values().min().unwrap());
    assert!(most - least <= 2 * (LEAD_MAX + 1) && *least > 20, "{met:?}");
}

#[test]
fn nobody_waits_for_a_bot_that_is_away() {
    let mut format = round_robin(&bots(3), 2, 50);
    let away = |name: &BotName| if *name == bot(2) { Away } else { Free };
    assert_eq!(std::iter::from_fn(|| format.next(&away)).count(), 100);
    let busy = |name: &BotName| if *name == bot(2) { Busy } else { Free };
    let mut format = round_robin(&bots(3), 2, 50);
    assert_eq!(std::iter::from_fn(|| format.next(&busy)).count(), 2 * (LEAD_MAX as usize + 1));
    assert!(format.next(&all_free).is_some());
}

#[test]
fn a_bot_that_enters_later_plays_everybody() {
    let mut format = round_robin(&bots(2), 2, 1);
    assert_eq!(play_out(&mut format).len(), 2);
    format.enter(Entrant::new(bot(2), "1"));
    format.enter(Entrant::new(bot(2), "1"));
    let more = play_out(&mut format);
    assert_eq!(more.len(), 4);
    assert!(more.iter().all(|pairing| sorted(pairing).contains(&bot(2))));
}

#[test]
fn leagues_beyond_the_search_go_on_evenly() {
    // 60 bots have 1770 groups of two.
    let begun = one_at_a_time(&mut round_robin(&bots(60), 2, 1), 60, |number| 1 + number % 7);
    let appearances = counts(begun.concat());
    assert_eq!(appearances.len(), 60);
    let (most, least) = (appearances.values().max().unwrap(), appearances.values().min().unwrap());
    assert!(*least > 4 && most - least < 12, "{least} to {most}");
}

#[test]
fn a_new_version_plays_what_is_missing_for_it_and_the_old_one_plays_no_more() {
    let mut format = round_robin(&bots(3), 2, 1);
    play_out(&mut format).iter().for_each(|pairing| end(&mut format, pairing));
    assert_eq!(format.progress(), Progress { ended: 6, planned: Some(6) });
    format.enter(Entrant::new(bot(2), "2"));
    assert_eq!(format.progress(), Progress { ended: 6, planned: Some(10) });
    let more = play_out(&mut format);
    assert_eq!(more.len(), 4);
    assert!(more.iter().all(|pairing| pairing.seats.iter().any(|entrant| *entrant == Entrant::new(bot(2), "2"))));
    more.iter().for_each(|pairing| end(&mut format, pairing));
    assert_eq!(format.progress(), Progress { ended: 10, planned: Some(10) });
}

#[test]
fn a_bot_that_has_withdrawn_plays_no_more_until_it_enters_again() {
    let mut format = round_robin(&bots(3), 2, 1);
    format.withdraw(&bot(0));
    assert_eq!(play_out(&mut format).len(), 2);
    format.enter(Entrant::new(bot(0), "1"));
    assert_eq!(play_out(&mut format).len(), 4);
}

#[test]
fn a_void_match_is_handed_out_again_with_other_luck_but_not_for_ever() {
    let mut format = round_robin(&bots(2), 2, 1);
    let first = format.next(&all_free).unwrap();
    let mut seeds = BTreeSet::from([first.seed]);
    for _ in 0..REPLAYS_MAX {
        format.ended(&first.set, &first.seats, &Outcome::Void);
        let again = format.next(&all_free).unwrap();
        assert_eq!((&again.set, &again.seats), (&first.set, &first.seats));
        assert!(seeds.insert(again.seed), "whoever played the void match knows its luck");
    }
    format.ended(&first.set, &first.seats, &Outcome::Void);
    let last = play_out(&mut format);
    assert_eq!(last.len(), 1);
    end(&mut format, &last[0]);
    assert_eq!(format.progress(), Progress { ended: 1, planned: Some(1) });
}

#[test]
fn an_open_match_is_not_handed_out_again_and_one_told_twice_counts_once() {
    let pairing = round_robin(&bots(2), 2, 1).next(&all_free).unwrap();
    let mut format = round_robin(&bots(2), 2, 1);
    format.resumed(&pairing.set, &pairing.seats);
    let rest = play_out(&mut format);
    assert_eq!(rest.len(), 1);
    assert_ne!(rest[0].set, pairing.set);
    for ended in [&pairing, &pairing, &rest[0], &pairing] {
        end(&mut format, ended);
    }
    assert_eq!(format.progress(), Progress { ended: 2, planned: Some(2) });
    assert_eq!(format.next(&all_free), None);
}
