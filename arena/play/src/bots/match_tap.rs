//! The state that a match shares with the task that shows it to spectators.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::Notify;

/// What spectators are shown at one time.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchUpdate {
    /// The events from the requested one on, and the state of the match.
    pub(crate) shown: pb::WatchMatchResponse,
    /// How far it has come by then.
    pub(crate) point: WatchPoint,
}

/// How far a match has come. Later points are greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WatchPoint {
    /// The number of the next event.
    pub(crate) next: usize,
    /// How many clocks have started without an event. A clock does after a restart, when the asked bot comes back.
    pub(crate) clock_starts: u32,
}

/// A match that is being watched. The match only rings here, which costs players next to nothing, however many
/// spectators there are. The showing task looks at the match when it is time.
#[derive(Debug)]
pub(crate) struct MatchTap {
    has_news: AtomicBool,
    /// The first event that wasn't looked at yet.
    seen: AtomicUsize,
    end: OnceLock<pb::WatchMatchResponse>,
    /// Shared by all stages.
    bell: Arc<Notify>,
}

impl MatchTap {
    pub(crate) fn new(bell: Arc<Notify>) -> MatchTap {
        MatchTap { has_news: AtomicBool::new(true), seen: AtomicUsize::new(0), end: OnceLock::new(), bell }
    }

    /// Signals that something has happened.
    pub(crate) fn ring(&self) {
        if !self.has_news.swap(true, Ordering::AcqRel) {
            self.bell.notify_one();
        }
    }

    /// Whether something has happened since the last call.
    pub(crate) fn take_news(&self) -> bool {
        self.has_news.swap(false, Ordering::AcqRel)
    }

    pub(crate) fn seen(&self) -> usize {
        self.seen.load(Ordering::Acquire)
    }

    /// Notes that the events before this one have been looked at.
    pub(crate) fn set_seen(&self, next: usize) {
        self.seen.store(next, Ordering::Release);
    }

    /// Leaves the last message, with the events from [`seen`](MatchTap::seen) on.
    pub(crate) fn end(&self, last: pb::WatchMatchResponse) {
        // There is only one end.
        let _first = self.end.set(last);
        self.ring();
    }

    /// The last message, if the match has ended.
    pub(crate) fn ended(&self) -> Option<&pb::WatchMatchResponse> {
        self.end.get()
    }
}
