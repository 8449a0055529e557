//! The store is taken away from a running arena.

use std::fs;

use kahua_tests::soon;
use rusqlite::Connection;

use super::{Arena, play, text};
use crate::KAHUA;

#[test]
fn an_arena_whose_store_is_deleted_says_so_and_does_not_end_well() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    play(&data, "2");
    let mut arena = Arena::start(&data);
    fs::remove_dir_all(&data).unwrap();
    soon(|| arena.log().contains("was removed or moved away while the arena is using it").then_some(()));
    assert_eq!(arena.stop(), Some(3), "{}", arena.log());
    assert!(arena.log().contains("error: what happened last was not kept"), "{}", arena.log());
}

#[test]
fn matches_that_end_after_their_store_was_deleted_are_not_told_as_played() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut arena = Arena::playing(&data);
    let list = ["match", "list", "--data", text(&data), "--ended", "--limit", "5", "--json"];
    soon(|| (KAHUA.run(&list).out.lines().count() == 5).then_some(()));
    fs::remove_dir_all(&data).unwrap();
    soon(|| arena.log().contains("was removed or moved away").then_some(()));
    assert_eq!(arena.stop(), Some(3), "{}", arena.log());
}

#[test]
fn an_arena_that_cannot_write_its_store_at_its_start_can_be_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    play(&data, "2");
    let other = Connection::open(data.join("arena.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut arena = Arena::spawn(&data);
    soon(|| arena.log().contains("end the other program that has locked the file").then_some(()));
    assert_eq!(arena.stop(), Some(0), "{}", arena.log());
}

#[test]
fn a_second_arena_on_the_same_data_is_refused_whatever_was_removed_beside_the_store() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut arena = Arena::start(&data);
    for entry in fs::read_dir(&data).unwrap().map(Result::unwrap) {
        if !entry.file_name().to_str().unwrap().starts_with("arena.db")
            || entry.path().extension().is_some_and(|end| end == "lock")
        {
            fs::remove_file(entry.path()).unwrap();
        }
    }
    let error = KAHUA.run(&["serve", "--listen", "127.0.0.1:0", "--data", text(&data)]).failed(3);
    assert!(error.contains("is in use by another arena"), "{error}");
    assert_eq!(arena.stop(), Some(0), "{}", arena.log());
}
