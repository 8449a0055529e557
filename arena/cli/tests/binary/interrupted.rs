//! `kahua play` and `kahua sprt` that are interrupted and given again in the same data directory. `grade.rs` has `kahua grade`.

use std::process::{Child, Stdio};

use kahua_tests::{Ran, json_lines, signal, soon};

use crate::KAHUA;

/// Far more matches than are played before the signal comes.
const MANY: &str = "100000";

fn matches(data: &str, state: &str) -> usize {
    let list = KAHUA.run(&["match", "list", state, "--json", "--limit", "1000", "--data", data]);
    if list.code == Some(0) { json_lines(&list.out).len() } else { 0 }
}

/// Starts the command, and sends it this signal when this many matches have ended.
fn interrupted(args: &[&str], data: &str, ended: usize, which: &str) -> Ran {
    let before = matches(data, "--ended");
    let child = KAHUA.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child: Child = child.unwrap();
    soon(|| (matches(data, "--ended") >= before + ended).then_some(()));
    signal(which, child.id());
    Ran::of(&child.wait_with_output().unwrap())
}

#[test]
fn an_interrupted_play_begins_a_new_run_and_leaves_nothing_open() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let data = data.to_str().unwrap();
    let bots = ["--bot", "a=house:greedy", "--bot", "b=house:random", "--data", data];
    let play = |matches| [&["play", "--game", "haleakala", "--seed", "1", "--matches", matches], &bots[..]].concat();
    let told = interrupted(&play(MANY), data, 3, "-INT").failed(3);
    assert!(told.contains("the same command begins a new run"), "{told}");
    let _killed = interrupted(&play(MANY), data, 3, "-KILL");
    let third = KAHUA.run(&play("4")).good();
    assert!(third.contains("season 3, 4 matches") && third.contains("This was run 3 there"), "{third}");
    assert_eq!(matches(data, "--running"), 0);
    assert!(KAHUA.run(&["verify", "--data", data]).good().contains(" 0 failed"));
}

#[test]
fn an_interrupted_sprt_begins_anew_and_counts_nothing_of_earlier_runs() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let data = data.to_str().unwrap();
    let bots = ["--bot", "a=house:random", "--bot", "b=house:random", "--data", data];
    let sprt = |most| {
        let test = ["sprt", "--game", "haleakala", "--elo1", "1", "--seed", "1", "--max-matches", most];
        [&test, &bots[..]].concat()
    };
    let told = interrupted(&sprt(MANY), data, 6, "-INT").failed(3);
    assert!(told.contains("the same command begins the test anew"), "{told}");
    let _killed = interrupted(&sprt(MANY), data, 6, "-KILL");
    for _ in 0..2 {
        let ran = KAHUA.run(&sprt("8"));
        assert!(ran.out.contains("4 sets, 8 matches, "), "{}\n{}", ran.out, ran.err);
        let _undecided = ran.failed(4);
    }
}
