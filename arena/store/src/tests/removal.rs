//! Old matches that lose their moves.

use std::path::Path;

use super::test_store::{TestStore, over_each_database};
use super::*;
use crate::Removed;

over_each_database!(what_remains_is_all_but_the_moves_and_the_chain_proves_it,);

/// A match that ended at this time, with as many events.
fn ended(n: u64) -> pb::MatchRecord {
    let record = pb::MatchRecord { ended_unix_ms: n as i64, seed: vec![1; 32], ..finished(n, n as u32) };
    sealed(record)
}

/// A store with the matches 1 to 6.
async fn filled(place: impl Into<Location>) -> Store {
    let store = Store::open(place).unwrap();
    for n in 1..=6 {
        store.finish(&ended(n)).await.unwrap();
    }
    store
}

fn records(store: &Store) -> Vec<Result<pb::MatchRecord, StoreError>> {
    store.reader().records().collect()
}

fn faults(store: &Store) -> Vec<ChainFault> {
    let mut faults = Vec::new();
    store.reader().check_chain(|fault| faults.push(fault)).unwrap();
    faults
}

fn tamper(path: &Path, sql: &str) {
    let connection = Connection::open(path).unwrap();
    assert!(connection.execute(sql, ()).unwrap() > 0, "{sql}");
}

fn lists(store: &Store) -> Vec<pb::MatchSummary> {
    let page = store.reader().summaries(&Query { limit: 100, ..Query::default() }).unwrap();
    page.matches.into_iter().map(Result::unwrap).collect()
}

async fn what_remains_is_all_but_the_moves_and_the_chain_proves_it(place: TestStore) {
    let store = filled(&place.location).await;
    let (head, listed) = (store.reader().head().unwrap(), lists(&store));
    assert_eq!(store.remove_moves(4, 99).await.unwrap(), Removed { matches: 3, damaged: 0 });

    for (n, record) in (1..=6).zip(records(&store)) {
        let whole = ended(n);
        let moves_removed = Some(pb::MovesRemoved { events: n as u32, at_unix_ms: 99 });
        let expected = match n {
            1..=3 => pb::MatchRecord { events: Vec::new(), seed: Vec::new(), moves_removed, ..whole },
            _ => whole,
        };
        assert_eq!(record.unwrap(), expected);
        assert_eq!(store.reader().record(id(n)).unwrap(), Some(expected));
    }
    assert_eq!((store.reader().head().unwrap(), faults(&store)), (head, Vec::new()));
    assert_eq!(lists(&store), listed);
    store.finish(&ended(1)).await.unwrap(); // the same again: known by its digest
    assert_eq!(store.remove_moves(4, 100).await.unwrap(), Removed::default());
    drop(store);

    let store = place.open();
    assert_eq!(store.remove_moves(i64::MAX, 100).await.unwrap(), Removed { matches: 3, damaged: 0 });
    assert_eq!((store.reader().head().unwrap(), faults(&store)), (head, Vec::new()));
}

#[tokio::test]
async fn a_store_without_moves_is_smaller() {
    let (_directory, path) = file();
    let store = Store::open(&path).unwrap();
    for n in 1..=100 {
        store.finish(&finished(n, 500)).await.unwrap();
    }
    let removed = store.remove_moves(1, 99).await.unwrap();
    assert_eq!(removed, Removed { matches: 100, damaged: 0 }, "in several transactions");
    drop(store);
    let Compacted { before, after } = StoreFile::compact(&path).unwrap();
    assert!(after < before / 5, "{before} {after}");
}

#[tokio::test]
async fn what_remains_cannot_be_changed_unseen() {
    let (_directory, path) = file();
    let store = filled(&path).await;
    store.remove_moves(i64::MAX, 99).await.unwrap();
    let mut changed = records(&store).remove(1).unwrap();
    changed.players.swap(0, 1);
    changed.moves_removed = Some(pb::MovesRemoved { events: 2, at_unix_ms: 0 });
    changed.digest.clear();
    let body = changed.encode_to_vec();
    tamper(&path, &format!("UPDATE records SET body = x'{}' WHERE number = 2", hex(&body)));
    let found = records(&store);
    assert!(matches!(&found[1], Err(StoreError::Damaged { id: damaged, .. }) if *damaged == id(2).to_string()));
    assert_eq!(found.iter().filter(|record| record.is_ok()).count(), 5);

    let digest = hex(&Sha256::digest(&body));
    tamper(&path, &format!("UPDATE chain SET summary = x'{digest}' WHERE number = 2"));
    tamper(&path, &format!("UPDATE record_summaries SET body = x'{}' WHERE number = 2", hex(&body)));
    assert!(records(&store).iter().all(Result::is_ok), "no digest shows it");
    assert_eq!(faults(&store), [ChainFault::Broken(2)]);
}

#[tokio::test]
async fn a_complete_record_cannot_pass_for_one_without_moves() {
    let (_directory, path) = file();
    let store = filled(&path).await;
    tamper(&path, "INSERT INTO removals (number, unix_ms) VALUES (3, 99)");
    assert!(matches!(&records(&store)[2], Err(StoreError::Damaged { .. })));
}

#[tokio::test]
async fn a_damaged_record_stays_as_it_is() {
    let (_directory, path) = file();
    let store = filled(&path).await;
    tamper(&path, "UPDATE records SET body = CAST(body || x'00' AS BLOB) WHERE number = 2");
    tamper(&path, "UPDATE chain SET summary = zeroblob(32) WHERE number = 4");
    assert_eq!(store.remove_moves(i64::MAX, 99).await.unwrap(), Removed { matches: 4, damaged: 2 });
    assert_eq!(records(&store)[3].as_ref().unwrap(), &ended(4));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
