//! The pools, fed with records that hold no more than it reads.

use super::*;
use kahua_core::ids::{BotName, ParseBotNameError};

/// A match of the set `set` in which these bots came in at these places.
fn record(set: u32, bots: &[(&str, u32)]) -> pb::MatchRecord {
    let player = |name: &str| pb::Player { name: name.into(), version: String::new() };
    let result = |place: u32| pb::SeatResult { place, ..Default::default() };
    pb::MatchRecord {
        match_id: "m".into(),
        rated: true,
        game: "g".into(),
        players: bots.iter().map(|(name, _)| player(name)).collect(),
        results: bots.iter().map(|(_, place)| result(*place)).collect(),
        set: Some(pb::SetPosition { set_id: set.to_string(), rotation: 0, size: bots.len() as u32 }),
        ..Default::default()
    }
}

fn standings(records: &[pb::MatchRecord]) -> Vec<pb::PoolStandings> {
    let mut pools = Pools::default();
    for record in records {
        pools.add(record).unwrap();
    }
    pools.standings(|_| true)
}

#[test]
fn standings_count_what_happened() {
    let mut lost = record(2, &[("cid", 3), ("ann", 1), ("bob", 1)]);
    lost.results[0].given_up = Some(pb::FaultCause::Late.into());
    let pools = standings(&[record(1, &[("ann", 1), ("bob", 2), ("cid", 3)]), lost]);
    assert_eq!((pools.len(), pools[0].matches), (1, 2));
    let [ann, bob, cid] = &pools[0].standings[..] else { panic!("three bots: {pools:?}") };
    assert_eq!([ann, bob, cid].map(|bot| bot.name.as_str()), ["ann", "bob", "cid"]);
    assert_eq!([ann, bob, cid].map(|bot| (bot.rank, bot.rank_last, bot.sets)), [(1, 3, 2); 3]);
    assert_eq!([ann, bob, cid].map(|bot| bot.matches), [2, 2, 2]);
    assert_eq!([ann, bob, cid].map(|bot| bot.first_places), [2, 1, 0]);
    assert_eq!([ann, bob, cid].map(|bot| bot.forfeits), [0, 0, 1]);
    assert_eq!([ann, bob, cid].map(|bot| bot.score), [0.875, 0.625, 0.0]);
    assert!((ann.elo + bob.elo + cid.elo - 4500.0).abs() < 1e-6);
    assert!((ann.estimate + bob.estimate - 3000.0).abs() < 1e-6, "cid, who has only lost, doesn't move the others");
    assert_eq!((cid.lower, cid.upper.is_some()), (None, true));
}

#[test]
fn equal_bots_share_their_ranks_and_one_set_gives_no_interval() {
    let pools = standings(&[record(1, &[("bob", 1), ("ann", 2)]), record(1, &[("ann", 1), ("bob", 2)])]);
    let standings = &pools[0].standings;
    assert_eq!(standings.iter().map(|bot| (bot.rank, bot.rank_last)).collect::<Vec<_>>(), [(1, 2), (1, 2)]);
    assert!(standings.iter().all(|bot| (bot.lower, bot.upper, bot.margin) == (None, None, None)));
}

#[test]
fn pools_are_kept_apart() {
    let base = record(1, &[("ann", 1), ("bob", 2)]);
    let pools = standings(&[
        base.clone(),
        pb::MatchRecord { league: "l".into(), ..base.clone() },
        pb::MatchRecord { season: 1, ..base.clone() },
        pb::MatchRecord { season: 2, ..base.clone() },
        pb::MatchRecord { game: "h".into(), ..base.clone() },
        pb::MatchRecord { options: vec!["variant=x".into()], ..base.clone() },
        pb::MatchRecord { ruleset_hash: vec![1; 32], ..base.clone() },
        record(1, &[("ann", 1), ("bob", 2), ("cid", 3)]),
        base,
    ]);
    assert_eq!(pools.iter().map(|pool| pool.matches).sum::<u64>(), 9);
    assert_eq!(pools.len(), 7, "a record that names no season is of the first");
}

#[test]
fn unrated_and_aborted_matches_change_nothing_and_unsound_ones_are_refused() {
    let base = record(1, &[("ann", 1), ("bob", 2)]);
    let mut pools = Pools::default();
    assert_eq!(pools.add(&pb::MatchRecord { rated: false, ..base.clone() }), Ok(vec![]));
    assert_eq!(pools.add(&pb::MatchRecord { results: vec![], ..base.clone() }), Ok(vec![]));
    let refused = |change: fn(&mut pb::MatchRecord)| {
        let mut record = base.clone();
        change(&mut record);
        Pools::default().add(&record).unwrap_err().to_string()
    };
    assert!(refused(|record| record.results.truncate(1)).contains("2 players have 1 results"));
    assert!(refused(|record| record.results[0].place = 0).contains("place 0 is not a number from 1 to 255"));
    let name_error: ParseBotNameError = "a b".parse::<BotName>().unwrap_err();
    assert!(refused(|record| record.players[0].name = "a b".into()).contains(&name_error.to_string()));
    let crowded = refused(|record| {
        record.players = vec![record.players[0].clone(); 6];
        record.results = vec![record.results[0]; 6];
    });
    assert_eq!(crowded, "match \"m\" can't be rated: it has 6 seats, but a table has at most 5");
    assert_eq!(pools.standings(|_| true), []);
}

#[test]
fn the_ratings_before_and_after_a_match_are_returned() {
    let mut pools = Pools::default();
    let changes = pools.add(&record(1, &[("ann", 2), ("bob", 1)])).unwrap();
    let expected = [(1500.0, 1484.0), (1500.0, 1516.0)].map(|(before, after)| pb::RatingChange { before, after });
    assert_eq!(changes, expected);
}

#[test]
fn a_head_to_head_takes_whole_sets_from_either_side() {
    let mut pools = Pools::default();
    for (set, places) in [(1, (1, 2)), (1, (1, 2)), (2, (1, 1)), (2, (2, 1)), (3, (1, 2))] {
        pools.add(&record(set, &[("ann", places.0), ("bob", places.1)])).unwrap();
    }
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| Entrant::new(name.parse().unwrap(), ""));
    let (_, pool) = pools.iter().next().unwrap();
    assert_eq!(pool.head_to_head(&ann, &bob, 2).counts(), [0, 1, 0, 0, 1]);
    assert_eq!(pool.head_to_head(&bob, &ann, 2).counts(), [1, 0, 0, 1, 0]);
    assert_eq!(pool.head_to_head(&ann, &cid, 2), ScoreCounts::new(2));
    assert_eq!(pools.head_to_head("", &ann.name, &bob.name, 2), pool.head_to_head(&ann, &bob, 2));
    assert_eq!(pools.head_to_head("spring", &ann.name, &bob.name, 2), ScoreCounts::new(2));
}

#[test]
fn a_new_version_is_a_new_entrant_and_the_old_one_stays_as_history() {
    let of_version = |version: &str, places: [u32; 2]| {
        let mut record = record(1, &[("ann", places[0]), ("bob", places[1])]);
        record.players[0].version = version.into();
        record
    };
    let pools = standings(&[of_version("1", [2, 1]), of_version("1", [2, 1]), of_version("2", [1, 2])]);
    let line = |bot: &pb::Standing| (bot.name.clone(), bot.version.clone(), bot.current, bot.matches);
    let mut lines: Vec<_> = pools[0].standings.iter().map(line).collect();
    lines.sort();
    let expected = [("ann", "1", false, 2), ("ann", "2", true, 1), ("bob", "", true, 3)];
    assert_eq!(
        lines,
        expected.map(|(name, version, current, matches)| (name.into(), version.into(), current, matches))
    );
}

#[test]
fn bots_are_compared_in_the_version_in_which_they_played_last() {
    let of_version = |set: u32, version: &str, places: [u32; 2]| {
        let mut record = record(set, &[("ann", places[0]), ("bob", places[1])]);
        record.players[0].version = version.into();
        record
    };
    let mut pools = Pools::default();
    for record in [of_version(1, "1", [2, 1]), of_version(2, "2", [1, 2]), of_version(3, "2", [1, 2])] {
        pools.add(&record).unwrap();
    }
    let (ann, bob) = ("ann".parse().unwrap(), "bob".parse().unwrap());
    let [last] = &pools.compare(&Scale::default(), (&ann, None), (&bob, None), |_| true)[..] else {
        panic!("one pool")
    };
    assert_eq!((last.version.as_str(), last.matches, last.sets, last.score), ("2", 2, 2, 1.0));
    let [versions] = &pools.compare(&Scale::default(), (&ann, Some("2")), (&ann, Some("1")), |_| true)[..] else {
        panic!("one pool")
    };
    assert!(versions.difference.unwrap().elo > 0.0 && versions.matches == 0, "{versions:?}");
    assert_eq!(pools.compare(&Scale::default(), (&ann, Some("3")), (&bob, None), |_| true), []);
    assert_eq!(pools.compare(&Scale::default(), (&ann, None), (&bob, None), |_| false), []);
}

#[test]
fn an_anchor_gives_its_league_a_scale_and_differences_are_to_the_named_bot() {
    let mut pools = Pools::default();
    for set in 0..6 {
        let places = if set % 3 == 0 { [2, 1] } else { [1, 2] };
        pools.add(&record(set, &[("ann", places[0]), ("bob", places[1])])).unwrap();
    }
    let (ann, bob): (BotName, BotName) = ("ann".parse().unwrap(), "bob".parse().unwrap());
    let scale = Scale { anchor: Some((bob, 2000)), against: Some(ann), ..Scale::default() };
    let lines = pools.standings_by(&scale, |_| true).remove(0).standings;
    let (best, anchor) = (&lines[0], &lines[1]);
    assert_eq!((anchor.name.as_str(), anchor.estimate, anchor.lower), ("bob", 2000.0, Some(2000.0)));
    assert_eq!(best.difference.unwrap().elo, 0.0);
    assert!((anchor.difference.unwrap().elo - (anchor.estimate - best.estimate)).abs() < 1e-6);
    let other_league = Scale { of_leagues: BTreeMap::from([("spring".into(), (bob, 2000))]), ..Scale::default() };
    assert_eq!(pools.standings_by(&other_league, |_| true), pools.standings(|_| true));
}

/// The Swiss table of these sets, in each of which one bot wins both matches: ranks, half points, byes, opponents' points.
fn swiss(sets: &[(u32, [&str; 2])], withdrawn: &[&str]) -> Vec<(String, [u32; 2], u64, u32, u64)> {
    let mut pools = Pools::default();
    for (set, [winner, loser]) in sets {
        (0..2).for_each(|_| drop(pools.add(&record(*set, &[(winner, 1), (loser, 2)])).unwrap()));
    }
    let withdrawn = withdrawn.iter().map(|name| name.parse().unwrap()).collect();
    let mut standings = pools.standings(|_| true).remove(0);
    rank_by_swiss(&mut standings, &pools.swiss_tables(&withdrawn, |_| true));
    let line = |line: &pb::Standing| {
        let score = line.swiss.unwrap();
        let ranks = [line.rank, line.rank_last];
        (line.name.clone(), ranks, score.half_points, score.byes, score.opponents_half_points)
    };
    standings.standings.iter().map(line).collect()
}

fn line(name: &str, ranks: [u32; 2], half_points: u64, byes: u32, opponents: u64) -> (String, [u32; 2], u64, u32, u64) {
    (name.to_owned(), ranks, half_points, byes, opponents)
}

#[test]
fn a_swiss_league_ranks_by_points_then_byes_then_the_points_of_opponents() {
    // Round 1: ann beats bob, cid beats dan, eve has a bye. Round 2: ann beats cid, eve beats bob, dan has a bye.
    let sets = [(1, ["ann", "bob"]), (2, ["cid", "dan"]), (3, ["ann", "cid"]), (4, ["eve", "bob"])];
    let expected = [
        line("ann", [1, 1], 8, 0, 4),
        line("eve", [2, 2], 6, 1, 0),
        line("cid", [3, 3], 4, 0, 10),
        line("dan", [4, 4], 2, 1, 4),
        line("bob", [5, 5], 0, 0, 14),
    ];
    assert_eq!(swiss(&sets, &[]), expected);
    // A bot that was withdrawn has no bye in the rounds after it.
    assert_eq!(swiss(&sets, &["dan"])[3..], [line("bob", [4, 4], 0, 0, 14), line("dan", [5, 5], 0, 0, 4)]);
}

#[test]
fn a_round_that_is_being_played_brings_no_byes_yet() {
    let first = [(1, ["ann", "bob"]), (2, ["cid", "dan"])];
    let byes = |sets: &[(u32, [&str; 2])]| swiss(sets, &[]).iter().map(|line| line.3).sum::<u32>();
    assert_eq!(byes(&first), 0);
    assert_eq!(byes(&[&first[..], &[(3, ["ann", "cid"])]].concat()), 0, "bob and dan are still playing");
    assert_eq!(byes(&[&first[..], &[(3, ["ann", "cid"]), (4, ["bob", "dan"])]].concat()), 0);
    assert_eq!(
        byes(&[&first[..], &[(3, ["ann", "cid"]), (4, ["eve", "dan"])]].concat()),
        2,
        "eve came late, bob is left over"
    );
}

#[test]
fn bots_that_are_equal_are_told_apart_by_their_own_results_if_all_have_met() {
    let pairs = [
        (1, ["bob", "ann"]),
        (2, ["dan", "cid"]),
        (3, ["ann", "cid"]),
        (4, ["bob", "dan"]),
        (5, ["cid", "bob"]),
        (6, ["ann", "dan"]),
    ];
    let expected = [
        line("bob", [1, 1], 8, 0, 16),
        line("ann", [2, 2], 8, 0, 16),
        line("dan", [3, 3], 4, 0, 20),
        line("cid", [4, 4], 4, 0, 20),
    ];
    assert_eq!(swiss(&pairs, &[]), expected);
    // In a circle, everybody has beaten one and lost to one.
    let circle = [(1, ["ann", "bob"]), (2, ["bob", "cid"]), (3, ["cid", "ann"])];
    assert!(swiss(&circle, &[]).iter().all(|line| line.1 == [1, 3]));
}
