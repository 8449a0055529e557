//! Checks that the files of an open store are still those that were opened. If they were deleted or replaced, SQLite
//! would go on writing to files that can't be found any more.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// What SQLite adds to the database's name, for each file of an open store.
const SUFFIXES: [&str; 3] = ["", "-wal", "-shm"];

/// The files of a store, as they were when it was opened; none for a store in memory.
#[derive(Debug, Default)]
pub(super) struct OpenFiles(Vec<OpenFile>);

#[derive(Debug)]
struct OpenFile {
    path: PathBuf,
    identity: Identity,
}

/// Tells a file from another one of the same name. While the old file is open, no new file gets the same identity.
#[derive(Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
}

impl OpenFiles {
    /// The files of the store in this file, which has just been opened.
    ///
    /// # Errors
    /// If one of them isn't there.
    pub(super) fn of(path: &Path) -> Result<OpenFiles, StoreError> {
        let failed = |source| StoreError::Io { path: path.into(), source };
        let database = path.canonicalize().map_err(failed)?;
        let open = SUFFIXES.iter().map(|suffix| {
            let mut path = database.clone().into_os_string();
            path.push(suffix);
            let path = PathBuf::from(path);
            Ok(OpenFile { identity: identity(&path)?, path })
        });
        Ok(OpenFiles(open.collect::<io::Result<_>>().map_err(failed)?))
    }

    /// Checks that every file is still in its place.
    ///
    /// # Errors
    /// If one isn't; says which, and what to do.
    pub(super) fn check(&self) -> Result<(), String> {
        for OpenFile { path, identity: opened } in &self.0 {
            let happened = match identity(path) {
                Ok(found) if found == *opened => continue,
                Ok(_) => "was replaced by another file".to_owned(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => "was removed or moved away".to_owned(),
                Err(error) => format!("can't be found any more ({error})"),
            };
            return Err(format!(
                "{} {happened} while the arena is using it: nothing that ends from now on is kept. Put the very same file \
                 back, or stop the arena and restore a backup",
                path.display()
            ));
        }
        Ok(())
    }
}

fn identity(path: &Path) -> io::Result<Identity> {
    let metadata = fs::metadata(path)?;
    Ok(Identity { device: metadata.dev(), inode: metadata.ino() })
}
