//! `kahua serve` under limits of the system: few open files, small files.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::time::Duration;

use kahua_proto::pb::arena::v1::bot_service_server::SERVICE_NAME as BOTS;
use kahua_proto::pb::arena::v1::league_service_server::SERVICE_NAME as LEAGUES;
use kahua_tests::soon;
use tonic_health::pb::health_check_response::ServingStatus;

use crate::KAHUA;
use crate::arena::Arena;

/// Opens this many connections, and sends nothing.
fn silent(addr: &str, count: usize) -> Vec<TcpStream> {
    (0..count).map(|_| TcpStream::connect(addr).unwrap()).collect()
}

#[test]
fn silent_connections_keep_nobody_out_and_no_signal_away() {
    let dir = tempfile::tempdir().unwrap();
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let arena = Arena::serve("ulimit -n 64", dir.path(), &["--metrics", &metrics]);
    let warning = "the limit of open files allows fewer than 4096 connections";
    assert_eq!(arena.logged(warning), 1, "{:?}", arena.log.lock());
    let _silent = [silent(&metrics, 300), silent(&arena.addr, 300)];
    arena.answers_a_newcomer();
    soon(|| (arena.logged("the connection limit is reached") >= 2).then_some(()));
    assert_eq!(arena.logged("can't accept connections"), 0, "{:?}", arena.log.lock());
    arena.stop();
}

#[test]
fn an_arena_without_files_for_connections_says_so_once_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    // Fewer than the arena needs for itself and for the connections that it has to allow.
    let arena = Arena::serve("ulimit -n 24", dir.path(), &[]);
    let _silent = silent(&arena.addr, 40);
    soon(|| (arena.logged("can't accept connections") > 0).then_some(()));
    arena.answers_a_newcomer();
    assert!(arena.logged("accept") < 20, "{:?}", arena.log.lock());
    assert!(arena.logged("raise that with `ulimit -n` or LimitNOFILE=") > 0, "{:?}", arena.log.lock());
    arena.stop();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_new_matches_and_nothing_else_until_there_is_room() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("league.toml");
    std::fs::write(&config, "[[league]]\nname = 'l'\ngame = 'haleakala'\nbots = ['a', 'b']\nsets = 100000\n").unwrap();
    let arena = Arena::serve("ulimit -S -f 2000", &dir.path().join("data"), &["--config", config.to_str().unwrap()]);
    assert_eq!(arena.health(BOTS), ServingStatus::Serving);
    let mut bots: Vec<Child> = ["a", "b"].map(|name| bot(&arena.addr, name)).into();

    soon(|| (arena.logged("the store can't be written") > 0).then_some(()));
    soon(|| (arena.health(BOTS) == ServingStatus::NotServing).then_some(()));
    assert_eq!(arena.health(LEAGUES), ServingStatus::Serving);
    arena.answers_a_newcomer();
    let before = arena.logged("");
    #[expect(clippy::disallowed_methods, reason = "a busy machine logs less in this time, not more")]
    std::thread::sleep(Duration::from_secs(3));
    let lines = arena.logged("") - before;
    assert!(lines < 10, "{lines} lines in 3 s: {:?}", arena.log.lock().last());

    let pid = Pid::from_raw(arena.process.id().try_into().unwrap());
    prlimit(pid, Resource::Fsize, Rlimit { current: None, maximum: None }).unwrap();
    soon(|| (arena.health(BOTS) == ServingStatus::Serving).then_some(()));
    let records = || kahua_store::Reader::open(&dir.path().join("data/arena.db")).unwrap().record_count().unwrap();
    let before = records();
    soon(|| (records() > before).then_some(()));
    arena.stop();
    bots.iter_mut().for_each(|bot| drop(bot.kill().and_then(|()| bot.wait())));
}

/// A bot that plays until its standard input ends.
#[cfg(target_os = "linux")]
fn bot(addr: &str, name: &str) -> Child {
    let mut command = KAHUA.command(&["house", "first-legal"]);
    command.env("KAHUA_ADDR", addr).env("KAHUA_NAME", name).stdin(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}
