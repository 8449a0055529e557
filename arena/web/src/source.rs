//! The source of the facts on pages.

#[cfg(test)]
pub(crate) mod fake;
mod of_store;
mod of_visitor;

use std::sync::Arc;

use kahua_core::limits;
use kahua_engine::DynRuleset;
use kahua_leagues::Career;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use tonic::Request;

use crate::conduct::Conduct;
use crate::failure::Failure;

/// A source of facts: a running arena, or the records in a data directory. Both answer the calls of LeagueService.
pub(crate) trait Source: Send + Sync {
    /// The service that is asked.
    fn calls(&self) -> &impl LeagueService;

    /// A call with the rights of those for whom the pages are.
    fn request<T>(&self, message: T) -> Request<T>;

    /// One bot.
    fn bot(&self, name: &str) -> impl Future<Output = Result<pb::BotInfo, Failure>> + Send;

    /// How the ratings of a bot have moved.
    fn careers(&self, bot: &str) -> impl Future<Output = Result<Vec<BotCareer>, Failure>> + Send;

    /// What the records of these matches tell about a bot, if they may be seen.
    fn conduct(&self, bot: &str, matches: &[pb::MatchSummary])
    -> impl Future<Output = Result<Conduct, Failure>> + Send;

    /// The ruleset by which a match of this game was played; `None` if this version of Kahua doesn't have it.
    fn ruleset(&self, game: &str, hash: &[u8]) -> Option<Arc<dyn DynRuleset>>;

    /// Does work that takes longer than a moment, such as drawing a long table, in a place where no player waits for
    /// it.
    fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Failure>> + Send;

    /// The standings that are asked for, all of them.
    fn standings(
        &self,
        wanted: pb::GetStandingsRequest,
    ) -> impl Future<Output = Result<Vec<pb::PoolStandings>, Failure>> + Send {
        async move {
            let (mut pools, page_size) = (Vec::new(), Some(limits::PAGE_MAX));
            let mut wanted = pb::GetStandingsRequest { page_size, ..wanted };
            loop {
                let mut page = self.calls().get_standings(self.request(wanted.clone())).await?.into_inner();
                pools.append(&mut page.pools);
                wanted.page_token = page.next_page_token;
                if wanted.page_token.is_empty() {
                    return Ok(pools);
                }
            }
        }
    }

    /// How two bots compare.
    fn comparisons(
        &self,
        wanted: pb::CompareBotsRequest,
    ) -> impl Future<Output = Result<Vec<pb::Comparison>, Failure>> + Send {
        async move { Ok(self.calls().compare_bots(self.request(wanted)).await?.into_inner().comparisons) }
    }

    /// All bots, by name.
    fn bots(&self) -> impl Future<Output = Result<Vec<pb::BotInfo>, Failure>> + Send {
        async move {
            let (mut bots, page_size) = (Vec::new(), Some(limits::PAGE_MAX));
            let mut wanted = pb::ListBotsRequest { page_size, ..pb::ListBotsRequest::default() };
            loop {
                let mut page = self.calls().list_bots(self.request(wanted.clone())).await?.into_inner();
                bots.append(&mut page.bots);
                wanted.page_token = page.next_page_token;
                if wanted.page_token.is_empty() {
                    return Ok(bots);
                }
            }
        }
    }

    /// A page of the matches that are asked for, the latest first.
    fn matches(
        &self,
        wanted: pb::ListMatchesRequest,
    ) -> impl Future<Output = Result<pb::ListMatchesResponse, Failure>> + Send {
        async move { Ok(self.calls().list_matches(self.request(wanted)).await?.into_inner()) }
    }

    /// The record of a finished match; without its moves, if they were removed.
    fn record(&self, match_id: &str) -> impl Future<Output = Result<pb::MatchRecord, Failure>> + Send {
        async move {
            let wanted = pb::GetMatchRequest { match_id: match_id.to_owned() };
            let record = self.calls().get_match(self.request(wanted)).await?.into_inner().record;
            record.ok_or_else(|| Failure::not_found(format!("There is no match {match_id}")))
        }
    }

    /// All corrections of results, newest first.
    fn corrections(&self) -> impl Future<Output = Result<Vec<pb::Correction>, Failure>> + Send {
        async move {
            let (mut made, page_size) = (Vec::new(), Some(limits::PAGE_MAX));
            let mut wanted = pb::ListCorrectionsRequest { page_size, ..pb::ListCorrectionsRequest::default() };
            loop {
                let mut page = self.calls().list_corrections(self.request(wanted.clone())).await?.into_inner();
                made.append(&mut page.corrections);
                wanted.page_token = page.next_page_token;
                if wanted.page_token.is_empty() {
                    return Ok(made);
                }
            }
        }
    }

    /// The progress of the leagues.
    fn leagues(&self) -> impl Future<Output = Result<Vec<pb::LeagueStatus>, Failure>> + Send {
        async move {
            let (mut leagues, page_size) = (Vec::new(), Some(limits::PAGE_MAX));
            let mut wanted = pb::GetLeagueStatusRequest { page_size, ..pb::GetLeagueStatusRequest::default() };
            loop {
                let mut page = self.calls().get_league_status(self.request(wanted.clone())).await?.into_inner();
                leagues.append(&mut page.leagues);
                wanted.page_token = page.next_page_token;
                if wanted.page_token.is_empty() {
                    return Ok(leagues);
                }
            }
        }
    }
}

/// How the rating of a bot in one version has moved in one pool.
#[derive(Clone, Debug)]
pub(crate) struct BotCareer {
    pub(crate) pool: pb::Pool,
    pub(crate) version: String,
    pub(crate) career: Career,
}

/// The careers of a bot, as an arena tells them.
fn careers(told: Vec<(pb::Pool, String, Career)>) -> Vec<BotCareer> {
    told.into_iter().map(|(pool, version, career)| BotCareer { pool, version, career }).collect()
}
