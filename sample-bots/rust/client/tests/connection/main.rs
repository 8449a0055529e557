//! The client library against an arena that drops, drains, refuses and dies.

mod events;
mod failures;
mod fake;
mod leaving;
mod per_match;
mod program;
mod slow;
mod tls;

use std::time::Duration;

use fake::FakeArena;
use kahua_client::{Answer, ArenaEvent, Bot, PlayError, Settings, connect, pb};
use kahua_proto::pb::arena::v1::answer::Choice;
use pb::notice::Kind;
use tokio::task::JoinHandle;
use tonic::Status;

/// Answers with the ask's own ticket, so that a mix-up shows.
struct Echo;

impl Bot for Echo {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        Answer::index(ask.ticket)
    }
}

fn settings(arena: &FakeArena) -> Settings {
    Settings { patience: Duration::from_secs(60), ..Settings::new(arena.addr.to_string(), "anna") }
}

fn start(settings: Settings) -> JoinHandle<Result<(), PlayError>> {
    tokio::spawn(async move { connect(settings).await?.play(Echo).await })
}

async fn ended(bot: JoinHandle<Result<(), PlayError>>) -> Result<(), PlayError> {
    tokio::time::timeout(Duration::from_secs(60), bot).await.expect("the bot ends").expect("no panic")
}

#[tokio::test]
async fn greets_answers_many_matches_and_ends_when_dismissed() {
    let mut arena = FakeArena::start().await;
    let mut settings = settings(&arena);
    settings.token = Some("secret".to_owned());
    settings.matches_max = Some(2);
    settings.version = "2.1".to_owned();
    let bot = start(settings);

    let mut call = arena.accept().await;
    assert_eq!(call.authorization.as_deref(), Some("Bearer secret"));
    let hello = call.greet("t1").await;
    assert_eq!((hello.name.as_str(), hello.matches_max, hello.resume_token.as_str()), ("anna", Some(2), ""));
    assert!(hello.library.starts_with("kahua-rust "));
    assert_eq!(hello.version, "2.1");

    call.ask("a", 1).await;
    call.ask("b", 2).await;
    call.send(ArenaEvent::Fault(pb::FaultNotice::default())).await;
    call.ask("a", 3).await;
    for (match_id, ticket) in [("a", 1), ("b", 2), ("a", 3)] {
        let answer = call.answer().await;
        assert_eq!((answer.match_id.as_str(), answer.ticket), (match_id, ticket));
        assert_eq!(answer.choice, Some(Choice::Index(ticket)));
    }
    drop(call);
    ended(bot).await.expect("a dismissal is not an error");
}

#[tokio::test]
async fn resumes_with_the_latest_token_after_a_break() {
    let mut arena = FakeArena::start().await;
    let bot = start(settings(&arena));

    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.ask("a", 1).await;
    call.answer().await;
    call.fail(Status::unavailable("gone")).await;

    let mut call = arena.accept().await;
    assert_eq!(call.greet("t2").await.resume_token, "t1");
    call.ask("a", 2).await;
    assert_eq!(call.answer().await.ticket, 2);
    call.fail(Status::unavailable("gone again")).await;

    let mut call = arena.accept().await;
    assert_eq!(call.greet("t3").await.resume_token, "t2");
    drop(call);
    ended(bot).await.expect("a dismissal is not an error");
}

#[tokio::test]
async fn waits_for_an_arena_that_was_killed_to_come_back() {
    let mut arena = FakeArena::start().await;
    let bot = start(settings(&arena));
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.ask("a", 6).await;
    call.answer().await;

    let addr = arena.kill();
    drop(call);
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut arena = FakeArena::start_at(addr, None).await;

    let mut call = arena.accept().await;
    assert_eq!(call.greet("t2").await.resume_token, "t1");
    call.ask("a", 7).await;
    assert_eq!(call.answer().await.ticket, 7);
    drop(call);
    ended(bot).await.expect("a dismissal is not an error");
}

#[tokio::test]
async fn comes_back_after_draining() {
    let mut arena = FakeArena::start().await;
    let bot = start(settings(&arena));
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.send(ArenaEvent::Notice(pb::Notice { kind: Kind::Draining.into(), text: "restart".to_owned() })).await;
    drop(call);

    let mut call = arena.accept().await;
    assert_eq!(call.greet("t2").await.resume_token, "t1");
    drop(call);
    ended(bot).await.expect("a dismissal is not an error");
}

#[tokio::test]
async fn a_refusal_is_final_and_says_why() {
    let arena = FakeArena::start_refusing(Status::unauthenticated("the token is not anna's")).await;
    let addr = arena.addr;
    let error = ended(start(settings(&arena))).await.expect_err("refused");
    assert_eq!(error.to_string(), format!("the arena at {addr} refuses anna: the token is not anna's"));
}

#[tokio::test]
async fn a_bot_waits_while_its_name_is_in_use() {
    let in_use = || Status::already_exists("anna has open matches");
    let mut arena = FakeArena::start().await;
    let bot = start(settings(&arena));
    arena.accept().await.fail(in_use()).await;
    arena.accept().await.fail(in_use()).await;
    let mut call = arena.accept().await;
    call.greet("t1").await;
    drop(call);
    ended(bot).await.expect("a dismissal is not an error");

    let arena = FakeArena::start_refusing(in_use()).await;
    let impatient = Settings { patience: Duration::from_millis(100), ..settings(&arena) };
    let error = ended(start(impatient)).await.expect_err("nobody frees the name");
    let error = error.to_string();
    assert!(
        error.starts_with("the name anna has been in use for ") && error.ends_with(" s: anna has open matches"),
        "{error}"
    );
}

#[tokio::test]
async fn a_refusal_within_the_stream_is_final_too() {
    let mut arena = FakeArena::start().await;
    let bot = start(settings(&arena));
    arena.accept().await.fail(Status::invalid_argument("unknown game chess")).await;
    let error = ended(bot).await.expect_err("refused");
    assert!(error.to_string().ends_with("refuses anna: unknown game chess"), "{error}");
}

#[tokio::test]
async fn does_not_fight_a_newer_connection_of_the_same_bot() {
    let mut arena = FakeArena::start().await;
    let bot = start(settings(&arena));
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.fail(Status::aborted("a newer connection has taken over")).await;
    let error = ended(bot).await.expect_err("taken over");
    assert!(matches!(error, PlayError::Refused { .. }), "{error}");
}

#[tokio::test]
async fn gives_up_when_its_patience_is_at_an_end() {
    let arena = FakeArena::start().await;
    let settings = Settings { patience: Duration::from_millis(120), ..settings(&arena) };
    arena.kill();
    let error = connect(settings).await.expect_err("nobody is there");
    assert!(matches!(error, PlayError::OutOfReach { .. }), "{error}");
}

#[tokio::test]
async fn many_bots_play_in_one_runtime() {
    const BOTS: usize = 40;
    let mut arena = FakeArena::start().await;
    let addr = arena.addr.to_string();
    let bots: Vec<_> = (0..BOTS)
        .map(|n| {
            let settings = Settings::new(&addr, format!("bot-{n}"));
            tokio::spawn(async move { connect(settings).await?.play(Echo).await })
        })
        .collect();
    for _ in 0..BOTS {
        let mut call = arena.accept().await;
        let name = call.greet("t").await.name;
        call.ask(&name, 1).await;
        assert_eq!(call.answer().await.match_id, name);
    }
    for bot in bots {
        ended(bot).await.expect("a dismissal is not an error");
    }
}
