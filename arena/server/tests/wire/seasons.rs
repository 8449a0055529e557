//! Leagues whose terms change between two runs of the arena.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use kahua_core::clock::TimeControl;
use kahua_core::verify::verify;
use kahua_engine::DynRuleset;
use kahua_engine::toy::Toy;
use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::{Facts, Purpose, StoredArena, get_league_status, get_standings};
use kahua_server::host::Host;
use kahua_settings::config::{LeagueSettings, TimeFrom};
use kahua_settings::seasons::start_new_season;
use kahua_settings::{Config, Rulesets};
use kahua_store::{Location, Store};
use pb::league_status::State;

use crate::overrides::{in_file, status, until};
use crate::support::{Bot, PATIENCE, TestArena, assert_invalid, config, league, terms};

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

/// A league of six matches with 60 s, and with 30 s from this match on.
fn with_less_time_from(number: Option<u64>) -> LeagueSettings {
    let from = |number: u64| TimeFrom { first_match: number.try_into().unwrap(), time: "30s".parse().unwrap() };
    let time_from = number.into_iter().map(from).collect();
    LeagueSettings { terms: terms("60s"), time_from, sets: 3.try_into().ok(), ..league() }
}

#[tokio::test]
async fn the_time_changes_with_the_match_that_the_settings_name_and_no_match_that_has_begun_changes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = in_file(&file, with_less_time_from(None)).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let bots = tokio::join!(a.play(2), b.play(2));
    let since = Instant::now();
    // Two have ended, and the third is open.
    while status(&arena).await.running == 0 {
        assert!(since.elapsed() < PATIENCE, "the third match begins");
    }
    arena.stop().await;
    drop(bots);

    let played = config([with_less_time_from(Some(3))]);
    let settings = Config { listen: "127.0.0.1:0".parse().unwrap(), ..played };
    let rulesets = Rulesets::of([Toy::ruleset() as _]);
    let refusal = Host::start(&settings, rulesets, Store::open(&file).unwrap()).await.unwrap_err().to_string();
    assert_eq!(
        refusal,
        "league \"l\": its settings give match 3 of season 1 the time control 30s, but 3 matches of the season have begun, match \
         3 with 60s. Let `time_from` change the time from match 4 on, or start a new season with `kahua league season \"l\" --data \
         DIR`"
    );

    let arena = in_file(&file, with_less_time_from(Some(5))).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let _bots = tokio::join!(a.play(4), b.play(4));
    let told = until(&arena, State::Over).await.league.unwrap().times;
    let spans: Vec<_> = told.iter().map(|span| (span.first_match, span.time_control.unwrap().bank_ms)).collect();
    assert_eq!(spans, [(1, Some(60_000)), (5, Some(30_000))]);
    let live = arena.leagues().await.get_standings(pb::GetStandingsRequest::default()).await.unwrap().into_inner();
    assert_eq!(live.pools[0].times, told);
    arena.stop().await;

    let stored = StoredArena::new(Location::File(file), folder.path().to_owned(), Purpose::Commands, |_| {});
    let archive = stored.archive().unwrap();
    assert_eq!(get_standings(&*archive, pb::GetStandingsRequest::default()).unwrap(), live);
    let status = get_league_status(&*archive, pb::GetLeagueStatusRequest::default()).unwrap().leagues.remove(0);
    assert_eq!(status.league.unwrap().times, told);
    let records: Vec<pb::MatchRecord> = archive.reader().records().map(Result::unwrap).collect();
    let times = records.iter().map(|record| TimeControl::from_wire(record.time_control.as_ref().unwrap()).unwrap());
    assert_eq!(times.map(|time| time.to_string()).collect::<Vec<_>>(), ["60s", "60s", "60s", "60s", "30s", "30s"]);
    let ruleset: Arc<dyn DynRuleset> = Toy::ruleset();
    for record in &records {
        verify(record, &ruleset).unwrap();
    }
}
