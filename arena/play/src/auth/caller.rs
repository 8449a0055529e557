//! Who makes a call, and why some callers aren't admitted.

use std::fmt;

use kahua_core::ids::BotName;

use crate::reason::Reason;

/// Who makes a call, by its token. Every token has exactly one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A caller without a token of this arena, which needs none. It may be anybody, also a bot.
    Anybody,
    /// A bot: it plays, and reads what its league shows.
    Bot(BotName),
    /// A spectator: it reads and watches, and changes nothing.
    Watcher,
    /// Somebody who runs the arena.
    Organizer,
    /// A machine that plays matches for the arena, and may do nothing else.
    Worker(BotName),
}

impl Caller {
    /// Whether the call may come from this bot.
    pub fn may_be(self, name: BotName) -> bool {
        match self {
            Caller::Anybody => true,
            Caller::Bot(bot) => bot == name,
            Caller::Watcher | Caller::Organizer | Caller::Worker(_) => false,
        }
    }

    /// Whether the call may come from some bot.
    pub(crate) fn may_be_a_bot(self) -> bool {
        matches!(self, Caller::Anybody | Caller::Bot(_))
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Caller::Anybody => f.write_str("a caller without a token"),
            Caller::Bot(name) => write!(f, "the bot {name}"),
            Caller::Watcher => f.write_str("a watcher"),
            Caller::Organizer => f.write_str("an organizer"),
            Caller::Worker(name) => write!(f, "the worker {name}"),
        }
    }
}

/// Whose token a call needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// That of this bot.
    Bot(BotName),
    /// That of an organizer.
    Organizer,
    /// That of a worker.
    Worker,
    /// That of a bot, a watcher or an organizer.
    AnyRole,
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Needed::Bot(name) => write!(f, "the token of {name}"),
            Needed::Organizer => f.write_str("an organizer's token"),
            Needed::Worker => f.write_str("a worker's token"),
            Needed::AnyRole => f.write_str("a bot's, a watcher's or an organizer's token"),
        }
    }
}

/// Why a caller isn't admitted, in words for its author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAdmitted {
    /// No token came with the call.
    #[error("this arena requires {0}, as \"Bearer TOKEN\" in the metadata entry \"authorization\"")]
    TokenMissing(Needed),
    /// The token isn't one of this arena's.
    #[error("the token is not known to this arena, which requires {0}; an organizer can issue a new one")]
    TokenUnknown(Needed),
    /// The bot has no token, so no token can be its own.
    #[error("no bot named {0} is registered with this arena; an organizer must add it first")]
    NotRegistered(BotName),
    /// The token is that of somebody else.
    #[error("the token is that of {owner}, and the name in the Hello is {name}")]
    TokenOfAnother {
        /// Whose token it is.
        owner: Caller,
        /// The name in the Hello.
        name: BotName,
    },
    /// The token is known, and its role doesn't include the call.
    #[error("{0} may not make this call; it requires an organizer's token")]
    RoleTooLow(Caller),
    /// The token is known, and it isn't a worker's.
    #[error("{0} may not play matches for the arena; that requires a worker's token")]
    NoWorker(Caller),
    /// A worker's token allows only playing matches.
    #[error("{0} may not make this call: its token is good for `kahua worker` only")]
    OnlyWorks(Caller),
}

impl NotAdmitted {
    /// The reason for programs.
    pub(crate) fn reason(&self) -> Reason {
        match self {
            NotAdmitted::TokenMissing(_) => Reason::TokenMissing,
            NotAdmitted::TokenUnknown(_) | NotAdmitted::NotRegistered(_) | NotAdmitted::TokenOfAnother { .. } => {
                Reason::TokenUnknown
            }
            NotAdmitted::RoleTooLow(_) | NotAdmitted::NoWorker(_) | NotAdmitted::OnlyWorks(_) => Reason::RoleTooLow,
        }
    }
}

impl From<NotAdmitted> for tonic::Status {
    fn from(problem: NotAdmitted) -> tonic::Status {
        problem.reason().status(problem.to_string())
    }
}
