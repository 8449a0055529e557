//! What it costs a match's players that many watch it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kahua_server::config::LeagueSettings;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::support::{Arena, begun, league};

/// How many watch.
const WATCHERS: usize = 200;

/// How long a bot thinks, so that a match takes as long as one that is worth watching.
const THINK: Duration = Duration::from_millis(20);

/// How many matches are measured.
const MATCHES: u32 = 4;

/// Prints the time from an answer to the next ask, alone and with 200 watchers: `cargo test --release --workspace --test pages --
/// --ignored --nocapture watchers`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement for a quiet machine"]
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
    let sets = (MATCHES / 2).try_into().ok();
    let arena = Arc::new(Arena::with(LeagueSettings { sets, ..league("kanaloa", "open") }).await);
    let (mut asked, mut other, mut ask) = begun(&arena).await;
    let (mut tasks, read) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
    let (id, present) = tokio::sync::watch::channel(ask.match_id.clone());
    for _ in 0..watchers {
        tasks.spawn(watch(arena.clone(), present.clone(), read.clone()));
    }
    let mut waits = Vec::new();
    for _ in 0..MATCHES {
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
            id.send_if_modified(|id| std::mem::replace(id, ask.match_id.clone()) != ask.match_id);
        }
        // The end reaches the two one after the other; whoever is asked first in the next match begins it.
        let next = tokio::time::timeout(Duration::from_secs(2), async {
            loop {
                tokio::select! {
                    Some(next) = asked.ask() => break next,
                    Some(next) = other.ask() => { std::mem::swap(&mut asked, &mut other); break next }
                    else => {}
                }
            }
        });
        match next.await {
            Ok(next) => ask = next,
            Err(_) => break,
        }
    }
    tasks.shutdown().await;
    let read = read.load(Ordering::Relaxed);
    Arc::into_inner(arena).expect("all watchers have gone").stop().await;
    (waits, read)
}

/// Watches whatever match is being played.
async fn watch(arena: Arc<Arena>, mut present: tokio::sync::watch::Receiver<String>, read: Arc<AtomicUsize>) {
    loop {
        let id = present.borrow_and_update().clone();
        let mut live = arena.open_at(&format!("/matches/{id}/live"), "").await;
        loop {
            tokio::select! {
                more = live.more() => if !more { break },
                changed = present.changed() => if changed.is_err() { return } else { break },
            }
            read.fetch_add(std::mem::take(&mut live.read).len(), Ordering::Relaxed);
        }
        if present.has_changed().is_err() {
            return;
        }
    }
}
