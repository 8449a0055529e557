//! Swiss leagues: rounds that are announced, and a table of their own.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::{Purpose, StoredArena, get_standings};
use kahua_settings::config::{FormatKind, LeagueSettings};
use kahua_store::Location;
use pb::league_status::State;

use crate::overrides::{between, in_file, status, until};
use crate::support::{Bot, PATIENCE, TestArena};

/// Waits until this round is announced.
async fn round(arena: &TestArena, number: u32) -> pb::SwissRound {
    let since = Instant::now();
    loop {
        let status = status(arena).await;
        match status.round {
            Some(round) if round.number == number => return round,
            _ => assert!(since.elapsed() < PATIENCE, "round {number} was expected: {status:?}"),
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_swiss_table_is_the_same_live_and_rebuilt_and_its_rounds_are_announced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let three = between(&["a", "b", "c"]);
    let swiss = LeagueSettings { format: FormatKind::Swiss, rounds: 2.try_into().ok(), announce_s: Some(1), ..three };
    let arena = in_file(&file, swiss).await;
    let mut bots = BTreeMap::new();
    for name in ["a", "b", "c"] {
        bots.insert(name.to_owned(), Bot::enter(&arena, name).await);
    }
    for number in 1..=2 {
        let pb::SwissRound { tables, byes, .. } = round(&arena, number).await;
        let [table] = &tables[..] else { panic!("one table: {tables:?}") };
        assert_eq!((table.bots.len(), byes.len()), (2, 1));
        let [one, other] = [0, 1].map(|at| bots.remove(&table.bots[at]).unwrap());
        let (one, other) = tokio::join!(one.play(2), other.play(2));
        bots.extend([(table.bots[0].clone(), one), (table.bots[1].clone(), other)]);
    }
    until(&arena, State::Over).await;

    let all = pb::GetStandingsRequest::default;
    let live = arena.leagues().await.get_standings(all()).await.unwrap().into_inner();
    let scores: Vec<pb::SwissScore> = live.pools[0].standings.iter().map(|line| line.swiss.unwrap()).collect();
    // Each set brings two points in all, and a bye brings one.
    assert_eq!(scores.iter().map(|score| score.half_points).sum::<u64>(), 2 * (2 * 2 + 2));
    assert_eq!(scores.iter().map(|score| score.byes).sum::<u32>(), 2);
    assert!(scores.is_sorted_by_key(|score| Reverse(score.half_points)), "{scores:?}");
    arena.stop().await;
    let stored = StoredArena::new(Location::File(file), folder.path().to_owned(), Purpose::Commands, |_| {});
    let rebuilt = get_standings(&*stored.archive().unwrap(), all()).unwrap();
    assert_eq!(rebuilt, live);
}
