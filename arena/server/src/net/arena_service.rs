//! The service for clients that don't know the arena yet: what it is, and what it plays.

use std::sync::Arc;

use kahua_engine::ruleset::values;
use kahua_engine::{DynRuleset, RulesetHash};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_service_server::ArenaService;
use kahua_proto::time::timestamp;
use serde::Deserialize;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::app::calls::{Reply, invalid};
use kahua_core::limits;
use kahua_play::reason::Reason;
use kahua_play::time::Time;
use kahua_queries::{Facts, Page};

/// The service that needs no token.
#[derive(Clone, Debug)]
pub(crate) struct Arena(pub(crate) Arc<App>);

#[tonic::async_trait]
impl ArenaService for Arena {
    async fn get_server_info(&self, _request: Request<pb::GetServerInfoRequest>) -> Reply<pb::GetServerInfoResponse> {
        let app = &self.0;
        Ok(Response::new(pb::GetServerInfoResponse {
            arena_version: kahua_play::VERSION.into(),
            protocol_version: limits::PROTOCOL_VERSION,
            capabilities: Vec::new(),
            needs_tokens: app.access.needs_tokens(),
            limits: Some(app.rulesets.wire_limits(limits::MATCHES_PER_BOT_MAX)),
            started_at: Some(timestamp(app.started_unix_ms)),
            now: Some(timestamp(Time::unix_ms())),
            paused: app.is_paused() || app.stop.is_cancelled(),
            lag_us: app.sessions.lag.now().as_micros() as u64,
        }))
    }

    async fn list_games(&self, request: Request<pb::ListGamesRequest>) -> Reply<pb::ListGamesResponse> {
        let page = Page::take(&mut request.into_inner())?;
        let (rulesets, next_page_token) = page.cut(self.0.rulesets.all(), |ruleset| ruleset.info().name.to_owned());
        let games = rulesets.into_iter().map(|ruleset| game(&**ruleset)).collect();
        Ok(Response::new(pb::ListGamesResponse { games, next_page_token }))
    }

    async fn get_game(&self, request: Request<pb::GetGameRequest>) -> Reply<pb::GetGameResponse> {
        let name = request.into_inner().name;
        let ruleset = self.0.expect_game(&name)?;
        Ok(Response::new(pb::GetGameResponse { game: Some(game(&**ruleset)) }))
    }

    async fn get_ruleset(&self, request: Request<pb::GetRulesetRequest>) -> Reply<pb::GetRulesetResponse> {
        let hash = request.into_inner().ruleset_hash;
        let wrong_length = |hash: Vec<u8>| invalid("ruleset_hash", format!("it has {} bytes; expected 32", hash.len()));
        let hash = RulesetHash(hash.try_into().map_err(wrong_length)?);
        if let Some(ruleset) = self.0.rulesets.all().find(|ruleset| ruleset.hash() == hash) {
            return Ok(Response::new(pb::GetRulesetResponse {
                game: ruleset.info().name.into(),
                ruleset_id: ruleset.id().into(),
                toml: ruleset.toml().into(),
            }));
        }
        let kept = self.0.read(move |reader| reader.ruleset(hash)).await?;
        let unknown = || Reason::RulesetUnknown.status(format!("this arena has no ruleset {hash}, and no match of it"));
        kept_ruleset(kept.ok_or_else(unknown)?).map(Response::new)
    }

    async fn list_leagues(&self, request: Request<pb::ListLeaguesRequest>) -> Reply<pb::ListLeaguesResponse> {
        let mut wanted = request.into_inner();
        let page = Page::take(&mut wanted)?;
        if let Some(game) = &wanted.game {
            self.0.expect_game(game)?;
        }
        let leagues = self.0.matchmaker.leagues().into_iter();
        let leagues = leagues.filter(|league| wanted.game.as_ref().is_none_or(|game| *game == league.game));
        let (leagues, next_page_token) = page.cut(leagues, |league| league.name.clone());
        Ok(Response::new(pb::ListLeaguesResponse { leagues, next_page_token }))
    }
}

fn game(ruleset: &dyn DynRuleset) -> pb::Game {
    let info = ruleset.info();
    let option = |option: &kahua_engine::OptionInfo| pb::GameOption {
        name: option.name.into(),
        summary: option.summary.into(),
        values: option.values.iter().map(ToString::to_string).collect(),
        default_value: option.values[0].into(),
        seat_counts: option.seats.iter().map(|&count| count as u32).collect(),
    };
    pb::Game {
        name: info.name.into(),
        title: info.title.into(),
        seats_min: *info.seats.start() as u32,
        seats_max: *info.seats.end() as u32,
        options: info.options.iter().map(option).collect(),
        rules_version: info.rules_version,
        notation_version: info.notation_version,
        legal_max: info.legal_max as u32,
        events_max: info.events_max as u32,
        ruleset_id: ruleset.id().into(),
        ruleset_hash: ruleset.hash().0.into(),
        // The file was read when the arena was started, so it is valid TOML.
        assumes_values: values(ruleset.toml()).is_ok_and(|values| values.iter().any(|value| value.assumed)),
    }
}

/// The fields that every ruleset file has, in any version of its game.
#[derive(Deserialize)]
struct Header {
    id: String,
    game: String,
}

/// A ruleset of earlier matches. Reads only its header, because a newer version of the game may have another format for
/// the rest.
fn kept_ruleset(toml: String) -> Result<pb::GetRulesetResponse, Status> {
    let unreadable = |problem| Reason::ArenaFailed.status(format!("the kept ruleset can't be read: {problem}"));
    let Header { id, game } = toml::from_str(&toml).map_err(unreadable)?;
    Ok(pb::GetRulesetResponse { game, ruleset_id: id, toml })
}
