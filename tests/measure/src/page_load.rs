//! How many pages an arena on one core shows in a second while a league is played, what they cost it,
//! and how long the players wait because of them.
//!
//! The arena has the first core to itself. Players and readers run in this process on the other cores, the readers with
//! the lowest priority, as if they were on other machines.

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kahua_tests::load::{LOWEST, Waits, on_a_thread};
use kahua_tests::{Ran, json_lines, soon_within};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::interval;

use crate::players::{leagues, play_all};
use crate::served::{Served, kahua};

/// How many connections ask for pages.
const READERS: u32 = 8;

/// How many pages a second they request together, in one of the rounds.
const WANTED_PER_S: u32 = 300;

/// How long each round runs before its measurement.
const SETTLING: Duration = Duration::from_secs(1);

/// How long each measurement takes.
const MEASURING: Duration = Duration::from_secs(6);

/// What is asked for in a round.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Nothing,
    /// [`WANTED_PER_S`].
    Steady,
    /// The next page as soon as one has come.
    AsManyAsThereAre,
}

#[expect(clippy::disallowed_methods, reason = "time passes while it is measured")]
pub(crate) fn run() -> anyhow::Result<()> {
    let dir = tempfile::tempdir()?;
    let arena = Served::start("taskset -pc 0 $$ > /dev/null", dir.path(), &leagues())?;
    let own = std::process::id().to_string();
    let last = thread::available_parallelism().map_or(1, usize::from) - 1;
    let pinned = Command::new("taskset").args(["-apc", &last.min(1).to_string(), &own]).output()?;
    anyhow::ensure!(pinned.status.success(), "{pinned:?}");
    let waits: Arc<Waits> = Arc::default();
    let _players = on_a_thread(0, play_all(format!("http://{}", arena.addr), waits.clone()));
    let paths = Arc::new(paths(&arena.addr)?);
    for wanted in [Wanted::Nothing, Wanted::Steady, Wanted::AsManyAsThereAre].repeat(3) {
        let shown: Arc<Shown> = Arc::default();
        let _readers = on_a_thread(LOWEST, read_all(arena.addr.clone(), paths.clone(), wanted, shown.clone()));
        thread::sleep(SETTLING);
        let (began, cpu) = (Instant::now(), processor_s(arena.pid()));
        waits.take();
        shown.take();
        thread::sleep(MEASURING);
        let (asks, p50, p99) = waits.take();
        let ((pages, bytes), passed) = (shown.take(), began.elapsed().as_secs_f64());
        let cpu = processor_s(arena.pid()) - cpu;
        println!(
            "{wanted:?}: {:.0} pages/s, {} kB each, the arena takes {:.2} of its core; {asks} asks, median {p50:?}, p99 {p99:?}",
            pages as f64 / passed,
            bytes / pages.max(1) / 1000,
            cpu / passed,
        );
    }
    Ok(())
}

/// The requested pages: those with the most links, and the replays of some matches.
fn paths(addr: &str) -> anyhow::Result<Vec<String>> {
    let kahua = kahua()?;
    let ended = || {
        let mut list = Command::new(&kahua);
        list.args(["match", "list", "--addr", addr, "--json", "--limit", "100"]);
        let listed = Ran::of(&list.output().expect("kahua can be started")).good();
        let matches = json_lines(&listed).into_iter().filter(|summary| summary["running"] == false);
        let ids: Vec<String> = matches.map(|summary| summary["match_id"].as_str().unwrap().to_owned()).collect();
        (ids.len() >= 4).then_some(ids)
    };
    let ended = soon_within(Duration::from_secs(120), ended);
    let replays = ended.iter().take(4).map(|id| format!("/matches/{id}/"));
    let lists = ["/", "/leagues/", "/leagues/l0/", "/bots/", "/bots/b0/", "/matches/", "/bots/b1/", "/matches/?bot=b2"];
    Ok(lists.map(str::to_owned).into_iter().chain(replays).collect())
}

/// Requests these pages in turn over several connections, like browsers with an empty cache.
async fn read_all(addr: String, paths: Arc<Vec<String>>, wanted: Wanted, shown: Arc<Shown>) {
    let pause = match wanted {
        Wanted::Nothing => return,
        Wanted::Steady => Duration::from_secs(1) * READERS / WANTED_PER_S,
        Wanted::AsManyAsThereAre => Duration::from_nanos(1),
    };
    for first in 0..READERS as usize {
        let (addr, paths, shown) = (addr.clone(), paths.clone(), shown.clone());
        tokio::spawn(async move {
            let mut connection = TcpStream::connect(&addr).await.unwrap();
            let mut ticks = interval(pause);
            for path in paths.iter().cycle().skip(first * paths.len() / READERS as usize) {
                ticks.tick().await;
                let request = format!("GET {path} HTTP/1.1\r\nhost: {addr}\r\naccept-encoding: gzip\r\n\r\n");
                connection.write_all(request.as_bytes()).await.unwrap();
                shown.bytes.fetch_add(whole_answer(&mut connection).await, Ordering::Relaxed);
                shown.pages.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
}

/// Reads an answer to its end; how many bytes it has.
async fn whole_answer(connection: &mut TcpStream) -> usize {
    let (mut answer, mut bytes) = (Vec::new(), [0; 65536]);
    // A compressed answer comes in chunks, and the last chunk is empty.
    while !answer.ends_with(b"\r\n0\r\n\r\n") {
        let read = connection.read(&mut bytes).await.unwrap();
        answer.extend(&bytes[..read]);
        assert!(read > 0 && answer.starts_with(b"HTTP/1.1 200 OK"), "{}", String::from_utf8_lossy(&answer));
    }
    answer.len()
}

/// What the readers were shown.
#[derive(Debug, Default)]
struct Shown {
    pages: AtomicUsize,
    bytes: AtomicUsize,
}

impl Shown {
    /// How many pages since the last call, and how many bytes they had.
    fn take(&self) -> (usize, usize) {
        (self.pages.swap(0, Ordering::Relaxed), self.bytes.swap(0, Ordering::Relaxed))
    }
}

/// The processor time that a process has used, in seconds.
fn processor_s(pid: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    // The name before the numbers may have spaces. A tick is a hundredth of a second.
    let times = stat.rsplit_once(") ").unwrap().1.split(' ').skip(11).take(2);
    times.map(|ticks| ticks.parse::<f64>().unwrap()).sum::<f64>() / 100.0
}
