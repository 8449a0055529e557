//! What a match knows of the way to each of its seats.

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use tracing::{Span, trace_span};

use crate::bots::{AskStamp, Connection};
use kahua_core::clock::Micros;
use kahua_core::ids::Ticket;

/// The way to one seat.
#[derive(Debug, Default)]
pub(super) struct SeatConnection {
    /// Over what; `None` while the bot is away.
    pub(super) connection: Option<Connection>,
    asked: Option<Asked>,
}

/// The last ask that was queued for the seat.
#[derive(Debug)]
struct Asked {
    ticket: Ticket,
    stamp: AskStamp,
    /// Whether the referee knows when it was handed on.
    reported: bool,
    /// Open until the next ask; costs nothing where nobody listens to it.
    _span: Span,
}

impl SeatConnection {
    /// A link over this connection.
    pub(super) fn to(connection: Connection) -> SeatConnection {
        SeatConnection { connection: Some(connection), asked: None }
    }

    /// Whether the seat is reached over this connection, or is away like it.
    pub(super) fn is_over(&self, connection: Option<&Connection>) -> bool {
        let id = |connection: &Connection| connection.sender.id();
        self.connection.as_ref().map(id) == connection.map(id)
    }

    /// How the bot wants actions written; `None` while it is away.
    pub(super) fn form(&self) -> Option<pb::ActionForm> {
        self.connection.as_ref().map(|connection| connection.form)
    }

    pub(super) fn say(&self, message: Message) {
        if let Some(connection) = &self.connection {
            connection.sender.send(message);
        }
    }

    pub(super) fn ask(&mut self, seat: Seat, ticket: Ticket, ask: pb::Ask) {
        let Some(connection) = &self.connection else { return };
        let stamp = AskStamp::default();
        let span = trace_span!("ask", %seat, %ticket);
        connection.sender.send_ask(ask, stamp.clone());
        self.asked = Some(Asked { ticket, stamp, reported: false, _span: span });
    }

    /// When the last ask was handed to the transport, once that is known; said once for each ask.
    pub(super) fn take_news(&mut self) -> Option<(Micros, Ticket)> {
        let asked = self.asked.as_mut().filter(|asked| !asked.reported)?;
        let handed_on = asked.stamp.handed_on()?;
        asked.reported = true;
        Some((handed_on, asked.ticket))
    }
}
