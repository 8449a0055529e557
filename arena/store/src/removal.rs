//! Removes the moves of old matches: the record's body is replaced by its summary, which the chain proves. Ratings,
//! standings and lists need only the summary.

use sha2::{Digest, Sha256};

use super::Store;
use super::database::{Result, Write};
use super::error::StoreError;
use super::reader::numbered_record;
use super::work::{Verdict, Work};
use kahua_core::limits::REMOVALS_AT_ONCE;
use kahua_core::referee::{canonical_bytes, summary};

/// What became of the moves that were to be removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// How many matches have lost their moves.
    pub matches: u64,
    /// How many old matches were left as they are, because their records are damaged.
    pub damaged: u64,
}

impl Store {
    /// Permanently removes the moves of all matches that ended before this time. Standings, ratings and lists stay as
    /// they are, and the chain proves what remains. The store uses the space again;
    /// [`StoreFile::compact`](crate::StoreFile::compact) gives it back to the disk.
    ///
    /// Works through a few matches at a time, so that an arena can play at the same time. Everything that was removed
    /// is durable on return. If the future is dropped, no match is left half removed.
    ///
    /// # Errors
    /// If the store was closed, or if it can't be read.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub async fn remove_moves(
        &self,
        ended_before_unix_ms: i64,
        now_unix_ms: i64,
    ) -> std::result::Result<Removed, StoreError> {
        let (mut removed, mut after) = (Removed::default(), 0);
        loop {
            let reader = self.reader.clone();
            let page = tokio::task::spawn_blocking(move || {
                reader.read(|rows| rows.with_moves(ended_before_unix_ms, after, REMOVALS_AT_ONCE))
            });
            let page = page.await.map_err(|_| StoreError::Closed)??;
            let Some(last) = page.last() else { return Ok(removed) };
            // Past damaged ones too, which keep their moves. Otherwise each page would begin with them.
            after = *last;
            let queue = self.writer.queue();
            // All are pushed before the first answer is awaited, so that one transaction takes them.
            let answers: Vec<_> =
                page.into_iter().map(|number| queue.push(Work::RemoveMoves { number, now_unix_ms })).collect();
            for answer in answers {
                match answer.await.unwrap_or(Err(StoreError::Closed)) {
                    Ok(_) => removed.matches += 1,
                    Err(problem @ StoreError::Damaged { .. }) => {
                        tracing::warn!(%problem, "the moves of an old match stay");
                        removed.damaged += 1;
                    }
                    Err(problem) => return Err(problem),
                }
            }
        }
    }
}

/// Replaces a record by its summary.
pub(super) fn remove(on: &dyn Write, number: i64, now_unix_ms: i64) -> Result<Verdict> {
    let record = match numbered_record(on, number)? {
        Ok(record) if record.moves_removed.is_some() => return Ok(Ok(None)),
        Ok(record) => record,
        Err(problem) => return Ok(Err(problem)),
    };
    let body = canonical_bytes(&summary(&record));
    // Once the moves are gone, only the chain can prove that the rest is genuine.
    if on.sealed_summary(number)? != Some(Sha256::digest(&body).into()) {
        let problem = "the chain doesn't have the digest of its summary";
        return Ok(Err(StoreError::damaged(&record.match_id, problem)));
    }
    on.remove_moves(number, &body, now_unix_ms)?;
    Ok(Ok(None))
}
