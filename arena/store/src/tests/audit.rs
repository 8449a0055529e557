//! What organizers have done, and the compact form of a store.

use super::*;
use kahua_core::limits::ACTS_MAX;

fn act(n: i64) -> Act {
    let text = |text: &str| text.to_owned();
    Act { unix_ms: n, who: text("x"), what: text("Pause"), arguments: n.to_string(), outcome: text("done") }
}

#[tokio::test]
async fn the_newest_acts_are_read_in_their_order_and_the_oldest_go() {
    let (_directory, path) = file();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.reader().acts(10).unwrap(), []);
    for n in 1..=5 {
        store.note_act(act(n)).await.unwrap();
    }
    assert_eq!(store.reader().acts(3).unwrap(), [act(3), act(4), act(5)]);
    drop(store);
    let far = "UPDATE acts SET number = number + ?1 WHERE number > 2";
    assert_eq!(Connection::open(&path).unwrap().execute(far, [ACTS_MAX - 4]).unwrap(), 3);
    let store = Store::open(&path).unwrap();
    store.note_act(act(6)).await.unwrap();
    assert_eq!(store.reader().acts(10).unwrap(), [act(3), act(4), act(5), act(6)]);
}

#[tokio::test]
async fn a_compacted_store_is_smaller_and_holds_the_same() {
    let (_directory, path) = file();
    let store = Store::open(&path).unwrap();
    store.finish(&finished(1, 3)).await.unwrap();
    store.begin(&header(2), RULESET).await.unwrap();
    store.begin(&header(3), RULESET).await.unwrap();
    journal(&store, id(2), 0..2).unwrap();
    journal(&store, id(3), 0..50_000).unwrap();
    store.sync().await.unwrap();
    store.finish(&finished(3, 3)).await.unwrap();
    let head = store.reader().head().unwrap();
    assert!(matches!(Store::compact(&path), Err(StoreError::InUse { .. })));
    drop(store);

    let Compacted { before, after } = Store::compact(&path).unwrap();
    assert!(after < before / 2, "{before} {after}");
    let store = Store::open(&path).unwrap();
    assert_eq!(open_matches(&store), [OpenMatch { header: header(2), events: events(0..2) }]);
    let kept: Vec<_> = store.reader().records().map(Result::unwrap).collect();
    assert_eq!(kept, [finished(1, 3), finished(3, 3)]);
    assert_eq!(store.reader().head().unwrap(), head);
    store.reader().check_chain(|fault| panic!("{fault}")).unwrap();
    journal(&store, id(2), 2..3).unwrap();
}
