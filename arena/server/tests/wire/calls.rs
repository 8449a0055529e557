//! What organizers, spectators and tools ask for.

use std::num::NonZeroU32;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Config;
use kahua_settings::config::RetentionSettings;
use kahua_store::Store;
use pb::termination::Kind;
use tokio_stream::StreamExt;
use tonic::Code;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::support::{Bot, TestArena, assert_refused, config, first, league, over_http_1, pair};

#[tokio::test]
async fn bots_are_listed_with_what_they_do() {
    let arena = TestArena::open().await;
    let (a, _b) = pair(&arena).await;
    let listed = arena.leagues().await.list_bots(pb::ListBotsRequest::default()).await.unwrap().into_inner().bots;
    assert_eq!(listed.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert!(listed.iter().all(|bot| bot.connected && bot.open_matches == 1));
    drop(a);
    arena.stop().await;
}

#[tokio::test]
async fn a_running_match_keeps_its_seed_to_itself() {
    let arena = TestArena::open().await;
    let (mut first_seat, second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    let mut leagues = arena.leagues().await;
    let request = pb::GetMatchRequest { match_id: ask.match_id.clone() };
    let running = leagues.get_match(request.clone()).await.unwrap_err();
    assert_refused(&running, Code::FailedPrecondition, "MATCH_RUNNING");
    first_seat.answer(&ask, first()).await;
    let _played = tokio::join!(first_seat.play(1), second_seat.play(1));
    let record = leagues.get_match(request).await.unwrap().into_inner().record.unwrap();
    assert_eq!(record.seed.len(), 32, "no other match has this seed");
    arena.stop().await;
}

#[tokio::test]
async fn a_spectator_sees_a_match_from_start_to_end() {
    let arena = TestArena::open().await;
    let (mut first_seat, second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    let mut leagues = arena.leagues().await;
    let request = pb::WatchMatchRequest { match_id: ask.match_id.clone() };
    let shown = leagues.watch_match(request.clone()).await.unwrap().into_inner();
    first_seat.answer(&ask, first()).await;
    let played = tokio::spawn(async move { tokio::join!(first_seat.play(1), second_seat.play(1)) });
    let shown: Vec<_> = shown.collect::<Result<_, _>>().await.unwrap();
    let numbers: Vec<u32> = shown.iter().flat_map(|shown| &shown.events).map(|event| event.number).collect();
    assert_eq!(numbers, (0..12).collect::<Vec<_>>());
    let ended = shown.last().unwrap().ended.as_ref().expect("the last message inbound how it ended");
    assert_eq!(ended.termination.as_ref().unwrap().kind(), Kind::Finished);
    assert_refused(&leagues.watch_match(request).await.unwrap_err(), Code::FailedPrecondition, "MATCH_ENDED");
    played.await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn the_moves_of_old_matches_go_and_their_results_stay() {
    let store = Store::open_in_memory().unwrap();
    let mut record = pb::MatchRecord {
        match_id: "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55".into(),
        events: vec![pb::RecordedEvent::default()],
        ended_unix_ms: 1_000_000_000_000,
        ..Default::default()
    };
    kahua_core::referee::seal(&mut record);
    store.finish(&record).await.unwrap();
    let retention = Some(RetentionSettings { keep_days: NonZeroU32::MIN });
    let arena = TestArena::with(Config { retention, ..config([]) }, store).await;
    let mut leagues = arena.leagues().await;
    let request = pb::GetMatchRequest { match_id: record.match_id };
    let record = loop {
        let record = leagues.get_match(request.clone()).await.unwrap().into_inner().record.unwrap();
        if record.moves_removed.is_some() {
            break record;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    assert_eq!(record.events, []);
    let listed = leagues.list_matches(pb::ListMatchesRequest::default()).await.unwrap().into_inner().matches;
    assert_eq!((listed.len(), listed[0].events), (1, 1));
    arena.stop().await;
}

#[tokio::test]
async fn an_organizer_stops_pairing_and_ends_matches() {
    let arena = TestArena::open().await;
    let mut leagues = arena.leagues().await;
    leagues.set_paused(pb::SetPausedRequest { paused: Some(true) }).await.unwrap();
    let (mut a, mut b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    assert!(arena.app.is_paused());
    leagues.set_paused(pb::SetPausedRequest { paused: Some(false) }).await.unwrap();
    // The first message to both is that pairing goes on, so nothing was paired before.
    for bot in [&mut a, &mut b] {
        let pb::arena_message::Message::Notice(notice) = bot.next().await else { panic!("the bots are told") };
        assert_eq!(notice.kind(), pb::notice::Kind::Unpaused);
    }
    let match_id = a.seated().await.match_id;
    let reason = "the arena burns".to_owned();
    let request = pb::AbortMatchRequest { match_id, reason };
    leagues.abort_match(request.clone()).await.unwrap();
    let ended = loop {
        match a.next().await {
            pb::arena_message::Message::Ended(ended) => break ended,
            _ => continue,
        }
    };
    let termination = ended.termination.unwrap();
    assert_eq!((termination.kind(), termination.reason.as_str()), (Kind::Aborted, "the arena burns"));
    assert!(ended.results.is_empty());
    let listed = leagues.list_matches(pb::ListMatchesRequest::default()).await.unwrap().into_inner().matches;
    assert!(listed.iter().any(|summary| summary.match_id == request.match_id && !summary.running));
    assert_refused(&leagues.abort_match(request).await.unwrap_err(), Code::FailedPrecondition, "MATCH_ENDED");
    arena.stop().await;
}

#[tokio::test]
async fn health_is_told_of_each_service() {
    let arena = TestArena::open().await;
    let channel = arena.channel().await;
    let ours = ["kahua.arena.v1.ArenaService", "kahua.arena.v1.BotService", "kahua.arena.v1.LeagueService"];
    for service in ours.into_iter().chain([""]) {
        let request = HealthCheckRequest { service: service.into() };
        let health = HealthClient::new(channel.clone()).check(request).await.unwrap().into_inner();
        assert_eq!(health.status(), ServingStatus::Serving, "{service:?}");
    }
    arena.stop().await;
}

#[tokio::test]
async fn browsers_are_answered_over_http_1() {
    let arena = TestArena::open().await;
    for call in ["ArenaService/GetServerInfo", STANDINGS] {
        let answer = call_over_http_1(&arena, call, "").await;
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{call}: {answer}");
        assert!(answer.contains("application/grpc-web+proto"), "{call}: {answer}");
        assert!(answer.contains("grpc-status:0"), "{call}: {answer}");
    }
    // A call that is refused has its status and its reason among the headers, where pages may read them.
    let refused = call_over_http_1(&arena, "ArenaService/GetGame", "").await;
    assert!(refused.contains("grpc-status: 5\r\n") && refused.contains("grpc-status-details-bin: "), "{refused}");
    arena.stop().await;
}

#[tokio::test]
async fn browsers_let_in_the_pages_that_the_settings_name_and_no_others() {
    let web_origins = vec!["https://bots.example".parse().unwrap()];
    let arena = TestArena::with(Config { web_origins, ..config([league()]) }, Store::open_in_memory().unwrap()).await;
    let preflight = async |origin: &str| {
        let head = "OPTIONS /kahua.arena.v1.BotService/Answer HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                    access-control-request-method: POST\r\n\
                    access-control-request-headers: authorization,content-type,x-grpc-web\r\n";
        over_http_1(&arena, format!("{head}origin: {origin}\r\n\r\n").as_bytes()).await
    };
    let allowed = preflight("https://bots.example").await;
    assert!(allowed.starts_with("HTTP/1.1 200 OK"), "{allowed}");
    assert!(allowed.contains("access-control-allow-origin: https://bots.example\r\n"), "{allowed}");
    assert!(allowed.contains("access-control-allow-methods: POST\r\n"), "{allowed}");
    let headers = allowed.lines().find(|line| line.starts_with("access-control-allow-headers: ")).expect(&allowed);
    assert!(["authorization", "content-type", "x-grpc-web"].iter().all(|name| headers.contains(name)), "{headers}");

    let answer = call_over_http_1(&arena, STANDINGS, "origin: https://bots.example\r\n").await;
    assert!(answer.contains("access-control-allow-origin: https://bots.example\r\n"), "{answer}");
    assert!(
        answer.contains("access-control-expose-headers: grpc-status,grpc-message,grpc-status-details-bin"),
        "{answer}"
    );

    for elsewhere in ["https://elsewhere.example", "https://bots.example:8443", "null"] {
        let refused = preflight(elsewhere).await;
        assert!(!refused.contains("access-control-allow-origin"), "{refused}");
    }
    arena.stop().await;
}

/// The call whose answers the tests of headers look at.
const STANDINGS: &str = "LeagueService/GetStandings";

/// The answer to a page that makes this call with an empty request and these headers.
async fn call_over_http_1(arena: &TestArena, call: &str, headers: &str) -> String {
    let head = format!(
        "POST /kahua.arena.v1.{call} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\
         content-type: application/grpc-web+proto\r\ncontent-length: 5\r\n\r\n"
    );
    over_http_1(arena, &[head.as_bytes(), &[0; 5]].concat()).await
}
