//! `kahua serve` under limits of the system: few open files, small files.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use kahua_proto::pb::arena::v1::bot_service_server::SERVICE_NAME as BOTS;
use kahua_proto::pb::arena::v1::league_service_server::SERVICE_NAME as LEAGUES;
use kahua_tests::{signal, soon};
use parking_lot::Mutex;
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::KAHUA;

/// An arena that is serving, and its log so far.
struct Arena {
    process: Child,
    addr: String,
    log: Arc<Mutex<Vec<String>>>,
}

impl Arena {
    /// Starts it after this command of a shell, such as `ulimit -n 64`.
    fn serve(limit: &str, data: &Path, options: &[&str]) -> Arena {
        let command = format!("{limit} && exec \"$0\" \"$@\"");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &command, KAHUA.path(), "serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(options);
        let mut process = shell.env_remove("KAHUA_LOG").stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let stderr = BufReader::new(process.stderr.take().unwrap());
        std::thread::spawn({
            let log = log.clone();
            move || stderr.lines().map_while(Result::ok).for_each(|line| log.lock().push(line))
        });
        let address = |line: &String| Some(line.split("serving address=").nth(1)?.split(' ').next()?.to_owned());
        let addr = soon(|| log.lock().iter().find_map(address));
        Arena { process, addr, log }
    }

    /// How many lines of the log have this in them.
    fn logged(&self, part: &str) -> usize {
        self.log.lock().iter().filter(|line| line.contains(part)).count()
    }

    /// What `grpc.health.v1` says of this service.
    fn health(&self, service: &str) -> ServingStatus {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let channel = Endpoint::from_shared(format!("http://{}", self.addr)).unwrap().connect().await.unwrap();
            let request = HealthCheckRequest { service: service.to_owned() };
            HealthClient::new(channel).check(request).await.unwrap().into_inner().status()
        })
    }

    /// The same call that anybody makes who comes anew.
    fn answers_a_newcomer(&self) {
        let list = KAHUA.run(&["match", "list", "--arena", &self.addr]);
        assert_eq!(list.code, Some(0), "{}", list.err);
    }

    /// Stops it by SIGTERM, as the system does.
    fn stop(mut self) {
        signal("-TERM", self.process.id());
        let status = soon(|| self.process.try_wait().unwrap());
        assert!(status.success(), "{status}: {:?}", self.log.lock());
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _it_may_have_ended = self.process.kill();
        let _nothing_is_left_to_do = self.process.wait();
    }
}

/// Connects so many times, and says nothing.
fn silent(addr: &str, count: usize) -> Vec<TcpStream> {
    (0..count).map(|_| TcpStream::connect(addr).unwrap()).collect()
}

#[test]
fn silent_connections_keep_nobody_out_and_no_signal_away() {
    let dir = tempfile::tempdir().unwrap();
    let arena = Arena::serve("ulimit -n 64", dir.path(), &[]);
    let warning = "the limit of open files allows fewer than 4096 connections";
    assert_eq!(arena.logged(warning), 1, "{:?}", arena.log.lock());
    let _silent = silent(&arena.addr, 300);
    arena.answers_a_newcomer();
    assert_eq!(arena.logged("can't accept connections"), 0, "{:?}", arena.log.lock());
    arena.stop();
}

#[test]
fn an_arena_without_files_for_connections_says_so_once_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    // Fewer than the arena itself and the connections that it counts on need.
    let arena = Arena::serve("ulimit -n 24", dir.path(), &[]);
    let _silent = silent(&arena.addr, 40);
    soon(|| (arena.logged("can't accept connections") > 0).then_some(()));
    arena.answers_a_newcomer();
    assert!(arena.logged("accept") < 20, "{:?}", arena.log.lock());
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
    let started = arena.logged("match started");
    soon(|| (arena.logged("match started") > started).then_some(()));
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
