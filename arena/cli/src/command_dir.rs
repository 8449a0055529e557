//! Where the commands of bots run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Where a command runs, and what it may read when it is confined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandDir {
    /// In the current directory. A confined command can read what its words name.
    Here,
    /// In this directory. A confined command can read what its words name.
    In(PathBuf),
    /// In this folder. A stranger has filled it and written the command, so only the folder can be read.
    Submission(PathBuf),
}

impl CommandDir {
    /// The directory, unless it is the current one.
    pub(crate) fn dir(&self) -> Option<&Path> {
        match self {
            CommandDir::Here => None,
            CommandDir::In(dir) | CommandDir::Submission(dir) => Some(dir),
        }
    }
}

/// The path of the running program.
///
/// # Errors
/// If the system doesn't know it.
pub(crate) fn this_program() -> anyhow::Result<OsString> {
    Ok(std::env::current_exe().context("cannot find the path of this program")?.into())
}
