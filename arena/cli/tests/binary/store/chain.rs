//! Tampering with matching digests. The chain of hashes and a published head find it.

use std::fs;
use std::path::Path;

use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Reader, Store};
use prost::Message;
use rusqlite::Connection;

use super::{play, tamper, text};
use crate::KAHUA;

/// Exchanges the two players of a record and seals it again, so that it verifies by itself.
fn exchange_players(data: &Path, number: u32) {
    let connection = Connection::open(data.join("arena.db")).unwrap();
    let body: Vec<u8> =
        connection.query_row("SELECT body FROM records WHERE number = ?1", [number], |row| row.get(0)).unwrap();
    let mut record = pb::MatchRecord::decode(body.as_slice()).unwrap();
    record.players.swap(0, 1);
    kahua_core::referee::seal(&mut record);
    let row = (number, &record.digest, kahua_core::referee::canonical_bytes(&record));
    connection.execute("UPDATE records SET digest = ?2, body = ?3 WHERE number = ?1", row).unwrap();
}

/// Makes the whole chain anew from the present records, as an attacker with write access could.
fn forge_chain(data: &Path) {
    let (path, folder) = (data.join("arena.db"), tempfile::tempdir().unwrap());
    let records: Vec<_> = Reader::open(&path).unwrap().records().map(Result::unwrap).collect();
    let forged = folder.path().join("arena.db");
    let store = Store::open(&forged).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        for record in &records {
            store.finish(record).await.unwrap();
        }
    });
    drop(store);
    fs::copy(forged, path).unwrap();
}

#[test]
fn a_deleted_and_a_resealed_record_are_found_by_verify() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    play(&data, "4");
    assert!(KAHUA.run(&["verify", "--data", text(&data)]).good().contains("4 verified, 0 failed"));

    exchange_players(&data, 2);
    let resealed = KAHUA.run(&["verify", "--data", text(&data)]);
    assert_eq!(resealed.code, Some(1));
    assert!(resealed.out.contains("record 2, match "), "{}", resealed.out);
    assert!(resealed.out.contains("changed and sealed again"), "{}", resealed.out);

    tamper(&data, "DELETE FROM records WHERE number = 3");
    let deleted = KAHUA.run(&["verify", "--data", text(&data), "--json"]);
    assert_eq!(deleted.code, Some(1));
    assert!(deleted.out.contains("record 3 is missing: it was deleted"), "{}", deleted.out);
}

#[test]
fn a_published_head_convicts_whoever_makes_the_chain_anew() {
    let dir = tempfile::tempdir().unwrap();
    let (data, published) = (dir.path().join("data"), dir.path().join("head.txt"));
    play(&data, "4");
    let head = KAHUA.run(&["head", "--data", text(&data)]).good();
    fs::write(&published, &head).unwrap();
    let key = head.lines().find_map(|line| line.strip_prefix("key ")).unwrap();
    let with_head = ["verify", "--data", text(&data), "--head", text(&published)];
    let with_key = [&with_head[..], &["--key", key]].concat();
    assert!(KAHUA.run(&with_key).good().contains("4 verified, 0 failed"));
    let wrong_key = KAHUA.run(&[&with_head[..], &["--key", &"0".repeat(64)]].concat());
    assert_eq!(wrong_key.code, Some(1), "{}", wrong_key.err);
    assert!(wrong_key.out.contains("it is not that arena's"), "{}", wrong_key.out);

    play(&data, "2");
    assert!(KAHUA.run(&with_key).good().contains("6 verified, 0 failed"));

    tamper(&data, "DELETE FROM records WHERE number > 3");
    forge_chain(&data);
    assert!(KAHUA.run(&["verify", "--data", text(&data)]).good().contains("3 verified, 0 failed"));
    let cut = KAHUA.run(&with_head);
    assert_eq!(cut.code, Some(1), "{}", cut.err);
    assert!(cut.out.contains("has 4 records, but the chain ends at 3"), "{}", cut.out);

    fs::write(&published, head.replace("number 4", "number 3")).unwrap();
    let forged = KAHUA.run(&with_head).failed(2);
    assert!(forged.contains("the head was changed"), "{forged}");
}
