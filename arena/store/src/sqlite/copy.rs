//! Copies a store and checks its file, also while an arena is writing it.

use std::path::Path;

use crate::error::StoreError;
use crate::reader::Reader;

/// The most faults of a file that are looked for.
const FAULTS_MAX: u32 = 100;

impl Reader {
    /// Writes a copy of the store as it is at this moment into this file, which must be empty or missing. The copy is a
    /// store of its own, without the gaps that deleted rows have left. To be durable, the caller must sync the file.
    ///
    /// # Errors
    /// If the store is no file, if it can't be read, or the new file can't be written or holds something already.
    pub fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        let path = path.to_str().ok_or_else(|| {
            let source = std::io::Error::other("SQLite needs a path in UTF-8");
            StoreError::Io { path: path.into(), source }
        })?;
        // SQLite reads everything in one transaction, so the copy is of one moment, and the writer doesn't wait for it.
        self.file()?.execute("VACUUM INTO ?1", [path])?;
        Ok(())
    }

    /// What is wrong with the structure of the file: its pages, tables and indexes. Says nothing of what the rows hold.
    ///
    /// # Errors
    /// If the store is no file, or the disk can't be read at all.
    pub fn file_faults(&self) -> Result<Vec<String>, StoreError> {
        let connection = self.file()?;
        let integrity = || -> rusqlite::Result<Vec<String>> {
            let mut rows = connection.prepare(&format!("PRAGMA integrity_check({FAULTS_MAX})"))?;
            rows.query_map((), |row| row.get(0))?.collect()
        };
        let lines = integrity()?;
        Ok(lines.into_iter().filter(|line| line != "ok").collect())
    }
}
