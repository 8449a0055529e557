//! A bot that thinks long: its connection lives meanwhile, and it hears what happens in its matches.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use crate::fake::FakeArena;
use kahua_client::{Answer, Bot, OwnThread, Settings, connect, pb};
use pb::answer::Choice;
use pb::arena_message::Message as Said;
use tokio::task::JoinHandle;
use tonic::Status;

const NEVER: u32 = 99;

/// Answers what it is told to, as soon as it is told; and how many messages of each kind it has heard.
struct Thinker {
    word: Receiver<u32>,
    heard: [usize; 3],
}

impl Bot for Thinker {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        let index = self.word.recv_timeout(Duration::from_secs(5)).unwrap_or(NEVER);
        Answer { comment: format!("{:?}", self.heard), ..Answer::index(index) }
    }

    fn seated(&mut self, _seated: &pb::Seated) {
        self.heard[0] += 1;
    }

    fn seen(&mut self, seen: &pb::Seen) {
        self.heard[1] += seen.events.len();
    }

    fn ended(&mut self, _ended: &pb::Ended) {
        self.heard[2] += 1;
    }
}

/// A thinker that plays, and the way to tell it its answers.
fn start(arena: &FakeArena) -> (SyncSender<u32>, JoinHandle<()>) {
    let (tell, word) = sync_channel(8);
    let settings = Settings::new(arena.addr.to_string(), "anna");
    let playing = async move {
        let connection = connect(settings).await.expect("the arena is there");
        connection.play(OwnThread::new(Thinker { word, heard: [0; 3] })).await.expect("dismissed is no error");
    };
    (tell, tokio::spawn(playing))
}

async fn ended(bot: JoinHandle<()>) {
    tokio::time::timeout(Duration::from_secs(10), bot).await.expect("the bot ends").expect("no panic");
}

#[tokio::test]
async fn the_runtime_is_free_while_it_thinks() {
    let mut arena = FakeArena::start().await;
    let (tell, bot) = start(&arena);
    let mut talk = arena.accept().await;
    talk.greet("t1").await;
    talk.ask("a", 1).await;
    talk.ask("b", 2).await;
    // The bot shares this thread: would it think here, the word could never be given.
    tokio::time::sleep(Duration::from_millis(50)).await;
    for (index, match_id) in [(7, "a"), (8, "b")] {
        tell.send(index).expect("the bot listens");
        let answer = talk.answer().await;
        assert_eq!((answer.match_id.as_str(), answer.choice), (match_id, Some(Choice::Index(index))));
    }
    drop(talk);
    ended(bot).await;
}

#[tokio::test]
async fn hears_of_its_matches_in_order() {
    let mut arena = FakeArena::start().await;
    let (tell, bot) = start(&arena);
    let mut talk = arena.accept().await;
    talk.greet("t1").await;
    talk.say(Said::Seated(pb::Seated::default())).await;
    talk.say(Said::Seen(pb::Seen { events: vec![pb::SeenEvent::default(); 3], ..Default::default() })).await;
    talk.ask("a", 1).await;
    talk.say(Said::Ended(pb::Ended::default())).await;
    talk.ask("b", 2).await;
    for comment in ["[1, 3, 0]", "[1, 3, 1]"] {
        tell.send(0).expect("the bot listens");
        assert_eq!(talk.answer().await.comment, comment);
    }
    drop(talk);
    ended(bot).await;
}

#[tokio::test]
async fn plays_on_when_the_connection_broke_while_it_was_thinking() {
    let mut arena = FakeArena::start().await;
    let (tell, bot) = start(&arena);
    let mut talk = arena.accept().await;
    talk.greet("t1").await;
    talk.ask("a", 1).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    talk.fail(Status::unavailable("gone")).await;
    tell.send(1).expect("the bot listens");

    let mut talk = arena.accept().await;
    assert_eq!(talk.greet("t2").await.resume_token, "t1");
    talk.ask("a", 1).await;
    tell.send(2).expect("the bot listens");
    assert_eq!(talk.answer().await.choice, Some(Choice::Index(2)));
    drop(talk);
    ended(bot).await;
}
