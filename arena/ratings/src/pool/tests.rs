//! What a pool counts, with plain strings as players.

use super::*;
use crate::estimate::Interval;

fn finishes<'a>(seats: &[(&'a str, u32)]) -> Vec<Finish<&'a str>> {
    seats.iter().map(|(player, place)| Finish::new(*player, *place)).collect()
}

#[test]
fn standings_count_what_happened() {
    let mut pool = Pool::default();
    pool.add("1", &finishes(&[("ann", 1), ("bob", 2), ("cid", 3)]));
    let mut forfeited = finishes(&[("cid", 3), ("ann", 1), ("bob", 1)]);
    forfeited[0].forfeited = true;
    pool.add("2", &forfeited);
    assert_eq!(pool.matches(), 2);
    assert_eq!(pool.players().collect::<Vec<_>>(), [&"ann", &"bob", &"cid"]);

    let standings = pool.standings();
    let [ann, bob, cid] = &standings[..] else { panic!("expected three players, got {standings:?}") };
    assert_eq!([ann, bob, cid].map(|standing| standing.player), ["ann", "bob", "cid"]);
    assert_eq!([ann, bob, cid].map(|standing| standing.ranks), [Some(Ranks { first: 1, last: 3 }); 3]);
    assert_eq!([ann, bob, cid].map(|standing| standing.sets), [2, 2, 2]);
    assert_eq!([ann, bob, cid].map(|standing| standing.first_places), [2, 1, 0]);
    assert_eq!([ann, bob, cid].map(|standing| standing.forfeits), [0, 0, 1]);
    assert_eq!([ann, bob, cid].map(|standing| standing.score), [0.875, 0.625, 0.0]);
}

/// Sets of two matches, in each of which the first player scores this many of four half points against the second.
fn add_sets<'a>(pool: &mut Pool<&'a str>, one: &'a str, other: &'a str, half_points: &[u32]) {
    for (number, half_points) in half_points.iter().enumerate() {
        for places in [if *half_points > 2 { [1, 2] } else { [2, 1] }, if *half_points > 0 { [1, 2] } else { [2, 1] }] {
            pool.add(&format!("{one} {other} {number}"), &finishes(&[(one, places[0]), (other, places[1])]));
        }
    }
}

#[test]
fn players_who_cannot_be_told_apart_share_their_ranks() {
    let mut pool = Pool::default();
    add_sets(&mut pool, "ann", "bob", &[4, 2, 0, 2, 2, 4]);
    for (better, worse) in [("ann", "cid"), ("bob", "cid"), ("bob", "dan"), ("ann", "dan")] {
        add_sets(&mut pool, better, worse, &[4, 4, 4, 2, 4, 4, 4, 4, 4, 4, 2, 4]);
    }
    add_sets(&mut pool, "cid", "dan", &[4, 2, 2, 0]);
    let standings = pool.standings();
    let ranks = standings.iter().map(|line| (line.player, line.ranks.unwrap()));
    let ranks: Vec<_> = ranks.map(|(player, ranks)| (player, ranks.first, ranks.last)).collect();
    assert_eq!(ranks, [("ann", 1, 2), ("bob", 1, 2), ("cid", 3, 4), ("dan", 3, 4)]);
}

#[test]
fn who_has_played_too_little_stands_below_and_has_no_rank() {
    let mut pool = Pool::default();
    add_sets(&mut pool, "ann", "bob", &[4, 2, 4, 2, 4, 4, 4]);
    add_sets(&mut pool, "lucky", "ann", &[4]);
    add_sets(&mut pool, "newer", "bob", &[2, 2, 2, 2]);
    let ranks = |pool: &Pool<&'static str>| -> Vec<_> {
        let standings = pool.standings().into_iter();
        standings.map(|line| (line.player, line.ranks.map(|ranks| ranks.first), line.missing)).collect()
    };
    let before = ranks(&pool);
    assert_eq!(before[0], ("ann", Some(1), 0));
    assert!(before[1].0 == "bob" && before[1].1.is_some());
    assert_eq!(before[2..], [("lucky", None, 8), ("newer", None, 2)]);
    add_sets(&mut pool, "newer", "bob", &[2]);
    assert!(ranks(&pool)[..3].iter().all(|(_, rank, missing)| rank.is_some() && *missing == 0));
}

#[test]
fn half_of_the_most_matches_is_enough_where_all_play_little() {
    let mut pool = Pool::default();
    add_sets(&mut pool, "ann", "bob", &[4, 2]);
    add_sets(&mut pool, "cid", "bob", &[4]);
    let missing = pool.standings().into_iter().map(|line| (line.player, line.missing));
    // bob has played 6.
    assert_eq!(missing.collect::<Vec<_>>(), [("ann", 0), ("bob", 0), ("cid", 1)]);
}

#[test]
fn one_set_gives_no_interval() {
    let mut pool = Pool::default();
    add_sets(&mut pool, "ann", "bob", &[2]);
    assert!(pool.standings().iter().all(|standing| standing.estimate.interval == Interval::OPEN));
}

#[test]
fn meetings_are_counted_from_either_side() {
    let mut pool = Pool::default();
    add_sets(&mut pool, "ann", "bob", &[4, 2]);
    add_sets(&mut pool, "ann", "cid", &[0]);
    assert_eq!(pool.meetings(&"ann", &"bob"), Meetings { matches: 4, sets: 2, half_points: 6 });
    assert_eq!(pool.meetings(&"bob", &"ann"), Meetings { matches: 4, sets: 2, half_points: 2 });
    assert_eq!(pool.meetings(&"bob", &"ann").score(), 0.25);
    assert_eq!(pool.meetings(&"bob", &"cid"), Meetings::default());
}

#[test]
fn an_anchor_that_has_not_played_changes_nothing() {
    let mut pool = Pool::default();
    add_sets(&mut pool, "ann", "bob", &[2, 4]);
    assert_eq!(pool.table(Some((&"cid", 1800)), Schedule::Fixed).standings(), pool.standings());
    assert_eq!(pool.table(Some((&"bob", 1800)), Schedule::Fixed).standings()[1].estimate.elo, 1800.0);
}

#[test]
fn a_head_to_head_takes_whole_sets_from_either_side() {
    let mut pool = Pool::default();
    for (set, ann, bob) in [("1", 1, 2), ("1", 1, 2), ("2", 1, 1), ("2", 2, 1), ("3", 1, 2)] {
        pool.add(set, &finishes(&[("ann", ann), ("bob", bob)]));
    }
    assert_eq!(pool.head_to_head(&"ann", &"bob", 2).counts(), [0, 1, 0, 0, 1]);
    assert_eq!(pool.head_to_head(&"bob", &"ann", 2).counts(), [1, 0, 0, 1, 0]);
    assert_eq!(pool.head_to_head(&"ann", &"cid", 2), ScoreCounts::new(2));
}
