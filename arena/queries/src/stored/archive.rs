//! The facts in a store that is read, whether an arena serves it or not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_engine::{DynRuleset, registry};
use kahua_leagues::{Career, Corrections, LiveRatings, Pools, Scale};
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::{DisqualifiedMatches, FormatKind};
use kahua_settings::seasons::{KeptSeason, PresentSeasons};
use kahua_settings::{Rulesets, anchors};
use kahua_store::{Reader, StoreError};
use parking_lot::Mutex;
use tonic::Status;
use tracing::warn;

use super::{OnDamage, Purpose, statuses};
use crate::facts::{Facts, Tables, Version};
use crate::refusal::store_failed;
use crate::standings::{Selection, place};

/// What a store holds. Records are counted when the first question needs it, and matches that end later aren't rated here,
/// but lists may already show them.
pub struct Archive {
    reader: Reader,
    rulesets: Rulesets,
    purpose: Purpose,
    damaged: OnDamage,
    corrections: Kept<Corrections>,
    pools: Kept<Pools>,
    ratings: Kept<LiveRatings>,
    statuses: Kept<Vec<pb::LeagueStatus>>,
    /// The standings that were computed, by the places of their pools.
    tables: Mutex<BTreeMap<String, Tables>>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("reader", &self.reader).field("purpose", &self.purpose).finish_non_exhaustive()
    }
}

/// Something that is read once, when it is first needed.
struct Kept<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(Mutex::new(None))
    }
}

impl<T> Kept<T> {
    fn get(&self, read: impl FnOnce() -> Result<T, StoreError>) -> Result<Arc<T>, StoreError> {
        let mut kept = self.0.lock();
        if let Some(kept) = &*kept {
            return Ok(kept.clone());
        }
        Ok(kept.insert(Arc::new(read()?)).clone())
    }
}

impl Archive {
    pub(super) fn new(reader: Reader, purpose: Purpose, damaged: OnDamage) -> Archive {
        let (corrections, pools, ratings, statuses, tables) = Default::default();
        let rulesets = Rulesets::built_in();
        Archive { reader, rulesets, purpose, damaged, corrections, pools, ratings, statuses, tables }
    }

    /// Passes the records of the rated matches in the pools that a request asks for to `each`, in the order of finishing and as
    /// they count.
    ///
    /// # Errors
    /// If the request names something unknown, or the store can't be read.
    pub fn each_rated(
        &self,
        wanted: &pb::GetStandingsRequest,
        mut each: impl FnMut(&pb::MatchRecord),
    ) -> Result<(), Status> {
        let selection = Selection::of(self, wanted)?;
        let corrections = self.corrections().map_err(store_failed)?;
        let rated = |record: &pb::MatchRecord| {
            let pool = pb::Pool {
                league: record.league.clone(),
                season: Season::of(record).number(),
                game: record.game.clone(),
                seats: record.players.len() as u32,
                ..pb::Pool::default()
            };
            if record.rated
                && selection.has(&pool)
                && let Some(record) = corrections.corrected(record)
            {
                each(&record);
            }
        };
        self.each_record(rated).map_err(store_failed)
    }

    /// Reads all records. Damaged ones are left out.
    fn each_record(&self, mut each: impl FnMut(&pb::MatchRecord)) -> Result<(), StoreError> {
        for record in self.reader.records() {
            match record {
                Ok(record) => each(&record),
                Err(problem @ StoreError::Damaged { .. }) => self.leave_out(problem),
                Err(problem) => return Err(problem),
            }
        }
        Ok(())
    }

    fn pools(&self) -> Result<Arc<Pools>, StoreError> {
        self.pools.get(|| {
            let (mut pools, corrections) = (Pools::default(), self.corrections()?);
            // A record that can't be rated doesn't count, as in a running arena.
            let mut add = |record: &pb::MatchRecord| {
                let Some(record) = corrections.corrected(record) else { return };
                if let Err(problem) = pools.add(&record) {
                    warn!(match_id = record.match_id, %problem, "a record isn't rated");
                }
            };
            match self.purpose {
                Purpose::Commands => self.each_record(add)?,
                Purpose::Pages => drop(self.reader.summaries_of_all(|summary| match summary {
                    Ok(summary) => add(&summary),
                    Err(problem) => (self.damaged)(problem),
                })?),
            }
            Ok(pools)
        })
    }

    /// The anchors of the leagues, and what the terms of their present seasons say about their schedules.
    fn scale(&self) -> Result<Scale, StoreError> {
        let mut schedules = BTreeMap::new();
        for league in PresentSeasons::read(&self.reader)?.leagues() {
            let format = KeptSeason::of(league, &self.reader)?.and_then(|kept| kept.term::<FormatKind>("format"));
            schedules.extend(format.map(|format| (league.to_owned(), format.schedule())));
        }
        Ok(Scale { of_leagues: anchors::read(&self.reader)?, schedules, ..Scale::default() })
    }

    /// The leagues that were played, and those of which a season was begun.
    pub(super) fn known_leagues(&self) -> Result<Vec<String>, StoreError> {
        let mut known = self.reader.leagues()?;
        known.extend(PresentSeasons::read(&self.reader)?.leagues().map(str::to_owned));
        known.retain(|league| !league.is_empty());
        known.sort();
        known.dedup();
        Ok(known)
    }
}

impl Facts for Archive {
    fn reader(&self) -> &Reader {
        &self.reader
    }

    fn rulesets(&self) -> &Rulesets {
        &self.rulesets
    }

    fn leagues(&self) -> Result<Vec<String>, StoreError> {
        self.known_leagues()
    }

    fn present_bots(&self) -> Vec<(BotName, pb::BotInfo)> {
        Vec::new()
    }

    fn is_present(&self, _: BotName) -> bool {
        false
    }

    fn suspensions(&self) -> Result<BTreeMap<BotName, pb::Suspension>, StoreError> {
        Ok(self.reader.suspensions()?.into_iter().collect())
    }

    fn corrections(&self) -> Result<Arc<Corrections>, StoreError> {
        self.corrections.get(|| Ok(Corrections::of(self.reader.corrections()?)))
    }

    fn disqualified_matches(&self, league: &str) -> Result<DisqualifiedMatches, StoreError> {
        Ok(KeptSeason::of(league, &self.reader)?.and_then(|kept| kept.term("disqualified")).unwrap_or_default())
    }

    fn has_token(&self, _: BotName, is_stored: bool) -> bool {
        is_stored
    }

    fn tables(&self, against: Option<BotName>, wanted: &Selection) -> Result<Vec<Tables>, StoreError> {
        let pools = self.pools()?;
        // There would be such a table for each bot, so these aren't kept.
        if against.is_some() {
            let scale = Scale { against, ..self.scale()? };
            return Ok(vec![Arc::new(pools.standings_by(&scale, |pool| wanted.has(pool)))]);
        }
        // The lock is held while standings are computed, so that the same ones aren't computed twice.
        let mut tables = self.tables.lock();
        let new = pools.standings_by(&self.scale()?, |pool| wanted.has(pool) && !tables.contains_key(&place(pool)));
        for standings in new {
            let pool = standings.pool.as_ref().map(place).unwrap_or_default();
            tables.insert(pool, Arc::new(vec![standings]));
        }
        Ok(tables.values().cloned().collect())
    }

    fn swiss(
        &self,
        league: &str,
        season: Season,
        withdrawn: &BTreeSet<BotName>,
    ) -> Result<Vec<pb::PoolStandings>, StoreError> {
        let is_wanted = |pool: &pb::Pool| pool.league == league && pool.season == season.number();
        Ok(self.pools()?.swiss_tables(withdrawn, is_wanted))
    }

    fn comparisons(
        &self,
        one: Version<'_>,
        other: Version<'_>,
        wanted: &Selection,
    ) -> Result<Vec<pb::Comparison>, StoreError> {
        Ok(self.pools()?.compare(&self.scale()?, one, other, |pool| wanted.has(pool)))
    }

    fn careers(&self, bot: BotName) -> Result<Vec<(pb::Pool, String, Career)>, StoreError> {
        let ratings = self.ratings.get(|| {
            let (mut ratings, corrections) = (LiveRatings::default(), self.corrections()?);
            // What is damaged or can't be rated was told when the pools were counted.
            let _last = self.reader.summaries_of_all(|summary| {
                let _unrated =
                    summary.map(|summary| corrections.corrected(&summary).map(|record| ratings.add(&record)));
            })?;
            Ok(ratings)
        })?;
        Ok(ratings.careers(bot))
    }

    fn statuses(&self, league: Option<&str>) -> Result<Vec<pb::LeagueStatus>, StoreError> {
        let all = self.statuses.get(|| statuses::of(&self.known_leagues()?, &*self.corrections()?, &self.reader))?;
        let is_wanted = |status: &&pb::LeagueStatus| {
            league.is_none_or(|name| status.league.as_ref().is_some_and(|league| league.name == name))
        };
        Ok(all.iter().filter(is_wanted).cloned().collect())
    }

    fn leave_out(&self, damaged: StoreError) {
        // What pages leave out of lists was told when the pools were counted.
        if let Purpose::Commands = self.purpose {
            (self.damaged)(damaged);
        }
    }

    fn unknown_bot(&self, name: BotName) -> Status {
        Status::not_found(format!("there is no bot {name}: see `kahua bot list`"))
    }

    fn expect_game(&self, name: &str) -> Result<&Arc<dyn DynRuleset>, Status> {
        let unknown = || format!("there is no game {name:?}; the games are {}", registry::names());
        self.rulesets.find(name).ok_or_else(|| Status::not_found(unknown()))
    }
}
