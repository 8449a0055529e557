//! What must hold of every simulated match, worked out anew from what can be seen from outside.

use kahua_core::referee::{MatchSetup, OnFault, Referee};
use kahua_core::verify::verify;
use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;
use pb::termination::Kind;
use pb::{FaultCause, fault_policy};
use prost::Message;

use super::plan::Plan;
use super::world::Ending;
use crate::support::{faults, moves, toy};

/// An ask is complete, and grants no more time than there is.
pub(crate) fn ask(ask: &pb::Ask, setup: &MatchSetup) {
    assert_eq!(ask.legal.len(), 2);
    assert_eq!(ask.legal_total, 2);
    assert!(ask.view.is_some());
    let control = setup.time_control.to_wire();
    assert_eq!(ask.bank_ms.is_some(), control.bank_ms.is_some());
    assert_eq!(ask.ask_ms.is_some(), control.bank_ms.is_some() || control.ask_cap_ms.is_some());
    assert!(ask.ask_ms <= control.ask_cap_ms.or(ask.bank_ms));
    assert!(ask.bank_ms.is_none() || ask.ask_ms <= ask.bank_ms);
}

/// A notice is complete, and a harmless one leaves no trace.
pub(crate) fn notice(notice: &pb::FaultNotice, referee: &Referee, seat: Seat) {
    assert_eq!(notice.match_id(), referee.setup().id.to_string());
    assert!(!notice.problem.is_empty() && !notice.consequence.is_empty());
    let events = referee.events();
    let last = faults(&events).last();
    if notice.cause() == FaultCause::StaleTicket {
        assert!(notice.ticket.is_some() && notice.consequence.starts_with("none"));
    } else {
        assert!(last.is_some_and(|fault| fault.counted), "seat {seat} was told of a fault that isn't recorded");
    }
}

/// The record of a match that is over.
pub(crate) fn ending(ending: &Ending, plan: &Plan) {
    let record = &ending.record;
    let verified = verify(record, &toy()).unwrap();
    assert_eq!(verified.decisions, moves(&record.events).count());
    let again = pb::MatchRecord::decode(record.encode_to_vec().as_slice()).unwrap();
    assert_eq!(again, *record);
    let resumptions = record.events.iter().filter(|event| matches!(event.event, Some(Event::Resumption(_)))).count();
    assert!(resumptions <= ending.kills as usize);
    if ending.aborted {
        assert!(record.results.is_empty());
        return;
    }
    results(record, plan);
    for (seat, guilty) in ending.guilty.entries() {
        let result = &record.results[seat.index()];
        assert!(
            *guilty || (result.strikes, result.given_up()) == (0, FaultCause::Unspecified),
            "innocent seat {seat} suffers"
        );
    }
}

/// Results, worked out by the toy's rules and the policy's words alone.
fn results(record: &pb::MatchRecord, plan: &Plan) {
    let finished = record.termination.as_ref().map(pb::Termination::kind) == Some(Kind::Finished);
    let strikes_max = match plan.setup.fault_policy.on_fault {
        OnFault::Forfeit => 1,
        OnFault::Substitute { strikes_max } => strikes_max.get(),
    };
    for (number, result) in (0u32..).zip(&record.results) {
        let own = || faults(&record.events).filter(|fault| fault.seat == number);
        let strikes = own().filter(|fault| fault.cause() != FaultCause::Resigned).count() as u32;
        assert_eq!(result.strikes, strikes);
        assert!(strikes <= strikes_max);
        let resigned = own().any(|fault| fault.cause() == FaultCause::Resigned);
        assert_eq!(result.given_up.is_some(), resigned || strikes == strikes_max);
        let think_us: u64 = moves(&record.events).filter(|of| of.seat == number).map(|of| of.think_us).sum();
        assert_eq!(result.think_us, think_us);
        assert_eq!(result.score, if finished { banked(record, number) } else { 0 });
    }
    places(record);
    let given_up = record.results.iter().filter(|result| result.given_up.is_some()).count();
    let forfeits = plan.setup.fault_policy.to_wire().kind() == fault_policy::Kind::Forfeit;
    let lost = given_up > 0 && (forfeits || given_up + 1 >= record.results.len());
    assert_eq!(lost, !finished);
}

/// Any two seats are in order. A seat that was given up is behind those that weren't, and the earlier the farther
/// behind. The others are ordered by points.
fn places(record: &pb::MatchRecord) {
    // A seat has no more faults once it is given up.
    let given_up = |seat: usize| {
        let is_given_up = record.results[seat].given_up.is_some();
        is_given_up.then(|| faults(&record.events).enumerate().filter(|(_, fault)| fault.seat as usize == seat).last())
    };
    for (seat, own) in record.results.iter().enumerate() {
        let better = record.results.iter().filter(|other| other.place < own.place).count() as u32;
        assert_eq!(own.place, better + 1, "ties share a place, and the next is skipped");
        for (other_seat, other) in record.results.iter().enumerate() {
            match (given_up(seat).flatten(), given_up(other_seat).flatten()) {
                (None, Some(_)) => assert!(own.place < other.place),
                (None, None) => assert_eq!(own.score.cmp(&other.score), other.place.cmp(&own.place)),
                (Some((when, _)), Some((other_when, _))) => {
                    assert_eq!(when.cmp(&other_when), other.place.cmp(&own.place));
                }
                (Some(_), None) => {}
            }
        }
    }
}

/// The points of a seat, by the events: the die of every turn in which it banked.
fn banked(record: &pb::MatchRecord, seat: u32) -> i32 {
    let (mut die, mut points) = (0, 0);
    for event in &record.events {
        match &event.event {
            Some(Event::Chance(outcome)) => die = outcome["die:".len()..].parse().unwrap(),
            Some(Event::Decision(of)) if of.seat == seat && of.action == "bank" => points += die,
            _ => {}
        }
    }
    points
}

/// What the whole swarm has seen. A swarm in which something never happens proves nothing about it.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    finished: u32,
    forfeited: u32,
    aborted: u32,
    resumptions: u32,
    survivors: u32,
    causes: [u32; 8],
}

impl Seen {
    pub(crate) fn count(&mut self, ending: &Ending) {
        match ending.record.termination.as_ref().map(pb::Termination::kind) {
            Some(Kind::Finished) => self.finished += 1,
            Some(Kind::Forfeited) => self.forfeited += 1,
            _ => self.aborted += 1,
        }
        let events = &ending.record.events;
        let resumptions = events.iter().filter(|event| matches!(event.event, Some(Event::Resumption(_)))).count();
        self.resumptions += resumptions as u32;
        let given_up = ending.record.results.iter().any(|result| result.given_up.is_some());
        let finished = ending.record.termination.as_ref().map(pb::Termination::kind) == Some(Kind::Finished);
        self.survivors += u32::from(given_up && finished);
        for fault in faults(events) {
            self.causes[fault.cause as usize] += 1;
        }
    }

    pub(crate) fn check(&self) {
        let counts = [self.finished, self.forfeited, self.aborted, self.resumptions, self.survivors];
        assert!(counts.iter().all(|count| *count >= 50), "{self:?}");
        let recorded = &self.causes[FaultCause::Late as usize..FaultCause::StaleTicket as usize];
        assert!(recorded.iter().all(|count| *count >= 50), "{self:?}");
    }
}
