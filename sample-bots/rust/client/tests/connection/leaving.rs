//! A bot that is told to leave.

use std::net::TcpListener;
use std::time::Duration;

use kahua_client::{BotMessage, OwnThread, PlayError, Settings, connect, pb, play_until};
use tokio::task::JoinHandle;
use tonic::Status;

use crate::fake::{FakeArena, Switch, ended, seated};
use crate::slow::Thinker;
use crate::{Echo, ended as bot_ended};

/// A bot that thinks until the test gives its answers, a sender for these answers, and the switch that makes it leave.
fn start(arena: &FakeArena) -> (std::sync::mpsc::SyncSender<u32>, Switch, JoinHandle<Result<(), PlayError>>) {
    let (tell, thinker) = Thinker::new();
    let (settings, leave) = (Settings::new(arena.addr.to_string(), "anna"), Switch::default());
    let left = leave.clone().flipped();
    let bot = tokio::spawn(async move { connect(settings).await?.play_until(OwnThread::new(thinker), left).await });
    (tell, leave, bot)
}

#[tokio::test]
async fn says_bye_and_plays_on_until_the_arena_lets_it_go() {
    let mut arena = FakeArena::start().await;
    let (tell, leave, bot) = start(&arena);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.send(seated("a", false)).await;
    call.ask("a", 1).await;
    leave.flip();
    assert_eq!(call.receive().await, Some(BotMessage::Bye(pb::Bye {})));
    for ticket in [1, 2] {
        tell.send(0).expect("the bot listens");
        assert_eq!(call.answer().await.ticket, ticket);
        call.ask("a", 2).await;
    }
    call.send(ended("a")).await;
    tell.send(0).expect("the bot listens");
    drop(call);
    bot_ended(bot).await.expect("leaving is not an error");
}

#[tokio::test]
async fn comes_back_to_its_open_match_and_says_bye_again() {
    let mut arena = FakeArena::start().await;
    let (tell, leave, bot) = start(&arena);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.send(seated("a", false)).await;
    leave.flip();
    assert_eq!(call.receive().await, Some(BotMessage::Bye(pb::Bye {})));
    call.fail(Status::unavailable("gone")).await;

    let mut call = arena.accept().await;
    assert_eq!(call.greet_back("t2", 1).await.resume_token, "t1");
    assert_eq!(call.receive().await, Some(BotMessage::Bye(pb::Bye {})));
    call.send(seated("a", true)).await;
    call.ask("a", 1).await;
    tell.send(0).expect("the bot listens");
    assert_eq!(call.answer().await.ticket, 1);
    call.send(ended("a")).await;
    // With no open match it needs no further connection.
    call.fail(Status::unavailable("gone")).await;
    bot_ended(bot).await.expect("leaving is not an error");
}

#[tokio::test]
async fn does_not_wait_for_an_arena_that_is_not_there() {
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("a bound socket");
    let leave = Switch::default();
    let bot = tokio::spawn(play_until(Settings::new(nobody.to_string(), "anna"), Echo, leave.clone().flipped()));
    tokio::time::sleep(Duration::from_millis(100)).await;
    leave.flip();
    bot_ended(bot).await.expect("leaving is not an error");
}
