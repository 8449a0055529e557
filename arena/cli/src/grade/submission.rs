//! The submissions of an assignment: the ones that the file names, and the folders that match its pattern.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path};

use kahua_core::limits::{MANIFEST_BYTES_MAX, SUBMISSION_NAME_BYTES_MAX, SUBMISSIONS_MAX};
use kahua_core::text::unseen;
use serde::Deserialize;

use super::archive;
use super::assignment::SubmissionEntry;
use super::contestant::Contestant;
use super::handed_in;
use super::submission_name::{self as names, LeftOut};
use crate::bot_arg::Origin;
use crate::command_dir::CommandDir;

/// In the folder of a submission, the file that names its command.
pub(super) const MANIFEST: &str = "kahua.toml";

/// In the folder of a submission without that file, the program that is started.
pub(super) const PROGRAM: &str = "run";

/// A student's submission.
#[derive(Debug)]
pub(super) struct Submission {
    /// Whose it is.
    pub(super) name: String,
    /// The name of its folder in the data directory.
    pub(super) data: String,
    /// What is started, or why nothing can be. A problem here must not keep other submissions from being graded.
    pub(super) contestant: Result<Contestant, String>,
}

/// The contents of a submission's own file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    command: String,
}

/// All submissions, by name, and sentences about what isn't one. Archives are unpacked below `data`.
///
/// # Errors
/// If there is none, or a name that the file gives or the pattern can't be used.
pub(super) fn list(
    pattern: Option<&str>,
    single: Vec<SubmissionEntry>,
    folder: &Path,
    data: &Path,
) -> Result<(Vec<Submission>, Vec<String>), String> {
    let mut found = Vec::new();
    for SubmissionEntry { name, command, house, folder: own } in single {
        check_name(&name)?;
        let contestant = match own {
            Some(own) if command.is_none() && house.is_none() => in_folder(&folder.join(own)),
            Some(_) => {
                return Err(format!("submission {name} has a folder and a command or house bot: give one of them"));
            }
            None => {
                let contestant = Contestant::of(command.as_deref(), house.as_deref(), folder);
                Ok(contestant.map_err(|problem| format!("submission {name}: {problem:#}"))?)
            }
        };
        found.push((OsString::from(name), contestant));
    }
    let mut left_out = Vec::new();
    if let Some(pattern) = pattern {
        left_out = folders(pattern, folder, data, &mut found)?.sentences(pattern);
    }
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    if let Some(twice) = found.windows(2).find(|two| two[0].0 == two[1].0) {
        return Err(format!("two submissions are called {}", names::shown(&twice[0].0)));
    }
    match found.len() {
        0 => Err(std::iter::once(
            "there is no submission: give submissions = \"FOLDER/*\", or a [[submission]] for each",
        )
        .chain(left_out.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join("; ")),
        1..=SUBMISSIONS_MAX => Ok((named(found), left_out)),
        many => Err(format!("there are {many} submissions, but at most {SUBMISSIONS_MAX} are graded in one go")),
    }
}

type Contest = Result<Contestant, String>;

/// The submissions with these names, which are all different.
fn named(found: Vec<(OsString, Contest)>) -> Vec<Submission> {
    let data = names::data_folders(found.iter().map(|(name, _)| name.as_os_str()));
    let mut shown: Vec<String> = found.iter().map(|(name, _)| names::shown(name)).collect();
    let is_alike = |at: usize| shown.iter().filter(|other| **other == shown[at]).count() > 1;
    let alike: Vec<usize> = (0..shown.len()).filter(|at| is_alike(*at)).collect();
    // One name may look like the escaped form of another.
    alike.into_iter().for_each(|at| shown[at] = format!("{} ({})", shown[at], names::hash(&found[at].0)));
    let all = shown.into_iter().zip(data).zip(found);
    all.map(|((name, data), (_, contestant))| Submission { name, data, contestant }).collect()
}

/// Adds the folders and archives that match `FOLDER/*`; returns what was left out.
fn folders(pattern: &str, folder: &Path, data: &Path, found: &mut Vec<(OsString, Contest)>) -> Result<LeftOut, String> {
    let all = pattern.strip_suffix("/*").filter(|path| !path.contains('*'));
    let all = folder.join(all.ok_or("submissions must be a folder and /*, such as \"submissions/*\"")?);
    let failed = |error: std::io::Error| format!("submissions: cannot read {}: {error}", all.display());
    let mut left_out = LeftOut::default();
    for entry in fs::read_dir(&all).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, name) = (entry.path(), entry.file_name());
        match path.is_dir() {
            _ if names::is_clutter(&name) => left_out.clutter.push(names::shown(&name)),
            false if archive::is_zip(&path) => {
                found.push((name, archive::unpack(&path, data).and_then(|folder| started_in(&folder))));
            }
            false => left_out.files.push(names::shown(&name)),
            // A link may lead anywhere, for example to another submission.
            true if entry.file_type().map_err(failed)?.is_symlink() => {
                found.push((name, Err("it is a link to a folder, where a folder is expected".to_owned())));
            }
            true => found.push((name, unpacked(&path, data))),
        }
    }
    Ok(left_out)
}

/// What is started in a folder as it was handed in, which may hold an archive.
fn unpacked(folder: &Path, data: &Path) -> Contest {
    match names::only_zip(folder) {
        Some(zip) => started_in(&archive::unpack(&zip, data)?),
        None => started_in(folder),
    }
}

/// What is started in a folder, which may be an unpacked archive.
fn started_in(folder: &Path) -> Contest {
    let inner = names::with_program(folder);
    let contestant = in_folder(&inner).map_err(|problem| format!("{problem}{}", names::packed(folder)))?;
    match (&contestant.origin, &contestant.place) {
        (Origin::Command(words), CommandDir::Submission(folder)) if words[0].starts_with("./") => {
            names::check_script(folder, &words[0])?;
        }
        _ => {}
    }
    Ok(contestant)
}

/// What is started in the folder of a submission.
fn in_folder(folder: &Path) -> Contest {
    // The command of a submission may only use what is in its folder. If the folder is a link, its target counts.
    let folder = fs::canonicalize(folder).map_err(|error| format!("its folder can't be used: {error}"))?;
    let is_there = |name: &str| fs::symlink_metadata(folder.join(name)).is_ok();
    let origin = match () {
        () if is_there(MANIFEST) => {
            // Only a command: a submission must not be a house bot.
            let command = command(&folder.join(MANIFEST)).map_err(|problem| format!("{MANIFEST}: {problem}"))?;
            Origin::of_command(&command).map_err(|problem| format!("{MANIFEST}: {problem}"))?
        }
        () if is_there(PROGRAM) => {
            check_program(&folder)?;
            Origin::Command(vec![format!("./{PROGRAM}")])
        }
        () => return Err(format!("its folder has neither {MANIFEST} with a command nor a program called {PROGRAM}")),
    };
    Ok(Contestant { origin, place: CommandDir::Submission(folder) })
}

fn command(manifest: &Path) -> Result<String, String> {
    let text = handed_in::read(manifest, MANIFEST_BYTES_MAX).map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|_| "it isn't text in UTF-8")?;
    let Manifest { command } = toml::from_str(&text).map_err(|error| error.to_string().trim_end().to_owned())?;
    Ok(command)
}

/// Whether the program of this folder can be started. It may be a link to another file of the folder.
fn check_program(folder: &Path) -> Result<(), String> {
    let wrong = |what: &str| format!("its program {PROGRAM} {what}");
    let program = fs::canonicalize(folder.join(PROGRAM)).map_err(|error| wrong(&format!("can't be used: {error}")))?;
    let file = fs::metadata(&program).map_err(|error| wrong(&format!("can't be used: {error}")))?;
    match () {
        () if !program.starts_with(folder) => Err(wrong("is a link that leads out of its folder")),
        () if !file.is_file() => Err(wrong("isn't a file")),
        () if file.permissions().mode() & 0o111 == 0 => Err(wrong("isn't executable")),
        () => Ok(()),
    }
}

/// Checks a name of the assignment, since people are shown it unchanged.
fn check_name(name: &str) -> Result<(), String> {
    let mut parts = Path::new(name).components();
    let is_one = matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
    if is_one && !name.starts_with('.') && name.len() <= SUBMISSION_NAME_BYTES_MAX && unseen(name).is_none() {
        return Ok(());
    }
    Err(format!(
        "{name:?} can't be the name of a submission: it needs 1 to {SUBMISSION_NAME_BYTES_MAX} bytes without a slash, a \
         dot at the beginning, or characters that can't be seen"
    ))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn folders_are_found_and_what_they_lack_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("in/ann smith/kahua.toml", "command = 'python3 bot.py'");
        write("in/bob/run", "#!/bin/sh");
        fs::set_permissions(dir.path().join("in/bob/run"), fs::Permissions::from_mode(0o755)).unwrap();
        write("in/cid/readme", "");
        write("in/dan/kahua.toml", "command = 'x'\nhouse = 'greedy'");
        write("in/eve/run", "");
        write("in/a file", "");
        write("in/.git/config", "");
        write("in/fay/hand-in/bot/kahua.toml", "command = 'python3 bot.py'");
        write("in/fay/__MACOSX/._bot", "");
        write("in/gus/bot.7z", "");
        write("in/jim/bot.zip", "PK");
        write("in/kim.zip", "PK");
        write("in/ida/kahua.toml", "\u{feff}command = './bot.sh'\r\n");
        write("in/ida/bot.sh", "#!/bin/sh\r\necho\r\n");
        write("in/hal/one/run", "");
        write("in/hal/two/run", "");
        write("in/__MACOSX/._ann", "");
        write("in/.DS_Store", "");
        let (found, left_out) = list(Some("in/*"), Vec::new(), dir.path(), &dir.path().join("data")).unwrap();
        let told: Vec<String> = found
            .iter()
            .map(|one| match &one.contestant {
                Ok(contestant) => format!("{}: {}", one.name, contestant.origin),
                Err(problem) => format!("{}: {}", one.name, problem.lines().next().unwrap_or_default()),
            })
            .collect();
        assert_eq!(
            told,
            [
                "ann smith: python3 bot.py",
                "bob: ./run",
                "cid: its folder has neither kahua.toml with a command nor a program called run",
                "dan: kahua.toml: TOML parse error at line 2, column 1",
                "eve: its program run isn't executable",
                "fay: python3 bot.py",
                "gus: its folder has neither kahua.toml with a command nor a program called run; bot.7z must be unpacked \
                 first",
                "hal: its folder has neither kahua.toml with a command nor a program called run",
                "ida: the lines of ./bot.sh end as on Windows (CRLF), so the program after #! in its first line isn't found",
                "jim: bot.zip can't be unpacked: it isn't a whole zip",
                "kim.zip: kim.zip can't be unpacked: it isn't a whole zip",
            ]
        );
        let inner = found.iter().find(|one| one.name == "fay").unwrap().contestant.as_ref().unwrap();
        assert_eq!(inner.place, CommandDir::Submission(dir.path().join("in/fay/hand-in/bot")));
        assert!(left_out[0].contains("only folders are submissions: a file; unpack"), "{left_out:?}");
        assert!(left_out[1].ends_with("left by a system: .DS_Store, .git, __MACOSX"), "{left_out:?}");
    }

    #[test]
    fn a_script_is_looked_at_wherever_its_folder_lies() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, link) = (dir.path().join("in/ann"), dir.path().join("link"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("run"), "#!/bin/sh\r\n").unwrap();
        fs::set_permissions(folder.join("run"), fs::Permissions::from_mode(0o755)).unwrap();
        std::os::unix::fs::symlink(dir.path(), &link).unwrap();
        for course in [dir.path(), &link] {
            let (found, _) = list(Some("in/*"), Vec::new(), course, &dir.path().join("data")).unwrap();
            let problem = found[0].contestant.as_ref().unwrap_err();
            assert!(problem.contains("end as on Windows"), "{problem}");
        }
    }

    #[test]
    fn names_stay_within_the_data_directory_and_on_their_line() {
        for name in ["ann", "Smith, Ann (12)", "größe"] {
            assert_eq!(check_name(name), Ok(()));
        }
        for name in ["", ".", "..", ".git", "a/b", "/a", "a/", "a\nb", "a\u{202e}b", &"x".repeat(256)] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn names_that_are_shown_alike_stay_apart() {
        let of = |name: &[u8]| (OsString::from(OsStr::from_bytes(name)), Err(String::new()));
        let named = named(vec![of(b"M\xfcller"), of(br"M\xfcller"), of(b"M\xe4ller")]);
        let names: Vec<&str> = named.iter().map(|one| one.name.as_str()).collect();
        assert!(names[0].starts_with(r"M\xfcller (") && names[1].starts_with(r"M\xfcller (") && names[0] != names[1]);
        assert_eq!(names[2], r"M\xe4ller");
        assert!(named[0].data != named[1].data);
    }

    #[test]
    fn patterns_that_cannot_be_used_are_refused() {
        let error =
            |pattern| list(Some(pattern), Vec::new(), Path::new("/nowhere"), Path::new("/nowhere")).unwrap_err();
        assert!(error("in/**").contains("a folder and /*") && error("in").contains("a folder and /*"));
        assert!(error("in/*").contains("cannot read /nowhere/in"));
    }
}
