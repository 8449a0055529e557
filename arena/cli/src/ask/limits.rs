//! The bounds of a conversation with one bot.

/// How many calls of the bot may wait to be taken. A bot has one, and opens another only after it has lost that.
pub(super) const CALLS_MAX: usize = 4;

/// How many messages may wait on their way to the bot, and from it.
pub(super) const MESSAGES_MAX: usize = 64;

/// The longest that a bot may take to connect, and for an answer, in seconds.
pub(super) const PATIENCE_S_MAX: i64 = 86_400;
