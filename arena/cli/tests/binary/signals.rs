//! Signals that come as early as they can: right after the first word that an arena says.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use kahua_tests::{Ran, signal};

use crate::KAHUA;

/// How often each command is tried: where the signal falls differs from time to time.
const TRIES: usize = 4;

/// Starts a command, and sends it SIGTERM as soon as a line on standard error, or else on standard output, contains this.
fn terminated_at(args: &[&str], word: &str, on_stderr: bool) -> Ran {
    let mut command = KAHUA.command(args);
    let mut process = command.env("KAHUA_LOG", "info").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut out, mut err) = (process.stdout.take().unwrap(), process.stderr.take().unwrap());
    let first: &mut dyn Read = if on_stderr { &mut err } else { &mut out };
    let (mut first, mut said) = (BufReader::new(first), String::new());
    while !said.contains(word) {
        assert_ne!(first.read_line(&mut said).unwrap(), 0, "{args:?} has ended: {said}");
    }
    signal("-TERM", process.id());
    first.read_to_string(&mut said).unwrap();
    Ran { code: process.wait().unwrap().code(), out: String::new(), err: said }
}

#[test]
fn an_arena_that_has_just_begun_to_serve_drains() {
    for _ in 0..TRIES {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let ran =
            terminated_at(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()], "serving", true);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.err.contains("stopping; open matches are kept"), "{}", ran.err);
    }
}

#[test]
fn a_demo_that_has_just_begun_ends_in_good_order() {
    for _ in 0..TRIES {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let ran = terminated_at(&["demo", "--data", data.to_str().unwrap()], "An arena is listening", false);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.err.contains("rated matches were played"), "{}", ran.err);
    }
}

#[test]
fn matches_that_have_just_begun_end_in_good_order() {
    for _ in 0..TRIES {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let mut args = vec!["play", "--game", "haleakala", "--data", data.to_str().unwrap()];
        args.extend(["--bot", "me=remote", "--bot", "them=house:random"]);
        let ran = terminated_at(&args, "waiting for me", true);
        assert_eq!(ran.code, Some(3), "{}", ran.err);
        assert!(ran.err.contains("interrupted before the end"), "{}", ran.err);
    }
}
