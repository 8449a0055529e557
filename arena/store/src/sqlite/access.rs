//! What this account may do with a store's files, and error messages for what it may not.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{Access, AtFlags, CWD, accessat};
use rustix::io::Errno;

use super::{lock, private::folder_of};
use crate::error::StoreError;

/// What somebody wants to do with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccessMode {
    Read,
    Write,
}

/// Why this account can't use the store in this file as wanted; `None` if permissions aren't the reason.
pub(super) fn refusal(path: &Path, wanted: AccessMode) -> Option<StoreError> {
    let problem = problem(path, wanted)?;
    Some(StoreError::NoAccess { path: path.into(), problem })
}

fn problem(path: &Path, wanted: AccessMode) -> Option<String> {
    let folder = folder_of(path);
    // From the root, so that the error names the outermost folder that is closed.
    let folders: Vec<&Path> = folder.ancestors().filter(|folder| !folder.as_os_str().is_empty()).collect();
    for folder in folders.iter().rev() {
        if refuses(folder, Access::EXEC_OK) == Some(Errno::ACCESS) {
            return Some(denied("enter", folder));
        }
    }
    if refuses(path, Access::READ_OK) == Some(Errno::ACCESS) {
        return Some(denied("read", path));
    }
    if wanted == AccessMode::Read {
        return None;
    }
    // Missing folders and files are made in the innermost folder that exists.
    let there = folders.into_iter().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    for file in [path, there] {
        match refuses(file, Access::WRITE_OK) {
            Some(Errno::ROFS) => return Some(format!("{} is on a file system that can only be read", file.display())),
            Some(Errno::ACCESS) => return Some(denied("write", file)),
            _ => {}
        }
    }
    let owner = fs::metadata(there).ok()?.uid();
    let is_foreign = owner != own() && own() != 0;
    is_foreign.then(|| denied("change the permissions of", there))
}

fn denied(what: &str, path: &Path) -> String {
    let owner = fs::metadata(path).map_or_else(|_| "another user".to_owned(), |file| format!("user {}", file.uid()));
    let shown = path.display();
    format!(
        "user {} may not {what} {shown}, which belongs to {owner}; run the command as that user, or give it a copy of the \
         data that `kahua backup` has made",
        own()
    )
}

fn own() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn refuses(path: &Path, access: Access) -> Option<Errno> {
    accessat(CWD, path, access, AtFlags::EACCESS).err()
}

/// Checks that the file alone has the whole store, for a folder in which this account can't write. That is so if the
/// last arena closed the store cleanly, so that there is no log, and no arena is using it.
///
/// # Errors
/// If it can't; the error says why.
pub(super) fn expect_closed(path: &Path) -> Result<(), StoreError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let problem = match fs::metadata(&log) {
        Ok(log) if log.len() > 0 => {
            "it wasn't closed cleanly, and its log can't be replayed in a place that is read-only"
        }
        _ if lock::is_held(path)? => "an arena is using it, and its log can't be read where nothing can be written",
        _ => return Ok(()),
    };
    let advice = "run the command as its owner, or copy the whole directory to a place where this account can write";
    Err(StoreError::NoAccess { path: path.into(), problem: format!("{problem}; {advice}") })
}
