//! A crowd of spectators beside bots that play.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use kahua_engine::registry;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_server::config::LeagueSettings;
use kahua_server::{Config, Rulesets};
use kahua_store::Store;
use parking_lot::Mutex;
use pb::arena_message::Message as FromArena;
use tokio::runtime;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::transport::Channel;

use crate::support::{Bot, TestArena, first, hello};

/// How many bots play, two and two.
const BOTS: usize = 8;

/// How long a bot thinks.
const THOUGHT: Duration = Duration::from_millis(20);

/// How many spectators one network connection carries.
const ON_ONE_CONNECTION: usize = 200;

/// Prints how long players wait between their answer and the next ask of the match, alone and beside spectators.
#[ignore = "a measurement: cargo test --release -p kahua-server --test wire beside_spectators -- --ignored --nocapture"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_wait_of_players_beside_spectators() {
    let game = registry::all()[0].info().name;
    let league = |number: usize| {
        let bots = [2 * number, 2 * number + 1].map(|bot| format!("bot-{bot}").parse().unwrap()).to_vec();
        let sets = 100_000.try_into().unwrap();
        LeagueSettings { sets, ..LeagueSettings::new(format!("l{number}"), game, bots) }
    };
    let config = Config { leagues: (0..BOTS / 2).map(league).collect(), ..Config::default() };
    let arena = Arc::new(TestArena::of(config, Rulesets::built_in(), Store::open_in_memory().unwrap()).await);
    let (waits, stop) = (Arc::new(Waits::default()), CancellationToken::new());
    on_a_thread(play_all(arena.clone(), waits.clone(), stop.clone()));
    for spectators in [0, 500, 2000, 0] {
        let crowd = stop.child_token();
        on_a_thread(watch_all(arena.clone(), spectators, crowd.clone()));
        tokio::time::sleep(Duration::from_secs(3)).await;
        waits.take();
        tokio::time::sleep(Duration::from_secs(10)).await;
        let (asks, p50, p99) = waits.take();
        println!("{spectators:5} spectators: {asks:6} asks, median {p50:?}, p99 {p99:?}");
        crowd.cancel();
    }
    stop.cancel();
}

/// Clients have a thread and a runtime of their own, so that the arena's tasks don't wait behind theirs.
fn on_a_thread(work: impl Future<Output = ()> + Send + 'static) {
    thread::spawn(|| runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work));
}

async fn play_all(arena: Arc<TestArena>, waits: Arc<Waits>, stop: CancellationToken) {
    for number in 0..BOTS {
        let bot = Bot::try_enter(&arena, hello(&format!("bot-{number}")), None).await.unwrap();
        tokio::spawn(play(bot, waits.clone()));
    }
    stop.cancelled().await;
}

async fn play(mut bot: Bot, waits: Arc<Waits>) {
    while let Ok(Some(message)) = bot.try_next().await {
        if let FromArena::Ask(ask) = message {
            waits.end(&ask.match_id);
            tokio::time::sleep(THOUGHT).await;
            waits.begin(&ask.match_id);
            bot.answer(&ask, first()).await;
        }
    }
}

/// Every spectator watches one running match after another.
async fn watch_all(arena: Arc<TestArena>, count: usize, stop: CancellationToken) {
    let (found, running) = watch::channel(Vec::new());
    for connection in 0..count.div_ceil(ON_ONE_CONNECTION) {
        let client = arena.leagues().await;
        for spectator in 0..ON_ONE_CONNECTION.min(count) {
            tokio::spawn(watch_one_by_one(client.clone(), running.clone(), connection + spectator));
        }
    }
    let mut client = arena.leagues().await;
    while !stop.is_cancelled() {
        let running = pb::ListMatchesRequest { running: Some(true), ..Default::default() };
        let matches = client.list_matches(running).await.unwrap().into_inner().matches;
        found.send_replace(matches.into_iter().map(|summary| summary.match_id).collect());
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

/// When each match's last answer was sent, and how long the next asks took to come.
#[derive(Default)]
struct Waits {
    open: Mutex<HashMap<String, Instant>>,
    done: Mutex<Vec<Duration>>,
}

impl Waits {
    fn begin(&self, match_id: &str) {
        self.open.lock().insert(match_id.to_owned(), Instant::now());
    }

    fn end(&self, match_id: &str) {
        if let Some(begun) = self.open.lock().remove(match_id) {
            self.done.lock().push(begun.elapsed());
        }
    }

    /// How many there were, their median, and the one that a hundredth exceeds.
    fn take(&self) -> (usize, Duration, Duration) {
        let mut done = std::mem::take(&mut *self.done.lock());
        done.sort_unstable();
        let at = |part: usize| done.get(done.len() * part / 100).copied().unwrap_or_default();
        (done.len(), at(50), at(99))
    }
}
