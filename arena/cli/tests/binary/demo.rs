//! The demo as its users run it: to the end, killed on the way, and watched.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

use kahua_store::Reader;
use kahua_tests::{json_lines, signal, soon};

use crate::KAHUA;

#[test]
fn a_demo_plays_its_matches_and_every_record_verifies() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let said = KAHUA.run(&["demo", "--matches", "6", "--data", data]).good();
    assert!(said.contains("greedy") && said.contains("kahua verify --data"), "{said}");
    assert!(said.contains("kahua serve --data"), "{said}");
    let verified = KAHUA.run(&["verify", "--data", data]).good();
    assert!(verified.ends_with(" verified, 0 failed\n"), "{verified}");
    let games: BTreeSet<String> =
        json_lines(&KAHUA.run(&["match", "list", "--data", data, "--limit", "1000", "--json"]).good())
            .iter()
            .map(|summary| summary["game"].to_string())
            .collect();
    assert_eq!(games.len(), kahua_engine::registry::all().len(), "{games:?}");
    let standings = json_lines(&KAHUA.run(&["standings", "--data", data, "--json"]).good());
    assert!(standings.iter().any(|standing| standing["name"] == "greedy"), "{standings:?}");
}

#[test]
fn a_demo_that_has_ended_leaves_no_match_open_to_an_arena_without_its_bots() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    // A set has more matches than this, so others are being played when the goal is reached.
    let said = KAHUA.run(&["demo", "--matches", "1", "--game", "haleakala", "--data", data]).good();
    assert!(!said.contains(" open: "), "{said}");
    let open = Reader::open(&dir.path().join("arena.db")).unwrap().open_matches().unwrap();
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_demo_that_is_killed_goes_on_with_every_match_accounted_for() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let mut finished = BTreeSet::new();
    for (kill, wait_ms) in [900, 1500, 700, 1200].into_iter().enumerate() {
        let mut demo = KAHUA.command(&["demo", "--game", "haleakala", "--matches", "100000", "--data", data]);
        let mut demo = demo.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep_until_something_was_played(data, kill);
        sleep(Duration::from_millis(wait_ms));
        demo.kill().unwrap();
        demo.wait().unwrap();
        let now: BTreeSet<String> = records(data).into_iter().collect();
        assert!(now.is_superset(&finished), "a finished match was lost at kill {kill}");
        finished = now;
    }
    let open_before = running(data);
    let goal = (finished.len() + 10).to_string();
    let said = KAHUA.run(&["demo", "--game", "haleakala", "--matches", &goal, "--data", data]).good();
    assert!(said.contains("were finished here before; the demo continues"), "{said}");

    let at_the_end: BTreeSet<String> = records(data).into_iter().collect();
    let still_open = running(data);
    assert!(at_the_end.is_superset(&finished), "a finished match was lost");
    for id in &open_before {
        assert!(at_the_end.contains(id) || still_open.contains(id), "open match {id} is neither finished nor open");
    }
    let verified = KAHUA.run(&["verify", "--data", data]).good();
    assert_eq!(verified, format!("{} verified, 0 failed\n", at_the_end.len()));
    assert_each_pairing_played_once(data);
}

#[expect(clippy::disallowed_methods, reason = "a test may wait")]
fn sleep(time: Duration) {
    std::thread::sleep(time);
}

/// Waits until the store of a demo exists and has a match. Chance decides when the kills come.
fn sleep_until_something_was_played(data: &str, kill: usize) {
    println!("waiting for a match before kill {kill}");
    soon(|| {
        let has_store = KAHUA.run(&["match", "list", "--data", data, "--json"]).code == Some(0);
        (has_store && !(records(data).is_empty() && running(data).is_empty())).then_some(())
    });
}

fn records(data: &str) -> Vec<String> {
    ids(data, false)
}

fn running(data: &str) -> Vec<String> {
    ids(data, true)
}

fn ids(data: &str, is_running: bool) -> Vec<String> {
    let listed = KAHUA.run(&["match", "list", "--data", data, "--limit", "100000", "--json"]);
    let listed = json_lines(&listed.out);
    let listed = listed.into_iter().filter(|summary| summary["running"] == is_running);
    listed.map(|summary| summary["match_id"].as_str().unwrap().to_owned()).collect()
}

/// A pairing that was played twice would count twice.
fn assert_each_pairing_played_once(data: &str) {
    let exported = KAHUA.run(&["match", "export", "--data", data, "--format", "jsonl"]).good();
    let mut seen = BTreeSet::new();
    for record in json_lines(&exported) {
        let pairing = (record["league"].to_string(), record["set"].to_string());
        assert!(seen.insert(pairing.clone()), "{pairing:?} was played twice");
    }
}

#[test]
fn a_demo_that_is_watched_shows_running_matches_and_ends_well_when_it_is_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let mut demo = Watched::start(&["demo", "--watch", "--game", "haleakala", "--data", data]);
    let addr = demo.line_with("See it in a browser: http://");
    let addr = addr.trim_end_matches('/');
    soon(|| {
        let listed = json_lines(&KAHUA.run(&["match", "list", "--addr", addr, "--json"]).good());
        listed.iter().any(|summary| summary["running"] == true).then_some(())
    });
    let page = get(addr, "/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("demo-haleakala-2"), "{page}");
    let said = demo.stops_well();
    assert!(said.contains(" open: to continue, run `kahua demo --data "), "{said}");
}

#[test]
fn a_demo_that_has_been_watched_to_its_end_goes_on_serving() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let args = ["demo", "--matches", "1", "--game", "haleakala", "--data", data];
    // The same matches are played whether the demo is watched or not.
    let _said = KAHUA.run(&args).good();
    let mut demo = Watched::start(&[&args[..], &["--watch"]].concat());
    let addr = demo.line_with("See it in a browser: http://");
    let _rest = demo.line_with("All matches are played.");
    let page = get(addr.trim_end_matches('/'), "/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("demo-haleakala-2"), "{page}");
    let _said = demo.stops_well();
}

/// A command with pages, and who reads what it prints.
pub(crate) struct Watched {
    process: Child,
    out: BufReader<ChildStdout>,
}

impl Watched {
    pub(crate) fn start(args: &[&str]) -> Watched {
        let mut process = KAHUA.command(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let out = BufReader::new(process.stdout.take().unwrap());
        Watched { process, out }
    }

    /// What stands behind this in the next line that has it.
    pub(crate) fn line_with(&mut self, part: &str) -> String {
        let mut line = String::new();
        while self.out.read_line(&mut line).unwrap() > 0 {
            if let Some((_, rest)) = line.split_once(part) {
                return rest.trim_end().to_owned();
            }
            line.clear();
        }
        panic!("no line has {part:?}");
    }

    /// Ctrl-C is its normal end, and its last lines say where the matches can be seen.
    pub(crate) fn stops_well(mut self) -> String {
        signal("-INT", self.process.id());
        let mut said = String::new();
        self.out.read_to_string(&mut said).unwrap();
        assert!(self.process.wait().unwrap().success());
        assert!(said.contains("kahua serve --data "), "{said}");
        said
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _it_may_have_ended = self.process.kill();
        let _nothing_is_left_to_do = self.process.wait();
    }
}

/// What the arena answers to a browser that asks for this path.
pub(crate) fn get(addr: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(addr).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
