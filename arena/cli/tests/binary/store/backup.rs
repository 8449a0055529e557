//! Backups of a running arena, and what can be restored from them after it was killed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use kahua_store::Reader;
use kahua_tests::{json_lines, soon};

use super::{Arena, play, tamper, text};
use crate::KAHUA;

fn standings(data: &Path) -> String {
    KAHUA.run(&["standings", "--data", text(data)]).good()
}

/// How often an arena was started on this data.
fn runs(data: &Path) -> u32 {
    let runs = Reader::open(&data.join("arena.db")).unwrap().meta("runs").unwrap().unwrap();
    u32::from_le_bytes(runs.try_into().unwrap())
}

fn backup(data: &Path, file: &Path) -> serde_json::Value {
    json_lines(&KAHUA.run(&["backup", "--data", text(data), text(file), "--json"]).good()).remove(0)
}

#[test]
fn an_arena_that_was_killed_and_lost_its_data_goes_on_from_its_backup() {
    let dir = tempfile::tempdir().unwrap();
    let (data, file, restored) = (dir.path().join("data"), dir.path().join("backup.db"), dir.path().join("a/b"));
    play(&data, "4");
    let before = standings(&data);
    let mut arena = Arena::start(&data);
    let runs_before = runs(&data);
    let made = backup(&data, &file);
    assert_eq!((made["records"].as_u64(), made["head"]["number"].as_u64()), (Some(4), Some(4)), "{made}");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    arena.process.kill().unwrap();
    arena.process.wait().unwrap();
    fs::remove_dir_all(&data).unwrap();

    let told = KAHUA.run(&["restore", text(&file), "--data", text(&restored)]).good();
    assert!(told.contains("4 records and 0 open matches"), "{told}");
    assert_eq!(standings(&restored), before);
    assert!(runs(&restored) > runs_before + 100, "the tickets of runs after the backup are not made again");
    assert!(KAHUA.run(&["verify", "--data", text(&restored)]).good().contains("4 verified, 0 failed"));
    assert_eq!(Arena::start(&restored).stop(), Some(0));
}

#[test]
fn a_backup_made_in_the_middle_of_play_is_of_one_moment() {
    let dir = tempfile::tempdir().unwrap();
    let (data, file, restored) = (dir.path().join("data"), dir.path().join("backup.db"), dir.path().join("restored"));
    let mut arena = Arena::playing(&data);
    let is_playing = || KAHUA.run(&["match", "list", "--data", text(&data), "--ended", "--limit", "30", "--json"]);
    soon(|| (is_playing().out.lines().count() == 30).then_some(()));
    let made = backup(&data, &file);
    assert_eq!(arena.process.try_wait().unwrap(), None, "it still plays");
    arena.process.kill().unwrap();
    arena.process.wait().unwrap();

    let _told = KAHUA.run(&["restore", text(&file), "--data", text(&restored)]).good();
    let export = |data: &Path| KAHUA.run(&["match", "export", "--data", text(data)]).good();
    let (kept, all) = (export(&restored), export(&data));
    assert_eq!(kept.lines().count() as u64, made["records"].as_u64().unwrap());
    assert!(all.starts_with(&kept), "the backup has the first records and no others");
    let verified = KAHUA.run(&["verify", "--data", text(&restored)]).good();
    assert!(verified.contains(&format!("{} verified, 0 failed", made["records"])), "{verified}");
}

#[test]
fn nothing_is_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let (data, file) = (dir.path().join("data"), dir.path().join("backup.db"));
    play(&data, "2");
    fs::write(&file, "precious").unwrap();
    let error = KAHUA.run(&["backup", "--data", text(&data), text(&file)]).failed(2);
    assert!(error.contains("there is already a file"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");

    let good = dir.path().join("good.db");
    let _made = backup(&data, &good);
    let error = KAHUA.run(&["restore", text(&good), "--data", text(&data)]).failed(2);
    assert!(error.contains("is not an empty directory"), "{error}");
    let error = KAHUA.run(&["restore", text(&file), "--data", text(&dir.path().join("new"))]).failed(3);
    assert!(error.contains("is not an SQLite database"), "{error}");
    assert!(!dir.path().join("new").exists());
}

#[test]
fn a_damaged_backup_is_restored_only_on_demand() {
    let dir = tempfile::tempdir().unwrap();
    let (data, file, restored) = (dir.path().join("data"), dir.path().join("backup.db"), dir.path().join("restored"));
    play(&data, "4");
    tamper(&data, "UPDATE records SET digest = zeroblob(32) WHERE number = 2; DELETE FROM records WHERE number = 3");
    let made = KAHUA.run(&["backup", "--data", text(&data), text(&file)]);
    assert_eq!(made.code, Some(1), "{}", made.err);
    let restore = ["restore", text(&file), "--data", text(&restored)];
    let refused = KAHUA.run(&restore);
    assert_eq!(refused.code, Some(1), "{}", refused.err);
    assert!(refused.err.contains("so nothing was restored") && !restored.exists(), "{}", refused.err);
    assert!(refused.out.contains("record 3 is missing: it was deleted"), "{}", refused.out);
    let _told = KAHUA.run(&[&restore[..], &["--accept-damage"]].concat()).good();
    assert!(restored.join("arena.db").exists());

    // Cut off in the middle, like a copy over a broken connection.
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let torn = KAHUA.run(&["restore", text(&file), "--data", text(&dir.path().join("torn"))]);
    assert!(matches!(torn.code, Some(1 | 3)), "{torn:?}");
    assert!(!dir.path().join("torn").exists());
}
