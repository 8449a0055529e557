//! Archives as they were handed in: a zip is unpacked below the data directory, into a folder named by its path and its contents. So
//! one that hasn't changed is unpacked once, and every file in it counts for the fingerprint as in a folder.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Cursor, Read};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use kahua_core::limits::{GRADED_FILE_BYTES_MAX, GRADED_FILES_MAX};
use ring::digest::{SHA256, digest};
use zip::ZipArchive;

use super::handed_in;
use crate::confine::removal;

/// Below the data directory, what was unpacked. No submission can have this name.
const UNPACKED: &str = ".unpacked";

/// How many digits of the hash of an archive name its folder.
const HASH_DIGITS: usize = 32;

/// Whether this is the name of an archive that can be unpacked.
pub(super) fn is_zip(name: &Path) -> bool {
    name.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip"))
}

/// Unpacks this file, and returns the folder with its contents. `data` is the data directory of the grading.
///
/// # Errors
/// If it isn't a zip, has too much in it or something that isn't a file or a folder below it, or can't be unpacked; in words.
pub(super) fn unpack(zip: &Path, data: &Path) -> Result<PathBuf, String> {
    let name = zip.file_name().unwrap_or_default().to_string_lossy();
    let wrong = |problem: &dyn std::fmt::Display| format!("{name} can't be unpacked: {problem}");
    let bytes = handed_in::read(zip, GRADED_FILE_BYTES_MAX).map_err(|error| wrong(&error))?;
    // With the path, so that those who have handed in the same don't share a folder.
    let known_by = [zip.as_os_str().as_encoded_bytes(), &[0], &bytes].concat();
    let folder = data.join(UNPACKED).join(&hex::encode(digest(&SHA256, &known_by))[..HASH_DIGITS]);
    if folder.is_dir() {
        return Ok(folder);
    }
    // A folder with this name is complete: it gets the name when everything is in it.
    let begun = folder.with_added_extension("begun");
    let made = removal::remove(&begun).and_then(|()| DirBuilder::new().recursive(true).mode(0o700).create(&begun));
    made.map_err(|error| wrong(&error))?;
    if let Err(problem) = extract(bytes, &begun, GRADED_FILE_BYTES_MAX) {
        let _stays_until_the_next_time = removal::remove(&begun);
        return Err(wrong(&problem));
    }
    fs::rename(&begun, &folder).map_err(|error| wrong(&error))?;
    Ok(folder)
}

/// At most `room` bytes may come out.
fn extract(bytes: Vec<u8>, to: &Path, mut room: u64) -> Result<(), Box<dyn std::error::Error>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| "it isn't a whole zip")?;
    if archive.len() > GRADED_FILES_MAX {
        return Err(format!("there are more than {GRADED_FILES_MAX} files and folders in it").into());
    }
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number)?;
        let name = entry.name().map(|name| name.to_string()).unwrap_or_default();
        let Some(inside) = entry.enclosed_name() else {
            return Err(format!("{name:?} leads out of it").into());
        };
        let path = to.join(inside);
        if entry.is_dir() {
            fs::create_dir_all(&path)?;
            continue;
        }
        if !entry.is_file() {
            return Err(format!("{name:?} is a link, where a file is expected").into());
        }
        fs::create_dir_all(path.parent().unwrap_or(to))?;
        // What the archive says of its size may be wrong, so the bytes are counted that come out.
        let written = io::copy(&mut (&mut entry).take(room + 1), &mut File::create_new(&path)?)?;
        room = room
            .checked_sub(written)
            .ok_or_else(|| format!("more than {} MiB would come out of it", GRADED_FILE_BYTES_MAX >> 20))?;
        // Archives that were made on Windows don't say which files are programs.
        let is_program = entry.unix_mode().is_none_or(|mode| mode & 0o111 != 0);
        fs::set_permissions(&path, fs::Permissions::from_mode(if is_program { 0o755 } else { 0o644 }))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// A zip with these files, each with its mode.
    fn zip(dir: &Path, files: &[(&str, &str, u32)]) -> PathBuf {
        let path = dir.join("project.zip");
        let mut zip = ZipWriter::new(File::create(&path).unwrap());
        for (name, text, mode) in files {
            zip.start_file(*name, SimpleFileOptions::default().unix_permissions(*mode)).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
        path
    }

    #[test]
    fn a_zip_is_unpacked_once_and_again_when_it_has_changed() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let one = zip(dir.path(), &[("bot/run", "#!/bin/sh", 0o755), ("bot/notes.txt", "x", 0o644)]);
        let unpacked = unpack(&one, &data).unwrap();
        assert!(unpacked.starts_with(data.join(".unpacked")));
        assert_eq!(fs::read_to_string(unpacked.join("bot/run")).unwrap(), "#!/bin/sh");
        let mode = |file: &str| fs::metadata(unpacked.join(file)).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode("bot/run"), mode("bot/notes.txt")), (0o755, 0o644));
        fs::write(unpacked.join("kept"), "").unwrap();
        assert_eq!(unpack(&one, &data), Ok(unpacked.clone()));
        assert!(unpacked.join("kept").exists(), "it wasn't unpacked again");
        let other = zip(dir.path(), &[("bot/run", "#!/bin/sh\nexit 1", 0o755)]);
        assert_ne!(unpack(&other, &data).unwrap(), unpacked);
    }

    #[test]
    fn what_leads_out_of_an_archive_is_refused_and_nothing_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let refused = |file: &Path| {
            let data = dir.path().join("data");
            let problem = unpack(file, &data).unwrap_err();
            assert_eq!(fs::read_dir(data.join(".unpacked")).unwrap().count(), 0, "{problem}");
            problem
        };
        let out = zip(dir.path(), &[("../../evil", "", 0o644)]);
        assert_eq!(refused(&out), "project.zip can't be unpacked: \"../../evil\" leads out of it");
        assert!(!dir.path().join("evil").exists());
        let mut link = ZipWriter::new(File::create(dir.path().join("project.zip")).unwrap());
        link.add_symlink("secret", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        link.finish().unwrap();
        assert!(refused(&dir.path().join("project.zip")).contains("\"secret\" is a link"));
        fs::write(dir.path().join("project.zip"), "PK").unwrap();
        assert!(refused(&dir.path().join("project.zip")).ends_with("it isn't a whole zip"));
    }

    #[test]
    fn what_bursts_an_archive_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let bytes =
            fs::read(zip(dir.path(), &[("one", &"0".repeat(600), 0o644), ("two", &"0".repeat(600), 0o644)])).unwrap();
        let all =
            |room: u64, to: &str| extract(bytes.clone(), &dir.path().join(to), room).map_err(|error| error.to_string());
        assert_eq!(all(1200, "whole"), Ok(()));
        assert!(all(1199, "burst").is_err_and(|problem| problem.starts_with("more than ")));
    }
}
