//! The files that a confined bot may read because its command needs them.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::command_dir::CommandDir;

/// The words of a command, and the folders that must be readable for it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// Words that name something in the place of the command are absolute, since the bot runs in another directory.
    pub(super) words: Vec<OsString>,
    /// Paths without links.
    pub(super) folders: Vec<PathBuf>,
}

/// The words of a command that runs in this place, and the folders that they name. A person who starts commands there
/// lets them read the whole folder of each file that the command names, except where only a link leads. A submission
/// can't choose: it reads its own folder, whatever its words are. `kahua` is this program, which every sandbox shows.
pub(super) fn named(words: Vec<OsString>, place: &CommandDir, here: &Path, kahua: &OsStr) -> Named {
    let here = place.dir().map_or(here.to_owned(), |dir| here.join(dir));
    let here = fs::canonicalize(&here).unwrap_or(here);
    let found: Vec<_> = words.iter().enumerate().map(|(at, word)| found(at, word, &here)).collect();
    let folders = match place {
        CommandDir::Submission(_) => vec![here],
        CommandDir::Here | CommandDir::In(_) => {
            let named = words.iter().zip(&found).filter(|(word, _)| *word != kahua);
            named.filter_map(|(word, found)| folder(found.as_deref()?, word, &here)).collect()
        }
    };
    Named {
        words: words.into_iter().zip(found).map(|(word, found)| found.map_or(word, PathBuf::into)).collect(),
        folders,
    }
}

/// The full path of what a word of a command names, if it exists in this directory. For the first word, that needs a
/// slash: without one, it is a program on the PATH. No folder of the path is a link, but the file itself may be one, as
/// the Python of a virtual environment is.
fn found(at: usize, word: &OsStr, here: &Path) -> Option<PathBuf> {
    let is_name = at == 0 && !word.as_encoded_bytes().contains(&b'/');
    let path = here.join(word);
    if word.is_empty() || is_name || !path.exists() {
        return None;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => Some(fs::canonicalize(parent).ok()?.join(name)),
        _ => fs::canonicalize(path).ok(),
    }
}

/// The folder to show for a word that was found here: the folder that it names, or the folder of the file that it
/// names.
///
/// Unpacked archives may have links in them. So a relative word that leads out of the directory without a `..` shows
/// nothing: the person who typed it may not know where it leads.
fn folder(found: &Path, word: &OsStr, here: &Path) -> Option<PathBuf> {
    let folder = match found.parent() {
        Some(parent) if found.is_file() && parent != Path::new("/") => parent.to_owned(),
        _ => fs::canonicalize(found).ok()?,
    };
    let stays = Path::new(word).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (!stays || folder.starts_with(here)).then_some(folder)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// The result for these words in the folder `at`. It has a program `bot.py`, and there is a secret next to the
    /// folder.
    fn named_in(at: &Path, place: &CommandDir, words: &[&str]) -> Named {
        named(words.iter().map(Into::into).collect(), place, at, OsStr::new("/kahua"))
    }

    fn scene() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let (root, here) = (dir.path().canonicalize().unwrap(), "here");
        fs::create_dir_all(root.join("secret")).unwrap();
        fs::create_dir_all(root.join(here).join("lib")).unwrap();
        fs::write(root.join("secret/key"), "").unwrap();
        fs::write(root.join(here).join("bot.py"), "").unwrap();
        (dir, root)
    }

    #[test]
    fn files_of_the_current_directory_are_named_in_full() {
        let (_dir, root) = scene();
        let here = root.join("here");
        let word = |at, word: &str| found(at, OsStr::new(word), &here);
        let full = Some(here.join("bot.py"));
        assert_eq!(word(1, "bot.py"), full);
        assert_eq!(word(0, "./bot.py"), full);
        for (at, plain) in [(0, "bot.py"), (0, "python3"), (1, "other.py"), (1, "--level=3"), (1, "")] {
            assert_eq!(word(at, plain), None);
        }
        symlink("bot.py", here.join("python")).unwrap();
        symlink(&here, root.join("link")).unwrap();
        assert_eq!(
            word(0, "../link/python"),
            Some(here.join("python")),
            "programs look at the name by which they are called"
        );
    }

    #[test]
    fn what_is_beside_a_named_file_is_shown_unless_only_a_link_leads_there() {
        let (_dir, root) = scene();
        let here = root.join("here");
        symlink(root.join("secret"), here.join("link")).unwrap();
        let shown = |word: &str| named_in(&here, &CommandDir::Here, &["python3", word]).folders;
        assert_eq!(shown("bot.py"), std::slice::from_ref(&here));
        assert_eq!(shown("lib"), [here.join("lib")]);
        assert!(shown("nothing").is_empty());
        assert!(shown("link/key").is_empty(), "somebody else may have made the link");
        assert_eq!(shown("../secret/key"), [root.join("secret")], "it was named");
        assert_eq!(shown(here.join("link/key").to_str().unwrap()), [root.join("secret")], "it was named");
    }

    #[test]
    fn a_submission_reads_its_own_folder_whatever_it_names() {
        let (_dir, root) = scene();
        let place = CommandDir::Submission("here".into());
        let command = ["./bot.py", "../secret/key", "/etc/passwd", "lib"];
        let named = named_in(&root, &place, &command);
        assert_eq!(named.folders, [root.join("here")]);
        assert_eq!(named.words[0], root.join("here/bot.py").into_os_string());
    }
}
