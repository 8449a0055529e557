//! Writing the files of a new project.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kahua_core::ids::BotName;

use super::language::Language;
use crate::exit::Failure;

include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// Stands for the bot's name in the templates.
const NAME_MARK: &str = "@NAME@";

/// The prefix of templates that become dot files. With a dot they would act on this repository.
const DOT_MARK: &str = "dot.";

/// A file of a new project.
#[derive(Debug)]
pub(super) struct File {
    /// Its place in the project.
    path: &'static str,
    contents: &'static [u8],
}

/// Why the project can't be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum WriteError {
    /// There is something in the way.
    #[error("{} is there already and isn't an empty folder; choose another folder with --dir", .0.display())]
    Taken(PathBuf),
    /// The system refuses.
    #[error("can't write {}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system reports.
        source: io::Error,
    },
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Failure {
        match error {
            WriteError::Taken(_) => Failure::usage(error),
            WriteError::Io { .. } => Failure::Outside(error.into()),
        }
    }
}

/// Writes the project of a new bot into `folder`, a new or an empty one.
pub(super) fn write(language: Language, name: BotName, folder: &Path) -> Result<(), WriteError> {
    let taken = fs::read_dir(folder).map_or(folder.exists(), |mut entries| entries.next().is_some());
    if taken {
        return Err(WriteError::Taken(folder.to_owned()));
    }
    for file in language.files() {
        let path = folder.join(file.path);
        let path = match path.file_name().and_then(|last| last.to_str()?.strip_prefix(DOT_MARK)) {
            Some(rest) => path.with_file_name(format!(".{rest}")),
            None => path,
        };
        write_file(&path, &with_name(file.contents, name)).map_err(|source| WriteError::Io { path, source })?;
    }
    Ok(())
}

/// The contents with the bot's name inserted. Binary contents stay unchanged.
fn with_name(contents: &[u8], name: BotName) -> Vec<u8> {
    match str::from_utf8(contents) {
        Ok(text) => text.replace(NAME_MARK, name.as_str()).into_bytes(),
        Err(_) => contents.to_owned(),
    }
}

fn write_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, contents)?;
    // Scripts begin with the program that runs them.
    #[cfg(unix)]
    if contents.starts_with(b"#!") {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
