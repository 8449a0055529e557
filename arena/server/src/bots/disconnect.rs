//! How a connection ends, and what its bot is told by the stream's status.

use tonic::Status;

use kahua_core::ids::BotName;
use kahua_core::limits;

/// Why the arena, or the bot, ended a connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DisconnectReason {
    /// The bot said Bye or closed its side.
    #[error("the bot has left")]
    Left,
    /// Everything has been played: the arena has no more use for the bot.
    #[error("everything has been played")]
    Dismissed,
    /// The bot's connection broke.
    #[error("the connection was lost")]
    Lost,
    /// The arena shuts down.
    #[error("the arena is shutting down; connect again with the resume token when it is back")]
    Draining,
    /// A newer connection of the same bot took over.
    #[error("a newer connection of this bot has taken over")]
    Moved,
    /// The bot doesn't read what it is told.
    #[error("{} messages wait to be read; a bot must read its stream as fast as it is asked", limits::OUTBOUND_QUEUE)]
    SlowReader,
    /// The bot sent more than it may.
    #[error(
        "more than {} messages a second beyond one for each ask, as a mean over ten seconds",
        limits::MESSAGES_PER_SECOND_MAX
    )]
    Flooding,
    /// Nothing came, or something else came first.
    #[error("the first message must be Hello, within {} ms", limits::HELLO_TIMEOUT.as_millis())]
    NoHello,
    /// The Hello says something that can't be.
    #[error("{0}")]
    BadHello(String),
    /// The bot isn't who it says it is.
    #[error("{0}")]
    WrongToken(String),
    /// Another connection has this name.
    #[error("{0} is connected already; to take over from a lost connection, say Hello with its resume token")]
    NameTaken(BotName),
    /// The arena has no room for another connection.
    #[error("the arena has {} connections already; try again later", limits::CONNECTIONS_MAX)]
    Full,
    /// What the bot sent can't be decoded: the stream can't go on behind it.
    #[error("{0}")]
    Unreadable(String),
}

impl DisconnectReason {
    /// The status with which the bot's stream ends; `None` for a friendly end.
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
