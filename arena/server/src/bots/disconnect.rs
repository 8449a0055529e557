//! Why a connection ends, and the status with which its stream ends.

use tonic::Status;

use kahua_core::ids::BotName;
use kahua_core::limits;

/// Why the arena, or the bot, ended a connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DisconnectReason {
    /// The bot said Bye or closed its side.
    #[error("the bot has left")]
    Left,
    /// The arena has nothing more to play and lets the bot go.
    #[error("everything has been played")]
    Dismissed,
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
    /// The Hello didn't come in time, or another message came first.
    #[error("the first message must be Hello, within {} ms", limits::HELLO_TIMEOUT.as_millis())]
    NoHello,
    /// The Hello isn't valid, for this reason.
    #[error("{0}")]
    BadHello(String),
    /// The bot's token or resume token is wrong, for this reason.
    #[error("{0}")]
    WrongToken(String),
    /// Another connection has this name already.
    #[error("{0} is connected already; to take over from a lost connection, send its resume token in the Hello")]
    NameTaken(BotName),
    /// The arena has no room for another connection.
    #[error("the arena has {} connections already; try again later", limits::CONNECTIONS_MAX)]
    Full,
    /// A message can't be decoded, and nothing after it can be read.
    #[error("{0}")]
    Unreadable(String),
}

impl DisconnectReason {
    /// The status with which the bot's stream ends; `None` if it ends without an error.
    #[must_use]
    pub(crate) fn status(&self) -> Option<Status> {
        let text = self.to_string();
        Some(match self {
            DisconnectReason::Left | DisconnectReason::Dismissed => return None,
            DisconnectReason::Lost | DisconnectReason::Draining => Status::unavailable(text),
            DisconnectReason::Moved => Status::aborted(text),
            DisconnectReason::SlowReader | DisconnectReason::Flooding | DisconnectReason::Full => {
                Status::resource_exhausted(text)
            }
            DisconnectReason::NoHello => Status::failed_precondition(text),
            DisconnectReason::BadHello(_) | DisconnectReason::Unreadable(_) => Status::invalid_argument(text),
            DisconnectReason::WrongToken(_) => Status::unauthenticated(text),
            DisconnectReason::NameTaken(_) => Status::already_exists(text),
        })
    }

    /// Whether the messages that are still queued are sent before the stream ends.
    pub(super) fn sends_the_rest(&self) -> bool {
        !matches!(self, DisconnectReason::SlowReader | DisconnectReason::Lost)
    }
}
