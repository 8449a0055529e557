//! Who is let in, and what the others are told.

use kahua_proto::pb::arena::v1 as pb;
use kahua_server::Config;
use kahua_server::config::Tokens;
use kahua_server::token;
use kahua_store::Store;
use pb::bot_message::Message as ToArena;
use tonic::{Code, Request, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::support::{Bot, TestArena, config, hello, league, message, open};

async fn refused(arena: &TestArena, hello: pb::Hello, token: Option<&str>) -> Status {
    Bot::try_enter(arena, hello, token).await.err().expect("the bot isn't let in")
}

#[tokio::test]
async fn wrong_hellos_are_refused_with_words() {
    let arena = TestArena::open().await;
    let game = pb::GameSupport { game: "chess".into(), seat_counts: Vec::new() };
    let status = refused(&arena, pb::Hello { games: vec![game], ..hello("a") }, None).await;
    assert_eq!(status.code(), Code::InvalidArgument);
    assert!(status.message().contains("no game \"chess\"; it has: toy"), "{}", status.message());
    let status = refused(&arena, hello("no good"), None).await;
    assert_eq!(status.code(), Code::InvalidArgument);
    assert!(status.message().contains("is not a valid bot name"), "{}", status.message());
    arena.stop().await;
}

#[tokio::test]
async fn a_taken_name_is_refused_and_its_owner_undisturbed() {
    let arena = TestArena::open().await;
    let mut a = Bot::enter(&arena, "a").await;
    let status = refused(&arena, hello("a"), None).await;
    assert_eq!(status.code(), Code::AlreadyExists);
    assert!(status.message().contains("resume token"), "{}", status.message());
    let _b = Bot::enter(&arena, "b").await;
    a.seated().await;
    arena.stop().await;
}

#[tokio::test]
async fn something_else_than_hello_first_is_refused() {
    let arena = TestArena::open().await;
    let (sender, mut stream) = open(&arena, None).await.unwrap();
    sender.send(message(ToArena::Ready(pb::Ready {}))).await.unwrap();
    assert_eq!(stream.message().await.unwrap_err().code(), Code::FailedPrecondition);
    arena.stop().await;
}

#[tokio::test]
async fn a_foreign_resume_token_is_refused() {
    let arena = TestArena::open().await;
    let a = Bot::enter(&arena, "a").await;
    let resume_token = a.welcome.resume_token.clone();
    let status = refused(&arena, pb::Hello { resume_token, ..hello("b") }, None).await;
    assert_eq!(status.code(), Code::Unauthenticated);
    arena.stop().await;
}

#[tokio::test]
async fn with_tokens_every_bot_needs_its_own() {
    let organizer = token::new_token();
    let config =
        Config { tokens: Tokens::Required, organizers: vec![token::hash_of(&organizer)], ..config([league()]) };
    let arena = TestArena::with(config, Store::open_in_memory().unwrap()).await;
    assert_eq!(refused(&arena, hello("a"), None).await.code(), Code::Unauthenticated);
    assert_eq!(refused(&arena, hello("a"), Some("guess")).await.code(), Code::Unauthenticated);

    let mut leagues = arena.leagues().await;
    let request = || pb::CreateBotRequest { name: "a".into() };
    assert_eq!(leagues.create_bot(request()).await.unwrap_err().code(), Code::Unauthenticated);
    let mut with_token = Request::new(request());
    with_token.metadata_mut().insert("authorization", format!("Bearer {organizer}").parse().unwrap());
    let token = leagues.create_bot(with_token).await.unwrap().into_inner().token;

    assert_eq!(refused(&arena, hello("a"), Some("guess")).await.code(), Code::Unauthenticated);
    assert_eq!(refused(&arena, hello("b"), Some(&token)).await.code(), Code::Unauthenticated);
    let a = Bot::try_enter(&arena, hello("a"), Some(&token)).await.unwrap();
    assert_eq!(a.welcome.name, "a");
    arena.stop().await;
}

#[tokio::test]
async fn a_header_that_is_no_bearer_token_is_refused() {
    let arena = TestArena::open().await;
    let mut request = Request::new(pb::ListBotsRequest {});
    request.metadata_mut().insert("authorization", "Basic abc".parse().unwrap());
    assert_eq!(arena.leagues().await.list_bots(request).await.unwrap_err().code(), Code::Unauthenticated);
    // Probes of a load balancer may carry anything.
    let mut probe = Request::new(HealthCheckRequest::default());
    probe.metadata_mut().insert("authorization", "Basic abc".parse().unwrap());
    HealthClient::new(arena.channel().await).check(probe).await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn welcome_names_the_limits() {
    let arena = TestArena::open().await;
    let greedy = pb::Hello { matches_max: Some(u32::MAX), ..hello("a") };
    let limits = Bot::try_enter(&arena, greedy, None).await.unwrap().welcome.limits.unwrap();
    assert_eq!(limits.matches_max, kahua_core::limits::MATCHES_PER_BOT_MAX);
    assert_eq!(limits.message_bytes_max as usize, kahua_core::limits::MESSAGE_BYTES_MAX);
    assert_eq!(limits.legal_max, 2);
    arena.stop().await;
}
