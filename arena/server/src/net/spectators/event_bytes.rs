//! The events of one match as spectators are sent them, each encoded once.

use bytes::Bytes;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

/// The public events of a match so far. Encoded messages of protobuf can be joined: whoever reads several of them, one after
/// the other, has all their repeated fields, and of others the last. So every part of an update is a message for itself.
#[derive(Debug, Default)]
pub(super) struct EventBytes {
    bytes: Vec<u8>,
    /// The number of each event, and where it begins.
    starts: Vec<(u32, usize)>,
}

impl EventBytes {
    /// Adds those of these events that it doesn't have yet.
    pub(super) fn add(&mut self, events: &[pb::MatchEvent]) {
        let last = self.starts.last().map(|(number, _)| *number);
        for event in events.iter().filter(|event| Some(event.number) > last) {
            self.starts.push((event.number, self.bytes.len()));
            let part = pb::WatchMatchResponse { events: vec![event.clone()], ..Default::default() };
            part.encode(&mut self.bytes).expect("a vector takes everything");
        }
    }

    /// An update with the events from this number on, and this at its end.
    pub(super) fn since(&self, number: usize, end: &[u8]) -> Bytes {
        let first = self.starts.partition_point(|(event, _)| (*event as usize) < number);
        let start = self.starts.get(first).map_or(self.bytes.len(), |(_, start)| *start);
        [&self.bytes[start..], end].concat().into()
    }
}
