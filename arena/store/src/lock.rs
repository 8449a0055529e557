//! Keeps a second arena away from a store that is open for writing.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::error::StoreError;

/// The lock on the store in this file, held until the returned file is dropped or the process ends in whatever way.
///
/// It stands on a file of its own, `NAME.lock`, because SQLite takes and frees locks on the database file as it likes. The
/// lock file stays when the lock goes: removing it would race with the next arena.
///
/// # Errors
/// If somebody else holds it.
pub(super) fn acquire(path: &Path) -> Result<File, StoreError> {
    let failed = |source| StoreError::Io { path: path.into(), source };
    let file = File::options().create(true).append(true).mode(0o600).open(lock_path(path)).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.into() }),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".lock");
    PathBuf::from(name)
}
