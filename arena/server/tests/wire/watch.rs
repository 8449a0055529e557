//! Who may watch a match, and when: each rule of a league, and each role.

use std::time::{Duration, Instant};

use kahua_core::referee::Luck;
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::{LeagueSettings, MatchTerms, WatchPolicy};
use kahua_store::Store;
use pb::bot_message::Message as ToArena;
use pb::recorded_event::Event;
use tonic::{Code, Status};

use crate::access::{Leagues, arena_with_tokens, leagues_with, pair_with_tokens};
use crate::support::{
    Bot, TestArena, answer_to, assert_refused, config, first, league, league_with_strikes, pair, terms,
};

fn league_with(watch: &str) -> LeagueSettings {
    LeagueSettings { watch: Some(watch.parse().unwrap()), ..league() }
}

/// A running match of a league with this rule, in an arena with tokens: its id, and its bots.
async fn running(arena: &TestArena) -> (String, Bot, Bot) {
    let (mut first_seat, second_seat) = pair_with_tokens(arena).await;
    let ask = first_seat.ask().await;
    first_seat.answer(&ask, first()).await;
    (ask.match_id, first_seat, second_seat)
}

/// What a caller with this token sees first.
async fn watch(arena: &TestArena, token: &str, id: &str) -> Result<pb::WatchMatchResponse, Status> {
    let mut leagues: Leagues = leagues_with(arena, token).await;
    let mut shown = leagues.watch_match(pb::WatchMatchRequest { match_id: id.into() }).await?.into_inner();
    Ok(shown.message().await?.expect("the match so far"))
}

#[track_caller]
fn assert_kept_away(watched: Result<pb::WatchMatchResponse, Status>) {
    assert_refused(&watched.unwrap_err(), Code::PermissionDenied, "WATCH_REFUSED");
}

#[tokio::test]
async fn players_never_watch_where_tokens_tell_who_they_are() {
    let arena = arena_with_tokens([league()]).await;
    arena.app.admit_for_this_run("c".parse().unwrap(), token::hash_of("c"));
    let (id, ..) = running(&arena).await;
    for player in ["a", "b"] {
        assert_kept_away(watch(&arena, player, &id).await);
    }
    for spectator in ["c", "watcher", "organizer"] {
        assert!(!watch(&arena, spectator, &id).await.unwrap().events.is_empty(), "{spectator}");
    }
    arena.stop().await;
}

#[tokio::test]
async fn where_every_bot_may_play_every_bot_is_a_player() {
    let open_to_all = LeagueSettings { bots: Vec::new(), ..league() };
    let arena = arena_with_tokens([open_to_all]).await;
    arena.app.admit_for_this_run("c".parse().unwrap(), token::hash_of("c"));
    let (id, ..) = running(&arena).await;
    assert_kept_away(watch(&arena, "c", &id).await);
    watch(&arena, "watcher", &id).await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn in_an_open_league_players_watch_too() {
    let arena = arena_with_tokens([league_with("open")]).await;
    let (id, ..) = running(&arena).await;
    for caller in ["a", "watcher", "organizer"] {
        watch(&arena, caller, &id).await.unwrap();
    }
    arena.stop().await;
}

#[tokio::test]
async fn after_means_that_only_organizers_see_a_match_before_its_end() {
    let arena = arena_with_tokens([league_with("after")]).await;
    let (id, first_seat, second_seat) = running(&arena).await;
    for caller in ["a", "watcher"] {
        assert_kept_away(watch(&arena, caller, &id).await);
    }
    watch(&arena, "organizer", &id).await.unwrap();
    let _played = tokio::join!(first_seat.play(2), second_seat.play(2));
    arena.finished(2).await;
    let record = leagues_with(&arena, "watcher").await.get_match(pb::GetMatchRequest { match_id: id }).await.unwrap();
    assert!(!record.into_inner().record.unwrap().events.is_empty());
    arena.stop().await;
}

#[tokio::test]
async fn a_delayed_match_is_seen_later_by_all_but_organizers() {
    let delay = Duration::from_secs(1);
    let arena = arena_with_tokens([league_with("delayed 1")]).await;
    // A busy machine may take some time before the match exists.
    let before = Instant::now();
    let (id, ..) = running(&arena).await;
    for caller in ["a", "watcher"] {
        watch(&arena, caller, &id).await.unwrap();
        assert!(before.elapsed() >= delay, "{caller} has seen the match after {:?}", before.elapsed());
    }
    watch(&arena, "organizer", &id).await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn whoever_sees_a_match_later_sees_the_clocks_of_then() {
    let arena = arena_with_tokens([LeagueSettings { terms: terms("1h"), ..league_with("delayed 1") }]).await;
    let before = Instant::now();
    let (id, ..) = running(&arena).await;
    let shown = watch(&arena, "watcher", &id).await.unwrap();
    let passed_ms = before.elapsed().as_millis() as u64;
    let asked: Vec<pb::AskClock> = shown.clocks.iter().filter_map(|clock| clock.ask).collect();
    assert_eq!(asked.len(), 1, "{shown:?}");
    assert!(asked[0].think_ms + 1_000 <= passed_ms, "{asked:?} after {passed_ms} ms");
    arena.stop().await;
}

#[tokio::test]
async fn think_times_and_faults_are_shown_as_they_will_be_recorded_and_nothing_that_bots_say() {
    let league = LeagueSettings { watch: league_with("open").watch, ..league_with_strikes() };
    let arena = arena_with_tokens([league]).await;
    let (mut first_seat, second_seat) = pair_with_tokens(&arena).await;
    let ask = first_seat.ask().await;
    let request = pb::WatchMatchRequest { match_id: ask.match_id.clone() };
    let mut stream = leagues_with(&arena, "b").await.watch_match(request).await.unwrap().into_inner();
    let said = "mine-is-a-6";
    let answer = pb::Answer { comment: said.into(), ..answer_to(&ask, pb::answer::Choice::Notation(said.into())) };
    first_seat.send(ToArena::Answer(answer)).await;
    let _fault = first_seat.fault().await;
    let _played = tokio::join!(first_seat.play(1), second_seat.play(1));
    let (mut times, mut faults, mut clocks) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(shown) = stream.message().await.unwrap() {
        assert!(!format!("{shown:?}").contains(said), "{shown:?}");
        times.extend(shown.decision_times.iter().map(|time| (time.number, time.think_us)));
        faults.extend(shown.faults.iter().map(|fault| (fault.number, fault.seat, fault.cause())));
        clocks = shown.clocks;
    }
    arena.finished(1).await;
    let request = pb::GetMatchRequest { match_id: ask.match_id };
    let record = leagues_with(&arena, "watcher").await.get_match(request).await.unwrap().into_inner().record.unwrap();
    let (mut recorded_times, mut recorded_faults) = (Vec::new(), Vec::new());
    for (number, event) in (0..).zip(record.events) {
        match event.event.unwrap() {
            Event::Decision(decision) => recorded_times.push((number, decision.think_us)),
            Event::Fault(fault) => recorded_faults.push((number, fault.seat, fault.cause())),
            Event::Chance(_) | Event::Resumption(_) => {}
        }
    }
    assert_eq!((times, faults), (recorded_times, recorded_faults));
    assert_eq!(clocks.iter().map(|clock| clock.strikes).collect::<Vec<_>>(), [1, 0]);
    arena.stop().await;
}

#[tokio::test]
async fn without_a_token_anybody_may_be_a_player() {
    let arena = TestArena::with(config([league_with("players-never")]), Store::open_in_memory().unwrap()).await;
    let (mut first_seat, second_seat) = pair(&arena).await;
    let id = first_seat.ask().await.match_id;
    drop((first_seat, second_seat));
    let mut leagues = arena.leagues().await;
    let watched = leagues.watch_match(pb::WatchMatchRequest { match_id: id }).await.unwrap_err();
    assert_refused(&watched, Code::PermissionDenied, "WATCH_REFUSED");
    arena.stop().await;
}

#[tokio::test]
async fn who_may_still_play_a_set_gets_no_record_of_it() {
    let league =
        LeagueSettings { terms: MatchTerms { luck: Luck::Same, ..terms("none") }, ..league_with("players-never") };
    let arena = TestArena::with(config([league]), Store::open_in_memory().unwrap()).await;
    let (mut first_seat, second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    first_seat.answer(&ask, first()).await;
    let (first_seat, second_seat) = tokio::join!(first_seat.play(1), second_seat.play(1));
    let mut leagues = arena.leagues().await;
    let request = || pb::GetMatchRequest { match_id: ask.match_id.clone() };
    assert_refused(&leagues.get_match(request()).await.unwrap_err(), Code::PermissionDenied, "WATCH_REFUSED");
    let _played = tokio::join!(first_seat.play(1), second_seat.play(1));
    arena.finished(2).await;
    let record = leagues.get_match(request()).await.unwrap().into_inner().record.unwrap();
    assert!(!record.seed.is_empty());
    arena.stop().await;
}

#[tokio::test]
async fn leagues_are_listed_with_their_rules() {
    let rules = ["open", "players-never", "delayed 60", "after"];
    let named = |rule: &&str| LeagueSettings { name: (*rule).into(), ..league_with(rule) };
    let leagues: Vec<_> = rules.iter().map(named).chain([league()]).collect();
    let of = async |arena: TestArena| {
        let listed = arena.about().await.list_leagues(pb::ListLeaguesRequest::default()).await.unwrap().into_inner();
        arena.stop().await;
        let rule = |league: pb::League| {
            let watch = league.watch.unwrap();
            (league.name, watch.kind(), watch.delay_ms)
        };
        listed.leagues.into_iter().map(rule).collect::<Vec<_>>()
    };
    use pb::watch_policy::Kind;
    let with_default = |kind| {
        [
            ("after", Kind::After, None),
            ("delayed 60", Kind::Delayed, Some(60_000)),
            ("l", kind, None),
            ("open", Kind::Open, None),
            ("players-never", Kind::PlayersNever, None),
        ]
        .map(|(name, kind, delay_ms)| (name.to_owned(), kind, delay_ms))
    };
    let open = TestArena::with(config(leagues.clone()), Store::open_in_memory().unwrap()).await;
    assert_eq!(of(open).await, with_default(Kind::Open), "an open arena is its owner's");
    assert_eq!(of(arena_with_tokens(leagues).await).await, with_default(Kind::PlayersNever));
    assert_eq!("delayed 60".parse(), Ok(WatchPolicy::Delayed(Duration::from_secs(60))));
}
