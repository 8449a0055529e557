//! Tampering that the chain shows and no digest shows.

use super::test_store::{TestStore, over_each_database};
use super::*;

over_each_database!(
    each_record_adds_a_link_that_seals_all_before_it,
    the_first_links_hash_is_the_one_that_the_format_says,
    a_deleted_record_is_missed,
    records_deleted_at_the_end_are_missed,
);

async fn kept(count: u64) -> MemoryStore {
    let store = MemoryStore::open();
    fill(&store, count).await;
    store
}

async fn fill(store: &Store, count: u64) {
    for n in 0..count {
        store.finish(&finished(n, 3)).await.unwrap();
    }
}

fn faults(reader: &Reader) -> Vec<ChainFault> {
    let mut faults = Vec::new();
    reader.check_chain(|fault| faults.push(fault)).unwrap();
    faults
}

fn tamper(store: &MemoryStore, sql: &str) {
    assert!(store.rows().execute(sql, ()).unwrap() > 0, "{sql}");
}

/// Replaces a stored record by another one with a digest that fits, and changes nothing else.
fn seal_again(store: &MemoryStore, record: &pb::MatchRecord) {
    let row = Finished::of(record).unwrap();
    let sql = "UPDATE records SET digest = ?2, body = ?3 WHERE id = ?1";
    let changed = store.rows().execute(sql, (row.id.to_string(), row.digest, row.body));
    assert_eq!(changed.unwrap(), 1);
}

async fn each_record_adds_a_link_that_seals_all_before_it(place: TestStore) {
    let store = place.open();
    assert_eq!(store.reader().head().unwrap(), Link { number: 0, hash: [0; 32] });
    let mut heads = Vec::new();
    for n in 0..5 {
        store.finish(&finished(n, 3)).await.unwrap();
        store.finish(&finished(n, 3)).await.unwrap(); // the same again adds nothing
        heads.push(store.reader().head().unwrap());
    }
    assert_eq!(heads.iter().map(|head| head.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    for head in heads {
        assert_eq!(store.reader().link(head.number).unwrap(), Some(head));
    }
    assert_eq!(store.reader().link(6).unwrap(), None);
    assert_eq!(faults(store.reader()), []);
    assert_ne!(store.reader().head().unwrap(), kept(4).await.reader().head().unwrap());
}

async fn the_first_links_hash_is_the_one_that_the_format_says(place: TestStore) {
    let store = place.open();
    fill(&store, 1).await;
    let record = finished(0, 3);
    let moves_removed = Some(pb::MovesRemoved { events: 3, at_unix_ms: 0 });
    let summary = pb::MatchRecord { events: Vec::new(), digest: Vec::new(), moves_removed, ..record.clone() };
    let hash = Sha256::new()
        .chain_update([0; 32])
        .chain_update([0, 0, 0, 0, 0, 0, 0, 1])
        .chain_update([0; 8])
        .chain_update([0; 32])
        .chain_update(Sha256::digest(summary.encode_to_vec()))
        .chain_update(record.digest);
    assert_eq!(store.reader().head().unwrap().hash[..], hash.finalize()[..]);
}

async fn a_deleted_record_is_missed(place: TestStore) {
    let store = place.open();
    fill(&store, 6).await;
    place.tamper("DELETE FROM records WHERE number = 3");
    assert_eq!(faults(store.reader()), [ChainFault::Missing { first: 3, last: 3 }]);
    place.tamper("DELETE FROM chain WHERE number = 3");
    assert_eq!(faults(store.reader()), [ChainFault::Missing { first: 3, last: 3 }, ChainFault::Broken(4)]);
}

async fn records_deleted_at_the_end_are_missed(place: TestStore) {
    let store = place.open();
    fill(&store, 6).await;
    place.tamper("DELETE FROM records WHERE number > 4");
    place.tamper("DELETE FROM chain WHERE number > 4");
    assert_eq!(faults(store.reader()), [ChainFault::Missing { first: 5, last: 6 }]);
}

#[tokio::test]
async fn a_record_that_was_changed_and_sealed_again_is_found() {
    let changes: [fn(&mut pb::MatchRecord); 4] = [
        |record| record.players.swap(0, 1),
        |record| record.rated = !record.rated,
        |record| record.started_unix_ms += 1,
        |record| {
            let Some(Event::Decision(decision)) = &mut record.events[0].event else { panic!("a decision") };
            decision.comment = "never said".into();
        },
    ];
    for change in changes {
        let store = kept(4).await;
        let mut record = finished(2, 3);
        change(&mut record);
        seal_again(&store, &sealed(record));
        assert!(store.reader().records().all(|record| record.is_ok()), "no digest shows it");
        assert_eq!(faults(store.reader()), [ChainFault::Replaced { number: 3, id: id(2).to_string() }]);
        let link = "UPDATE chain SET digest = (SELECT digest FROM records WHERE number = 3) WHERE number = 3";
        tamper(&store, link);
        assert_eq!(faults(store.reader()), [ChainFault::Broken(3)]);
    }
}

#[tokio::test]
async fn an_added_record_is_found() {
    let store = kept(3).await;
    let row = Finished::of(&finished(9, 3)).unwrap();
    let sql = "INSERT INTO records (id, game, digest, body) VALUES (?1, ?2, ?3, ?4)";
    let row = (row.id.to_string(), row.game, row.digest, row.body);
    assert_eq!(store.rows().execute(sql, row).unwrap(), 1);
    let added = ChainFault::Added { number: 4, id: id(9).to_string() };
    assert_eq!(faults(store.reader()), [added, ChainFault::Missing { first: 4, last: 4 }]);
}
