//! Commands of strangers in `kahua play`, `check` and `grade` with `--confine`: whatever they do to the machine, the
//! arena and the other bots go on.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use kahua_tests::{Ran, skipped};
use rustix::process::geteuid;
use tempfile::TempDir;

use crate::KAHUA;

/// The user `nobody`: the system doesn't limit the processes of root.
const NOBODY: u32 = 65534;

/// How bots are confined, and what that needs.
const LIMITS: &str = "--confine=limits";
pub(crate) const SANDBOX: &str = "--confine=required";

/// Answers every ask with the first action. Before its first answer it does its harm.
const ANSWERS: &str = "echo 0; while read -r ask; do echo 0; done";

/// A folder in which the bot `bad` has this shell program; `read` leaves the first ask behind it.
fn folder(script: &str) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("bad")).unwrap();
    fs::write(dir.path().join("bad/bot.sh"), format!("read -r ask\n{script}\n{ANSWERS}\n")).unwrap();
    fs::create_dir(dir.path().join("data")).unwrap();
    if geteuid().is_root() {
        for path in ["", "bad", "data"] {
            chown(dir.path().join(path), Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }
    dir
}

/// Two matches between the bot of this folder and a good one. There is no clock, so a loaded machine can't decide them.
fn play(dir: &Path, how: &str) -> Ran {
    let args =
        ["play", "--game", "haleakala", "--matches", "2", "--no-clock", "--data", "data", how, "--bot-memory", "256"];
    let mut play = KAHUA.command(&args);
    play.args(["--bot", "bad=kahua bridge -- sh bad/bot.sh", "--bot", "good=kahua house random"]).current_dir(dir);
    play.env("SECRET", "of the arena");
    as_nobody(&mut play);
    Ran::of(&play.output().unwrap())
}

/// Runs the command as the owner of the folder.
fn as_nobody(command: &mut Command) {
    if geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
}

/// What the bad bot has written into a file of its own.
fn written(dir: &Path, file: &str) -> String {
    fs::read_to_string(dir.join("data/bots/bad/home").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Whether a sandbox can be made. Many machines forbid it, so a test that needs one is skipped by name even where
/// everything else is required.
pub(crate) fn has_sandbox(test: &str) -> bool {
    let args = ["--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc", "true"];
    let works = Command::new("bwrap").args(args).output().is_ok_and(|tried| tried.status.success());
    if !works {
        skipped::note(&format!("{test}: bubblewrap isn't installed, or can't be used here"));
    }
    works
}

#[test]
fn a_fork_bomb_goes_off_in_its_own_room() {
    // It ends after the first refusal, to spare the machine that runs the tests.
    let bomb = "bomb() { [ -s errors ] || { bomb | bomb & }; }\nbomb 2>> errors\nwhile [ ! -s errors ]; do :; done";
    for how in [LIMITS, SANDBOX] {
        if how == SANDBOX && !has_sandbox("a fork bomb in a sandbox") {
            continue;
        }
        let dir = folder(bomb);
        let said = play(dir.path(), how).good();
        assert!(said.contains("points against"), "{how}: {said}");
        assert!(
            written(dir.path(), "errors").contains("fork"),
            "{how}: the system refuses more: {}",
            written(dir.path(), "errors")
        );
    }
}

#[test]
fn a_bot_that_wants_all_memory_gets_its_share() {
    let hog = "(x=12345678; while x=$x$x; do echo more >> grown; done) 2> errors\necho $? > code";
    for how in [LIMITS, SANDBOX] {
        if how == SANDBOX && !has_sandbox("a memory hog in a sandbox") {
            continue;
        }
        let dir = folder(hog);
        let _said = play(dir.path(), how).good();
        let doubled = written(dir.path(), "grown").lines().count();
        assert!((5..26).contains(&doubled), "{how}: 8 bytes were doubled {doubled} times within 256 MiB");
        assert_ne!(written(dir.path(), "code").trim(), "0", "{how}");
    }
}

#[test]
fn a_file_has_an_end() {
    let dir = folder("(exec head -c 300000000 /dev/zero > big) 2> errors\necho $? > code");
    let _said = play(dir.path(), LIMITS).good();
    assert_ne!(written(dir.path(), "code").trim(), "0");
    let length = fs::metadata(dir.path().join("data/bots/bad/home/big")).unwrap().len();
    assert_eq!(length, kahua_core::limits::CONFINED_FILE_BYTES_MAX);
}

#[test]
fn a_bot_has_a_folder_and_an_environment_of_its_own() {
    let dir = folder("env > env; pwd > pwd");
    let _said = play(dir.path(), LIMITS).good();
    let (env, own) = (written(dir.path(), "env"), dir.path().join("data/bots/bad/home"));
    assert!(!env.contains("SECRET"), "{env}");
    assert!(env.contains(&format!("HOME={}", own.display())), "{env}");
    assert_eq!(written(dir.path(), "pwd").trim(), own.to_str().unwrap());
}

#[test]
fn a_bot_under_check_is_confined_too() {
    let how = if has_sandbox("a check in a sandbox") { SANDBOX } else { LIMITS };
    let dir = folder("env > env; pwd > pwd");
    let mut check = KAHUA.command(&["check", "--game", "haleakala", "--data", "data", how]);
    check.args(["--bot", "kahua bridge -- sh bad/bot.sh"]).current_dir(dir.path()).env("SECRET", "of the arena");
    as_nobody(&mut check);
    let _passed = Ran::of(&check.output().unwrap()).good();
    let own = dir.path().join("data/bots/candidate/home");
    let seen = |file: &str| fs::read_to_string(own.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(!seen("env").contains("SECRET"), "{}", seen("env"));
    assert_eq!(seen("pwd").trim(), own.to_str().unwrap());
}

/// Looks at the arena's data and at other processes, and writes down what it finds.
const SNOOPS: &str = r#"
data=$(dirname "$(dirname "$(dirname "$HOME")")")
{ cat "$data/arena.db"; ls "$data/logs"; touch "$data/x" /usr/x /x && echo written; } > stolen 2> errors
ls "$data" > data
cat /proc/*/environ | tr '\0' '\n' | grep SECRET > secrets
cat /proc/net/dev > net
ls -d /etc/ssl/private /etc/shadow /root /home /var /run/user > folders
cat "$0" > own-program
"#;

#[test]
fn a_snooper_sees_nothing_but_its_own() {
    if !has_sandbox("a snooper in a sandbox") {
        return;
    }
    let dir = folder(SNOOPS);
    let _said = play(dir.path(), SANDBOX).good();
    let seen = |file: &str| written(dir.path(), file);
    assert_eq!(seen("stolen"), "", "{}", seen("errors"));
    assert_eq!(seen("data"), "bots\n", "the data directory has nothing but the bot's own folder");
    assert_eq!(seen("secrets"), "");
    assert_eq!(seen("folders"), "", "the keys of the system, and what belongs to others");
    let interfaces = seen("net").lines().filter(|line| line.contains(':')).count();
    assert!(interfaces == 1 && seen("net").contains("lo:"), "{}", seen("net"));
    assert!(seen("own-program").contains("own-program"));
}

#[test]
fn limits_alone_hide_nothing() {
    let dir = folder(SNOOPS);
    let _said = play(dir.path(), LIMITS).good();
    let stolen = fs::read(dir.path().join("data/bots/bad/home/stolen")).unwrap();
    assert!(stolen.starts_with(b"SQLite format 3"), "docs/security.md says so");
    assert!(written(dir.path(), "secrets").contains("SECRET=of the arena"));
}

#[test]
fn a_program_that_a_sandbox_does_not_show_is_named_with_the_way_out() {
    if !has_sandbox("a program that isn't in the sandbox") {
        return;
    }
    let dir = folder("");
    let mut play = KAHUA.command(&["play", "--game", "haleakala", "--data", "data", SANDBOX]);
    let play = play.args(["--bot", "bad=no-such-bot-anywhere", "--bot", "good=house:random"]);
    as_nobody(play);
    let error = Ran::of(&play.current_dir(dir.path()).output().unwrap()).failed(3);
    let expected = "the command \"no-such-bot-anywhere\" can't be started in the sandbox: No such file or directory";
    assert!(error.contains(expected) && error.contains("use --readable"), "{error}");
}

#[test]
fn a_sandbox_that_is_required_must_be_there() {
    let dir = folder("");
    let bots = ["--bot", "bad=sh bad/bot.sh", "--bot", "good=house:random"];
    let mut play = KAHUA.command(&["play", "--game", "haleakala", "--data", "data", SANDBOX]);
    let ran = Ran::of(&play.args(bots).current_dir(dir.path()).env("PATH", "/nowhere").output().unwrap());
    let error = ran.failed(3);
    assert!(error.contains("--confine=required: bubblewrap isn't installed (bwrap isn't on the PATH)"), "{error}");
}

#[test]
fn a_graded_submission_sees_its_own_folder_and_nobody_elses() {
    if !has_sandbox("what a graded submission sees") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path().display();
    let look = format!("cat {at}/homework.toml {at}/in/bob/run {at}/homework-data/bob/arena.db; ls {at}/in");
    let program = format!("#!/bin/sh\n({look}) > seen 2>/dev/null\nexec {} house random\n", KAHUA.path());
    for name in ["ann", "bob"] {
        let folder = dir.path().join("in").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("run"), &program).unwrap();
        fs::set_permissions(folder.join("run"), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let file = dir.path().join("homework.toml");
    let text = "game = 'haleakala'\nseed = '1'\nsets_max = 1\npass = { beats = 'level-1' }\nsubmissions = 'in/*'
        [[reference]]\nname = 'level-1'\nhouse = 'random'";
    fs::write(&file, text).unwrap();
    let ran = KAHUA.run(&["grade", file.to_str().unwrap(), SANDBOX]);
    assert!(ran.out.ends_with("\n2 submissions: 2 undecided.\n"), "{}\n{}", ran.out, ran.err);
    let seen = |name: &str| {
        fs::read_to_string(dir.path().join("homework-data").join(name).join("bots/submission/home/seen")).unwrap()
    };
    assert_eq!(seen("ann"), "ann\n");
    assert_eq!(seen("bob"), format!("{program}bob\n"), "its own program");
}
