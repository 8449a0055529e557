//! Everything that happened in a match so far, kept small.

use std::mem;

use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;
use prost::Message;

/// The events of a match in order. Each is encoded once, with its length before it: the form that the journal, the
/// record and the seats need.
///
/// A running match is mostly its events, and a busy arena has thousands of matches. As messages they would take several
/// times the memory.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

/// Some events of a log, one after another.
#[derive(Clone, Copy, Debug)]
pub struct EncodedEvents<'a> {
    /// The number of the first one, or of the next event to come if there are none.
    first: usize,
    /// Where the first one starts in the log's bytes. `bytes` is the part from there on.
    start: u32,
    bytes: &'a [u8],
    entries: &'a [Entry],
}

/// What is known of an event without decoding it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where it ends in the log's bytes. 32 bits halve the entry, and four gigabytes are beyond any match.
    end: u32,
    kind: EventKind,
}

/// The kinds of events, as far as code outside the referee must tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    /// A decision: the number of its seat, and whether the arena took it in the seat's place.
    Decision { seat: u8, substitute: bool },
    /// A chance event.
    Chance,
    /// What bots aren't told as an event: faults and resumptions.
    Internal,
}

impl EventLog {
    /// Appends an event.
    ///
    /// # Panics
    /// If the log would have more than four gigabytes.
    pub fn push(&mut self, event: &pb::RecordedEvent) {
        event.encode_length_delimited(&mut self.bytes).expect("a Vec grows as needed");
        let end = u32::try_from(self.bytes.len()).expect("a match has less than four gigabytes of events");
        self.entries.push(Entry { end, kind: EventKind::of(event) });
    }

    /// How many events there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing has happened yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The events from this number on; beyond the last there are none.
    #[must_use]
    pub fn from(&self, number: usize) -> EncodedEvents<'_> {
        EncodedEvents { first: 0, start: 0, bytes: &self.bytes, entries: &self.entries }.from(number)
    }
}

impl<'a> EncodedEvents<'a> {
    /// The number of the first event.
    #[must_use]
    pub fn first(&self) -> usize {
        self.first
    }

    /// How many events these are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Their encodings, one after another, each with its length before it.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The events from this number on.
    #[must_use]
    pub fn from(&self, number: usize) -> EncodedEvents<'a> {
        let skipped = number.saturating_sub(self.first).min(self.len());
        // The ends are places in the whole log, and `bytes` begins at `start`.
        let start = skipped.checked_sub(1).map_or(self.start, |last| self.entries[last].end);
        EncodedEvents {
            first: self.first + skipped,
            start,
            bytes: &self.bytes[(start - self.start) as usize..],
            entries: &self.entries[skipped..],
        }
    }

    /// The events as messages.
    pub fn decode(self) -> impl Iterator<Item = pb::RecordedEvent> + 'a {
        self.numbered().map(|(_, _, event)| event.decode())
    }

    /// How many of them are of such a kind.
    pub(super) fn count(&self, is_meant: fn(EventKind) -> bool) -> usize {
        self.entries.iter().filter(|entry| is_meant(entry.kind)).count()
    }

    /// The events with their numbers and kinds.
    pub(super) fn numbered(self) -> impl Iterator<Item = (usize, EventKind, EncodedEvent<'a>)> {
        let mut start = self.start;
        (self.first..).zip(self.entries).map(move |(number, entry)| {
            let from = mem::replace(&mut start, entry.end) - self.start;
            (number, entry.kind, EncodedEvent(&self.bytes[from as usize..(entry.end - self.start) as usize]))
        })
    }
}

/// One event with its length before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct EncodedEvent<'a>(&'a [u8]);

impl EncodedEvent<'_> {
    pub(super) fn decode(self) -> pb::RecordedEvent {
        pb::RecordedEvent::decode_length_delimited(self.0).expect("what was encoded can be decoded")
    }
}

impl EventKind {
    fn of(event: &pb::RecordedEvent) -> EventKind {
        match &event.event {
            Some(Event::Decision(decision)) => {
                EventKind::Decision { seat: decision.seat as u8, substitute: decision.substitute }
            }
            Some(Event::Chance(_)) => EventKind::Chance,
            Some(Event::Fault(_) | Event::Resumption(_)) | None => EventKind::Internal,
        }
    }

    pub(super) fn is_decision(self) -> bool {
        matches!(self, EventKind::Decision { .. })
    }

    pub(super) fn is_chance(self) -> bool {
        self == EventKind::Chance
    }
}

impl<'a> Extend<&'a pb::RecordedEvent> for EventLog {
    fn extend<T: IntoIterator<Item = &'a pb::RecordedEvent>>(&mut self, events: T) {
        events.into_iter().for_each(|event| self.push(event));
    }
}

impl<'a> FromIterator<&'a pb::RecordedEvent> for EventLog {
    fn from_iter<T: IntoIterator<Item = &'a pb::RecordedEvent>>(events: T) -> EventLog {
        let mut log = EventLog::default();
        log.extend(events);
        log
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events() -> Vec<pb::RecordedEvent> {
        let events =
            [Event::Chance("6".into()), Event::Fault(pb::Fault::default()), Event::Decision(pb::Decision::default())]
                .map(Some);
        events.into_iter().chain([None]).map(|event| pb::RecordedEvent { event }).collect()
    }

    #[test]
    fn gives_back_what_was_put_in_from_any_number_on() {
        let events = events();
        let log: EventLog = events.iter().collect();
        assert_eq!(log.len(), 4);
        for first in 0..=4 {
            assert!(log.from(first).decode().eq(events[first..].iter().cloned()), "from {first}");
            for number in 0..=5 {
                let tail = log.from(first).from(number);
                let expected = first.max(number).min(4);
                assert!(tail.decode().eq(events[expected..].iter().cloned()), "from {first}, then from {number}");
                assert_eq!((tail.first(), tail.len()), (expected, 4 - expected));
            }
        }
        assert!(log.from(9).is_empty());
    }

    #[test]
    fn the_bytes_are_those_of_the_journal() {
        let log: EventLog = events().iter().collect();
        let expected: Vec<u8> = events()[1..].iter().flat_map(Message::encode_length_delimited_to_vec).collect();
        assert_eq!(log.from(1).bytes(), expected);
    }

    #[test]
    fn tells_the_kinds_of_events_without_decoding_them() {
        let log: EventLog = events().iter().collect();
        let told =
            log.from(0).numbered().filter(|(_, kind, _)| *kind != EventKind::Internal).map(|(number, ..)| number);
        assert_eq!(told.collect::<Vec<_>>(), [0, 2]);
        assert_eq!([log.from(0), log.from(3)].map(|events| events.count(EventKind::is_decision)), [1, 0]);
    }
}
