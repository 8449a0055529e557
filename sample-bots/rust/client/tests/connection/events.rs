//! What a bot gets besides asks, and what it sends besides answers.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use kahua_client::{
    Answer, ArenaEvent, Bot, BotHandle, BotMessage, OwnThread, PlayError, Settings, connect, load_asks, pb,
};
use pb::notice::Kind;
use tokio::task::JoinHandle;
use tonic::Status;

use crate::Echo;
use crate::fake::{Call, FakeArena, ask, ended, events, seated};

/// Writes down each of its calls.
struct Listener(SyncSender<String>);

impl Listener {
    fn note(&self, call: String) {
        self.0.send(call).expect("the test listens");
    }
}

impl Bot for Listener {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        self.note(format!("choose {} {}", ask.match_id, ask.ticket));
        if ask.match_id == "b" { Answer::resign() } else { Answer::index(0) }
    }

    fn on_welcome(&mut self, welcome: &pb::Welcome, arena: &BotHandle) {
        self.note(format!("welcome {}", welcome.resume_token));
        arena.pause();
    }

    fn on_seated(&mut self, seated: &pb::Seated) {
        self.note(format!("seated {} {}", seated.match_id, seated.resumed));
    }

    fn on_events(&mut self, match_id: &str, events: &[pb::MatchEvent]) {
        let numbers: Vec<_> = events.iter().map(|event| event.number).collect();
        self.note(format!("events {match_id} {numbers:?}"));
    }

    fn on_ended(&mut self, ended: &pb::Ended) {
        self.note(format!("ended {}", ended.match_id));
    }

    fn on_fault(&mut self, fault: &pb::FaultNotice) {
        self.note(format!("fault {}", fault.problem));
    }

    fn on_notice(&mut self, notice: &pb::Notice) {
        self.note(format!("notice {}", notice.text));
    }
}

#[tokio::test]
async fn every_ask_is_recorded_in_the_file_that_the_settings_name() {
    let file = std::env::temp_dir().join(format!("kahua-recorded-{}.jsonl", std::process::id()));
    let mut arena = FakeArena::start().await;
    let settings = Settings { record: Some(file.clone()), ..Settings::new(arena.addr.to_string(), "anna") };
    let bot = tokio::spawn(async move { connect(settings).await?.play(OwnThread::new(Echo)).await });
    let mut call = arena.accept().await;
    call.greet("t1").await;
    for ticket in [1, 2] {
        call.ask("a", ticket).await;
        call.answer().await;
    }
    drop(call);
    bot.await.expect("no panic").expect("a dismissal is not an error");
    let tickets: Vec<_> = load_asks(&file).expect("it is whole").iter().map(|ask| ask.ticket).collect();
    assert_eq!(tickets, [1, 2]);
    std::fs::remove_file(file).expect("it is ours");

    let settings = Settings { record: Some("no/such/folder".into()), ..Settings::new(arena.addr.to_string(), "anna") };
    let error = connect(settings).await.expect_err("it can't be written").to_string();
    assert!(error.starts_with("KAHUA_RECORD: can't write no/such/folder: No such file"), "{error}");
}

async fn start(arena: &mut FakeArena) -> (Call, Receiver<String>, JoinHandle<Result<(), PlayError>>) {
    let (notes, noted) = sync_channel(64);
    let settings = Settings::new(arena.addr.to_string(), "anna");
    let bot = tokio::spawn(async move { connect(settings).await?.play(OwnThread::new(Listener(notes))).await });
    (arena.accept().await, noted, bot)
}

fn ask_with(match_id: &str, ticket: u32, numbers: std::ops::Range<u32>) -> ArenaEvent {
    match ask(match_id, ticket) {
        ArenaEvent::Ask(ask) => ArenaEvent::Ask(pb::Ask { events: events(numbers), ..ask }),
        other => other,
    }
}

fn events_of(match_id: &str, numbers: std::ops::Range<u32>) -> ArenaEvent {
    ArenaEvent::Events(pb::MatchEvents { match_id: match_id.to_owned(), events: events(numbers) })
}

#[tokio::test]
async fn every_event_is_brought_once_and_in_order_whatever_brings_it() {
    let mut arena = FakeArena::start().await;
    let (mut call, noted, bot) = start(&mut arena).await;
    call.greet("t1").await;
    assert_eq!(call.receive().await, Some(BotMessage::Pause(pb::Pause {})));
    call.send(seated("a", false)).await;
    call.send(ask_with("a", 1, 0..2)).await;
    call.answer().await;
    call.fail(Status::unavailable("gone")).await;

    let mut call = arena.accept().await;
    call.greet_back("t2", 1).await;
    assert_eq!(call.receive().await, Some(BotMessage::Pause(pb::Pause {})), "a new connection is told again");
    call.send(seated("a", true)).await;
    call.send(events_of("a", 0..4)).await;
    call.send(ask_with("a", 2, 3..6)).await;
    call.answer().await;
    call.send(ArenaEvent::Fault(pb::FaultNotice { problem: "late".to_owned(), ..Default::default() })).await;
    call.send(ArenaEvent::Notice(pb::Notice { kind: Kind::Paused.into(), text: "tea".to_owned() })).await;
    call.send(events_of("a", 6..7)).await;
    call.send(ended("a")).await;
    drop(call);
    crate::ended(bot).await.expect("a dismissal is not an error");
    assert_eq!(
        noted.iter().collect::<Vec<_>>(),
        [
            "welcome t1",
            "seated a false",
            "events a [0, 1]",
            "choose a 1",
            "welcome t2",
            "seated a true",
            "events a [2, 3]",
            "events a [4, 5]",
            "choose a 2",
            "fault late",
            "notice tea",
            "events a [6]",
            "ended a",
        ]
    );
}

#[tokio::test]
async fn a_match_that_was_given_up_is_given_up_again_after_a_reconnect() {
    let mut arena = FakeArena::start().await;
    let (mut call, _noted, bot) = start(&mut arena).await;
    call.greet("t1").await;
    assert_eq!(call.receive().await, Some(BotMessage::Pause(pb::Pause {})));
    call.send(seated("b", false)).await;
    call.ask("b", 1).await;
    let resigned = Some(BotMessage::Resign(pb::Resign { match_id: "b".to_owned() }));
    assert_eq!(call.receive().await, resigned);
    call.fail(Status::unavailable("gone")).await;

    let mut call = arena.accept().await;
    call.greet_back("t2", 1).await;
    assert_eq!(call.receive().await, resigned);
    assert_eq!(call.receive().await, Some(BotMessage::Pause(pb::Pause {})));
    call.send(seated("b", true)).await;
    call.ask("b", 1).await;
    call.send(ended("b")).await;
    call.ask("a", 2).await;
    assert_eq!(call.answer().await.match_id, "a");
    drop(call);
    crate::ended(bot).await.expect("a dismissal is not an error");
}
