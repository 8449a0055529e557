//! Knock-outs: the rounds as status tells them, before and after a restart.

use std::collections::BTreeMap;
use std::time::Instant;

use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::{FormatKind, LeagueSettings};
use pb::league_status::State;

use crate::overrides::{between, in_file, status, until};
use crate::support::{Bot, PATIENCE, TestArena};

/// Waits until this round is played.
async fn round(arena: &TestArena, number: u32) -> pb::KnockoutRound {
    let since = Instant::now();
    loop {
        let status = status(arena).await;
        match status.knockout.last() {
            Some(round) if round.number == number => return round.clone(),
            _ => assert!(since.elapsed() < PATIENCE, "round {number} was expected: {status:?}"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn the_best_seed_waits_in_the_final_and_the_rounds_outlive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let seeded = |names: &[&str]| LeagueSettings { format: FormatKind::Knockout, ..between(names) };
    let arena = in_file(&file, seeded(&["b", "c", "a"])).await;
    let mut bots = BTreeMap::new();
    for name in ["a", "b", "c"] {
        bots.insert(name.to_owned(), Bot::enter(&arena, name).await);
    }
    let first = round(&arena, 1).await;
    assert_eq!(
        (&first.byes[..], &first.tables[0].bots[..]),
        (&["b".to_owned()][..], &["c".to_owned(), "a".into()][..])
    );
    let winner = loop {
        let knockout = status(&arena).await.knockout;
        if knockout.len() == 2
            && let Some(winner) = &knockout[1].tables[0].winner
        {
            break winner.clone();
        }
        // A tie has another set, so a table may play several.
        let names = playing(&knockout);
        let [one, other] = [0, 1].map(|at| bots.remove(&names[at]).unwrap());
        let (one, other) = tokio::join!(one.play(2), other.play(2));
        bots.extend([(names[0].clone(), one), (names[1].clone(), other)]);
        until_counted(&arena, &knockout).await;
    };
    let over = until(&arena, State::Over).await;
    assert_eq!((over.knockout[1].tables[0].bots[0].as_str(), over.planned), ("b", Some(over.played)));
    assert!(over.knockout[1].tables[0].bots.contains(&winner));
    arena.stop().await;

    let again = in_file(&file, seeded(&["b", "c", "a"])).await;
    assert_eq!(until(&again, State::Over).await.knockout, over.knockout);
    again.stop().await;
}

/// Who sits at the only table of the last round.
fn playing(knockout: &[pb::KnockoutRound]) -> Vec<String> {
    knockout.last().map(|round| round.tables[0].bots.clone()).unwrap_or_default()
}

/// Waits until the matches that were just played count.
async fn until_counted(arena: &TestArena, before: &[pb::KnockoutRound]) {
    let points = |knockout: &[pb::KnockoutRound]| -> u64 {
        knockout.iter().flat_map(|round| &round.tables).flat_map(|table| &table.half_points).sum()
    };
    let since = Instant::now();
    while points(&status(arena).await.knockout) < points(before) + 4 {
        assert!(since.elapsed() < PATIENCE, "the matches of a set don't count");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}
