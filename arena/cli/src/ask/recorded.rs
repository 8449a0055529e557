//! The asks of a recorded match, and what the seats did then.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use kahua_core::clock::Micros;
use kahua_core::ids::ArenaRun;
use kahua_core::referee::{Effect, Input, MatchSetup, Referee, cause_in_words};
use kahua_engine::{DynRuleset, Seat};
use kahua_proto::pb::arena::v1 as pb;
use pb::FaultCause;
use pb::recorded_event::Event;

use crate::exit::Failure;

/// When all inputs of the referees here come. The time that a bot takes is measured outside: an answer that comes late is shown
/// all the same.
pub(super) const ALWAYS: Micros = Micros(0);

/// A match that was played.
pub(super) struct RecordedMatch {
    pub(super) record: pb::MatchRecord,
    pub(super) ruleset: Arc<dyn DynRuleset>,
    setup: MatchSetup,
}

/// One ask of a match.
#[derive(Clone, Debug)]
pub(super) struct RecordedAsk {
    /// The number of the event that closed it.
    pub(super) event: usize,
    /// Who was asked.
    pub(super) seat: Seat,
    /// What the seat did, and how long it took; for a fault, that isn't known.
    pub(super) then: Deed,
    pub(super) think: Option<Duration>,
}

/// What a seat did when it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// It took an action, here in notation.
    Action { notation: String, comment: String },
    /// It committed a fault, or resigned.
    Fault { cause: FaultCause, detail: String },
}

impl RecordedMatch {
    /// # Errors
    /// If the record was made with other rules.
    pub(super) fn new(record: pb::MatchRecord, ruleset: Arc<dyn DynRuleset>) -> anyhow::Result<RecordedMatch> {
        let setup =
            MatchSetup::from_header(&record, Arc::clone(&ruleset)).context("the match can't be played again")?;
        Ok(RecordedMatch { record, ruleset, setup })
    }

    /// The ask that this event closed.
    ///
    /// # Errors
    /// If there is no such event, or it closed none.
    pub(super) fn at(&self, event: usize) -> Result<RecordedAsk, Failure> {
        let events = self.record.events.len();
        if event >= events {
            return Err(Failure::usage(format!(
                "--at: the match has only the events 0 to {}",
                events.saturating_sub(1)
            )));
        }
        if let Some(ask) = self.closed_by(event)? {
            return Ok(ask);
        }
        for next in event + 1..events {
            if let Some(ask) = self.closed_by(next)? {
                let name = self.name(ask.seat);
                return Err(Failure::usage(format!(
                    "--at: no bot was asked at event {event}; the next ask is at event {next}, of bot {name}"
                )));
            }
        }
        Err(Failure::usage(format!("--at: no bot was asked at event {event}, and none after it")))
    }

    /// All asks of this seat, in order.
    ///
    /// # Errors
    /// If there is no such seat.
    pub(super) fn of_seat(&self, number: u32) -> Result<Vec<RecordedAsk>, Failure> {
        let seat = self.setup.players.count().seat(number);
        let seat = seat.ok_or_else(|| Failure::usage(format!("--seat: the match has no seat {number}")))?;
        let mut asks = Vec::new();
        for event in 0..self.record.events.len() {
            asks.extend(self.closed_by(event)?.filter(|ask| ask.seat == seat));
        }
        Ok(asks)
    }

    /// The name of the bot that sat there.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.setup.players[seat].name.as_str()
    }

    /// The ask that this event closed, if it closed one.
    fn closed_by(&self, event: usize) -> anyhow::Result<Option<RecordedAsk>> {
        let seat = |number| self.setup.players.count().seat(number).context("the record names a seat that isn't there");
        Ok(match &self.record.events[event].event {
            Some(Event::Decision(decision)) if !decision.substitute => {
                let (notation, comment) = (decision.action.clone(), decision.comment.clone());
                let think = Some(Duration::from_micros(decision.think_us));
                Some(RecordedAsk { event, seat: seat(decision.seat)?, then: Deed::Action { notation, comment }, think })
            }
            Some(Event::Fault(fault)) => {
                let then = Deed::Fault { cause: fault.cause(), detail: fault.detail.clone() };
                let ask = RecordedAsk { event, seat: seat(fault.seat)?, then, think: None };
                // It may also have happened while another seat was asked.
                self.referee(&ask, 0)?.map(|_| ask)
            }
            _ => None,
        })
    }

    /// The match as it stood when the seat was asked, with its bot connected; `None` if the seat wasn't asked. Referees with other
    /// numbers give other tickets.
    pub(super) fn referee(&self, ask: &RecordedAsk, number: u32) -> anyhow::Result<Option<Referee>> {
        let before = &self.record.events[..ask.event];
        let referee = Referee::resume(self.setup.clone(), before, self.record.started_unix_ms, ArenaRun(number));
        let mut referee = referee.context("the match can't be played again: `kahua verify` says more")?;
        let mut effects = Vec::new();
        referee.step(ALWAYS, Input::Begin, &mut effects);
        referee.step(ALWAYS, Input::Reconnected { seat: ask.seat }, &mut effects);
        // More than the note of the resumption means that something else was due before the next ask.
        let is_next = referee.event_count() == ask.event + 1 && effects.contains(&Effect::Ask { seat: ask.seat });
        Ok(is_next.then_some(referee))
    }
}

impl Deed {
    /// What this event of a referee says that a seat did; `None` if it says nothing of that.
    pub(super) fn of(event: pb::RecordedEvent) -> Option<Deed> {
        match event.event? {
            Event::Decision(decision) => Some(Deed::Action { notation: decision.action, comment: decision.comment }),
            Event::Fault(fault) => Some(Deed::Fault { cause: fault.cause(), detail: fault.detail }),
            Event::Chance(_) | Event::Resumption(_) => None,
        }
    }

    /// The action in notation, or the cause of the fault in words.
    pub(super) fn in_short(&self) -> String {
        match self {
            Deed::Action { notation, .. } => notation.clone(),
            Deed::Fault { cause, .. } => cause_in_words(*cause),
        }
    }

    /// Whether it is the same action.
    pub(super) fn agrees_with(&self, other: &Deed) -> bool {
        match (self, other) {
            (Deed::Action { notation: one, .. }, Deed::Action { notation: two, .. }) => one == two,
            _ => false,
        }
    }
}
