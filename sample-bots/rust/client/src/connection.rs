//! Connecting to an arena, and reconnecting for as long as there is something to play.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use tokio::sync::oneshot;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tracing::{error, warn};

use crate::agent::Agent;
use crate::backoff::Backoff;
use crate::disconnect::DisconnectReason;
use crate::error::PlayError;
use crate::play_stream::PlayStream;
use crate::reach::{endpoint, reach};
use crate::recorder::Recorder;
use crate::return_on_drop::ReturnOnDrop;
use crate::session::Session;
use crate::settings::{OnError, Settings};

/// Connects to the arena. The arena may still be starting: the attempt is repeated until the settings' patience runs out.
///
/// # Errors
/// If the settings aren't valid, or the arena can't be reached in time, or not over TLS.
pub async fn connect(settings: Settings) -> Result<Connection, PlayError> {
    let endpoint = endpoint(&settings)?;
    let authorization = settings.token.as_ref().map(|token| {
        format!("Bearer {token}").parse().expect("the settings are checked: the token is printable ASCII")
    });
    let recorder = settings.record.as_deref().map(Recorder::open).transpose()?;
    let channel = reach(&endpoint, &settings, &mut Backoff::new(&settings)).await?;
    Ok(Connection { settings, endpoint, authorization, channel, recorder })
}

/// Connects, and plays until the arena dismisses the bot, or leaves when `leave` resolves: see [`Connection::play_until`].
///
/// # Errors
/// As [`connect`] and [`Connection::play`].
pub async fn play_until(
    settings: Settings,
    agent: impl Agent,
    leave: impl Future<Output = ()> + Send + 'static,
) -> Result<(), PlayError> {
    let mut session = Session::new(agent, leave);
    let result = match session.unless_leaving(connect(settings)).await {
        Some(Ok(connection)) => return connection.play_session(session).await,
        Some(Err(error)) => Err(error),
        None => Ok(()),
    };
    let _has_played_nothing = session.close().await;
    result
}

/// A connection to an arena, which is renewed when it is lost.
#[derive(Debug)]
pub struct Connection {
    settings: Settings,
    endpoint: Endpoint,
    authorization: Option<MetadataValue<Ascii>>,
    channel: Channel,
    recorder: Option<Recorder>,
}

impl Connection {
    /// Plays until the arena dismisses the bot. A lost connection is renewed, and open matches continue.
    ///
    /// This needs no thread of its own, so one runtime can hold many bots.
    ///
    /// # Errors
    /// If the arena refuses the bot, or can't be reached for longer than the settings' patience, or if the bot's own code
    /// fails.
    pub async fn play(self, agent: impl Agent) -> Result<(), PlayError> {
        self.play_until(agent, std::future::pending()).await
    }

    /// Like [`Connection::play`], but leaves when `leave` resolves: the bot says Bye, gets no new matches, and leaves
    /// when the open ones have ended, however long that takes. To leave at once, drop the future. Its seats then stay
    /// its own for as long as the arena's leagues let a bot be away, so the same bot can be started again.
    ///
    /// # Errors
    /// As [`Connection::play`].
    pub async fn play_until(
        self,
        agent: impl Agent,
        leave: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), PlayError> {
        self.play_session(Session::new(agent, leave)).await
    }

    /// Boxed, so that it is compiled in this crate: what an async function does is compiled where it is awaited.
    fn play_session(self, session: Session) -> Pin<Box<dyn Future<Output = Result<(), PlayError>> + Send>> {
        Box::pin(self.play_whole_session(session))
    }

    async fn play_whole_session(mut self, mut session: Session) -> Result<(), PlayError> {
        session.recorder = self.recorder.take();
        let on_error = self.settings.on_error;
        let (mut session, played) = self.play_connections(session).await;
        match (session.close().await, on_error) {
            (Err(failure), OnError::Resign) => error!("{failure}"),
            (Err(failure), OnError::Exit) if played.is_ok() => return Err(PlayError::BotFailed(failure)),
            _ => {}
        }
        played
    }

    /// Plays over one connection after another.
    async fn play_connections(mut self, mut session: Session) -> (Session, Result<(), PlayError>) {
        let mut backoff = Backoff::new(&self.settings);
        loop {
            let end;
            (session, end) = self.play_once(session).await;
            if session.is_welcomed {
                backoff = Backoff::new(&self.settings);
            }
            let is_name_in_use = matches!(end, DisconnectReason::NameInUse { .. });
            let (problem, delay) = match end {
                DisconnectReason::Dismissed => return (session, Ok(())),
                DisconnectReason::Refused(problem) => {
                    return (session, Err(PlayError::refused(&self.settings, problem)));
                }
                DisconnectReason::Failed(failure) => return (session, Err(PlayError::BotFailed(failure))),
                DisconnectReason::ResumeTokenUnknown(problem) if session.resume_token.is_empty() => {
                    return (session, Err(PlayError::refused(&self.settings, problem)));
                }
                DisconnectReason::ResumeTokenUnknown(problem) => {
                    // This is another arena than before, so there is nothing to resume.
                    session.resume_token.clear();
                    (problem, Duration::ZERO)
                }
                DisconnectReason::Lost { problem, delay } | DisconnectReason::NameInUse { problem, delay } => {
                    (problem, delay)
                }
            };
            let was_welcomed = session.is_welcomed;
            let renewal = async {
                if is_name_in_use {
                    backoff.wait_for_name(&self.settings, &problem, delay).await?;
                } else if was_welcomed {
                    warn!(bot = self.settings.name, %problem, "connection lost");
                    backoff.wait(&self.settings, &problem, delay).await?;
                } else {
                    backoff.report_and_wait(&self.settings, &problem, delay).await?;
                }
                reach(&self.endpoint, &self.settings, &mut backoff).await
            };
            match session.unless_leaving(renewal).await {
                Some(Ok(channel)) => self.channel = channel,
                Some(Err(error)) => return (session, Err(error)),
                None => return (session, Ok(())),
            }
        }
    }

    /// Plays over one connection, from Hello to its end.
    async fn play_once(&self, session: Session) -> (Session, DisconnectReason) {
        let (inbound_sender, inbound) = oneshot::channel();
        let (outbound, returned) = ReturnOnDrop::new(PlayStream::new(session, &self.settings, inbound));
        let mut request = tonic::Request::new(outbound);
        if let Some(authorization) = &self.authorization {
            request.metadata_mut().insert("authorization", authorization.clone());
        }
        let refused = match BotServiceClient::new(self.channel.clone()).play(request).await {
            Ok(response) => {
                let sent = inbound_sender.send(response.into_inner());
                sent.err().map(|_| DisconnectReason::lost("the stream broke"))
            }
            Err(status) => {
                // Otherwise the stream would wait for the arena's half without end.
                drop(inbound_sender);
                Some(DisconnectReason::from(status))
            }
        };
        let stream = returned.await.expect("the transport returns the stream at some time, unless that panicked");
        let (session, end) = stream.drain().await;
        (session, refused.unwrap_or(end))
    }
}
