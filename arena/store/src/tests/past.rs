//! The summaries of the records, as an arena reads them when it starts.

use kahua_core::referee::summary;

use super::test_store::{TestStore, over_each_database};
use super::*;

over_each_database!(summaries_are_read_in_the_order_of_the_records,);

fn summaries(reader: &Reader) -> Vec<Result<pb::MatchRecord, String>> {
    let mut all = Vec::new();
    let last = reader.summaries_of_all(|summary| all.push(summary.map_err(|problem| problem.to_string()))).unwrap();
    assert_eq!(last, all.len() as i64, "the number of the last one");
    all
}

async fn summaries_are_read_in_the_order_of_the_records(place: TestStore) {
    let store = place.open();
    for n in (0..1100).rev() {
        store.finish(&finished(n, 3)).await.unwrap();
    }
    let read: Vec<_> = summaries(store.reader()).into_iter().map(Result::unwrap).collect();
    assert_eq!(read, (0..1100).rev().map(|n| summary(&finished(n, 3))).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_summary_that_was_changed_is_a_fault_of_the_chain() {
    let store = MemoryStore::open();
    for n in 0..3 {
        store.finish(&finished(n, 3)).await.unwrap();
    }
    let faults = || {
        let mut faults = Vec::new();
        store.reader().check_chain(|fault| faults.push(fault)).unwrap();
        faults
    };
    assert_eq!(faults(), []);
    let change = "UPDATE record_summaries SET body = CAST(replace(body, 'ann', 'cat') AS BLOB) WHERE number = 2";
    assert_eq!(store.rows().execute(change, ()).unwrap(), 1);
    assert_eq!(faults(), [ChainFault::ChangedSummary { number: 2, id: id(1).to_string() }]);
}
