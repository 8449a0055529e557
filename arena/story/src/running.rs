//! The events of a running match as the arena sends them to players and spectators, in the form of a record.

use std::collections::BTreeMap;

use kahua_proto::pb::arena::v1 as pb;
use pb::match_event::Event as Public;
use pb::recorded_event::Event;

/// The events sent to players, for a [`Teller`](super::Teller): decisions and chance outcomes, which need their
/// notation.
#[must_use]
pub fn told_to_players(events: &[pb::MatchEvent]) -> Vec<pb::RecordedEvent> {
    events.iter().map(|event| recorded(event, 0)).collect()
}

/// The events sent to spectators, for a [`Teller`](super::Teller): the same, with the think times of decisions, and
/// with faults where they happened.
#[must_use]
pub fn told_to_spectators(updates: &[pb::WatchMatchResponse]) -> Vec<pb::RecordedEvent> {
    let times = updates.iter().flat_map(|update| &update.decision_times);
    let times: BTreeMap<u32, u64> = times.map(|time| (time.number, time.think_us)).collect();
    let think_us = |number| times.get(&number).copied().unwrap_or_default();
    let events = updates.iter().flat_map(|update| &update.events);
    let events = events.map(|event| (event.number, recorded(event, think_us(event.number))));
    let faults = updates.iter().flat_map(|update| &update.faults).map(|fault| (fault.number, recorded_fault(fault)));
    // The numbers are those of the record, so sorting by them gives the record's order.
    events.chain(faults).collect::<BTreeMap<u32, pb::RecordedEvent>>().into_values().collect()
}

fn recorded(event: &pb::MatchEvent, think_us: u64) -> pb::RecordedEvent {
    let event = event.event.as_ref().map(|event| match event {
        Public::ActionTaken(taken) => Event::Decision(pb::Decision {
            seat: taken.seat,
            action: taken.action.as_ref().map_or_else(String::new, |action| action.notation.clone()),
            think_us,
            substitute: taken.substitute,
            ..pb::Decision::default()
        }),
        Public::Chance(outcome) => Event::Chance(outcome.notation.clone()),
    });
    pb::RecordedEvent { event }
}

fn recorded_fault(fault: &pb::CountedFault) -> pb::RecordedEvent {
    let event = Event::Fault(pb::Fault {
        seat: fault.seat,
        cause: fault.cause,
        detail: fault.detail.clone(),
        counted: true,
        ..pb::Fault::default()
    });
    pb::RecordedEvent { event: Some(event) }
}
