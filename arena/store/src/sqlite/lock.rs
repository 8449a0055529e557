//! Keeps a second arena away from a store that is open for writing.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use super::private::folder_of;
use crate::error::StoreError;

/// Takes the lock on the store in this file. It is held until the returned file is dropped or the process ends, in any
/// way.
///
/// The lock is on the store's directory, so a directory holds one store. The database file isn't suitable, because
/// SQLite takes and frees locks on it. A separate lock file could be removed while the store is in use; the directory
/// can't.
///
/// # Errors
/// If somebody else holds it.
pub(super) fn acquire(path: &Path) -> Result<File, StoreError> {
    let failed = |source| StoreError::Io { path: path.into(), source };
    let directory = open_directory(path).map_err(failed)?;
    match directory.try_lock() {
        Ok(()) => Ok(directory),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { store: path.into() }),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

/// Whether somebody holds the lock. This call takes it for a moment, so an arena that starts just then may find it
/// taken.
///
/// # Errors
/// If the directory can't be read.
pub(super) fn is_held(path: &Path) -> Result<bool, StoreError> {
    let failed = |source| StoreError::Io { path: path.into(), source };
    match open_directory(path).map_err(failed)?.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

fn open_directory(path: &Path) -> io::Result<File> {
    // A symbolic link to the store must lead to the same lock as the store itself.
    let file = path.canonicalize().unwrap_or_else(|_| path.into());
    File::open(folder_of(&file))
}
