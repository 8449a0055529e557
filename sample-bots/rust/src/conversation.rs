//! One conversation with the arena. The stream of what the bot says *is* the stream of what it hears, with every ask
//! turned into its answer: whoever writes to the wire reads the ask itself, and nothing is handed from task to task.

use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use arena_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as Heard;
use pb::bot_message::Message as Said;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Status, Streaming};
use tracing::{debug, info, warn};

use crate::bot::{Answer, Bot};
use crate::settings::Settings;

/// The library and its version, for the arena's log.
const LIBRARY: &str = concat!("kahua-rust ", env!("CARGO_PKG_VERSION"));

/// A bot with what it keeps from one connection to the next.
pub(crate) struct Player<B> {
    /// Away while it thinks.
    bot: Option<B>,
    resume_token: String,
    welcomed: bool,
    leave: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<B> Player<B> {
    pub(crate) fn new(bot: B, leave: Pin<Box<dyn Future<Output = ()> + Send>>) -> Player<B> {
        Player { bot: Some(bot), resume_token: String::new(), welcomed: false, leave: Some(leave) }
    }

    fn bot(&mut self) -> &mut B {
        self.bot.as_mut().expect("nothing is heard while the bot thinks")
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
pub(crate) struct Conversation<B> {
    player: Player<B>,
    name: String,
    opening: Option<pb::Hello>,
    inbound: Inbound,
    thinking: Option<JoinHandle<(B, pb::Answer)>>,
    said_bye: bool,
    draining: bool,
    end: Option<End>,
}

/// The arena's half of the stream, which comes into being after ours.
enum Inbound {
    Awaited(oneshot::Receiver<Streaming<pb::ArenaMessage>>),
    Open(Box<Streaming<pb::ArenaMessage>>),
}

impl<B: Bot> Conversation<B> {
    pub(crate) fn new(
        mut player: Player<B>,
        settings: &Settings,
        inbound: oneshot::Receiver<Streaming<pb::ArenaMessage>>,
    ) -> Conversation<B> {
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
            thinking: None,
            said_bye: false,
            draining: false,
            end: None,
        }
    }

    /// Listens to the end, saying nothing more, and tells how it ended.
    pub(crate) async fn hear_out(mut self) -> (Player<B>, End) {
        while self.next().await.is_some() {}
        (self.player, self.end.expect("the stream ends only with a reason"))
    }

    /// What there is to say to a message, if anything.
    fn hear(&mut self, message: pb::ArenaMessage) -> Option<Said> {
        match message.message? {
            Heard::Ask(ask) if self.player.bot().is_slow() => self.think(ask),
            Heard::Ask(ask) => return Some(Said::Answer(answer(self.player.bot(), ask, &self.name))),
            Heard::Welcome(welcome) => self.welcomed(welcome),
            Heard::Seated(seated) => {
                info!(bot = self.name, id = seated.match_id, game = seated.game, seat = seated.seat, "seated");
                self.player.bot().seated(&seated);
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
                self.player.bot().ended(&ended);
            }
            Heard::Notice(notice) => self.noticed(&notice),
            Heard::Seen(seen) => self.player.bot().seen(&seen),
        }
        None
    }

    /// Has the bot choose on a thread of its own.
    fn think(&mut self, ask: pb::Ask) {
        let mut bot = self.player.bot.take().expect("nothing is heard while the bot thinks");
        let name = self.name.clone();
        self.thinking = Some(spawn_blocking(move || {
            let answer = answer(&mut bot, ask, &name);
            (bot, answer)
        }));
    }

    /// Ready with what the bot came to, or with nothing if it isn't thinking.
    fn poll_thinking(&mut self, context: &mut Context<'_>) -> Poll<Option<pb::Answer>> {
        let Some(thinking) = &mut self.thinking else { return Poll::Ready(None) };
        let thought = ready!(Pin::new(thinking).poll(context));
        self.thinking = None;
        let (bot, answer) = thought.unwrap_or_else(|error| resume_unwind(error.into_panic()));
        self.player.bot = Some(bot);
        Poll::Ready(Some(answer))
    }

    fn welcomed(&mut self, welcome: pb::Welcome) {
        info!(bot = self.name, arena = welcome.arena_version, resumed = welcome.resumed_matches, "welcomed");
        self.player.resume_token = welcome.resume_token;
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

impl<B: Bot> Stream for Conversation<B> {
    type Item = pb::BotMessage;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<pb::BotMessage>> {
        let this = self.get_mut();
        if let Some(hello) = this.opening.take() {
            return say(Said::Hello(hello));
        }
        while this.end.is_none() {
            if let Some(answer) = ready!(this.poll_thinking(context)) {
                return say(Said::Answer(answer));
            }
            if !this.said_bye && this.player.welcomed && this.player.wants_to_leave(context) {
                this.said_bye = true;
                return say(Said::Bye(pb::Bye {}));
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

fn answer(bot: &mut impl Bot, ask: pb::Ask, name: &str) -> pb::Answer {
    let began = Instant::now();
    let Answer { choice, comment } = bot.choose(&ask);
    debug!(bot = name, id = ask.match_id, ticket = ask.ticket, ?choice, used = ?began.elapsed(), "answered");
    pb::Answer { match_id: ask.match_id, ticket: ask.ticket, choice: Some(choice), comment }
}

fn say(message: Said) -> Poll<Option<pb::BotMessage>> {
    Poll::Ready(Some(pb::BotMessage { message: Some(message) }))
}

/// Nothing in it is pinned by its place.
impl<B> Unpin for Conversation<B> {}

impl<B> fmt::Debug for Conversation<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation").field("name", &self.name).field("end", &self.end).finish_non_exhaustive()
    }
}

/// A conversation on loan to the transport, which may let go of it before its end: when the arena closes the stream, say,
/// while its last words are still to be read. However that comes about, the conversation goes home.
#[derive(Debug)]
pub(crate) struct Lent<B: Bot>(Option<(Conversation<B>, oneshot::Sender<Conversation<B>>)>);

impl<B: Bot> Lent<B> {
    pub(crate) fn new(conversation: Conversation<B>) -> (Lent<B>, oneshot::Receiver<Conversation<B>>) {
        let (home, back) = oneshot::channel();
        (Lent(Some((conversation, home))), back)
    }
}

impl<B: Bot> Stream for Lent<B> {
    type Item = pb::BotMessage;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<pb::BotMessage>> {
        let (conversation, _) = self.0.as_mut().expect("lent until dropped");
        Pin::new(conversation).poll_next(context)
    }
}

impl<B: Bot> Drop for Lent<B> {
    fn drop(&mut self) {
        if let Some((conversation, home)) = self.0.take() {
            // Nobody waits for it if the whole bot is being dropped.
            let _ = home.send(conversation);
        }
    }
}
