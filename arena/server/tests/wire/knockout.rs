//! Knock-outs: the rounds as status tells them, before and after a restart, and as the data directory tells them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::{Archive, Facts, Purpose, StoredArena, get_standings};
use kahua_settings::config::{FormatKind, LeagueSettings};
use kahua_store::Location;
use pb::league_status::State;

use crate::corrections::{correct, disqualify, places, undo};
use crate::overrides::{between, in_file, set_paused, set_withdrawn, status, until};
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
    assert_eq!(stored(&file).0, over.knockout);
    let planned = archive(&file).statuses(Some("l")).unwrap().remove(0).planned;
    assert_eq!(planned, over.planned, "its terms say how long a knock-out is");
    let loser = first.tables[0].bots.iter().find(|bot| !over.knockout[1].tables[0].bots.contains(bot)).unwrap();
    let ranked = standings(&arena).await;
    let ranks = ranked.iter().map(|line| (line.rank, line.rank_last)).collect::<Vec<_>>();
    assert_eq!((ranks, &ranked[0].name, &ranked[2].name), (vec![(1, 1), (2, 2), (3, 3)], &winner, loser));
    assert_eq!(stored(&file).1, ranked);

    // The loser of the first round is given its matches, so it plays the final. Paused, since a tie in between would begin a set.
    set_paused(&arena, true).await;
    let mut made = Vec::new();
    for played in first_round(&arena, &first).await {
        let won = if played.players[0].name == *loser { [1, 2] } else { [2, 1] };
        made.push(correct(&arena, places(&played.match_id, &won)).await.unwrap());
    }
    let corrected = status(&arena).await.knockout;
    assert_eq!(corrected[1].tables[0].bots, ["b", loser]);
    assert_eq!(stored(&file), (corrected, standings(&arena).await));
    assert_eq!(standings(&arena).await[2].rank, 3, "who has lost its first round now");
    for number in made {
        correct(&arena, undo(number)).await.unwrap();
    }
    assert_eq!(stored(&file), (over.knockout.clone(), ranked));
    let out = correct(&arena, disqualify("b", None)).await.unwrap();
    let without = status(&arena).await.knockout;
    assert_ne!(without[1].tables[0].winner.as_deref(), Some("b"));
    assert_eq!(stored(&file), (without, standings(&arena).await));
    correct(&arena, undo(out)).await.unwrap();
    set_withdrawn(&arena, "c", true).await.unwrap();
    assert_eq!(stored(&file), (status(&arena).await.knockout, standings(&arena).await));
    set_withdrawn(&arena, "c", false).await.unwrap();
    arena.stop().await;

    let again = in_file(&file, seeded(&["b", "c", "a"])).await;
    assert_eq!(until(&again, State::Over).await.knockout, over.knockout);
    // The season keeps its ranks when it is an earlier one, and who was withdrawn from it.
    set_withdrawn(&again, "c", true).await.unwrap();
    let before = standings(&again).await;
    let start = pb::StartSeasonRequest { league: "l".into(), bots: Vec::new() };
    again.leagues().await.start_season(start).await.unwrap();
    let first = pb::GetStandingsRequest { season: Some(1), ..Default::default() };
    let told = again.leagues().await.get_standings(first.clone()).await.unwrap().into_inner().pools.remove(0).standings;
    assert_eq!(told, before);
    assert_eq!(get_standings(&*archive(&file), first).unwrap().pools.remove(0).standings, before);
    again.stop().await;
}

/// The standings of the league, by rank.
async fn standings(arena: &TestArena) -> Vec<pb::Standing> {
    let wanted = pb::GetStandingsRequest::default();
    arena.leagues().await.get_standings(wanted).await.unwrap().into_inner().pools.remove(0).standings
}

/// The rounds and the standings as the store tells them, whether an arena serves it or not.
fn stored(file: &Path) -> (Vec<pb::KnockoutRound>, Vec<pb::Standing>) {
    let archive = archive(file);
    let standings = get_standings(&*archive, pb::GetStandingsRequest::default()).unwrap().pools.remove(0).standings;
    (archive.statuses(Some("l")).unwrap().remove(0).knockout, standings)
}

fn archive(file: &Path) -> Arc<Archive> {
    let location = Location::File(file.to_owned());
    let stored = StoredArena::new(location, file.to_owned(), Purpose::Pages, |problem| panic!("{problem}"));
    stored.archive().unwrap()
}

/// The matches of the only table of this round.
async fn first_round(arena: &TestArena, round: &pb::KnockoutRound) -> Vec<pb::MatchSummary> {
    let all = arena.leagues().await.list_matches(pb::ListMatchesRequest::default()).await.unwrap().into_inner().matches;
    let bots = &round.tables[0].bots;
    all.into_iter().filter(|played| played.players.iter().all(|player| bots.contains(&player.name))).collect()
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
