//! The files of a store are removed, moved and replaced while an arena uses them.

use std::fs;
use std::path::Path;

use super::*;

/// Waits until the store is in trouble; returns what it says.
async fn trouble(store: &Store) -> String {
    loop {
        match store.health() {
            Health::Trouble(problem) => return problem.to_string(),
            Health::Well => tokio::time::sleep(FLUSH_INTERVAL).await,
        }
    }
}

#[tokio::test]
async fn a_store_that_is_deleted_confirms_nothing_more() {
    let (_directory, path) = file();
    let store = Store::open(&path).unwrap();
    store.begin(&header(1), RULESET).await.unwrap();
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    let finishing = store.writer.queue().push(Work::Finish(Finished::of(&finished(1, 5)).unwrap()));

    let problem = trouble(&store).await;
    assert!(problem.contains("arena.db was removed or moved away while the arena is using it"), "{problem}");
    let refused = store.begin(&header(2), RULESET).await.unwrap_err();
    assert!(matches!(refused, StoreError::Trouble(_)), "{refused}");
    drop(store);
    assert!(finishing.await.is_err(), "a match is told as kept that nobody will find");
}

#[tokio::test]
async fn an_idle_arena_notices_it_too() {
    for suffix in ["", "-wal", "-shm"] {
        let (_directory, path) = file();
        let store = Store::open(&path).unwrap();
        let mut removed = path.into_os_string();
        removed.push(suffix);
        fs::remove_file(&removed).unwrap();
        let problem = trouble(&store).await;
        assert!(problem.starts_with(Path::new(&removed).to_str().unwrap()), "{problem}");
    }
}

#[tokio::test]
async fn a_store_that_is_replaced_by_another_is_noticed() {
    let (_directory, path) = file();
    let store = Store::open(&path).unwrap();
    fs::copy(&path, path.with_extension("copy")).unwrap();
    fs::rename(path.with_extension("copy"), &path).unwrap();
    let problem = trouble(&store).await;
    assert!(problem.contains("arena.db was replaced by another file"), "{problem}");
}

#[tokio::test]
async fn a_store_that_comes_back_goes_on_and_has_lost_nothing() {
    let (_directory, path) = file();
    let (directory, elsewhere) = (path.parent().unwrap(), path.parent().unwrap().with_extension("elsewhere"));
    let store = Store::open(&path).unwrap();
    store.begin(&header(1), RULESET).await.unwrap();
    fs::rename(directory, &elsewhere).unwrap();
    let finishing = store.writer.queue().push(Work::Finish(Finished::of(&finished(1, 5)).unwrap()));
    let _problem = trouble(&store).await;
    fs::rename(&elsewhere, directory).unwrap();
    finishing.await.unwrap().unwrap();
    assert_eq!(store.health(), Health::Well);
    drop(store);
    assert_eq!(Reader::open(&path).unwrap().record(id(1)).unwrap(), Some(finished(1, 5)));
}

#[test]
fn no_file_can_be_removed_to_let_a_second_arena_in() {
    let (_directory, path) = file();
    let _first = Store::open(&path).unwrap();
    for entry in fs::read_dir(path.parent().unwrap()).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if !["arena.db", "arena.db-wal", "arena.db-shm"].contains(&name.as_str()) {
            fs::remove_file(entry.path()).unwrap();
        }
    }
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
}

#[test]
fn a_link_to_a_store_has_the_lock_of_the_store() {
    let (_directory, path) = file();
    let _first = Store::open(&path).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let link = elsewhere.path().join("arena.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let error = Store::open(&link).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
}
