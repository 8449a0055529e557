//! Round robins: complete, with every seat, and with the luck that was asked for.

use std::collections::BTreeSet;

use kahua_core::ids::BotName;
use kahua_core::referee::Luck;
use kahua_engine::Seed;
use kahua_leagues::{Amount, Availability, Entrant, FormatSettings, Pairing, Progress, SetSeeds, SetSource};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{
    all_free, bot, bots, counts, end, entrant, group, hand_out_all, league, number, round_robin, seats, with_luck,
};

/// The number of ways to choose this many bots.
fn groups(bots: usize, seats: usize) -> usize {
    (0..seats).fold(1, |groups, taken| groups * bots.saturating_sub(taken) / (taken + 1))
}

/// The seats and seeds of a league of these two.
fn luck_of(entrants: [Entrant; 2], seeds: SetSeeds) -> Vec<(Vec<BotName>, Seed)> {
    let (league, seats) = ("l".to_owned(), seats(2));
    let source = SetSource { league, season: 0, seats, seed: Seed::from_number(1), seeds, luck: Luck::Fresh };
    let mut league = FormatSettings::RoundRobin(Amount::Sets(3)).start(source);
    entrants.into_iter().for_each(|entrant| league.enter(entrant));
    let named = |pairing: &Pairing| (pairing.seats.iter().map(|entrant| entrant.name).collect(), pairing.seed);
    hand_out_all(&mut league).iter().map(named).collect()
}

#[test]
fn groups_that_share_their_seeds_play_with_the_same_luck_in_the_same_seats() {
    let with_version = |version, seeds| luck_of([Entrant::new(bot(0), version), Entrant::new(bot(1), "")], seeds);
    let luck = with_version("1", SetSeeds::AllGroups);
    assert_eq!(luck, with_version("2", SetSeeds::AllGroups));
    assert_ne!(with_version("1", SetSeeds::EachGroup), with_version("2", SetSeeds::EachGroup));
    let different: BTreeSet<[u8; 32]> = luck.iter().map(|(_, seed)| seed.0).collect();
    assert_eq!(different.len(), 6, "each match has its own");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_group_plays_its_sets_and_everybody_sits_everywhere(count in 1..8usize, at in 1..=5usize, sets in 1..4u32) {
        let mut league = round_robin(count, at, sets);
        let settings = FormatSettings::RoundRobin(Amount::Sets(sets));
        prop_assert_eq!(league.progress().planned, settings.matches(&bots(count), seats(at)));
        let pairings = hand_out_all(&mut league);
        prop_assert_eq!(pairings.len(), groups(count, at) * at * sets as usize);
        let met = counts(pairings.iter().map(group));
        prop_assert!(met.values().all(|times| *times == at as u32 * sets));
        let sitting = counts(pairings.iter().flat_map(|pairing| {
            let place = |(seat, entrant): (_, &Entrant)| (pairing.set.set_id.clone(), number(entrant), seat);
            pairing.seats.entries().map(place).collect::<Vec<_>>()
        }));
        prop_assert!(sitting.values().all(|times| *times == 1), "a bot sits twice in one seat in one set");
        let positions: BTreeSet<_> = pairings.iter().map(|pairing| pairing.set.clone()).collect();
        prop_assert_eq!(positions.len(), pairings.len());
    }

    #[test]
    fn with_a_number_of_matches_everybody_plays_it_and_at_most_a_few_one_set_more(
        count in 2..20usize, at in 2..=5usize, matches in 1..60u32
    ) {
        prop_assume!(count >= at);
        let settings = FormatSettings::RoundRobin(Amount::MatchesPerBot(matches));
        let mut league = league(&settings, count, at);
        let planned = settings.matches(&bots(count), seats(at));
        prop_assert_eq!(league.progress().planned, planned);
        let pairings = hand_out_all(&mut league);
        prop_assert_eq!(Some(pairings.len() as u64), planned);
        let played = counts(pairings.iter().flat_map(group));
        let whole_sets = matches.div_ceil(at as u32) * at as u32;
        let more = played.values().filter(|times| **times != whole_sets).count();
        prop_assert!(played.len() == count && more < at, "{:?}", played);
        prop_assert!(played.values().all(|times| [whole_sets, whole_sets + at as u32].contains(times)), "{:?}", played);
    }

    #[test]
    fn with_the_same_luck_a_set_has_one_seed_and_no_other_set_has_it(count in 2..7usize, at in 2..=3usize) {
        let mut league = with_luck(Luck::Same, &FormatSettings::RoundRobin(Amount::Sets(2)), count, at);
        let pairings = hand_out_all(&mut league);
        let pairs: BTreeSet<_> = pairings.iter().map(|pairing| (pairing.set.set_id.clone(), pairing.seed)).collect();
        let sets: BTreeSet<_> = pairs.iter().map(|pair| &pair.0).collect();
        let seeds: BTreeSet<_> = pairs.iter().map(|pair| pair.1).collect();
        prop_assert_eq!((sets.len(), seeds.len()), (pairs.len(), pairs.len()));
    }

    #[test]
    fn with_fresh_luck_no_two_matches_have_one_seed(count in 2..7usize, at in 2..=3usize) {
        let pairings = hand_out_all(&mut round_robin(count, at, 2));
        let seeds: BTreeSet<_> = pairings.iter().map(|pairing| pairing.seed).collect();
        prop_assert_eq!(seeds.len(), pairings.len());
    }

    #[test]
    fn luck_changes_nothing_about_who_sits_where(count in 2..6usize, at in 2..=3usize) {
        let seats_of = |luck| {
            let mut league = with_luck(luck, &FormatSettings::RoundRobin(Amount::Sets(2)), count, at);
            hand_out_all(&mut league).into_iter().map(|pairing| (pairing.set, pairing.seats)).collect::<Vec<_>>()
        };
        prop_assert_eq!(seats_of(Luck::Fresh), seats_of(Luck::Same));
    }

    #[test]
    fn only_free_bots_are_given_matches_and_all_their_groups_are(
        at in 2..=4usize,
        states in proptest::collection::vec(select(vec![Availability::Free, Availability::Busy, Availability::Away]), 6)
    ) {
        let mut league = round_robin(6, at, 2);
        let state = |name: &_| states[bots(6).iter().position(|bot| bot == name).unwrap()];
        let free = states.iter().filter(|state| **state == Availability::Free).count();
        let mut handed_out = 0;
        while let Some(pairing) = league.next(&state) {
            prop_assert!(pairing.seats.iter().all(|entrant| state(&entrant.name) == Availability::Free));
            handed_out += 1;
        }
        prop_assert_eq!(handed_out, 2 * at * groups(free, at));
    }
}

#[test]
fn the_matches_of_a_set_come_one_after_another() {
    let pairings = hand_out_all(&mut round_robin(5, 3, 2));
    for set in pairings.chunks(3) {
        assert!(set.iter().all(|pairing| pairing.set.set_id == set[0].set.set_id));
        assert_eq!(set.iter().map(|pairing| pairing.set.rotation).collect::<Vec<_>>(), [0, 1, 2]);
    }
}

#[test]
fn neighbours_change_from_set_to_set() {
    let pairings = hand_out_all(&mut round_robin(3, 3, 40));
    let after_bot0 = |pairing: &kahua_leagues::Pairing| {
        let seats: Vec<usize> = pairing.seats.iter().map(number).collect();
        seats[(seats.iter().position(|number| *number == 0).unwrap() + 1) % 3]
    };
    let neighbours = counts(pairings.iter().map(after_bot0));
    assert!(neighbours.len() == 2 && neighbours.values().all(|times| *times >= 30), "{neighbours:?}");
}

#[test]
fn a_bot_that_enters_later_plays_everybody() {
    let mut league = round_robin(2, 2, 1);
    assert_eq!(hand_out_all(&mut league).len(), 2);
    league.enter(entrant(2));
    league.enter(entrant(2));
    let more = hand_out_all(&mut league);
    assert_eq!(more.len(), 4);
    assert!(more.iter().all(|pairing| group(pairing).contains(&2)));
}

#[test]
fn a_bot_that_has_withdrawn_plays_no_more_until_it_enters_again() {
    let mut league = round_robin(3, 2, 1);
    league.withdraw(&bot(0));
    assert_eq!(hand_out_all(&mut league).len(), 2);
    league.enter(entrant(0));
    assert_eq!(hand_out_all(&mut league).len(), 4);
}

#[test]
fn a_league_that_is_extended_goes_on_from_where_it_was() {
    for (amount, more) in [(Amount::Sets(1), Amount::Sets(3)), (Amount::MatchesPerBot(4), Amount::MatchesPerBot(12))] {
        let mut league = league(&FormatSettings::RoundRobin(amount), 3, 2);
        let first = hand_out_all(&mut league);
        first.iter().for_each(|pairing| end(&mut league, pairing));
        league.extend(&FormatSettings::RoundRobin(more));
        assert_eq!(league.progress(), Progress { ended: 6, planned: Some(18) });
        assert_eq!(hand_out_all(&mut league).len(), 12);
        assert_eq!(league.next(&all_free), None);
    }
}
