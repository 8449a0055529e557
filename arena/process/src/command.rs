//! The command that starts a bot.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The program that starts a bot, and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotCommand {
    /// The program and its arguments, as its author would type them.
    words: Vec<OsString>,
    /// The program that runs [`keep`](super::keep) for this command, with its own arguments; empty if there is none.
    keeper: Vec<OsString>,
    /// The directory in which it runs; `None` for that of this process.
    dir: Option<PathBuf>,
}

impl BotCommand {
    /// A program that ends when its standard input does, and whose children stay in its process group. Children that
    /// leave the group outlive it. If it doesn't watch its standard input, it outlives an arena that is killed.
    #[must_use]
    pub fn alone(words: Vec<OsString>) -> BotCommand {
        BotCommand { words, keeper: Vec::new(), dir: None }
    }

    /// A program that leaves nothing behind when it isn't needed any more, whatever it does. `keeper` is the beginning
    /// of a command line that runs [`keep`](super::keep) for the words that follow.
    #[must_use]
    pub fn kept(keeper: Vec<OsString>, words: Vec<OsString>) -> BotCommand {
        BotCommand { words, keeper, dir: None }
    }

    /// The same command, run in this directory.
    #[must_use]
    pub fn in_dir(self, dir: Option<PathBuf>) -> BotCommand {
        BotCommand { dir, ..self }
    }

    /// The directory in which it runs, unless that is the directory of this process.
    pub(super) fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// Whether a keeper starts the program.
    pub(super) fn is_kept(&self) -> bool {
        !self.keeper.is_empty()
    }

    /// The program, as its author would name it; `None` if the command is empty.
    pub(super) fn program(&self) -> Option<&OsString> {
        self.words.first()
    }

    /// All words for the system: the keeper, then the command.
    pub(super) fn all_words(&self) -> impl Iterator<Item = &OsString> {
        self.keeper.iter().chain(&self.words)
    }

    /// The command as it could be typed into a shell.
    pub(super) fn in_words(&self) -> String {
        shell_words::join(self.words.iter().map(|word| word.to_string_lossy()))
    }
}
