//! Why a connection ended, and thereby whether the bot comes back.

use tonic::{Code, Status};

use crate::failure::BotPanic;

/// Why a connection ended.
#[derive(Debug)]
pub(crate) enum DisconnectReason {
    /// The arena closed it and doesn't expect the bot back.
    Dismissed,
    /// The arena doesn't accept the bot.
    Refused(Status),
    /// The bot wanted to leave, and has said goodbye.
    Left,
    /// The bot's own code panicked.
    Panicked(BotPanic),
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
