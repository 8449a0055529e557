//! Bots that say anything at all: the messages of `tests/corpus/session`, and each of them with some bytes changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kahua_core::verify::verify;
use kahua_engine::DynRuleset;
use kahua_engine::toy::Toy;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::Config;
use kahua_store::Store;
use kahua_tests::corpus::inputs;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use prost::Message;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tonic::Streaming;

use crate::support::{Bot, TestArena, answer_to, config, first, hello, league_with_strikes, message, open};

/// How often each input is changed.
const CHANGES: usize = 15;

/// How long a bot without an ask waits for one before it answers all the same.
const WAIT: Duration = Duration::from_millis(20);

#[tokio::test]
async fn the_arena_plays_on_whatever_a_bot_says() {
    let has_panicked = watch_for_panics();
    let store = Store::open_in_memory().unwrap();
    let mut league = league_with_strikes();
    league.sets = 10_000.try_into().ok();
    league.faults.reconnect_s = 0;
    // A bot that is suspended would be asked nothing more.
    let config = Config { suspend_after: 0, ..config([league]) };
    let arena = TestArena::with(config, store.clone()).await;
    let (sender, stream) = open(&arena, None).await.unwrap();
    sender.send(message(ToArena::Hello(hello("b")))).await.unwrap();
    let honest = tokio::spawn(answer_all(sender, stream));
    for input in inputs("tests/corpus/session", CHANGES) {
        say(&arena, &input).await;
    }
    let good = loop {
        // The last one may still be on its way out.
        match Bot::try_enter(&arena, hello("a"), None).await {
            Ok(good) => break good,
            Err(_) => tokio::time::sleep(WAIT).await,
        }
    };
    drop(good.play(3).await);
    arena.stop().await;
    honest.await.unwrap();

    let ruleset: Arc<dyn DynRuleset> = Toy::ruleset();
    let records: Vec<_> = store.reader().records().map(Result::unwrap).collect();
    assert!(records.len() >= 3);
    for record in records {
        verify(&record, &ruleset).unwrap();
    }
    assert!(!has_panicked.load(Ordering::Relaxed), "a task of the arena has panicked");
}

/// Sends the messages in these bytes, each behind its length in a byte. An answer with the ticket 0 means the newest ask.
async fn say(arena: &TestArena, mut bytes: &[u8]) {
    let (sender, mut stream) = open(arena, None).await.unwrap();
    while let [length, rest @ ..] = bytes {
        let (message, rest) = rest.split_at(rest.len().min(usize::from(*length)));
        bytes = rest;
        let Ok(mut message) = pb::BotMessage::decode(message) else { continue };
        if let Some(ToArena::Answer(answer)) = &mut message.message
            && answer.ticket == 0
            && let Ok(Some(ask)) = timeout(WAIT, next_ask(&mut stream)).await
        {
            (answer.match_id, answer.ticket) = (ask.match_id, ask.ticket);
        }
        if sender.send(message).await.is_err() {
            break;
        }
    }
    drop(sender);
    while let Ok(Some(_)) = stream.message().await {}
}

/// `None` if the stream ends before there is one.
async fn next_ask(stream: &mut Streaming<pb::ArenaMessage>) -> Option<pb::Ask> {
    while let Ok(Some(message)) = stream.message().await {
        if let Some(FromArena::Ask(ask)) = message.message {
            return Some(ask);
        }
    }
    None
}

/// Takes the first legal action as long as the arena is there.
async fn answer_all(sender: mpsc::Sender<pb::BotMessage>, mut stream: Streaming<pb::ArenaMessage>) {
    while let Some(ask) = next_ask(&mut stream).await {
        let _arena_stops = sender.send(message(ToArena::Answer(answer_to(&ask, first())))).await;
    }
}

/// Tells whether anything has panicked on this thread, on which all tasks of the test's arena run.
fn watch_for_panics() -> Arc<AtomicBool> {
    let (seen, here, before) = (Arc::<AtomicBool>::default(), std::thread::current().id(), std::panic::take_hook());
    std::panic::set_hook(Box::new({
        let seen = seen.clone();
        move |panic| {
            if std::thread::current().id() == here {
                seen.store(true, Ordering::Relaxed);
            }
            before(panic);
        }
    }));
    seen
}
