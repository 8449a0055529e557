//! Bots whose processes do what they can to stay. Nothing of them is left when the arena has ended, however it ended.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use kahua_tests::{signal, soon};

use crate::KAHUA;

/// Starts processes that ignore requests to end: a child, one that has left the process group and the session, and one
/// whose parent has ended. Then it plays. Each process writes its number into a file in the folder `$PIDS`.
const CLINGS: &str = r#"
stay='echo $$ > "$PIDS/$0"; trap "" TERM INT HUP; while :; do sleep 0.2; done'
sh -c "$stay" child &
setsid sh -c "$stay" leader &
(setsid sh -c "(sh -c '$stay' orphan &)" &)
exec "$K" house random
"#;

/// The same below a bridge's command.
const BRIDGED: &str = r#"
stay='echo $$ > "$PIDS/$0"; trap "" TERM INT HUP; while :; do sleep 0.2; done'
setsid sh -c "$stay" bridged &
while read -r ask; do echo 0; done
"#;

/// The files that these bots write.
const STAYING: [&str; 4] = ["child", "leader", "orphan", "bridged"];

/// Plays this number of matches between the two bots. `pids` has the pids of all processes that want to stay.
fn play(matches: &str, dir: &Path) -> (Child, Vec<u32>) {
    let (pids, data) = (dir.join("pids"), dir.join("data"));
    fs::create_dir(&pids).unwrap();
    for (name, script) in [("clings.sh", CLINGS), ("bridged.sh", BRIDGED)] {
        fs::write(dir.join(name), script).unwrap();
    }
    let mut play =
        KAHUA.command(&["play", "--game", "haleakala", "--matches", matches, "--data", data.to_str().unwrap()]);
    play.args(["--bot", "a=sh clings.sh", "--bot", "b=kahua bridge -- sh bridged.sh"]).current_dir(dir);
    play.env("PIDS", &pids).env("K", KAHUA.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let playing = play.spawn().unwrap();
    let pid = |file: &&str| soon(|| fs::read_to_string(pids.join(file)).ok()?.trim().parse().ok());
    (playing, STAYING.iter().map(pid).collect())
}

/// Whether this process runs. A process that has ended and wasn't reaped doesn't.
fn runs(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn expect_all_gone(how: &str, pids: &[u32]) {
    for (name, &pid) in STAYING.iter().zip(pids) {
        let gone = soon_or_none(|| (!runs(pid)).then_some(()));
        if gone.is_none() {
            pids.iter().for_each(|pid| _ = Command::new("kill").args(["-KILL", &pid.to_string()]).status());
        }
        assert!(gone.is_some(), "{how}: {name} is left");
    }
}

/// Like `soon`, but reports it when nothing has come.
fn soon_or_none(look: impl FnMut() -> Option<()>) -> Option<()> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| soon(look))).ok()
}

#[test]
fn nothing_is_left_of_bots_when_their_arena_is_killed() {
    for which in ["-KILL", "-TERM"] {
        let dir = tempfile::tempdir().unwrap();
        let (mut playing, pids) = play("1000000", dir.path());
        assert!(pids.iter().all(|&pid| runs(pid)));
        signal(which, playing.id());
        playing.wait().unwrap();
        expect_all_gone(which, &pids);
    }
}

#[test]
fn nothing_is_left_of_bots_when_everything_has_been_played() {
    let dir = tempfile::tempdir().unwrap();
    let (mut playing, pids) = play("4", dir.path());
    assert!(playing.wait().unwrap().success());
    expect_all_gone("played", &pids);
}
