//! The records in a data directory, as a source of pages.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::season::Season;
use kahua_engine::{DynRuleset, RulesetHash};
use kahua_leagues::{LiveRatings, Pools, RatedMatch, Scale, mark_suspended};
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Rulesets;
use kahua_settings::seasons::PresentSeasons;
use kahua_store::{Filter, Query, Reader, StoreError};

use crate::conduct::Conduct;
use crate::failure::Failure;
use crate::source::{BotCareer, Source};

/// The contents of a data directory, read once. Matches that end later aren't rated here, but lists may already show
/// them.
#[derive(Debug)]
pub struct Archive {
    reader: Reader,
    bots: Vec<pb::BotInfo>,
    leagues: Vec<pb::LeagueStatus>,
    present: PresentSeasons,
    pools: Pools,
    ratings: LiveRatings,
    /// The standings of all pools. Most pages need some of them.
    standings: Vec<pb::PoolStandings>,
}

impl Archive {
    /// Reads the data for the pages, with these bots and leagues. Damaged records are left out and passed to `damaged`.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn read(
        reader: Reader,
        bots: Vec<pb::BotInfo>,
        leagues: Vec<pb::LeagueStatus>,
        mut damaged: impl FnMut(StoreError),
    ) -> Result<Archive, StoreError> {
        let (mut pools, mut ratings) = (Pools::default(), LiveRatings::default());
        reader.summaries_of_all(|summary| match summary {
            Ok(summary) => {
                // A record that can't be rated doesn't count, as in the arena itself.
                if let Ok(Some(rated)) = RatedMatch::of(&summary) {
                    pools.count(&ratings.rate(rated));
                }
            }
            Err(problem) => damaged(problem),
        })?;
        let present = PresentSeasons::read(&reader)?;
        let mut archive = Archive { reader, bots, leagues, present, pools, ratings, standings: Vec::new() };
        archive.standings = archive.standings_by(&Scale::default(), |_| true);
        Ok(archive)
    }

    /// How many matches have ended.
    pub(crate) fn match_count(&self) -> Result<u64, Failure> {
        self.reader.record_count().map_err(broken)
    }

    fn standings_by(&self, scale: &Scale, wanted: impl Fn(&pb::Pool) -> bool) -> Vec<pb::PoolStandings> {
        let suspended = self.bots.iter().filter_map(|bot| Some((bot.name.parse().ok()?, bot.suspension.clone()?)));
        let mut standings = self.pools.standings_by(scale, wanted);
        mark_suspended(&mut standings, &suspended.collect());
        standings
    }
}

impl Source for Archive {
    async fn standings(&self, wanted: pb::GetStandingsRequest) -> Result<Vec<pb::PoolStandings>, Failure> {
        let Some(against) = &wanted.against else {
            let is_wanted =
                |of: &&pb::PoolStandings| of.pool.as_ref().is_some_and(|pool| self.present.selects(&wanted, pool));
            return Ok(self.standings.iter().filter(is_wanted).cloned().collect());
        };
        let scale = Scale { against: Some(bot_name(against)?), ..Scale::default() };
        Ok(self.standings_by(&scale, |pool| self.present.selects(&wanted, pool)))
    }

    async fn comparisons(&self, wanted: pb::CompareBotsRequest) -> Result<Vec<pb::Comparison>, Failure> {
        let (one, other) = (bot_name(&wanted.bot)?, bot_name(&wanted.other)?);
        let (version, other_version) = (wanted.version.as_deref(), wanted.other_version.as_deref());
        let pools = pb::GetStandingsRequest {
            league: wanted.league.clone(),
            game: wanted.game.clone(),
            seats: wanted.seats,
            season: wanted.season,
            ..pb::GetStandingsRequest::default()
        };
        let is_wanted = |pool: &pb::Pool| self.present.selects(&pools, pool);
        Ok(self.pools.compare((&one, version), (&other, other_version), is_wanted))
    }

    async fn bots(&self) -> Result<Vec<pb::BotInfo>, Failure> {
        Ok(self.bots.clone())
    }

    async fn bot(&self, name: &str) -> Result<pb::BotInfo, Failure> {
        let bot = self.bots.iter().find(|bot| bot.name == name).cloned();
        bot.ok_or_else(|| Failure::not_found(format!("There is no bot named {name}")))
    }

    async fn careers(&self, bot: &str) -> Result<Vec<BotCareer>, Failure> {
        let careers = self.ratings.careers(bot_name(bot)?).into_iter();
        Ok(careers.map(|(pool, version, career)| BotCareer { pool, version, career }).collect())
    }

    async fn conduct(&self, bot: &str, matches: &[pb::MatchSummary]) -> Result<Conduct, Failure> {
        let mut conduct = Conduct::of(bot);
        for id in matches.iter().filter_map(|summary| summary.match_id.parse::<MatchId>().ok()) {
            if let Ok(Some(record)) = self.reader.record(id)
                && record.moves_removed.is_none()
            {
                conduct.add(&record);
            }
        }
        Ok(conduct)
    }

    async fn matches(&self, wanted: pb::ListMatchesRequest) -> Result<pb::ListMatchesResponse, Failure> {
        let after = match wanted.page_token.as_str() {
            "" => None,
            token => Some(token.parse().map_err(|problem| Failure::broken(format!("{problem}")))?),
        };
        let filter = Filter {
            league: wanted.league,
            season: wanted.season.and_then(Season::numbered),
            game: wanted.game,
            bot: wanted.bot.as_deref().map(bot_name).transpose()?,
            version: wanted.version,
            // The files don't say what is being played: that has changed by the time they are read.
            running: Some(false),
            ..Filter::default()
        };
        if wanted.running == Some(true) {
            return Ok(pb::ListMatchesResponse::default());
        }
        let limit = wanted.page_size.unwrap_or(kahua_core::limits::PAGE_DEFAULT) as usize;
        let found = self.reader.summaries(&Query { filter, after, limit }).map_err(broken)?;
        Ok(pb::ListMatchesResponse {
            matches: found.matches.into_iter().filter_map(Result::ok).collect(),
            next_page_token: found.next.map(|next| next.to_string()).unwrap_or_default(),
        })
    }

    async fn record(&self, match_id: &str) -> Result<pb::MatchRecord, Failure> {
        let unknown = || Failure::not_found(format!("There is no match {match_id}"));
        let id = match_id.parse().map_err(|_| unknown())?;
        self.reader.record(id).map_err(broken)?.ok_or_else(unknown)
    }

    async fn leagues(&self) -> Result<Vec<pb::LeagueStatus>, Failure> {
        Ok(self.leagues.clone())
    }

    fn ruleset(&self, game: &str, hash: &[u8]) -> Option<Arc<dyn DynRuleset>> {
        let hash = RulesetHash(hash.try_into().ok()?);
        Rulesets::built_in().of_match(game, hash, &self.reader)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        Ok(work())
    }
}

fn bot_name(name: &str) -> Result<BotName, Failure> {
    name.parse().map_err(|_| Failure::not_found(format!("There is no bot named {name}")))
}

fn broken(problem: StoreError) -> Failure {
    Failure::broken(problem.to_string())
}
