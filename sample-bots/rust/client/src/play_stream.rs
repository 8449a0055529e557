//! One call of `Play`. The stream of the bot's messages polls the stream of the arena's events itself and turns every
//! ask into its answer, so the task that writes to the wire also reads from it, and nothing is passed between tasks.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_stream::{Stream, StreamExt};
use tonic::{Status, Streaming};
use tracing::{debug, error, info, trace, warn};

use crate::agent::{Agent, ArenaEvent, BotMessage};
use crate::disconnect::DisconnectReason;
use crate::failure::BotFailure;
use crate::pb;
use crate::session::Session;
use crate::settings::{OnError, Settings};

/// The library's name and version, for the arena's log.
const LIBRARY: &str = concat!("kahua-rust ", env!("CARGO_PKG_VERSION"));

/// The version of the protocol that this library speaks.
const PROTOCOL_VERSION: u32 = 1;

/// How long a bot that has failed waits for the arena to close the stream, which shows that its last answers arrived.
const FAREWELL_TIMEOUT: Duration = Duration::from_secs(1);

/// What the bot sends during one connection.
pub(crate) struct PlayStream {
    session: Session,
    bot_name: String,
    /// The first message; `None` once it is sent.
    hello: Option<pb::Hello>,
    inbound: Inbound,
    on_error: OnError,
    /// Whether the arena has announced that it will be back after a restart.
    is_draining: bool,
    end: Option<DisconnectReason>,
}

/// The arena's half of the call. It arrives only after the arena has seen ours.
enum Inbound {
    Awaited(oneshot::Receiver<Streaming<pb::ArenaMessage>>),
    Open(Box<Streaming<pb::ArenaMessage>>),
}

impl PlayStream {
    pub(crate) fn new(
        mut session: Session,
        settings: &Settings,
        inbound: oneshot::Receiver<Streaming<pb::ArenaMessage>>,
    ) -> PlayStream {
        session.is_welcomed = false;
        let hello = pb::Hello {
            name: settings.name.clone(),
            version: settings.version.clone(),
            games: settings.games.clone(),
            matches_max: settings.matches_max,
            library: LIBRARY.to_owned(),
            resume_token: session.resume_token.clone(),
            action_form: Some(settings.action_form.into()),
            protocol_version: Some(PROTOCOL_VERSION),
            capabilities: Vec::new(),
        };
        PlayStream {
            session,
            bot_name: settings.name.clone(),
            hello: Some(hello),
            inbound: Inbound::Awaited(inbound),
            on_error: settings.on_error,
            is_draining: false,
            end: None,
        }
    }

    /// Reads the arena's remaining events without sending anything, until the connection has ended.
    pub(crate) async fn drain(mut self) -> (Session, DisconnectReason) {
        if matches!(self.end, Some(DisconnectReason::Failed(_))) {
            // The arena's remaining messages don't matter.
            let closed = async { while let Some(Ok(_)) = poll_fn(|context| self.poll_inbound(context)).await {} };
            let _in_time = timeout(FAREWELL_TIMEOUT, closed).await;
        }
        while self.next().await.is_some() {}
        (self.session, self.end.expect("the stream ends only with a reason"))
    }

    /// Passes an event to the agent and returns its reply.
    fn handle(&mut self, message: pb::ArenaMessage) -> Option<BotMessage> {
        trace!(bot = self.bot_name, ?message, "heard");
        let event = message.message?;
        self.track(&event);
        // Recorded as it came, once the bot has it.
        let asked = match &event {
            ArenaEvent::Ask(ask) if self.session.recorder.is_some() => Some(ask.clone()),
            _ => None,
        };
        let reply = self.session.news(event).and_then(|event| self.pass_on(event));
        if let Some(ask) = asked {
            self.session.record(&ask);
        }
        reply
    }

    fn pass_on(&mut self, event: ArenaEvent) -> Option<BotMessage> {
        let start = Instant::now();
        match self.session.agent.handle(event, &self.session.arena) {
            Ok(reply) => {
                let reply = self.checked(reply?)?;
                if let BotMessage::Answer(pb::Answer { match_id, ticket, choice, .. }) = &reply {
                    debug!(bot = self.bot_name, id = match_id, ticket, ?choice, used = ?start.elapsed(), "answered");
                }
                Some(reply)
            }
            Err(failure) => {
                self.failed(failure);
                None
            }
        }
    }

    /// A message that the bot wants to send now, besides its immediate replies.
    fn poll_own(&mut self, context: &mut Context<'_>) -> Option<BotMessage> {
        while self.end.is_none() {
            if let Some(wish) = self.session.poll_wish(context) {
                return Some(wish);
            }
            match self.session.agent.poll_message(context) {
                Poll::Pending => return None,
                Poll::Ready(Ok(message)) => {
                    if let Some(message) = self.checked(message) {
                        return Some(message);
                    }
                }
                Poll::Ready(Err(failure)) => self.failed(failure),
            }
        }
        None
    }

    /// Leaves out answers in matches that the bot has given up. A resignation is a wish, so a new connection repeats
    /// it.
    fn checked(&self, message: BotMessage) -> Option<BotMessage> {
        match message {
            BotMessage::Resign(pb::Resign { match_id }) => {
                self.session.arena.resign(match_id);
                None
            }
            BotMessage::Answer(answer) if self.session.arena.has_resigned(&answer.match_id) => None,
            message => Some(message),
        }
    }

    /// Ends the connection, or resigns the match, as the settings say.
    fn failed(&mut self, failure: BotFailure) {
        match (self.on_error, failure.match_id()) {
            (OnError::Resign, Some(match_id)) if self.session.is_open(match_id) => {
                error!(bot = self.bot_name, "{failure}; resigning the match");
                self.session.arena.resign(match_id);
            }
            (OnError::Resign, Some(_)) => error!(bot = self.bot_name, "{failure}"),
            _ => self.end = Some(DisconnectReason::Failed(failure)),
        }
    }

    /// Logs an event, and keeps what the connection itself needs of it.
    fn track(&mut self, event: &ArenaEvent) {
        match event {
            ArenaEvent::Welcome(welcome) => {
                info!(
                    bot = self.bot_name,
                    arena = welcome.arena_version,
                    resumed = welcome.resumed_matches,
                    "welcomed"
                );
                self.session.welcomed(welcome);
            }
            ArenaEvent::Seated(seated) => {
                info!(bot = self.bot_name, id = seated.match_id, game = seated.game, seat = seated.seat, "seated");
                self.session.seated(seated);
            }
            ArenaEvent::Fault(fault) => {
                warn!(
                    bot = self.bot_name,
                    id = fault.match_id,
                    ticket = fault.ticket,
                    cause = in_words(fault.cause().as_str_name(), "FAULT_CAUSE_"),
                    problem = fault.problem,
                    expected = fault.expected,
                    consequence = fault.consequence,
                    "fault"
                );
            }
            ArenaEvent::Ended(ended) => {
                let places: Vec<u32> = ended.results.iter().map(|result| result.place).collect();
                let scores: Vec<i32> = ended.results.iter().map(|result| result.score).collect();
                info!(bot = self.bot_name, id = ended.match_id, ?places, ?scores, "match ended");
                self.session.ended(&ended.match_id);
            }
            ArenaEvent::Notice(notice) => {
                info!(
                    bot = self.bot_name,
                    kind = in_words(notice.kind().as_str_name(), "KIND_"),
                    text = notice.text,
                    "notice"
                );
                self.is_draining |= notice.kind() == pb::notice::Kind::Draining;
            }
            ArenaEvent::Ask(_) | ArenaEvent::Events(_) => {}
        }
    }

    fn poll_inbound(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<pb::ArenaMessage, Status>>> {
        if let Inbound::Awaited(coming) = &mut self.inbound {
            match ready!(Pin::new(coming).poll(context)) {
                Ok(streaming) => self.inbound = Inbound::Open(Box::new(streaming)),
                Err(_) => return Poll::Ready(Some(Err(Status::unavailable("the arena did not open the stream")))),
            }
        }
        match &mut self.inbound {
            Inbound::Open(streaming) => Pin::new(streaming).poll_next(context),
            Inbound::Awaited(_) => Poll::Pending,
        }
    }
}

impl Stream for PlayStream {
    type Item = pb::BotMessage;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<pb::BotMessage>> {
        let this = self.get_mut();
        if let Some(hello) = this.hello.take() {
            return send(BotMessage::Hello(hello));
        }
        while this.end.is_none() {
            // Before its Welcome, the arena accepts only Hello.
            if this.session.is_welcomed {
                if let Some(message) = this.poll_own(context) {
                    return send(message);
                }
                if this.end.is_some() {
                    break;
                }
            }
            match ready!(this.poll_inbound(context)) {
                Some(Ok(message)) => {
                    if let Some(reply) = this.handle(message) {
                        return send(reply);
                    }
                }
                Some(Err(status)) => this.end = Some(DisconnectReason::from(status)),
                None if this.is_draining => this.end = Some(DisconnectReason::lost("the arena is restarting")),
                None => this.end = Some(DisconnectReason::Dismissed),
            }
        }
        Poll::Ready(None)
    }
}

/// The name of an enum's value in words: `stale ticket`.
fn in_words(name: &str, prefix: &str) -> String {
    name.trim_start_matches(prefix).to_lowercase().replace('_', " ")
}

fn send(message: BotMessage) -> Poll<Option<pb::BotMessage>> {
    trace!(?message, "said");
    Poll::Ready(Some(pb::BotMessage { message: Some(message) }))
}

/// No field is pinned in place.
impl Unpin for PlayStream {}

impl fmt::Debug for PlayStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayStream").field("bot_name", &self.bot_name).field("end", &self.end).finish_non_exhaustive()
    }
}
