//! Shows running matches to spectators, without making players wait.
//!
//! One task shows all matches. A match only rings. The task looks at it at most ten times a second, and hands out a
//! bounded number of updates in a millisecond, fewer while the arena is busy. So the cost of spectators doesn't grow
//! with the speed of the matches, and players never wait for a crowd of spectators. Each event and each view is encoded
//! once, and all spectators at the same point share the bytes of an update. At most one update waits for a spectator: a
//! slow reader gets larger updates less often, and one that stops reading is dropped.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use kahua_core::ids::MatchId;
use kahua_core::limits;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_stream::Stream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tonic::Status;

use self::viewers::{Spectator, Viewers};
use self::waiting::{Waiting, WaitingUpdate};
use crate::auth::fair_slots::{FairSlots, Slot};
use crate::auth::peer::SlotOwner;
use crate::bots::match_handle::MatchHandle;
use crate::reason::Reason;

mod event_bytes;
mod viewers;
mod waiting;

/// The handle to the task that shows matches.
#[derive(Debug)]
pub struct Spectators {
    slots: Arc<FairSlots<SlotOwner>>,
    joins: mpsc::Sender<Join>,
    bell: Arc<Notify>,
    waiting: Waiting,
}

/// A caller who wants to watch.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// The owner whose share of slots it uses.
    pub owner: SlotOwner,
    /// Cancelled when its token is replaced or revoked.
    pub revoked: CancellationToken,
}

/// A spectator who wants to see a match.
#[derive(Debug)]
struct Join {
    id: MatchId,
    handle: MatchHandle,
    spectator: Spectator,
}

impl Spectators {
    /// Starts the task; it runs until the arena stops.
    pub fn start(stop: CancellationToken, tasks: &TaskTracker) -> Spectators {
        let (joins, wanted) = mpsc::channel(limits::SPECTATORS_JOINING_MAX);
        let bell: Arc<Notify> = Arc::default();
        tasks.spawn(Show { wanted, viewers: BTreeMap::new(), bell: bell.clone() }.run(stop));
        Spectators { slots: FairSlots::new(limits::SPECTATORS_MAX), joins, bell, waiting: Waiting::default() }
    }

    /// How many spectators there are.
    pub fn count(&self) -> usize {
        self.slots.taken()
    }

    /// How many updates wait to be read, all spectators together.
    pub fn updates_waiting(&self) -> usize {
        self.waiting.now()
    }

    /// Lets the task check whether some spectators may not watch any more.
    pub(crate) fn look_again(&self) {
        self.bell.notify_one();
    }

    /// A slot for a caller that shares the stream of another spectator.
    ///
    /// # Errors
    /// If there are too many spectators.
    pub fn enter(&self, owner: SlotOwner) -> Result<Arc<Slot<SlotOwner>>, Status> {
        self.slots.enter_if_fair(owner).ok_or_else(too_many)
    }

    /// Shows this match from its start; `None` if it isn't being played any more.
    ///
    /// # Errors
    /// If there are too many spectators.
    pub async fn watch(&self, handle: MatchHandle, viewer: &Viewer) -> Result<Option<SpectatorStream>, Status> {
        let slot = self.enter(viewer.owner)?;
        let (to, updates) = mpsc::channel(viewers::QUEUE);
        let (joined, has_joined) = oneshot::channel();
        let spectator = Spectator::new(to, self.waiting.clone(), viewer, joined);
        let join = Join { id: handle.id(), handle, spectator };
        if self.joins.send(join).await.is_err() || has_joined.await.is_err() {
            return Ok(None);
        }
        Ok(Some(SpectatorStream { updates, _slot: slot }))
    }
}

fn too_many() -> Status {
    Reason::TooManySpectators.status(
        "the arena has no more places for spectators of this address or token; call WatchMatch again when some have left",
    )
}

/// The status that ends the stream of a spectator whose token was revoked.
pub fn token_revoked() -> Status {
    Reason::TokenRevoked
        .status("the token of this bot was replaced or revoked; call WatchMatch again with its new token")
}

/// What one spectator sees: encoded messages of `WatchMatch`. It keeps its slot until the transport drops it.
#[derive(Debug)]
pub struct SpectatorStream {
    updates: mpsc::Receiver<WaitingUpdate>,
    _slot: Arc<Slot<SlotOwner>>,
}

impl Stream for SpectatorStream {
    type Item = Result<Bytes, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.updates.poll_recv(cx).map(|update| update?.read())
    }
}

/// The task that shows all matches.
#[derive(Debug)]
struct Show {
    wanted: mpsc::Receiver<Join>,
    viewers: BTreeMap<MatchId, Viewers>,
    bell: Arc<Notify>,
}

impl Show {
    async fn run(mut self, stop: CancellationToken) {
        let stopped = stop.cancelled();
        tokio::pin!(stopped);
        loop {
            let is_behind = self.viewers.values().any(Viewers::is_behind);
            tokio::select! {
                biased;
                () = &mut stopped => break,
                Some(join) = self.wanted.recv() => self.admit(join),
                () = self.bell.notified() => {}
                () = sleep(limits::SPECTATOR_INTERVAL), if is_behind => {}
            }
            // All that wait now share one look at their match.
            while let Ok(join) = self.wanted.try_recv() {
                self.admit(join);
            }
            let began = Instant::now();
            self.show_all().await;
            tokio::select! {
                biased;
                () = &mut stopped => break,
                () = sleep_until(began + limits::SPECTATOR_INTERVAL) => {}
            }
        }
        self.viewers.values_mut().for_each(Viewers::stop);
    }

    fn admit(&mut self, join: Join) {
        let Join { id, handle, spectator } = join;
        let viewers = self.viewers.entry(id).or_insert_with(|| Viewers::new(handle, self.bell.clone()));
        viewers.admit(spectator);
    }

    async fn show_all(&mut self) {
        let mut pace = UpdatePacer::default();
        for viewers in self.viewers.values_mut() {
            viewers.show(&mut pace).await;
        }
        self.viewers.retain(|_, viewers| !viewers.is_empty());
    }
}

/// Makes pauses between the updates, longer ones while the arena is busy.
#[derive(Debug, Default)]
struct UpdatePacer {
    handed_out: u32,
}

impl UpdatePacer {
    const PAUSE: Duration = Duration::from_millis(1);

    async fn next(&mut self) {
        if self.handed_out == limits::SPECTATOR_UPDATES_PER_MS {
            let began = Instant::now();
            sleep(UpdatePacer::PAUSE).await;
            // This task has just waited longer than its pause. Players wait as long for the arena, and they come first.
            // The factor 2 is there because a timer alone may be a millisecond late.
            let lag = began.elapsed().saturating_sub(2 * UpdatePacer::PAUSE);
            if !lag.is_zero() {
                // Four times as long, so that spectators wait first.
                sleep(limits::SPECTATOR_INTERVAL.min(4 * lag)).await;
            }
            self.handed_out = 0;
        }
        self.handed_out += 1;
        // Lets the task that the last update woke have its turn, so that no player waits for all updates of a
        // millisecond.
        yield_now().await;
    }
}

#[cfg(test)]
mod tests;
