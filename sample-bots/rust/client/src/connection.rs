//! Connecting to an arena, and reconnecting for as long as there is something to play.

use std::future::Future;
use std::time::Duration;

use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use tokio::sync::oneshot;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tracing::{info, warn};

use crate::agent::Agent;
use crate::backoff::Backoff;
use crate::error::PlayError;
use crate::play_stream::{DisconnectReason, PlayStream};
use crate::return_on_drop::ReturnOnDrop;
use crate::session::Session;
use crate::settings::Settings;

/// How long one attempt to connect may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the arena may be silent before the connection is probed, and then how long the probe may take.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Connects to the arena. The arena may still be starting: the attempt is repeated until the settings' patience runs out.
///
/// # Errors
/// If the address or the token isn't valid, or the arena can't be reached in time.
pub async fn connect(settings: Settings) -> Result<Connection, PlayError> {
    let endpoint = endpoint(&settings.addr)?;
    let authorization = match &settings.token {
        Some(token) => Some(format!("Bearer {token}").parse().map_err(|_| PlayError::Token)?),
        None => None,
    };
    let channel = reach(&endpoint, &settings, &mut Backoff::new(&settings)).await?;
    Ok(Connection { settings, endpoint, authorization, channel })
}

/// A connection to an arena, which is renewed when it is lost.
#[derive(Debug)]
pub struct Connection {
    settings: Settings,
    endpoint: Endpoint,
    authorization: Option<MetadataValue<Ascii>>,
    channel: Channel,
}

impl Connection {
    /// Plays until the arena dismisses the bot. A lost connection is renewed, and open matches continue.
    ///
    /// This needs no thread of its own, so one runtime can hold many bots.
    ///
    /// # Errors
    /// If the arena refuses the bot, or can't be reached for longer than the settings' patience.
    pub async fn play(self, agent: impl Agent) -> Result<(), PlayError> {
        self.play_until(agent, std::future::pending()).await
    }

    /// Like [`Connection::play`], but leaves when `leave` resolves: the bot plays its open matches to the end and gets no
    /// new ones.
    ///
    /// # Errors
    /// As [`Connection::play`].
    pub async fn play_until(
        mut self,
        agent: impl Agent,
        leave: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), PlayError> {
        let mut session = Session::new(agent, leave);
        let mut backoff = Backoff::new(&self.settings);
        loop {
            let end;
            (session, end) = self.play_once(session).await;
            if session.is_welcomed {
                backoff = Backoff::new(&self.settings);
            }
            match end {
                DisconnectReason::Dismissed => return Ok(()),
                DisconnectReason::Refused(status) => return Err(PlayError::refused(&self.settings, &status)),
                DisconnectReason::Lost(reason) => warn!(bot = self.settings.name, %reason, "connection lost"),
            }
            backoff.wait(&self.settings, "the connection was lost").await?;
            self.channel = reach(&self.endpoint, &self.settings, &mut backoff).await?;
        }
    }

    /// Plays over one connection, from Hello to its end.
    async fn play_once<A: Agent>(&self, session: Session<A>) -> (Session<A>, DisconnectReason) {
        let (inbound_sender, inbound) = oneshot::channel();
        let (outbound, returned) = ReturnOnDrop::new(PlayStream::new(session, &self.settings, inbound));
        let mut request = tonic::Request::new(outbound);
        if let Some(authorization) = &self.authorization {
            request.metadata_mut().insert("authorization", authorization.clone());
        }
        let refused = match BotServiceClient::new(self.channel.clone()).play(request).await {
            Ok(response) => {
                let sent = inbound_sender.send(response.into_inner());
                sent.err().map(|_| DisconnectReason::Lost("the stream broke".to_owned()))
            }
            Err(status) => {
                // The stream would otherwise wait for the arena's half for ever.
                drop(inbound_sender);
                Some(DisconnectReason::from(status))
            }
        };
        let stream = returned.await.expect("the transport drops the stream at some time, which returns it");
        let (session, end) = stream.drain().await;
        (session, refused.unwrap_or(end))
    }
}

fn endpoint(addr: &str) -> Result<Endpoint, PlayError> {
    let invalid = || PlayError::Address(addr.to_owned());
    let url = if addr.contains("://") { addr.to_owned() } else { format!("http://{addr}") };
    let endpoint = Endpoint::from_shared(url).map_err(|_| invalid())?;
    if endpoint.uri().scheme_str() != Some("http") || endpoint.uri().port().is_none() {
        return Err(invalid());
    }
    Ok(endpoint
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_nodelay(true)
        .http2_keep_alive_interval(KEEPALIVE)
        .keep_alive_timeout(KEEPALIVE)
        .keep_alive_while_idle(true))
}

/// Tries to connect until it succeeds or the patience runs out.
async fn reach(endpoint: &Endpoint, settings: &Settings, backoff: &mut Backoff) -> Result<Channel, PlayError> {
    loop {
        match endpoint.connect().await {
            Ok(channel) => {
                info!(bot = settings.name, addr = settings.addr, "connected");
                return Ok(channel);
            }
            Err(error) => backoff.wait(settings, &with_causes(&error)).await?,
        }
    }
}

/// An error with its causes: tonic's own text is only "transport error".
fn with_causes(error: &dyn std::error::Error) -> String {
    std::iter::successors(error.source(), |error| error.source())
        .fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_host_and_port() {
        for good in ["127.0.0.1:7000", "http://arena.example:80", "[::1]:9"] {
            assert!(endpoint(good).is_ok(), "{good}");
        }
        for bad in ["", "arena", "ftp://a:1", "http://", "a b:1"] {
            assert!(matches!(endpoint(bad), Err(PlayError::Address(_))), "{bad}");
        }
    }
}
