//! Invented facts for tests.

use std::sync::Arc;

use kahua_engine::DynRuleset;
use kahua_leagues::LiveRatings;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use kahua_queries::StoredArena;
use tonic::Request;

use super::{BotCareer, Source};
use crate::conduct::Conduct;
use crate::failure::Failure;

/// A source that gives the same answer to every request. The careers of all bots are alike: four matches, in
/// alternating pools.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fake {
    pub(crate) pools: Vec<pb::PoolStandings>,
    pub(crate) comparisons: Vec<pb::Comparison>,
    pub(crate) bots: Vec<pb::BotInfo>,
    pub(crate) matches: Vec<pb::MatchSummary>,
    /// The page token of more matches, if there are any.
    pub(crate) next: String,
    pub(crate) leagues: Vec<pb::LeagueStatus>,
    pub(crate) record: pb::MatchRecord,
    pub(crate) corrections: Vec<pb::Correction>,
}

/// The service that a fake would ask.
fn nothing() -> &'static StoredArena {
    unreachable!("a fake answers every question itself")
}

impl Source for Fake {
    fn calls(&self) -> &impl LeagueService {
        nothing()
    }

    fn request<T>(&self, message: T) -> Request<T> {
        Request::new(message)
    }

    async fn standings(&self, _: pb::GetStandingsRequest) -> Result<Vec<pb::PoolStandings>, Failure> {
        Ok(self.pools.clone())
    }

    async fn comparisons(&self, _: pb::CompareBotsRequest) -> Result<Vec<pb::Comparison>, Failure> {
        Ok(self.comparisons.clone())
    }

    async fn bots(&self) -> Result<Vec<pb::BotInfo>, Failure> {
        Ok(self.bots.clone())
    }

    async fn bot(&self, name: &str) -> Result<pb::BotInfo, Failure> {
        let bot = self.bots.iter().find(|bot| bot.name == name).cloned();
        bot.ok_or_else(|| Failure::not_found(format!("There is no bot named {name}")))
    }

    async fn careers(&self, _: &str) -> Result<Vec<BotCareer>, Failure> {
        let mut ratings = LiveRatings::default();
        for (standings, number) in self.pools.iter().cycle().zip(0..4) {
            let pool = standings.pool.clone().unwrap_or_default();
            let version = standings.standings[0].version.clone();
            let players = ["ann", "bob"].map(|name| pb::Player { name: name.into(), version: version.clone() }).into();
            let places = [1, 1 + number % 2].map(|place| pb::SeatResult { place, ..pb::SeatResult::default() });
            let record =
                pb::MatchRecord { league: pool.league, game: pool.game, rated: true, players, ..Default::default() };
            ratings.add(&pb::MatchRecord { results: places.into(), ..record }).expect("a sound record");
        }
        let careers = ratings.careers("ann".parse().expect("a valid name")).into_iter();
        Ok(careers.map(|(pool, version, career)| BotCareer { pool, version, career }).collect())
    }

    async fn conduct(&self, bot: &str, _: &[pb::MatchSummary]) -> Result<Conduct, Failure> {
        let mut conduct = Conduct::of(bot);
        conduct.add(&self.record);
        Ok(conduct)
    }

    async fn matches(&self, _: pb::ListMatchesRequest) -> Result<pb::ListMatchesResponse, Failure> {
        Ok(pb::ListMatchesResponse { matches: self.matches.clone(), next_page_token: self.next.clone() })
    }

    async fn record(&self, _: &str) -> Result<pb::MatchRecord, Failure> {
        Ok(self.record.clone())
    }

    async fn corrections(&self) -> Result<Vec<pb::Correction>, Failure> {
        Ok(self.corrections.clone())
    }

    async fn leagues(&self) -> Result<Vec<pb::LeagueStatus>, Failure> {
        Ok(self.leagues.clone())
    }

    fn ruleset(&self, _: &str, _: &[u8]) -> Option<Arc<dyn DynRuleset>> {
        None
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        Ok(work())
    }
}
