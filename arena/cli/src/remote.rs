//! Calls to a running arena, for the commands that can ask one instead of reading a data directory.

use std::net::IpAddr;
use std::path::PathBuf;

use anyhow::anyhow;
use kahua_client::{SettingsError, problem_of_certificate, with_tls};
use kahua_core::limits;
use kahua_core::text::on_one_line;
use kahua_engine::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_service_client::ArenaServiceClient;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_proto::pb::arena::v1::worker_service_client::WorkerServiceClient;
use kahua_queries::Calls;
use tonic::body::Body;
use tonic::codegen::http::Uri;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status};
use tower::ServiceExt;

use crate::exit::Failure;
use crate::runtime::in_runtime;

/// Where to find a running arena, for commands that use a data directory otherwise.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    /// Ask the running arena at this address instead of using a data directory: HOST:PORT, with https:// in front if it
    /// serves TLS. If it requires tokens, put a bot's, a watcher's or an organizer's into KAHUA_TOKEN.
    #[arg(long, value_name = "ADDR", conflicts_with = "data")]
    addr: Option<String>,
    /// The token to show the arena, in place of the one in KAHUA_TOKEN. Other users of this machine can see it.
    #[arg(long, value_name = "TOKEN", requires = "addr")]
    token: Option<String>,
    /// A PEM file with the certificates to trust instead of the machine's authorities, for an arena that serves TLS. [default:
    /// the file in KAHUA_CA]
    #[arg(long, value_name = "FILE", requires = "addr")]
    ca: Option<PathBuf>,
}

impl ArenaArgs {
    /// The arena at the address that was given, if one was.
    pub(crate) fn remote(&self) -> Option<Remote> {
        let addr = self.addr.clone()?;
        Some(Remote { addr, token: self.token.clone(), ca: self.ca.clone() })
    }
}

/// The variable with the caller's token, as for bots.
const TOKEN: &str = "KAHUA_TOKEN";

/// The variable with the file of the certificates to trust, as for bots.
const CA: &str = "KAHUA_CA";

/// The variable that allows to send it unencrypted to another machine, as for bots.
const ALLOW_CLEARTEXT: &str = "KAHUA_ALLOW_CLEARTEXT_TOKEN";

/// The service for organizers, spectators and reports of an arena.
pub(crate) type Leagues = LeagueServiceClient<Calls>;

/// The service for workers of a running arena.
pub(crate) type Workers = WorkerServiceClient<InterceptedService<Channel, ShowToken>>;

/// A running arena.
#[derive(Clone, Debug)]
pub(crate) struct Remote {
    addr: String,
    token: Option<String>,
    ca: Option<PathBuf>,
}

impl Remote {
    /// The arena at this address, with the token to show.
    pub(crate) fn new(addr: String, token: Option<String>, ca: Option<PathBuf>) -> Remote {
        Remote { addr, token, ca }
    }

    /// Its address, as it was given.
    pub(crate) fn addr(&self) -> &str {
        &self.addr
    }

    /// Connects to its service for workers, over a connection that notices when the arena is gone.
    ///
    /// # Errors
    /// As [`Remote::ask`].
    pub(crate) async fn workers(&self) -> Result<Workers, Failure> {
        let (endpoint, show) = (self.endpoint()?, ShowToken(self.authorization()?));
        let endpoint = endpoint
            .connect_timeout(limits::CALL_TIMEOUT)
            .http2_keep_alive_interval(limits::KEEPALIVE_INTERVAL)
            .keep_alive_timeout(limits::UNACKNOWLEDGED_MAX)
            .keep_alive_while_idle(true);
        let channel = endpoint.connect().await.map_err(|error| self.out_of_reach(error))?;
        let workers = WorkerServiceClient::with_interceptor(channel, show);
        let max = limits::WORK_MESSAGE_BYTES_MAX;
        Ok(workers.max_decoding_message_size(max).max_encoding_message_size(max))
    }

    /// Connects to the arena, and asks it.
    ///
    /// # Errors
    /// If the address or the token isn't valid, the arena can't be reached, or it refuses the request.
    pub(crate) fn ask<T>(&self, call: impl AsyncFnOnce(Leagues) -> Result<T, Status>) -> Result<T, Failure> {
        self.call(async |calls| call(LeagueServiceClient::new(calls)).await)
    }

    /// The text of a ruleset that a match of the arena was played with.
    ///
    /// # Errors
    /// As [`Remote::ask`].
    pub(crate) fn ruleset(&self, hash: RulesetHash) -> Result<String, Failure> {
        let request = pb::GetRulesetRequest { ruleset_hash: hash.0.to_vec() };
        let answer = self.call(async |calls| ArenaServiceClient::new(calls).get_ruleset(request).await)?;
        Ok(answer.into_inner().toml)
    }

    fn call<T>(&self, call: impl AsyncFnOnce(Calls) -> Result<T, Status>) -> Result<T, Failure> {
        in_runtime(async { call(self.connect().await?).await.map_err(refused) })?
    }

    async fn connect(&self) -> Result<Calls, Failure> {
        let (endpoint, show) = (self.endpoint()?, ShowToken(self.authorization()?));
        let channel = endpoint.connect_timeout(limits::CALL_TIMEOUT).timeout(limits::CALL_TIMEOUT).connect().await;
        let channel = channel.map_err(|error| self.out_of_reach(error))?;
        let calls = ServiceExt::map_err(InterceptedService::new(channel, show), Into::into);
        Ok(Calls::new(calls.map_response(|response| response.map(Body::new))))
    }

    fn endpoint(&self) -> Result<Endpoint, Failure> {
        let endpoint = Endpoint::from(self.uri()?);
        if !self.is_tls() {
            return Ok(endpoint);
        }
        let ca = self.ca.clone().or_else(|| std::env::var_os(CA).filter(|path| !path.is_empty()).map(PathBuf::from));
        with_tls(endpoint, ClientTlsConfig::new(), ca.as_deref()).map_err(|error| match (error, &self.ca) {
            (SettingsError::Ca { problem }, Some(_)) => Failure::usage(format!("--ca: {problem}")),
            (error, _) => Failure::usage(error),
        })
    }

    /// What it means that the arena can't be reached.
    fn out_of_reach(&self, error: tonic::transport::Error) -> anyhow::Error {
        let addr = &self.addr;
        match problem_of_certificate(&error) {
            Some(problem) => anyhow!("the certificate of {addr} isn't trusted: {problem}"),
            None => anyhow::Error::new(error).context(format!("cannot reach an arena at {addr}")),
        }
    }

    fn is_tls(&self) -> bool {
        self.addr.starts_with("https://")
    }

    fn uri(&self) -> Result<Uri, Failure> {
        let addr = &self.addr;
        let (scheme, authority) = addr.split_once("://").unwrap_or(("http", addr));
        let uri = format!("{scheme}://{authority}").parse().ok().filter(|uri: &Uri| {
            ["http", "https"].contains(&scheme)
                && !authority.contains('/')
                && uri.port_u16().is_some_and(|port| port > 0)
        });
        uri.ok_or_else(|| {
            let expected = "expected HOST:PORT, http://HOST:PORT or https://HOST:PORT";
            Failure::usage(format!("{addr:?} is not a valid address of an arena: {expected}"))
        })
    }

    /// The metadata with the caller's token, if there is one: that of a bot, a watcher or an organizer.
    fn authorization(&self) -> Result<Option<MetadataValue<Ascii>>, Failure> {
        // A file with the token may end with a line break.
        let variable = |name| std::env::var(name).ok().map(|value| value.trim().to_owned()).filter(|it| !it.is_empty());
        let Some(token) = self.token.clone().or_else(|| variable(TOKEN)) else { return Ok(None) };
        if !self.is_tls() && !is_loopback(&self.uri()?) && variable(ALLOW_CLEARTEXT).as_deref() != Some("1") {
            return Err(Failure::usage(format!(
                "the token would be sent unencrypted to {}; use https://, or set {ALLOW_CLEARTEXT}=1",
                self.addr
            )));
        }
        let invalid = |_| Failure::usage("the token is not valid: expected printable ASCII");
        format!("Bearer {token}").parse().map(Some).map_err(invalid)
    }
}

/// The items of a list that comes in pages. `page` gives a page for its token, with the token of the next one. Stops at
/// `most` items, so that an arena whose list never ends isn't followed forever.
pub(crate) async fn all_pages<T>(
    most: usize,
    mut page: impl AsyncFnMut(String) -> Result<(Vec<T>, String), Status>,
) -> Result<Vec<T>, Status> {
    let (mut items, mut page_token) = (Vec::new(), String::new());
    loop {
        let (more, next_page_token) = page(page_token).await?;
        items.extend(more);
        if next_page_token.is_empty() || items.len() >= most {
            return Ok(items);
        }
        page_token = next_page_token;
    }
}

/// Whether the traffic stays on this machine, where nobody else can read it.
fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// Shows the arena a token in every call.
pub(crate) struct ShowToken(Option<MetadataValue<Ascii>>);

impl Interceptor for ShowToken {
    fn call(&mut self, mut call: Request<()>) -> Result<Request<()>, Status> {
        if let Some(authorization) = &self.0 {
            call.metadata_mut().insert("authorization", authorization.clone());
        }
        Ok(call)
    }
}

/// If the arena refuses a flag, it is the caller's mistake; the arena's message says which.
fn refused(status: Status) -> Failure {
    let words = on_one_line(status.message());
    match status.code() {
        Code::Unauthenticated => anyhow::anyhow!("{words}; it is read from {TOKEN} or --token").into(),
        _ if is_mistake(&status) => Failure::usage(words),
        _ => anyhow::anyhow!("the arena answers {:?}: {words}", status.code()).into(),
    }
}

/// Whether the request is refused because of what the caller has asked for.
fn is_mistake(status: &Status) -> bool {
    matches!(status.code(), Code::InvalidArgument | Code::NotFound | Code::FailedPrecondition)
}

impl Failure {
    /// What it means that a store refuses a request, or can't be read.
    pub(crate) fn of_store(status: Status) -> Failure {
        match is_mistake(&status) {
            true => Failure::usage(status.message()),
            false => anyhow!("{}", status.message()).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remote(addr: &str) -> Remote {
        Remote { addr: addr.into(), token: Some("secret".into()), ca: None }
    }

    #[tokio::test]
    async fn pages_are_read_to_the_last_or_until_there_are_enough_items() {
        let pages_of_two = async |token: String| {
            let first: usize = token.parse().unwrap_or(0);
            let next = if first < 4 { (first + 2).to_string() } else { String::new() };
            Ok((vec![first, first + 1], next))
        };
        assert_eq!(all_pages(100, pages_of_two).await.unwrap(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(all_pages(3, pages_of_two).await.unwrap(), [0, 1, 2, 3]);
        let refused = all_pages(3, async |_| Err::<(Vec<()>, _), _>(Status::internal("no"))).await;
        assert_eq!(refused.unwrap_err().message(), "no");
    }

    #[test]
    fn an_address_is_host_and_port() {
        for addr in ["127.0.0.1:7700", "http://localhost:1", "https://arena.example:443", "[::1]:7700"] {
            assert!(remote(addr).uri().is_ok(), "{addr}");
        }
        for addr in ["arena", "arena:0", "https://arena.example", "ftp://a:1", "http://a:1/path", "a b:1", ""] {
            assert!(matches!(remote(addr).uri(), Err(Failure::Usage(_))), "{addr}");
        }
    }

    #[test]
    fn a_token_leaves_this_machine_encrypted_only() {
        for addr in ["127.0.0.1:7700", "localhost:7700", "[::1]:7700", "https://arena.example:443"] {
            assert!(matches!(remote(addr).authorization(), Ok(Some(_))), "{addr}");
        }
        assert!(matches!(remote("arena.example:7700").authorization(), Err(Failure::Usage(_))));
    }
}
