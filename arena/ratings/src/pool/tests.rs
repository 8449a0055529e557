//! What a pool counts, with plain strings as players.

use super::*;

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
    assert_eq!([ann, bob, cid].map(|standing| standing.rank), [1, 2, 3]);
    assert_eq!([ann, bob, cid].map(|standing| standing.first_places), [2, 1, 0]);
    assert_eq!([ann, bob, cid].map(|standing| standing.forfeits), [0, 0, 1]);
    assert_eq!([ann, bob, cid].map(|standing| standing.score), [0.875, 0.625, 0.0]);
}

#[test]
fn equal_players_share_a_rank_and_one_set_gives_no_margin() {
    let mut pool = Pool::default();
    pool.add("1", &finishes(&[("bob", 1), ("ann", 2)]));
    pool.add("1", &finishes(&[("ann", 1), ("bob", 2)]));
    let standings = pool.standings();
    assert_eq!(
        standings.iter().map(|standing| (standing.player, standing.rank)).collect::<Vec<_>>(),
        [("ann", 1), ("bob", 1)]
    );
    assert!(standings.iter().all(|standing| standing.estimate.margin.is_none()));
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
