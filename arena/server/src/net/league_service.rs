//! The service for organizers, spectators and reports.

use std::sync::Arc;

use bytes::Bytes;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use tokio_stream::Empty;
use tonic::{Request, Response, Status};

use super::connection::peer;
use super::credentials::credentials;
use super::delayed::Delayed;
use crate::app::App;
use crate::app::calls::{Reply, invalid, match_id, store_failed};
use crate::app::played_match::Shown;
use kahua_core::limits;
use kahua_play::auth::caller::Caller;
use kahua_play::auth::credentials::Credentials;
use kahua_play::auth::peer::SlotOwner;
use kahua_play::auth::token;
use kahua_play::watch::Viewer;
use kahua_queries::organizing::{season_in_words, set};
use kahua_settings::config::Length;

/// The service for all callers except bots.
#[derive(Clone, Debug)]
pub(crate) struct Leagues(pub(crate) Arc<App>);

/// A match as a spectator sees it, at once or with the delay of its league.
pub(super) type DelayedMatch = Delayed<Shown, Bytes>;

#[tonic::async_trait]
impl LeagueService for Leagues {
    type WatchMatchStream = Empty<Result<pb::WatchMatchResponse, Status>>;

    async fn get_standings(&self, request: Request<pb::GetStandingsRequest>) -> Reply<pb::GetStandingsResponse> {
        self.reader(&request)?;
        let wanted = request.into_inner();
        self.0.ask_for_figures(move |app| kahua_queries::get_standings(app, wanted)).await.map(Response::new)
    }

    async fn compare_bots(&self, request: Request<pb::CompareBotsRequest>) -> Reply<pb::CompareBotsResponse> {
        self.reader(&request)?;
        let wanted = request.into_inner();
        self.0.ask_for_figures(move |app| kahua_queries::compare_bots(app, &wanted)).await.map(Response::new)
    }

    async fn list_bots(&self, request: Request<pb::ListBotsRequest>) -> Reply<pb::ListBotsResponse> {
        self.reader(&request)?;
        let wanted = request.into_inner();
        self.0.ask(move |app| kahua_queries::list_bots(app, wanted)).await.map(Response::new)
    }

    async fn list_matches(&self, request: Request<pb::ListMatchesRequest>) -> Reply<pb::ListMatchesResponse> {
        self.reader(&request)?;
        let wanted = request.into_inner();
        let mut listed = self.0.ask(move |app| kahua_queries::list_matches(app, wanted)).await?;
        self.0.name_nodes(&mut listed.matches).await?;
        Ok(Response::new(listed))
    }

    async fn get_match(&self, request: Request<pb::GetMatchRequest>) -> Reply<pb::GetMatchResponse> {
        let caller = self.reader(&request)?;
        let id = match_id(&request.into_inner().match_id)?;
        let record = self.0.read(move |reader| reader.record(id)).await?;
        let Some(record) = record else { return Err(self.0.no_record(id).await) };
        let corrections = kahua_queries::corrections_of(&*self.0, &record)?;
        let record = self.shown(caller, record)?;
        Ok(Response::new(pb::GetMatchResponse { record: Some(record), corrections }))
    }

    /// Never called: [`LeagueServer`](super::watch_match::LeagueServer) calls [`Leagues::watch`] instead.
    async fn watch_match(&self, _: Request<pb::WatchMatchRequest>) -> Reply<Self::WatchMatchStream> {
        Err(Status::unimplemented("the generated service doesn't serve WatchMatch"))
    }

    async fn create_bot(&self, request: Request<pb::CreateBotRequest>) -> Reply<pb::CreateBotResponse> {
        let by = self.organizers_only(&request)?;
        let name = request.into_inner().name;
        let done = self.issue_token(&name).await;
        self.0.audit.note(&by, "CreateBot", name, &done).await;
        done
    }

    async fn revoke_token(&self, request: Request<pb::RevokeTokenRequest>) -> Reply<pb::RevokeTokenResponse> {
        let by = self.organizers_only(&request)?;
        let name = request.into_inner().name;
        let done = self.take_token(&name).await;
        self.0.audit.note(&by, "RevokeToken", name, &done).await;
        done
    }

    async fn set_paused(&self, request: Request<pb::SetPausedRequest>) -> Reply<pb::SetPausedResponse> {
        let by = self.organizers_only(&request)?;
        let paused = set("paused", request.into_inner().paused, "to stop the pairing, false to resume it")?;
        let done = self.0.set_paused(paused).await.map_err(store_failed);
        self.0.audit.note(&by, "SetPaused", format!("paused {paused}"), &done).await;
        done.map(|()| Response::new(pb::SetPausedResponse {}))
    }

    async fn abort_match(&self, request: Request<pb::AbortMatchRequest>) -> Reply<pb::AbortMatchResponse> {
        let by = self.organizers_only(&request)?;
        let pb::AbortMatchRequest { match_id: id, reason } = request.into_inner();
        let arguments = format!("match {id}, reason {reason:?}");
        let done = self.end_without_result(&id, reason).await;
        self.0.audit.note(&by, "AbortMatch", arguments, &done).await;
        done
    }

    async fn let_back(&self, request: Request<pb::LetBackRequest>) -> Reply<pb::LetBackResponse> {
        let by = self.organizers_only(&request)?;
        let name = request.into_inner().name;
        let done = self.end_suspension(&name).await;
        self.0.audit.note(&by, "LetBack", name, &done).await;
        done
    }

    async fn get_league_status(
        &self,
        request: Request<pb::GetLeagueStatusRequest>,
    ) -> Reply<pb::GetLeagueStatusResponse> {
        self.reader(&request)?;
        kahua_queries::get_league_status(&*self.0, request.into_inner()).map(Response::new)
    }

    async fn set_league_paused(
        &self,
        request: Request<pb::SetLeaguePausedRequest>,
    ) -> Reply<pb::SetLeaguePausedResponse> {
        let by = self.organizers_only(&request)?;
        let pb::SetLeaguePausedRequest { league, paused } = request.into_inner();
        let done = self.pause_league(&league, paused).await;
        let paused = paused.unwrap_or_default();
        self.0.audit.note(&by, "SetLeaguePaused", format!("league {league}, paused {paused}"), &done).await;
        done
    }

    async fn extend_league(&self, request: Request<pb::ExtendLeagueRequest>) -> Reply<pb::ExtendLeagueResponse> {
        let by = self.organizers_only(&request)?;
        let wanted = request.into_inner();
        let done = self.extend(&wanted).await;
        let length = wanted.length.as_ref().and_then(Length::from_wire).map(|length| length.to_string());
        let arguments = format!("league {}, {}", wanted.league, length.unwrap_or_default());
        self.0.audit.note(&by, "ExtendLeague", arguments, &done).await;
        done
    }

    async fn set_withdrawn(&self, request: Request<pb::SetWithdrawnRequest>) -> Reply<pb::SetWithdrawnResponse> {
        let by = self.organizers_only(&request)?;
        let wanted = request.into_inner();
        let done = self.withdraw(&wanted).await;
        let pb::SetWithdrawnRequest { league, bot, withdrawn } = wanted;
        let arguments = format!("league {league}, bot {bot}, withdrawn {}", withdrawn.unwrap_or_default());
        self.0.audit.note(&by, "SetWithdrawn", arguments, &done).await;
        done
    }

    async fn start_season(&self, request: Request<pb::StartSeasonRequest>) -> Reply<pb::StartSeasonResponse> {
        let by = self.organizers_only(&request)?;
        let wanted = request.into_inner();
        let done = self.next_season(&wanted).await;
        self.0.audit.note(&by, "StartSeason", season_in_words(&wanted), &done).await;
        done
    }

    async fn suspend(&self, request: Request<pb::SuspendRequest>) -> Reply<pb::SuspendResponse> {
        let by = self.organizers_only(&request)?;
        let wanted = request.into_inner();
        let done = self.suspend_bot(&wanted).await;
        let arguments = format!("{}, reason {:?}", wanted.name, wanted.reason);
        self.0.audit.note(&by, "Suspend", arguments, &done).await;
        done
    }

    async fn kick(&self, request: Request<pb::KickRequest>) -> Reply<pb::KickResponse> {
        let by = self.organizers_only(&request)?;
        let name = request.into_inner().name;
        let done = self.end_connection(&name).await;
        self.0.audit.note(&by, "Kick", name, &done).await;
        done
    }

    async fn create_organizer(
        &self,
        request: Request<pb::CreateOrganizerRequest>,
    ) -> Reply<pb::CreateOrganizerResponse> {
        let by = self.organizers_only(&request)?;
        let name = request.into_inner().name;
        let done = self.issue_organizer(&by, &name).await;
        self.0.audit.note(&by, "CreateOrganizer", name, &done).await;
        done
    }

    async fn revoke_organizer(
        &self,
        request: Request<pb::RevokeOrganizerRequest>,
    ) -> Reply<pb::RevokeOrganizerResponse> {
        let by = self.organizers_only(&request)?;
        let wanted = request.into_inner();
        let name = wanted.name.clone();
        let done = self.0.revoke_organizer(wanted).await;
        self.0.audit.note(&by, "RevokeOrganizer", name, &done).await;
        done.map(|()| Response::new(pb::RevokeOrganizerResponse {}))
    }

    async fn get_report(&self, request: Request<pb::GetReportRequest>) -> Reply<pb::GetReportResponse> {
        self.organizers_only(&request)?;
        let wanted = request.into_inner();
        self.0.ask_for_figures(move |app| kahua_queries::get_report(app, &wanted)).await.map(Response::new)
    }

    async fn correct_results(&self, request: Request<pb::CorrectResultsRequest>) -> Reply<pb::CorrectResultsResponse> {
        let by = self.organizers_only(&request)?;
        let wanted = request.into_inner();
        let arguments = format!("{:?}, why {:?}", wanted.change, wanted.why);
        let done = self.0.correct(wanted, by.label()).await;
        // One that was made has its entry from the transaction that has made it.
        if done.is_err() {
            self.0.audit.note(&by, "CorrectResults", arguments, &done).await;
        }
        let correction = Some(done?);
        Ok(Response::new(pb::CorrectResultsResponse { correction }))
    }

    async fn list_corrections(
        &self,
        request: Request<pb::ListCorrectionsRequest>,
    ) -> Reply<pb::ListCorrectionsResponse> {
        self.reader(&request)?;
        let wanted = request.into_inner();
        self.0.ask(move |app| kahua_queries::list_corrections(app, wanted)).await.map(Response::new)
    }
}

impl Leagues {
    pub(super) async fn watch(&self, request: Request<pb::WatchMatchRequest>) -> Reply<DelayedMatch> {
        let credentials = credentials(&request);
        // Before the caller is admitted: if its token is revoked in between, either of the two notices it.
        let viewer = Viewer {
            owner: SlotOwner::of(&peer(&request), &credentials, &self.0.access),
            revoked: self.0.access.revocation(&credentials),
        };
        let caller = self.reader(&request)?;
        let id = match_id(&request.into_inner().match_id)?;
        let Some(played) = self.0.played_match(id).await? else { return Err(self.0.not_running(id).await) };
        let delay = self.0.watch_delay(caller, &played.header)?;
        Ok(Response::new(Delayed::new(self.0.show(&played, &viewer).await?, delay)))
    }

    async fn end_suspension(&self, name: &str) -> Reply<pb::LetBackResponse> {
        let name = self.0.expect_bot("name", name).await?;
        let was_suspended = self.0.let_back(name).await.map_err(store_failed)?;
        Ok(Response::new(pb::LetBackResponse { was_suspended }))
    }

    async fn issue_token(&self, name: &str) -> Reply<pb::CreateBotResponse> {
        let name = kahua_queries::organizing::name("name", name)?;
        let token = token::new_token();
        self.0.set_token(name, Some(token::hash_of(&token))).await.map_err(store_failed)?;
        Ok(Response::new(pb::CreateBotResponse { token }))
    }

    async fn take_token(&self, name: &str) -> Reply<pb::RevokeTokenResponse> {
        let name = self.0.expect_bot("name", name).await?;
        self.0.set_token(name, None).await.map_err(store_failed)?;
        Ok(Response::new(pb::RevokeTokenResponse {}))
    }

    async fn end_without_result(&self, id: &str, reason: String) -> Reply<pb::AbortMatchResponse> {
        let id = match_id(id)?;
        if reason.len() > limits::DETAIL_BYTES_MAX {
            let (found, max) = (reason.len(), limits::DETAIL_BYTES_MAX);
            return Err(invalid("reason", format!("it has {found} bytes; at most {max} are allowed")));
        }
        self.0.abort_match(id, reason).await?;
        Ok(Response::new(pb::AbortMatchResponse {}))
    }

    /// The credentials of the caller, if it is an organizer.
    fn organizers_only<T>(&self, request: &Request<T>) -> Result<Credentials, Status> {
        let credentials = credentials(request);
        self.0.access.admit_organizer(&credentials)?;
        Ok(credentials)
    }

    /// The record of a match that has ended, as far as this caller may see it.
    ///
    /// # Errors
    /// If the record would reveal too much.
    pub(super) fn shown(&self, caller: Caller, mut record: pb::MatchRecord) -> Result<pb::MatchRecord, Status> {
        self.0.expect_open_luck(caller, &record)?;
        self.0.ledger.hide_closed_luck(&mut record);
        Ok(record)
    }

    /// The caller of a read. It needs a known token, unless the arena needs none.
    pub(super) fn reader<T>(&self, request: &Request<T>) -> Result<Caller, Status> {
        Ok(self.0.access.caller(&credentials(request))?)
    }
}
