//! What a format is told: matches that have ended, are open or have become void, before a restart and after.

use std::collections::BTreeSet;

use kahua_engine::Seat;
use kahua_leagues::{Amount, Entrant, FormatSettings, Outcome, Pairing, Progress, REPLAYS_MAX};
use proptest::prelude::*;

use crate::support::{all_free, bot, counts, end, entrant, hand_out_all, league, number, round_robin};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn after_a_restart_the_rest_is_played(
        count in 2..6usize, at in 2..=3usize, sets in 1..4u32, lost in proptest::collection::vec(any::<bool>(), 120)
    ) {
        let all = hand_out_all(&mut round_robin(count, at, sets));
        // Any match may be missing, since matches that were handed out last may have started in any order.
        let (kept, rest): (Vec<_>, Vec<_>) = all.iter().cloned().zip(lost.iter().cycle()).partition(|(_, lost)| !**lost);
        let mut again = round_robin(0, at, sets);
        kept.iter().for_each(|(pairing, _)| end(&mut again, pairing));
        (0..count).rev().for_each(|number| again.enter(entrant(number)));
        let mut again = hand_out_all(&mut again);
        let mut rest: Vec<_> = rest.into_iter().map(|(pairing, _)| pairing).collect();
        let key = |pairing: &Pairing| (pairing.set.set_id.clone(), pairing.set.rotation);
        again.sort_by_key(key);
        rest.sort_by_key(key);
        prop_assert_eq!(again, rest);
    }

    #[test]
    fn after_a_restart_everybody_still_reaches_its_number_of_matches(
        count in 3..9usize, at in 2..=3usize, ended in 0..60usize
    ) {
        let settings = FormatSettings::RoundRobin(Amount::MatchesPerBot(12));
        let all = hand_out_all(&mut league(&settings, count, at));
        let mut again = league(&settings, 0, at);
        all.iter().take(ended).for_each(|pairing| end(&mut again, pairing));
        (0..count).for_each(|number| again.enter(entrant(number)));
        let rest = hand_out_all(&mut again);
        prop_assert_eq!(rest.len(), all.len() - ended.min(all.len()));
    }
}

#[test]
fn a_new_version_plays_what_is_missing_for_it_and_the_old_one_plays_no_more() {
    let mut league = round_robin(3, 2, 1);
    for pairing in hand_out_all(&mut league) {
        end(&mut league, &pairing);
    }
    assert_eq!(league.progress(), Progress { ended: 6, planned: Some(6) });
    let second = Entrant::new(bot(2), "2");
    league.enter(second.clone());
    assert_eq!(league.progress(), Progress { ended: 6, planned: Some(10) });
    let more = hand_out_all(&mut league);
    assert_eq!(more.len(), 4);
    for pairing in more {
        assert!(pairing.seats.iter().any(|entrant| *entrant == second));
        end(&mut league, &pairing);
    }
    assert_eq!(league.progress(), Progress { ended: 10, planned: Some(10) });
}

#[test]
fn whoever_sat_with_an_earlier_version_still_reaches_its_number_of_matches() {
    let settings = FormatSettings::RoundRobin(Amount::MatchesPerBot(12));
    let mut league = league(&settings, 4, 3);
    let first = league.next(&all_free).unwrap();
    end(&mut league, &first);
    let changed = number(&first.seats[Seat::FIRST]);
    league.enter(Entrant::new(bot(changed), "2"));
    let rest = hand_out_all(&mut league);
    let all = std::iter::once(&first).chain(&rest);
    let played = counts(all.flat_map(|pairing| pairing.seats.iter().cloned()));
    for other in (0..4).filter(|other| *other != changed) {
        assert!(played[&entrant(other)] >= 12, "{played:?}");
    }
    assert!(played[&Entrant::new(bot(changed), "2")] >= 12, "{played:?}");
    assert_eq!(played[&entrant(changed)], 1, "the rest of its set isn't played");
}

#[test]
fn a_void_match_is_handed_out_again_with_other_luck_but_not_for_ever() {
    let mut league = round_robin(2, 2, 1);
    let first = league.next(&all_free).unwrap();
    let mut seeds = BTreeSet::from([first.seed]);
    for _ in 0..REPLAYS_MAX {
        league.ended(&first.set, &first.seats, &Outcome::Void);
        let again = league.next(&all_free).unwrap();
        assert_eq!((&again.set, &again.seats), (&first.set, &first.seats));
        assert!(seeds.insert(again.seed), "whoever played the void match knows its luck");
    }
    league.ended(&first.set, &first.seats, &Outcome::Void);
    let last = hand_out_all(&mut league);
    assert_eq!(last.len(), 1);
    end(&mut league, &last[0]);
    assert_eq!(league.progress(), Progress { ended: 1, planned: Some(1) });
}

#[test]
fn an_open_match_is_not_handed_out_again_and_one_told_twice_counts_once() {
    let pairing = round_robin(2, 2, 1).next(&all_free).unwrap();
    let mut league = round_robin(2, 2, 1);
    league.resumed(&pairing.set, &pairing.seats);
    let rest = hand_out_all(&mut league);
    assert_eq!(rest.len(), 1);
    assert_ne!(rest[0].set, pairing.set);
    for ended in [&pairing, &pairing, &rest[0], &pairing] {
        end(&mut league, ended);
    }
    assert_eq!(league.progress(), Progress { ended: 2, planned: Some(2) });
    assert_eq!(league.next(&all_free), None);
}
