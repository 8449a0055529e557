//! `kahua serve` with a certificate, and `kahua bridge` as its client.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};

use kahua_tests::{root, signal};

use crate::KAHUA;

/// A running arena, and its port.
fn serve(data: &str, options: &[&str]) -> (Child, u16) {
    let mut args = vec!["serve", "--listen", "127.0.0.1:0", "--data", data];
    args.extend(options);
    let mut arena = KAHUA.command(&args).env("KAHUA_LOG", "info").stderr(Stdio::piped()).spawn().unwrap();
    let mut log = BufReader::new(arena.stderr.take().unwrap()).lines();
    let serving = log.find(|line| line.as_ref().unwrap().contains("serving")).unwrap().unwrap();
    let port = serving.split("127.0.0.1:").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    // Read on, so that the arena's log never blocks it.
    std::thread::spawn(move || log.count());
    (arena, port)
}

pub(crate) fn fixture(name: &str) -> String {
    root().join("sample-bots/fixtures/tls").join(name).display().to_string()
}

#[test]
fn a_bridge_connects_over_tls_and_is_told_when_it_does_not() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let (certificate, key, authority) = (fixture("arena.pem"), fixture("arena.key"), fixture("authority.pem"));
    let tls = ["--tls-certificate", &certificate, "--tls-key", &key];
    let (mut arena, port) = serve(data.to_str().unwrap(), &tls);

    let (secure, clear) = (format!("https://localhost:{port}"), format!("127.0.0.1:{port}"));
    let mut args = vec!["bridge", "--addr", &secure, "--ca", &authority, "--name", "a", "--", "cat"];
    let mut bridge = KAHUA.command(&args).env("KAHUA_LOG", "info").stderr(Stdio::piped()).spawn().unwrap();
    let mut log = BufReader::new(bridge.stderr.take().unwrap());
    let mut welcome = String::new();
    while !welcome.contains("welcomed") {
        assert_ne!(log.read_line(&mut welcome).unwrap(), 0, "the bridge has ended: {welcome}");
    }
    signal("-TERM", bridge.id());
    log.read_to_string(&mut welcome).unwrap();
    assert!(bridge.wait().unwrap().success(), "{welcome}");

    let leagues = KAHUA.run(&["league", "list", "--addr", &secure, "--ca", &authority]).good();
    assert!(leagues.contains("open-haleakala-2"), "{leagues}");
    let untrusted = KAHUA.run(&["league", "list", "--addr", &secure]).failed(3);
    assert!(untrusted.contains("no authority that is trusted here has signed it"), "{untrusted}");

    args[2] = &clear;
    let error = KAHUA.run(&args).failed(3);
    assert!(error.contains("this arena serves TLS only: write https:// in front of its address"), "{error}");
    signal("-TERM", arena.id());
    assert!(arena.wait().unwrap().success());
}

#[test]
fn tokens_that_travel_in_the_clear_are_warned_of() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let args = ["serve", "--listen", "0.0.0.0:0", "--data", data.to_str().unwrap()];
    let mut arena = KAHUA.command(&args).env("KAHUA_LOG", "info").stderr(Stdio::piped()).spawn().unwrap();
    let mut log = BufReader::new(arena.stderr.take().unwrap()).lines().map(Result::unwrap);
    let before: Vec<_> = log.by_ref().take_while(|line| !line.contains("serving")).collect();
    signal("-TERM", arena.id());
    let _rest = log.count();
    assert!(arena.wait().unwrap().success());
    let warnings = before.iter().filter(|line| line.contains("tokens travel in the clear")).count();
    assert_eq!(warnings, 1, "{before:?}");
}

#[test]
fn a_hangup_makes_the_arena_read_its_certificate_again() {
    let dir = tempfile::tempdir().unwrap();
    let [certificate, key] = ["chain.pem", "key.pem"].map(|name| dir.path().join(name));
    std::fs::copy(fixture("arena.pem"), &certificate).unwrap();
    std::fs::copy(fixture("arena.key"), &key).unwrap();
    let data = dir.path().join("data");
    let mut args = vec!["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()];
    args.extend(["--tls-certificate", certificate.to_str().unwrap(), "--tls-key", key.to_str().unwrap()]);
    let mut arena = KAHUA.command(&args).stderr(Stdio::piped()).spawn().unwrap();
    let mut log = BufReader::new(arena.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut until = |part: &str| log.by_ref().find(|line| line.contains(part)).expect("the arena goes on");
    until("serving");
    signal("-HUP", arena.id());
    until("read the certificate and its key again");
    std::fs::write(&certificate, "").unwrap();
    signal("-HUP", arena.id());
    let kept = until("the certificate stays as it was");
    assert!(kept.contains("chain.pem holds no certificate"), "{kept}");
    signal("-TERM", arena.id());
    let _rest = log.count();
    assert!(arena.wait().unwrap().success());
}
