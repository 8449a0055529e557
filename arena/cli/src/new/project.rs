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

/// Stands for the bot's name as package names of most languages allow it: `my-bot` is `my_bot`.
const PACKAGE_MARK: &str = "@PACKAGE@";

/// Stands for the name of the bot's game.
const GAME_MARK: &str = "@GAME@";

/// The prefix of templates that become dot files. With a dot they would act on this repository.
const DOT_MARK: &str = "dot.";

/// A file of a new project.
#[derive(Debug)]
pub(super) struct File {
    /// The game whose projects have it; `None` if all have it.
    game: Option<&'static str>,
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

/// Writes the project of a new bot for this game into `folder`, a new or an empty one.
pub(super) fn write(language: Language, name: BotName, game: &str, folder: &Path) -> Result<(), WriteError> {
    let taken = fs::read_dir(folder).map_or(folder.exists(), |mut entries| entries.next().is_some());
    if taken {
        return Err(WriteError::Taken(folder.to_owned()));
    }
    for file in language.files().iter().filter(|file| file.game.is_none_or(|of| of == game)) {
        let path = folder.join(file.path);
        let path = match path.file_name().and_then(|last| last.to_str()?.strip_prefix(DOT_MARK)) {
            Some(rest) => path.with_file_name(format!(".{rest}")),
            None => path,
        };
        write_file(&path, &filled_in(file.contents, name, game)).map_err(|source| WriteError::Io { path, source })?;
    }
    Ok(())
}

/// The contents with the bot's name and its game inserted. Binary contents stay unchanged.
fn filled_in(contents: &[u8], name: BotName, game: &str) -> Vec<u8> {
    let Ok(text) = str::from_utf8(contents) else { return contents.to_owned() };
    let package = package(name.as_str());
    text.replace(NAME_MARK, name.as_str()).replace(PACKAGE_MARK, &package).replace(GAME_MARK, game).into_bytes()
}

/// The name as a package: letters, digits and underscores, the first no digit.
fn package(name: &str) -> String {
    let mut package: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    if package.starts_with(|first: char| first.is_ascii_digit()) {
        package.insert(0, '_');
    }
    package
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
