//! A bot that thinks for a long time: its connection stays alive, and it gets the events of its matches.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use crate::fake::FakeArena;
use kahua_client::{Answer, ArenaEvent, Bot, OwnThread, Settings, connect, pb};
use pb::answer::Choice;
use tokio::task::JoinHandle;
use tonic::Status;

const NEVER: u32 = 99;

/// Waits for each answer from the test, and sends the number of calls of each kind so far as its comment.
pub(crate) struct Thinker {
    answers: Receiver<u32>,
    counts: [usize; 3],
}

impl Thinker {
    /// A thinker, and the sender of its answers.
    pub(crate) fn new() -> (SyncSender<u32>, Thinker) {
        let (tell, answers) = sync_channel(8);
        (tell, Thinker { answers, counts: [0; 3] })
    }
}

impl Bot for Thinker {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        let index = self.answers.recv_timeout(Duration::from_secs(60)).unwrap_or(NEVER);
        Answer { comment: format!("{:?}", self.counts), ..Answer::index(index) }
    }

    fn on_seated(&mut self, _seated: &pb::Seated) {
        self.counts[0] += 1;
    }

    fn on_events(&mut self, _match_id: &str, events: &[pb::MatchEvent]) {
        self.counts[1] += events.len();
    }

    fn on_ended(&mut self, _ended: &pb::Ended) {
        self.counts[2] += 1;
    }
}

/// A thinker that plays, and the sender of its answers.
fn start(arena: &FakeArena) -> (SyncSender<u32>, JoinHandle<()>) {
    let (tell, thinker) = Thinker::new();
    let settings = Settings::new(arena.addr.to_string(), "anna");
    let playing = async move {
        let connection = connect(settings).await.expect("the arena is there");
        connection.play(OwnThread::new(thinker)).await.expect("a dismissal is not an error");
    };
    (tell, tokio::spawn(playing))
}

async fn ended(bot: JoinHandle<()>) {
    tokio::time::timeout(Duration::from_secs(60), bot).await.expect("the bot ends").expect("no panic");
}

#[tokio::test]
async fn the_runtime_is_free_while_it_thinks() {
    let mut arena = FakeArena::start().await;
    let (tell, bot) = start(&arena);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.ask("a", 1).await;
    call.ask("b", 2).await;
    // The bot shares this thread. If it thought here, the test could never send its answer.
    tokio::time::sleep(Duration::from_millis(50)).await;
    for (index, match_id) in [(7, "a"), (8, "b")] {
        tell.send(index).expect("the bot listens");
        let answer = call.answer().await;
        assert_eq!((answer.match_id.as_str(), answer.choice), (match_id, Some(Choice::Index(index))));
    }
    drop(call);
    ended(bot).await;
}

#[tokio::test]
async fn hears_of_its_matches_in_order() {
    let mut arena = FakeArena::start().await;
    let (tell, bot) = start(&arena);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.send(ArenaEvent::Seated(pb::Seated::default())).await;
    let events = (0..3).map(|number| pb::MatchEvent { number, event: None }).collect();
    call.send(ArenaEvent::Events(pb::MatchEvents { events, ..Default::default() })).await;
    call.ask("a", 1).await;
    call.send(ArenaEvent::Ended(pb::Ended::default())).await;
    call.ask("b", 2).await;
    for comment in ["[1, 3, 0]", "[1, 3, 1]"] {
        tell.send(0).expect("the bot listens");
        assert_eq!(call.answer().await.comment, comment);
    }
    drop(call);
    ended(bot).await;
}

#[tokio::test]
async fn plays_on_when_the_connection_broke_while_it_was_thinking() {
    let mut arena = FakeArena::start().await;
    let (tell, bot) = start(&arena);
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.ask("a", 1).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    call.fail(Status::unavailable("gone")).await;
    tell.send(1).expect("the bot listens");

    let mut call = arena.accept().await;
    assert_eq!(call.greet("t2").await.resume_token, "t1");
    call.ask("a", 1).await;
    tell.send(2).expect("the bot listens");
    assert_eq!(call.answer().await.choice, Some(Choice::Index(2)));
    drop(call);
    ended(bot).await;
}
