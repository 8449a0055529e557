//! A contestant: its origin, its place, and its fingerprint.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use kahua_core::limits::{GRADED_FILE_BYTES_MAX, GRADED_FILES_MAX};
use ring::digest::{Context as Hash, SHA256};

use super::handed_in;
use crate::bot_arg::Origin;
use crate::command_dir::CommandDir;

/// A submission or a reference, ready to be started.
#[derive(Clone, Debug)]
pub(super) struct Contestant {
    pub(super) origin: Origin,
    /// Where its command runs. Everything in the folder of a submission belongs to it.
    pub(super) place: CommandDir,
}

impl Contestant {
    /// A command that runs in this directory, or a house bot.
    ///
    /// # Errors
    /// If it is neither or both, or can't be used.
    pub(super) fn of(command: Option<&str>, house: Option<&str>, dir: &Path) -> anyhow::Result<Contestant> {
        let origin = match (command, house) {
            (Some(command), None) => Origin::of_command(command)?,
            (None, Some(house)) => Origin::of_house(house)?,
            (Some(_), Some(_)) => bail!("it has both a command and a house bot: give one of them"),
            (None, None) => bail!("it needs a command, or house with the name of a house bot"),
        };
        Ok(Contestant { origin, place: CommandDir::In(dir.to_owned()) })
    }

    /// The fingerprint that shows any change: the command with the contents of the files that it names, or of its whole
    /// folder. Hidden files don't count, and neither do the files that Python adds to its sources.
    ///
    /// # Errors
    /// If a file can't be read, or there are too many.
    pub(super) fn fingerprint(&self) -> anyhow::Result<String> {
        let mut hash = Hash::new(&SHA256);
        hash.update(self.origin.to_string().as_bytes());
        let mut files = Vec::new();
        let dir = self.place.dir().unwrap_or(Path::new(""));
        match (&self.place, &self.origin) {
            (CommandDir::Submission(folder), _) => collect(folder, &mut files, &mut 0)?,
            (_, Origin::Command(words)) => {
                files.extend(words.iter().map(|word| dir.join(word)).filter(|path| path.is_file()));
            }
            _ => {}
        }
        files.sort();
        for file in files {
            let shown = file.strip_prefix(dir).unwrap_or(&file);
            hash.update(format!("\0{}\0", shown.display()).as_bytes());
            // The organizer's own files may be links.
            let read = match self.place {
                CommandDir::Submission(_) => handed_in::read(&file, GRADED_FILE_BYTES_MAX),
                _ => fs::canonicalize(&file).and_then(|file| handed_in::read(&file, GRADED_FILE_BYTES_MAX)),
            };
            hash.update(&read.with_context(|| format!("cannot read {}", file.display()))?);
        }
        Ok(hex::encode(hash.finish()))
    }
}

/// The files of a folder and of all below it. Links aren't followed: they could lead anywhere, and in circles.
fn collect(folder: &Path, files: &mut Vec<PathBuf>, seen: &mut usize) -> anyhow::Result<()> {
    let failed = || format!("cannot read the folder {}", folder.display());
    let entries: io::Result<Vec<_>> = fs::read_dir(folder).with_context(failed)?.collect();
    for entry in entries.with_context(failed)? {
        *seen += 1;
        ensure!(*seen <= GRADED_FILES_MAX, "there are more than {GRADED_FILES_MAX} files and folders in it");
        let (name, kind) = (entry.file_name(), entry.file_type().with_context(failed)?);
        if name.as_encoded_bytes().starts_with(b".") || name == "__pycache__" {
            continue;
        }
        if kind.is_dir() {
            collect(&entry.path(), files, seen)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contestant_is_known_by_its_command_and_its_files() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
        write("bot.py", "one");
        write("other.py", "one");
        let print = |contestant: &Contestant| contestant.fingerprint().unwrap();
        let command = Contestant::of(Some("python3 bot.py"), None, dir.path()).unwrap();
        let folder = Contestant { place: CommandDir::Submission(dir.path().into()), ..command.clone() };
        let before = (print(&command), print(&folder));
        let moved = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(dir.path().join("bot.py"), moved.path().join("bot.py")).unwrap();
        let elsewhere = Contestant::of(Some("python3 bot.py"), None, moved.path()).unwrap();
        assert_eq!(print(&elsewhere), before.0, "it doesn't matter where a course lies");
        write("other.py", "two");
        fs::create_dir(dir.path().join("__pycache__")).unwrap();
        let cached = print(&folder);
        write("__pycache__/bot.pyc", "");
        write(".log", "");
        assert_eq!(print(&command), before.0, "it doesn't name that file");
        assert!(print(&folder) != before.1);
        assert_eq!(print(&folder), cached);
        write("bot.py", "two");
        assert!(print(&command) != before.0);
        let house = Contestant::of(None, Some("greedy"), dir.path()).unwrap();
        assert!(print(&house) != print(&Contestant::of(None, Some("random"), dir.path()).unwrap()));
    }
}
