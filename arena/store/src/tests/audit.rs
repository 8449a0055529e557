//! What organizers have done.

use super::test_store::{TestStore, over_each_database};
use super::*;
use kahua_core::limits::ACTS_MAX;

over_each_database!(
    the_newest_acts_are_read_in_their_order_and_the_oldest_go,
    an_act_that_was_changed_or_deleted_is_found,
);

fn act(n: i64) -> Act {
    let text = |text: &str| text.to_owned();
    Act { unix_ms: n, who: text("x"), what: text("Pause"), arguments: n.to_string(), outcome: text("done") }
}

async fn the_newest_acts_are_read_in_their_order_and_the_oldest_go(place: TestStore) {
    let store = place.open();
    assert_eq!(store.reader().acts(10).unwrap(), []);
    for n in 1..=5 {
        store.note_act(act(n)).await.unwrap();
    }
    assert_eq!(store.reader().acts(3).unwrap(), [act(3), act(4), act(5)]);
    drop(store);
    let far = format!("UPDATE acts SET number = number + {} WHERE number > 2", ACTS_MAX - 4);
    assert_eq!(place.tamper(&far), 3);
    let store = place.open();
    store.note_act(act(6)).await.unwrap();
    assert_eq!(store.reader().acts(10).unwrap(), [act(3), act(4), act(5), act(6)]);
}

/// What is wrong with the store whose file was changed in this way, after five acts, a match, and two more acts.
async fn faults_after(place: &TestStore, sql: &str) -> Vec<ChainFault> {
    let store = place.open();
    for n in 1..=5 {
        store.note_act(act(n)).await.unwrap();
    }
    store.finish(&finished(1, 3)).await.unwrap();
    store.note_act(act(6)).await.unwrap();
    store.note_act(act(7)).await.unwrap();
    store.reader().check_chain(|fault| panic!("{fault}")).unwrap();
    drop(store);
    assert!(sql.split("; ").map(|sql| place.tamper(sql)).sum::<u64>() > 0, "{sql}");
    let store = place.open();
    let mut faults = Vec::new();
    store.reader().check_chain(|fault| faults.push(fault)).unwrap();
    faults
}

async fn an_act_that_was_changed_or_deleted_is_found(place: TestStore) {
    use ChainFault::{ChangedAct, MissingActs};
    for (sql, expected) in [
        ("UPDATE acts SET outcome = 'refused' WHERE number = 2", vec![ChangedAct(2)]),
        ("UPDATE acts SET unix_ms = 9 WHERE number = 7", vec![ChangedAct(7)]),
        (
            "UPDATE acts SET hash = (SELECT hash FROM acts WHERE number = 1) WHERE number = 3",
            vec![ChangedAct(3), ChangedAct(4)],
        ),
        ("DELETE FROM acts WHERE number = 1", vec![MissingActs { first: 1, last: 1 }, ChangedAct(2)]),
        ("DELETE FROM acts WHERE number IN (3, 4)", vec![MissingActs { first: 3, last: 4 }, ChangedAct(5)]),
        ("DELETE FROM acts WHERE number > 5", vec![MissingActs { first: 6, last: 7 }]),
        ("DELETE FROM acts", vec![MissingActs { first: 1, last: 7 }]),
    ] {
        assert_eq!(faults_after(&place.another(), sql).await, expected, "{sql}");
    }
}

#[tokio::test]
async fn acts_before_a_match_cannot_be_made_anew_without_the_chain_of_records() {
    let forget = "DELETE FROM acts WHERE number >= 5; UPDATE sqlite_sequence SET seq = 4 WHERE name = 'acts'";
    assert_eq!(faults_after(&TestStore::sqlite(), forget).await, [ChainFault::MissingActs { first: 5, last: 5 }]);
    let (_directory, path) = file();
    let other = Store::open(&path).unwrap();
    for n in 1..=7 {
        other.note_act(Act { outcome: "refused".into(), ..act(n) }).await.unwrap();
    }
    let rows = Connection::open(&path).unwrap();
    let hash = |n: i64| {
        let sql = "SELECT lower(hex(hash)) FROM acts WHERE number = ?1";
        rows.query_row(sql, [n], |row| row.get::<_, String>(0)).unwrap()
    };
    let made_anew =
        (1..=7).map(|n| format!("UPDATE acts SET outcome = 'refused', hash = x'{}' WHERE number = {n}", hash(n)));
    let made_anew = made_anew.collect::<Vec<_>>().join("; ");
    assert_eq!(faults_after(&TestStore::sqlite(), &made_anew).await, [ChainFault::ChangedAct(5)]);
    let elsewhere = "UPDATE chain SET act = 0, act_hash = zeroblob(32)";
    assert_eq!(faults_after(&TestStore::sqlite(), elsewhere).await, [ChainFault::Broken(1)]);
}

#[tokio::test]
async fn the_oldest_acts_that_are_kept_need_none_before_them() {
    let (_directory, path) = file();
    let store = Store::open(&path).unwrap();
    store.note_act(act(1)).await.unwrap();
    drop(store);
    // As if many acts had been noted in between, so that the next one drops the first.
    let many = "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'acts'";
    assert_eq!(Connection::open(&path).unwrap().execute(many, [ACTS_MAX]).unwrap(), 1);
    let store = Store::open(&path).unwrap();
    store.note_act(act(2)).await.unwrap();
    let mut faults = Vec::new();
    store.reader().check_chain(|fault| faults.push(fault)).unwrap();
    assert_eq!(faults, [ChainFault::MissingActs { first: 2, last: ACTS_MAX }]);
}
