//! A measurement: how long players wait when there is a crowd of spectators, and how much memory the arena takes.
//!
//! Real spectators are on other machines. So here they use as little of this one as possible: they drop what they read
//! without decoding it, many share a connection, and their threads have the lowest priority. When a match ends, they
//! don't all ask for the next one in the same millisecond. The measurement begins when nearly all of them watch. It
//! also prints the number of updates that they got, since an arena that sent none would delay no player.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use parking_lot::Mutex;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use prost::Message;
use prost::bytes::Buf;
use tokio::runtime;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_stream::wrappers::ReceiverStream;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::arena::Arena;

/// How many bots play, two and two.
const BOTS: usize = 24;

/// How long a bot thinks.
const THOUGHT: Duration = Duration::from_millis(50);

/// How many spectators one network connection carries.
const ON_ONE_CONNECTION: usize = 200;

/// How long the crowd may settle after it has gathered.
const SETTLING: Duration = Duration::from_secs(2);

/// How long the crowd may take to gather.
const GATHERING_MAX: Duration = Duration::from_secs(120);

/// The time over which spectators spread their requests for the next match.
const STAGGER: Duration = Duration::from_secs(1);

/// How long the measurement takes.
const MEASURING: Duration = Duration::from_secs(10);

#[ignore = "a measurement: cargo test --release -p kahua --test binary wait_of_players -- --ignored --nocapture"]
#[test]
#[expect(clippy::disallowed_methods, reason = "time passes while it is measured")]
fn the_wait_of_players_beside_spectators() {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("leagues.toml");
    std::fs::write(&config, leagues()).unwrap();
    let arena = Arena::serve("true", &dir.path().join("data"), &["--config", config.to_str().unwrap()]);
    let waits: Arc<Waits> = Arc::default();
    let addr = format!("http://{}", arena.addr);
    let _players = on_a_thread(0, play_all(addr.clone(), waits.clone()));
    let mut p99s: HashMap<usize, Vec<Duration>> = HashMap::new();
    for (reading, stalled) in [(0, 0), (2000, 0), (0, 0), (2000, 0), (0, 0), (2000, 0), (500, 0), (0, 1400)] {
        let crowd: Arc<Crowd> = Arc::default();
        let _reading = on_a_thread(LOWEST, watch_all(addr.clone(), reading, crowd.clone()));
        let _stalled = on_a_thread(LOWEST, stall(addr.clone(), stalled));
        let began = Instant::now();
        while crowd.watching.load(Ordering::Relaxed) < reading * 9 / 10 && began.elapsed() < GATHERING_MAX {
            thread::sleep(STAGGER / 10);
        }
        thread::sleep(SETTLING);
        waits.take();
        crowd.updates.store(0, Ordering::Relaxed);
        thread::sleep(MEASURING);
        let ((asks, p50, p99), memory) = (waits.take(), resident_mb(arena.process.id()));
        let updates_per_s = crowd.updates.load(Ordering::Relaxed) / MEASURING.as_secs() as usize;
        let watching = crowd.watching.load(Ordering::Relaxed);
        println!(
            "{watching:5} of {reading:5} spectators with {updates_per_s:6} updates/s, and {stalled:5} that never read: {asks:6} asks, \
             median {p50:?}, p99 {p99:?}, {memory} MB"
        );
        if stalled == 0 {
            p99s.entry(reading).or_default().push(p99);
        }
    }
    let [without, beside] = [0, 2000].map(|spectators| {
        let p99s = p99s.get_mut(&spectators).unwrap();
        p99s.sort_unstable();
        p99s[p99s.len() / 2]
    });
    let ratio = beside.as_secs_f64() / without.as_secs_f64();
    println!("p99 beside 2000 spectators: {ratio:.2} times that without (medians of three runs)");
}

/// Settings with a league for every two bots of [`play_all`].
pub(crate) fn leagues() -> String {
    let league = |n: usize| {
        let (one, other) = (2 * n, 2 * n + 1);
        format!("[[league]]\nname = 'l{n}'\ngame = 'haleakala'\nbots = ['b{one}', 'b{other}']\nsets = 100000\n")
    };
    (0..BOTS / 2).map(league).collect()
}

/// The priority of spectators' threads.
pub(crate) const LOWEST: i32 = 19;

/// Each kind of client has a thread of its own, with this niceness, until what this returns is dropped.
pub(crate) fn on_a_thread(niceness: i32, work: impl Future<Output = ()> + Send + 'static) -> oneshot::Sender<()> {
    let (stop, stopped) = oneshot::channel();
    thread::spawn(move || {
        // On Linux this changes only the thread; elsewhere it would change the players, too.
        #[cfg(target_os = "linux")]
        rustix::process::nice(niceness).expect("everybody may be nicer");
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            tokio::spawn(work);
            let _dropped = stopped.await;
        });
    });
    stop
}

pub(crate) async fn play_all(addr: String, waits: Arc<Waits>) {
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
async fn watch_all(addr: String, count: usize, crowd: Arc<Crowd>) {
    let (found, running) = watch::channel(Vec::new());
    for connection in 0..count.div_ceil(ON_ONE_CONNECTION) {
        let channel = Endpoint::from_shared(addr.clone()).unwrap().connect().await.unwrap();
        for number in 0..ON_ONE_CONNECTION.min(count - connection * ON_ONE_CONNECTION) {
            let client = tonic::client::Grpc::new(channel.clone());
            tokio::spawn(watch_one_by_one(client, running.clone(), connection + number, crowd.clone()));
        }
    }
    let mut client = LeagueServiceClient::connect(addr).await.unwrap();
    loop {
        found.send_replace(running_matches(&mut client).await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn watch_one_by_one(
    mut client: tonic::client::Grpc<Channel>,
    mut running: watch::Receiver<Vec<String>>,
    which: usize,
    crowd: Arc<Crowd>,
) {
    let path = PathAndQuery::from_static("/kahua.arena.v1.LeagueService/WatchMatch");
    while running.changed().await.is_ok() {
        tokio::time::sleep(STAGGER * (which as u32 * 37 % 100) / 100).await;
        let match_id = {
            let running = running.borrow();
            running.get(which % running.len().max(1)).cloned().unwrap_or_default()
        };
        let request = Request::new(pb::WatchMatchRequest { match_id });
        if client.ready().await.is_ok()
            && let Ok(shown) = client.server_streaming(request, path.clone(), Skim).await
        {
            let mut shown = shown.into_inner();
            let mut seen = 0;
            while let Ok(Some(())) = shown.message().await {
                crowd.watching.fetch_add((seen == 0).into(), Ordering::Relaxed);
                crowd.updates.fetch_add(1, Ordering::Relaxed);
                seen += 1;
            }
            crowd.watching.fetch_sub((seen > 0).into(), Ordering::Relaxed);
        }
    }
}

/// What spectators count.
#[derive(Default)]
struct Crowd {
    /// Spectators that have seen something of a running match.
    watching: AtomicUsize,
    /// The updates that all of them were sent.
    updates: AtomicUsize,
}

/// Reads the updates of a match without decoding them.
#[derive(Clone, Copy)]
struct Skim;

impl Codec for Skim {
    type Encode = pb::WatchMatchRequest;
    type Decode = ();
    type Encoder = Skim;
    type Decoder = Skim;

    fn encoder(&mut self) -> Skim {
        Skim
    }

    fn decoder(&mut self) -> Skim {
        Skim
    }
}

impl Encoder for Skim {
    type Item = pb::WatchMatchRequest;
    type Error = Status;

    fn encode(&mut self, request: pb::WatchMatchRequest, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        request.encode(to).map_err(|problem| Status::internal(problem.to_string()))
    }
}

impl Decoder for Skim {
    type Item = ();
    type Error = Status;

    fn decode(&mut self, update: &mut DecodeBuf<'_>) -> Result<Option<()>, Status> {
        update.advance(update.remaining());
        Ok(Some(()))
    }
}

/// Spectators with closed windows: they request matches, and read nothing.
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

/// The memory of this process as the system counts it, in megabytes; 0 where the system doesn't report it.
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
