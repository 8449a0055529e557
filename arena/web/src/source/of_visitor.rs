//! A running arena, asked with the rights of a visitor.

use std::sync::Arc;

use kahua_engine::DynRuleset;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use kahua_queries::Facts;
use kahua_server::{Visitor, in_the_background};
use tonic::Request;

use super::{BotCareer, Source, careers};
use crate::conduct::Conduct;
use crate::failure::Failure;

impl Source for Visitor {
    fn calls(&self) -> &impl LeagueService {
        Visitor::calls(self)
    }

    fn request<T>(&self, message: T) -> Request<T> {
        Visitor::request(self, message)
    }

    async fn bot(&self, name: &str) -> Result<pb::BotInfo, Failure> {
        Ok(Visitor::bot(self, name).await?)
    }

    async fn careers(&self, bot: &str) -> Result<Vec<BotCareer>, Failure> {
        Ok(careers(Visitor::careers(self, bot).await?))
    }

    async fn conduct(&self, bot: &str, matches: &[pb::MatchSummary]) -> Result<Conduct, Failure> {
        let ids = matches.iter().filter_map(|summary| summary.match_id.parse().ok()).collect();
        Ok(self.look_at_records(ids, Conduct::of(bot), Conduct::add).await?)
    }

    fn ruleset(&self, game: &str, hash: &[u8]) -> Option<Arc<dyn DynRuleset>> {
        self.app().ruleset_of_match(game, hash)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        Ok(in_the_background(work).await?)
    }
}
