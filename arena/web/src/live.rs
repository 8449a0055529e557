//! Running matches, shown to browsers as they go on.
//!
//! A match is watched and drawn once for all who see it equally late, at most a few times a second and on threads that give way to
//! the players. Each visitor's stream waits for the newest update, so whoever reads slowly skips those between; nothing piles up.
//! A page without scripts has the newest update in it, and the match is drawn for a while longer then, in case the page is loaded
//! again.

mod clocks;
mod lanes;
mod stage;
mod stream;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::{RunningTable, Visitor, in_the_background};
use parking_lot::Mutex;
use prost::Message;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_stream::{Stream, StreamExt};
use tonic::Status;

use self::lanes::Lanes;
use self::stage::Stage;
pub(crate) use self::stream::watching;

/// What is shown at one time; `None` before the first look.
type Newest = Option<Arc<Update>>;

/// A match, and how late it is shown. Those who see it with different delays share nothing.
type Key = (String, Duration);

/// What has happened since the update before, and all that has happened, each as a server-sent event.
#[derive(Debug)]
pub(crate) struct Update {
    /// Counted from 1.
    number: u64,
    /// For whoever has the update before this one.
    news: Bytes,
    /// For everybody else.
    whole: Bytes,
    /// The same as `whole`, for pages that don't move.
    pub(crate) still: Still,
    told_at: Instant,
    /// Whether nothing comes after it.
    is_last: bool,
}

/// A running match as a page shows it that doesn't move, drawn and escaped.
#[derive(Debug, Default)]
pub(crate) struct Still {
    /// The part of the game, and the players as they stand.
    pub(crate) now: String,
    /// Whose turn it is, as text.
    pub(crate) status: String,
    /// The board, as an `svg` element.
    pub(crate) picture: String,
    /// All that has been told, as list items.
    pub(crate) steps: String,
}

/// The matches that are being shown.
#[derive(Clone, Debug)]
pub(crate) struct Shows {
    shown: Arc<Mutex<BTreeMap<Key, Arc<Lanes>>>>,
    /// Whoever holds it may tell visitors of an update.
    turns: Arc<Semaphore>,
}

impl Default for Shows {
    fn default() -> Shows {
        Shows { shown: Arc::default(), turns: Arc::new(Semaphore::new(1)) }
    }
}

impl Shows {
    /// What those are shown at present who see a match as late as this visitor; `None` if that is nothing yet. It is kept up to
    /// date for a while from now on.
    ///
    /// # Errors
    /// If the league keeps the match from the visitor, there are too many spectators, or it isn't being played any more.
    pub(crate) async fn now(&self, visitor: &Visitor, id: &str, table: &RunningTable) -> Result<Newest, Status> {
        let delay = table.delay.clone()?;
        if self.has_too_many_lingering(&(id.to_owned(), delay)) {
            return Ok(None);
        }
        let mut newest = self.join(visitor, id, table).await?;
        // What is shown late can't be waited for.
        if delay.is_zero() {
            let _too_late = timeout(limits::LIVE_PAGE_WAIT_MAX, newest.wait_for(Option::is_some)).await;
        }
        let newest = newest.borrow().clone();
        Ok(newest)
    }

    /// Whether so many matches are shown to nobody that this one, if it isn't among them, must wait for somebody to follow it.
    fn has_too_many_lingering(&self, key: &Key) -> bool {
        let shown = self.shown.lock();
        !shown.contains_key(key)
            && shown.values().filter(|lanes| lanes.is_empty()).count() >= limits::LIVE_LINGERING_MAX
    }

    /// Shows a match from now on, as late as this visitor sees it.
    ///
    /// # Errors
    /// If the league keeps the match from the visitor, or it isn't being played any more.
    async fn join(&self, visitor: &Visitor, id: &str, table: &RunningTable) -> Result<watch::Receiver<Newest>, Status> {
        let key = (id.to_owned(), table.delay.clone()?);
        if let Some(lanes) = self.shown.lock().get(&key) {
            return Ok(lanes.enter());
        }
        let events = visitor.watch(id).await?;
        let stage = Stage::open(table).map_err(|problem| Status::internal(problem.to_string()))?;
        let lanes: Arc<Lanes> = Arc::default();
        let newest = lanes.enter();
        match self.shown.lock().entry(key.clone()) {
            // Somebody else has come first meanwhile.
            Entry::Occupied(known) => return Ok(known.get().enter()),
            Entry::Vacant(place) => place.insert(lanes.clone()),
        };
        tokio::spawn(self.clone().show(key, lanes, Box::pin(events), stage));
        Ok(newest)
    }

    /// Draws what happens until the match ends, or nobody has looked for a while.
    async fn show(
        self,
        key: Key,
        lanes: Arc<Lanes>,
        mut events: impl Stream<Item = Result<Bytes, Status>> + Unpin,
        mut stage: Stage,
    ) {
        loop {
            if self.leave(&key, &lanes) {
                return;
            }
            let Ok(happened) = timeout(limits::LIVE_HEARTBEAT, all_of(&mut events)).await else { continue };
            let began = Instant::now();
            let drawn = in_the_background(move || {
                let update = stage.take_in(&happened?);
                Some((stage, update))
            });
            let Ok(Some((on, Some(update)))) = drawn.await else { break };
            stage = on;
            let is_last = update.is_last;
            lanes.tell(update, &self.turns).await;
            if is_last {
                break;
            }
            sleep_until(began + limits::LIVE_PICTURE_INTERVAL).await;
        }
        // The streams end with the lanes, when they have handed on the last update.
        self.shown.lock().remove(&key);
    }

    /// Stops showing a match if nobody looks any more, nor has lately.
    fn leave(&self, key: &Key, lanes: &Lanes) -> bool {
        let mut shown = self.shown.lock();
        let nobody = lanes.is_empty() && lanes.entered().elapsed() > key.1 + limits::LIVE_LINGER;
        if nobody {
            shown.remove(key);
        }
        nobody
    }
}

/// The next updates that are there, in order; `None` if the stream has ended. Several may be due at once where a league shows
/// its matches late.
async fn all_of(
    events: &mut (impl Stream<Item = Result<Bytes, Status>> + Unpin),
) -> Option<Vec<pb::WatchMatchResponse>> {
    let mut all = vec![decoded(events.next().await?)?];
    loop {
        tokio::select! {
            biased;
            next = events.next() => match next.and_then(decoded) {
                Some(update) => all.push(update),
                None => return Some(all),
            },
            () = std::future::ready(()) => return Some(all),
        }
    }
}

fn decoded(update: Result<Bytes, Status>) -> Option<pb::WatchMatchResponse> {
    pb::WatchMatchResponse::decode(update.ok()?).ok()
}
