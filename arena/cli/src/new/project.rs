//! Writing the files of a project, and replacing the library inside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use kahua_core::ids::BotName;

use super::forge::Forge;
use super::language::Language;
use crate::exit::Failure;

include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// Stands for the bot's name in the templates and in their paths.
const NAME_MARK: &str = "@NAME@";

/// Stands for the bot's name as package names of most languages allow it: `my-bot` is `my_bot`.
const PACKAGE_MARK: &str = "@PACKAGE@";

/// Stands for the name of the bot's game.
const GAME_MARK: &str = "@GAME@";

/// Stands for the file of the project's CI.
const CI_MARK: &str = "@CI@";

/// The prefix of templates and folders that get a dot instead. With a dot they would act on this repository.
const DOT_MARK: &str = "dot.";

/// The file in the library's folder that says which library is there: its version and its language.
const VERSION_FILE: &str = "VERSION";

/// The file of recorded asks that a project's test is tried on.
const ASKS_FILE: &str = "asks.jsonl";

/// The file with the game on one page.
const CHEAT_SHEET_FILE: &str = "CHEATSHEET.md";

/// The projects of a language.
#[derive(Debug)]
pub(super) struct Template {
    /// The folder of the client library; empty if there is none.
    library: &'static str,
    files: &'static [File],
}

/// A file of a new project.
#[derive(Debug)]
struct File {
    /// The game whose projects have it; `None` if all have it.
    game: Option<&'static str>,
    /// Its place in the project.
    path: &'static str,
    contents: &'static [u8],
}

/// Why a project can't be written or updated.
#[derive(Debug, thiserror::Error)]
pub(super) enum WriteError {
    /// There is something in the way.
    #[error("{} is there already and isn't an empty folder; choose another folder with --dir", .0.display())]
    Taken(PathBuf),
    /// `kahua new` hasn't written a library there.
    #[error(
        "{} has no client library that `kahua new` has written (expected {}); choose the project's folder with --dir",
        folder.display(),
        expected.join(" or ")
    )]
    NoLibrary {
        /// The folder of the project.
        folder: PathBuf,
        /// The files that would say so.
        expected: Vec<String>,
    },
    /// The library's file can't be understood.
    #[error("{}: {text:?} isn't a version and a language, such as \"0.1.0 python\"", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// What is in it.
        text: String,
    },
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
            WriteError::Taken(_) | WriteError::NoLibrary { .. } | WriteError::Version { .. } => Failure::usage(error),
            WriteError::Io { .. } => Failure::Outside(error.into()),
        }
    }
}

/// A bot to write a project for.
pub(super) struct NewBot<'a> {
    pub(super) name: BotName,
    pub(super) game: &'static str,
    pub(super) language: Language,
    /// Whose CI file the project gets.
    pub(super) forge: Forge,
    /// Asks of the game for the project's test.
    pub(super) asks: &'a [u8],
    /// The game on one page.
    pub(super) cheat_sheet: &'a str,
}

/// Writes the project of a new bot into `folder`, a new or an empty one.
pub(super) fn write(bot: &NewBot<'_>, folder: &Path) -> Result<(), WriteError> {
    // A file of this name, or a folder that can't be read, counts as taken, too.
    let taken = fs::read_dir(folder).map_or(folder.exists(), |mut entries| entries.next().is_some());
    if taken {
        return Err(WriteError::Taken(folder.to_owned()));
    }
    let template = bot.language.template();
    for file in template.files.iter().filter(|file| bot.needs(file)) {
        if file.is_in(template.library) {
            write_file(&folder.join(file.path), file.contents)?;
        } else {
            write_file(&folder.join(bot.path(file.path)), &bot.filled_in(file.contents))?;
        }
    }
    write_file(&folder.join(ASKS_FILE), bot.asks)?;
    write_file(&folder.join(CHEAT_SHEET_FILE), bot.cheat_sheet.as_bytes())?;
    write_version(bot.language, &folder.join(template.library))
}

/// What an update has replaced.
pub(super) struct Updated {
    pub(super) language: Language,
    /// The folder of the library.
    pub(super) library: PathBuf,
    /// The version that was there before.
    pub(super) before: String,
    /// How many files the library has now.
    pub(super) files: usize,
}

/// Replaces the library inside the project in `folder` by that of this binary, and touches nothing else.
pub(super) fn update(folder: &Path) -> Result<Updated, WriteError> {
    let (library, before, language) = find_library(folder)?;
    let template = language.template();
    // The new library is whole before the old one goes.
    let fresh = folder.join(format!("{}.new", template.library));
    remove_folder(&fresh)?;
    let files: Vec<&File> = template.files.iter().filter(|file| file.is_in(template.library)).collect();
    for file in &files {
        let place = Path::new(file.path).strip_prefix(template.library).unwrap_or(Path::new(file.path));
        write_file(&fresh.join(place), file.contents)?;
    }
    write_version(language, &fresh)?;
    remove_folder(&library)?;
    fs::rename(&fresh, &library).map_err(|source| WriteError::Io { path: library.clone(), source })?;
    Ok(Updated { language, library, before, files: files.len() + 1 })
}

/// The folder of the library in a project, its version and its language.
fn find_library(folder: &Path) -> Result<(PathBuf, String, Language), WriteError> {
    let mut expected = Vec::new();
    for library in Language::value_variants().iter().map(|language| language.template().library) {
        let place = Path::new(library).join(VERSION_FILE).display().to_string();
        if library.is_empty() || expected.contains(&place) {
            continue;
        }
        let path = folder.join(&place);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let read = text.trim().split_once(' ').and_then(|(version, language)| {
                    Some((version.to_owned(), Language::from_str(language, false).ok()?))
                });
                let (version, language) =
                    read.ok_or_else(|| WriteError::Version { path, text: text.trim().to_owned() })?;
                return Ok((folder.join(library), version, language));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => expected.push(place),
            Err(source) => return Err(WriteError::Io { path, source }),
        }
    }
    Err(WriteError::NoLibrary { folder: folder.to_owned(), expected })
}

/// Removes a folder with everything in it, if it is there. A link to a folder elsewhere isn't followed.
fn remove_folder(folder: &Path) -> Result<(), WriteError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(WriteError::Io { path: folder.to_owned(), source: error })
        }
        _ => Ok(()),
    }
}

/// Says in the library's folder which library it is, for `update`.
fn write_version(language: Language, library: &Path) -> Result<(), WriteError> {
    if language.template().library.is_empty() {
        return Ok(());
    }
    let name = language.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    write_file(&library.join(VERSION_FILE), format!("{} {name}\n", env!("CARGO_PKG_VERSION")).as_bytes())
}

impl File {
    /// Whether it is in this folder, which isn't the project itself.
    fn is_in(&self, folder: &str) -> bool {
        !folder.is_empty() && Path::new(self.path).starts_with(folder)
    }
}

impl NewBot<'_> {
    /// Whether its project has this file: it isn't for another game or for another forge.
    fn needs(&self, file: &File) -> bool {
        let place = self.path(file.path);
        let is_ci_of = |forge: &&Forge| place == Path::new(forge.ci_file());
        let its_forge = Forge::value_variants().iter().find(is_ci_of);
        file.game.is_none_or(|game| game == self.game) && its_forge.is_none_or(|forge| *forge == self.forge)
    }

    /// The place of a template in the project.
    fn path(&self, path: &str) -> PathBuf {
        let parts = path.split('/').map(|part| match part.strip_prefix(DOT_MARK) {
            Some(rest) => format!(".{rest}"),
            None => self.text(part),
        });
        parts.collect()
    }

    /// The contents with the bot's name and its game inserted. Binary contents stay unchanged.
    fn filled_in(&self, contents: &[u8]) -> Vec<u8> {
        str::from_utf8(contents).map_or_else(|_| contents.to_owned(), |text| self.text(text).into_bytes())
    }

    fn text(&self, text: &str) -> String {
        let package = package(self.name.as_str());
        let text = text.replace(NAME_MARK, self.name.as_str()).replace(PACKAGE_MARK, &package);
        text.replace(GAME_MARK, self.game).replace(CI_MARK, self.forge.ci_file())
    }
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

fn write_file(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    let written = || {
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
    };
    written().map_err(|source| WriteError::Io { path: path.to_owned(), source })
}
