//! The planned deeds of a bot over its present connection, with their times.

use std::collections::BTreeMap;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use pb::bot_message::Message;
use tokio::time::Instant;

/// Something that a bot does.
#[derive(Debug)]
pub(crate) enum Deed {
    /// Sends a message.
    Say(Message),
    /// Sends far more messages than it may.
    Flood,
    /// Sends bytes that are no message.
    Garble,
    /// Drops the connection, and comes back after this time.
    Leave(Duration),
    /// Abandons the connection, which stays open for a while, and comes back at once.
    Haunt,
}

/// Deeds in the order of their times.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    deeds: BTreeMap<(Instant, u32), Deed>,
    added: u32,
}

impl Agenda {
    pub(crate) fn add(&mut self, after: Duration, deed: Deed) {
        self.added += 1;
        self.deeds.insert((Instant::now() + after, self.added), deed);
    }

    pub(crate) fn say(&mut self, after: Duration, message: Message) {
        self.add(after, Deed::Say(message));
    }

    /// When the next deed is due; far in the future if there is none.
    pub(crate) fn next_at(&self) -> Instant {
        const FAR: Duration = Duration::from_secs(24 * 3600);
        self.deeds.first_key_value().map_or_else(|| Instant::now() + FAR, |((at, _), _)| *at)
    }

    pub(crate) fn pop(&mut self) -> Option<Deed> {
        Some(self.deeds.pop_first()?.1)
    }
}
