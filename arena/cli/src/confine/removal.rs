//! Removes what bots have left in their folders, even endlessly nested or unreadable folders.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

/// How often a folder is read again if it isn't empty after everything in it was removed. Some file systems skip
/// entries of a folder that changes while it is read.
const PASSES_MAX: u32 = 8;

/// Removes this folder with everything in it, if it exists. No process may be using it. Links aren't followed.
///
/// # Errors
/// If something can't be removed. The rest is then in a folder next to it, whose name ends with `.removed`.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    let Ok(found) = fs::symlink_metadata(folder) else { return Ok(()) };
    if !found.is_dir() {
        return fs::remove_file(folder);
    }
    let removed = folder.with_added_extension("removed");
    match DirBuilder::new().mode(0o700).create(&removed) {
        // An earlier removal was interrupted.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        created => created?,
    }
    let mut moved = Moved { into: &removed, waiting: Vec::new(), next: 0 };
    for entry in fs::read_dir(&removed)? {
        moved.waiting.extend(entry?.file_name().to_str().and_then(|name| name.parse::<u64>().ok()));
    }
    moved.next = moved.waiting.iter().max().map_or(0, |last| last + 1);
    moved.take(folder)?;
    // Each folder is emptied at a place where its own folders have short paths, so the depth of the tree doesn't
    // matter.
    while let Some(number) = moved.waiting.pop() {
        moved.empty(number)?;
    }
    fs::remove_dir(&removed)
}

/// Folders that were moved to one place, to be removed one after the other.
struct Moved<'a> {
    into: &'a Path,
    waiting: Vec<u64>,
    next: u64,
}

impl Moved<'_> {
    fn take(&mut self, folder: &Path) -> io::Result<()> {
        // A folder that can't be written to can't be moved either.
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
        fs::rename(folder, self.into.join(self.next.to_string()))?;
        self.waiting.push(self.next);
        self.next += 1;
        Ok(())
    }

    fn empty(&mut self, number: u64) -> io::Result<()> {
        let folder = self.into.join(number.to_string());
        for pass in 1.. {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                match entry.file_type()?.is_dir() {
                    true => self.take(&entry.path())?,
                    false => fs::remove_file(entry.path())?,
                }
            }
            match fs::remove_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty && pass < PASSES_MAX => {}
                removed => return removed,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn everything_goes_that_a_bot_can_leave_and_nothing_that_it_links_to() {
        let dir = tempfile::tempdir().unwrap();
        let (kept, bots) = (dir.path().join("kept"), dir.path().join("bots"));
        fs::write(&kept, "").unwrap();
        fs::create_dir_all(bots.join("a/locked/in")).unwrap();
        symlink(&kept, bots.join("a/link")).unwrap();
        symlink(dir.path(), bots.join("a/folder")).unwrap();
        let _socket = UnixListener::bind(bots.join("a/socket")).unwrap();
        fs::set_permissions(bots.join("a/locked"), Permissions::from_mode(0o000)).unwrap();
        // Deeper than a path can be long, and than the number of files that a process can have open.
        let bottom = |name: &str| bots.join(name).join("deep/".repeat(600));
        fs::create_dir_all(bottom("one")).unwrap();
        fs::create_dir_all(bottom("two")).unwrap();
        fs::rename(bots.join("two"), bottom("one").join("two")).unwrap();
        // Left by a removal that was interrupted.
        fs::create_dir_all(dir.path().join("bots.removed/0/more")).unwrap();
        remove(&bots).unwrap();
        let left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["kept"]);
        remove(&bots).unwrap();
    }
}
