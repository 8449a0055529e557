//! Plays recorded events again. Each event is checked against the rules, the seed and the decisions before it.

use std::time::Duration;

use kahua_engine::Answer;
use kahua_engine::{Illegal, Seat};
use kahua_proto::pb::arena::v1 as pb;
use pb::FaultCause;
use pb::recorded_event::Event;

use crate::clock::{Spent, Timeliness};
use crate::limits::cut;
use crate::referee::state::{Due, MatchState, closes_ask};

/// An event that can't have happened where it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {number} ({event}): {problem}")]
pub struct EventError {
    /// Its number in the record, from 0.
    pub number: usize,
    /// The event in words and notation.
    pub event: String,
    /// What is wrong with it.
    pub problem: EventProblem,
}

/// What is wrong with an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventProblem {
    /// Something else must happen here.
    #[error("{0} is expected here")]
    NotDue(Due),
    /// The seed gives another outcome.
    #[error("the seed brings {expected}")]
    Chance {
        /// The outcome that the seed gives.
        expected: String,
    },
    /// The rules forbid the action.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// By the seed, the arena takes another action in the seat's place.
    #[error("the seed has the arena take {expected} in the seat's place")]
    Substitute {
        /// The action that the seed gives.
        expected: String,
    },
    /// The time control doesn't allow so much think time.
    #[error("it took {} ms, but at most {} ms are in time", .think.as_millis(), .patience.as_millis())]
    Late {
        /// How long it took.
        think: Duration,
        /// The longest think time that is in time, the allowance included.
        patience: Duration,
    },
    /// The table has no such seat.
    #[error("the match has no seat {0}")]
    NoSeat(u32),
    /// A fault without a cause, or with one that never costs anything.
    #[error("a fault of this kind is never recorded")]
    NoFault,
    /// A fault of a seat that can't have any more.
    #[error("seat {0} was given up before")]
    GivenUp(Seat),
}

impl MatchState {
    /// Carries out these events, each as [`MatchState::replay`].
    pub(crate) fn replay_all(&mut self, events: &[pb::RecordedEvent]) -> Result<(), EventError> {
        for (number, event) in events.iter().enumerate() {
            self.replay(event).map_err(|problem| EventError { number, event: in_words(event), problem })?;
        }
        Ok(())
    }

    /// Carries out a recorded event, after checking that it may happen here. After an error the state must not be used.
    fn replay(&mut self, event: &pb::RecordedEvent) -> Result<(), EventProblem> {
        let due = self.due();
        let again = match (&event.event, due) {
            (None, _) | (_, Due::End) => return Err(EventProblem::NotDue(due)),
            // A restart changes nothing of the state, so it may come anywhere before the end.
            (Some(Event::Resumption(_)), _) => return Ok(()),
            (Some(Event::Chance(_)), Due::Chance) => self.draw(),
            (Some(Event::Decision(of)), Due::Decision(seat)) if is(of, seat) && !of.substitute => {
                return self.replay_decision(seat, of);
            }
            (Some(Event::Decision(of)), Due::Substitute(seat)) if is(of, seat) && of.substitute => {
                self.substitute(seat, spent(of))
            }
            (Some(Event::Fault(fault)), _) => return self.replay_fault(fault, due),
            (Some(Event::Chance(_) | Event::Decision(_)), _) => return Err(EventProblem::NotDue(due)),
        };
        // The state has drawn from the seed itself, and the record must say the same.
        match (again.event, &event.event) {
            (Some(Event::Chance(expected)), Some(Event::Chance(found))) if expected != *found => {
                Err(EventProblem::Chance { expected })
            }
            (Some(Event::Decision(expected)), Some(Event::Decision(found))) if expected.action != found.action => {
                Err(EventProblem::Substitute { expected: expected.action })
            }
            _ => Ok(()),
        }
    }

    fn replay_decision(&mut self, seat: Seat, of: &pb::Decision) -> Result<(), EventProblem> {
        let index = self.table().find(Answer::Notation(&of.action))?;
        let patience = self.clock(seat).patience();
        let (_, verdict) = self.decide(seat, index, spent(of), String::new());
        match (verdict, patience) {
            (Timeliness::Late, Some(patience)) => Err(EventProblem::Late { think: spent(of).think, patience }),
            _ => Ok(()),
        }
    }

    fn replay_fault(&mut self, fault: &pb::Fault, due: Due) -> Result<(), EventProblem> {
        let seat = self.table().seats().seat(fault.seat).ok_or(EventProblem::NoSeat(fault.seat))?;
        let cause = fault.cause();
        match cause {
            FaultCause::Unspecified | FaultCause::StaleTicket => return Err(EventProblem::NoFault),
            _ if !fault.counted => return Err(EventProblem::NoFault),
            _ if self.is_given_up(seat) => return Err(EventProblem::GivenUp(seat)),
            // Only a seat that is asked can fail to answer.
            _ if closes_ask(cause) && due != Due::Decision(seat) => return Err(EventProblem::NotDue(due)),
            _ => {}
        }
        self.fault(seat, cause, String::new(), Duration::from_micros(fault.arena_delay_us));
        Ok(())
    }
}

fn is(of: &pb::Decision, seat: Seat) -> bool {
    of.seat == u32::from(seat.number())
}

fn spent(of: &pb::Decision) -> Spent {
    Spent { think: Duration::from_micros(of.think_us), delay: Duration::from_micros(of.arena_delay_us) }
}

/// An event as error messages name it.
fn in_words(event: &pb::RecordedEvent) -> String {
    let short = |notation| cut(notation, kahua_engine::game::NOTATION_MAX);
    match &event.event {
        None => "empty".to_owned(),
        Some(Event::Decision(of)) if of.substitute => format!("seat {}: {} by the arena", of.seat, short(&of.action)),
        Some(Event::Decision(of)) => format!("seat {}: {}", of.seat, short(&of.action)),
        Some(Event::Chance(outcome)) => short(outcome).to_owned(),
        Some(Event::Fault(fault)) => format!("fault of seat {}: {}", fault.seat, fault.cause().as_str_name()),
        Some(Event::Resumption(_)) => "resumption".to_owned(),
    }
}
