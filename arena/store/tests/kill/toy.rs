//! The matches that the victim writes and the test expects.

use kahua_core::ids::MatchId;
use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::recorded_event::Event;
use prost::Message;
use sha2::{Digest, Sha256};

pub(crate) const RULESET: &str = "id = 'x'\ngame = 'toy'\n";
/// The number of events in a finished match.
pub(crate) const LENGTH: u32 = 300;

pub(crate) fn header(id: MatchId) -> pb::MatchRecord {
    pb::MatchRecord {
        format: 1,
        match_id: id.to_string(),
        game: "toy".into(),
        ruleset_hash: RulesetHash::of(RULESET).0.into(),
        players: ["ann", "bob"].map(|name| pb::Player { name: name.into(), version: String::new() }).into(),
        ..Default::default()
    }
}

pub(crate) fn finished(id: MatchId) -> pb::MatchRecord {
    let mut record = pb::MatchRecord { events: events(LENGTH), ..header(id) };
    record.digest = Sha256::digest(record.encode_to_vec()).to_vec();
    record
}

pub(crate) fn events(count: u32) -> Vec<pb::RecordedEvent> {
    (0..count).map(event).collect()
}

fn event(number: u32) -> pb::RecordedEvent {
    let action = format!("action-{number}");
    let think_us = u64::from(number) * 1000;
    pb::RecordedEvent {
        event: Some(Event::Decision(pb::Decision { seat: number % 2, action, think_us, ..Default::default() })),
    }
}
