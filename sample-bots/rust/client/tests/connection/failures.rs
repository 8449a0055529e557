//! A bot whose own code fails.

use kahua_client::{Agent, Answer, Bot, BotMessage, OnError, OwnThread, PlayError, Settings, connect, pb};
use tokio::task::JoinHandle;

use crate::fake::{Call, FakeArena, seated};
use crate::{ended, fake};

/// Fails in match a, when match c begins, and when match e ends, and gives an invalid index in match d.
pub(crate) struct Clueless;

impl Bot for Clueless {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        assert_ne!(ask.match_id, "a", "no idea");
        Answer::index(if ask.match_id == "d" { ask.legal_total } else { 0 })
    }

    fn on_seated(&mut self, seated: &pb::Seated) {
        assert_ne!(seated.match_id, "c", "no seat for me");
    }

    fn on_ended(&mut self, ended: &pb::Ended) {
        assert_ne!(ended.match_id, "e", "no end");
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

async fn ends_the_bot(agent: impl Agent, match_id: &str, problem: &str) {
    let (_arena, mut call, bot) = start(agent, OnError::Exit).await;
    call.ask("b", 6).await;
    call.answer().await;
    call.ask(match_id, 7).await;
    assert_eq!(call.receive().await, None, "the bot closes its half without an answer");
    drop(call);
    let error = ended(bot).await.expect_err("the bot failed").to_string();
    let occasion = format!("choose failed in match {match_id}, ticket 7 (hawaii, seat 1, 12 legal actions): ");
    assert!(error.starts_with(&occasion) && error.contains(problem), "{error}");
}

async fn resigns_the_match(agent: impl Agent) {
    let (_arena, mut call, bot) = start(agent, OnError::Resign).await;
    for match_id in ["a", "c", "d"] {
        call.send(seated(match_id, false)).await;
        if match_id != "c" {
            call.ask(match_id, 1).await;
        }
        let resigned = pb::Resign { match_id: match_id.to_owned() };
        assert_eq!(call.receive().await, Some(BotMessage::Resign(resigned)));
    }
    // It has nothing more to resign, and gets no more asks.
    call.send(fake::ended("e")).await;
    call.ask("a", 2).await;
    call.ask("b", 3).await;
    assert_eq!(call.answer().await.match_id, "b");
    drop(call);
    ended(bot).await.expect("the bot plays on");
}

#[tokio::test]
async fn a_panic_ends_the_bot_with_the_ask_that_caused_it() {
    ends_the_bot(Clueless, "a", "no idea").await;
    ends_the_bot(OwnThread::new(Clueless), "a", "no idea").await;
}

#[tokio::test]
async fn an_answer_that_cannot_be_meant_ends_the_bot() {
    let problem = "choose answered index 12, but there are 12 legal actions: 0 to 11";
    ends_the_bot(Clueless, "d", problem).await;
    ends_the_bot(OwnThread::new(Clueless), "d", problem).await;
}

#[tokio::test]
async fn a_failure_costs_only_its_match_if_the_settings_say_so() {
    resigns_the_match(Clueless).await;
    resigns_the_match(OwnThread::new(Clueless)).await;
}

/// The arena has nothing more to say by then.
#[tokio::test]
async fn a_failure_at_the_very_end_is_not_lost() {
    let (_arena, call, bot) = start(OwnThread::new(Clueless), OnError::Exit).await;
    call.send(fake::ended("e")).await;
    drop(call);
    let error = ended(bot).await.expect_err("the bot failed").to_string();
    assert!(error.starts_with("on_ended failed in match e: panic: ") && error.contains("no end"), "{error}");
}
