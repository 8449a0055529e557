//! The connection of each seat in a match.

use std::time::Duration;

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use tracing::{Span, trace_span};

use crate::bots::{AskTiming, Connection};
use kahua_core::clock::Micros;
use kahua_core::ids::{MatchId, Ticket};

/// One seat's connection, and the last ask that went over it.
#[derive(Debug, Default)]
pub(super) struct SeatConnection {
    /// `None` while the bot is away.
    pub(super) connection: Option<Connection>,
    asked: Option<Asked>,
}

/// The last ask that was queued for the seat.
#[derive(Debug)]
struct Asked {
    ticket: Ticket,
    /// When it was queued.
    ready: Micros,
    stamp: AskTiming,
    /// Whether the referee knows the delay.
    reported: bool,
    /// Open until the next ask; costs nothing if no subscriber records it.
    _span: Span,
}

impl SeatConnection {
    pub(super) fn over(connection: Connection) -> SeatConnection {
        SeatConnection { connection: Some(connection), asked: None }
    }

    /// Whether this is the same connection, or both are none.
    pub(super) fn is_same(&self, connection: Option<&Connection>) -> bool {
        let id = |connection: &Connection| connection.sender.id();
        self.connection.as_ref().map(id) == connection.map(id)
    }

    /// How the bot wants actions written; `None` while it is away.
    pub(super) fn form(&self) -> Option<pb::ActionForm> {
        self.connection.as_ref().map(|connection| connection.form)
    }

    pub(super) fn send(&self, message: Message) {
        if let Some(connection) = &self.connection {
            connection.sender.send(message);
        }
    }

    /// Notes that the bot has missed an ask of this match.
    pub(super) fn missed_ask(&self, id: MatchId) {
        if let Some(connection) = &self.connection {
            connection.sender.missed_ask(id);
        }
    }

    /// Queues an ask that is ready since this time.
    pub(super) fn send_ask(&mut self, seat: Seat, ticket: Ticket, ask: pb::Ask, ready: Micros) {
        let Some(connection) = &self.connection else { return };
        let stamp = AskTiming::default();
        let span = trace_span!("ask", %seat, %ticket);
        connection.sender.send_ask(ask, ready, stamp.clone());
        self.asked = Some(Asked { ticket, ready, stamp, reported: false, _span: span });
    }

    /// The arena's delay of the last ask, once it is known. Returned once for each ask.
    pub(super) fn take_delay(&mut self) -> Option<(Ticket, Duration)> {
        let asked = self.asked.as_mut().filter(|asked| !asked.reported)?;
        let delay = asked.stamp.delay()?;
        asked.reported = true;
        Some((asked.ticket, delay))
    }

    /// How long the arena may have kept the last ask or its answer so far, in a way that no other measurement shows:
    /// the ask is queued although the transport waits for it, or one of the two is on the way between two nodes.
    pub(super) fn overdue(&self, now: Micros) -> Duration {
        let (Some(connection), Some(asked)) = (&self.connection, &self.asked) else { return Duration::ZERO };
        let sender = &connection.sender;
        // In this order: if the ask isn't taken when the stamp is read, it wasn't when the transport was seen waiting.
        let is_awaited = sender.is_relayed() || sender.is_awaited();
        match asked.stamp.delay() {
            None if is_awaited => now.since(asked.ready),
            None => Duration::ZERO,
            Some(_) => asked.stamp.unknown(now),
        }
    }
}
