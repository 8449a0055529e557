//! Writes a copy of a store under another name until it is complete and on the disk.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use anyhow::Context;

use crate::progress;
use kahua_store::StoreFile;

/// How often the progress is shown anew.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// A copy that isn't in its place yet. If it never gets there, it is deleted.
#[derive(Debug)]
pub(crate) struct Copy {
    partial: PathBuf,
    place: PathBuf,
}

impl Copy {
    /// Copies a store. Only the user who runs this may read the copy: it holds the hashes of tokens, and secrets.
    ///
    /// # Errors
    /// If the store can't be read, or the copy can't be written.
    pub(crate) fn make(of: &StoreFile, place: &Path) -> anyhow::Result<Copy> {
        let mut partial = OsString::from(place);
        partial.push(".partial");
        let copy = Copy { partial: partial.into(), place: place.into() };
        copy.write(of).with_context(|| format!("cannot write {}", copy.partial.display()))?;
        Ok(copy)
    }

    fn write(&self, of: &StoreFile) -> anyhow::Result<()> {
        // Left over from a copy that was interrupted.
        match fs::remove_file(&self.partial) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        // SQLite writes into an empty file, too. One that it makes itself could be read by others.
        File::options().write(true).create_new(true).mode(0o600).open(&self.partial)?;
        let bar = progress::bar(of.reader().size_bytes()?, "bytes copied");
        std::thread::scope(|scope| {
            let (done, waiting) = sync_channel::<()>(1);
            let copying = scope.spawn(move || {
                let copied = of.copy_to(&self.partial);
                // The loop below ends now, and not only at its next look. A panic drops it as well.
                drop(done);
                copied
            });
            while waiting.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                bar.set_position(fs::metadata(&self.partial).map_or(0, |file| file.len()));
            }
            copying.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// Opens the copy for reading.
    ///
    /// # Errors
    /// If it can't be read.
    pub(crate) fn open(&self) -> anyhow::Result<StoreFile> {
        StoreFile::open(&self.partial).context("cannot read the copy")
    }

    /// Puts the copy in its place. It is on the disk itself on return.
    ///
    /// # Errors
    /// If it can't be written there.
    pub(crate) fn put_in_place(self) -> anyhow::Result<()> {
        let put = || {
            // Without this, a power cut after the renaming could leave an empty file under the right name.
            File::open(&self.partial)?.sync_all()?;
            fs::rename(&self.partial, &self.place)?;
            // The new name is an entry of the directory, which must be on the disk as well.
            let directory = self.place.parent().filter(|directory| !directory.as_os_str().is_empty());
            File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
        };
        put().with_context(|| format!("cannot write {}", self.place.display()))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // It is gone if the copy was put in its place.
        let _gone = fs::remove_file(&self.partial);
    }
}
