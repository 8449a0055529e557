//! What can be done with a store because it is a file.

use std::path::Path;

use super::{SharedConnection, lock, schema, shared};
use crate::error::StoreError;
use crate::reader::Reader;

/// The most faults of a file that are looked for.
const FAULTS_MAX: u32 = 100;

/// The file of a store, open for reading, also while an arena is writing it.
#[derive(Debug)]
pub struct StoreFile(SharedConnection);

/// How large a store's file was, and is now, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compacted {
    /// Before.
    pub before: u64,
    /// After.
    pub after: u64,
}

impl StoreFile {
    /// Opens the store in this file for reading.
    ///
    /// # Errors
    /// As [`Reader::open`].
    pub fn open(path: &Path) -> Result<StoreFile, StoreError> {
        let file = StoreFile(shared(schema::open_for_reading(path)?));
        file.reader().finished(path.into())?;
        Ok(file)
    }

    /// Reads what the store has.
    #[must_use]
    pub fn reader(&self) -> Reader {
        Reader::of(self.0.clone())
    }

    /// Writes a copy of the store as it is at this moment into this file, which must be empty or missing. The copy is a
    /// store of its own, without the gaps that deleted rows have left. To be durable, the caller must sync the file.
    ///
    /// # Errors
    /// If the store can't be read, or the new file can't be written or holds something already.
    pub fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        let path = path.to_str().ok_or_else(|| {
            let source = std::io::Error::other("SQLite needs a path in UTF-8");
            StoreError::Io { path: path.into(), source }
        })?;
        // SQLite reads everything in one transaction, so the copy is of one moment, and the writer doesn't wait for it.
        self.0.lock().execute("VACUUM INTO ?1", [path])?;
        Ok(())
    }

    /// What is wrong with the structure of the file: its pages, tables and indexes. Says nothing of what the rows hold.
    ///
    /// # Errors
    /// If the disk can't be read at all.
    pub fn faults(&self) -> Result<Vec<String>, StoreError> {
        let connection = self.0.lock();
        let integrity = || -> rusqlite::Result<Vec<String>> {
            let mut rows = connection.prepare(&format!("PRAGMA integrity_check({FAULTS_MAX})"))?;
            rows.query_map((), |row| row.get(0))?.collect()
        };
        let lines = integrity()?;
        Ok(lines.into_iter().filter(|line| line != "ok").collect())
    }

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
