//! Compaction, and the log of what organizers did.

use kahua_tests::json_lines;

use super::{Arena, play, text};
use crate::KAHUA;

#[test]
fn a_store_is_compacted_while_no_arena_uses_it() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let missing = KAHUA.run(&["compact", "--data", text(&data)]).failed(2);
    assert!(missing.contains("there is no arena data"), "{missing}");
    assert!(!data.exists());
    play(&data, "4");
    let mut arena = Arena::start(&data);
    let error = KAHUA.run(&["compact", "--data", text(&data)]).failed(3);
    assert!(error.contains("is in use by another arena"), "{error}");
    assert_eq!(arena.stop(), Some(0));
    let sizes = json_lines(&KAHUA.run(&["compact", "--data", text(&data), "--json"]).good()).remove(0);
    assert!(sizes["bytes_after"].as_u64() <= sizes["bytes_before"].as_u64(), "{sizes}");
    assert!(KAHUA.run(&["verify", "--data", text(&data)]).good().contains("4 verified, 0 failed"));
}

#[test]
fn tokens_that_were_issued_are_in_the_audit_log() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let token = KAHUA.run(&["bot", "add", "--data", text(&data), "ada"]).good();
    let _token = KAHUA.run(&["bot", "token", "--data", text(&data), "ada"]).good();
    let log = KAHUA.run(&["audit", "--data", text(&data), "--json"]).good();
    let acts = json_lines(&log);
    assert_eq!(acts.len(), 2, "{log}");
    assert!(acts.iter().all(|act| act["what"] == "CreateBot" && act["arguments"] == "ada"), "{log}");
    assert!(!log.contains(token.trim()), "the token itself is nowhere");
    assert_eq!(KAHUA.run(&["audit", "--data", text(&data), "--limit", "1"]).good().lines().count(), 2);
}
