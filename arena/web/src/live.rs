//! Running matches, shown live in browsers.
//!
//! A match is watched and drawn once for all visitors with the same delay and language. It is drawn at most a few times
//! a second, on threads that give way to the players. Each visitor's stream waits for the newest update, so a slow reader
//! skips the ones in between and nothing piles up. A page without scripts contains the newest update. The match is then
//! drawn for a while longer, in case the page is loaded again.

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
pub(crate) use self::stream::{Parts, watching};
use crate::language::Language;

/// What is shown now; `None` before the first update.
type Newest = Option<Arc<Update>>;

/// A match, the delay with which it is shown, and in which language. Visitors who differ in one of them share nothing.
type Key = (String, Duration, Language);

/// What is new since the update before, and everything so far, each as a server-sent event.
#[derive(Debug)]
pub(crate) struct Update {
    /// Counted from 1.
    number: u64,
    /// For visitors who have the update before this one.
    news: Bytes,
    /// For all other visitors.
    whole: Bytes,
    /// The same as `whole`, for pages without scripts.
    pub(crate) still: Still,
    told_at: Instant,
    /// Whether it is the last update.
    is_last: bool,
}

/// A running match for a page without scripts, drawn and escaped.
#[derive(Debug, Default)]
pub(crate) struct Still {
    /// The part of the game, and the players as they stand.
    pub(crate) now: String,
    /// Whose turn it is, as text.
    pub(crate) status: String,
    /// The board, as an `svg` element.
    pub(crate) board: String,
    /// What the players have, as another one.
    pub(crate) panels: String,
    /// All steps so far, as list items.
    pub(crate) steps: String,
}

/// The matches that are shown now.
#[derive(Clone, Debug)]
pub(crate) struct Shows {
    shown: Arc<Mutex<BTreeMap<Key, Arc<Lanes>>>>,
    /// Permits to send an update to visitors.
    turns: Arc<Semaphore>,
}

impl Default for Shows {
    fn default() -> Shows {
        Shows { shown: Arc::default(), turns: Arc::new(Semaphore::new(1)) }
    }
}

impl Shows {
    /// The newest update in this language for visitors with this visitor's delay; `None` if there is none yet. From now
    /// on it is kept up to date for a while.
    ///
    /// # Errors
    /// If the league keeps the match from the visitor, there are too many spectators, or it isn't being played any more.
    pub(crate) async fn now(
        &self,
        visitor: &Visitor,
        language: Language,
        id: &str,
        table: &RunningTable,
    ) -> Result<Newest, Status> {
        let delay = table.delay.clone()?;
        if self.has_too_many_lingering(&(id.to_owned(), delay, language)) {
            return Ok(None);
        }
        let mut newest = self.join(visitor, language, id, table).await?;
        // With a delay, the first update may come too late to wait for it.
        if delay.is_zero() {
            let _too_late = timeout(limits::LIVE_PAGE_WAIT_MAX, newest.wait_for(Option::is_some)).await;
        }
        let newest = newest.borrow().clone();
        Ok(newest)
    }

    /// Whether too many matches are shown without visitors. Then this match, if it isn't one of them, waits for a
    /// visitor who follows it.
    fn has_too_many_lingering(&self, key: &Key) -> bool {
        let shown = self.shown.lock();
        !shown.contains_key(key)
            && shown.values().filter(|lanes| lanes.is_empty()).count() >= limits::LIVE_LINGERING_MAX
    }

    /// Shows a match in this language from now on, with this visitor's delay.
    ///
    /// # Errors
    /// If the league keeps the match from the visitor, or it isn't being played any more.
    async fn join(
        &self,
        visitor: &Visitor,
        language: Language,
        id: &str,
        table: &RunningTable,
    ) -> Result<watch::Receiver<Newest>, Status> {
        let key = (id.to_owned(), table.delay.clone()?, language);
        if let Some(lanes) = self.shown.lock().get(&key) {
            // The lock is still held, so `leave` can't remove these lanes before the visitor is counted.
            return Ok(lanes.enter());
        }
        let events = visitor.watch(id).await?;
        let stage = Stage::open(language, table).map_err(|problem| Status::internal(problem.to_string()))?;
        let lanes: Arc<Lanes> = Arc::default();
        let newest = lanes.enter();
        match self.shown.lock().entry(key.clone()) {
            // Another visitor was faster.
            Entry::Occupied(known) => return Ok(known.get().enter()),
            Entry::Vacant(place) => place.insert(lanes.clone()),
        };
        tokio::spawn(self.clone().show(key, lanes, Box::pin(events), stage));
        Ok(newest)
    }

    /// Draws what happens until the match ends, or until it has had no visitors for a while.
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
        // The streams end when the lanes are dropped, after they have passed on the last update.
        self.shown.lock().remove(&key);
    }

    /// Stops showing a match if it has no visitors now and had none lately.
    fn leave(&self, key: &Key, lanes: &Lanes) -> bool {
        let mut shown = self.shown.lock();
        // With a delay, the first update isn't there before it has passed. A page that is loaded again then must find
        // it.
        let nobody = lanes.is_empty() && lanes.entered().elapsed() > key.1 + limits::LIVE_LINGER;
        if nobody {
            shown.remove(key);
        }
        nobody
    }
}

/// The next updates that are there, in order; `None` if the stream has ended. Several can be due at once in a league
/// with a delay.
async fn all_of(
    events: &mut (impl Stream<Item = Result<Bytes, Status>> + Unpin),
) -> Option<Vec<pb::WatchMatchResponse>> {
    // Only this wait can last. So nothing is lost that has come already when the caller's patience ends.
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
