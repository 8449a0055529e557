//! Who may read the files of a store.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::Store;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn open_to_all(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The modes of everything in this directory, by name.
fn modes(directory: &Path) -> BTreeMap<String, u32> {
    let entries = fs::read_dir(directory).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), mode(&entry.path()))).collect()
}

#[test]
fn nobody_but_its_owner_reads_a_new_store() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("leagues/spring");
    let _store = Store::open(&data.join("arena.db")).unwrap();
    assert_eq!(mode(&data), 0o700);
    let modes = modes(&data);
    assert!(modes.contains_key("arena.db") && modes.contains_key("arena.db-wal"), "{modes:?}");
    assert!(modes.values().all(|mode| *mode == 0o600), "{modes:?}");
}

#[test]
fn a_store_that_others_could_read_is_closed_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    drop(Store::open(&data.join("arena.db")).unwrap());
    let logs = data.join("logs");
    fs::create_dir(&logs).unwrap();
    fs::write(logs.join("a.log"), "seen").unwrap();
    // As a process that was killed leaves it.
    fs::write(data.join("arena.db-shm"), "").unwrap();
    for entry in modes(&data).keys().filter(|name| *name != "logs") {
        open_to_all(&data.join(entry), 0o644);
    }
    open_to_all(&logs.join("a.log"), 0o644);
    open_to_all(&logs, 0o755);
    open_to_all(&data, 0o755);

    let _store = Store::open(&data.join("arena.db")).unwrap();
    assert_eq!((mode(&data), mode(&logs), mode(&logs.join("a.log"))), (0o700, 0o700, 0o600));
    let modes = modes(&data);
    assert!(modes.iter().all(|(name, mode)| name == "logs" || *mode == 0o600), "{modes:?}");
}

#[test]
fn a_directory_with_other_files_keeps_its_mode_and_the_store_in_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let shared = folder.path().join("shared");
    fs::create_dir(&shared).unwrap();
    fs::write(shared.join("letter.txt"), "Dear all").unwrap();
    open_to_all(&shared, 0o755);
    open_to_all(&shared.join("letter.txt"), 0o644);
    let _store = Store::open(&shared.join("arena.db")).unwrap();
    assert_eq!(
        (mode(&shared), mode(&shared.join("letter.txt")), mode(&shared.join("arena.db"))),
        (0o755, 0o644, 0o600)
    );
}
