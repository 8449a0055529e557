//! Which bots are let in, and what the others are told.

use kahua_play::token;
use kahua_play::{BotStream, Credentials};
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::harness::play;
use kahua_settings::Config;
use kahua_settings::config::Tokens;
use kahua_store::Store;
use pb::bot_message::Message as ToArena;
use tokio_stream::StreamExt;
use tonic::{Code, Request, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::reason::{CallError, call_error};
use crate::support::{Bot, TestArena, config, hello, league, message, open};

async fn refused(arena: &TestArena, hello: pb::Hello, token: Option<&str>) -> Status {
    Bot::try_enter(arena, hello, token).await.err().expect("the bot isn't let in")
}

#[tokio::test]
async fn a_bot_plays_no_more_matches_at_once_than_the_settings_say() {
    let bots = "[[bot]]\nname = 'a'\nmatches_at_once = 2\n[[bot]]\nname = 'b'\nmatches_at_once = 9";
    let bots = Config::parse(bots).unwrap().bots;
    let arena = TestArena::with(Config { bots, ..config([league()]) }, Store::open_in_memory().unwrap()).await;
    for (name, expected) in [("a", 2), ("b", 3), ("c", 3)] {
        let bot = Bot::try_enter(&arena, pb::Hello { matches_max: Some(3), ..hello(name) }, None).await.unwrap();
        assert_eq!(bot.welcome.limits.unwrap().matches_max, expected, "{name}");
    }
    arena.stop().await;
}

#[tokio::test]
async fn no_more_bots_are_let_in_than_the_settings_say() {
    let config = Config { bots_at_once: 2.try_into().unwrap(), ..Config::default() };
    let arena = TestArena::with(config, Store::open_in_memory().unwrap()).await;
    let _connected = [Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await];
    let status = refused(&arena, hello("c"), None).await;
    assert_eq!(call_error(&status), CallError::later(Code::ResourceExhausted, "ARENA_FULL"));
    assert!(status.message().starts_with("2 bots are connected, "), "{}", status.message());
    arena.stop().await;
}

#[tokio::test]
async fn wrong_hellos_are_refused_with_words() {
    let arena = TestArena::open().await;
    let game = pb::GameSupport { game: "chess".into(), seat_counts: Vec::new() };
    let status = refused(&arena, pb::Hello { games: vec![game], ..hello("a") }, None).await;
    assert_eq!(call_error(&status), CallError::field(Code::InvalidArgument, "HELLO_INVALID", "hello.games"));
    assert!(status.message().contains("no game \"chess\"; it has: toy"), "{}", status.message());
    let status = refused(&arena, hello("no good"), None).await;
    assert_eq!(call_error(&status), CallError::field(Code::InvalidArgument, "HELLO_INVALID", "hello.name"));
    assert!(status.message().contains("is not a valid bot name"), "{}", status.message());
    for (field, wrong) in [
        ("hello.matches_max", pb::Hello { matches_max: Some(0), ..hello("a") }),
        ("hello.action_form", pb::Hello { action_form: Some(0), ..hello("a") }),
        ("hello.action_form", pb::Hello { action_form: Some(5), ..hello("a") }),
        ("hello.version", pb::Hello { version: "v".repeat(33), ..hello("a") }),
    ] {
        let status = refused(&arena, wrong, None).await;
        assert_eq!(call_error(&status), CallError::field(Code::InvalidArgument, "HELLO_INVALID", field));
    }
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_and_the_arena_agree_on_the_version_of_the_protocol() {
    let arena = TestArena::open().await;
    let of = |version| pb::Hello { protocol_version: version, capabilities: vec!["news".into()], ..hello("a") };
    for unknown in [0, 2, u32::MAX] {
        let status = refused(&arena, of(Some(unknown)), None).await;
        assert_eq!(call_error(&status), CallError::for_good(Code::FailedPrecondition, "PROTOCOL_VERSION"));
        assert!(status.message().contains(&format!("1 to 1, got {unknown}")), "{}", status.message());
    }
    for known in [None, Some(1)] {
        let bot = Bot::try_enter(&arena, of(known), None).await.unwrap();
        assert_eq!((bot.welcome.protocol_version, bot.welcome.capabilities.len()), (1, 0));
        let mut bot = bot;
        bot.send(ToArena::Bye(pb::Bye {})).await;
        assert!(bot.try_next().await.unwrap().is_none());
    }
    arena.stop().await;
}

#[tokio::test]
async fn a_taken_name_is_refused_and_its_owner_undisturbed() {
    let arena = TestArena::open().await;
    let mut a = Bot::enter(&arena, "a").await;
    let status = refused(&arena, hello("a"), None).await;
    assert_eq!(call_error(&status), CallError::later(Code::AlreadyExists, "NAME_IN_USE"));
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
    let status = stream.message().await.unwrap_err();
    assert_eq!(call_error(&status), CallError::for_good(Code::FailedPrecondition, "HELLO_MISSING"));
    arena.stop().await;
}

/// A bot that never says anything.
fn silent(arena: &TestArena) -> BotStream {
    play(&arena.app, Credentials::default(), tokio_stream::pending())
}

async fn end(stream: &mut BotStream) -> CallError {
    call_error(&stream.next().await.expect("a status").expect_err("nothing but a status"))
}

#[tokio::test]
async fn who_says_nothing_is_sent_away_and_may_come_again() {
    let arena = TestArena::open().await;
    let mut stream = silent(&arena);
    // There is no network, so only the timeout of the Hello moves the clock.
    tokio::time::pause();
    assert_eq!(end(&mut stream).await, CallError::later(Code::DeadlineExceeded, "HELLO_LATE"));
    tokio::time::resume();
    arena.stop().await;
}

#[tokio::test]
async fn only_so_many_may_wait_with_their_hello() {
    let arena = TestArena::open().await;
    let mut oldest = silent(&arena);
    let _others: Vec<_> = (0..kahua_core::limits::HANDSHAKES_MAX).map(|_| silent(&arena)).collect();
    assert_eq!(end(&mut oldest).await, CallError::later(Code::ResourceExhausted, "TOO_MANY_GREETING"));
    arena.stop().await;
}

#[tokio::test]
async fn a_foreign_resume_token_is_refused() {
    let arena = TestArena::open().await;
    let a = Bot::enter(&arena, "a").await;
    let resume_token = a.welcome.resume_token.clone();
    let status = refused(&arena, pb::Hello { resume_token, ..hello("b") }, None).await;
    assert_eq!(call_error(&status), CallError::for_good(Code::Unauthenticated, "RESUME_TOKEN_UNKNOWN"));
    arena.stop().await;
}

#[tokio::test]
async fn with_tokens_every_bot_needs_its_own() {
    let organizer = token::new_token();
    let config =
        Config { tokens: Tokens::Required, organizers: vec![token::hash_of(&organizer)], ..config([league()]) };
    let arena = TestArena::with(config, Store::open_in_memory().unwrap()).await;
    let [missing, unknown] =
        ["TOKEN_MISSING", "TOKEN_UNKNOWN"].map(|of| CallError::for_good(Code::Unauthenticated, of));
    assert_eq!(call_error(&refused(&arena, hello("a"), None).await), missing);
    assert_eq!(call_error(&refused(&arena, hello("a"), Some("guess")).await), unknown);

    let mut leagues = arena.leagues().await;
    let request = || pb::CreateBotRequest { name: "a".into() };
    assert_eq!(leagues.create_bot(request()).await.unwrap_err().code(), Code::Unauthenticated);
    let mut with_token = Request::new(request());
    with_token.metadata_mut().insert("authorization", format!("Bearer {organizer}").parse().unwrap());
    let token = leagues.create_bot(with_token).await.unwrap().into_inner().token;

    assert_eq!(call_error(&refused(&arena, hello("a"), Some("guess")).await), unknown);
    assert_eq!(call_error(&refused(&arena, hello("b"), Some(&token)).await), unknown);
    let a = Bot::try_enter(&arena, hello("a"), Some(&token)).await.unwrap();
    assert_eq!(a.welcome.name, "a");
    arena.stop().await;
}

#[tokio::test]
async fn a_header_that_is_no_bearer_token_is_refused() {
    let arena = TestArena::open().await;
    let mut request = Request::new(pb::ListBotsRequest::default());
    request.metadata_mut().insert("authorization", "Basic abc".parse().unwrap());
    let status = arena.leagues().await.list_bots(request).await.unwrap_err();
    assert_eq!(call_error(&status), CallError::for_good(Code::Unauthenticated, "TOKEN_UNREADABLE"));
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
