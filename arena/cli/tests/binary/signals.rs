//! Signals that come as early as possible: right after the first message of an arena. Also the end of a terminal.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use kahua_tests::{Ran, signal, soon};

use crate::KAHUA;
use crate::arena::Arena;

/// How often each command is tried, since the signal comes at a different moment each time.
const TRIES: usize = 4;

/// The signals that end a command in a terminal, each as often as a command is tried with it.
fn ends() -> Vec<&'static str> {
    // Under nohup, these tests and what they start ignore the end of the terminal.
    let ends: &[&str] = if ignores_hangups() { &["-TERM"] } else { &["-TERM", "-HUP"] };
    ends.repeat(TRIES / ends.len())
}

/// Whether this process ignores SIGHUP, and so does what it starts. Only Linux tells.
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// Starts a command, and sends it this signal as soon as a line on standard error, or else on standard output, contains this.
fn ended_at(which: &str, args: &[&str], word: &str, on_stderr: bool) -> Ran {
    let mut command = KAHUA.command(args);
    let mut process = command.env("KAHUA_LOG", "info").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut out, mut err) = (process.stdout.take().unwrap(), process.stderr.take().unwrap());
    let first: &mut dyn Read = if on_stderr { &mut err } else { &mut out };
    let (mut first, mut said) = (BufReader::new(first), String::new());
    while !said.contains(word) {
        assert_ne!(first.read_line(&mut said).unwrap(), 0, "{args:?} has ended: {said}");
    }
    signal(which, process.id());
    first.read_to_string(&mut said).unwrap();
    Ran { code: process.wait().unwrap().code(), out: String::new(), err: said }
}

#[test]
fn an_arena_that_has_just_begun_to_serve_drains() {
    for _ in 0..TRIES {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let ran =
            ended_at("-TERM", &["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()], "serving", true);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.err.contains("stopping; open matches are kept"), "{}", ran.err);
    }
}

#[test]
fn a_demo_that_has_just_begun_ends_in_good_order() {
    for which in ends() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let ran = ended_at(which, &["demo", "--data", data.to_str().unwrap()], "An arena is listening", false);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.err.contains("rated matches were played"), "{}", ran.err);
    }
}

#[test]
fn matches_that_have_just_begun_end_in_good_order() {
    for which in ends() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let mut args = vec!["play", "--game", "haleakala", "--data", data.to_str().unwrap()];
        args.extend(["--bot", "me=remote", "--bot", "them=house:random"]);
        let ran = ended_at(which, &args, "waiting for me", true);
        assert_eq!(ran.code, Some(3), "{}", ran.err);
        assert!(ran.err.contains("interrupted before the end"), "{}", ran.err);
    }
}

#[test]
fn an_arena_outlives_its_terminal_and_says_that_it_has_nothing_to_read_again() {
    let dir = tempfile::tempdir().unwrap();
    let arena = Arena::serve("true", &dir.path().join("data"), &[]);
    for times in 1..=2 {
        signal("-HUP", arena.process.id());
        soon(|| (arena.logged("SIGHUP: this arena has no certificate to read again") == times).then_some(()));
    }
    arena.answers_a_newcomer();
    // This requires exit code 0.
    arena.stop();
}

#[test]
fn who_ignores_the_end_of_the_terminal_as_under_nohup_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", KAHUA.path(), "play", "--game", "haleakala", "--data"]);
    shell.arg(dir.path().join("data")).args(["--bot", "me=remote", "--bot", "them=house:random"]);
    let mut process = shell.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut err, mut said) = (BufReader::new(process.stderr.take().unwrap()), String::new());
    while !said.contains("waiting for me") {
        assert_ne!(err.read_line(&mut said).unwrap(), 0, "it has ended: {said}");
    }
    signal("-HUP", process.id());
    // Where the system shows it, the signal is still ignored: its bit is the first one.
    if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", process.id())) {
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
        assert_eq!(u64::from_str_radix(ignored.trim(), 16).unwrap() & 1, 1, "{status}");
    }
    signal("-TERM", process.id());
    err.read_to_string(&mut said).unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(3), "{said}");
}
