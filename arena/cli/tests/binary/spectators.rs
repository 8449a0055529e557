//! A measurement: how long players wait beside a crowd of spectators, and how much memory the arena takes.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use parking_lot::Mutex;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::runtime;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::{Channel, Endpoint};

use crate::arena::Arena;

/// How many bots play, two and two.
const BOTS: usize = 24;

/// How long a bot thinks.
const THOUGHT: Duration = Duration::from_millis(50);

/// How many spectators one network connection carries.
const ON_ONE_CONNECTION: usize = 200;

/// How long the crowd has to gather.
const GATHERING: Duration = Duration::from_secs(5);

/// How long it is measured.
const MEASURING: Duration = Duration::from_secs(10);

#[ignore = "a measurement: cargo test --release -p kahua --test binary wait_of_players -- --ignored --nocapture"]
#[test]
#[expect(clippy::disallowed_methods, reason = "time passes while it is measured")]
fn the_wait_of_players_beside_spectators() {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("leagues.toml");
    let league = |n: usize| {
        let (one, other) = (2 * n, 2 * n + 1);
        format!("[[league]]\nname = 'l{n}'\ngame = 'haleakala'\nbots = ['b{one}', 'b{other}']\nsets = 100000\n")
    };
    std::fs::write(&config, (0..BOTS / 2).map(league).collect::<String>()).unwrap();
    let arena = Arena::serve("true", &dir.path().join("data"), &["--config", config.to_str().unwrap()]);
    let waits: Arc<Waits> = Arc::default();
    let addr = format!("http://{}", arena.addr);
    let _players = on_a_thread(play_all(addr.clone(), waits.clone()));
    for (reading, stalled) in [(0, 0), (500, 0), (2000, 0), (0, 0), (0, 1400), (0, 0)] {
        let _reading = on_a_thread(watch_all(addr.clone(), reading));
        let _stalled = on_a_thread(stall(addr.clone(), stalled));
        thread::sleep(GATHERING);
        waits.take();
        thread::sleep(MEASURING);
        let ((asks, p50, p99), memory) = (waits.take(), resident_mb(arena.process.id()));
        println!(
            "{reading:5} spectators and {stalled:5} that never read: {asks:6} asks, median {p50:?}, p99 {p99:?}, {memory} MB"
        );
    }
}

/// Each kind of client has a thread of its own until what this returns is dropped.
pub(crate) fn on_a_thread(work: impl Future<Output = ()> + Send + 'static) -> oneshot::Sender<()> {
    let (stop, stopped) = oneshot::channel();
    thread::spawn(move || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            tokio::spawn(work);
            let _dropped = stopped.await;
        });
    });
    stop
}

async fn play_all(addr: String, waits: Arc<Waits>) {
    for number in 0..BOTS {
        let client = BotServiceClient::connect(addr.clone()).await.unwrap();
        tokio::spawn(play(client, format!("b{number}"), waits.clone()));
    }
}

async fn play(mut client: BotServiceClient<Channel>, name: String, waits: Arc<Waits>) {
    let (sender, said) = mpsc::channel(16);
    let say = async |body| sender.send(pb::BotMessage { message: Some(body) }).await.unwrap();
    say(ToArena::Hello(pb::Hello { name, ..Default::default() })).await;
    let mut heard = client.play(ReceiverStream::new(said)).await.unwrap().into_inner();
    while let Ok(Some(message)) = heard.message().await {
        if let Some(FromArena::Ask(ask)) = message.message {
            waits.end(&ask.match_id);
            tokio::time::sleep(THOUGHT).await;
            waits.begin(&ask.match_id);
            let (match_id, ticket, choice) = (ask.match_id, ask.ticket, Some(pb::answer::Choice::Index(0)));
            say(ToArena::Answer(pb::Answer { match_id, ticket, choice, comment: String::new() })).await;
        }
    }
}

/// Every spectator watches one running match after another.
async fn watch_all(addr: String, count: usize) {
    let (found, running) = watch::channel(Vec::new());
    for connection in 0..count.div_ceil(ON_ONE_CONNECTION) {
        let client = LeagueServiceClient::connect(addr.clone()).await.unwrap();
        for number in 0..ON_ONE_CONNECTION.min(count) {
            tokio::spawn(watch_one_by_one(client.clone(), running.clone(), connection + number));
        }
    }
    let mut client = LeagueServiceClient::connect(addr).await.unwrap();
    loop {
        found.send_replace(running_matches(&mut client).await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn watch_one_by_one(
    mut client: LeagueServiceClient<Channel>,
    mut running: watch::Receiver<Vec<String>>,
    which: usize,
) {
    while running.changed().await.is_ok() {
        let match_id = {
            let running = running.borrow();
            running.get(which % running.len().max(1)).cloned().unwrap_or_default()
        };
        if let Ok(shown) = client.watch_match(pb::WatchMatchRequest { match_id }).await {
            let mut shown = shown.into_inner();
            while let Ok(Some(_)) = shown.message().await {}
        }
    }
}

/// Spectators whose windows are shut: they ask for matches, and take nothing.
async fn stall(addr: String, count: usize) {
    let mut held = Vec::new();
    while held.len() < count {
        let endpoint = Endpoint::from_shared(addr.clone()).unwrap().initial_stream_window_size(1);
        let mut client = LeagueServiceClient::new(endpoint.connect().await.unwrap());
        let mut finder = LeagueServiceClient::connect(addr.clone()).await.unwrap();
        let before = held.len();
        while held.len() < count.min(before + ON_ONE_CONNECTION) {
            for match_id in running_matches(&mut finder).await {
                held.extend(client.watch_match(pb::WatchMatchRequest { match_id }).await.ok());
            }
        }
    }
    std::future::pending().await
}

async fn running_matches(client: &mut LeagueServiceClient<Channel>) -> Vec<String> {
    let running = pb::ListMatchesRequest { running: Some(true), ..Default::default() };
    let list = client.list_matches(running).await.map(|list| list.into_inner().matches).unwrap_or_default();
    list.into_iter().map(|summary| summary.match_id).collect()
}

/// The memory of this process as the system counts it, in megabytes; 0 where it doesn't tell.
pub(crate) fn resident_mb(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or_default() / 1024
}

/// When each match's last answer was sent, and how long the next asks took to come.
#[derive(Default)]
pub(crate) struct Waits {
    open: Mutex<HashMap<String, Instant>>,
    done: Mutex<Vec<Duration>>,
}

impl Waits {
    pub(crate) fn begin(&self, match_id: &str) {
        self.open.lock().insert(match_id.to_owned(), Instant::now());
    }

    pub(crate) fn end(&self, match_id: &str) {
        if let Some(begun) = self.open.lock().remove(match_id) {
            self.done.lock().push(begun.elapsed());
        }
    }

    /// How many there were, their median, and what one in a hundred exceeds.
    pub(crate) fn take(&self) -> (usize, Duration, Duration) {
        let mut done = std::mem::take(&mut *self.done.lock());
        done.sort_unstable();
        let at = |part: usize| done.get(done.len() * part / 100).copied().unwrap_or_default();
        (done.len(), at(50), at(99))
    }
}
