//! The calls of LeagueService on a store. Callers aren't checked: a user who may write the store may organize it.

use kahua_core::ids::MatchId;
use kahua_play::time::Time;
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use kahua_proto::time::timestamp;
use kahua_settings::overrides::{self, NotListed, Overrides};
use kahua_settings::{organizers, seasons};
use kahua_store::StoreError;
use tokio_stream::Empty;
use tonic::{Request, Response, Status};

use super::{Purpose, StoredArena};
use crate::facts::Facts;
use crate::organizing::{check_reason, length, name, organizer_to_revoke, season_bots, season_in_words, set};
use crate::refusal::{invalid, store_failed};
use crate::{
    compare_bots, correction, corrections_of, get_league_status, get_report, get_standings, list_bots,
    list_corrections, list_matches,
};

type Reply<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl LeagueService for StoredArena {
    type WatchMatchStream = Empty<Result<pb::WatchMatchResponse, Status>>;

    async fn get_standings(&self, request: Request<pb::GetStandingsRequest>) -> Reply<pb::GetStandingsResponse> {
        get_standings(&*self.archive()?, request.into_inner()).map(Response::new)
    }

    async fn compare_bots(&self, request: Request<pb::CompareBotsRequest>) -> Reply<pb::CompareBotsResponse> {
        compare_bots(&*self.archive()?, &request.into_inner()).map(Response::new)
    }

    async fn list_bots(&self, request: Request<pb::ListBotsRequest>) -> Reply<pb::ListBotsResponse> {
        // The first bot of an arena may be added before there is a store.
        if let Err(StoreError::Missing { .. }) = self.open() {
            return Ok(Response::new(Default::default()));
        }
        list_bots(&*self.archive()?, request.into_inner()).map(Response::new)
    }

    async fn list_matches(&self, request: Request<pb::ListMatchesRequest>) -> Reply<pb::ListMatchesResponse> {
        let mut wanted = request.into_inner();
        if let Purpose::Pages = self.purpose {
            if wanted.running == Some(true) {
                return Ok(Response::new(Default::default()));
            }
            wanted.running = Some(false);
        }
        list_matches(&*self.archive()?, wanted).map(Response::new)
    }

    async fn get_match(&self, request: Request<pb::GetMatchRequest>) -> Reply<pb::GetMatchResponse> {
        let id = request.into_inner().match_id;
        let id: MatchId = id.parse().map_err(|problem| invalid("match_id", problem))?;
        let archive = self.archive()?;
        let unknown = || Status::not_found(format!("no finished match has the id {id}: see `kahua match list`"));
        let record = archive.reader().record(id).map_err(store_failed)?.ok_or_else(unknown)?;
        let corrections = corrections_of(&*archive, &record)?;
        Ok(Response::new(pb::GetMatchResponse { record: Some(record), corrections }))
    }

    async fn watch_match(&self, _: Request<pb::WatchMatchRequest>) -> Reply<Self::WatchMatchStream> {
        Err(needs_an_arena("no match is played in"))
    }

    async fn create_bot(&self, request: Request<pb::CreateBotRequest>) -> Reply<pb::CreateBotResponse> {
        let name = name("name", &request.into_inner().name)?;
        let token = token::new_token();
        let hash = token::hash_of(&token);
        self.change("CreateBot", name.to_string(), async |store| store.set_token(&name, hash).await).await?;
        Ok(Response::new(pb::CreateBotResponse { token }))
    }

    async fn revoke_token(&self, request: Request<pb::RevokeTokenRequest>) -> Reply<pb::RevokeTokenResponse> {
        let name = self.archive()?.expect_bot("name", &request.into_inner().name)?;
        self.change("RevokeToken", name.to_string(), async |store| store.clear_token(&name).await).await?;
        Ok(Response::new(Default::default()))
    }

    async fn set_paused(&self, request: Request<pb::SetPausedRequest>) -> Reply<pb::SetPausedResponse> {
        let paused = set("paused", request.into_inner().paused, "to stop the pairing, false to resume it")?;
        let _there_is_one = self.archive()?;
        let arguments = format!("paused {paused}");
        self.change("SetPaused", arguments, async |store| overrides::keep_all_paused(paused, store).await).await?;
        Ok(Response::new(Default::default()))
    }

    async fn abort_match(&self, _: Request<pb::AbortMatchRequest>) -> Reply<pb::AbortMatchResponse> {
        Err(needs_an_arena("no match is played in"))
    }

    async fn let_back(&self, request: Request<pb::LetBackRequest>) -> Reply<pb::LetBackResponse> {
        let name = name("name", &request.into_inner().name)?;
        let was_suspended = self.archive()?.suspensions().map_err(store_failed)?.contains_key(&name);
        if was_suspended {
            self.change("LetBack", name.to_string(), async |store| store.let_back(&name).await).await?;
        }
        Ok(Response::new(pb::LetBackResponse { was_suspended }))
    }

    async fn get_league_status(
        &self,
        request: Request<pb::GetLeagueStatusRequest>,
    ) -> Reply<pb::GetLeagueStatusResponse> {
        let archive = self.archive()?;
        // The arena knows more than its store.
        if let Purpose::Commands = self.purpose {
            self.expect_unserved()?;
        }
        get_league_status(&*archive, request.into_inner()).map(Response::new)
    }

    async fn set_league_paused(
        &self,
        request: Request<pb::SetLeaguePausedRequest>,
    ) -> Reply<pb::SetLeaguePausedResponse> {
        let pb::SetLeaguePausedRequest { league, paused } = request.into_inner();
        let paused = set("paused", paused, "to stop the pairing, false to resume it")?;
        let mut changes = self.changes_of(&league)?;
        changes.paused = paused;
        let arguments = format!("league {league}, paused {paused}");
        self.change("SetLeaguePaused", arguments, async |store| changes.keep(&league, store).await).await?;
        Ok(Response::new(Default::default()))
    }

    async fn extend_league(&self, request: Request<pb::ExtendLeagueRequest>) -> Reply<pb::ExtendLeagueResponse> {
        let wanted = request.into_inner();
        let (length, league) = (length(&wanted)?, wanted.league);
        let mut changes = self.changes_of(&league)?;
        let refused = |problem| Status::failed_precondition(format!("league {league:?} can't be extended: {problem}"));
        changes.extend(length).map_err(refused)?;
        let arguments = format!("league {league}, {length}");
        self.change("ExtendLeague", arguments, async |store| changes.keep(&league, store).await).await?;
        // Only the settings say how many bots there are.
        Ok(Response::new(pb::ExtendLeagueResponse { planned: None }))
    }

    async fn set_withdrawn(&self, request: Request<pb::SetWithdrawnRequest>) -> Reply<pb::SetWithdrawnResponse> {
        let pb::SetWithdrawnRequest { league, bot, withdrawn } = request.into_inner();
        let withdrawn = set("withdrawn", withdrawn, "to withdraw the bot, false to let it play again")?;
        let mut changes = self.changes_of(&league)?;
        let bot = self.archive()?.expect_bot("bot", &bot)?;
        NotListed::check(&league, bot, changes.listed()).map_err(|problem| invalid("bot", problem))?;
        changes.set_withdrawn(bot, withdrawn);
        let arguments = format!("league {league}, bot {bot}, withdrawn {withdrawn}");
        self.change("SetWithdrawn", arguments, async |store| changes.keep(&league, store).await).await?;
        Ok(Response::new(Default::default()))
    }

    async fn start_season(&self, request: Request<pb::StartSeasonRequest>) -> Reply<pb::StartSeasonResponse> {
        let wanted = request.into_inner();
        let (bots, league) = (season_bots(&wanted)?, &wanted.league);
        let changes = self.changes_of(league)?;
        let start = async |store: &_| {
            let season = seasons::start_new_season(league, store).await?;
            if let Some(season) = season.filter(|_| !bots.is_empty()) {
                Overrides { bots, ..changes.in_season(season) }.keep(league, store).await?;
            }
            Ok(season)
        };
        let season = self.change("StartSeason", season_in_words(&wanted), start).await?;
        let season = season.ok_or_else(|| Status::internal("the league is gone"))?.number();
        Ok(Response::new(pb::StartSeasonResponse { season }))
    }

    async fn suspend(&self, request: Request<pb::SuspendRequest>) -> Reply<pb::SuspendResponse> {
        let pb::SuspendRequest { name, reason } = request.into_inner();
        check_reason(&reason)?;
        let name = self.archive()?.expect_bot("name", &name)?;
        let arguments = format!("{name}, reason {reason:?}");
        let suspension = pb::Suspension { reason, since: Some(timestamp(Time::unix_ms())) };
        self.change("Suspend", arguments, async |store| store.suspend(&name, &suspension).await).await?;
        Ok(Response::new(Default::default()))
    }

    async fn kick(&self, _: Request<pb::KickRequest>) -> Reply<pb::KickResponse> {
        let _there_is_one = self.archive()?;
        Err(needs_an_arena("no bot is connected to"))
    }

    async fn create_organizer(
        &self,
        request: Request<pb::CreateOrganizerRequest>,
    ) -> Reply<pb::CreateOrganizerResponse> {
        let name = name("name", &request.into_inner().name)?;
        let token = token::new_token();
        let (who, hash) = (name.to_string(), token::hash_of(&token));
        self.change("CreateOrganizer", who, async |store| organizers::set_token(name, hash, store).await).await?;
        Ok(Response::new(pb::CreateOrganizerResponse { token }))
    }

    async fn revoke_organizer(
        &self,
        request: Request<pb::RevokeOrganizerRequest>,
    ) -> Reply<pb::RevokeOrganizerResponse> {
        let kept = organizers::read(self.archive()?.reader()).map_err(store_failed)?;
        // The settings may name others, but a store doesn't know them.
        let name = organizer_to_revoke(&request.into_inner(), &kept, false)?;
        let who = name.to_string();
        self.change("RevokeOrganizer", who, async |store| organizers::clear_token(name, store).await).await?;
        Ok(Response::new(pb::RevokeOrganizerResponse {}))
    }

    async fn get_report(&self, request: Request<pb::GetReportRequest>) -> Reply<pb::GetReportResponse> {
        get_report(&*self.archive()?, &request.into_inner()).map(Response::new)
    }

    async fn correct_results(&self, request: Request<pb::CorrectResultsRequest>) -> Reply<pb::CorrectResultsResponse> {
        let made = correction(&*self.archive()?, request.into_inner(), "kahua".to_owned(), Time::unix_ms())?;
        let correction = self.write(async |store| store.correct(made).await).await?;
        Ok(Response::new(pb::CorrectResultsResponse { correction: Some(correction) }))
    }

    async fn list_corrections(
        &self,
        request: Request<pb::ListCorrectionsRequest>,
    ) -> Reply<pb::ListCorrectionsResponse> {
        list_corrections(&*self.archive()?, request.into_inner()).map(Response::new)
    }
}

/// The refusal of a call about what a data directory hasn't.
fn needs_an_arena(problem: &str) -> Status {
    let instead = "give the address of a running arena with --addr";
    Status::failed_precondition(format!("{problem} a data directory: {instead}"))
}
