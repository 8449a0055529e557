//! Gauntlets: who meets whom, and how often.

use kahua_leagues::{Amount, FormatSettings};

use crate::support::{bot, counts, group, hand_out_all, league, seats};

/// Three candidates, then this many references.
fn gauntlet(references: usize, amount: Amount) -> FormatSettings {
    FormatSettings::Gauntlet { references: (3..3 + references).map(bot).collect(), amount }
}

#[test]
fn each_table_has_one_candidate_and_every_group_plays_its_sets() {
    for (count, groups) in [(2, 5), (3, 10), (4, 10), (5, 5)] {
        let settings = gauntlet(5, Amount::Sets(2));
        let mut league = league(&settings, 8, count);
        let planned = settings.matches(&(0..8).map(bot).collect::<Vec<_>>(), seats(count));
        assert_eq!(league.progress().planned, planned);
        let pairings = hand_out_all(&mut league);
        assert_eq!(Some(pairings.len() as u64), planned);
        let met = counts(pairings.iter().map(group));
        assert!(met.keys().all(|group| group.iter().filter(|number| **number < 3).count() == 1), "{met:?}");
        assert_eq!(met.len(), 3 * groups);
        assert!(met.values().all(|times| *times == 2 * count as u32), "{met:?}");
    }
}

#[test]
fn every_candidate_plays_its_number_of_matches_against_all_references_alike() {
    for count in 2..=5 {
        let mut league = league(&gauntlet(6, Amount::MatchesPerBot(60)), 9, count);
        let pairings = hand_out_all(&mut league);
        let sets: Vec<_> = pairings.iter().filter(|pairing| pairing.set.rotation == 0).map(group).collect();
        let per_candidate = 60usize.div_ceil(count);
        for candidate in 0..3 {
            let own: Vec<_> = sets.iter().filter(|group| group.contains(&candidate)).collect();
            assert_eq!(own.len(), per_candidate);
            let met = counts(own.iter().flat_map(|group| group.iter().copied()).filter(|number| *number >= 3));
            let (most, least) = (met.values().max().unwrap(), met.values().min().unwrap());
            assert!(met.len() == 6 && most - least <= 2, "{count} seats: {met:?}");
        }
    }
}

#[test]
fn a_gauntlet_without_enough_references_has_no_matches() {
    let settings = gauntlet(2, Amount::MatchesPerBot(10));
    assert_eq!(settings.matches(&(0..5).map(bot).collect::<Vec<_>>(), seats(4)), Some(0));
    assert_eq!(hand_out_all(&mut league(&settings, 5, 4)), []);
}
