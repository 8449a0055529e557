//! The actions of organizers on a running arena. The caller has checked their role.

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use tonic::{Response, Status};
use tracing::info;

use super::league_service::Leagues;
use crate::app::calls::{Reply, invalid, store_failed};
use kahua_play::auth::credentials::Credentials;
use kahua_play::auth::token;
use kahua_play::matches::matchmaker::ChangeError;
use kahua_play::reason::Reason;
use kahua_settings::config::Length;
use kahua_settings::league_spec::LeagueError;

impl Leagues {
    pub(super) async fn pause_league(&self, league: &str, paused: Option<bool>) -> Reply<pb::SetLeaguePausedResponse> {
        let paused = set("paused", paused, "to stop the pairing, false to resume it")?;
        self.0.matchmaker.set_league_paused(league, paused).await.map_err(not_changed)?;
        Ok(Response::new(pb::SetLeaguePausedResponse {}))
    }

    pub(super) async fn extend(&self, wanted: &pb::ExtendLeagueRequest) -> Reply<pb::ExtendLeagueResponse> {
        let length = wanted.length.as_ref().and_then(Length::from_wire);
        let length = length.ok_or_else(|| invalid("length", "expected sets, matches_per_bot or rounds, at least 1"))?;
        let planned = self.0.matchmaker.extend(&wanted.league, length).await.map_err(not_changed)?;
        Ok(Response::new(pb::ExtendLeagueResponse { planned }))
    }

    pub(super) async fn withdraw(&self, wanted: &pb::SetWithdrawnRequest) -> Reply<pb::SetWithdrawnResponse> {
        let withdrawn = set("withdrawn", wanted.withdrawn, "to withdraw the bot, false to let it play again")?;
        let bot: BotName = match self.0.matchmaker.is_open(&wanted.league) {
            true => self.0.expect_bot("bot", &wanted.bot).await?,
            false => wanted.bot.parse().map_err(|problem| invalid("bot", problem))?,
        };
        self.0.matchmaker.set_withdrawn(&wanted.league, bot, withdrawn).await.map_err(not_changed)?;
        Ok(Response::new(pb::SetWithdrawnResponse {}))
    }

    pub(super) async fn next_season(&self, league: &str) -> Reply<pb::StartSeasonResponse> {
        let season = self.0.matchmaker.start_season(league).await.map_err(not_changed)?;
        Ok(Response::new(pb::StartSeasonResponse { season: season.number() }))
    }

    pub(super) async fn suspend_bot(&self, wanted: &pb::SuspendRequest) -> Reply<pb::SuspendResponse> {
        let (found, max) = (wanted.reason.len(), limits::DETAIL_BYTES_MAX);
        if found == 0 || found > max {
            return Err(invalid("reason", format!("it has {found} bytes; expected 1 to {max}")));
        }
        let name = self.0.expect_bot("name", &wanted.name).await?;
        info!(bot = %name, reason = wanted.reason, "an organizer has suspended the bot");
        self.0.suspend(name, wanted.reason.clone()).await;
        Ok(Response::new(pb::SuspendResponse {}))
    }

    pub(super) async fn end_connection(&self, name: &str) -> Reply<pb::KickResponse> {
        let name = self.0.expect_bot("name", name).await?;
        Ok(Response::new(pb::KickResponse { was_connected: self.0.kick(name) }))
    }

    /// Requires a token. Else, in an arena without organizers, any caller could make itself one, and the token would
    /// still be valid when the arena has organizers.
    pub(super) async fn issue_organizer(&self, by: &Credentials, name: &str) -> Reply<pb::CreateOrganizerResponse> {
        if by.token().is_none() {
            return Err(Reason::TokenMissing.status(
                "only an organizer who shows a token may make one for another; the first one is made by `kahua organizer \
                 token NAME --data DIR` while the arena isn't running",
            ));
        }
        let name: BotName = name.parse().map_err(|problem| invalid("name", problem))?;
        let token = token::new_token();
        self.0.set_organizer(name, token::hash_of(&token)).await.map_err(store_failed)?;
        Ok(Response::new(pb::CreateOrganizerResponse { token }))
    }
}

/// The value of a field that must be set; `expected` explains true and false.
fn set(field: &str, value: Option<bool>, expected: &str) -> Result<bool, Status> {
    value.ok_or_else(|| invalid(field, format!("it isn't set; expected true {expected}")))
}

fn not_changed(problem: ChangeError) -> Status {
    match problem {
        ChangeError::Unknown(unknown) => Reason::LeagueUnknown.status(unknown.to_string()),
        ChangeError::NotListed { .. } => invalid("bot", problem),
        ChangeError::Extend { .. } | ChangeError::League(LeagueError::Format { .. }) => {
            Reason::LeagueNotExtended.status(problem.to_string())
        }
        ChangeError::League(problem) => Reason::ArenaFailed.status(problem.to_string()),
        ChangeError::Store(problem) => store_failed(problem),
    }
}
