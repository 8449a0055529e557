//! Refused calls, each with the reason that tells programs why.

use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Config;
use kahua_settings::config::Tokens;
use kahua_store::Store;
use tonic::{Code, Request};

use crate::support::{Bot, TestArena, assert_invalid, assert_refused, config, league, pair};

const UNKNOWN_MATCH: &str = "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55";

#[tokio::test]
async fn commands_need_an_organizers_token() {
    let organizers = vec![token::hash_of("secret")];
    let settings = Config { tokens: Tokens::Required, organizers, ..config([league()]) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    let mut leagues = arena.leagues().await;
    let with = |token: Option<&str>| {
        let mut request = Request::new(pb::SetPausedRequest { paused: Some(true) });
        if let Some(token) = token {
            request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        request
    };
    let missing = leagues.set_paused(with(None)).await.unwrap_err();
    assert_refused(&missing, Code::Unauthenticated, "TOKEN_MISSING");
    let wrong = leagues.set_paused(with(Some("other"))).await.unwrap_err();
    assert_refused(&wrong, Code::Unauthenticated, "TOKEN_UNKNOWN");
    leagues.set_paused(with(Some("secret"))).await.unwrap();
    let create = leagues.create_bot(pb::CreateBotRequest { name: "x".into() }).await.unwrap_err();
    assert_refused(&create, Code::Unauthenticated, "TOKEN_MISSING");
    let abort = pb::AbortMatchRequest { match_id: UNKNOWN_MATCH.into(), reason: String::new() };
    assert_refused(&leagues.abort_match(abort).await.unwrap_err(), Code::Unauthenticated, "TOKEN_MISSING");
    arena.stop().await;
}

#[tokio::test]
async fn a_value_that_a_field_cannot_have_is_named_with_its_field() {
    let arena = TestArena::open().await;
    let mut leagues = arena.leagues().await;
    let unset = leagues.set_paused(pb::SetPausedRequest { paused: None }).await.unwrap_err();
    assert_invalid(&unset, "paused", "it isn't set; expected true");
    assert!(!arena.app.is_paused());
    let name = leagues.create_bot(pb::CreateBotRequest { name: "a b".into() }).await.unwrap_err();
    assert_invalid(&name, "name", "is not a valid bot name");
    let id = "soup".to_owned();
    let get = leagues.get_match(pb::GetMatchRequest { match_id: id.clone() }).await.unwrap_err();
    assert_invalid(&get, "match_id", "is not a valid match id");
    let watch = leagues.watch_match(pb::WatchMatchRequest { match_id: id.clone() }).await.unwrap_err();
    assert_invalid(&watch, "match_id", "is not a valid match id");
    let abort = pb::AbortMatchRequest { match_id: id, reason: String::new() };
    assert_invalid(&leagues.abort_match(abort).await.unwrap_err(), "match_id", "is not a valid match id");
    let abort = pb::AbortMatchRequest { match_id: UNKNOWN_MATCH.into(), reason: "x".repeat(201) };
    assert_invalid(&leagues.abort_match(abort).await.unwrap_err(), "reason", "it has 201 bytes; at most 200");
    arena.stop().await;
}

#[tokio::test]
async fn a_match_that_never_was_is_told_from_one_that_has_ended() {
    let arena = TestArena::open().await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let _played = tokio::join!(a.play(2), b.play(2));
    arena.finished(2).await;
    let mut leagues = arena.leagues().await;
    let ended = leagues.list_matches(pb::ListMatchesRequest::default()).await.unwrap().into_inner();
    let ended = ended.matches[0].match_id.clone();
    for (match_id, code, reason) in
        [(UNKNOWN_MATCH.to_owned(), Code::NotFound, "MATCH_UNKNOWN"), (ended, Code::FailedPrecondition, "MATCH_ENDED")]
    {
        let watch = pb::WatchMatchRequest { match_id: match_id.clone() };
        assert_refused(&leagues.watch_match(watch).await.unwrap_err(), code, reason);
        let abort = pb::AbortMatchRequest { match_id, reason: String::new() };
        assert_refused(&leagues.abort_match(abort).await.unwrap_err(), code, reason);
    }
    let get = pb::GetMatchRequest { match_id: UNKNOWN_MATCH.into() };
    assert_refused(&leagues.get_match(get).await.unwrap_err(), Code::NotFound, "MATCH_UNKNOWN");
    arena.stop().await;
}

#[tokio::test]
async fn a_spectator_is_told_that_the_arena_shuts_down() {
    let arena = TestArena::open().await;
    let (mut first_seat, _second_seat) = pair(&arena).await;
    let match_id = first_seat.ask().await.match_id;
    let mut leagues = arena.leagues().await;
    let mut shown = leagues.watch_match(pb::WatchMatchRequest { match_id }).await.unwrap().into_inner();
    shown.message().await.unwrap().expect("the match so far");
    arena.stop().await;
    let end = loop {
        match shown.message().await {
            Ok(shown) => assert!(shown.is_some(), "the stream ends with a status"),
            Err(status) => break status,
        }
    };
    assert_refused(&end, Code::Unavailable, "DRAINING");
}
