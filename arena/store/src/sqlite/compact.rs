//! Gives the space of deleted rows back to the disk.

use std::path::Path;

use super::{lock, schema};
use crate::Store;
use crate::error::StoreError;

/// How large a store's file was, and is now, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compacted {
    /// Before.
    pub before: u64,
    /// After.
    pub after: u64,
}

impl Store {
    /// Writes the store in this file anew, without the gaps that the journals of finished matches have left. While it
    /// works it needs the same space again. If it is interrupted, the store is as it was.
    ///
    /// # Errors
    /// If an arena has it open, or it can't be written.
    pub fn compact(path: &Path) -> Result<Compacted, StoreError> {
        let size = || path.metadata().map_err(|source| StoreError::Io { path: path.into(), source });
        let _lock = lock::acquire(path)?;
        let before = size()?.len();
        let connection = schema::open_for_writing(path)?;
        connection.execute_batch("VACUUM")?;
        // Closing the last connection copies everything from the write-ahead log into the file.
        connection.close().map_err(|(_, error)| error)?;
        Ok(Compacted { before, after: size()?.len() })
    }
}
