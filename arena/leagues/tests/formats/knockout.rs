//! Knock-outs: who meets whom, when a table is decided, and what changes it afterwards.

use kahua_engine::PerSeat;
use kahua_leagues::{FormatSettings, Knockout, KnockoutTable, Outcome, Pairing, Progress};

use crate::support::{
    League, all_free, bot, bots, end_as_numbered, entrant, expecting, group, hand_out_all, league, number, seats,
};

pub(crate) fn knockout(bots: usize, best_of: u32, third_place: bool) -> FormatSettings {
    FormatSettings::Knockout(Knockout { seeds: self::bots(bots), best_of, third_place })
}

/// Reports a match that this bot has won.
fn end_won_by(winner: usize, league: &mut League, pairing: &Pairing) {
    league.ended(&pairing.set, &pairing.seats, &won_by(winner, pairing));
}

fn won_by(winner: usize, pairing: &Pairing) -> Outcome {
    Outcome::Places(pairing.seats.map(|one| if number(one) == winner { 1 } else { 2 }))
}

/// Plays all that there is to play, and returns how many matches each step had.
fn play(league: &mut League) -> Vec<usize> {
    let mut steps = Vec::new();
    loop {
        let matches = hand_out_all(league);
        if matches.is_empty() {
            return steps;
        }
        matches.iter().for_each(|pairing| end_as_numbered(league, pairing));
        steps.push(matches.len());
    }
}

/// The tables of the last round: their bots by number, and who has won.
fn last_round(league: &League) -> Vec<(Vec<usize>, Option<usize>)> {
    let number = |name: &kahua_core::ids::BotName| name.as_str()[3..].parse::<usize>().unwrap();
    let table = |table: &KnockoutTable| (table.bots.iter().map(number).collect(), table.winner.as_ref().map(number));
    league.bracket().last().map(|round| round.tables.iter().map(table).collect()).unwrap_or_default()
}

#[test]
fn the_winner_of_each_table_goes_on() {
    let settings = knockout(8, 1, true);
    let mut league = league(&settings, 8, 2);
    assert_eq!(league.progress(), Progress { ended: 0, planned: Some(16) });
    assert_eq!(play(&mut league), [8, 4, 4]);
    assert_eq!(last_round(&league), [(vec![0, 1], Some(0)), (vec![2, 3], Some(2))]);
    assert_eq!(league.progress(), Progress { ended: 16, planned: Some(16) });
    assert_eq!(settings.matches(&bots(8), seats(2)), Some(16));
    let first = &league.bracket()[0];
    assert_eq!((first.number, &first.tables[0].half_points), (1, &vec![4, 0]));
}

#[test]
fn tables_of_more_seats_send_one_bot_on() {
    for (count, at, steps) in [(9, 3, vec![9, 3]), (7, 4, vec![4, 4]), (5, 5, vec![5])] {
        let settings = knockout(count, 1, false);
        let mut league = league(&settings, count, at);
        assert_eq!(play(&mut league), steps, "{count} at {at}");
        assert_eq!(last_round(&league)[0].1, Some(0), "{count} at {at}");
        assert_eq!(settings.matches(&bots(count), seats(at)), Some(steps.iter().sum::<usize>() as u64));
    }
}

#[test]
fn a_table_ends_as_soon_as_nobody_can_catch_up() {
    let mut league = league(&knockout(2, 3, false), 2, 2);
    assert_eq!(play(&mut league), [2, 2], "after two sets of three");
    assert_eq!(league.progress(), Progress { ended: 4, planned: Some(4) });
}

#[test]
fn a_tie_has_some_more_sets_and_then_the_better_seed_wins() {
    let mut league = league(&knockout(2, 1, false), 2, 2);
    for set in 1..=4 {
        let matches = hand_out_all(&mut league);
        assert_eq!((matches.len(), last_round(&league)), (2, vec![(vec![0, 1], None)]), "set {set}");
        for pairing in &matches {
            let outcome = Outcome::Places(PerSeat::from_fn(pairing.seats.count(), |_| 1));
            league.ended(&pairing.set, &pairing.seats, &outcome);
        }
    }
    assert_eq!((league.next(&all_free), last_round(&league)), (None, vec![(vec![0, 1], Some(0))]));
    league.withdraw(&bot(0));
    assert_eq!(last_round(&league), [(vec![0, 1], Some(0))], "it has won before it left");
    // As after a disqualification.
    league.recount(&[]);
    assert_eq!(last_round(&league), [(vec![0, 1], Some(1))], "nothing counts that it has played");
}

#[test]
fn tables_wait_for_their_own_bots_only() {
    let mut league = expecting(&knockout(4, 1, false), 4, 2);
    [0, 3, 1].into_iter().for_each(|number| league.enter(entrant(number)));
    let first = hand_out_all(&mut league);
    assert_eq!(first.iter().map(group).collect::<Vec<_>>(), [[0, 3], [0, 3]]);
    first.iter().for_each(|pairing| end_as_numbered(&mut league, pairing));
    assert_eq!(league.next(&all_free), None, "the final waits for the other semi-final");
    league.enter(entrant(2));
    assert_eq!(play(&mut league), [2, 2]);
}

#[test]
fn after_a_restart_it_goes_on_where_it_was() {
    let settings = knockout(8, 1, true);
    let mut before = league(&settings, 8, 2);
    let first = hand_out_all(&mut before);
    first.iter().for_each(|pairing| end_as_numbered(&mut before, pairing));
    let second = hand_out_all(&mut before);
    let mut after = expecting(&settings, 8, 2);
    first.iter().chain(&second[..3]).for_each(|pairing| end_as_numbered(&mut after, pairing));
    after.resumed(&second[3].set, &second[3].seats);
    (0..8).for_each(|number| after.enter(entrant(number)));
    assert_eq!(after.bracket()[0], before.bracket()[0]);
    assert_eq!((after.next(&all_free), after.progress().planned), (None, Some(16)));
    end_as_numbered(&mut after, &second[3]);
    assert_eq!(play(&mut after), [4]);
}

#[test]
fn who_is_withdrawn_loses_what_is_open_and_keeps_what_was_won() {
    let mut league = league(&knockout(4, 1, false), 4, 2);
    let semi_finals = hand_out_all(&mut league);
    league.withdraw(&bot(3));
    assert_eq!(last_round(&league), [(vec![0, 3], Some(0)), (vec![1, 2], None)]);
    semi_finals.iter().filter(|one| group(one) == [1, 2]).for_each(|one| end_as_numbered(&mut league, one));
    league.withdraw(&bot(1));
    assert_eq!(last_round(&league), [(vec![0, 1], Some(0))], "bot 1 has reached the final");
    assert_eq!(league.next(&all_free), None);
    let Progress { ended, planned } = league.progress();
    assert_eq!(planned, Some(ended), "it is over");

    league.enter(entrant(1));
    assert_eq!(hand_out_all(&mut league).len(), 2, "a bot that is let back plays its final");
}

#[test]
fn another_version_plays_on_for_its_bot() {
    let mut league = league(&knockout(2, 1, false), 2, 2);
    let [won, _] = &hand_out_all(&mut league)[..] else { panic!("two matches") };
    end_won_by(1, &mut league, won);
    league.enter(kahua_leagues::Entrant::new(bot(1), "2"));
    let again = hand_out_all(&mut league);
    assert_eq!(again.len(), 2, "the set of the earlier version doesn't go on");
    again.iter().for_each(|pairing| end_won_by(1, &mut league, pairing));
    assert_eq!(last_round(&league), [(vec![0, 1], Some(1))]);
    assert_eq!(league.bracket()[0].tables[0].half_points, [0, 6], "what the earlier one has scored counts");
}

#[test]
fn nobody_wins_by_coming_in_another_version_in_the_middle_of_a_set() {
    let mut league = league(&knockout(2, 1, false), 2, 2);
    for (winner, pairing) in hand_out_all(&mut league).iter().enumerate() {
        end_won_by(winner, &mut league, pairing);
    }
    let [won, _] = &hand_out_all(&mut league)[..] else { panic!("they were equal, so another set follows") };
    end_won_by(1, &mut league, won);
    league.enter(kahua_leagues::Entrant::new(bot(1), "2"));
    assert_eq!(last_round(&league), [(vec![0, 1], None)], "bot 1 leads by half a set");
    for (winner, pairing) in hand_out_all(&mut league).iter().enumerate() {
        end_won_by(winner, &mut league, pairing);
    }
    assert_eq!(last_round(&league), [(vec![0, 1], None)], "in whole sets they are still equal");
    hand_out_all(&mut league).iter().for_each(|pairing| end_won_by(0, &mut league, pairing));
    assert_eq!(last_round(&league), [(vec![0, 1], Some(0))]);
    assert_eq!(league.bracket()[0].tables[0].half_points, [8, 6]);
}

#[test]
fn nobody_undoes_a_loss_by_coming_in_another_version_in_the_middle_of_a_set() {
    let mut league = league(&knockout(2, 1, false), 2, 2);
    for version in ["2", "3"] {
        let [lost, _] = &hand_out_all(&mut league)[..] else { panic!("two matches") };
        end_won_by(0, &mut league, lost);
        league.enter(kahua_leagues::Entrant::new(bot(1), version));
    }
    hand_out_all(&mut league).iter().for_each(|pairing| end_won_by(1, &mut league, pairing));
    assert_eq!(last_round(&league), [(vec![0, 1], None)], "with its two losses, they are equal");
    hand_out_all(&mut league).iter().for_each(|pairing| end_won_by(1, &mut league, pairing));
    assert_eq!(league.bracket()[0].tables[0].half_points, [4, 8]);
    assert_eq!(last_round(&league), [(vec![0, 1], Some(1))]);
}

#[test]
fn a_corrected_result_lets_another_bot_go_on() {
    let mut league = league(&knockout(4, 1, false), 4, 2);
    let semi_finals = hand_out_all(&mut league);
    semi_finals.iter().for_each(|pairing| end_as_numbered(&mut league, pairing));
    let first = hand_out_all(&mut league);
    first.iter().for_each(|pairing| end_as_numbered(&mut league, pairing));
    assert_eq!(last_round(&league), [(vec![0, 1], Some(0))]);
    let corrected = semi_finals.iter().map(|pairing| {
        let winner = if group(pairing) == [1, 2] { 2 } else { 0 };
        (pairing.set.clone(), pairing.seats.clone(), won_by(winner, pairing))
    });
    league.recount(&corrected.collect::<Vec<_>>());
    assert_eq!(last_round(&league), [(vec![0, 2], None)]);
    assert_eq!(play(&mut league), [2], "another final");
}
