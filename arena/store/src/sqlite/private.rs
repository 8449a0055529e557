//! Makes a store private to its owner: it holds the seeds of running matches, hashes of tokens, and the key behind the
//! resume tokens.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use tracing::warn;

/// The mode of a file: only its owner may read and write it.
const FILE: u32 = 0o600;

/// The mode of a directory: only its owner may use it.
pub(super) const DIRECTORY: u32 = 0o700;

/// The directory next to the store that holds the logs of bots.
const LOGS: &str = "logs";

/// Makes the store's directory and file if they are missing. Makes them private to their owner, and also the files
/// whose names begin with the store's and the logs. SQLite gives its own files the mode of the database.
///
/// Doesn't change the mode of a directory that holds other things too, such as a home directory: its owner may have
/// chosen it.
///
/// # Errors
/// If one of them can't be made or changed.
pub(super) fn prepare(store: &Path) -> io::Result<()> {
    let directory = folder_of(store);
    DirBuilder::new().recursive(true).mode(DIRECTORY).create(directory)?;
    OpenOptions::new().create(true).append(true).mode(FILE).open(store)?;
    let name = store.file_name().unwrap_or_default().to_string_lossy();
    let mut is_ours_alone = true;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_file() && entry.file_name().to_string_lossy().starts_with(&*name) {
            close(&path, FILE)?;
        } else if kind.is_dir() && entry.file_name() == LOGS {
            close_logs(&path)?;
        } else {
            is_ours_alone = false;
        }
    }
    if is_ours_alone {
        return close(directory, DIRECTORY);
    }
    if is_open(directory)? {
        warn!(directory = %directory.display(), "the data directory holds other files too, so it stays open to other users");
    }
    Ok(())
}

/// The directory that this file lies in.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn close_logs(logs: &Path) -> io::Result<()> {
    for entry in fs::read_dir(logs)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            close(&entry.path(), FILE)?;
        }
    }
    close(logs, DIRECTORY)
}

/// Makes the file private to its owner.
fn close(path: &Path, mode: u32) -> io::Result<()> {
    if is_open(path)? {
        fs::set_permissions(path, Permissions::from_mode(mode))?;
        warn!(path = %path.display(), "other users could read this until now");
    }
    Ok(())
}

/// Whether anyone but the owner may use the file.
fn is_open(path: &Path) -> io::Result<bool> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o077 != 0)
}
