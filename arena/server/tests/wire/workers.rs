//! Workers that file arbitrary records: only sound records of their own matches count.

use std::collections::VecDeque;
use std::sync::Arc;

use kahua_core::clock::Micros;
use kahua_core::limits;
use kahua_core::referee::{Input, MatchSetup, Referee, seal};
use kahua_engine::toy::Toy;
use kahua_engine::{DynRuleset, SeatCount};
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::worker_service_client::WorkerServiceClient;
use kahua_settings::Config;
use kahua_settings::config::{LeagueSettings, Tokens, WorkerTimes};
use kahua_store::Store;
use pb::work_request::Message as Said;
use pb::work_response::Message;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Request, Status, Streaming};

use crate::support::{Bot, PATIENCE, TestArena, assert_refused, config, league, terms};

/// An arena that requires tokens, with the workers w and v. Their tokens are their names.
async fn arena(store: Store) -> TestArena {
    let league = LeagueSettings { workers: true, ..league() };
    TestArena::with(Config { tokens: Tokens::Required, ..with_workers([league]) }, store).await
}

/// Settings with these leagues, and both workers, which may play a and b. One worker is slower than the leagues' times
/// assume.
fn with_workers(leagues: impl Into<Vec<LeagueSettings>>) -> Config {
    let worker =
        |name: &str| format!("[[worker]]\nname = '{name}'\ntoken = '{}'\n", hex::encode(token::hash_of(name).0));
    let bot = |name: &str| format!("[[bot]]\nname = '{name}'\nworkers = true\n");
    let text = [worker("w"), worker("v"), "speed = 1000\nmatches_at_once = 1\n".into(), bot("a"), bot("b")].concat();
    let Config { workers, bots, .. } = Config::parse(&text).unwrap();
    Config { workers, bots, ..config(leagues) }
}

/// A worker that sends and reads exactly what a test wants.
struct Worker {
    said: mpsc::Sender<pb::WorkRequest>,
    heard: Streaming<pb::WorkResponse>,
    /// Assignments that came while it waited for something else.
    assigned: VecDeque<pb::Assignment>,
}

fn hello(name: &str) -> pb::WorkerHello {
    pb::WorkerHello { name: name.into(), version: kahua_play::VERSION.into(), cores: 2, speed: 1000 }
}

fn bot(name: &str, version: &str) -> pb::WorkerBot {
    pb::WorkerBot { name: name.into(), version: version.into(), games: Vec::new(), matches_max: 1 }
}

impl Worker {
    async fn open(arena: &TestArena, token: Option<&str>) -> Result<Worker, Status> {
        let (said, hears) = mpsc::channel(64);
        let mut request = Request::new(ReceiverStream::new(hears));
        if let Some(token) = token {
            request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        let heard = WorkerServiceClient::new(arena.channel().await).work(request).await?.into_inner();
        Ok(Worker { said, heard, assigned: VecDeque::new() })
    }

    /// Connects with its name as token, and offers a and b.
    async fn enter(arena: &TestArena, name: &str) -> Worker {
        let mut worker = Worker::open(arena, Some(name)).await.unwrap();
        worker.say(Said::Hello(hello(name))).await;
        assert!(matches!(worker.next().await, Message::Welcome(_)));
        worker.offer([bot("a", "1"), bot("b", "")]).await;
        worker
    }

    async fn offer(&self, bots: impl Into<Vec<pb::WorkerBot>>) {
        self.say(Said::Offer(pb::WorkerOffer { bots: bots.into(), matches_at_once: 1 })).await;
    }

    async fn say(&self, message: Said) {
        self.said.send(pb::WorkRequest { message: Some(message) }).await.unwrap();
    }

    async fn file(&self, record: pb::MatchRecord) {
        self.say(Said::Filed(pb::FiledMatch { record: Some(record) })).await;
    }

    async fn try_next(&mut self) -> Result<Message, Status> {
        let next = timeout(PATIENCE, self.heard.message()).await.expect("the arena says something");
        Ok(next?.expect("streams of workers end with a status").message.unwrap())
    }

    /// The next message that isn't an assignment. Assignments may overtake answers.
    async fn answer(&mut self) -> Result<Message, Status> {
        loop {
            match self.try_next().await? {
                Message::Assignment(assignment) => self.assigned.push_back(assignment),
                other => return Ok(other),
            }
        }
    }

    async fn next(&mut self) -> Message {
        self.answer().await.unwrap()
    }

    async fn assigned(&mut self) -> pb::Assignment {
        if let Some(assignment) = self.assigned.pop_front() {
            return assignment;
        }
        match self.try_next().await.unwrap() {
            Message::Assignment(assignment) => assignment,
            other => panic!("an assignment was expected, not {other:?}"),
        }
    }

    /// Why the last record was refused.
    async fn refused(&mut self) -> String {
        match self.next().await {
            Message::Refused(refused) => refused.why,
            other => panic!("a refusal was expected, not {other:?}"),
        }
    }
}

/// The record of this match, in which the first seat gives up at once.
fn played(assignment: &pb::Assignment) -> pb::MatchRecord {
    let ruleset: Arc<dyn DynRuleset> = Toy::ruleset();
    let setup = MatchSetup::from_header(assignment.header.as_ref().unwrap(), ruleset).unwrap();
    let (mut referee, mut effects) = (Referee::new(setup).unwrap(), Vec::new());
    let seat = SeatCount::new(2).unwrap().seat(0).unwrap();
    for input in [Input::Begin, Input::Resign { seat }] {
        referee.step(Micros::default(), input, &mut effects);
    }
    referee.record(1, kahua_play::VERSION).unwrap()
}

#[tokio::test]
async fn what_a_worker_has_played_counts_with_its_machine() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = arena(Store::open(&file).unwrap()).await;
    let mut worker = Worker::enter(&arena, "w").await;
    let mut kept = Vec::new();
    for _ in 0..2 {
        let assignment = worker.assigned().await;
        let record = played(&assignment);
        worker.file(record.clone()).await;
        let answer = Message::Kept(pb::KeptMatch { match_id: record.match_id.clone() });
        assert_eq!(worker.next().await, answer);
        kept.push((assignment, record));
    }
    arena.finished(2).await;
    for (assignment, record) in kept {
        let id = record.match_id.parse().unwrap();
        let stored = arena.app.reader().record(id).unwrap().unwrap();
        let machine = pb::WorkerMachine { name: "w".into(), cores: 2, speed: 1000, time_permille: 1000 };
        assert_eq!(stored.worker, Some(machine));
        assert!(stored.ended_unix_ms >= stored.started_unix_ms && stored.started_unix_ms > 1);
        assert_eq!((stored.events, stored.results), (record.events, record.results));
        let hash = kahua_engine::RulesetHash::of(&assignment.ruleset);
        assert_eq!(arena.app.reader().ruleset(hash).unwrap(), Some(assignment.ruleset));
    }
    // A record that is filed again isn't counted again.
    worker
        .file(pb::MatchRecord { match_id: "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55".into(), ..Default::default() })
        .await;
    assert_eq!(worker.refused().await, "this match isn't one that the worker has");
    assert_eq!(arena.app.progress().finished, 2);
    arena.stop().await;
}

#[tokio::test]
async fn a_tampered_record_is_refused_and_soon_the_worker_too() {
    let arena = arena(Store::open_in_memory().unwrap()).await;
    let mut worker = Worker::enter(&arena, "w").await;
    let change = |change: fn(&mut pb::MatchRecord), record: &pb::MatchRecord| {
        let mut record = record.clone();
        change(&mut record);
        seal(&mut record);
        record
    };
    let swap: fn(&mut pb::MatchRecord) = |record| record.results.swap(0, 1);
    let name: fn(&mut pb::MatchRecord) = |record| record.players[0].version = "2".into();
    let seed: fn(&mut pb::MatchRecord) = |record| record.seed[0] ^= 1;
    let expected =
        ["the result of seat 0 is", "the record's header isn't the one", "the record's header isn't the one"];
    for (tamper, expected) in [swap, name, seed].into_iter().zip(expected) {
        let record = played(&worker.assigned().await);
        worker.file(change(tamper, &record)).await;
        let why = worker.refused().await;
        assert!(why.contains(expected), "{why}");
    }
    assert_refused(&worker.answer().await.unwrap_err(), Code::PermissionDenied, "WORKER_BARRED");
    // Connecting again doesn't help.
    let mut again = Worker::open(&arena, Some("w")).await.unwrap();
    again.say(Said::Hello(hello("w"))).await;
    assert_refused(&again.try_next().await.unwrap_err(), Code::PermissionDenied, "WORKER_BARRED");

    // The other worker has the matches now.
    let mut other = Worker::enter(&arena, "v").await;
    for _ in 0..2 {
        let record = played(&other.assigned().await);
        other.file(record).await;
        assert!(matches!(other.next().await, Message::Kept(_)));
    }
    arena.finished(2).await;
    assert_eq!(arena.app.progress().finished, 2);
    arena.stop().await;
}

#[tokio::test]
async fn what_a_lost_worker_had_is_played_by_another() {
    let arena = arena(Store::open_in_memory().unwrap()).await;
    let mut lost = Worker::enter(&arena, "w").await;
    let unplayed = lost.assigned().await;
    let mut other = Worker::enter(&arena, "v").await;
    // A set of two matches, and each bot plays one match at a time. So the other worker has the other match.
    let theirs = other.assigned().await;
    drop(lost);
    other.file(played(&theirs)).await;
    assert!(matches!(other.next().await, Message::Kept(_)));
    let again = other.assigned().await;
    let place = |assignment: &pb::Assignment| assignment.header.clone().unwrap().set;
    assert_eq!(place(&again), place(&unplayed));
    assert_ne!(again.header.as_ref().unwrap().match_id, unplayed.header.unwrap().match_id);
    other.file(played(&again)).await;
    arena.finished(2).await;
    assert_eq!(arena.app.progress().finished, 2);
    arena.stop().await;
}

#[tokio::test]
async fn matches_that_fail_wait_for_somebody_else_and_a_worker_that_fails_often_is_barred_though_it_plays_others() {
    let league = LeagueSettings { workers: true, sets: std::num::NonZeroU32::new(100), ..league() };
    let arena = TestArena::with(with_workers([league]), Store::open_in_memory().unwrap()).await;
    let mut worker = Worker::enter(&arena, "w").await;
    for failures in 1..=limits::WORKER_FAILURES_MAX {
        let assignment = worker.assigned().await;
        let match_id = assignment.header.unwrap().match_id;
        worker.say(Said::Failed(pb::FailedMatch { match_id, why: "no bot".into() })).await;
        if failures < limits::WORKER_FAILURES_MAX {
            let record = played(&worker.assigned().await);
            worker.file(record).await;
            assert!(matches!(worker.next().await, Message::Kept(_)));
        }
    }
    assert_refused(&worker.answer().await.unwrap_err(), Code::PermissionDenied, "WORKER_BARRED");
    let mut again = Worker::open(&arena, Some("w")).await.unwrap();
    again.say(Said::Hello(hello("w"))).await;
    let refused = again.try_next().await.unwrap_err();
    assert_refused(&refused, Code::PermissionDenied, "WORKER_BARRED");
    assert!(refused.message().contains("16 of the last 64 matches failed on the worker w"), "{refused:?}");
    Worker::enter(&arena, "v").await.assigned().await;
    arena.stop().await;
}

#[tokio::test]
async fn a_worker_plays_no_bot_that_connects_by_itself() {
    let league = LeagueSettings { workers: true, ..league() };
    let Config { mut bots, .. } = with_workers([]);
    bots.pop();
    let arena = TestArena::with(Config { bots, ..with_workers([league]) }, Store::open_in_memory().unwrap()).await;
    let mut worker = Worker::enter(&arena, "w").await;
    let Message::Notice(notice) = worker.next().await else { panic!("a notice was expected") };
    assert!(notice.text.starts_with("the arena lets no worker play b: its settings need a [[bot]]"), "{notice:?}");
    // The other bot of its league is connected, and still the worker gets no match.
    let _connected = Bot::enter(&arena, "b").await;
    worker.offer([bot("b", "")]).await;
    let Message::Notice(_) = worker.next().await else { panic!("it gets a match") };
    arena.stop().await;
}

#[tokio::test]
async fn nobody_works_without_a_workers_token_and_a_worker_does_nothing_else() {
    let arena = arena(Store::open_in_memory().unwrap()).await;
    let refused = |token| Worker::open(&arena, token);
    assert_refused(&refused(None).await.err().unwrap(), Code::Unauthenticated, "TOKEN_MISSING");
    assert_refused(&refused(Some("x")).await.err().unwrap(), Code::Unauthenticated, "TOKEN_UNKNOWN");
    arena.app.admit_for_this_run("a".parse().unwrap(), token::hash_of("of a"));
    assert_refused(&refused(Some("of a")).await.err().unwrap(), Code::PermissionDenied, "ROLE_TOO_LOW");
    let mut request = Request::new(pb::ListBotsRequest::default());
    request.metadata_mut().insert("authorization", "Bearer w".parse().unwrap());
    let status = arena.leagues().await.list_bots(request).await.unwrap_err();
    assert_refused(&status, Code::PermissionDenied, "ROLE_TOO_LOW");
    let mut other = Worker::open(&arena, Some("w")).await.unwrap();
    other.say(Said::Hello(hello("v"))).await;
    assert_refused(&other.try_next().await.unwrap_err(), Code::InvalidArgument, "HELLO_INVALID");
    let mut old = Worker::open(&arena, Some("w")).await.unwrap();
    old.say(Said::Hello(pb::WorkerHello { version: "0.0.1".into(), ..hello("w") })).await;
    assert_refused(&old.try_next().await.unwrap_err(), Code::InvalidArgument, "HELLO_INVALID");
    let _first = Worker::enter(&arena, "w").await;
    let mut second = Worker::open(&arena, Some("w")).await.unwrap();
    second.say(Said::Hello(hello("w"))).await;
    assert_refused(&second.try_next().await.unwrap_err(), Code::AlreadyExists, "NAME_IN_USE");
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_is_connected_itself_says_in_which_version_it_plays() {
    let league = LeagueSettings { workers: true, ..league() };
    let settings = Config { workers: Vec::new(), ..with_workers([league]) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    let direct = pb::Hello { version: "2".into(), ..crate::support::hello("a") };
    let _direct = Bot::try_enter(&arena, direct, None).await.unwrap();
    let mut worker = Worker::open(&arena, None).await.unwrap();
    worker.say(Said::Hello(hello("anybody"))).await;
    assert!(matches!(worker.next().await, Message::Welcome(_)), "an open arena takes every worker");
    worker.offer([bot("a", "1"), bot("b", "")]).await;
    let Message::Notice(notice) = worker.next().await else { panic!("a notice was expected") };
    assert!(notice.text.contains("a is here in version \"2\", and the worker has it in version \"1\""), "{notice:?}");
    worker.offer([bot("a", "2"), bot("b", "")]).await;
    let players = worker.assigned().await.header.unwrap().players;
    assert!(players.iter().any(|player| player.name == "a" && player.version == "2"), "{players:?}");
    arena.stop().await;
}

#[tokio::test]
async fn a_slower_machine_gives_its_bots_more_time_as_the_settings_say_and_not_as_it_says() {
    let league = LeagueSettings { workers: true, terms: terms("10s+1s/2s~50ms"), ..league() };
    let worker_times = WorkerTimes { reference_speed: std::num::NonZeroU64::new(1500) };
    let settings = Config { worker_times, ..with_workers([league]) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    let mut unknown = Worker::open(&arena, Some("w")).await.unwrap();
    unknown.say(Said::Hello(pb::WorkerHello { speed: 1, ..hello("w") })).await;
    assert!(matches!(unknown.next().await, Message::Welcome(welcome) if welcome.time_permille == 1000));
    let mut worker = Worker::open(&arena, Some("v")).await.unwrap();
    worker.say(Said::Hello(pb::WorkerHello { speed: 1, ..hello("v") })).await;
    assert!(matches!(worker.next().await, Message::Welcome(welcome) if welcome.time_permille == 1500));
    worker.offer([bot("a", ""), bot("b", "")]).await;
    let assignment = worker.assigned().await;
    let control = assignment.header.as_ref().unwrap().time_control.unwrap();
    assert_eq!(control.bank_ms, Some(15_000));
    assert_eq!((control.increment_ms, control.ask_cap_ms, control.allowance_ms), (Some(1500), Some(3000), 50));
    worker.file(played(&assignment)).await;
    assert!(matches!(worker.next().await, Message::Kept(_)));
    arena.stop().await;
}
