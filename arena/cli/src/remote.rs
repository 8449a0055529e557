//! Calls to a running arena, for the commands that can ask one instead of reading a data directory.

use anyhow::Context;
use kahua_core::limits;
use kahua_core::text::on_one_line;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

use crate::exit::Failure;

/// Where to find a running arena, for commands that read a data directory otherwise.
#[derive(Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    /// Ask the running arena at this address instead of reading a data directory. If it requires tokens, put a bot's, a
    /// watcher's or an organizer's into KAHUA_TOKEN.
    #[arg(long, alias = "arena", value_name = "HOST:PORT", conflicts_with = "data")]
    pub(crate) addr: Option<String>,
}

/// The variable with the caller's token, as for bots.
const TOKEN: &str = "KAHUA_TOKEN";

/// The service for organizers, spectators and reports of a running arena.
pub(crate) type Leagues = LeagueServiceClient<InterceptedService<Channel, ShowToken>>;

/// Connects to the arena at this address, and asks it.
///
/// # Errors
/// If the address isn't valid, the arena can't be reached, or it refuses the request.
pub(crate) fn ask<T>(addr: &str, call: impl AsyncFnOnce(Leagues) -> Result<T, Status>) -> Result<T, Failure> {
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
        call(leagues).await.map_err(refused)
    })
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
