//! What a bot is told when something that it sent was wrong, or missing.

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use pb::FaultCause;

use crate::ids::Ticket;
use crate::referee::state::closes_ask;
use crate::referee::{OnFault, Referee};

impl Referee {
    /// An answer to a ticket that isn't open.
    pub(super) fn stale_notice(&self, seat: Seat, ticket: Ticket) -> pb::FaultNotice {
        let expected = match self.ask {
            _ if self.is_over() => "no more answers: the match has ended".to_owned(),
            _ if self.state.is_given_up(seat) => "no more answers: the seat was given up".to_owned(),
            Some(ask) if ask.seat == seat => format!("an answer to the open ask, ticket {}", ask.ticket),
            _ => "no answer: this seat isn't asked now".to_owned(),
        };
        pb::FaultNotice {
            match_id: Some(self.setup.id.to_string()),
            ticket: Some(ticket.to_wire()),
            cause: FaultCause::StaleTicket.into(),
            problem: format!("ticket {ticket} isn't open"),
            expected,
            consequence: "none: the answer was dropped".to_owned(),
        }
    }

    /// A fault that is about to be counted. The caller fills in the consequence afterwards.
    pub(super) fn fault_notice(&self, seat: Seat, cause: FaultCause, detail: &str) -> pb::FaultNotice {
        pb::FaultNotice {
            match_id: Some(self.setup.id.to_string()),
            ticket: self.ask.filter(|ask| ask.seat == seat).map(|ask| ask.ticket.to_wire()),
            cause: cause.into(),
            problem: if cause == FaultCause::Resigned { "the bot gave the match up".into() } else { detail.into() },
            expected: self.expected(seat, cause),
            consequence: String::new(),
        }
    }

    fn expected(&self, seat: Seat, cause: FaultCause) -> String {
        match cause {
            FaultCause::Late => match self.state.clock(seat).patience() {
                Some(patience) => format!("an answer within {} ms, the allowance included", patience.as_millis()),
                None => String::new(),
            },
            FaultCause::Illegal | FaultCause::Unreadable => {
                let count = self.state.table().legal_count();
                format!("one of the {count} legal actions, by its index, as a message or in notation")
            }
            FaultCause::Disconnected => {
                let reconnect_ms = self.setup.fault_policy.reconnect.as_millis();
                format!("a connection again within {reconnect_ms} ms, and the answer within its time")
            }
            FaultCause::Flooding => "no more messages than the limits in Welcome allow".to_owned(),
            FaultCause::Crashed => "a process that runs until the arena lets the bot go".to_owned(),
            FaultCause::Resigned | FaultCause::StaleTicket | FaultCause::Unspecified => String::new(),
        }
    }

    /// The consequence of a fault that was just counted, in words.
    pub(super) fn consequence(&self, seat: Seat, cause: FaultCause) -> String {
        if self.state.is_given_up(seat) {
            return match self.state.end() {
                Some(_) => "the match is lost".to_owned(),
                None => "the seat is given up: the arena plays on in its place".to_owned(),
            };
        }
        let strikes = self.state.strikes(seat);
        let OnFault::Substitute { strikes_max } = self.setup.fault_policy.on_fault else { return String::new() };
        if closes_ask(cause) {
            format!("strike {strikes} of {strikes_max}: the arena takes a random legal action in the seat's place")
        } else {
            format!("strike {strikes} of {strikes_max}")
        }
    }
}
