//! The spectators of one match, each at its own point of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::event_bytes::EventBytes;
use super::token_revoked;
use super::waiting::{Waiting, WaitingUpdate};
use super::{UpdatePacer, Viewer};
use crate::bots::match_handle::MatchHandle;
use crate::bots::match_tap::{MatchTap, MatchUpdate, WatchPoint};
use crate::reason::Reason;

/// What is handed to a spectator: an encoded `WatchMatchResponse`.
pub(super) type Update = Result<Bytes, Status>;

/// How many messages may wait for one spectator: an update, and the one that ends the stream.
pub(super) const QUEUE: usize = 2;

/// All spectators of one match.
#[derive(Debug)]
pub(super) struct Viewers {
    handle: MatchHandle,
    tap: Arc<MatchTap>,
    /// How far the match had come at the last look.
    point: WatchPoint,
    /// The events up to `point`.
    events: EventBytes,
    spectators: Vec<Spectator>,
}

/// One spectator.
#[derive(Debug)]
pub(super) struct Spectator {
    to: mpsc::Sender<WaitingUpdate>,
    waiting: Waiting,
    /// Cancelled when its token is replaced or revoked.
    revoked: CancellationToken,
    /// Taken when the first update is sent; dropped if there is none.
    joined: Option<oneshot::Sender<()>>,
    /// The point up to which it was told the match.
    told: WatchPoint,
    /// Since when it has left an update unread while more has happened.
    stalled: Option<Instant>,
}

impl Spectator {
    pub(super) fn new(
        to: mpsc::Sender<WaitingUpdate>,
        waiting: Waiting,
        viewer: &Viewer,
        joined: oneshot::Sender<()>,
    ) -> Spectator {
        Spectator {
            to,
            waiting,
            revoked: viewer.revoked.clone(),
            joined: Some(joined),
            told: WatchPoint::default(),
            stalled: None,
        }
    }

    fn is_behind(&self, point: WatchPoint) -> bool {
        self.told < point || self.joined.is_some()
    }

    /// Whether it has read everything that it was sent.
    fn is_ready(&self) -> bool {
        self.to.capacity() == QUEUE
    }

    /// Notes whether it has stopped reading; `true` if that was too long ago.
    fn has_stalled(&mut self, point: WatchPoint) -> bool {
        if self.is_ready() || !self.is_behind(point) {
            self.stalled = None;
            return false;
        }
        self.stalled.get_or_insert_with(Instant::now).elapsed() > limits::SPECTATOR_STALL_MAX
    }

    fn send(&mut self, update: Update) {
        // Fails if the spectator has gone, or if its queue is full and it is about to be dropped.
        let _gone = self.to.try_send(self.waiting.count(update));
        if let Some(joined) = self.joined.take() {
            let _gone = joined.send(());
        }
    }
}

impl Viewers {
    pub(super) fn new(handle: MatchHandle, bell: Arc<Notify>) -> Viewers {
        Viewers {
            handle,
            tap: Arc::new(MatchTap::new(bell)),
            point: WatchPoint::default(),
            events: EventBytes::default(),
            spectators: Vec::new(),
        }
    }

    pub(super) fn admit(&mut self, spectator: Spectator) {
        self.spectators.push(spectator);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.spectators.is_empty()
    }

    /// Whether some spectator hasn't been sent everything that has happened.
    pub(super) fn is_behind(&self) -> bool {
        self.spectators.iter().any(|spectator| spectator.is_behind(self.point))
    }

    /// Ends all streams because the arena stops.
    pub(super) fn stop(&mut self) {
        let end = Reason::Draining.status("the arena is shutting down; call again when it is back");
        // For a spectator that hasn't joined yet, its call returns this.
        for mut spectator in self.spectators.drain(..).filter(|spectator| spectator.joined.is_none()) {
            spectator.send(Err(end.clone()));
        }
    }

    /// Sends every spectator that is ready the events that it doesn't have.
    pub(super) async fn show(&mut self, pace: &mut UpdatePacer) {
        self.spectators.retain(|spectator| !spectator.to.is_closed());
        self.drop_the_revoked();
        // Before the look: what happens after it rings again.
        let has_news = self.tap.take_news();
        if let Some(last) = self.tap.ended().cloned() {
            return self.show_end(last, pace).await;
        }
        if has_news || self.is_behind() {
            self.show_news(pace).await;
        }
        self.drop_the_stalled();
    }

    async fn show_news(&mut self, pace: &mut UpdatePacer) {
        if !self.spectators.iter().any(Spectator::is_ready) {
            return;
        }
        let Some(MatchUpdate { shown, point }) = self.handle.look(self.point.next, &self.tap) else {
            // The match doesn't run: it has not begun, its record waits for the disk, or it is gone without an end.
            if self.handle.is_closed() && self.tap.ended().is_none() {
                self.spectators.clear();
            }
            return;
        };
        self.point = point;
        // If the match has ended just before this, its last message repeats events. `EventBytes` leaves them out.
        self.tap.set_seen(point.next);
        let mut updates = Updates::with(&mut self.events, shown);
        let is_due = |spectator: &&mut Spectator| spectator.is_ready() && spectator.is_behind(point);
        for spectator in self.spectators.iter_mut().filter(is_due) {
            pace.next().await;
            spectator.send(Ok(updates.since(spectator.told.next)));
            spectator.told = point;
        }
    }

    /// The last message fits into each queue, whether or not the spectator is ready.
    async fn show_end(&mut self, last: pb::WatchMatchResponse, pace: &mut UpdatePacer) {
        let mut updates = Updates::with(&mut self.events, last);
        // A spectator that hasn't joined yet would miss the beginning. Its call says that the match has ended.
        for mut spectator in self.spectators.drain(..).filter(|spectator| spectator.joined.is_none()) {
            pace.next().await;
            spectator.send(Ok(updates.since(spectator.told.next)));
        }
    }

    fn drop_the_revoked(&mut self) {
        for mut spectator in self.spectators.extract_if(.., |spectator| spectator.revoked.is_cancelled()) {
            spectator.send(Err(token_revoked()));
        }
    }

    fn drop_the_stalled(&mut self) {
        let point = self.point;
        for mut spectator in self.spectators.extract_if(.., |spectator| spectator.has_stalled(point)) {
            spectator.send(Err(Reason::SlowReader
                .status("the stream was not read in time; call WatchMatch again to start from the present state")));
        }
    }
}

/// The updates of one round. All spectators at the same point get the same bytes.
struct Updates<'a> {
    events: &'a EventBytes,
    /// The end of all updates: the view, the clocks and, if the match is over, its end.
    end: Vec<u8>,
    by_start: BTreeMap<usize, Bytes>,
}

impl Updates<'_> {
    fn with(events: &mut EventBytes, mut shown: pb::WatchMatchResponse) -> Updates<'_> {
        events.take(&mut shown);
        Updates { events, end: shown.encode_to_vec(), by_start: BTreeMap::new() }
    }

    fn since(&mut self, number: usize) -> Bytes {
        self.by_start.entry(number).or_insert_with(|| self.events.since(number, &self.end)).clone()
    }
}
