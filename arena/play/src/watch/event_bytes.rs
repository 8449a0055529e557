//! The events of one match in the form for spectators, each encoded once.

use std::collections::BTreeMap;
use std::mem;

use bytes::Bytes;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

/// The events of a match so far. Encoded protobuf messages can be concatenated: the reader gets all their repeated
/// fields, and the last value of each other field. So every part of an update is encoded as a message of its own: an
/// event with its think time, or a fault.
#[derive(Debug, Default)]
pub(super) struct EventBytes {
    bytes: Vec<u8>,
    /// The number of each part in the match's record, and where it begins.
    starts: Vec<(u32, usize)>,
}

impl EventBytes {
    /// Takes the events out of this message, and adds those that are new.
    pub(super) fn take(&mut self, shown: &mut pb::WatchMatchResponse) {
        let last = self.starts.last().map(|(number, _)| *number);
        for (number, part) in parts(shown).into_iter().filter(|(number, _)| Some(*number) > last) {
            self.starts.push((number, self.bytes.len()));
            part.encode(&mut self.bytes).expect("a vector takes everything");
        }
    }

    /// An update with the events from this number on, followed by `end`.
    pub(super) fn since(&self, number: usize, end: &[u8]) -> Bytes {
        let first = self.starts.partition_point(|(part, _)| (*part as usize) < number);
        let start = self.starts.get(first).map_or(self.bytes.len(), |(_, start)| *start);
        [&self.bytes[start..], end].concat().into()
    }
}

/// Takes the events out of the message, by number.
fn parts(shown: &mut pb::WatchMatchResponse) -> BTreeMap<u32, pb::WatchMatchResponse> {
    let mut parts: BTreeMap<u32, pb::WatchMatchResponse> = BTreeMap::new();
    for event in mem::take(&mut shown.events) {
        parts.entry(event.number).or_default().events.push(event);
    }
    for time in mem::take(&mut shown.decision_times) {
        parts.entry(time.number).or_default().decision_times.push(time);
    }
    for fault in mem::take(&mut shown.faults) {
        parts.entry(fault.number).or_default().faults.push(fault);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A decision, a fault, a chance event, and another decision, without the first `known` ones.
    fn shown(known: u32) -> pb::WatchMatchResponse {
        let event = |number| pb::MatchEvent { number, event: None };
        let time = |number| pb::DecisionTime { number, think_us: u64::from(number) + 10 };
        let fault = pb::CountedFault { number: 4, ..pb::CountedFault::default() };
        pb::WatchMatchResponse {
            events: [3, 5, 6].into_iter().filter(|number| *number >= known).map(event).collect(),
            decision_times: [3, 6].into_iter().filter(|number| *number >= known).map(time).collect(),
            faults: [fault].into_iter().filter(|fault| fault.number >= known).collect(),
            clocks: vec![pb::SeatClock::default(); 2],
            ..pb::WatchMatchResponse::default()
        }
    }

    #[test]
    fn everybody_is_sent_what_has_happened_since_with_its_times_and_faults() {
        let mut events = EventBytes::default();
        for known in [0, 5] {
            let mut shown = shown(known);
            events.take(&mut shown);
            assert!(shown.events.is_empty() && shown.decision_times.is_empty() && shown.faults.is_empty());
            assert_eq!(shown.clocks.len(), 2, "they are for all alike");
        }
        for since in 0..=7 {
            let end = pb::WatchMatchResponse { clocks: shown(0).clocks, ..pb::WatchMatchResponse::default() };
            let update = events.since(since as usize, &end.encode_to_vec());
            assert_eq!(pb::WatchMatchResponse::decode(update).unwrap(), shown(since), "since {since}");
        }
    }
}
