//! The state of a match, which follows from its events alone: the game, the luck, the clocks, and the seats that were
//! given up.
//!
//! A live match and a replay use the same few steps, so the two can't differ.

use std::cmp::Reverse;
use std::fmt;
use std::time::Duration;

use arrayvec::ArrayVec;
use kahua_engine::outcome::places_by;
use kahua_engine::seat::SEATS_MAX;
use kahua_engine::{Dice, DynGame, PerSeat, Phase, Seat, SeatsError};
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;
use pb::termination::Kind;
use pb::{FaultCause, RecordedEvent};

use crate::clock::{Clock, Spent, Timeliness, whole_micros};
use crate::referee::{MatchSetup, OnFault};

/// The state of a match.
#[derive(Debug)]
pub(crate) struct MatchState {
    table: Box<dyn DynGame>,
    luck: Dice,
    seats: PerSeat<SeatState>,
    /// The seats that were given up, in order.
    given_up: ArrayVec<Seat, SEATS_MAX>,
    on_fault: OnFault,
    /// Whether the arena must make the decision that is due, because of a fault.
    substituting: bool,
}

/// The state of one seat.
#[derive(Debug)]
struct SeatState {
    clock: Clock,
    think: Duration,
    strikes: u32,
    given_up: Option<FaultCause>,
    /// The arena draws its substitute actions from here, so that they don't change the luck of the match.
    substitute: Dice,
}

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Chance must speak.
    Chance,
    /// This seat must decide.
    Decision(Seat),
    /// The arena must decide in this seat's place.
    Substitute(Seat),
    /// Nothing: the match is over.
    End,
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Due::Chance => f.write_str("a chance outcome"),
            Due::Decision(seat) => write!(f, "a decision of seat {seat}"),
            Due::Substitute(seat) => write!(f, "a decision of the arena in place of seat {seat}"),
            Due::End => f.write_str("nothing more"),
        }
    }
}

impl MatchState {
    pub(crate) fn new(setup: &MatchSetup) -> Result<MatchState, SeatsError> {
        let count = setup.players.count();
        Ok(MatchState {
            table: setup.ruleset.open(count, &setup.choices)?,
            luck: Dice::new(setup.seed),
            seats: PerSeat::from_fn(count, |seat| SeatState {
                clock: Clock::new(setup.time_control),
                think: Duration::ZERO,
                strikes: 0,
                given_up: None,
                // Stream 0 is the luck of the match.
                substitute: Dice::stream(setup.seed, 1 + u64::from(seat.number())),
            }),
            given_up: ArrayVec::new(),
            on_fault: setup.fault_policy.on_fault,
            substituting: false,
        })
    }

    pub(crate) fn due(&self) -> Due {
        if self.is_forfeited() {
            return Due::End;
        }
        match self.table.phase() {
            Phase::Over(_) => Due::End,
            Phase::Chance => Due::Chance,
            Phase::Decide(seat) if self.substituting || self.is_given_up(*seat) => Due::Substitute(*seat),
            Phase::Decide(seat) => Due::Decision(*seat),
        }
    }

    /// Draws the chance event that is due.
    pub(crate) fn draw(&mut self) -> RecordedEvent {
        debug_assert_eq!(self.due(), Due::Chance);
        recorded(Event::Chance(self.table.draw(&mut self.luck)))
    }

    /// Takes the legal action with this index for the seat whose decision is due. The verdict on its time is for
    /// replays: a referee rejects a late answer before this.
    pub(crate) fn decide(
        &mut self,
        seat: Seat,
        index: usize,
        spent: Spent,
        comment: String,
    ) -> (RecordedEvent, Timeliness) {
        debug_assert_eq!(self.due(), Due::Decision(seat));
        self.play(seat, index, spent, false, comment)
    }

    /// Takes a legal action in place of this seat, whose substitute is due. `spent` is the time of the seat's own
    /// failed attempt.
    pub(crate) fn substitute(&mut self, seat: Seat, spent: Spent) -> RecordedEvent {
        debug_assert_eq!(self.due(), Due::Substitute(seat));
        self.substituting = false;
        let index = self.seats[seat].substitute.below(self.table.legal_count() as u32) as usize;
        self.play(seat, index, spent, true, String::new()).0
    }

    fn play(
        &mut self,
        seat: Seat,
        index: usize,
        spent: Spent,
        substitute: bool,
        comment: String,
    ) -> (RecordedEvent, Timeliness) {
        let action = self.table.play(index);
        let state = &mut self.seats[seat];
        state.think = state.think.saturating_add(spent.think);
        let verdict = state.clock.stop(spent.think);
        let seat = u32::from(seat.number());
        (
            recorded(Event::Decision(pb::Decision {
                seat,
                action,
                think_us: whole_micros(spent.think),
                arena_delay_us: whole_micros(spent.delay),
                substitute,
                comment,
            })),
            verdict,
        )
    }

    /// Counts a fault of a seat that isn't given up yet. `delay` is how long the arena delayed the seat's open ask.
    pub(crate) fn fault(&mut self, seat: Seat, cause: FaultCause, detail: String, delay: Duration) -> RecordedEvent {
        debug_assert!(!self.is_given_up(seat));
        let state = &mut self.seats[seat];
        // To resign is a decision and no fault, so it costs no strike.
        let ruled_out = if cause == FaultCause::Resigned {
            true
        } else {
            state.strikes += 1;
            match self.on_fault {
                OnFault::Forfeit => true,
                // A crashed bot doesn't come back to the match, so more strikes make no sense.
                OnFault::Substitute { .. } if cause == FaultCause::Crashed => true,
                OnFault::Substitute { strikes_max } => state.strikes >= strikes_max.get(),
            }
        };
        if ruled_out {
            state.given_up = Some(cause);
            self.given_up.push(seat);
        }
        // It may be set already: in one step, an ask can run out of time and its bot can flood.
        self.substituting |= closes_ask(cause);
        let seat = u32::from(seat.number());
        let arena_delay_us = whole_micros(delay);
        recorded(Event::Fault(pb::Fault { seat, cause: cause.into(), detail, counted: true, arena_delay_us }))
    }

    pub(crate) fn table(&self) -> &dyn DynGame {
        &*self.table
    }

    pub(crate) fn clock(&self, seat: Seat) -> &Clock {
        &self.seats[seat].clock
    }

    pub(crate) fn strikes(&self, seat: Seat) -> u32 {
        self.seats[seat].strikes
    }

    /// Why the seat was given up; `None` if it wasn't.
    pub(crate) fn given_up(&self, seat: Seat) -> Option<FaultCause> {
        self.seats[seat].given_up
    }

    pub(crate) fn is_given_up(&self, seat: Seat) -> bool {
        self.given_up(seat).is_some()
    }

    /// Whether given-up seats have ended the match. With the policy to forfeit, the first one ends it; else the match
    /// ends when at most one seat is left.
    fn is_forfeited(&self) -> bool {
        match (self.given_up.len(), self.on_fault) {
            (0, _) => false,
            (_, OnFault::Forfeit) => true,
            (given_up, OnFault::Substitute { .. }) => given_up + 1 >= self.seats.count().get(),
        }
    }

    /// How the match ended; `None` while something is due.
    pub(crate) fn end(&self) -> Option<Kind> {
        match self.due() {
            Due::End if self.is_forfeited() => Some(Kind::Forfeited),
            Due::End => Some(Kind::Finished),
            _ => None,
        }
    }

    /// If the game's rules have more than one ending, the word for the one that happened; otherwise empty.
    pub(crate) fn ending(&self) -> &'static str {
        self.table.ending()
    }

    /// The results of the match. Seats that were given up come after all others; of these, a seat that was given up
    /// later is placed better.
    pub(crate) fn results(&self) -> Vec<pb::SeatResult> {
        let outcome = match self.table.phase() {
            Phase::Over(outcome) if !self.is_forfeited() => Some(outcome),
            _ => None,
        };
        // More is better. A seat that was given up has a number below `SEATS_MAX`, so it comes after all that weren't.
        let rank = PerSeat::from_fn(self.seats.count(), |seat| {
            match self.given_up.iter().position(|given_up| *given_up == seat) {
                Some(order) => (order, None),
                None => (SEATS_MAX, outcome.map(|outcome| Reverse(outcome.places[seat]))),
            }
        });
        let places = places_by(&rank);
        let result = |(seat, state): (Seat, &SeatState)| pb::SeatResult {
            score: outcome.map_or(0, |outcome| outcome.scores[seat]),
            place: u32::from(places[seat].number()),
            given_up: state.given_up.map(i32::from),
            strikes: state.strikes,
            think_us: whole_micros(state.think),
        };
        self.seats.entries().map(result).collect()
    }
}

/// Whether a fault of this kind is a failed answer to the open ask, so that the arena decides in the seat's place.
/// Other faults may happen at any time, and leave the ask open unless the seat is given up.
pub(crate) fn closes_ask(cause: FaultCause) -> bool {
    match cause {
        FaultCause::Late | FaultCause::Illegal | FaultCause::Unreadable | FaultCause::Disconnected => true,
        FaultCause::Flooding
        | FaultCause::Resigned
        | FaultCause::Crashed
        | FaultCause::StaleTicket
        | FaultCause::Unspecified => false,
    }
}

/// An event for the record.
pub(crate) fn recorded(event: Event) -> RecordedEvent {
    RecordedEvent { event: Some(event) }
}
