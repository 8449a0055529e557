//! What spectators are shown, and what happens to those that don't read. There is no network, so time passes only while
//! a test waits.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use kahua_engine::{PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::Mutex;
use prost::Message;
use tokio_stream::StreamExt;
use tonic::Code;

use super::*;
use crate::auth::access::Access;
use crate::auth::credentials::Credentials;
use crate::auth::peer::Peer;
use crate::bots::match_handle::{MatchInbox, ReadInbox};
use crate::bots::match_tap::{MatchTap, MatchUpdate, WatchPoint};
use kahua_settings::config::TokenPolicy;

/// A match in which events happen and nothing else.
#[derive(Debug, Default)]
struct Events {
    count: AtomicUsize,
    clock_starts: AtomicU32,
    looks: AtomicUsize,
    /// How many events it has turned into messages, over all looks.
    made: AtomicUsize,
    tap: Mutex<Option<Arc<MatchTap>>>,
}

impl Events {
    fn happen(&self, count: usize) {
        self.count.fetch_add(count, Ordering::Relaxed);
        self.ring();
    }

    fn start_clock(&self) {
        self.clock_starts.fetch_add(1, Ordering::Relaxed);
        self.ring();
    }

    fn ring(&self) {
        if let Some(tap) = &*self.tap.lock() {
            tap.ring();
        }
    }

    fn end(&self) {
        let tap = self.tap.lock().take().unwrap();
        tap.end(pb::WatchMatchResponse { ended: Some(pb::Ended::default()), ..self.from(tap.seen()) });
    }

    fn from(&self, from: usize) -> pb::WatchMatchResponse {
        let numbers = from..self.count.load(Ordering::Relaxed);
        let events = numbers.map(|number| pb::MatchEvent { number: number as u32, event: None }).collect();
        pb::WatchMatchResponse { events, ..Default::default() }
    }
}

impl ReadInbox for Events {
    fn read_inbox(&self) {}

    fn look(&self, from: usize, tap: &Arc<MatchTap>) -> Option<MatchUpdate> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.made.fetch_add(self.count.load(Ordering::Relaxed) - from, Ordering::Relaxed);
        *self.tap.lock() = Some(tap.clone());
        let point = WatchPoint {
            next: self.count.load(Ordering::Relaxed),
            clock_starts: self.clock_starts.load(Ordering::Relaxed),
        };
        Some(MatchUpdate { shown: self.from(from), point })
    }

    fn waits_for(&self) -> Option<(Seat, Duration)> {
        None
    }
}

struct Watched {
    spectators: Spectators,
    events: Arc<Events>,
    handle: MatchHandle,
    inbox: MatchInbox,
    stop: CancellationToken,
}

fn viewer() -> Viewer {
    let owner =
        SlotOwner::of(&Peer::in_process(), &Credentials::default(), &Access::new(TokenPolicy::Optional, &[], &[]));
    Viewer { owner, revoked: CancellationToken::new() }
}

impl Watched {
    fn begin() -> Watched {
        let connections = PerSeat::from_values([None, None]).unwrap();
        let (handle, inbox) = MatchHandle::new(MatchId::new(1, [0; 10]), connections);
        let events: Arc<Events> = Arc::default();
        handle.attach(events.clone());
        let stop = CancellationToken::new();
        let spectators = Spectators::start(stop.clone(), &TaskTracker::new());
        Watched { spectators, events, handle, inbox, stop }
    }

    async fn watch(&self) -> SpectatorStream {
        self.watch_as(&viewer()).await
    }

    async fn watch_as(&self, viewer: &Viewer) -> SpectatorStream {
        self.spectators.watch(self.handle.clone(), viewer).await.unwrap().expect("the match runs")
    }
}

async fn next_update(stream: &mut SpectatorStream) -> pb::WatchMatchResponse {
    pb::WatchMatchResponse::decode(stream.next().await.unwrap().unwrap()).unwrap()
}

/// The numbers of the events that come with the next update.
async fn next(stream: &mut SpectatorStream) -> Vec<u32> {
    next_update(stream).await.events.iter().map(|event| event.number).collect()
}

#[tokio::test(start_paused = true)]
async fn everybody_sees_everything_once_and_in_order_at_their_own_pace() {
    let watched = Watched::begin();
    watched.events.happen(2);
    let (mut fast, mut slow) = (watched.watch().await, watched.watch().await);
    assert_eq!(next(&mut fast).await, [0, 1]);
    watched.events.happen(1);
    assert_eq!(next(&mut fast).await, [2]);
    watched.events.happen(2);
    assert_eq!(next(&mut fast).await, [3, 4]);
    assert_eq!(watched.spectators.updates_waiting(), 1, "the first one of the slow one");
    assert_eq!(next(&mut slow).await, [0, 1]);
    assert_eq!(next(&mut slow).await, [2, 3, 4], "what happened meanwhile comes at once");
    watched.events.happen(1);
    watched.events.end();
    for mut stream in [fast, slow] {
        let last = next_update(&mut stream).await;
        assert_eq!((last.events.len(), last.events[0].number, last.ended.is_some()), (1, 5, true));
        assert!(stream.next().await.is_none());
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_starts_without_an_event_is_told_once() {
    let watched = Watched::begin();
    watched.events.happen(2);
    let mut stream = watched.watch().await;
    assert_eq!(next(&mut stream).await, [0, 1]);
    watched.events.start_clock();
    assert_eq!(next(&mut stream).await, [0; 0]);
    watched.events.ring();
    tokio::time::sleep(3 * limits::SPECTATOR_INTERVAL).await;
    assert_eq!(watched.spectators.updates_waiting(), 0, "there is nothing new to tell");
    watched.events.happen(1);
    assert_eq!(next(&mut stream).await, [2]);
}

#[tokio::test(start_paused = true)]
async fn an_update_is_encoded_once_for_all_who_watch() {
    let watched = Watched::begin();
    let mut streams = Vec::new();
    for _ in 0..100 {
        let mut stream = watched.watch().await;
        next(&mut stream).await;
        streams.push(stream);
    }
    for number in 0..3 {
        watched.events.happen(1);
        let mut updates = Vec::new();
        for stream in &mut streams {
            updates.push(stream.next().await.unwrap().unwrap());
        }
        assert_eq!(pb::WatchMatchResponse::decode(updates[0].clone()).unwrap().events[0].number, number);
        assert!(updates.iter().all(|update| update.as_ptr() == updates[0].as_ptr()), "all have the same bytes");
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_makes_each_event_once_however_many_come_later() {
    let watched = Watched::begin();
    let mut streams = Vec::new();
    for come in 1..=50 {
        watched.events.happen(1);
        let mut late = watched.watch().await;
        assert_eq!(next(&mut late).await, (0..come).collect::<Vec<_>>());
        streams.push(late);
    }
    assert_eq!(watched.events.made.load(Ordering::Relaxed), 50);
    watched.events.happen(1);
    watched.events.end();
    for stream in &mut streams {
        let mut seen = Vec::new();
        while let Some(update) = stream.next().await {
            let update = pb::WatchMatchResponse::decode(update.unwrap()).unwrap();
            seen.extend(update.events.iter().map(|event| event.number));
        }
        assert_eq!(seen.last(), Some(&50));
        assert!(seen.is_sorted_by(|one, next| one + 1 == *next), "{seen:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_fast_match_is_looked_at_now_and_then() {
    let watched = Watched::begin();
    let mut stream = watched.watch().await;
    let mut seen = next(&mut stream).await;
    for _ in 0..1000 {
        watched.events.happen(1);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    while seen.len() < 1000 {
        seen.extend(next(&mut stream).await);
    }
    assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    let looks = watched.events.looks.load(Ordering::Relaxed);
    assert!(looks <= 13, "{looks} looks in a second");
}

#[tokio::test(start_paused = true)]
async fn who_does_not_read_is_dropped_and_holds_one_update_until_then() {
    let watched = Watched::begin();
    watched.events.happen(1);
    let mut stalled = watched.watch().await;
    let mut reading = watched.watch().await;
    let began = Instant::now();
    while watched.spectators.slots.enter_if_fair(viewer().owner).is_some()
        && began.elapsed() < 2 * limits::SPECTATOR_STALL_MAX
    {
        next(&mut reading).await;
        watched.events.happen(1);
        assert!(stalled.updates.len() <= viewers::QUEUE);
    }
    assert_eq!(next(&mut stalled).await, [0]);
    let end = stalled.next().await.unwrap().unwrap_err();
    assert_eq!(end.code(), Code::ResourceExhausted);
    assert!(stalled.next().await.is_none());
    next(&mut reading).await;
}

#[tokio::test(start_paused = true)]
async fn one_caller_takes_half_of_the_room_at_most() {
    let watched = Watched::begin();
    let mut streams = Vec::new();
    let refusal = loop {
        match watched.spectators.watch(watched.handle.clone(), &viewer()).await {
            Ok(stream) => streams.push(stream.unwrap()),
            Err(refusal) => break refusal,
        }
        if streams.len() > limits::SPECTATORS_MAX {
            panic!("nobody is refused");
        }
    };
    assert_eq!((streams.len(), refusal.code()), (limits::SPECTATORS_MAX / 2, Code::ResourceExhausted));
    streams.pop();
    watched.watch().await;
}

#[tokio::test(start_paused = true)]
async fn whoever_came_with_a_token_that_is_revoked_sees_nothing_more() {
    let watched = Watched::begin();
    let viewer = viewer();
    let (mut revoked, mut other) = (watched.watch_as(&viewer).await, watched.watch().await);
    next(&mut revoked).await;
    next(&mut other).await;
    viewer.revoked.cancel();
    watched.spectators.look_again();
    assert_eq!(revoked.next().await.unwrap().unwrap_err().code(), Code::Unauthenticated);
    assert!(revoked.next().await.is_none());
    watched.events.happen(1);
    assert_eq!(next(&mut other).await, [0]);
    assert_eq!((watched.spectators.count(), watched.spectators.updates_waiting()), (2, 0));
    drop((revoked, other));
    assert_eq!(watched.spectators.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_gone_shows_nothing_and_a_stop_ends_every_stream() {
    let watched = Watched::begin();
    let mut stream = watched.watch().await;
    next(&mut stream).await;
    watched.stop.cancel();
    assert_eq!(stream.next().await.unwrap().unwrap_err().code(), Code::Unavailable);

    let Watched { spectators, handle, inbox, .. } = Watched::begin();
    drop(inbox);
    handle.attach(Arc::new(Over));
    assert!(spectators.watch(handle, &viewer()).await.unwrap().is_none());
}

/// A match that doesn't run.
#[derive(Debug)]
struct Over;

impl ReadInbox for Over {
    fn read_inbox(&self) {}

    fn look(&self, _from: usize, _stage: &Arc<MatchTap>) -> Option<MatchUpdate> {
        None
    }

    fn waits_for(&self) -> Option<(Seat, Duration)> {
        None
    }
}
