//! The service for organizers, spectators and reports.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, oneshot};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};
use tracing::{error, info};

use super::credentials::credentials;
use crate::app::App;
use crate::auth::token;
use crate::bots::match_handle::{MatchCommand, Watching};
use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_store::{Cursor, Query, Reader, StoreError};

/// The service for everybody but bots.
#[derive(Clone, Debug)]
pub(crate) struct Leagues(pub(crate) Arc<App>);

type Reply<T> = Result<Response<T>, Status>;
type Watched = Result<pb::WatchMatchResponse, Status>;

#[tonic::async_trait]
impl LeagueService for Leagues {
    type WatchMatchStream = ReceiverStream<Watched>;

    async fn get_standings(&self, request: Request<pb::GetStandingsRequest>) -> Reply<pb::GetStandingsResponse> {
        let wanted = request.into_inner();
        let app = self.0.clone();
        let is_wanted = move |pool: &pb::Pool| {
            (wanted.game.is_empty() || wanted.game == pool.game) && (wanted.seats == 0 || wanted.seats == pool.seats)
        };
        let pools = blocking(move || Ok(app.ledger.standings(is_wanted))).await?;
        Ok(Response::new(pb::GetStandingsResponse { pools }))
    }

    async fn list_bots(&self, _request: Request<pb::ListBotsRequest>) -> Reply<pb::ListBotsResponse> {
        let known = self.read(Reader::bots).await?;
        let mut bots: BTreeMap<BotName, pb::BotInfo> = BTreeMap::new();
        for bot in known {
            let info = pb::BotInfo { name: bot.name.to_string(), version: bot.version, ..pb::BotInfo::default() };
            bots.insert(bot.name, info);
        }
        for bot in self.0.bots() {
            let info = pb::BotInfo {
                name: bot.name.to_string(),
                connected: bot.connected,
                open_matches: bot.open_matches as u32,
                version: bot.version,
            };
            bots.insert(bot.name, info);
        }
        Ok(Response::new(pb::ListBotsResponse { bots: bots.into_values().collect() }))
    }

    async fn list_matches(&self, request: Request<pb::ListMatchesRequest>) -> Reply<pb::ListMatchesResponse> {
        let query = query(request.into_inner())?;
        let page = self.read(move |reader| reader.summaries(&query)).await?;
        let sound = |summary: Result<pb::MatchSummary, StoreError>| {
            summary.inspect_err(|problem| error!(%problem, "a damaged match is left out of a list")).ok()
        };
        Ok(Response::new(pb::ListMatchesResponse {
            matches: page.matches.into_iter().filter_map(sound).collect(),
            next_page_token: page.next.map(|cursor: Cursor| cursor.to_string()).unwrap_or_default(),
        }))
    }

    async fn get_match(&self, request: Request<pb::GetMatchRequest>) -> Reply<pb::GetMatchResponse> {
        let id = match_id(&request.into_inner().match_id)?;
        let Some(mut record) = self.read(move |reader| reader.record(id)).await? else {
            return Err(match self.0.matches.handle(id) {
                Some(_) => {
                    Status::failed_precondition(format!("match {id} is still being played; WatchMatch shows it"))
                }
                None => no_such_match(id),
            });
        };
        if record.set.as_ref().is_some_and(|set| !self.0.ledger.seed_is_open(set)) {
            record.seed.clear();
        }
        Ok(Response::new(pb::GetMatchResponse { record: Some(record) }))
    }

    async fn watch_match(&self, request: Request<pb::WatchMatchRequest>) -> Reply<ReceiverStream<Watched>> {
        let id = match_id(&request.into_inner().match_id)?;
        let not_running =
            || Status::not_found(format!("match {id} is not being played; if it has ended, GetMatch has its record"));
        let match_handle = self.0.matches.handle(id).ok_or_else(not_running)?;
        let (reply, watching) = oneshot::channel();
        match_handle.send(MatchCommand::Watch(reply)).await.map_err(|_| not_running())?;
        let watching = watching.await.map_err(|_| not_running())?;
        let (sender, receiver) = mpsc::channel(1);
        self.0.tasks.spawn(forward(self.0.clone(), watching, sender));
        Ok(Response::new(ReceiverStream::new(receiver)))
    }

    async fn create_bot(&self, request: Request<pb::CreateBotRequest>) -> Reply<pb::CreateBotResponse> {
        self.organizers_only(&request)?;
        let name: BotName = request.into_inner().name.parse().map_err(invalid)?;
        let token = token::new_token();
        let hash = token::hash_of(&token);
        self.0.store.set_token(&name, hash).await.map_err(store_failed)?;
        self.0.access.set_bot(name, hash);
        info!(bot = %name, "an organizer issued a token");
        Ok(Response::new(pb::CreateBotResponse { token }))
    }

    async fn set_paused(&self, request: Request<pb::SetPausedRequest>) -> Reply<pb::SetPausedResponse> {
        self.organizers_only(&request)?;
        let paused = request.into_inner().paused;
        self.0.set_paused(paused).await.map_err(store_failed)?;
        info!(paused, "an organizer paused or resumed the pairing");
        Ok(Response::new(pb::SetPausedResponse {}))
    }

    async fn abort_match(&self, request: Request<pb::AbortMatchRequest>) -> Reply<pb::AbortMatchResponse> {
        self.organizers_only(&request)?;
        let pb::AbortMatchRequest { match_id: id, reason } = request.into_inner();
        let id = match_id(&id)?;
        if reason.len() > limits::DETAIL_BYTES_MAX {
            let (found, max) = (reason.len(), limits::DETAIL_BYTES_MAX);
            return Err(Status::invalid_argument(format!("reason has {found} bytes; at most {max} are allowed")));
        }
        info!(%id, reason, "an organizer aborts a match");
        self.0.abort(id, reason).await.map_err(|_| no_such_match(id))?;
        Ok(Response::new(pb::AbortMatchResponse {}))
    }
}

impl Leagues {
    fn organizers_only<T>(&self, request: &Request<T>) -> Result<(), Status> {
        self.0.access.admit_organizer(&credentials(request)).map_err(Status::unauthenticated)
    }

    /// Reads the store on a thread that may block.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Reader) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Status> {
        let reader = self.0.store.reader().clone();
        blocking(move || read(&reader)).await
    }
}

/// Forwards the match to the spectator until one of them ends, or the arena stops.
async fn forward(app: Arc<App>, mut watching: Watching, to: mpsc::Sender<Watched>) {
    let mut next = Ok(watching.first);
    loop {
        let last = next.as_ref().map_or(true, |shown: &pb::WatchMatchResponse| shown.ended.is_some());
        if to.send(next).await.is_err() || last {
            return;
        }
        next = tokio::select! {
            biased;
            () = to.closed() => return,
            () = app.stop.cancelled() => Err(Status::unavailable("the arena is shutting down")),
            shown = watching.rest.recv() => match shown {
                Ok(shown) => Ok(shown),
                Err(RecvError::Lagged(_)) => Err(Status::resource_exhausted(
                    "the stream was not read in time; call WatchMatch again to start from the present state",
                )),
                Err(RecvError::Closed) => return,
            }
        };
    }
}

fn query(request: pb::ListMatchesRequest) -> Result<Query, Status> {
    let limit = if request.page_size == 0 { limits::PAGE_DEFAULT } else { request.page_size.min(limits::PAGE_MAX) };
    let given = |text: String| Some(text).filter(|text| !text.is_empty());
    Ok(Query {
        game: given(request.game),
        bot: given(request.bot).map(|bot| bot.parse()).transpose().map_err(invalid)?,
        after: given(request.page_token).map(|token| token.parse()).transpose().map_err(invalid)?,
        limit: limit as usize,
    })
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Status> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|problem| Status::internal(problem.to_string()))?.map_err(store_failed)
}

fn match_id(text: &str) -> Result<MatchId, Status> {
    text.parse().map_err(invalid)
}

fn invalid(problem: impl std::fmt::Display) -> Status {
    Status::invalid_argument(problem.to_string())
}

fn no_such_match(id: MatchId) -> Status {
    Status::not_found(format!("there is no match {id}; ListMatches lists all matches"))
}

fn store_failed(problem: StoreError) -> Status {
    error!(%problem, "the store failed");
    match problem {
        StoreError::Trouble(_) | StoreError::Closed => Status::unavailable(problem.to_string()),
        _ => Status::internal(problem.to_string()),
    }
}
