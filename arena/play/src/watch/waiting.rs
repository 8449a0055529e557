//! How many updates wait to be read, all spectators together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::viewers::Update;

/// Counts the updates that wait. Clones count together.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting(Arc<AtomicUsize>);

/// An update that counts until it is read, or dropped with its queue.
#[derive(Debug)]
pub(super) struct WaitingUpdate {
    update: Option<Update>,
    waiting: Waiting,
}

impl Waiting {
    pub(super) fn now(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn count(&self, update: Update) -> WaitingUpdate {
        self.0.fetch_add(1, Ordering::Relaxed);
        WaitingUpdate { update: Some(update), waiting: self.clone() }
    }
}

impl WaitingUpdate {
    pub(super) fn read(mut self) -> Option<Update> {
        self.update.take()
    }
}

impl Drop for WaitingUpdate {
    fn drop(&mut self) {
        self.waiting.0.fetch_sub(1, Ordering::Relaxed);
    }
}
