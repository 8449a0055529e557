//! The data directory: who may read it, how much space is left, and who is using it.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::finding::Finding;
use kahua_store::{Location, Store};

/// With less space than this, in bytes, a busy arena may fill the disk within a day.
const SPACE_WARN: u64 = 1 << 30;

/// With less space than this, in bytes, an arena may have to stop at any moment.
const SPACE_FAIL: u64 = 64 << 20;

pub(super) fn look(dir: &Path, store: &Location) -> Vec<Finding> {
    if let Err(error) = dir.read_dir() {
        let advice = "give the arena's data directory with --data, or start an arena, which makes it";
        return vec![Finding::fail("directory", format!("{} can't be read ({error})", dir.display()), advice)];
    }
    vec![modes(dir), space(dir), users(store)]
}

/// Other users must not read the seeds of running matches, the hashes of tokens and the arena's secrets.
fn modes(dir: &Path) -> Finding {
    let open: io::Result<Vec<PathBuf>> = fs::read_dir(dir).and_then(|entries| {
        let files = entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
        Ok([dir.to_path_buf()].into_iter().chain(files).filter(|path| is_open_to_others(path)).collect())
    });
    match open {
        Err(error) => Finding::fail("modes", format!("can't be read ({error})"), "check who owns the data directory"),
        Ok(open) if open.is_empty() => Finding::ok("modes", "only the owner can read the data"),
        // Files in a closed directory can't be reached.
        Ok(open) if open[0] != dir => Finding::ok("modes", "only the owner can enter the data directory"),
        Ok(open) => {
            let text = format!("other users can read {} of its files and directories", open.len());
            let advice = format!("chmod -R go= {}", shell_words::quote(&dir.to_string_lossy()));
            Finding::warn("modes", text, advice)
        }
    }
}

fn is_open_to_others(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

fn space(dir: &Path) -> Finding {
    let free = match free_bytes(dir) {
        Ok(free) => free,
        Err(error) => return Finding::warn("disk", format!("the space left is unknown ({error})"), "check the disk"),
    };
    let text = format!("{} MB left", free / 1_000_000);
    let advice = "make room: an arena that can't write begins no new match and keeps no result";
    match free {
        ..SPACE_FAIL => Finding::fail("disk", text, advice),
        SPACE_FAIL..SPACE_WARN => Finding::warn("disk", text, advice),
        _ => Finding::ok("disk", text),
    }
}

/// The space left on the disk of this directory, in bytes.
pub(crate) fn free_bytes(dir: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(dir)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

fn users(store: &Location) -> Finding {
    match Store::is_in_use(store) {
        Ok(true) => Finding::ok("lock", "an arena is using the data"),
        Ok(false) => Finding::ok("lock", "no arena is using the data"),
        Err(error) => Finding::fail("lock", error.to_string(), "check who owns the data directory"),
    }
}
