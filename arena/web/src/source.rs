//! The source of the facts on pages.

#[cfg(test)]
pub(crate) mod fake;

use std::sync::Arc;

use kahua_core::limits;
use kahua_engine::{DynRuleset, RulesetHash};
use kahua_leagues::Career;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use kahua_server::{Visitor, in_the_background};
use tonic::{Code, Status};

use crate::conduct::Conduct;
use crate::failure::Failure;

/// A source of facts: a running arena, or the records in a data directory.
pub(crate) trait Source: Send + Sync {
    /// The standings that are asked for, all of them.
    fn standings(
        &self,
        wanted: pb::GetStandingsRequest,
    ) -> impl Future<Output = Result<Vec<pb::PoolStandings>, Failure>> + Send;

    /// How two bots compare.
    fn comparisons(
        &self,
        wanted: pb::CompareBotsRequest,
    ) -> impl Future<Output = Result<Vec<pb::Comparison>, Failure>> + Send;

    /// All bots, by name.
    fn bots(&self) -> impl Future<Output = Result<Vec<pb::BotInfo>, Failure>> + Send;

    /// One bot.
    fn bot(&self, name: &str) -> impl Future<Output = Result<pb::BotInfo, Failure>> + Send;

    /// How the ratings of a bot have moved.
    fn careers(&self, bot: &str) -> impl Future<Output = Result<Vec<BotCareer>, Failure>> + Send;

    /// What the records of these matches tell about a bot, if they may be seen.
    fn conduct(&self, bot: &str, matches: &[pb::MatchSummary])
    -> impl Future<Output = Result<Conduct, Failure>> + Send;

    /// A page of the matches that are asked for, the latest first.
    fn matches(
        &self,
        wanted: pb::ListMatchesRequest,
    ) -> impl Future<Output = Result<pb::ListMatchesResponse, Failure>> + Send;

    /// The record of a finished match; without its moves, if they were removed.
    fn record(&self, match_id: &str) -> impl Future<Output = Result<pb::MatchRecord, Failure>> + Send;

    /// The progress of the leagues; empty where no arena runs.
    fn leagues(&self) -> impl Future<Output = Result<Vec<pb::LeagueStatus>, Failure>> + Send;

    /// The ruleset by which a match of this game was played; `None` if this version of Kahua doesn't have it.
    fn ruleset(&self, game: &str, hash: &[u8]) -> Option<Arc<dyn DynRuleset>>;

    /// Does work that takes longer than a moment, such as drawing a long table, in a place where no player waits for
    /// it.
    fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Failure>> + Send;
}

/// How the rating of a bot in one version has moved in one pool.
#[derive(Clone, Debug)]
pub(crate) struct BotCareer {
    pub(crate) pool: pb::Pool,
    pub(crate) version: String,
    pub(crate) career: Career,
}

impl Source for Visitor {
    async fn standings(&self, wanted: pb::GetStandingsRequest) -> Result<Vec<pb::PoolStandings>, Failure> {
        let (mut pools, mut page_token) = (Vec::new(), String::new());
        loop {
            let wanted = pb::GetStandingsRequest { page_token, page_size: Some(limits::PAGE_MAX), ..wanted.clone() };
            let mut page = self.calls().get_standings(self.request(wanted)).await?.into_inner();
            pools.append(&mut page.pools);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(pools);
            }
        }
    }

    async fn comparisons(&self, wanted: pb::CompareBotsRequest) -> Result<Vec<pb::Comparison>, Failure> {
        Ok(self.calls().compare_bots(self.request(wanted)).await?.into_inner().comparisons)
    }

    async fn bots(&self) -> Result<Vec<pb::BotInfo>, Failure> {
        let (mut bots, mut page_token) = (Vec::new(), String::new());
        loop {
            let wanted = pb::ListBotsRequest { page_size: Some(limits::PAGE_MAX), page_token, connected: None };
            let mut page = self.calls().list_bots(self.request(wanted)).await?.into_inner();
            bots.append(&mut page.bots);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(bots);
            }
        }
    }

    async fn bot(&self, name: &str) -> Result<pb::BotInfo, Failure> {
        Ok(Visitor::bot(self, name).await?)
    }

    async fn careers(&self, bot: &str) -> Result<Vec<BotCareer>, Failure> {
        let careers = Visitor::careers(self, bot).await?.into_iter();
        Ok(careers.map(|(pool, version, career)| BotCareer { pool, version, career }).collect())
    }

    async fn conduct(&self, bot: &str, matches: &[pb::MatchSummary]) -> Result<Conduct, Failure> {
        let ids = matches.iter().filter_map(|summary| summary.match_id.parse().ok()).collect();
        Ok(self.look_at_records(ids, Conduct::of(bot), Conduct::add).await?)
    }

    async fn matches(&self, wanted: pb::ListMatchesRequest) -> Result<pb::ListMatchesResponse, Failure> {
        Ok(self.calls().list_matches(self.request(wanted)).await?.into_inner())
    }

    async fn record(&self, match_id: &str) -> Result<pb::MatchRecord, Failure> {
        let wanted = pb::GetMatchRequest { match_id: match_id.to_owned() };
        let record = match self.calls().get_match(self.request(wanted)).await {
            Ok(response) => response.into_inner().record,
            // A visitor who may know that the moves were removed may also know the result: lists of matches have it.
            Err(refusal) if refusal.code() == Code::FailedPrecondition => {
                Some(without_moves(self, match_id).await?.ok_or(refusal)?)
            }
            Err(refusal) => return Err(refusal.into()),
        };
        record.ok_or_else(|| Failure::not_found(format!("There is no match {match_id}")))
    }

    async fn leagues(&self) -> Result<Vec<pb::LeagueStatus>, Failure> {
        let (mut leagues, mut page_token) = (Vec::new(), String::new());
        loop {
            let page_size = Some(limits::PAGE_MAX);
            let wanted = pb::GetLeagueStatusRequest { page_size, page_token, league: None };
            let mut page = self.calls().get_league_status(self.request(wanted)).await?.into_inner();
            leagues.append(&mut page.leagues);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(leagues);
            }
        }
    }

    fn ruleset(&self, game: &str, hash: &[u8]) -> Option<Arc<dyn DynRuleset>> {
        let hash = RulesetHash(hash.try_into().ok()?);
        self.app().rulesets().of_match(game, hash, self.app().reader())
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        Ok(in_the_background(work).await?)
    }
}

/// The record of a match whose moves were removed; `None` if there is none or it has its moves.
async fn without_moves(visitor: &Visitor, match_id: &str) -> Result<Option<pb::MatchRecord>, Status> {
    let Ok(id) = match_id.parse() else { return Ok(None) };
    let app = visitor.app().clone();
    let record = in_the_background(move || app.reader().record(id)).await?;
    Ok(record.ok().flatten().filter(|record| record.moves_removed.is_some()))
}
