//! The records in a data directory, which need no rights and no other thread.

use std::sync::Arc;

use kahua_core::ids::MatchId;
use kahua_engine::DynRuleset;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use kahua_queries::{Facts, StoredArena, store_failed};
use tonic::Request;

use super::{BotCareer, Source, careers};
use crate::conduct::Conduct;
use crate::failure::Failure;

impl Source for StoredArena {
    fn calls(&self) -> &impl LeagueService {
        self
    }

    fn request<T>(&self, message: T) -> Request<T> {
        Request::new(message)
    }

    async fn bot(&self, name: &str) -> Result<pb::BotInfo, Failure> {
        Ok(kahua_queries::bot(&*self.archive()?, name)?)
    }

    async fn careers(&self, bot: &str) -> Result<Vec<BotCareer>, Failure> {
        let archive = self.archive()?;
        let bot = archive.expect_bot("bot", bot)?;
        Ok(careers(archive.careers(bot).map_err(store_failed)?))
    }

    async fn conduct(&self, bot: &str, matches: &[pb::MatchSummary]) -> Result<Conduct, Failure> {
        let (archive, mut conduct) = (self.archive()?, Conduct::of(bot));
        for id in matches.iter().filter_map(|summary| summary.match_id.parse::<MatchId>().ok()) {
            if let Ok(Some(record)) = archive.reader().record(id)
                && record.moves_removed.is_none()
            {
                conduct.add(&record);
            }
        }
        Ok(conduct)
    }

    fn ruleset(&self, game: &str, hash: &[u8]) -> Option<Arc<dyn DynRuleset>> {
        self.archive().ok()?.ruleset_of_match(game, hash)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        Ok(work())
    }
}
