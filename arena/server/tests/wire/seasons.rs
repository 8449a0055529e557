//! Leagues whose terms change between two runs of the arena.

use std::path::Path;

use kahua_engine::toy::Toy;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::host::Host;
use kahua_settings::config::LeagueSettings;
use kahua_settings::seasons::start_new_season;
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;

use crate::support::{Bot, TestArena, assert_invalid, config, league, terms};

/// Plays the two matches of this league in an arena of its own. Returns the standings of the present seasons, and of
/// all.
async fn play(file: &Path, league: LeagueSettings) -> [Vec<pb::PoolStandings>; 2] {
    let arena = TestArena::with(config([league]), Store::open(file).unwrap()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let before = arena.app.progress().finished;
    let _played = tokio::join!(a.play(2), b.play(2));
    arena.finished(before + 2).await;
    let mut service = arena.leagues().await;
    let mut seen = Vec::new();
    for all_seasons in [false, true] {
        let wanted = pb::GetStandingsRequest { all_seasons, ..Default::default() };
        seen.push(service.get_standings(wanted).await.unwrap().into_inner().pools);
    }
    let both = pb::GetStandingsRequest { all_seasons: true, season: Some(1), ..Default::default() };
    assert_invalid(&service.get_standings(both).await.unwrap_err(), "season", "set one of them");
    arena.stop().await;
    seen.try_into().unwrap()
}

fn seasons(pools: &[pb::PoolStandings]) -> Vec<(u32, u64)> {
    pools.iter().map(|pool| (pool.pool.as_ref().unwrap().season, pool.matches)).collect()
}

#[tokio::test]
async fn other_terms_need_a_new_season_which_has_matches_and_standings_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let [present, all] = play(&file, league()).await;
    assert_eq!((seasons(&present), seasons(&all)), (vec![(1, 2)], vec![(1, 2)]));

    let changed = LeagueSettings { terms: terms("60s"), ..league() };
    let settings = Config { listen: "127.0.0.1:0".parse().unwrap(), ..config([changed.clone()]) };
    let rulesets = Rulesets::of([Toy::ruleset() as _]);
    let refusal = Host::start(&settings, rulesets, Store::open(&file).unwrap()).await.unwrap_err().to_string();
    for expected in
        ["league \"l\" is in season 1", "time was none and is 60s now", "`kahua league season \"l\" --data DIR`"]
    {
        assert!(refusal.contains(expected), "{expected}: {refusal}");
    }

    let store = Store::open(&file).unwrap();
    assert_eq!(start_new_season("l", &store).await.unwrap().map(|season| season.number()), Some(2));
    drop(store);
    let [present, all] = play(&file, changed).await;
    assert_eq!((seasons(&present), seasons(&all)), (vec![(2, 2)], vec![(1, 2), (2, 2)]));

    let store = Store::open(&file).unwrap();
    let records: Vec<pb::MatchRecord> = store.reader().records().map(Result::unwrap).collect();
    let sets: Vec<&str> = records.iter().map(|record| &*record.set.as_ref().unwrap().set_id).collect();
    assert_eq!(records.iter().map(|record| record.season).collect::<Vec<_>>(), [1, 1, 2, 2]);
    assert!(sets[0] == sets[1] && sets[2] == sets[3] && sets[1] != sets[2], "{sets:?}");
}

#[tokio::test]
async fn bots_and_the_number_of_sets_may_change_within_a_season() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let _first = play(&file, league()).await;
    let more = LeagueSettings { sets: 2.try_into().ok(), bots: Vec::new(), ..league() };
    let [present, _] = play(&file, more).await;
    assert_eq!(seasons(&present), [(1, 4)]);
}
