//! Corrections of results, and who may have made them.

use kahua_proto::time::timestamp;
use pb::correction::Change;

use super::test_store::{TestStore, over_each_database};
use super::*;

over_each_database!(
    a_correction_and_its_act_are_one_step_and_share_a_number,
    a_correction_that_was_changed_deleted_or_slipped_in_is_found,
);

fn annul(n: u64) -> pb::Correction {
    pb::Correction {
        at: Some(timestamp(1000)),
        by: "ann".into(),
        why: "the arena stood still".into(),
        league: "spring".into(),
        season: 1,
        change: Some(Change::Annulled(pb::AnnulledMatch { match_id: id(n).to_string() })),
        ..pb::Correction::default()
    }
}

fn note(what: &str) -> Act {
    let text = |text: &str| text.to_owned();
    Act { unix_ms: 1, who: text("ann"), what: text(what), arguments: String::new(), outcome: text("refused") }
}

async fn a_correction_and_its_act_are_one_step_and_share_a_number(place: TestStore) {
    let store = place.open();
    store.note_act(note("Pause")).await.unwrap();
    let first = store.correct(annul(1)).await.unwrap();
    // A refused call leaves an act of the same name, but no correction.
    store.note_act(note("CorrectResults")).await.unwrap();
    let undo = Change::Undone(pb::UndoneCorrection { number: first.number });
    let second = store.correct(pb::Correction { change: Some(undo), ..annul(1) }).await.unwrap();
    assert_eq!((first.number, second.number), (2, 4));
    drop(store);
    let store = place.open();
    assert_eq!(store.reader().corrections().unwrap(), [first, second]);
    let acts = store.reader().acts(10).unwrap();
    assert_eq!((acts[1].who.as_str(), acts[1].unix_ms, acts[1].outcome.as_str()), ("ann", 1000, "done"));
    let told = format!("match {} is annulled, why \"the arena stood still\", sha256 ", id(1));
    assert!(acts[1].arguments.starts_with(&told), "{}", acts[1].arguments);
    assert!(acts[3].arguments.starts_with("correction 2 is taken back, why "), "{}", acts[3].arguments);
    store.reader().check_chain(|fault| panic!("{fault}")).unwrap();
}

async fn a_correction_that_was_changed_deleted_or_slipped_in_is_found(place: TestStore) {
    use ChainFault::{AddedCorrection, ChangedCorrection, MissingCorrection};
    let store = place.open();
    for n in 1..=3 {
        store.correct(annul(n)).await.unwrap();
    }
    store.finish(&finished(1, 3)).await.unwrap();
    drop(store);
    let key = |number: i64| format!("'correction:{number:019}'");
    let copied = format!("(SELECT value FROM meta WHERE key = {})", key(3));
    assert_eq!(place.tamper(&format!("UPDATE meta SET value = {copied} WHERE key = {}", key(1))), 1);
    assert_eq!(place.tamper(&format!("DELETE FROM meta WHERE key = {}", key(2))), 1);
    assert_eq!(place.tamper(&format!("INSERT INTO meta (key, value) VALUES ({}, {copied})", key(9))), 1);
    let mut faults = Vec::new();
    place.open().reader().check_chain(|fault| faults.push(fault)).unwrap();
    assert_eq!(faults, [ChangedCorrection(1), MissingCorrection(2), AddedCorrection(format!("{:019}", 9))]);
}
