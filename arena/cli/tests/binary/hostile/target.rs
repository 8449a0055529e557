//! What an attack knows of the arena: its address, and the tokens of the hostile bot.

use std::collections::BTreeMap;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use parking_lot::Mutex;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status, Streaming};

/// How long the arena may leave a message unread before the hostile bot tries another connection.
const SAY_TIMEOUT: Duration = Duration::from_secs(1);

/// One way to be hostile.
pub(super) struct Attack {
    pub(super) name: &'static str,
    /// Goes on until it is dropped. It panics if the arena lets it have what it must not.
    pub(super) run: fn(Target) -> Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// An arena under attack.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) addr: SocketAddr,
    /// The hostile bot's own name. It has a seat in a league.
    pub(super) name: String,
    /// Its token, which the arena knows.
    pub(super) token: String,
    /// The resume tokens of good bots by their names, stolen.
    pub(super) stolen: Arc<Mutex<BTreeMap<String, String>>>,
    /// How often the attack has struck.
    pub(super) strikes: Arc<AtomicU64>,
}

impl Target {
    /// Counts one deed of the attack.
    pub(super) fn strike(&self) {
        self.strikes.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn endpoint(&self) -> Endpoint {
        Endpoint::from_shared(format!("http://{}", self.addr)).unwrap()
    }

    pub(super) async fn leagues(&self) -> Result<LeagueServiceClient<Channel>, Status> {
        Ok(LeagueServiceClient::new(connect(&self.endpoint()).await?))
    }

    /// A request with the hostile bot's own token.
    pub(super) fn request<T>(&self, message: T) -> Request<T> {
        with_token(message, Some(&self.token))
    }

    /// The id of a match that is being played, if there is one.
    pub(super) async fn running_match(&self) -> Option<String> {
        let wanted = pb::ListMatchesRequest { running: Some(true), ..Default::default() };
        let listed = self.leagues().await.ok()?.list_matches(self.request(wanted)).await.ok()?;
        Some(listed.into_inner().matches.into_iter().next()?.match_id)
    }

    /// The hostile bot, connected as itself.
    pub(super) async fn enter(&self, hello: pb::Hello) -> Result<HostileBot, Status> {
        self.enter_over(connect(&self.endpoint()).await?, hello, Some(&self.token)).await
    }

    /// As [`Target::enter`], over this connection and with this token.
    pub(super) async fn enter_over(
        &self,
        channel: Channel,
        hello: pb::Hello,
        token: Option<&str>,
    ) -> Result<HostileBot, Status> {
        let (sender, said) = mpsc::channel(256);
        let call = with_token(ReceiverStream::new(said), token);
        let heard = BotServiceClient::new(channel).play(call).await?.into_inner();
        let mut bot = HostileBot { sender, heard };
        bot.say(ToArena::Hello(hello)).await;
        let first = bot.heard.message().await?.and_then(|first| first.message);
        match first {
            Some(FromArena::Welcome(_)) => Ok(bot),
            other => Err(Status::unavailable(format!("no Welcome, but {other:?}"))),
        }
    }
}

/// A stream on which somebody was let in.
pub(super) struct HostileBot {
    sender: mpsc::Sender<pb::BotMessage>,
    pub(super) heard: Streaming<pb::ArenaMessage>,
}

impl HostileBot {
    /// Sends this; `false` if the arena accepts no more.
    pub(super) async fn say(&self, message: ToArena) -> bool {
        let sent = timeout(SAY_TIMEOUT, self.sender.send(pb::BotMessage { message: Some(message) }));
        sent.await.is_ok_and(|sent| sent.is_ok())
    }
}

pub(super) async fn connect(endpoint: &Endpoint) -> Result<Channel, Status> {
    endpoint.connect().await.map_err(|problem| Status::unavailable(problem.to_string()))
}

/// A request with this token.
pub(super) fn with_token<T>(message: T, token: Option<&str>) -> Request<T> {
    let mut request = Request::new(message);
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    request
}

pub(super) fn hello(name: &str) -> pb::Hello {
    pb::Hello { name: name.into(), ..Default::default() }
}
