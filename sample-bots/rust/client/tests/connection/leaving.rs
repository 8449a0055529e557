//! A bot that is told to end.

use std::net::TcpListener;
use std::time::Duration;

use kahua_client::{BotMessage, OwnThread, PlayError, Settings, connect, pb, play_until};
use pb::answer::Choice;
use tokio::task::JoinHandle;

use crate::fake::{FakeArena, Switch};
use crate::slow::Thinker;
use crate::{Echo, ended};

/// A bot that thinks until it is told its answers, with the way to tell it, and the switch that makes it leave.
fn start(arena: &FakeArena) -> (std::sync::mpsc::SyncSender<u32>, Switch, JoinHandle<Result<(), PlayError>>) {
    let (tell, thinker) = Thinker::new();
    let (settings, leave) = (Settings::new(arena.addr.to_string(), "anna"), Switch::default());
    let left = leave.clone().flipped();
    let bot = tokio::spawn(async move { connect(settings).await?.play_until(OwnThread::new(thinker), left).await });
    (tell, leave, bot)
}

#[tokio::test]
async fn says_bye_answers_what_is_open_and_goes() {
    let mut arena = FakeArena::start().await;
    let (tell, leave, bot) = start(&arena);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.ask("a", 1).await;
    call.ask("b", 2).await;
    tell.send(7).expect("the bot listens");
    assert_eq!(call.answer().await.match_id, "a");
    leave.flip();
    assert_eq!(call.receive().await, Some(BotMessage::Bye(pb::Bye {})));
    tell.send(8).expect("the bot listens");
    let answer = call.answer().await;
    assert_eq!((answer.match_id.as_str(), answer.choice), ("b", Some(Choice::Index(8))));
    assert_eq!(call.receive().await, None, "nothing is open any more");
    drop(call);
    ended(bot).await.expect("leaving is not an error");
}

#[tokio::test]
async fn goes_at_once_if_nothing_is_open() {
    let mut arena = FakeArena::start().await;
    let leave = Switch::default();
    let (settings, left) = (Settings::new(arena.addr.to_string(), "anna"), leave.clone().flipped());
    let bot = tokio::spawn(play_until(settings, Echo, left));
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.ask("a", 1).await;
    call.answer().await;
    leave.flip();
    assert_eq!(call.receive().await, Some(BotMessage::Bye(pb::Bye {})));
    assert_eq!(call.receive().await, None);
    drop(call);
    ended(bot).await.expect("leaving is not an error");
}

#[tokio::test]
async fn goes_without_an_answer_that_takes_too_long() {
    let mut arena = FakeArena::start().await;
    let (_tell, leave, bot) = start(&arena);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.ask("a", 1).await;
    leave.flip();
    assert_eq!(call.receive().await, Some(BotMessage::Bye(pb::Bye {})));
    // Only the bot's timers see the time pass: the arena has a runtime of its own.
    tokio::time::pause();
    assert_eq!(call.receive().await, None);
    drop(call);
    tokio::time::resume();
    ended(bot).await.expect("leaving is not an error");
}

#[tokio::test]
async fn does_not_wait_for_an_arena_that_is_not_there() {
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("a bound socket");
    let leave = Switch::default();
    let bot = tokio::spawn(play_until(Settings::new(nobody.to_string(), "anna"), Echo, leave.clone().flipped()));
    tokio::time::sleep(Duration::from_millis(100)).await;
    leave.flip();
    ended(bot).await.expect("leaving is not an error");
}
