//! Compaction, and the log of what organizers did.

use std::fs;

use kahua_tests::json_lines;

use super::{Arena, play, tamper, text};
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

#[test]
fn matches_without_moves_keep_their_results_and_the_proof_of_them() {
    let dir = tempfile::tempdir().unwrap();
    let (data, head, backup) = (dir.path().join("data"), dir.path().join("head.txt"), dir.path().join("backup.db"));
    play(&data, "6");
    let list = || json_lines(&KAHUA.run(&["match", "list", "--data", text(&data), "--json"]).good());
    let standings = || KAHUA.run(&["standings", "--data", text(&data), "--json"]).good();
    let (listed, ranked) = (list(), standings());
    fs::write(&head, KAHUA.run(&["head", "--data", text(&data)]).good()).unwrap();

    let kept = KAHUA.run(&["compact", "--data", text(&data), "--older-than", "1d"]).good();
    assert!(kept.contains("the moves of 0 matches were removed"), "{kept}");
    let wrong = KAHUA.run(&["compact", "--data", text(&data), "--older-than", "90"]).failed(2);
    assert!(wrong.contains("expected one such as 90d"), "{wrong}");
    let removed = KAHUA.run(&["compact", "--data", text(&data), "--older-than", "0d", "--json"]).good();
    assert_eq!(json_lines(&removed)[0]["moves_removed"]["matches"], 6, "{removed}");

    assert_eq!((list(), standings()), (listed.clone(), ranked));
    let verify = ["verify", "--data", text(&data), "--head", text(&head)];
    let verified = KAHUA.run(&verify).good();
    assert!(verified.contains("0 verified, 6 without moves") && verified.contains("0 failed"), "{verified}");
    let doctor = KAHUA.run(&["doctor", "--data", text(&data)]);
    assert!(doctor.out.contains("OK    chain") && doctor.out.contains("OK    records"), "{}", doctor.out);
    assert!(KAHUA.run(&["audit", "--data", text(&data)]).good().contains("RemoveMoves"));

    let id = listed[0]["match_id"].as_str().unwrap();
    let replay = KAHUA.run(&["match", "replay", "--data", text(&data), id]).failed(2);
    assert!(replay.contains("were removed on 20"), "{replay}");
    let shown = KAHUA.run(&["match", "show", "--data", text(&data), id]).good();
    assert!(shown.contains("which were removed on 20") && !shown.contains("seed"), "{shown}");
    let export = |format| KAHUA.run(&["match", "export", "--data", text(&data), "--format", format]).good();
    assert!(export("text").contains("moves removed on 20"));
    assert!(json_lines(&export("jsonl")).iter().all(|record| record["moves_removed"]["events"].is_u64()));

    assert!(KAHUA.run(&["backup", "--data", text(&data), text(&backup)]).good().contains("6 records"));
    let restored = dir.path().join("restored");
    let _made = KAHUA.run(&["restore", text(&backup), "--data", text(&restored)]).good();
    tamper(&restored, "UPDATE chain SET summary = zeroblob(32) WHERE number = 2");
    let tampered = KAHUA.run(&["verify", "--data", text(&restored)]);
    assert_eq!(tampered.code, Some(1), "{}", tampered.out);
    assert!(tampered.out.contains("link 2 doesn't follow"), "{}", tampered.out);
}
