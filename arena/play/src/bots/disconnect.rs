//! Why a connection ends, and the status with which its stream ends.

use std::num::NonZeroU16;

use tonic::Status;

use kahua_core::ids::BotName;
use kahua_core::limits;

use super::hello::HelloError;
use crate::auth::caller::NotAdmitted;
use crate::reason::Reason;

/// Why the arena, or the bot, ended a connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DisconnectReason {
    /// The bot said Bye or closed its side.
    #[error("the bot has left")]
    Left,
    /// The arena has nothing more to play and lets the bot go.
    #[error("everything has been played")]
    Dismissed,
    /// An organizer has ended the connection.
    #[error("an organizer has ended this connection; connect again")]
    Kicked,
    /// The bot's connection broke.
    #[error("the connection was lost")]
    Lost,
    /// The arena is shutting down.
    #[error("the arena is shutting down; connect again with the resume token when it is back")]
    Draining,
    /// A newer connection of the same bot took over.
    #[error("a newer connection of this bot has taken over")]
    Moved,
    /// The bot doesn't read its stream fast enough.
    #[error(
        "{} unread messages are queued; a bot must read its stream as fast as messages arrive",
        limits::OUTBOUND_QUEUE
    )]
    SlowReader,
    /// The bot sent more messages than it may.
    #[error(
        "too many messages; a bot may send one for each ask and {} a second beyond that, as a mean over ten seconds",
        limits::MESSAGES_PER_SECOND_MAX
    )]
    Flooding,
    /// The first message wasn't a Hello.
    #[error("the first message must be Hello")]
    HelloMissing,
    /// The Hello didn't come in time.
    #[error("no Hello came within {} ms; it must be the first message", limits::HELLO_TIMEOUT.as_millis())]
    HelloLate,
    /// The Hello isn't valid.
    #[error(transparent)]
    BadHello(#[from] HelloError),
    /// The bot's token is missing or wrong.
    #[error(transparent)]
    NotAdmitted(#[from] NotAdmitted),
    /// The resume token wasn't issued to this bot.
    #[error("hello.resume_token was not issued to {0} by this arena; leave it empty for a first connection")]
    ResumeTokenUnknown(BotName),
    /// A newer resume token of the same bot has replaced this one.
    #[error("hello.resume_token is an old one of {0}: every connection gets a new one, and only the newest counts")]
    ResumeTokenOld(BotName),
    /// The bot has lost its connection during a match, and the caller that wants its name may be another bot.
    #[error(
        "{0} has lost its connection and still has open matches, so its name is reserved until they have ended; before that, \
         only a Hello with its resume token may use the name"
    )]
    NameKept(BotName),
    /// The token that the bot connected with isn't its own any more.
    #[error("the token of this bot was replaced or revoked; connect again with its new token")]
    TokenRevoked,
    /// Another connection has this name already.
    #[error(
        "{0} is connected already: stop the other process, or choose another name; to take over from a lost connection, send its \
         resume token in the Hello"
    )]
    NameTaken(BotName),
    /// The arena has no room for another bot.
    #[error("{0} bots are connected, and the arena takes no more; try again later")]
    Full(NonZeroU16),
    /// Too many connections waited with their Hello, and this one had to make room.
    #[error(
        "more than {} connections were waiting with their Hello, and this one had to make room for another; connect again \
         and send Hello at once",
        limits::HANDSHAKES_MAX
    )]
    TooManyGreeting,
    /// A message can't be decoded, and nothing after it can be read.
    #[error("{0}")]
    Unreadable(String),
}

impl DisconnectReason {
    /// The status with which the bot's stream ends; `None` if it ends without an error.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        let reason = match self {
            DisconnectReason::Left | DisconnectReason::Dismissed => return None,
            DisconnectReason::BadHello(HelloError::Field { name, problem }) => {
                return Some(Reason::HelloInvalid.status_of_field(&format!("hello.{name}"), problem));
            }
            DisconnectReason::BadHello(HelloError::ProtocolVersion(_)) => Reason::ProtocolVersion,
            DisconnectReason::Kicked => Reason::Kicked,
            DisconnectReason::Lost => Reason::ConnectionLost,
            DisconnectReason::Draining => Reason::Draining,
            DisconnectReason::Moved => Reason::Moved,
            DisconnectReason::SlowReader => Reason::SlowReader,
            DisconnectReason::Flooding => Reason::Flooding,
            DisconnectReason::HelloMissing => Reason::HelloMissing,
            DisconnectReason::HelloLate => Reason::HelloLate,
            DisconnectReason::NotAdmitted(problem) => problem.reason(),
            DisconnectReason::ResumeTokenUnknown(_) | DisconnectReason::ResumeTokenOld(_) => Reason::ResumeTokenUnknown,
            DisconnectReason::TokenRevoked => Reason::TokenRevoked,
            DisconnectReason::NameTaken(_) | DisconnectReason::NameKept(_) => Reason::NameInUse,
            DisconnectReason::Full(_) => Reason::ArenaFull,
            DisconnectReason::TooManyGreeting => Reason::TooManyGreeting,
            DisconnectReason::Unreadable(_) => Reason::MessageUnreadable,
        };
        Some(reason.status(self.to_string()))
    }

    /// Whether the messages that are still queued are sent before the stream ends.
    pub(super) fn sends_the_rest(&self) -> bool {
        !matches!(self, DisconnectReason::SlowReader | DisconnectReason::Lost)
    }
}
