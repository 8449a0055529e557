//! One call of `Play`. The stream of the bot's messages polls the stream of the arena's events itself and turns every
//! ask into its answer, so the task that writes to the wire also reads from it, and nothing is passed between tasks.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use tokio::sync::oneshot;
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Status, Streaming};
use tracing::{debug, info, warn};

use crate::agent::{Agent, ArenaEvent, BotMessage};
use crate::pb;
use crate::session::Session;
use crate::settings::Settings;

/// The library's name and version, for the arena's log.
const LIBRARY: &str = concat!("kahua-rust ", env!("CARGO_PKG_VERSION"));

/// The version of the protocol that this library speaks.
const PROTOCOL_VERSION: u32 = 1;

/// What the bot sends during one connection.
pub(crate) struct PlayStream<A> {
    session: Session<A>,
    bot_name: String,
    /// The first message; `None` once it is sent.
    hello: Option<pb::Hello>,
    inbound: Inbound,
    has_sent_bye: bool,
    /// Whether the arena has announced that it will be back after a restart.
    is_draining: bool,
    end: Option<DisconnectReason>,
}

/// The arena's half of the call. It arrives only after the arena has seen ours.
enum Inbound {
    Awaited(oneshot::Receiver<Streaming<pb::ArenaMessage>>),
    Open(Box<Streaming<pb::ArenaMessage>>),
}

/// Why a connection ended.
#[derive(Debug)]
pub(crate) enum DisconnectReason {
    /// The arena closed it and doesn't expect the bot back.
    Dismissed,
    /// The arena doesn't accept the bot.
    Refused(Status),
    /// The connection broke, or the arena restarts.
    Lost(String),
}

impl From<Status> for DisconnectReason {
    fn from(status: Status) -> DisconnectReason {
        match status.code() {
            // A newer connection of the same bot took over. If both reconnected, they would take turns at throwing each
            // other out.
            Code::Aborted => DisconnectReason::Refused(status),
            Code::InvalidArgument
            | Code::Unauthenticated
            | Code::PermissionDenied
            | Code::NotFound
            | Code::AlreadyExists
            | Code::FailedPrecondition
            | Code::Unimplemented => DisconnectReason::Refused(status),
            _ => DisconnectReason::Lost(status.message().to_owned()),
        }
    }
}

impl<A: Agent> PlayStream<A> {
    pub(crate) fn new(
        mut session: Session<A>,
        settings: &Settings,
        inbound: oneshot::Receiver<Streaming<pb::ArenaMessage>>,
    ) -> PlayStream<A> {
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
            has_sent_bye: false,
            is_draining: false,
            end: None,
        }
    }

    /// Reads the arena's remaining events without sending anything, until the connection has ended.
    pub(crate) async fn drain(mut self) -> (Session<A>, DisconnectReason) {
        while self.next().await.is_some() {}
        (self.session, self.end.expect("the stream ends only with a reason"))
    }

    /// Passes an event to the agent and returns its reply.
    fn handle(&mut self, message: pb::ArenaMessage) -> Option<BotMessage> {
        let event = message.message?;
        self.track(&event);
        let start = Instant::now();
        let reply = self.session.agent.handle(event)?;
        if let BotMessage::Answer(pb::Answer { match_id, ticket, choice, .. }) = &reply {
            debug!(bot = self.bot_name, id = match_id, ticket, ?choice, used = ?start.elapsed(), "answered");
        }
        Some(reply)
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
                self.session.resume_token.clone_from(&welcome.resume_token);
                self.session.is_welcomed = true;
            }
            ArenaEvent::Seated(seated) => {
                info!(bot = self.bot_name, id = seated.match_id, game = seated.game, seat = seated.seat, "seated");
            }
            ArenaEvent::Fault(fault) => warn!(
                bot = self.bot_name,
                id = fault.match_id,
                ticket = fault.ticket,
                cause = fault.cause().as_str_name(),
                problem = fault.problem,
                expected = fault.expected,
                consequence = fault.consequence,
                "fault"
            ),
            ArenaEvent::Ended(ended) => {
                let places: Vec<u32> = ended.results.iter().map(|result| result.place).collect();
                let scores: Vec<i32> = ended.results.iter().map(|result| result.score).collect();
                info!(bot = self.bot_name, id = ended.match_id, ?places, ?scores, "match ended");
            }
            ArenaEvent::Notice(notice) => {
                info!(bot = self.bot_name, kind = notice.kind().as_str_name(), text = notice.text, "notice");
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

impl<A: Agent> Stream for PlayStream<A> {
    type Item = pb::BotMessage;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<pb::BotMessage>> {
        let this = self.get_mut();
        if let Some(hello) = this.hello.take() {
            return send(BotMessage::Hello(hello));
        }
        while this.end.is_none() {
            // The arena accepts nothing but Hello before its Welcome.
            if this.session.is_welcomed {
                if !this.has_sent_bye && this.session.poll_wants_to_leave(context) {
                    this.has_sent_bye = true;
                    return send(BotMessage::Bye(pb::Bye {}));
                }
                if let Poll::Ready(message) = this.session.agent.poll_message(context) {
                    return send(message);
                }
            }
            match ready!(this.poll_inbound(context)) {
                Some(Ok(message)) => {
                    if let Some(reply) = this.handle(message) {
                        return send(reply);
                    }
                }
                Some(Err(status)) => this.end = Some(DisconnectReason::from(status)),
                None if this.is_draining => {
                    this.end = Some(DisconnectReason::Lost("the arena is restarting".to_owned()));
                }
                None => this.end = Some(DisconnectReason::Dismissed),
            }
        }
        Poll::Ready(None)
    }
}

fn send(message: BotMessage) -> Poll<Option<pb::BotMessage>> {
    Poll::Ready(Some(pb::BotMessage { message: Some(message) }))
}

/// No field is pinned in place.
impl<A> Unpin for PlayStream<A> {}

impl<A> fmt::Debug for PlayStream<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayStream").field("bot_name", &self.bot_name).field("end", &self.end).finish_non_exhaustive()
    }
}
