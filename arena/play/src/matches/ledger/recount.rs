//! Seasons whose results organizers have corrected, counted anew from the store.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_core::season::Season;
use kahua_leagues::{Corrections, LiveRatings};
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Reader, StoreError};

use super::{Ledger, rated, season_of};
use crate::matches::standings::SeasonStandings;

/// A season that is counted anew.
#[derive(Debug, Default)]
struct Recount {
    ratings: LiveRatings,
    standings: SeasonStandings,
}

impl Recount {
    fn add(&mut self, summary: &pb::MatchRecord, corrections: &Corrections) {
        if let Some(rated) = rated(summary, corrections) {
            self.standings.add(self.ratings.rate(rated));
        }
    }
}

impl Ledger {
    /// Counts what organizers have corrected since the last call, here or on another node: counts the matches of those seasons
    /// anew. Returns the corrections that hold now. For one thread at a time, which is blocked while the store is read.
    ///
    /// # Errors
    /// If the store can't be read.
    pub(crate) fn follow_corrections(&self) -> Result<Arc<Corrections>, StoreError> {
        let (before, reader) = (self.corrections(), self.store.reader());
        let now = Arc::new(Corrections::of(reader.corrections()?));
        let seasons = now.changed_since(&before);
        if seasons.is_empty() {
            return Ok(before);
        }
        let mut recounts: BTreeMap<(String, Season), Recount> =
            seasons.into_iter().map(|season| (season, Recount::default())).collect();
        let mut count = |summary: &pb::MatchRecord| {
            if let Some(recount) = recounts.get_mut(&season_of(summary)) {
                recount.add(summary, &now);
            }
        };
        // Most are read without the lock, since matches that end wait for it.
        let counted = self.tally.lock().last;
        let read = each_summary(reader, 0, counted, &mut count)?;
        let mut tally = self.tally.lock();
        each_summary(reader, read, tally.last, &mut count)?;
        // What is counted from now on is counted with the new corrections.
        *self.corrections.write() = now.clone();
        for ((league, season), Recount { ratings, standings }) in recounts {
            tally.ratings.replace(&league, season, ratings);
            self.standings.replace(&league, season, standings);
        }
        Ok(now)
    }
}

/// Passes the summaries of the records after this number to `each`, up to that number. Returns the number of the last one.
pub(in crate::matches) fn each_summary(
    reader: &Reader,
    after: i64,
    until: i64,
    each: &mut impl FnMut(&pb::MatchRecord),
) -> Result<i64, StoreError> {
    let mut last = after;
    while last < until {
        let page = reader.summaries_after(last)?;
        if page.is_empty() {
            break;
        }
        for (number, summary) in page {
            if number > until {
                return Ok(last);
            }
            last = number;
            each(&summary);
        }
    }
    Ok(last)
}
