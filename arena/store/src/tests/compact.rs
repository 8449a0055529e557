//! The compact form of a store.

use super::*;

#[tokio::test]
async fn a_copy_is_a_store_that_an_arena_can_open() {
    let (directory, path) = file();
    let store = Store::open(&path).unwrap();
    store.finish(&finished(1, 3)).await.unwrap();
    let copy = directory.path().join("copy.db");
    StoreFile::open(&path).unwrap().copy_to(&copy).unwrap();
    drop(store);
    let store = Store::open(copy.as_path()).unwrap();
    store.finish(&finished(2, 3)).await.unwrap();
    assert_eq!(store.reader().record_count().unwrap(), 2);
    assert_eq!(store.health(), Health::Well);
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
    assert!(matches!(StoreFile::compact(&path), Err(StoreError::InUse { .. })));
    drop(store);

    let Compacted { before, after } = StoreFile::compact(&path).unwrap();
    assert!(after < before / 2, "{before} {after}");
    let store = Store::open(&path).unwrap();
    assert_eq!(open_matches(&store), [OpenMatch { header: header(2), events: events(0..2) }]);
    let kept: Vec<_> = store.reader().records().map(Result::unwrap).collect();
    assert_eq!(kept, [finished(1, 3), finished(3, 3)]);
    assert_eq!(store.reader().head().unwrap(), head);
    store.reader().check_chain(|fault| panic!("{fault}")).unwrap();
    journal(&store, id(2), 2..3).unwrap();
}
