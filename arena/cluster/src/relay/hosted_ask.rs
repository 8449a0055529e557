//! How long a bot has an ask that came from another node.

use std::time::Duration;

use kahua_core::clock::{Micros, Moment};
use kahua_core::limits::LAG_MAX;
use kahua_proto::pb::arena::v1 as arena;
use kahua_proto::pb::node::v1 as pb;

use kahua_play::bots::{AskTiming, BotSender};

/// The last ask that was handed to the bot.
#[derive(Debug)]
pub(super) struct HostedAsk {
    ticket: u32,
    ready: Micros,
    stamp: AskTiming,
    sender: BotSender,
}

impl HostedAsk {
    /// Sends this ask, which has come now.
    pub(super) fn send(ask: arena::Ask, sender: &BotSender, now: Micros) -> HostedAsk {
        let (ticket, stamp) = (ask.ticket, AskTiming::default());
        sender.send_ask(ask, now, stamp.clone());
        HostedAsk { ticket, ready: now, stamp, sender: sender.clone() }
    }

    /// Whether it has this ticket.
    pub(super) fn is(&self, ticket: u32) -> bool {
        self.ticket == ticket
    }

    /// How long the bot had the ask when something was noticed: its think time as a match at this node would measure it.
    pub(super) fn held(&self, noticed: Moment) -> pb::Held {
        let passed = noticed.at.since(self.ready);
        let delay = match self.stamp.delay() {
            Some(delay) => delay.saturating_add(noticed.lag.min(LAG_MAX)),
            // Nobody but the arena has it.
            None if self.sender.is_awaited() => passed,
            None => noticed.lag.min(LAG_MAX),
        };
        let held = passed.saturating_sub(delay);
        pb::Held { ticket: self.ticket, held_us: u64::try_from(held.as_micros()).unwrap_or(u64::MAX) }
    }
}

/// As a message tells it.
pub(super) fn held(told: &pb::Held) -> Duration {
    Duration::from_micros(told.held_us)
}

/// Whether this message tells that the match waits for no answer to the ask any more. Only a fault of the bot's closes an ask
/// that it hasn't answered.
pub(super) fn closes_ask(message: &arena::arena_message::Message) -> bool {
    use arena::arena_message::Message::{Ended, Fault};
    match message {
        Fault(fault) => fault.cause() != arena::FaultCause::StaleTicket,
        Ended(_) => true,
        _ => false,
    }
}
