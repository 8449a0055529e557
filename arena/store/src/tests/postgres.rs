//! What only a store on a server can run into.

use std::time::Instant;

use kahua_core::limits::STORE_WATCH_INTERVAL;
use kahua_tests::postgres::Postgres;

use super::test_store::TestStore;
use super::*;
use crate::postgres::Session;
use crate::queue::Taken;
use crate::writer::{Refusal, WriteTarget as _};

/// Waits until the store is in trouble; returns what it says.
async fn trouble(store: &Store) -> String {
    let begun = Instant::now();
    loop {
        match store.health() {
            Health::Trouble(problem) => return problem.to_string(),
            Health::Well => tokio::time::sleep(FLUSH_INTERVAL).await,
        }
        assert!(begun.elapsed() < 180 * STORE_WATCH_INTERVAL, "no trouble is told");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_crashes_loses_nothing_that_was_confirmed_and_keeps_nothing_twice() {
    let Some(server) = Postgres::alone("a_server_that_crashes") else { return };
    let place = TestStore::on(&server);
    let store = place.open();
    store.begin(&header(1), RULESET).await.unwrap();
    let writing = tokio::spawn({
        let store = store.clone();
        async move {
            for n in 100..400 {
                store.begin(&header(n), RULESET).await?;
                journal(&store, id(n), 0..3)?;
                store.finish(&finished(n, 3)).await?;
                store.set_meta("last", &n.to_be_bytes()).await?;
            }
            Ok::<_, StoreError>(())
        }
    });
    for _ in 0..3 {
        tokio::time::sleep(FLUSH_INTERVAL * 8).await;
        tokio::task::block_in_place(|| server.crash());
        let problem = trouble(&store).await;
        assert!(problem.contains("check whether the database server runs"), "{problem}");
        tokio::task::block_in_place(|| server.start_again());
        while store.health() != Health::Well {
            tokio::time::sleep(FLUSH_INTERVAL).await;
        }
    }
    // A match can't begin while the store is in trouble, which ends the writing.
    let _refused = writing.await.unwrap();
    journal(&store, id(1), 0..5).unwrap();
    store.sync().await.unwrap();
    drop(store);

    let reader = place.reader();
    let kept: Vec<_> = reader.records().map(Result::unwrap).collect();
    let last = reader.meta("last").unwrap().unwrap().try_into().map(u64::from_be_bytes).unwrap();
    assert!(kept.len() as u64 > last - 100, "a match that was confirmed is lost");
    assert_eq!(kept, (100..).take(kept.len()).map(|n| finished(n, 3)).collect::<Vec<_>>());
    assert_eq!(reader.last_number().unwrap(), kept.len() as i64);
    let open = reader.open_matches().unwrap().swap_remove(0).unwrap();
    assert_eq!(open, OpenMatch { header: header(1), events: events(0..5) });
    reader.check_chain(|fault| panic!("{fault}")).unwrap();
}

#[tokio::test]
async fn a_batch_whose_answer_was_lost_is_not_written_again() {
    let Some(place) = TestStore::postgres("a_batch_whose_answer_was_lost") else { return };
    let Location::Postgres(url) = &place.location else { unreachable!() };
    let (mut writer, _) = crate::postgres::open_writer(url).unwrap();
    let queue = Queue::new(&[], MatchKey::default());
    let mut answer = queue.push(Work::Finish(Finished::of(&finished(1, 3)).unwrap()));
    let Taken::Batch(batch) = queue.take() else { panic!("something is due") };
    writer.lose_answer_of_next_commit();
    let Refusal::Now(problem) = writer.commit(&batch).unwrap_err() else {
        panic!("another try may show what came of it")
    };
    assert!(problem.contains("doesn't answer"), "{problem}");
    let verdicts = writer.commit(&batch).unwrap();
    assert!(matches!(verdicts[..], [Ok(Some(1))]), "{verdicts:?}");
    assert_eq!(place.reader().record_count().unwrap(), 1);
    assert!(answer.try_recv().is_err());
}

#[tokio::test]
async fn a_writer_whose_place_was_taken_writes_nothing_more() {
    let Some(place) = TestStore::postgres("a_writer_whose_place_was_taken") else { return };
    let old = place.open();
    old.finish(&finished(1, 3)).await.unwrap();
    // The server ends its connection, as if its machine couldn't be reached, and another arena is faster.
    let Location::Postgres(url) = &place.location else { unreachable!() };
    let session = Session::connect(url).unwrap();
    let end = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    assert_eq!(session.all(end, &[]).unwrap().len(), 1);
    let new = loop {
        match Store::open(&place.location) {
            Ok(store) => break store,
            // The old one was faster, and has the lock again.
            Err(StoreError::InUse { .. }) => assert_eq!(session.all(end, &[]).unwrap().len(), 1),
            Err(error) => panic!("{error}"),
        }
    };
    let finishing = old.writer.queue().push(Work::Finish(Finished::of(&finished(2, 3)).unwrap()));
    let problem = trouble(&old).await;
    assert!(problem.contains("another arena owns this store now"), "{problem}");
    new.finish(&finished(3, 3)).await.unwrap();
    drop(old);
    assert!(finishing.await.is_err(), "a match is told as kept that isn't");
    let kept: Vec<_> = new.reader().records().map(Result::unwrap).collect();
    assert_eq!(kept, [finished(1, 3), finished(3, 3)]);
}

#[tokio::test]
async fn a_newer_store_is_left_alone() {
    let Some(place) = TestStore::postgres("a_newer_store") else { return };
    let missing = Reader::open(&place.location).unwrap_err();
    assert!(matches!(missing, StoreError::Missing { .. }), "{missing}");
    drop(place.open());
    place.tamper("UPDATE store SET format = 99");
    for error in [Store::open(&place.location).unwrap_err(), Reader::open(&place.location).unwrap_err()] {
        assert!(matches!(error, StoreError::Newer { found: 99, known: 1, .. }), "{error}");
    }
}

#[test]
fn a_store_is_made_once_and_keeps_its_secret() {
    let Some(place) = TestStore::postgres("a_store_is_made_once") else { return };
    let key = place.open().reader().head_key().unwrap();
    assert!(key.is_some());
    assert_eq!(place.open().reader().head_key().unwrap(), key);
}

#[test]
fn a_server_that_refuses_or_is_not_there_is_told_of_without_the_password() {
    let Some(server) = Postgres::shared("a_server_that_refuses") else { return };
    let url = server.url("arena", "s3cret", "postgres");
    for (address, expected) in [
        (url.as_str(), "password authentication failed for user \"arena\""),
        (&server.url("arena", "secret", "none"), "database \"none\" does not exist"),
        ("postgres://arena:s3cret@127.0.0.1:1/l", "Connection refused"),
        ("postgres://arena:s3cret@%2Fnowhere/l", "No such file or directory"),
    ] {
        let location: Location = address.parse().unwrap();
        for error in [Store::open(&location).unwrap_err(), Reader::open(&location).unwrap_err()] {
            let (said, shown) = (error.to_string(), format!("{error:?}"));
            assert!(said.contains(expected), "{said}");
            assert!(!said.contains("s3cret") && !shown.contains("s3cret"), "{shown}");
        }
    }
}

#[tokio::test]
async fn texts_that_the_server_cannot_keep_come_back_as_they_were() {
    let Some(place) = TestStore::postgres("texts_that_the_server_cannot_keep") else { return };
    let store = place.open();
    let text = |text: &str| text.to_owned();
    let act = Act { unix_ms: 1, who: text("a\0b"), what: text("\u{ffff}0"), arguments: text("\0"), outcome: text("") };
    store.note_act(act.clone()).await.unwrap();
    store.set_version(&name("bob"), "1\0").await.unwrap();
    store.finish(&sealed(pb::MatchRecord { league: "l\0".into(), ..finished(1, 3) })).await.unwrap();
    assert_eq!(store.reader().acts(1).unwrap(), [act]);
    assert_eq!(store.reader().bot(&name("bob")).unwrap().unwrap().version, "1\0");
    assert_eq!(store.reader().leagues().unwrap(), ["l\0"]);
    store.reader().check_chain(|fault| panic!("{fault}")).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn more_readers_than_connections_wait_for_each_other() {
    let Some(place) = TestStore::postgres("more_readers_than_connections") else { return };
    let store = place.open();
    store.finish(&finished(1, 3)).await.unwrap();
    let read = |_| {
        let reader = store.reader().clone();
        tokio::task::spawn_blocking(move || (0..20).for_each(|_| assert_eq!(reader.records().count(), 1)))
    };
    for reading in (0..40).map(read).collect::<Vec<_>>() {
        reading.await.unwrap();
    }
}
