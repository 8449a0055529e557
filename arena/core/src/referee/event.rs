//! The inputs of a referee, and its effects.

use std::time::Duration;

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;

use crate::ids::Ticket;

/// Something that happened to a match. Any input may come at any time; one that makes no sense then does nothing, or is
/// answered with a notice.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The match may begin, or go on after [`Referee::resume`](super::Referee::resume). Before this the referee draws
    /// nothing and asks no seat.
    Begin,
    /// A seat's bot sent an answer. The moment of the step is when the answer was read.
    Answer {
        /// Whose bot.
        seat: Seat,
        /// The ask that it answers.
        ticket: Ticket,
        /// The action that it chose; `None` if it named none.
        choice: Option<pb::answer::Choice>,
        /// A remark for the record; longer ones are cut.
        comment: String,
    },
    /// The ask with this ticket is ready for the seat's connection: its clock starts now. Without this input the clock
    /// starts when the ask is opened. A second one changes nothing.
    AskReady {
        /// Who was asked.
        seat: Seat,
        /// Which ask.
        ticket: Ticket,
    },
    /// The ask with this ticket was handed to the transport. The arena alone delayed that by this much, so the time is
    /// subtracted. Counts once for each ask.
    AskDelayed {
        /// Who was asked.
        seat: Seat,
        /// Which ask.
        ticket: Ticket,
        /// How much the arena delayed it.
        by: Duration,
    },
    /// A seat's bot has lost its connection. Its clock runs on.
    Disconnected {
        /// Which seat.
        seat: Seat,
    },
    /// A seat's bot has lost its connection for a reason that isn't its fault: for example, its node is gone. Its clock
    /// waits until it is back, for as long as a bot may be away.
    Expected {
        /// Which seat.
        seat: Seat,
    },
    /// A seat's bot is connected to another node, which the arena can't reach. Its clock waits until it is back, and it
    /// is charged nothing. If that takes too long, the match ends without result.
    OutOfReach {
        /// Which seat.
        seat: Seat,
    },
    /// A seat's bot is connected again, or over a newer connection. It gets its open ask again with the same ticket,
    /// and the events of the match from the start. Send Seated and Events before carrying out the [`Effect::Ask`].
    Reconnected {
        /// Which seat.
        seat: Seat,
    },
    /// A seat's bot gives the match up.
    Resign {
        /// Which seat.
        seat: Seat,
    },
    /// A seat's bot sent more than its limits allow.
    Flooded {
        /// Which seat.
        seat: Seat,
        /// What was too much, in words.
        detail: String,
    },
    /// The process of a seat's bot has ended, and won't come back to this match.
    Crashed {
        /// Which seat.
        seat: Seat,
        /// How it ended, in words.
        detail: String,
    },
    /// Time went by: due at [`Referee::wake_at`](super::Referee::wake_at), harmless at any other time.
    Tick,
    /// The match is stopped without result.
    Abort {
        /// Why, in words.
        reason: String,
    },
}

/// Something that a referee wants done. Carry out the effects of a step in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Tell the seat's bot that something was wrong.
    SendFault {
        /// Which seat.
        seat: Seat,
        /// What to tell.
        notice: pb::FaultNotice,
    },
    /// There are new events, which must be stored: [`Referee::encoded_events`](super::Referee::encoded_events) has them
    /// from any number on. [`Referee::shown`](super::Referee::shown) turns them into what spectators see.
    Journal,
    /// Send the seat's bot its open ask, as [`Referee::ask_message`](super::Referee::ask_message) gives it, and report
    /// [`Input::AskReady`]. Only for seats that are connected; the others' asks come with [`Input::Reconnected`].
    Ask {
        /// Which seat.
        seat: Seat,
    },
    /// The match is over: [`Referee::record`](super::Referee::record) has the rest. Comes once.
    Done,
}

impl Input {
    /// The input for a seat's answer. The caller has already looked at the match that the answer names.
    #[must_use]
    pub fn answer(seat: Seat, message: pb::Answer) -> Input {
        let pb::Answer { match_id: _, ticket, choice, comment } = message;
        Input::Answer { seat, ticket: Ticket::from_wire(ticket), choice, comment }
    }

    /// The seat that it comes from or concerns, if there is one.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Input::Answer { seat, .. }
            | Input::AskReady { seat, .. }
            | Input::AskDelayed { seat, .. }
            | Input::Disconnected { seat }
            | Input::Expected { seat }
            | Input::OutOfReach { seat }
            | Input::Reconnected { seat }
            | Input::Resign { seat }
            | Input::Flooded { seat, .. }
            | Input::Crashed { seat, .. } => Some(*seat),
            Input::Begin | Input::Tick | Input::Abort { .. } => None,
        }
    }
}
