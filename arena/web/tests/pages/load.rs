//! What many watchers cost the players of a match.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::support::{Arena, Reading, begun, league};

/// How many watch.
const WATCHERS: usize = 200;

/// How long a bot thinks, so that a match takes as long as one that is worth watching.
const THINK: Duration = Duration::from_millis(20);

/// How many matches are measured.
const MATCHES: usize = 4;

/// Prints the time from an answer to the next ask, alone and with 200 watchers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement: just measure watchers"]
async fn watchers_cost_the_players_nothing() {
    for watchers in [0, WATCHERS] {
        let (mut waits, read) = measured(watchers).await;
        waits.sort_unstable();
        let at = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize];
        println!(
            "{watchers} watchers: {} asks, median {:?}, p99 {:?}, longest {:?}; {read} bytes were shown",
            waits.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
        assert!(watchers == 0 || read > 0, "somebody has seen something");
    }
}

async fn measured(watchers: usize) -> (Vec<Duration>, usize) {
    let (mut waits, read) = (Vec::new(), Arc::new(AtomicUsize::new(0)));
    for _ in 0..MATCHES {
        let arena = Arena::with(league("kanaloa", "open")).await;
        let (mut asked, mut other, mut ask) = begun(&arena).await;
        let crowd = crowd(arena.address, ask.match_id.clone(), watchers, read.clone());
        loop {
            sleep(THINK).await;
            let began = Instant::now();
            asked.answer(&ask, "").await;
            let next = tokio::select! {
                next = asked.ask() => next,
                next = other.ask() => { std::mem::swap(&mut asked, &mut other); next }
            };
            let Some(next) = next else { break };
            waits.push(began.elapsed());
            ask = next;
        }
        arena.stop().await;
        crowd.join().expect("the streams end with the arena");
    }
    (waits, read.load(Ordering::Relaxed))
}

/// Watches a match from its own thread, so that reading costs the arena's threads nothing.
fn crowd(arena: SocketAddr, id: String, watchers: usize, read: Arc<AtomicUsize>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut tasks = JoinSet::new();
            for _ in 0..watchers {
                let (path, read) = (format!("/matches/{id}/live"), read.clone());
                tasks.spawn(async move {
                    let mut live = Reading::open(arena, &path, "").await;
                    while live.more().await {
                        read.fetch_add(std::mem::take(&mut live.read).len(), Ordering::Relaxed);
                    }
                });
            }
            while tasks.join_next().await.is_some() {}
        });
    })
}
