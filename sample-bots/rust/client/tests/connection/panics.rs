//! A bot whose own code panics.

use kahua_client::{Agent, Answer, ArenaEvent, Bot, BotMessage, OnError, OwnThread, PlayError, Settings, connect, pb};
use tokio::task::JoinHandle;

use crate::ended;
use crate::fake::{Call, FakeArena};

/// Doesn't know what to do in match a, nor when match c begins.
pub(crate) struct Clueless;

impl Bot for Clueless {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        assert_ne!(ask.match_id, "a", "no idea");
        Answer::index(0)
    }

    fn seated(&mut self, seated: &pb::Seated) {
        assert_ne!(seated.match_id, "c", "no seat for me");
    }
}

async fn start(agent: impl Agent, on_error: OnError) -> (FakeArena, Call, JoinHandle<Result<(), PlayError>>) {
    let mut arena = FakeArena::start().await;
    let settings = Settings { on_error, ..Settings::new(arena.addr.to_string(), "anna") };
    let bot = tokio::spawn(async move { connect(settings).await?.play(agent).await });
    let mut call = arena.accept().await;
    call.greet("t1").await;
    (arena, call, bot)
}

async fn seat(call: &Call, match_id: &str) {
    let seated = pb::Seated { match_id: match_id.to_owned(), game: "hawaii".to_owned(), seat: 1, ..Default::default() };
    call.send(ArenaEvent::Seated(seated)).await;
}

async fn ends_the_bot(agent: impl Agent) {
    let (_arena, mut call, bot) = start(agent, OnError::Exit).await;
    seat(&call, "a").await;
    call.ask("b", 6).await;
    call.answer().await;
    call.ask("a", 7).await;
    assert_eq!(call.receive().await, None, "the bot closes its half without an answer");
    drop(call);
    let error = ended(bot).await.expect_err("the bot failed").to_string();
    assert!(
        error.starts_with(
            "the bot's own code panicked at an ask with 3 legal actions (ticket 7) in match a (hawaii, seat 1): "
        ) && error.contains("no idea"),
        "{error}"
    );
}

async fn resigns_the_match(agent: impl Agent) {
    let (_arena, mut call, bot) = start(agent, OnError::Resign).await;
    for match_id in ["a", "c"] {
        match match_id {
            "a" => call.ask(match_id, 1).await,
            _ => seat(&call, match_id).await,
        }
        let resigned = pb::Resign { match_id: match_id.to_owned() };
        assert_eq!(call.receive().await, Some(BotMessage::Resign(resigned)));
    }
    call.ask("b", 2).await;
    assert_eq!(call.answer().await.match_id, "b");
    drop(call);
    ended(bot).await.expect("the bot plays on");
}

#[tokio::test]
async fn a_panic_ends_the_bot_with_the_ask_that_caused_it() {
    ends_the_bot(Clueless).await;
}

#[tokio::test]
async fn a_panic_on_its_own_thread_ends_the_bot_too() {
    ends_the_bot(OwnThread::new(Clueless)).await;
}

#[tokio::test]
async fn a_panic_costs_only_its_match_if_the_settings_say_so() {
    resigns_the_match(Clueless).await;
}

#[tokio::test]
async fn a_panic_on_its_own_thread_costs_only_its_match_too() {
    resigns_the_match(OwnThread::new(Clueless)).await;
}
