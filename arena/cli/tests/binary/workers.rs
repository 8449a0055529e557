//! `kahua worker`: machines that play for an arena.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;

use kahua_tests::postgres::Postgres;
use kahua_tests::{json_lines, signal, soon};
use serde_json::Value;

use crate::KAHUA;
use crate::arena::Arena;

/// The SHA-256 of `one` and of `two`.
const TOKENS: [(&str, &str); 2] = [
    ("one", "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"),
    ("two", "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3"),
];

/// A worker as a process of its own.
struct Worker {
    process: Child,
    output: PathBuf,
}

impl Worker {
    /// The worker of this name, with the token that is its name and these bots.
    fn join(folder: &Path, addr: &str, name: &str, bots: &str) -> Worker {
        let (settings, output) = (folder.join(format!("{name}.toml")), folder.join(format!("{name}.log")));
        fs::write(&settings, format!("matches_at_once = 2\n{bots}")).unwrap();
        let data = folder.join(name);
        let args =
            ["worker", "--join", addr, "--name", name, "--json", "--config", settings.to_str().unwrap(), "--data"];
        let mut command = KAHUA.command(&[&args[..], &[data.to_str().unwrap()]].concat());
        let log = fs::File::create(&output).unwrap();
        command.env("KAHUA_TOKEN", name).stdout(log.try_clone().unwrap()).stderr(log);
        let process = command.spawn().unwrap();
        Worker { process, output }
    }

    /// How often this has happened.
    fn count(&self, event: &str) -> usize {
        self.said().matches(&format!("\"event\":\"{event}\"")).count()
    }

    /// All that it has printed.
    fn said(&self) -> String {
        fs::read_to_string(&self.output).unwrap()
    }

    fn stop(mut self) {
        signal("-TERM", self.process.id());
        let status = soon(|| self.process.try_wait().unwrap());
        assert!(status.success(), "{status}: {}", self.said());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _it_may_have_ended = self.process.kill();
        let _nothing_is_left_to_do = self.process.wait();
    }
}

const BOTS: &str = "
    [[bot]]
    name = 'a'
    house = 'random'
    [[bot]]
    name = 'b'
    house = 'first-legal'
    [[bot]]
    name = 'c'
    house = 'greedy'
";

/// The settings of an arena with both workers, and a league with these further keys.
fn settings(folder: &Path, more: &str) -> PathBuf {
    let worker = |(name, token): (&str, &str)| format!("[[worker]]\nname = '{name}'\ntoken = '{token}'\n");
    let workers = TOKENS.map(worker).concat();
    let league = "[[league]]\nname = 'l'\ngame = 'haleakala'\nbots = ['a', 'b', 'c']\nworkers = true\n";
    let of_workers = |name| format!("[[bot]]\nname = '{name}'\nworkers = true\n");
    let bots = if more.contains("[[bot]]") { String::new() } else { ["a", "b", "c"].map(of_workers).concat() };
    let path = folder.join("arena.toml");
    fs::write(&path, format!("{workers}{league}{more}{bots}")).unwrap();
    path
}

/// The matches that have ended, once there are this many.
fn ended(data: &Path, count: usize) -> Vec<Value> {
    let list = || {
        json_lines(
            &KAHUA
                .run(&["match", "list", "--ended", "--json", "--limit", "1000", "--data", data.to_str().unwrap()])
                .good(),
        )
    };
    soon(|| Some(list()).filter(|matches| matches.len() >= count))
}

/// Checks that these matches are a whole league of this number of sets: none is missing, and none was counted twice.
fn assert_whole(data: &Path, matches: &[Value], sets: usize) {
    assert_eq!(matches.len(), 3 * 2 * sets);
    let seats = |found: &Value| {
        let names = found["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap());
        names.collect::<Vec<_>>().join("-")
    };
    for table in ["a-b", "b-a", "a-c", "c-a", "b-c", "c-b"] {
        assert_eq!(matches.iter().filter(|found| seats(found) == table).count(), sets, "{table}");
    }
    let verified = KAHUA.run(&["verify", "--data", data.to_str().unwrap()]).good();
    assert!(verified.contains(&format!("{} verified, 0 failed", matches.len())), "{verified}");
}

#[test]
fn two_workers_finish_a_league_though_one_is_killed_and_the_arena_started_again() {
    let dir = tempfile::tempdir().unwrap();
    let (data, settings) = (dir.path().join("data"), settings(dir.path(), "sets = 20\n"));
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let options = ["--config", settings.to_str().unwrap()];
    let mut arena = Arena::serve_at(&port, "true", &data, &options);
    let one = Worker::join(dir.path(), &arena.addr, "one", BOTS);
    let mut two = Worker::join(dir.path(), &arena.addr, "two", BOTS);
    soon(|| (one.count("kept") >= 5 && two.count("kept") >= 5).then_some(()));
    two.process.kill().unwrap();
    two.process.wait().unwrap();
    soon(|| (arena.logged("worker disconnected") >= 1).then_some(()));
    let so_far = ended(&data, 1).len();
    arena.process.kill().unwrap();
    arena.process.wait().unwrap();
    soon(|| (one.count("parted") >= 1).then_some(()));
    let arena = Arena::serve_at(&port, "true", &data, &options);
    soon(|| (one.count("joined") >= 2).then_some(()));
    let matches = ended(&data, 120);
    assert!(so_far < 120, "the league went on after the restart");
    one.stop();
    arena.stop();
    assert_whole(&data, &matches, 20);
    let shown =
        KAHUA.run(&["match", "show", "--data", data.to_str().unwrap(), matches[0]["match_id"].as_str().unwrap()]);
    let shown = shown.good();
    assert!(shown.contains("\nworker        "), "{shown}");
    let ids: BTreeSet<&str> = matches.iter().map(|found| found["match_id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), matches.len());
}

#[test]
fn bots_that_are_connected_directly_play_beside_those_of_workers() {
    let dir = tempfile::tempdir().unwrap();
    let (data, settings) = (dir.path().join("data"), settings(dir.path(), &format!("sets = 10\n{BOTS}")));
    let arena = Arena::serve("true", &data, &["--config", settings.to_str().unwrap()]);
    let one = Worker::join(dir.path(), &arena.addr, "one", BOTS);
    let matches = ended(&data, 60);
    one.stop();
    arena.stop();
    assert_whole(&data, &matches, 10);
}

#[test]
fn a_worker_that_is_not_let_in_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let (data, settings) = (dir.path().join("data"), settings(dir.path(), ""));
    let arena = Arena::serve("true", &data, &["--config", settings.to_str().unwrap()]);
    let worker = dir.path().join("worker.toml");
    fs::write(&worker, BOTS).unwrap();
    let own = dir.path().join("own");
    let join = |name: &str, token: &str| {
        let args = ["worker", "--join", &arena.addr, "--name", name, "--config", worker.to_str().unwrap(), "--data"];
        let mut command = KAHUA.command(&[&args[..], &[own.to_str().unwrap()]].concat());
        kahua_tests::Ran::of(&command.env("KAHUA_TOKEN", token).output().unwrap()).failed(2)
    };
    let wrong = join("one", "wrong");
    assert!(wrong.contains("the arena doesn't take this worker: the token is not known to this arena"), "{wrong}");
    let other = join("one", "two");
    assert!(other.contains("the token is that of the worker two, and the name is one"), "{other}");
    arena.stop();
}

#[test]
fn a_machine_is_measured_on_request() {
    let measured = json_lines(&KAHUA.run(&["worker", "--calibrate", "--json"]).good());
    assert!(measured[0]["speed"].as_u64().unwrap() > 0 && measured[0]["cores"].as_u64().unwrap() > 0, "{measured:?}");
}

#[test]
fn a_worker_finds_the_node_that_pairs_or_is_told_of_it() {
    let Some(server) = Postgres::shared("a_worker_finds_the_node_that_pairs") else { return };
    let (folder, url) = (tempfile::tempdir().unwrap(), server.new_database());
    let serve = |name: &str| {
        let config = folder.path().join(format!("{name}.toml"));
        let settings = fs::read_to_string(settings(folder.path(), "sets = 1\n")).unwrap();
        fs::write(&config, format!("node = {{ name = '{name}' }}\n{settings}")).unwrap();
        Arena::serve("true", &folder.path().join(name), &["--store", &url, "--config", config.to_str().unwrap()])
    };
    let pairing = serve("pairing");
    soon(|| (pairing.logged("this node pairs the matches") == 1).then_some(()));
    let other = serve("other");
    let lost = Worker::join(folder.path(), &other.addr, "one", BOTS);
    soon(|| lost.said().contains("the node that pairs, which is pairing").then_some(()));
    let worker = Worker::join(folder.path(), &pairing.addr, "two", BOTS);
    soon(|| (worker.count("kept") >= 6).then_some(()));
    for worker in [lost, worker] {
        worker.stop();
    }
    other.stop();
    pairing.stop();
}
