//! The folders of a confined bot. Kahua makes them, and the bot can't touch their names: it sees the contents of each,
//! and never the folder that contains them. So the bot can't rename, replace or link any of them.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use kahua_core::ids::BotName;
use rustix::process::geteuid;

/// The folders of a confined bot.
#[derive(Debug)]
pub(crate) struct BotFolders {
    /// Its working directory and `HOME`, which it may write to.
    pub(crate) home: PathBuf,
    /// The folder for temporary files and shared memory, which it may write to.
    pub(crate) tmp: PathBuf,
    /// The keeper's folder, with the socket to the arena. In a sandbox the bot may use the socket, but not write here.
    pub(crate) run: PathBuf,
}

impl BotFolders {
    /// Makes the missing folders in `folder`, which must exist, and checks the others. Call it each time the bot is
    /// started: without a sandbox, a bot may have replaced them in an earlier run.
    ///
    /// # Errors
    /// If one can't be made, is a link or a file, or belongs to another user.
    pub(crate) fn open(folder: &Path) -> anyhow::Result<BotFolders> {
        is_ours(folder)?;
        let folders = BotFolders { home: folder.join("home"), tmp: folder.join("tmp"), run: folder.join("run") };
        [&folders.home, &folders.tmp, &folders.run].into_iter().try_for_each(|folder| make(folder))?;
        Ok(folders)
    }
}

/// Makes the folder of this bot below `bots`.
///
/// # Errors
/// As [`BotFolders::open`].
pub(super) fn make_folder(bots: &Path, name: BotName) -> anyhow::Result<PathBuf> {
    make(bots)?;
    // A bot may be called "..", and this must not lead out of the folder.
    let is_dots = name.as_str().bytes().all(|byte| byte == b'.');
    let folder = bots.join(if is_dots { format!("~{name}") } else { name.to_string() });
    make(&folder)?;
    Ok(folder)
}

/// Makes a folder for this user only, unless it exists.
fn make(folder: &Path) -> anyhow::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(error).with_context(|| format!("cannot create {}", folder.display()))
        }
        _ => is_ours(folder),
    }
}

/// Checks that a folder is a folder, not a link, and belongs to this user.
fn is_ours(folder: &Path) -> anyhow::Result<()> {
    let found = fs::symlink_metadata(folder).with_context(|| format!("cannot use {}", folder.display()))?;
    let shown = folder.display();
    ensure!(found.is_dir(), "{shown} is a file or a link, where kahua needs a folder that it has made: remove it");
    ensure!(found.uid() == geteuid().as_raw(), "{shown} belongs to another user: remove it");
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_and_files_in_the_place_of_a_folder_are_refused() {
        for planted in ["home", "tmp", "run"] {
            let dir = tempfile::tempdir().unwrap();
            symlink("/etc", dir.path().join(planted)).unwrap();
            let error = BotFolders::open(dir.path()).unwrap_err().to_string();
            assert!(error.contains(&format!("/{planted} is a file or a link")), "{error}");
            fs::remove_file(dir.path().join(planted)).unwrap();
            fs::write(dir.path().join(planted), "").unwrap();
            assert!(BotFolders::open(dir.path()).is_err());
            fs::remove_file(dir.path().join(planted)).unwrap();
            assert!(BotFolders::open(dir.path()).unwrap().home.is_dir());
        }
    }

    #[test]
    fn no_name_leads_out_of_the_bots_folders() {
        let dir = tempfile::tempdir().unwrap();
        let bots = dir.path().join("bots");
        let made = [".", "..", "...", "a", ".a"].map(|name| make_folder(&bots, name.parse().unwrap()).unwrap());
        let expected = ["~.", "~..", "~...", "a", ".a"].map(|name| bots.join(name));
        assert_eq!(made, expected);
        assert_eq!(fs::read_dir(&bots).unwrap().count(), 5);
    }
}
