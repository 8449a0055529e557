//! The store as the arena uses it, and as disks and tamperers abuse it.

mod audit;
mod chain;
mod compact;
mod corrections;
mod damage;
mod files;
mod ledger;
mod lists;
mod nodes;
mod past;
mod postgres;
mod private;
mod removal;
mod silence;
#[cfg(feature = "simulation")]
mod simulated;
mod store_copy;
mod test_store;

use std::ops::Deref;
use std::path::PathBuf;

use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::recorded_event::Event;
use kahua_proto::time::unix_ms;
use parking_lot::MutexGuard;
use prost::Message;
use rusqlite::Connection;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::*;
use crate::queue::Queue;
use crate::record::Finished;
use crate::rows::MatchKey;
use crate::sqlite::SharedConnection;
use crate::work::Work;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits::{FLUSH_INTERVAL, JOURNAL_BYTES_MAX, STORE_RETRY_PAUSE};
use kahua_core::referee::EventLog;

const RULESET: &str = "id = 'x'\ngame = 'toy'\n";

/// A store in memory whose rows can be changed behind its back. While they are locked, nothing is read or written.
struct MemoryStore {
    store: Store,
    connection: SharedConnection,
}

impl MemoryStore {
    fn open() -> MemoryStore {
        let connection = sqlite::open_in_memory().unwrap();
        MemoryStore { store: Store::on(connection.clone()).unwrap(), connection }
    }

    fn rows(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock()
    }
}

impl Deref for MemoryStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

fn id(n: u64) -> MatchId {
    MatchId::new(1_700_000_000_000 + n, [7; 10])
}

fn name(text: &str) -> BotName {
    text.parse().unwrap()
}

fn header(n: u64) -> pb::MatchRecord {
    let player = |name: &str| pb::Player { name: name.into(), version: "1".into() };
    pb::MatchRecord {
        format: 1,
        match_id: id(n).to_string(),
        game: if n.is_multiple_of(2) { "even" } else { "odd" }.into(),
        ruleset_hash: RulesetHash::of(RULESET).0.into(),
        players: vec![player("ann"), player(if n < 3 { "bob" } else { "cid" })],
        started_unix_ms: n as i64,
        ..Default::default()
    }
}

fn event(number: u32) -> pb::RecordedEvent {
    let action = format!("a{number}");
    pb::RecordedEvent { event: Some(Event::Decision(pb::Decision { seat: number % 2, action, ..Default::default() })) }
}

fn events(numbers: std::ops::Range<u32>) -> Vec<pb::RecordedEvent> {
    numbers.map(event).collect()
}

/// Gives the store these events of a match, as its referee would.
fn journal(store: &Store, id: MatchId, numbers: std::ops::Range<u32>) -> Result<(), StoreError> {
    let log: EventLog = events(0..numbers.end).iter().collect();
    store.journal(id, log.from(numbers.start as usize))
}

fn sealed(mut record: pb::MatchRecord) -> pb::MatchRecord {
    record.digest.clear();
    record.digest = Sha256::digest(record.encode_to_vec()).to_vec();
    record
}

fn finished(n: u64, length: u32) -> pb::MatchRecord {
    let termination = Some(pb::Termination { kind: pb::termination::Kind::Finished.into(), reason: String::new() });
    sealed(pb::MatchRecord { events: events(0..length), termination, ..header(n) })
}

fn file() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("data/arena.db");
    (directory, path)
}

fn open_matches(store: &Store) -> Vec<OpenMatch> {
    store.reader().open_matches().unwrap().into_iter().map(Result::unwrap).collect()
}

#[tokio::test]
async fn what_many_matches_do_is_written_together() {
    let store = MemoryStore::open();
    for n in 0..50 {
        store.begin(&header(n), RULESET).await.unwrap();
    }
    let held = store.rows(); // so that everything below must wait
    for number in 0..20 {
        for n in 0..50 {
            journal(&store, id(n), number..number + 1).unwrap();
        }
    }
    drop(held);
    store.sync().await.unwrap();
    let rows: u32 = store.rows().query_row("SELECT count(*) FROM journal", (), |row| row.get(0)).unwrap();
    // A first batch may have been taken before the rest gathered.
    assert!((50..=100).contains(&rows), "1000 events of 50 matches took {rows} rows");
    assert!(open_matches(&store).iter().all(|open| open.events == events(0..20)));
}

#[tokio::test]
async fn a_full_disk_loses_nothing_and_is_told() {
    let store = MemoryStore::open();
    store.begin(&header(1), RULESET).await.unwrap();
    journal(&store, id(1), 0..2).unwrap();
    store.sync().await.unwrap();
    let limit = |pages: u32| store.rows().pragma_update(None, "max_page_count", pages).unwrap();
    limit(1); // SQLite takes this as the present size

    journal(&store, id(1), 2..20_000).unwrap();
    let problem = loop {
        match store.health() {
            Health::Trouble(problem) => break problem,
            Health::Well => tokio::time::sleep(FLUSH_INTERVAL).await,
        }
    };
    assert!(problem.contains("full") && problem.contains("make room on the disk"), "{problem}");
    let Backlog { jobs, journal_bytes } = store.backlog();
    assert!(jobs == 1 && journal_bytes > 19_998, "{jobs} with {journal_bytes} bytes");
    let refused = store.begin(&header(2), RULESET).await.unwrap_err();
    assert!(matches!(refused, StoreError::Trouble(_)), "{refused}");
    assert_eq!(open_matches(&store)[0].events, events(0..2), "what was durable stays");

    journal(&store, id(1), 20_000..20_001).unwrap();
    let finishing = tokio::spawn({
        let store = store.clone();
        async move { store.finish(&finished(3, 2000)).await }
    });
    tokio::time::sleep(2 * STORE_RETRY_PAUSE).await;
    assert!(!finishing.is_finished(), "no record is confirmed that isn't on the disk");

    limit(1_000_000);
    finishing.await.unwrap().unwrap();
    store.sync().await.unwrap();
    assert_eq!((store.health(), store.backlog()), (Health::Well, Backlog::default()));
    assert_eq!(open_matches(&store)[0].events, events(0..20_001));
    assert_eq!(store.reader().record(id(3)).unwrap(), Some(finished(3, 2000)));
    store.begin(&header(2), RULESET).await.unwrap();
}

#[tokio::test]
async fn a_journal_that_is_full_takes_nothing_and_goes_on_later() {
    let store = MemoryStore::open();
    store.begin(&header(1), RULESET).await.unwrap();
    let long = pb::Fault { detail: "x".repeat(1 << 20), ..Default::default() };
    let long = pb::RecordedEvent { event: Some(Event::Fault(long)) };
    let held = store.rows();
    let (mut log, mut given) = (EventLog::default(), 0);
    let refused = loop {
        log.push(&long);
        match store.journal(id(1), log.from(given)) {
            Ok(()) => given += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, StoreError::JournalFull { bytes } if bytes >= JOURNAL_BYTES_MAX), "{refused}");
    drop(held);
    store.sync().await.unwrap();
    store.journal(id(1), log.from(given)).unwrap();
    store.sync().await.unwrap();
    assert_eq!(open_matches(&store)[0].events.len(), given + 1);
}

#[tokio::test]
async fn a_store_that_closes_in_trouble_ends_and_says_so() {
    let store = MemoryStore::open();
    store.begin(&header(1), RULESET).await.unwrap();
    store.rows().pragma_update(None, "max_page_count", 1).unwrap();
    let answer = store.writer.queue().push(Work::Finish(Finished::of(&finished(2, 20_000)).unwrap()));
    drop(store);
    assert!(answer.await.is_err());
}

#[test]
fn a_newer_store_is_left_alone() {
    let (_directory, path) = file();
    drop(Store::open(&path).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    for error in [Store::open(&path).unwrap_err(), Reader::open(&path).unwrap_err()] {
        assert!(matches!(error, StoreError::Newer { found: 99, known: 1, .. }), "{error}");
        assert!(error.to_string().contains("use the arena that wrote it, or a newer one"), "{error}");
    }
}

#[test]
fn other_files_are_left_alone() {
    let (_directory, path) = file();
    assert!(matches!(Reader::open(&path).unwrap_err(), StoreError::Missing { .. }));
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let text = "not a database, but long enough to be taken for one ".repeat(20);
    std::fs::write(&path, &text).unwrap();
    for error in [Store::open(&path).unwrap_err(), Reader::open(&path).unwrap_err()] {
        assert!(error.to_string().contains("it is not an SQLite database"), "{error}");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(error.to_string().contains("it is another program's database"), "{error}");
}

#[tokio::test]
async fn a_changed_row_shows_and_the_others_are_read_on() {
    let store = MemoryStore::open();
    for n in 0..200 {
        store.finish(&finished(n, 3)).await.unwrap();
    }
    let change = |sql: &str| assert_eq!(store.rows().execute(sql, ()).unwrap(), 1);
    change("UPDATE records SET body = CAST(replace(body, 'ann', 'cat') AS BLOB) WHERE number = 2");
    change("UPDATE records SET digest = zeroblob(32) WHERE number = 3");
    change(&format!("UPDATE records SET id = '{}' WHERE number = 150", id(1000)));
    let read: Vec<_> = store.reader().records().collect();
    assert_eq!(read.len(), 200);
    for (n, record) in (0..200).zip(&read) {
        match record {
            Ok(record) => assert_eq!(*record, finished(n, 3)),
            Err(error) => {
                assert!(matches!(error, StoreError::Damaged { .. }) && [1, 2, 149].contains(&n), "{n} {error}")
            }
        }
    }
    assert_eq!(read.iter().filter(|record| record.is_err()).count(), 3);
    assert!(matches!(store.reader().record(id(1)), Err(StoreError::Damaged { .. })));
}
