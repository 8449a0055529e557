//! Lists: what each filter selects, and pages while the arena plays.

use std::collections::BTreeSet;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::{Timestamp, timestamp, unix_ms};
use kahua_settings::config::LeagueSettings;
use kahua_store::Store;
use pb::league_service_client::LeagueServiceClient;
use tonic::Code;
use tonic::transport::Channel;

use crate::support::{Bot, TestArena, assert_invalid, assert_refused, config, hello, league, pair};

/// The request for a page of matches.
type Wanted = pb::ListMatchesRequest;

#[tokio::test]
async fn each_filter_of_matches_selects_what_it_names() {
    let arena = TestArena::with(config([league(), league_of("other", ["b", "c"])]), in_memory()).await;
    let mut versioned = hello("a");
    versioned.version = "2.0".into();
    let a = Bot::try_enter(&arena, versioned, None).await.unwrap();
    let (b, c) = (Bot::enter(&arena, "b").await, Bot::enter(&arena, "c").await);
    let _played = tokio::join!(a.play(2), b.play(4), c.play(2));
    arena.finished(4).await;
    let mut leagues = arena.leagues().await;
    let mut leagues_of = async |wanted: Wanted| -> Vec<String> {
        let found = leagues.list_matches(wanted).await.unwrap().into_inner().matches;
        let mut names: Vec<String> = found.into_iter().map(|summary| summary.league).collect();
        names.sort();
        names
    };
    let any = Wanted::default;
    let text = |text: &str| Some(text.to_owned());
    let ours = ["l", "l"];
    assert_eq!(leagues_of(any()).await, ["l", "l", "other", "other"]);
    assert_eq!(leagues_of(Wanted { league: text("l"), ..any() }).await, ours);
    assert_eq!(leagues_of(Wanted { league: text(""), ..any() }).await, [""; 0]);
    assert_eq!(leagues_of(Wanted { game: text("toy"), ..any() }).await.len(), 4);
    assert_eq!(leagues_of(Wanted { bot: text("a"), ..any() }).await, ours);
    assert_eq!(leagues_of(Wanted { version: text("2.0"), ..any() }).await, ours);
    assert_eq!(leagues_of(Wanted { bot: text("b"), version: text("2.0"), ..any() }).await, [""; 0]);
    assert_eq!(leagues_of(Wanted { bot: text("b"), version: text(""), ..any() }).await.len(), 4);
    assert_eq!(leagues_of(Wanted { running: Some(true), ..any() }).await, [""; 0]);
    assert_eq!(leagues_of(Wanted { running: Some(false), league: text("l"), ..any() }).await, ours);
    let started = first_start(&mut arena.leagues().await).await;
    assert_eq!(leagues_of(Wanted { started_from: Some(timestamp(started)), ..any() }).await.len(), 4);
    assert_eq!(leagues_of(Wanted { started_before: Some(timestamp(started)), ..any() }).await, [""; 0]);
    arena.stop().await;
}

#[tokio::test]
async fn a_summary_says_how_the_match_was_set_up_and_how_it_ended() {
    let arena = TestArena::open().await;
    let (first_seat, second_seat) = pair(&arena).await;
    let mut leagues = arena.leagues().await;
    let running = leagues.list_matches(Wanted { running: Some(true), ..Wanted::default() }).await.unwrap().into_inner();
    let summary = &running.matches[0];
    assert!(
        summary.running && summary.ended_at.is_none() && summary.termination.is_none() && summary.results.is_empty()
    );
    let _played = tokio::join!(first_seat.play(2), second_seat.play(2));
    arena.finished(2).await;
    let ended = leagues.list_matches(Wanted { running: Some(false), ..Wanted::default() }).await.unwrap().into_inner();
    for summary in &ended.matches {
        let record = leagues.get_match(pb::GetMatchRequest { match_id: summary.match_id.clone() }).await.unwrap();
        let record = record.into_inner().record.unwrap();
        let expected = pb::MatchSummary {
            match_id: record.match_id,
            league: "l".into(),
            game: "toy".into(),
            players: record.players,
            running: false,
            termination: record.termination,
            results: record.results,
            started_at: Some(timestamp(record.started_unix_ms)),
            ended_at: Some(timestamp(record.ended_unix_ms)),
            events: 12,
            options: record.options,
            rated: true,
            time_control: record.time_control,
            season: 1,
            node: String::new(),
            corrections: Vec::new(),
        };
        assert_eq!(*summary, expected);
    }
    arena.stop().await;
}

#[tokio::test]
async fn no_match_is_missed_by_who_walks_the_pages_while_matches_end() {
    let everybody = LeagueSettings { sets: 8.try_into().ok(), ..league() };
    let arena = TestArena::with(config([everybody]), in_memory()).await;
    let bots = ["a", "b"].map(|name| pb::Hello { matches_max: Some(4), ..hello(name) });
    let [a, b] = bots.map(|hello| Bot::try_enter(&arena, hello, None));
    let (mut a, b) = (a.await.unwrap(), b.await.unwrap());
    a.seated().await;
    let playing = tokio::spawn(async move { tokio::join!(a.play(16), b.play(16)) });
    let mut leagues = arena.leagues().await;
    let begun = leagues.list_matches(Wanted::default()).await.unwrap().into_inner().matches;
    let begun: BTreeSet<String> = begun.into_iter().map(|summary| summary.match_id).collect();
    assert!(!begun.is_empty());
    let mut seen = BTreeSet::new();
    let mut wanted = Wanted { page_size: Some(1), ..Wanted::default() };
    loop {
        let page = leagues.list_matches(wanted.clone()).await.unwrap().into_inner();
        assert!(page.matches.len() <= 1);
        seen.extend(page.matches.into_iter().map(|summary| summary.match_id));
        if page.next_page_token.is_empty() {
            break;
        }
        wanted.page_token = page.next_page_token;
    }
    assert!(begun.is_subset(&seen), "{begun:?} had begun before the first page, {seen:?} were listed");
    playing.await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn bots_and_standings_come_in_pages_too() {
    let leagues = [league(), league_of("other", ["b", "c"])];
    let arena = TestArena::with(config(leagues), in_memory()).await;
    let (a, b, c) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await, Bot::enter(&arena, "c").await);
    let _played = tokio::join!(a.play(2), b.play(4), c.play(2));
    arena.finished(4).await;
    let mut leagues = arena.leagues().await;

    let (mut names, mut wanted) = (Vec::new(), pb::ListBotsRequest { page_size: Some(2), ..Default::default() });
    loop {
        let page = leagues.list_bots(wanted.clone()).await.unwrap().into_inner();
        names.push(page.bots.into_iter().map(|bot| bot.name).collect::<Vec<_>>());
        if page.next_page_token.is_empty() {
            break;
        }
        wanted.page_token = page.next_page_token;
    }
    assert_eq!(names, [vec!["a", "b"], vec!["c"]]);

    let (mut pools, mut wanted) = (Vec::new(), pb::GetStandingsRequest { page_size: Some(1), ..Default::default() });
    loop {
        let page = leagues.get_standings(wanted.clone()).await.unwrap().into_inner();
        pools.extend(page.pools.into_iter().map(|standings| (standings.pool.unwrap().league, standings.matches)));
        if page.next_page_token.is_empty() {
            break;
        }
        wanted.page_token = page.next_page_token;
    }
    assert_eq!(pools, [("l".into(), 2), ("other".into(), 2)]);
    let wanted = pb::GetStandingsRequest { league: Some("other".into()), seats: Some(2), ..Default::default() };
    assert_eq!(leagues.get_standings(wanted).await.unwrap().into_inner().pools.len(), 1);
    let wanted = pb::GetStandingsRequest { game: Some("toy".into()), seats: Some(3), ..Default::default() };
    assert_eq!(leagues.get_standings(wanted).await.unwrap().into_inner().pools.len(), 0);
    arena.stop().await;
}

#[tokio::test]
async fn two_bots_are_compared_in_every_pool_in_which_both_have_played() {
    let leagues = [league(), league_of("other", ["b", "c"])];
    let arena = TestArena::with(config(leagues), in_memory()).await;
    let (a, b, c) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await, Bot::enter(&arena, "c").await);
    let _played = tokio::join!(a.play(2), b.play(4), c.play(2));
    arena.finished(4).await;
    let mut leagues = arena.leagues().await;
    let compare = |bot: &str, other: &str| pb::CompareBotsRequest {
        bot: bot.into(),
        other: other.into(),
        ..pb::CompareBotsRequest::default()
    };
    let [with_a] = &leagues.compare_bots(compare("b", "a")).await.unwrap().into_inner().comparisons[..] else {
        panic!("one pool")
    };
    assert_eq!(with_a.pool.as_ref().map(|pool| pool.league.as_str()), Some("l"));
    assert_eq!((with_a.matches, with_a.sets), (2, 1));
    let [reverse] = &leagues.compare_bots(compare("a", "b")).await.unwrap().into_inner().comparisons[..] else {
        panic!("one pool")
    };
    assert_eq!(reverse.score, 1.0 - with_a.score);
    assert_eq!(leagues.compare_bots(compare("a", "c")).await.unwrap().into_inner().comparisons, []);
    assert_invalid(&leagues.compare_bots(compare("a", "a")).await.unwrap_err(), "other", "expected another bot");

    let wanted = pb::GetStandingsRequest { against: Some("a".into()), ..Default::default() };
    let pools = leagues.get_standings(wanted).await.unwrap().into_inner().pools;
    let has_differences =
        |pool: &pb::PoolStandings| pool.standings.iter().map(|line| line.difference.is_some()).collect();
    let differences: Vec<Vec<bool>> = pools.iter().map(has_differences).collect();
    assert_eq!(differences, [vec![true, true], vec![false, false]]);
    arena.stop().await;
}

#[tokio::test]
async fn bots_that_are_away_are_told_from_those_that_are_there() {
    let arena = TestArena::open().await;
    let a = Bot::enter(&arena, "a").await;
    let mut leagues = arena.leagues().await;
    leagues.create_bot(pb::CreateBotRequest { name: "z".into() }).await.unwrap();
    for (connected, expected) in [(Some(true), vec!["a"]), (Some(false), vec!["z"]), (None, vec!["a", "z"])] {
        let wanted = pb::ListBotsRequest { connected, ..Default::default() };
        let listed = leagues.list_bots(wanted).await.unwrap().into_inner().bots;
        assert_eq!(listed.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>(), expected);
    }
    drop(a);
    arena.stop().await;
}

#[tokio::test]
async fn lists_refuse_what_they_do_not_know() {
    let arena = TestArena::open().await;
    let mut leagues = arena.leagues().await;
    let any = Wanted::default;
    let name = || Some("nobody".to_owned());
    for (wanted, reason) in [
        (Wanted { game: name(), ..any() }, "GAME_UNKNOWN"),
        (Wanted { league: name(), ..any() }, "LEAGUE_UNKNOWN"),
        (Wanted { bot: name(), ..any() }, "BOT_UNKNOWN"),
    ] {
        assert_refused(&leagues.list_matches(wanted).await.unwrap_err(), Code::NotFound, reason);
    }
    let wanted = pb::GetStandingsRequest { game: name(), ..Default::default() };
    assert_refused(&leagues.get_standings(wanted).await.unwrap_err(), Code::NotFound, "GAME_UNKNOWN");
    let wanted = pb::GetStandingsRequest { league: name(), ..Default::default() };
    assert_refused(&leagues.get_standings(wanted).await.unwrap_err(), Code::NotFound, "LEAGUE_UNKNOWN");
    let wanted = pb::GetStandingsRequest { against: name(), ..Default::default() };
    assert_refused(&leagues.get_standings(wanted).await.unwrap_err(), Code::NotFound, "BOT_UNKNOWN");
    let wanted = pb::CompareBotsRequest { bot: "nobody".into(), ..Default::default() };
    assert_refused(&leagues.compare_bots(wanted).await.unwrap_err(), Code::NotFound, "BOT_UNKNOWN");

    let wrong_time = Some(Timestamp { seconds: 0, nanos: -1 });
    for (wanted, field, expected) in [
        (Wanted { page_size: Some(0), ..any() }, "page_size", "got 0, expected 1 to 1000"),
        (Wanted { page_size: Some(1001), ..any() }, "page_size", "got 1001, expected 1 to 1000"),
        (Wanted { page_token: "soup".into(), ..any() }, "page_token", "next_page_token of the previous page"),
        (Wanted { bot: Some("a b".into()), ..any() }, "bot", "is not a valid bot name"),
        (Wanted { version: Some("v".repeat(33)), ..any() }, "version", "32 bytes"),
        (Wanted { started_from: wrong_time, ..any() }, "started_from", "nanos"),
        (Wanted { started_before: wrong_time, ..any() }, "started_before", "nanos"),
    ] {
        assert_invalid(&leagues.list_matches(wanted).await.unwrap_err(), field, expected);
    }
    arena.stop().await;
}

#[tokio::test]
async fn a_page_token_is_of_no_use_with_other_filters() {
    let arena = TestArena::open().await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let _played = tokio::join!(a.play(2), b.play(2));
    arena.finished(2).await;
    let mut leagues = arena.leagues().await;
    let wanted = Wanted { page_size: Some(1), bot: Some("a".into()), ..Wanted::default() };
    let page_token = leagues.list_matches(wanted.clone()).await.unwrap().into_inner().next_page_token;
    let next = Wanted { page_token: page_token.clone(), page_size: Some(7), ..wanted.clone() };
    assert_eq!(leagues.list_matches(next).await.unwrap().into_inner().matches.len(), 1, "sizes may differ");
    let other = Wanted { page_token, bot: Some("b".into()), ..wanted };
    assert_invalid(&leagues.list_matches(other).await.unwrap_err(), "page_token", "with the same filters");
    arena.stop().await;
}

/// As [`league`], with this name and these bots.
fn league_of(name: &str, bots: [&str; 2]) -> LeagueSettings {
    LeagueSettings { name: name.into(), bots: bots.map(|name| name.parse().unwrap()).into(), ..league() }
}

fn in_memory() -> Store {
    Store::open_in_memory().unwrap()
}

/// When the first match of the arena started.
async fn first_start(leagues: &mut LeagueServiceClient<Channel>) -> i64 {
    let matches = leagues.list_matches(Wanted::default()).await.unwrap().into_inner().matches;
    matches.iter().map(|summary| unix_ms(summary.started_at.as_ref().unwrap()).unwrap()).min().unwrap()
}
