//! Everything that happened in a match so far, kept small.

use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

/// The events of a match in order, encoded: a running match is mostly its events, and a busy arena has thousands of
/// matches. As messages they would take several times the memory.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    bytes: Vec<u8>,
    /// Where each event ends in `bytes`.
    ends: Vec<usize>,
}

impl EventLog {
    /// Appends an event.
    pub(super) fn push(&mut self, event: &pb::RecordedEvent) {
        event.encode(&mut self.bytes).expect("a Vec grows as needed");
        self.ends.push(self.bytes.len());
    }

    /// How many events there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The events from this number on; beyond the last there are none.
    pub(super) fn from(&self, number: usize) -> impl Iterator<Item = pb::RecordedEvent> {
        let number = number.min(self.len());
        let mut start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.ends[number..].iter().map(move |&end| {
            let bytes = &self.bytes[std::mem::replace(&mut start, end)..end];
            pb::RecordedEvent::decode(bytes).expect("what was encoded can be decoded")
        })
    }
}

impl<'a> Extend<&'a pb::RecordedEvent> for EventLog {
    fn extend<T: IntoIterator<Item = &'a pb::RecordedEvent>>(&mut self, events: T) {
        events.into_iter().for_each(|event| self.push(event));
    }
}

#[cfg(test)]
mod tests {
    use pb::recorded_event::What;

    use super::*;

    #[test]
    fn gives_back_what_was_put_in_from_any_number_on() {
        let events = [What::Chance("6".into()), What::Chance(String::new()), What::Move(pb::Move::default())];
        let events = events.map(|what| pb::RecordedEvent { what: Some(what) });
        let mut log = EventLog::default();
        log.extend(&events);
        assert_eq!(log.len(), 3);
        for number in 0..=3 {
            assert!(log.from(number).eq(events[number..].iter().cloned()), "from {number}");
        }
        assert_eq!(log.from(9).count(), 0);
    }
}
