//! The connection to the arena: made with patience, lost and found again.

use std::future::Future;
use std::time::Duration;

use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tonic::Status;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tracing::{info, warn};

use crate::agent::Voice;
use crate::conversation::{Conversation, End, Lent, Player};
use crate::settings::Settings;

/// The pause after the first failure; it doubles with every further one.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// The longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How long one try may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A silent arena is asked for a sign of life after so long, and has as long again to give it.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Connects to the arena, which may still be starting: tries until the settings' patience runs out.
///
/// # Errors
/// If the address or the token can't be written, or the arena is out of reach for too long.
pub async fn connect(settings: Settings) -> Result<Connection, PlayError> {
    let endpoint = endpoint(&settings.addr)?;
    let authorization = match &settings.token {
        Some(token) => Some(format!("Bearer {token}").parse().map_err(|_| PlayError::Token)?),
        None => None,
    };
    let channel = reach(&endpoint, &settings, &mut Pauses::new(settings.patience)).await?;
    Ok(Connection { settings, endpoint, authorization, channel })
}

/// An arena that was reached, and where to reach it again.
#[derive(Debug)]
pub struct Connection {
    settings: Settings,
    endpoint: Endpoint,
    authorization: Option<MetadataValue<Ascii>>,
    channel: Channel,
}

impl Connection {
    /// Plays until the arena closes the connection for good. A lost connection is made again, and open matches go on.
    ///
    /// Costs one connection and no thread of its own: many bots play well in one runtime.
    ///
    /// # Errors
    /// If the arena refuses the bot, or is out of reach for longer than the settings' patience.
    pub async fn play(self, bot: impl Voice) -> Result<(), PlayError> {
        self.play_until(bot, std::future::pending()).await
    }

    /// As [`Connection::play`], and says goodbye when `leave` is ready: open matches are played to their end, no new
    /// ones begin.
    ///
    /// # Errors
    /// As [`Connection::play`].
    pub async fn play_until(
        mut self,
        bot: impl Voice,
        leave: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), PlayError> {
        let mut player = Player::new(bot, Box::pin(leave));
        let mut pauses = Pauses::new(self.settings.patience);
        loop {
            let end;
            (player, end) = self.converse(player).await;
            if player.was_welcomed() {
                pauses = Pauses::new(self.settings.patience);
            }
            match end {
                End::Dismissed => return Ok(()),
                End::Refused(status) => return Err(PlayError::refused(&self.settings, &status)),
                End::Lost(reason) => warn!(bot = self.settings.name, %reason, "connection lost, connecting again"),
            }
            pauses.rest(&self.settings, "the arena ended the conversation").await?;
            self.channel = reach(&self.endpoint, &self.settings, &mut pauses).await?;
        }
    }

    /// One conversation, from Hello to its end.
    async fn converse<V: Voice>(&self, player: Player<V>) -> (Player<V>, End) {
        let (give, inbound) = oneshot::channel();
        let (lent, back) = Lent::new(Conversation::new(player, &self.settings, inbound));
        let mut request = tonic::Request::new(lent);
        if let Some(authorization) = &self.authorization {
            request.metadata_mut().insert("authorization", authorization.clone());
        }
        let refused = match BotServiceClient::new(self.channel.clone()).play(request).await {
            Ok(response) => give.send(response.into_inner()).err().map(|_| End::Lost("the stream broke".to_owned())),
            Err(status) => {
                drop(give);
                Some(End::from(status))
            }
        };
        let (player, end) = back.await.expect("what is lent comes back when it is dropped").hear_out().await;
        (player, refused.unwrap_or(end))
    }
}

/// Why a bot stopped playing.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The address can't be read.
    #[error("{0:?} is no address of an arena: expected HOST:PORT or http://HOST:PORT")]
    Address(String),
    /// The token can't be sent.
    #[error("the token holds something other than printable ASCII: expected 64 hexadecimal digits")]
    Token,
    /// The arena won't have the bot; to try again wouldn't help.
    #[error("the arena at {addr} refuses {name}: {message}")]
    Refused {
        /// Where.
        addr: String,
        /// Whom.
        name: String,
        /// Why, in the arena's words.
        message: String,
    },
    /// The arena can't be reached.
    #[error("the arena at {addr} has been out of reach for {seconds} s: {reason}")]
    OutOfReach {
        /// Where.
        addr: String,
        /// For how long.
        seconds: u64,
        /// What the last try came to.
        reason: String,
    },
}

impl PlayError {
    fn refused(settings: &Settings, status: &Status) -> PlayError {
        let (addr, name) = (settings.addr.clone(), settings.name.clone());
        PlayError::Refused { addr, name, message: status.message().to_owned() }
    }
}

fn endpoint(addr: &str) -> Result<Endpoint, PlayError> {
    let bad = || PlayError::Address(addr.to_owned());
    let url = if addr.contains("://") { addr.to_owned() } else { format!("http://{addr}") };
    let endpoint = Endpoint::from_shared(url).map_err(|_| bad())?;
    if endpoint.uri().scheme_str() != Some("http") || endpoint.uri().port().is_none() {
        return Err(bad());
    }
    Ok(endpoint
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_nodelay(true)
        .http2_keep_alive_interval(KEEPALIVE)
        .keep_alive_timeout(KEEPALIVE)
        .keep_alive_while_idle(true))
}

/// Tries to connect until it works or the patience runs out.
async fn reach(endpoint: &Endpoint, settings: &Settings, pauses: &mut Pauses) -> Result<Channel, PlayError> {
    loop {
        match endpoint.connect().await {
            Ok(channel) => {
                info!(bot = settings.name, addr = settings.addr, "connected");
                return Ok(channel);
            }
            Err(error) => {
                let reason = with_causes(&error);
                pauses.rest(settings, &reason).await?;
            }
        }
    }
}

/// The pauses between tries: ever longer, to a bound, until the patience runs out.
#[derive(Debug)]
struct Pauses {
    since: Instant,
    patience: Duration,
    next: Duration,
}

impl Pauses {
    fn new(patience: Duration) -> Pauses {
        Pauses { since: Instant::now(), patience, next: FIRST_PAUSE }
    }

    async fn rest(&mut self, settings: &Settings, reason: &str) -> Result<(), PlayError> {
        let away = self.since.elapsed();
        if away >= self.patience {
            let (addr, seconds) = (settings.addr.clone(), away.as_secs());
            return Err(PlayError::OutOfReach { addr, seconds, reason: reason.to_owned() });
        }
        info!(bot = settings.name, reason, pause_ms = self.next.as_millis(), "trying again after a pause");
        tokio::time::sleep(self.next.min(self.patience - away)).await;
        self.next = (self.next * 2).min(LONGEST_PAUSE);
        Ok(())
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

    #[tokio::test(start_paused = true)]
    async fn pauses_double_to_a_bound_and_end_with_the_patience() {
        let settings = Settings::new("127.0.0.1:1", "b");
        let mut pauses = Pauses::new(Duration::from_secs(10));
        let mut lengths = Vec::new();
        let error = loop {
            let before = Instant::now();
            match pauses.rest(&settings, "refused").await {
                Ok(()) => lengths.push(before.elapsed().as_millis()),
                Err(error) => break error,
            }
        };
        assert_eq!(lengths, [50, 100, 200, 400, 800, 1600, 2000, 2000, 2000, 850]);
        assert_eq!(error.to_string(), "the arena at 127.0.0.1:1 has been out of reach for 10 s: refused");
    }
}
