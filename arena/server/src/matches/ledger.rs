//! Where finished matches go: to the store first, then into standings and ratings.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::watch;
use tracing::warn;

use kahua_ratings::Ladder;
use kahua_store::{Store, StoreError};

/// The finished matches: kept in the store, counted here. Everything here follows from the records alone.
#[derive(Debug)]
pub(crate) struct Ledger {
    store: Store,
    books: Mutex<Tally>,
    progress: watch::Sender<Progress>,
}

/// How far the arena has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many matches have been finished, in earlier runs of the arena too; aborted ones aren't counted.
    pub finished: u64,
    /// How many of these count for ratings.
    pub rated: u64,
    /// How many matches were stopped without result.
    pub aborted: u64,
}

/// What came of filing a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FinishOutcome {
    /// What the match did to the ratings, in seat order; empty if it isn't rated.
    pub(crate) ratings: Vec<pb::RatingChange>,
    /// Whether the seed may be told: no match of the same set is still to be played.
    pub(crate) seed_is_open: bool,
}

#[derive(Debug, Default)]
struct Tally {
    ladder: Ladder,
    /// How many matches of each set that isn't complete have ended.
    sets: BTreeMap<String, u32>,
}

impl Ledger {
    /// Counts all records of this store.
    ///
    /// # Errors
    /// If the store can't be read. Single damaged records are passed over; `damaged` is told of each.
    pub(crate) fn open(store: Store, mut damaged: impl FnMut(StoreError)) -> Result<Ledger, StoreError> {
        let (mut books, mut progress) = (Tally::default(), Progress::default());
        for record in store.reader().records() {
            match record {
                Ok(record) => {
                    books.enter(&record);
                    progress.count(&record);
                }
                Err(problem @ StoreError::Database(_)) => return Err(problem),
                Err(problem) => damaged(problem),
            }
        }
        Ok(Ledger { store, books: Mutex::new(books), progress: watch::Sender::new(progress) })
    }

    /// Keeps the record of a finished match, and counts it once it is durable.
    ///
    /// # Errors
    /// If the store refuses it; then it isn't counted.
    pub(crate) async fn file(&self, record: &pb::MatchRecord) -> Result<FinishOutcome, StoreError> {
        self.store.finish(record).await?;
        let filed = self.books().enter(record);
        self.progress.send_modify(|progress| progress.count(record));
        Ok(filed)
    }

    /// The standings of the pools that are wanted. The estimates in them are computed now, which takes a moment.
    pub(crate) fn standings(&self, wanted: impl Fn(&pb::Pool) -> bool) -> Vec<pb::PoolStandings> {
        self.books().ladder.standings(wanted)
    }

    /// How far the arena has come, now and whenever it changes.
    #[must_use]
    pub(crate) fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    /// Whether the seed of this set's matches may be told.
    #[must_use]
    pub(crate) fn seed_is_open(&self, set: &pb::SetPosition) -> bool {
        !self.books().sets.contains_key(&set.set_id)
    }

    fn books(&self) -> MutexGuard<'_, Tally> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tally {
    fn enter(&mut self, record: &pb::MatchRecord) -> FinishOutcome {
        let ratings = self.ladder.add(record).unwrap_or_else(|problem| {
            warn!(%problem, "a match isn't rated");
            Vec::new()
        });
        FinishOutcome { ratings, seed_is_open: self.complete(record.set.as_ref()) }
    }

    /// Counts one more match of a set; whether it was the last.
    fn complete(&mut self, set: Option<&pb::SetPosition>) -> bool {
        let Some(set) = set.filter(|set| set.size > 1 && !set.set_id.is_empty()) else { return true };
        let ended = self.sets.get(&set.set_id).copied().unwrap_or(0) + 1;
        if ended >= set.size {
            self.sets.remove(&set.set_id);
            return true;
        }
        self.sets.insert(set.set_id.clone(), ended);
        false
    }
}

impl Progress {
    fn count(&mut self, record: &pb::MatchRecord) {
        let kind = record.termination.as_ref().map(|termination| termination.kind());
        if kind == Some(pb::termination::Kind::Aborted) {
            self.aborted += 1;
        } else {
            self.finished += 1;
            self.rated += u64::from(record.rated);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_stays_secret_until_the_whole_set_was_played() {
        let mut books = Tally::default();
        let set = |id: &str, size| pb::SetPosition { set_id: id.into(), rotation: 0, size };
        assert!(books.complete(None));
        assert!(books.complete(Some(&set("", 1))));
        assert!(!books.complete(Some(&set("s", 3))));
        assert!(!books.complete(Some(&set("s", 3))));
        assert!(books.complete(Some(&set("s", 3))));
        assert!(books.sets.is_empty());
    }
}
