//! One conversation with the arena. The stream of what the bot says *is* the stream of what it hears, with every ask
//! turned into its answer: whoever writes to the wire reads the ask itself, and nothing is handed from task to task.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::oneshot;
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Status, Streaming};
use tracing::{debug, info, warn};

use crate::agent::{Heard, Said, Voice};
use crate::settings::Settings;

/// The library and its version, for the arena's log.
const LIBRARY: &str = concat!("kahua-rust ", env!("CARGO_PKG_VERSION"));

/// A bot with what it keeps from one connection to the next.
pub(crate) struct Player<V> {
    voice: V,
    resume_token: String,
    welcomed: bool,
    leave: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<V> Player<V> {
    pub(crate) fn new(voice: V, leave: Pin<Box<dyn Future<Output = ()> + Send>>) -> Player<V> {
        Player { voice, resume_token: String::new(), welcomed: false, leave: Some(leave) }
    }

    /// Whether the arena welcomed the bot on its latest connection.
    pub(crate) fn was_welcomed(&self) -> bool {
        self.welcomed
    }

    fn wants_to_leave(&mut self, context: &mut Context<'_>) -> bool {
        if self.leave.as_mut().is_some_and(|leave| leave.as_mut().poll(context).is_ready()) {
            self.leave = None;
        }
        self.leave.is_none()
    }
}

/// How a conversation ended.
#[derive(Debug)]
pub(crate) enum End {
    /// The arena closed it for good.
    Dismissed,
    /// The arena won't have the bot.
    Refused(Status),
    /// It broke off, or the arena goes away for a while.
    Lost(String),
}

impl From<Status> for End {
    fn from(status: Status) -> End {
        match status.code() {
            // A newer connection of the same bot has taken over: the two would only fight.
            Code::Aborted => End::Refused(status),
            Code::InvalidArgument
            | Code::Unauthenticated
            | Code::PermissionDenied
            | Code::NotFound
            | Code::AlreadyExists
            | Code::FailedPrecondition
            | Code::Unimplemented => End::Refused(status),
            _ => End::Lost(status.message().to_owned()),
        }
    }
}

/// What the bot says on one connection.
pub(crate) struct Conversation<V> {
    player: Player<V>,
    name: String,
    opening: Option<pb::Hello>,
    inbound: Inbound,
    said_bye: bool,
    draining: bool,
    end: Option<End>,
}

/// The arena's half of the stream, which comes into being after ours.
enum Inbound {
    Awaited(oneshot::Receiver<Streaming<pb::ArenaMessage>>),
    Open(Box<Streaming<pb::ArenaMessage>>),
}

impl<V: Voice> Conversation<V> {
    pub(crate) fn new(
        mut player: Player<V>,
        settings: &Settings,
        inbound: oneshot::Receiver<Streaming<pb::ArenaMessage>>,
    ) -> Conversation<V> {
        player.welcomed = false;
        let opening = pb::Hello {
            name: settings.name.clone(),
            version: settings.version.clone(),
            games: settings.games.clone(),
            matches_max: settings.matches_max.unwrap_or(1),
            library: LIBRARY.to_owned(),
            resume_token: player.resume_token.clone(),
            action_form: settings.action_form.into(),
        };
        Conversation {
            player,
            name: settings.name.clone(),
            opening: Some(opening),
            inbound: Inbound::Awaited(inbound),
            said_bye: false,
            draining: false,
            end: None,
        }
    }

    /// Listens to the end, saying nothing more, and tells how it ended.
    pub(crate) async fn hear_out(mut self) -> (Player<V>, End) {
        while self.next().await.is_some() {}
        (self.player, self.end.expect("the stream ends only with a reason"))
    }

    /// What there is to say to a message, if anything.
    fn hear(&mut self, message: pb::ArenaMessage) -> Option<Said> {
        let message = message.message?;
        self.note(&message);
        let began = Instant::now();
        let said = self.player.voice.hear(message)?;
        if let Said::Answer(pb::Answer { match_id, ticket, choice, .. }) = &said {
            debug!(bot = self.name, id = match_id, ticket, ?choice, used = ?began.elapsed(), "answered");
        }
        Some(said)
    }

    /// Keeps what the connection itself needs of a message, and tells the log of it.
    fn note(&mut self, message: &Heard) {
        match message {
            Heard::Welcome(welcome) => self.welcomed(welcome),
            Heard::Seated(seated) => {
                info!(bot = self.name, id = seated.match_id, game = seated.game, seat = seated.seat, "seated");
            }
            Heard::Fault(fault) => warn!(
                bot = self.name,
                id = fault.match_id,
                ticket = fault.ticket,
                cause = fault.cause().as_str_name(),
                problem = fault.problem,
                expected = fault.expected,
                consequence = fault.consequence,
                "fault"
            ),
            Heard::Ended(ended) => {
                let places: Vec<u32> = ended.results.iter().map(|result| result.place).collect();
                let scores: Vec<i32> = ended.results.iter().map(|result| result.score).collect();
                info!(bot = self.name, id = ended.match_id, ?places, ?scores, "match ended");
            }
            Heard::Notice(notice) => self.noticed(notice),
            Heard::Ask(_) | Heard::Seen(_) => {}
        }
    }

    fn welcomed(&mut self, welcome: &pb::Welcome) {
        info!(bot = self.name, arena = welcome.arena_version, resumed = welcome.resumed_matches, "welcomed");
        self.player.resume_token.clone_from(&welcome.resume_token);
        self.player.welcomed = true;
    }

    fn noticed(&mut self, notice: &pb::Notice) {
        info!(bot = self.name, kind = notice.kind().as_str_name(), text = notice.text, "notice");
        self.draining |= notice.kind() == pb::notice::Kind::Draining;
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

impl<V: Voice> Stream for Conversation<V> {
    type Item = pb::BotMessage;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<pb::BotMessage>> {
        let this = self.get_mut();
        if let Some(hello) = this.opening.take() {
            return say(Said::Hello(hello));
        }
        while this.end.is_none() {
            if !this.said_bye && this.player.welcomed && this.player.wants_to_leave(context) {
                this.said_bye = true;
                return say(Said::Bye(pb::Bye {}));
            }
            if this.player.welcomed
                && let Poll::Ready(said) = this.player.voice.poll_say(context)
            {
                return say(said);
            }
            match ready!(this.poll_inbound(context)) {
                Some(Ok(message)) => {
                    if let Some(said) = this.hear(message) {
                        return say(said);
                    }
                }
                Some(Err(status)) => this.end = Some(End::from(status)),
                None if this.draining => this.end = Some(End::Lost("the arena goes away for a while".to_owned())),
                None => this.end = Some(End::Dismissed),
            }
        }
        Poll::Ready(None)
    }
}

fn say(message: Said) -> Poll<Option<pb::BotMessage>> {
    Poll::Ready(Some(pb::BotMessage { message: Some(message) }))
}

/// Nothing in it is pinned by its place.
impl<V> Unpin for Conversation<V> {}

impl<V> fmt::Debug for Conversation<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation").field("name", &self.name).field("end", &self.end).finish_non_exhaustive()
    }
}

/// A conversation on loan to the transport, which may let go of it before its end: when the arena closes the stream, say,
/// while its last words are still to be read. However that comes about, the conversation goes home.
#[derive(Debug)]
pub(crate) struct Lent<V: Voice>(Option<(Conversation<V>, oneshot::Sender<Conversation<V>>)>);

impl<V: Voice> Lent<V> {
    pub(crate) fn new(conversation: Conversation<V>) -> (Lent<V>, oneshot::Receiver<Conversation<V>>) {
        let (home, back) = oneshot::channel();
        (Lent(Some((conversation, home))), back)
    }
}

impl<V: Voice> Stream for Lent<V> {
    type Item = pb::BotMessage;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<pb::BotMessage>> {
        let (conversation, _) = self.0.as_mut().expect("lent until dropped");
        Pin::new(conversation).poll_next(context)
    }
}

impl<V: Voice> Drop for Lent<V> {
    fn drop(&mut self) {
        if let Some((conversation, home)) = self.0.take() {
            // Nobody waits for it if the whole bot is being dropped.
            let _ = home.send(conversation);
        }
    }
}
