//! An object for each match: begun, asked, told and closed.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use kahua_client::{Answer, ArenaEvent, MatchBot, OnError, OwnThread, PerMatch, PlayError, Settings, connect, pb};
use tokio::task::JoinHandle;
use tonic::Status;

use crate::fake::{FakeArena, ended, events, seated};

struct Table {
    match_id: String,
    notes: SyncSender<String>,
}

impl Table {
    fn note(&self, what: &str) {
        self.notes.send(format!("{what} {}", self.match_id)).expect("the test listens");
    }
}

impl MatchBot for Table {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        self.note("choose");
        assert_ne!(self.match_id, "bad", "no idea");
        Answer::index(0)
    }

    fn on_events(&mut self, events: &[pb::MatchEvent]) {
        self.note(&format!("{} events", events.len()));
    }

    fn on_fault(&mut self, _fault: &pb::FaultNotice) {
        self.note("fault");
    }

    fn on_ended(&mut self, _ended: &pb::Ended) {
        self.note("ended");
    }

    fn close(&mut self) {
        self.note("close");
    }
}

fn start(arena: &FakeArena, on_error: OnError) -> (Receiver<String>, JoinHandle<Result<(), PlayError>>) {
    let (notes, noted) = sync_channel(64);
    let begin = move |seated: &pb::Seated| {
        assert_ne!(seated.match_id, "unseen", "no seat for me");
        Table { match_id: seated.match_id.clone(), notes: notes.clone() }
    };
    let settings = Settings { on_error, ..Settings::new(arena.addr.to_string(), "anna") };
    let bot = tokio::spawn(async move { connect(settings).await?.play(OwnThread::new(PerMatch::new(begin))).await });
    (noted, bot)
}

#[tokio::test]
async fn an_object_survives_a_reconnect_and_is_closed_once() {
    let mut arena = FakeArena::start().await;
    let (noted, bot) = start(&arena, OnError::Exit);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    for match_id in ["a", "b", "c"] {
        call.send(seated(match_id, false)).await;
    }
    call.send(ArenaEvent::Events(pb::MatchEvents { match_id: "a".to_owned(), events: events(0..2) })).await;
    call.ask("a", 1).await;
    call.answer().await;
    let fault = pb::FaultNotice { match_id: Some("b".to_owned()), ..Default::default() };
    call.send(ArenaEvent::Fault(fault)).await;
    call.send(ended("b")).await;
    call.ask("c", 2).await;
    call.answer().await;
    call.fail(Status::unavailable("gone")).await;

    // Match c has ended in the meantime.
    let mut call = arena.accept().await;
    call.greet_back("t2", 1).await;
    call.send(seated("a", true)).await;
    call.ask("a", 3).await;
    call.answer().await;
    drop(call);
    crate::ended(bot).await.expect("a dismissal is not an error");
    let noted: Vec<_> = noted.iter().collect();
    let expected =
        ["2 events a", "choose a", "fault b", "ended b", "close b", "choose c", "close c", "choose a", "close a"];
    assert_eq!(noted, expected);
}

#[tokio::test]
async fn a_failure_ends_the_play_and_everything_is_closed() {
    let mut arena = FakeArena::start().await;
    let (noted, bot) = start(&arena, OnError::Exit);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.send(seated("bad", false)).await;
    call.ask("bad", 1).await;
    assert_eq!(call.receive().await, None);
    drop(call);
    let error = crate::ended(bot).await.expect_err("the bot failed").to_string();
    assert!(error.starts_with("choose failed in match bad, ticket 1 (hawaii, seat 1, 12 legal actions): "), "{error}");
    assert_eq!(noted.iter().collect::<Vec<_>>(), ["choose bad", "close bad"]);
}

#[tokio::test]
async fn a_match_that_cannot_begin_is_resigned() {
    let mut arena = FakeArena::start().await;
    let (noted, bot) = start(&arena, OnError::Resign);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.send(seated("unseen", false)).await;
    let resigned = kahua_client::BotMessage::Resign(pb::Resign { match_id: "unseen".to_owned() });
    assert_eq!(call.receive().await, Some(resigned));
    call.send(ended("unseen")).await;
    drop(call);
    crate::ended(bot).await.expect("the bot plays on");
    assert_eq!(noted.iter().count(), 0);
}
