//! The actions of organizers on a running arena. The caller has checked their role.

use kahua_proto::pb::arena::v1 as pb;
use tonic::{Response, Status};
use tracing::info;

use super::league_service::Leagues;
use crate::app::calls::{Reply, invalid, store_failed};
use kahua_play::auth::credentials::Credentials;
use kahua_play::auth::token;
use kahua_play::matches::matchmaker::ChangeError;
use kahua_play::reason::Reason;
use kahua_queries::organizing::{check_reason, length, name, season_bots, set};
use kahua_settings::league_spec::LeagueError;

impl Leagues {
    pub(super) async fn pause_league(&self, league: &str, paused: Option<bool>) -> Reply<pb::SetLeaguePausedResponse> {
        let paused = set("paused", paused, "to stop the pairing, false to resume it")?;
        self.0.matchmaker.set_league_paused(league, paused).await.map_err(not_changed)?;
        Ok(Response::new(pb::SetLeaguePausedResponse {}))
    }

    pub(super) async fn extend(&self, wanted: &pb::ExtendLeagueRequest) -> Reply<pb::ExtendLeagueResponse> {
        let planned = self.0.matchmaker.extend(&wanted.league, length(wanted)?).await.map_err(not_changed)?;
        Ok(Response::new(pb::ExtendLeagueResponse { planned }))
    }

    pub(super) async fn withdraw(&self, wanted: &pb::SetWithdrawnRequest) -> Reply<pb::SetWithdrawnResponse> {
        let withdrawn = set("withdrawn", wanted.withdrawn, "to withdraw the bot, false to let it play again")?;
        let bot = match self.0.matchmaker.is_open(&wanted.league) {
            true => self.0.expect_bot("bot", &wanted.bot).await?,
            false => name("bot", &wanted.bot)?,
        };
        let why = "an organizer has withdrawn it";
        self.0.matchmaker.set_withdrawn(&wanted.league, bot, withdrawn, why).await.map_err(not_changed)?;
        Ok(Response::new(pb::SetWithdrawnResponse {}))
    }

    pub(super) async fn next_season(&self, wanted: &pb::StartSeasonRequest) -> Reply<pb::StartSeasonResponse> {
        let started = self.0.matchmaker.start_season(&wanted.league, season_bots(wanted)?).await;
        let season = started.map_err(|problem| match problem {
            // The terms are those of the season before, so it must be the bots.
            ChangeError::League(problem) => invalid("bots", problem),
            problem => not_changed(problem),
        })?;
        Ok(Response::new(pb::StartSeasonResponse { season: season.number() }))
    }

    pub(super) async fn suspend_bot(&self, wanted: &pb::SuspendRequest) -> Reply<pb::SuspendResponse> {
        check_reason(&wanted.reason)?;
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
    pub(super) async fn issue_organizer(&self, by: &Credentials, wanted: &str) -> Reply<pb::CreateOrganizerResponse> {
        if by.token().is_none() {
            return Err(Reason::TokenMissing.status(
                "only an organizer who shows a token may make one for another; the first one is made by `kahua organizer \
                 token NAME --data DIR` while the arena isn't running",
            ));
        }
        let name = name("name", wanted)?;
        let token = token::new_token();
        self.0.set_organizer(name, token::hash_of(&token)).await.map_err(store_failed)?;
        Ok(Response::new(pb::CreateOrganizerResponse { token }))
    }
}

fn not_changed(problem: ChangeError) -> Status {
    match problem {
        ChangeError::Unknown(unknown) => Reason::LeagueUnknown.status(unknown.to_string()),
        ChangeError::NotListed(_) => invalid("bot", problem),
        ChangeError::Extend { .. } | ChangeError::League(LeagueError::Format { .. }) => {
            Reason::LeagueNotExtended.status(problem.to_string())
        }
        ChangeError::League(problem) => Reason::ArenaFailed.status(problem.to_string()),
        ChangeError::Store(problem) => store_failed(problem),
    }
}
