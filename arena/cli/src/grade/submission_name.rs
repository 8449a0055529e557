//! Names as learning platforms and operating systems write them: how a submission is shown, which folder its data has,
//! and what isn't a submission among the folders.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use kahua_core::limits::{GRADED_FILES_MAX, LEFT_OUT_SHOWN_MAX, SUBMISSION_FOLDER_BYTES_MAX, SUBMISSION_NESTING_MAX};
use kahua_core::text::{on_one_line, unseen};
use ring::digest::{SHA256, digest};

use super::submission::{MANIFEST, PROGRAM};
use super::{archive, handed_in};

/// Files that operating systems and archives leave behind. Hidden files and folders count, too.
const CLUTTER: [&str; 7] =
    ["__MACOSX", "desktop.ini", "Thumbs.db", "$RECYCLE.BIN", "System Volume Information", "lost+found", "@eaDir"];

/// The endings of archive files.
const ARCHIVES: [&str; 8] = [".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar"];

/// How many digits of a hash tell similar names apart.
const HASH_DIGITS: usize = 8;

/// The name for people: on one line, with bytes that aren't UTF-8 as `\xfc`, so that two different names stay different.
pub(super) fn shown(name: &OsStr) -> String {
    let mut shown = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        shown.push_str(&on_one_line(chunk.valid()));
        chunk.invalid().iter().for_each(|byte| shown.push_str(&format!("\\x{byte:02x}")));
    }
    shown
}

/// The folder in the data directory for each of these names. It is the name itself, if every file system tells it apart
/// from the others. Otherwise it is the name's beginning with a hash of the whole name.
pub(super) fn data_folders<'a>(names: impl Iterator<Item = &'a OsStr> + Clone) -> Vec<String> {
    let mut alike: BTreeMap<String, usize> = BTreeMap::new();
    let folded = |name: &OsStr| name.to_string_lossy().to_lowercase();
    names.clone().for_each(|name| *alike.entry(folded(name)).or_default() += 1);
    let folder = |name: &OsStr| match name.to_str() {
        Some(plain) if is_plain(plain) && alike[&folded(name)] == 1 => plain.to_owned(),
        _ => shortened(name),
    };
    names.map(folder).collect()
}

/// Whether a name can be a folder's name unchanged: it is short, and no file system changes its characters.
fn is_plain(name: &str) -> bool {
    // Combining marks, which some file systems join with the letter or syllable before.
    let is_joined = |it: char| matches!(it, '\u{300}'..='\u{36f}' | '\u{1100}'..='\u{11ff}' | '\u{3099}' | '\u{309a}');
    !name.starts_with('.')
        && name.len() <= SUBMISSION_FOLDER_BYTES_MAX
        && unseen(name).is_none()
        && !name.contains(is_joined)
}

fn shortened(name: &OsStr) -> String {
    let hash = &hash(name);
    let kept = |it: &char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-');
    let kept: String = name.to_string_lossy().chars().filter(kept).collect();
    let room = SUBMISSION_FOLDER_BYTES_MAX - HASH_DIGITS - 1;
    format!("{}-{hash}", &kept[kept.len().saturating_sub(room)..])
}

/// Tells names apart that look alike.
pub(super) fn hash(name: &OsStr) -> String {
    hex::encode(digest(&SHA256, name.as_encoded_bytes()))[..HASH_DIGITS].to_owned()
}

/// Whether it isn't a submission, but hidden or left by an operating system or an archive.
pub(super) fn is_clutter(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || CLUTTER.iter().any(|clutter| name.eq_ignore_ascii_case(clutter))
}

fn has_program(folder: &Path) -> bool {
    [MANIFEST, PROGRAM].iter().any(|it| folder.join(it).symlink_metadata().is_ok())
}

/// The only zip in the folder, if no program is there. It may lie beside other files, such as a written report.
pub(super) fn only_zip(folder: &Path) -> Option<PathBuf> {
    if has_program(&with_program(folder)) {
        return None;
    }
    let entries = fs::read_dir(folder).ok()?.take(GRADED_FILES_MAX).flatten();
    let is_one = |name: &OsStr| !is_clutter(name) && archive::is_zip(Path::new(name));
    let mut zips = entries.filter(|entry| is_one(&entry.file_name()));
    zips.next().filter(|_| zips.next().is_none()).map(|zip| zip.path())
}

/// The folder with the program. Archives often contain a single folder with everything, which is then inside the
/// submission's own.
pub(super) fn with_program(folder: &Path) -> PathBuf {
    let mut inner = folder.to_owned();
    for _ in 0..SUBMISSION_NESTING_MAX {
        match only_folder(&inner) {
            _ if has_program(&inner) => return inner,
            Some(only) => inner = only,
            None => break,
        }
    }
    folder.to_owned()
}

/// The only entry of a folder apart from clutter, if it is a folder. Links aren't followed.
fn only_folder(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.take(GRADED_FILES_MAX).flatten();
    let mut entries = entries.filter(|entry| !is_clutter(&entry.file_name()));
    let only = entries.next().filter(|_| entries.next().is_none())?;
    only.file_type().is_ok_and(|kind| kind.is_dir()).then(|| only.path())
}

/// Which archives in the folder should have been unpacked, in words; nothing if there are none.
pub(super) fn packed(folder: &Path) -> String {
    let entries = fs::read_dir(folder).into_iter().flatten().take(GRADED_FILES_MAX).flatten();
    let names = entries.map(|entry| entry.file_name()).filter(|name| is_archive(name));
    let mut names: Vec<String> = names.map(|name| shown(&name)).collect();
    names.sort();
    match names.is_empty() {
        true => String::new(),
        false => format!("; {} must be unpacked first", list(&names)),
    }
}

fn is_archive(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    ARCHIVES.iter().any(|end| name.ends_with(end))
}

/// Checks that the first line of a script is one that a system can read, if this file is a script. No link is in the path of the
/// folder.
///
/// # Errors
/// If it was written as on Windows.
pub(super) fn check_script(folder: &Path, program: &str) -> Result<(), String> {
    let path = fs::canonicalize(folder.join(program)).ok().filter(|path| path.starts_with(folder));
    let mut first = Vec::new();
    if let Some(file) = path.and_then(|path| handed_in::open(&path).ok()) {
        let _one_that_cannot_be_read_fails_when_it_is_started = file.take(FIRST_LINE_BYTES).read_to_end(&mut first);
    }
    let line = first.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match line {
        [b'#', b'!', .., b'\r'] => Err(format!(
            "the lines of {program} end as on Windows (CRLF), so the program after #! in its first line isn't found"
        )),
        [0xef, 0xbb, 0xbf, b'#', b'!', ..] => {
            Err(format!("{program} begins with a byte order mark, so #! isn't seen: save it as UTF-8 without one"))
        }
        _ => Ok(()),
    }
}

/// How much of a script's first line Linux looks at.
const FIRST_LINE_BYTES: u64 = 256;

/// What matched a pattern but isn't a submission, in sentences for the report.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    pub(super) files: Vec<String>,
    pub(super) clutter: Vec<String>,
}

impl LeftOut {
    /// A sentence for each kind of thing that was left out of this pattern.
    pub(super) fn sentences(mut self, pattern: &str) -> Vec<String> {
        let mut sentences = Vec::new();
        let pattern = on_one_line(pattern);
        self.files.sort();
        self.clutter.sort();
        if !self.files.is_empty() {
            let files = list(&self.files);
            sentences.push(format!(
                "left out of {pattern}, since only folders are submissions: {files}; unpack archives, and move a single \
                 file into a folder"
            ));
        }
        if !self.clutter.is_empty() {
            let clutter = list(&self.clutter);
            sentences.push(format!("left out of {pattern}, since it is hidden or left by a system: {clutter}"));
        }
        sentences
    }
}

/// Names behind each other, not more than people read.
fn list(names: &[String]) -> String {
    let some = names[..names.len().min(LEFT_OUT_SHOWN_MAX)].join(", ");
    match names.len().saturating_sub(LEFT_OUT_SHOWN_MAX) {
        0 => some,
        more => format!("{some} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    fn folders(names: &[&[u8]]) -> Vec<String> {
        data_folders(names.iter().map(|name| OsStr::from_bytes(name)))
    }

    #[test]
    fn names_of_people_stay_as_they_are_where_they_can() {
        for name in ["ann", "Smith, Ann (12)", "größe", "-rf", "Анна Каренина_77_assignsubmission_file"] {
            assert_eq!(folders(&[name.as_bytes()]), [name]);
        }
    }

    #[test]
    fn every_other_name_has_a_folder_of_its_own_on_every_file_system() {
        let moodle = format!("{}_123456_assignsubmission_file_", "ж".repeat(20));
        let long = "x".repeat(255);
        let names: Vec<&[u8]> = vec![
            moodle.as_bytes(),
            long.as_bytes(),
            b"M\xfcller_1",
            b"M\xe4ller_1",
            "M\u{fc}ller".as_bytes(),
            "Mu\u{308}ller".as_bytes(),
            "mu\u{308}ller".as_bytes(),
            b"Bob",
            b"bob",
            "a\u{202e}b".as_bytes(),
            b"a\nb",
            b"...",
        ];
        let folders = folders(&names);
        let lower: std::collections::BTreeSet<String> = folders.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(lower.len(), names.len(), "{folders:?}");
        assert!(folders.iter().all(|name| is_plain(name)), "{folders:?}");
        assert!(folders[0].starts_with("_123456_assignsubmission_file_-"), "{folders:?}");
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_one_by_one() {
        assert_eq!(shown(OsStr::from_bytes(b"M\xfcller \xff\x1b")), r"M\xfcller \xff\u{1b}");
    }

    #[test]
    fn what_systems_leave_is_clutter() {
        for name in ["__MACOSX", ".DS_Store", "Desktop.ini", "thumbs.db", ".git", "..."] {
            assert!(is_clutter(OsStr::new(name)), "{name}");
        }
        assert!(!is_clutter(OsStr::new("Ann_MACOSX")));
    }

    #[test]
    fn only_the_first_names_are_listed() {
        let names: Vec<String> = (0..LEFT_OUT_SHOWN_MAX + 3).map(|number| number.to_string()).collect();
        assert!(list(&names).ends_with(" and 3 more"));
    }
}
