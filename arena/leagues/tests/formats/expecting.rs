//! Expected bots have their share of the plan before they come, and after a restart before they come back.

use std::collections::BTreeSet;

use kahua_leagues::{Amount, Entrant, FormatSettings, Pairing, Progress};

use crate::support::{League, all_free, bot, bots, end, entrant, expecting, hand_out_all, number, seats};

const FORMATS: [FormatSettings; 2] =
    [FormatSettings::RoundRobin(Amount::Sets(2)), FormatSettings::RoundRobin(Amount::MatchesPerBot(12))];

fn version(number: usize, version: &str) -> Entrant {
    Entrant::new(bot(number), version)
}

/// Plays all matches that can be played.
fn play_all(league: &mut League) -> Vec<Pairing> {
    let played = hand_out_all(league);
    played.iter().for_each(|pairing| end(league, pairing));
    played
}

/// The same league after a restart, before any bot has come back.
fn restarted(settings: &FormatSettings, count: usize, at: usize, played: &[Pairing]) -> League {
    let mut again = expecting(settings, count, at);
    played.iter().for_each(|pairing| end(&mut again, pairing));
    again
}

#[test]
fn who_is_expected_is_planned_for_and_gets_no_match_before_it_enters() {
    for settings in FORMATS {
        let planned = settings.matches(&bots(4), seats(3));
        let mut league = expecting(&settings, 4, 3);
        assert_eq!(league.progress(), Progress { ended: 0, planned });
        assert_eq!(league.next(&all_free), None);
        (0..3).for_each(|number| league.enter(entrant(number)));
        let without = play_all(&mut league);
        assert!(
            !without.is_empty() && without.iter().flat_map(|pairing| pairing.seats.iter()).all(|one| number(one) < 3)
        );
        assert_eq!(league.progress(), Progress { ended: without.len() as u64, planned });
        league.enter(entrant(3));
        assert_eq!(Some((without.len() + play_all(&mut league).len()) as u64), planned);
        assert_eq!(league.progress().planned, planned);
    }
}

#[test]
fn the_plan_does_not_depend_on_who_comes_first() {
    for settings in FORMATS {
        let plan = |order: [usize; 5]| {
            let mut league = expecting(&settings, 5, 2);
            assert_eq!(league.progress().planned, settings.matches(&bots(5), seats(2)));
            order.into_iter().for_each(|number| league.enter(entrant(number)));
            hand_out_all(&mut league)
        };
        assert_eq!(plan([0, 1, 2, 3, 4]), plan([3, 1, 4, 0, 2]));
    }
}

#[test]
fn after_a_restart_the_versions_that_played_last_are_planned_for() {
    for settings in FORMATS {
        let mut league = expecting(&settings, 3, 2);
        (0..2).for_each(|number| league.enter(entrant(number)));
        let mut played = play_all(&mut league);
        // The first bot plays one match each in two other versions, then goes on in one that it had before.
        for name in ["2", "3", "2"] {
            league.enter(version(0, name));
            let next = league.next(&all_free).unwrap();
            end(&mut league, &next);
            played.push(next);
        }
        let before = league.progress();
        let again = restarted(&settings, 3, 2, &played);
        assert_eq!(again.progress(), before);
        assert!(before.planned > Some(before.ended), "nobody has met the third bot: {before:?}");
    }
}

#[test]
fn a_league_that_is_over_is_over_after_a_restart_until_a_bot_comes_in_another_version() {
    for settings in FORMATS {
        let mut league = expecting(&settings, 3, 2);
        (0..3).for_each(|number| league.enter(entrant(number)));
        let mut played = play_all(&mut league);
        league.enter(version(0, "2"));
        played.extend(play_all(&mut league));
        let over = league.progress();
        assert_eq!(over.planned, Some(over.ended));
        let mut again = restarted(&settings, 3, 2, &played);
        assert_eq!(again.progress(), over);
        [version(0, "2"), entrant(1), entrant(2)].into_iter().for_each(|entrant| again.enter(entrant));
        assert_eq!((again.progress(), again.next(&all_free)), (over, None));
        again.enter(version(1, "2"));
        assert!(again.progress().planned > over.planned && again.next(&all_free).is_some());
    }
}

#[test]
fn matches_that_are_open_at_a_restart_are_planned_for() {
    let settings = FormatSettings::RoundRobin(Amount::Sets(1));
    let mut league = expecting(&settings, 2, 2);
    [version(0, "2"), entrant(1)].into_iter().for_each(|entrant| league.enter(entrant));
    let open = hand_out_all(&mut league);
    let mut again = expecting(&settings, 2, 2);
    end(&mut again, &open[0]);
    again.resumed(&open[1].set, &open[1].seats);
    assert_eq!((again.progress(), again.next(&all_free)), (Progress { ended: 1, planned: Some(2) }, None));
}

#[test]
fn who_is_withdrawn_is_not_planned_for_until_it_is_let_back() {
    for settings in FORMATS {
        let mut league = expecting(&settings, 4, 2);
        (0..4).for_each(|number| league.enter(entrant(number)));
        let (all, without) = (league.progress(), settings.matches(&bots(3), seats(2)));
        league.withdraw(&bot(3));
        assert_eq!(league.progress().planned, without);
        league.expect(bot(3));
        assert_eq!(league.progress(), all);
        let playing: BTreeSet<usize> =
            hand_out_all(&mut league).iter().flat_map(|pairing| pairing.seats.iter().map(number)).collect();
        assert_eq!(playing, BTreeSet::from([0, 1, 2]));
        league.enter(entrant(3));
        assert!(league.next(&all_free).is_some_and(|pairing| pairing.seats.iter().any(|one| number(one) == 3)));
        assert_eq!(league.progress(), all);
    }
}
