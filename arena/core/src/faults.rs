//! The faults in a record, each with where it happened and what it cost.

use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

/// A fault that counted.
#[derive(Clone, Copy, Debug)]
pub struct CountedFault<'a> {
    /// The seat that committed it.
    pub seat: usize,
    /// The bot in that seat.
    pub player: &'a pb::Player,
    /// The fault as it was recorded.
    pub fault: &'a pb::Fault,
    /// The number of the event in the record, from 0.
    pub event: usize,
    /// Which of the seat's decisions was due next, or was being made, from 1.
    pub decision: usize,
    /// Whether the seat was given up for it.
    pub gave_up: bool,
}

/// The faults of a record, in the order in which they happened.
#[must_use]
pub fn of(record: &pb::MatchRecord) -> Vec<CountedFault<'_>> {
    let mut found: Vec<CountedFault<'_>> = Vec::new();
    let mut decisions = vec![0; record.players.len()];
    for (event, recorded) in record.events.iter().enumerate() {
        match &recorded.event {
            Some(Event::Decision(decision)) => {
                // Nobody has verified the record here, so it may name a seat that it doesn't have.
                if let Some(count) = decisions.get_mut(decision.seat as usize) {
                    *count += 1;
                }
            }
            Some(Event::Fault(fault)) if fault.counted => {
                let seat = fault.seat as usize;
                if let Some(player) = record.players.get(seat) {
                    found.push(CountedFault {
                        seat,
                        player,
                        fault,
                        event,
                        decision: decisions[seat] + 1,
                        gave_up: false,
                    });
                }
            }
            _ => {}
        }
    }
    // A seat has no faults after the one for which it was given up.
    for (seat, _) in record.results.iter().enumerate().filter(|(_, result)| result.given_up.is_some()) {
        if let Some(last) = found.iter_mut().rev().find(|found| found.seat == seat) {
            last.gave_up = true;
        }
    }
    found
}

/// Whether there is a fault in a match with these results.
#[must_use]
pub fn is_in(results: &[pb::SeatResult]) -> bool {
    results.iter().any(|result| result.strikes > 0 || result.given_up.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pb::FaultCause;

    fn event(event: Event) -> pb::RecordedEvent {
        pb::RecordedEvent { event: Some(event) }
    }

    fn fault(seat: u32, cause: FaultCause, detail: &str, counted: bool) -> pb::RecordedEvent {
        event(Event::Fault(pb::Fault { seat, cause: cause.into(), detail: detail.into(), counted, arena_delay_us: 0 }))
    }

    #[test]
    fn each_fault_has_its_place_and_its_cost() {
        let decision = |seat| event(Event::Decision(pb::Decision { seat, ..Default::default() }));
        let given_up =
            |cause: FaultCause| pb::SeatResult { given_up: Some(cause.into()), strikes: 2, ..Default::default() };
        let record = pb::MatchRecord {
            players: ["a", "b", "c"].map(|name| pb::Player { name: name.into(), ..Default::default() }).into(),
            events: vec![
                event(Event::Chance("3".into())),
                decision(0),
                fault(1, FaultCause::Late, "no answer after 300 ms", true),
                decision(1),
                fault(0, FaultCause::StaleTicket, "", false),
                fault(1, FaultCause::Illegal, "no such action", true),
                fault(2, FaultCause::Resigned, "", true),
                fault(9, FaultCause::Late, "", true),
            ],
            results: vec![pb::SeatResult::default(), given_up(FaultCause::Illegal), given_up(FaultCause::Resigned)],
            ..Default::default()
        };
        let found: Vec<_> = of(&record)
            .iter()
            .map(|found| (found.player.name.clone(), found.fault.cause(), found.decision, found.event, found.gave_up))
            .collect();
        assert_eq!(
            found,
            [
                ("b".to_owned(), FaultCause::Late, 1, 2, false),
                ("b".to_owned(), FaultCause::Illegal, 2, 5, true),
                ("c".to_owned(), FaultCause::Resigned, 1, 6, true),
            ]
        );
        assert!(is_in(&record.results) && !is_in(&record.results[..1]));
    }
}
