//! Lists of matches from a running arena.

use anyhow::Context;
use kahua_core::limits;
use kahua_core::text::on_one_line;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

use super::list::Listed;
use crate::exit::Failure;
use crate::faults::found;

/// The variable with the caller's token, as for bots.
const TOKEN: &str = "KAHUA_TOKEN";

/// The first matches of a list, fetched page by page.
///
/// # Errors
/// If the address isn't valid, the arena can't be reached, or it refuses the request.
pub(super) fn list(addr: &str, request: pb::ListMatchesRequest, limit: u32) -> Result<Listed, Failure> {
    with_arena(addr, async |leagues| walk(leagues, request, limit).await)
}

/// The records of the newest matches of a list in which there were faults.
///
/// # Errors
/// As [`list`].
pub(crate) fn records_with_faults(
    addr: &str,
    mut request: pb::ListMatchesRequest,
    limit: u32,
) -> Result<Vec<pb::MatchRecord>, Failure> {
    with_arena(addr, async |mut leagues| {
        let mut records = Vec::new();
        loop {
            request.page_size = Some(limits::PAGE_MAX);
            let page = leagues.list_matches(request.clone()).await?.into_inner();
            for summary in page.matches.into_iter().filter(|summary| found::is_in(&summary.results)) {
                let wanted = pb::GetMatchRequest { match_id: summary.match_id };
                records.extend(leagues.get_match(wanted).await?.into_inner().record);
                if records.len() == limit as usize {
                    return Ok(records);
                }
            }
            if page.next_page_token.is_empty() {
                return Ok(records);
            }
            request.page_token = page.next_page_token;
        }
    })
}

/// The service of an arena, for a caller with the token in KAHUA_TOKEN.
type Leagues = LeagueServiceClient<InterceptedService<Channel, ShowToken>>;

/// Connects to the arena at this address, and calls it.
fn with_arena<T>(addr: &str, calls: impl AsyncFnOnce(Leagues) -> Result<T, Status>) -> Result<T, Failure> {
    let authority = addr.strip_prefix("http://").unwrap_or(addr);
    let invalid = || Failure::usage(format!("{addr:?} is not a valid address of an arena: expected HOST:PORT"));
    if authority.contains('/') || !authority.contains(':') {
        return Err(invalid());
    }
    let endpoint = Endpoint::from_shared(format!("http://{authority}")).map_err(|_| invalid())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("cannot start the async runtime")?.block_on(async {
        let channel = endpoint.connect_timeout(limits::CALL_TIMEOUT).timeout(limits::CALL_TIMEOUT).connect().await;
        let channel = channel.with_context(|| format!("cannot reach an arena at {addr}"))?;
        let leagues = LeagueServiceClient::with_interceptor(channel, ShowToken::from_environment()?);
        calls(leagues).await.map_err(refused)
    })
}

async fn walk(mut leagues: Leagues, mut request: pb::ListMatchesRequest, limit: u32) -> Result<Listed, Status> {
    let mut matches = Vec::new();
    loop {
        let wanted = limit - matches.len() as u32;
        request.page_size = Some(wanted.min(limits::PAGE_MAX));
        let mut page = leagues.list_matches(request.clone()).await?.into_inner();
        page.matches.truncate(wanted as usize);
        matches.append(&mut page.matches);
        let more = !page.next_page_token.is_empty();
        if !more || matches.len() == limit as usize {
            return Ok(Listed { matches, more });
        }
        request.page_token = page.next_page_token;
    }
}

/// Shows the arena the token in KAHUA_TOKEN, if there is one: that of a bot, a watcher or an organizer.
pub(crate) struct ShowToken(Option<MetadataValue<Ascii>>);

impl ShowToken {
    fn from_environment() -> Result<ShowToken, Failure> {
        let token = std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
        let authorization = token.map(|token| format!("Bearer {token}").parse()).transpose();
        let invalid = |_| Failure::usage(format!("{TOKEN} is not a valid token: expected printable ASCII"));
        authorization.map(ShowToken).map_err(invalid)
    }
}

impl Interceptor for ShowToken {
    fn call(&mut self, mut call: Request<()>) -> Result<Request<()>, Status> {
        if let Some(authorization) = &self.0 {
            call.metadata_mut().insert("authorization", authorization.clone());
        }
        Ok(call)
    }
}

/// A flag that the arena refuses is the caller's mistake; the arena's words say which.
fn refused(status: Status) -> Failure {
    let words = on_one_line(status.message());
    match status.code() {
        Code::Unauthenticated => anyhow::anyhow!("{words}; it is read from {TOKEN}").into(),
        Code::InvalidArgument | Code::NotFound => Failure::usage(words),
        _ => anyhow::anyhow!("the arena answers {:?}: {words}", status.code()).into(),
    }
}
