//! How long players wait when there is a crowd of spectators, and how much memory the arena takes.
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
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_tests::load::{LOWEST, Waits, on_a_thread, resident_mb};
use prost::Message;
use prost::bytes::Buf;
use tokio::sync::watch;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::players::{leagues, play_all};
use crate::served::Served;

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

#[expect(clippy::disallowed_methods, reason = "time passes while it is measured")]
pub(crate) fn run() -> anyhow::Result<()> {
    let dir = tempfile::tempdir()?;
    let arena = Served::start("true", dir.path(), &leagues())?;
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
        let ((asks, p50, p99), memory) = (waits.take(), resident_mb(arena.pid()));
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
    Ok(())
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
