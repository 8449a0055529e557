//! The store of simulations: it fails and crashes on command, and otherwise behaves like the real one.

use std::time::Duration;

use kahua_engine::Seed;
use tokio::task::yield_now;
use tokio::time::timeout;

use super::*;

fn disk() -> SimulatedDisk {
    SimulatedDisk::new(Seed::from_number(1)).unwrap()
}

#[tokio::test]
async fn what_is_written_is_there_for_the_next_arena() {
    let disk = disk();
    let store = disk.open().unwrap();
    store.begin(&header(1), RULESET).await.unwrap();
    store.finish(&finished(2, 3)).await.unwrap();
    journal(&store, id(1), 0..2).unwrap();
    store.sync().await.unwrap();
    drop(store);

    let store = disk.open().unwrap();
    assert_eq!(open_matches(&store), [OpenMatch { header: header(1), events: events(0..2) }]);
    assert_eq!(store.reader().record(id(2)).unwrap(), Some(finished(2, 3)));
    journal(&store, id(1), 2..3).unwrap();
}

#[tokio::test]
async fn events_are_written_though_nobody_waits_for_them() {
    let store = disk().open().unwrap();
    store.begin(&header(1), RULESET).await.unwrap();
    journal(&store, id(1), 0..2).unwrap();
    while open_matches(&store)[0].events.is_empty() {
        yield_now().await;
    }
}

#[tokio::test]
async fn a_crash_takes_what_was_not_committed_and_nobody_is_answered() {
    for (crash, is_kept) in [(Crash::Before, false), (Crash::After, true)] {
        let disk = disk();
        let store = disk.open().unwrap();
        disk.set_crash(Some((1, crash)));
        store.finish(&finished(1, 3)).await.unwrap();
        let record = finished(2, 3);
        tokio::select! {
            biased;
            () = disk.crashed() => {}
            answer = store.finish(&record) => panic!("answered {answer:?}"),
        }
        let never = timeout(3 * FLUSH_INTERVAL, store.sync()).await;
        assert!(never.is_err(), "who has crashed writes nothing more");
        assert_eq!(disk.commits(), 1 + u64::from(is_kept));

        let store = disk.open().unwrap();
        assert_eq!(store.reader().record(id(1)).unwrap(), Some(finished(1, 3)));
        assert_eq!(store.reader().record(id(2)).unwrap().is_some(), is_kept, "{crash:?}");
    }
}

#[tokio::test]
async fn a_disk_that_fails_is_told_of_and_loses_nothing() {
    let disk = disk();
    let store = disk.open().unwrap();
    disk.set_condition(Condition::Fails);
    let (record, later) = (finished(1, 3), STORE_RETRY_PAUSE + Duration::from_millis(10));
    let heals = async {
        while store.health() == Health::Well {
            yield_now().await;
        }
        assert_eq!(store.reader().record_count().unwrap(), 0);
        tokio::time::sleep(later).await;
        disk.set_condition(Condition::Works);
    };
    let (finished, ()) = tokio::join!(store.finish(&record), heals);
    finished.unwrap();
    assert_eq!((store.health(), store.reader().record_count().unwrap()), (Health::Well, 1));
}
