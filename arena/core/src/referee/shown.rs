//! What spectators are shown of a match while it is being played.
//!
//! A spectator may also be a player of the match. So spectators never see what one seat may hide from the others: the
//! bots' comments, and quotes from answers in the explanation of a fault.

use std::time::Duration;

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use pb::FaultCause;
use pb::recorded_event::Event;

use crate::clock::Micros;
use crate::referee::Referee;
use crate::referee::log::EventKind;

impl Referee {
    /// The events from this number on, and the state of the match at this time.
    #[must_use]
    pub fn shown(&self, from: usize, now: Micros) -> pb::WatchMatchResponse {
        let mut shown = pb::WatchMatchResponse {
            events: self.public_events(from),
            view: Some(self.public_view()),
            clocks: self.setup.players.count().seats().map(|seat| self.clock_shown(seat, now)).collect(),
            ..pb::WatchMatchResponse::default()
        };
        // Most events are chance events, and they need nothing here.
        let others = self.encoded_events(from).numbered().filter(|(_, kind, _)| *kind != EventKind::Chance);
        for (number, _, event) in others {
            let number = number as u32;
            match event.decode().event {
                Some(Event::Decision(pb::Decision { think_us, .. })) => {
                    shown.decision_times.push(pb::DecisionTime { number, think_us });
                }
                Some(Event::Fault(fault)) if fault.counted => shown.faults.push(fault_shown(number, fault)),
                _ => {}
            }
        }
        shown
    }

    /// The seat whose answer the match waits for, and its think time so far; `None` if no seat is asked.
    #[must_use]
    pub fn waits_for(&self, now: Micros) -> Option<(Seat, Duration)> {
        self.ask.map(|ask| (ask.seat, ask.spent(now.into()).think))
    }

    /// Whether this seat is asked and its clock hasn't started, because the bot has not come back after a restart. No
    /// event says when it starts.
    #[must_use]
    pub fn is_clock_waiting(&self, seat: Seat) -> bool {
        self.ask.is_some_and(|ask| ask.seat == seat && !ask.has_started())
    }

    fn clock_shown(&self, seat: Seat, now: Micros) -> pb::SeatClock {
        let clock = self.state.clock(seat);
        let ask = self.ask.filter(|ask| ask.seat == seat);
        let think = ask.map_or(Duration::ZERO, |ask| ask.spent(now.into()).think);
        let (ask_left, bank_left) = clock.left(think);
        let ms = |span: Duration| span.as_millis() as u64;
        pb::SeatClock {
            bank_ms: bank_left.map(ms),
            strikes: self.state.strikes(seat),
            given_up: self.state.given_up(seat).map(i32::from),
            ask: ask.map(|ask| pb::AskClock {
                think_ms: ms(think),
                left_ms: ask_left.map(ms),
                counts_down: ask.has_started() && !clock.is_stopped(),
            }),
        }
    }
}

/// A fault for spectators. Only explanations of these two causes are the arena's own words; others may quote an answer,
/// so they are left out.
fn fault_shown(number: u32, fault: pb::Fault) -> pb::CountedFault {
    let quotes_nobody = matches!(fault.cause(), FaultCause::Late | FaultCause::Disconnected);
    pb::CountedFault {
        number,
        seat: fault.seat,
        cause: fault.cause,
        detail: if quotes_nobody { fault.detail } else { String::new() },
    }
}
