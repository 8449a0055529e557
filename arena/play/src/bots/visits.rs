//! Finds out who keeps an ask waiting: the arena, or a connection that doesn't poll for it.
//!
//! The transport polls a [`BotStream`](super::BotStream) for messages. Tonic's encoder takes messages until there are
//! none, and makes one chunk of them. Hyper holds that chunk until the bot's HTTP/2 window has room for it, however
//! long that takes, and only then polls again. So a transport that finds nothing *after taking something* is busy
//! delivering, perhaps to a window that its bot keeps closed. A transport that finds nothing *at first* has delivered
//! everything and waits for the arena. From then on only the arena delays its next visit: the wake-up, a free worker
//! thread, a free core.

use std::time::Duration;

use kahua_core::clock::Micros;

/// What a stream remembers of the transport's visits.
#[derive(Debug, Default)]
pub(super) struct TransportVisits {
    /// Whether the transport has delivered everything and waits.
    waiting: bool,
    /// Whether it has taken something since it last found nothing.
    carrying: bool,
    /// When it last came after waiting for the arena.
    came: Micros,
}

impl TransportVisits {
    /// The transport comes for more.
    pub(super) fn comes(&mut self, now: Micros) {
        if self.waiting {
            self.came = now;
        }
    }

    /// There was something for it.
    pub(super) fn takes(&mut self) {
        (self.waiting, self.carrying) = (false, true);
    }

    /// There was nothing for it.
    pub(super) fn finds_nothing(&mut self) {
        (self.waiting, self.carrying) = (!self.carrying, false);
    }

    /// Whether the transport waits for the arena.
    pub(super) fn waits(&self) -> bool {
        self.waiting
    }

    /// How long the arena delayed a message that is taken now and was ready at this time. If it became ready only after
    /// the transport had come from its last wait, only the bot kept it waiting.
    pub(super) fn delay(&self, ready: Micros) -> Duration {
        self.came.since(ready)
    }
}
