//! Matches for debugging: the clock stands still while a bot's process does.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use kahua_tests::{json_lines, signal, soon};

use crate::KAHUA;

/// Many times what the time control grants.
const BREAKPOINT: Duration = Duration::from_millis(1_500);

#[test]
fn a_process_that_is_stopped_forfeits_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (data, pid, go) = (dir.path().join("data"), dir.path().join("pid"), dir.path().join("go"));
    let data = data.to_str().unwrap();
    // It answers nothing before the test has stopped it: both matches would be over by then on a slow machine.
    let waits = format!("until [ -e {} ]; do sleep 0.1; done", go.display());
    let first_legal = format!(r#"sh -c "while read -r ask; do {waits}; echo 0; done""#);
    let bridge = format!("{} bridge -- {first_legal}", KAHUA.path());
    let stopped = format!("a=sh -c 'echo $$ > {}; exec {bridge}'", pid.display());
    let mut args = vec!["play", "--game", "haleakala", "--matches", "2", "--data", data, "--no-clock"];
    args.extend(["--tc", "200ms/100ms", "--bot", &stopped, "--bot", "b=house:random"]);
    let mut playing = KAHUA.command(&args).stdout(Stdio::piped()).spawn().unwrap();

    let pid = soon(|| fs::read_to_string(&pid).ok()?.strip_suffix('\n')?.parse().ok());
    soon(|| is_seated(&Path::new(data).join("logs/a.log")).then_some(()));
    signal("-STOP", pid);
    #[expect(clippy::disallowed_methods, reason = "a test without a runtime")]
    std::thread::sleep(BREAKPOINT);
    assert!(playing.try_wait().unwrap().is_none(), "the match waits");
    fs::write(go, "").unwrap();
    signal("-CONT", pid);
    let output = playing.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("these matches aren't rated"), "{said}");

    let records = json_lines(&KAHUA.run(&["match", "export", "--data", data]).good());
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record["termination"]["kind"], "KIND_FINISHED", "{record}");
        assert_eq!((record["time_control"]["stopped"].as_bool(), record["rated"].as_bool()), (Some(true), Some(false)));
    }
    let longest = records.iter().flat_map(|record| record["results"].as_array().unwrap());
    let longest = longest.map(|result| result["think_us"].as_u64().unwrap()).max().unwrap();
    assert!(longest > 1_000_000, "somebody was waited for: {longest}");
    assert!(KAHUA.run(&["verify", "--data", data]).good().ends_with("2 verified, 0 failed\n"));
}

#[test]
fn a_rated_league_without_clock_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("arena.toml");
    fs::write(&path, "[[league]]\nname = 'l'\ngame = 'haleakala'\nno_clock = true\n").unwrap();
    let (path, data) = (path.to_str().unwrap(), dir.path().join("data"));
    let args = ["serve", "--listen", "127.0.0.1:0", "--config", path, "--data", data.to_str().unwrap()];
    let error = KAHUA.run(&args).failed(2);
    assert!(
        error.contains("its clock is stopped (no_clock), so its matches can't be rated; set rated = false"),
        "{error}"
    );
}

fn is_seated(log: &Path) -> bool {
    fs::read_to_string(log).is_ok_and(|log| log.contains("seated"))
}
